"""Who takes part, by name: a player of the registry, a program, a language model; and a game between two.

A game always ends: an entrant that cannot continue has lost, and the record says why.
"""

import shlex
import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from fivesquare.arena.programs import (
    STANDARD_ALLOWANCE,
    Allowance,
    Program,
    check_program,
    words_of,
)
from fivesquare.engine import other_player
from fivesquare.errors import (
    ForfeitError,
    IllegalMoveError,
    NotationError,
    PlayerError,
    did_you_mean,
    needing,
    quote,
)
from fivesquare.players import PLAYERS, Luck, Player, make_player, needs_solver
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.research.episode import SEATS
from fivesquare.words.typed import player_names, read_player

PROGRAM = "program:"
MODEL = "model:"

SECONDS = {"program": 10.0, "model": 600.0}
"""Default time for a move."""


class Entrant(NamedTuple):
    """An entrant: its name, and how it is found from anywhere."""

    name: str
    kind: Literal["player", "program", "model"]
    detail: str
    """The name in the registry, a command, or the name of a model."""
    allowance: Allowance = STANDARD_ALLOWANCE
    """What a program may use."""

    @property
    def solves(self) -> bool:
        """Whether it asks the solver."""
        return self.kind == "player" and needs_solver(self.detail)

    def seated(
        self, luck: Luck, seed: int, adviser: Adviser, seconds: float | None
    ) -> AbstractContextManager[Player]:
        """The player, for one game; processes that it has started end with it."""
        if self.kind == "program":
            return Program(self.detail, SECONDS[self.kind] if seconds is None else seconds, self.allowance)
        if self.kind == "model":
            model = _language_model().LanguageModel(
                self.detail, seed, SECONDS[self.kind] if seconds is None else seconds
            )
            return nullcontext(model)
        return nullcontext(make_player(self.detail, luck, adviser=adviser))


def find_entrants(names: Sequence[str], allowance: Allowance = STANDARD_ALLOWANCE) -> tuple[Entrant, ...]:
    """Who is meant, at least two; a PlayerError says what is wrong with a name."""
    found = tuple(find_entrant(name)._replace(allowance=allowance) for name in names)
    for place, entrant in enumerate(found):
        if any(entrant[1:] == earlier[1:] or entrant.name == earlier.name for earlier in found[:place]):
            raise PlayerError(
                f"{entrant.name} is named twice, and cannot play against itself; "
                "a second one needs another name, like a copy of a program"
            )
    if len(found) < 2:
        raise PlayerError("it takes two to play: name another player")
    return found


def find_entrant(name: str) -> Entrant:
    """Who is meant by a name."""
    if not name.isprintable():
        raise PlayerError(f"{quote(name)} cannot be shown in a table; give the program another name")
    if name.startswith(PROGRAM):
        return Entrant(name, "program", _found_program(name.removeprefix(PROGRAM)))
    if name.startswith(MODEL):
        return Entrant(name, "model", _found_model(name.removeprefix(MODEL)))
    try:
        player = read_player(name)
    except PlayerError:
        known = ", ".join(each for each in player_names() if each != "human" and ":" not in each)
        meant = did_you_mean(name, PLAYERS)
        raise PlayerError(
            f"there is no player {quote(name)}{meant}; there are {known}, level:1 to level:10, "
            f"{PROGRAM}./bot, and {MODEL}openai/gpt-5-mini"
        ) from None
    if player == "human":
        raise PlayerError("a human cannot take part; people play with `fivesquare play`")
    return Entrant(player, "player", player)


def _found_program(command: str) -> str:
    """A command that starts the same program from any folder."""
    check_program(command)
    program, *arguments = words_of(command)
    found = shutil.which(program)
    assert found is not None  # or it would have been refused
    return shlex.join([str(Path(found).absolute()), *arguments])


def _found_model(name: str) -> str:
    if "/" not in name:
        raise PlayerError(f"a model is named with its provider, like openai/gpt-5-mini, not {quote(name)}")
    _language_model().check_model(name)
    return name


def _language_model() -> Any:
    with needing("A language model as a player", "eval"):
        from fivesquare.arena import language_model
    return language_model


# --- A game between two of them ---

FORFEIT = "forfeit"
"""The reason of a result that the rules did not decide."""

_LONGEST_DETAIL = 500


def play_game(
    opening: Position,
    entrants: tuple[Entrant, Entrant],
    *,
    luck: object,
    seed: int,
    adviser: Adviser,
    seconds: float | None = None,
) -> Position:
    """The end of a game. Beside its moves stand who played, the seed, the result, and a forfeit if there
    was one; `luck` is the seed of our own players, `seconds` what others have for a move."""
    position = opening
    forfeit: dict[str, Any] | None = None
    with ExitStack() as table:
        seats: dict[int, Player] = {}
        while not position.is_over and forfeit is None:
            seat = position.state.turn
            try:
                if seat not in seats:
                    entrant = entrants[seat - 1]
                    drawn = Luck(luck, SEATS[seat])
                    seats[seat] = table.enter_context(entrant.seated(drawn, seed, adviser, seconds))
                position = _moved(position, seats[seat])
            except ForfeitError as error:
                forfeit = {"player": seat, "reason": error.reason, "detail": error.detail[:_LONGEST_DETAIL]}
    keys: dict[str, Any] = {"players": [entrant.name for entrant in entrants], "seed": seed}
    if forfeit is not None:
        keys["result"] = {"winner": other_player(forfeit["player"]), "reason": FORFEIT}
        keys["forfeit"] = forfeit
    else:
        view = position.view()
        keys["result"] = {"winner": view["winner"], "reason": view["reason"]}
    return replace(position, extra=keys)


def _moved(position: Position, player: Player) -> Position:
    """The position after the player's move; anything else is a forfeit."""
    try:
        move = player.choose(position)
    except ForfeitError:
        raise
    except Exception as error:
        raise ForfeitError("crash", f"{type(error).__name__}: {error}") from error
    try:
        return position.play(move)
    except IllegalMoveError as error:
        raise ForfeitError("illegal", str(error)) from None
    except NotationError as error:
        raise ForfeitError("unreadable", str(error)) from None
