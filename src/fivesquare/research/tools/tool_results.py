"""The results of tools: a text, and the same as an object, each complete in itself."""

from collections.abc import Sequence
from typing import Any, NamedTuple, NotRequired

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12

from fivesquare import json_view
from fivesquare.board import Size
from fivesquare.books import CATALOGUE, written
from fivesquare.books.answers import QUESTIONS, choices
from fivesquare.books.explain import in_a_sentence, in_brief, paragraphs
from fivesquare.engine import FIRST, other_player
from fivesquare.match import Step
from fivesquare.players import PLAYERS
from fivesquare.research.tools.mcp_games import McpGame
from fivesquare.rulebook import RuleBook
from fivesquare.words.listener import BareListener


class Told(NamedTuple):
    """An answer: as text, and as an object."""

    text: str
    content: dict[str, Any]


class Done(TypedDict):
    """A move that was made: by whom, what came along, and who cannot claim after it and is skipped."""

    player: int
    move: str
    takes: list[str]
    skipped: int | None
    remark: str


class Riddle(TypedDict):
    """Whether a puzzle is solved, and after how many tries."""

    task: str
    solved: bool
    tries: int


class Seen(TypedDict):
    """A game as it is now; `you` is your player number, null if you move for both. `done` was just done."""

    game: str
    you: int | None
    opponent: str | None
    seed: int
    book: str | dict[str, Any]
    board: list[list[int]]
    moves: list[str]
    turn: int | None
    legal: list[str]
    owners: list[list[int]]
    scores: list[int]
    counts: list[int]
    over: bool
    winner: int | None
    reason: str | None
    done: list[Done]
    rules: NotRequired[str]
    puzzle: NotRequired[Riddle]


class Claim(TypedDict):
    """What a legal move would do."""

    move: str
    takes: list[str]
    scores: list[int]
    counts: list[int]
    next: int | None


class Legal(TypedDict):
    """Every legal move; `next` is who acts after it, null if it ends the game."""

    game: str
    turn: int | None
    moves: list[Claim]


class BookTold(TypedDict):
    """A rule book: its name, what is special about it, its rules in sentences."""

    name: str | None
    title: str
    brief: str
    size: list[int]
    rules: str


class Rules(TypedDict):
    """Rule books in sentences; without a book of one's own all that have a name, and who can be played."""

    books: list[BookTold]
    players: dict[str, str]
    answers: dict[str, dict[str, str]]


# --- A game ---


def seen(
    game: McpGame, done: Sequence[tuple[Step, str]] = (), *, first: bool = False, said: str = ""
) -> Told:
    """A game as it is now, with what was just done; `first` adds the rules."""
    position = game.position
    content: dict[str, Any] = {
        "game": game.id,
        "you": game.seat,
        "opponent": game.opponent,
        "seed": game.seed,
        "book": written(position.book),
        "board": position.board.rows,
        "moves": list(position.moves),
        **position.view(),
        "counts": list(position.counts),
        "done": [{**json_view.done(step), "remark": remark} for step, remark in done],
    }
    if game.question is not None:
        content["puzzle"] = {"task": game.question.task, "solved": game.is_solved, "tries": game.tries}
    parts = [*_done(done), said]
    if first:
        content["rules"] = rules_of(position.book, position.size)
        parts = [f"{game.id}: {content['rules']}", *parts]
    parts += [_who(game), str(position), _task(game), _next(game)]
    return Told("\n\n".join(part for part in parts if part), content)


def _done(done: Sequence[tuple[Step, str]]) -> list[str]:
    """What every step did, a line a step."""
    lines = []
    for step, remark in done:
        listener = BareListener(step.before.book)
        line = f"{listener.name(step.player)} {listener.did(step)}"
        lines.append(f"{line} ({remark})" if remark else line)
        if step.skipped is not None:
            lines.append(listener.skip(step.skipped))
    return ["\n".join(lines)] if lines else []


def _who(game: McpGame) -> str:
    if game.seat is None:
        return "You move for both players."
    mine, theirs = ("A", "B") if game.seat == FIRST else ("B", "A")
    opponent = f"player {other_player(game.seat)} ({theirs}) is {game.opponent}"
    return f"You are player {game.seat} ({mine}); {opponent}."


def _task(game: McpGame) -> str:
    """The task, in a puzzle that is not solved yet."""
    if game.question is None or game.is_solved:
        return ""
    return f"A puzzle for player {game.position.turn}: {game.question.task}"


def _next(game: McpGame) -> str:
    """What can be done now."""
    position = game.position
    if position.is_over:
        return f"The game is over. review {game.id} to see what every move was worth."
    legal = f"Legal moves: {' '.join(position.legal)}"
    if position.in_chain:
        link = position.all_moves[position.state.link]
        return f"{legal}\n(One more beside {link}, which was just claimed, or stop.)"
    return legal


def legal(game: McpGame) -> Told:
    """Every legal move and what it would do."""
    position = game.position
    moves = []
    lines = []
    for move in position.legal:
        step = Step(position, move, position.play(move))
        after = step.after
        takes = json_view.done(step)["takes"]
        moves.append(
            {
                "move": move,
                "takes": takes,
                "scores": list(after.scores),
                "counts": list(after.counts),
                "next": after.turn,
            }
        )
        first, second = after.totals
        along = f", takes {' '.join(takes)}" if takes else ""
        then = "the game is over" if after.is_over else f"player {after.turn} acts next"
        lines.append(f"{move}{along}: {first} to {second}, {then}")
    unit = "cells" if position.book.goal == "majority" else "scores"
    head = f"Player {position.turn} may play these; behind each the {unit} of player 1 and 2 after it."
    text = "\n".join([head, *lines]) if moves else "The game is over: there is no legal move."
    return Told(text, {"game": game.id, "turn": position.turn, "moves": moves})


# --- Rules ---


def rules_of(book: RuleBook, size: Size | None = None) -> str:
    """A book in sentences, and how its moves are written."""
    told = [f"{title}: {text}" for title, text in paragraphs(book, size)]
    return "\n".join([f"{book.title}. {in_a_sentence(book)}", *told, _how_to_move(book)])


def _how_to_move(book: RuleBook) -> str:
    words = ['"stop" declines the second claim of a turn'] if book.again == "chain" else []
    words += ['"swap" swaps'] if book.balance == "swap" else []
    also = f"; {', '.join(words)}" if words else ""
    return f'Moves: a claim is "row,col", counted from 1 at the top left, like "2,1"{also}.'


def rules(book: RuleBook | None, size: Size | None = None) -> Told:
    """The rules of a book; without one, of all that have a name."""
    books = list(CATALOGUE.values()) if book is None else [book]
    told = [
        {
            "name": each.name,
            "title": each.title,
            "brief": in_brief(each),
            "size": list(size or each.size),
            "rules": rules_of(each, size),
        }
        for each in books
    ]
    players = {name: kind.summary for name, kind in PLAYERS.items() if name != "human"}
    content = {"books": told, "players": players, "answers": choices()}
    if book is not None:
        return Told(rules_of(book, size), content)
    named = [f"{each.name}: {rules_of(each, size)}" for each in books]
    return Told("\n\n".join([*named, _opponents(players), _of_your_own()]), content)


def _opponents(players: dict[str, str]) -> str:
    return "\n".join(["Opponents:", *(f"{name}: {summary}" for name, summary in players.items())])


def _of_your_own() -> str:
    """How a rule book is written."""
    lines = [
        'Rules of your own are an object that changes a named book, like {"like": "grow", "size": [4, 4]}:',
        "size: [rows, columns], from 1x2 to 8x8",
    ]
    for field, answers in choices().items():
        words = "; ".join(f'"{word}" {meaning}' for word, meaning in answers.items())
        lines.append(f"{field} ({QUESTIONS[field]}) {words}")
    lines += [
        'random values are written [low, high], an exact goal {"exactly": 15}',
        'balance: "none", "swap" (the second player may take over the first claim) or {"komi": 2.5}',
    ]
    return "\n".join(lines)
