"""Who takes part: a player of the registry, a program, a language model; each by its name."""

import shlex
import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, Literal, NamedTuple

from fivesquare.arena.programs import Program, check_program, words_of
from fivesquare.errors import PlayerError, quote
from fivesquare.players import Luck, Player, make_player, needs_solver
from fivesquare.players.adviser import Adviser
from fivesquare.terminal.words import player_names, read_player

PROGRAM = "program:"
MODEL = "model:"

SECONDS = {"program": 10.0, "model": 600.0}
"""For a move, unless said."""

_INSTALL = "pip install 'fivesquare[eval]'"


class Entrant(NamedTuple):
    """Who takes part: what everybody calls it, and how it is found from anywhere."""

    name: str
    kind: Literal["player", "program", "model"]
    detail: str
    """The name in the registry, a command, or the name of a model."""

    @property
    def solves(self) -> bool:
        """Whether it asks the solver."""
        return self.kind == "player" and needs_solver(self.detail)

    def seated(
        self, luck: Luck, seed: int, adviser: Adviser, seconds: float | None
    ) -> AbstractContextManager[Player]:
        """The player, for one game; whatever it has started ends with it."""
        if self.kind == "program":
            return Program(self.detail, SECONDS[self.kind] if seconds is None else seconds)
        if self.kind == "model":
            model = _models().LanguageModel(
                self.detail, seed, SECONDS[self.kind] if seconds is None else seconds
            )
            return nullcontext(model)
        return nullcontext(make_player(self.detail, luck, adviser=adviser))


def find_entrants(names: Sequence[str]) -> tuple[Entrant, ...]:
    """Who is meant, at least two; a PlayerError says what is wrong with a name."""
    found = tuple(map(find_entrant, names))
    for place, entrant in enumerate(found):
        if any(entrant[1:] == earlier[1:] or entrant.name == earlier.name for earlier in found[:place]):
            raise PlayerError(
                f"{entrant.name} is named twice, and nobody plays against themselves; "
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
        raise PlayerError(
            f"there is no player {quote(name)}; there are {known}, level:1 to level:10, "
            f"{PROGRAM}./bot, and {MODEL}openai/gpt-5-mini"
        ) from None
    if player == "human":
        raise PlayerError("a human has no time for so many games; a person plays by `fivesquare play`")
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
    _models().check_model(name)
    return name


def _models() -> Any:
    """What needs the extra `eval`, which only those pay for who ask a model."""
    try:
        from fivesquare.arena import models
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "fivesquare":
            raise
        raise PlayerError(f"models need {missing}, which is not here: {_INSTALL}") from None
    return models
