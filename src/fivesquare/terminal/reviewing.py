"""The command `review`: every move of a game with its worth, what it threw away, and the curve."""

import json
from pathlib import Path

import click

from fivesquare import record
from fivesquare.reviews import Review, ReviewedMove
from fivesquare.reviews import review as review_game
from fivesquare.terminal import games
from fivesquare.terminal.curve import draw
from fivesquare.terminal.drawing import STANDARD, check_place, write_picture
from fivesquare.terminal.options import SECONDS, plain_option, record_argument, style_option
from fivesquare.terminal.playing import autosave, play_game
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.voices.base import Voice
from fivesquare.terminal.waiting import Teller, warm_up_aloud
from fivesquare.terminal.walking import walk
from fivesquare.terminal.worths import in_words

_MOST_BEST = 3


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
    warm_up_aloud(screen)
    teller = Teller(screen)
    reviewed = review_game(
        game,
        seconds=seconds,
        progress=lambda done, total: teller.say(lambda: f"reviewing: {done} of {total} moves"),
    )
    if svg is not None:
        write_picture(svg, reviewed.to_svg())
    if walks:
        _walk(reviewed, screen, style)
    elif as_json:
        click.echo(json.dumps(reviewed.to_json()))
    elif svg != STANDARD:
        screen.write(in_text(reviewed, voice_for(game.book, screen.paint, style)))


def _walk(review: Review, screen: Screen, style: str) -> None:
    """Through the game, and on with a new one if somebody likes to play from there."""
    setting = walk(review, screen, style)
    if setting is not None:
        play_game(setting, screen, autosave(setting.position, screen))


def in_text(review: Review, voice: Voice) -> str:
    parts = [_opening(review, voice), _moves(review, voice), _summary(review, voice)]
    if review.moves:
        parts.append(f"The course of the game; up is good for {voice.name(1)}:\n{draw(review)}")
    return "\n\n".join(part for part in parts if part)


def _opening(review: Review, voice: Voice) -> str:
    if review.opening is None:
        return "The opening could not be solved in time."
    return f"At the start, with perfect play {in_words(review.opening, voice)}."


def _moves(review: Review, voice: Voice) -> str:
    rows = [
        (
            f"{move.number:>{len(str(len(review.moves)))}}",
            voice.name(move.player),
            move.move,
            "?" if move.worth is None else in_words(move.worth, voice),
            _judged(move),
        )
        for move in review.moves
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def _judged(move: ReviewedMove) -> str:
    if not move.points_lost and not move.result_lost:
        return move.verdict
    shown = " or ".join(move.best[:_MOST_BEST])
    more = f" (and {len(move.best) - _MOST_BEST} more)" if len(move.best) > _MOST_BEST else ""
    return f"{move.verdict}; best was {shown}{more}"


def _summary(review: Review, voice: Voice) -> str:
    lines = []
    turning = review.turning_point
    if turning is not None:
        name = voice.name(turning.player)
        lines.append(f"Turning point: move {turning.number}, {name} {turning.move}, {turning.verdict}.")
    elif review.moves and all(move.is_solved for move in review.moves):
        lines.append("Nobody made a mistake.")
    for player in (1, 2):
        accuracy = review.accuracy(player)
        if accuracy is not None:
            lines.append(f"Accuracy of {voice.name(player)}: {accuracy:.0%}.")
    outcome = review.outcome
    lines.append(voice.result(review.position) if outcome else "The game is not over.")
    return "\n".join(lines)
