"""The command `review`: every move of a game with its worth, what it threw away, and the curve."""

import json
from pathlib import Path

import click

from fivesquare import record
from fivesquare.position import Position
from fivesquare.reviews import Review, ReviewedMove
from fivesquare.terminal import games
from fivesquare.terminal.curve import draw
from fivesquare.terminal.drawing import STANDARD, check_place, write_picture
from fivesquare.terminal.lines import answered
from fivesquare.terminal.options import SECONDS, plain_option, record_argument, style_option
from fivesquare.terminal.playing import autosave, play_game
from fivesquare.terminal.screen import Screen, filled, width
from fivesquare.terminal.verdicts import better, is_mistake, tinted
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.voices.base import Voice
from fivesquare.terminal.walking import go_over, walk
from fivesquare.terminal.worths import Tint, in_words, untinted

_INDENT = "    "


@click.command(epilog="Example: fivesquare review game.json --svg curve.svg")
@record_argument
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the curve as a picture."
)
@click.option("--walk", "walks", is_flag=True, help="Step through the game on the board.")
@click.option("--time", "seconds", type=SECONDS, help="Seconds for each move at the most.")
@style_option
@plain_option
def review(
    path: Path | None,
    as_json: bool,
    svg: Path | None,
    walks: bool,
    seconds: float | None,
    style: str,
    plain: bool,
) -> None:
    """Go over a game: what every move was worth.

    Without FILE: the last game that was finished.
    """
    if as_json and svg == STANDARD:
        raise click.UsageError("--json and --svg - both write to standard output.")
    if walks and (as_json or svg == STANDARD):
        raise click.UsageError(f"--walk and {'--json' if as_json else '--svg -'} do not go together.")
    if svg is not None:
        check_place(svg)
    game = record.load(games.finished(path))
    screen = Screen(plain)
    reviewed = go_over(game, screen, seconds)
    if svg is not None:
        write_picture(svg, reviewed.to_svg())
    if walks:
        _walk(reviewed, screen, style)
    elif as_json:
        click.echo(json.dumps(reviewed.to_json()))
    elif svg != STANDARD:
        screen.write(in_text(reviewed, voice_for(game.book, screen.paint, style), screen.tint))


def _walk(review: Review, screen: Screen, style: str) -> None:
    """Through the game, and on with a new one if somebody likes to play from there."""
    setting = walk(review, screen, style)
    if setting is not None:
        play_game(setting, screen, autosave(setting.position, screen))


def in_text(review: Review, voice: Voice, tint: Tint = untinted) -> str:
    parts = [filled(_opening(review, voice)), _moves(review, voice, tint), filled(_summary(review, voice))]
    if review.moves:
        title = filled(f"The course of the game; up is good for {voice.name(1)}:")
        parts.append(f"{title}\n{draw(review, width())}")
    return "\n\n".join(part for part in parts if part)


def _opening(review: Review, voice: Voice) -> str:
    if review.opening is None:
        return "The opening could not be solved in time."
    return f"At the start, with perfect play {in_words(review.opening, voice)}."


def _moves(review: Review, voice: Voice, tint: Tint) -> str:
    """A row a move, and below it what would have been better and what the move runs into."""
    before = review.position.history()
    rows = [
        (
            f"{move.number:>{len(str(len(review.moves)))}}",
            voice.name(move.player),
            voice.named(before[move.number - 1], move.move),
            "?" if move.worth is None else in_words(move.worth, voice),
        )
        for move in review.moves
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for move, row in zip(review.moves, rows, strict=True):
        *start, worth = map(str.ljust, row, widths)
        text = _row("  ".join(start), worth, move.verdict, _remarks(before[move.number - 1], move, voice))
        lines.append(tinted(text, move, tint))
    return "\n".join(lines)


def _row(start: str, worth: str, verdict: str, remarks: str) -> str:
    """A move as one line, and lines below it, set in, for what has no room there or is said besides."""
    below = [remarks] if remarks else []
    line = f"{start}  {worth}  {verdict}"
    if len(line) > width():
        line = f"{start}  {worth.rstrip()}"
        below = [f"{verdict}.", *below]
    if len(line) > width():
        line = start.rstrip()
        below = [f"{worth.rstrip()}: {below[0]}", *below[1:]]
    if not below:
        return line.rstrip()
    return f"{line.rstrip()}\n{filled(_INDENT + ' '.join(below), _INDENT)}"


def _remarks(before: Position, move: ReviewedMove, voice: Voice) -> str:
    """What would have been better, and why."""
    best = better(before, move, voice)
    remark = f"Best was {best}." if best else ""
    if not is_mistake(move):
        return remark
    reply = answered(before, move.move, move.line, voice)
    return f"{remark} {reply[0].upper()}{reply[1:]}."


def _summary(review: Review, voice: Voice) -> str:
    lines = []
    turning = review.turning_point
    if turning is not None:
        place = voice.named(review.position, turning.move)
        name = voice.name(turning.player)
        lines.append(f"Turning point: move {turning.number}, {place} by {name}: {turning.verdict}.")
    elif review.moves and all(move.is_solved for move in review.moves):
        lines.append("Nobody made a mistake.")
    for player in (1, 2):
        accuracy = review.accuracy(player)
        if accuracy is not None:
            lines.append(f"Accuracy of {voice.name(player)}: {accuracy:.0%}.")
    outcome = review.outcome
    lines.append(voice.result(review.position) if outcome else "The game is not over.")
    return "\n".join(lines)
