"""The games for OpenSpiel. Importing this registers one for each book, and one for any rule book.

>>> import pyspiel
>>> import fivesquare.research.openspiel
>>> game = pyspiel.load_game("fivesquare_sweep(board=5 3 8/2 9 1/6 4 7)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("2,2"))
>>> print(state)
 5 A3  8
A2 A9 A1
 6 A4  7
player 2 to act

`fivesquare_flip`, `fivesquare_sweep`, `fivesquare_grow`, `fivesquare_chain` and `fivesquare_fifteen` take a
`board` as text, or a `seed` (0 if none is given), a `size` like 3x4 and a `split`, public or held-out, for
a random one. `fivesquare` takes a `book` as well: a name, or a rule book in JSON. Inside the text of a game
OpenSpiel has a use of its own for commas, brackets and equals signs, so there they are written as in a web
address:
`fivesquare(book={"like":"grow"%2C"balance":"swap"},seed=7)`; `game` spares one that.

Players are 0 and 1 as OpenSpiel counts them, actions are the numbers of `Position.all_moves`.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex
from urllib.parse import quote, unquote

import numpy as np

from fivesquare import actions
from fivesquare.board import Array, Board, cell_name, parse_size
from fivesquare.books import chain, fifteen, find_book, flip, grow, sweep, written
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import RuleBookError, needing
from fivesquare.errors import quote as shortened
from fivesquare.position import Position
from fivesquare.research.family.splits import deal
from fivesquare.research.rewards import end_reward
from fivesquare.rulebook import RuleBook

with needing("The OpenSpiel game", "openspiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

Parameters = dict[str, Any]

_SEATS = (FIRST, SECOND)
_MARKS = (" ", "A", "B")  # of free cells, the first and the second player
_SAFE = '{}[]":;.+-\\ '  # what is written as it is, besides letters and digits, inside the text of a game


def game(
    book: RuleBook | str | Mapping[str, Any],
    *,
    seed: SupportsIndex | None = None,
    board: Board | str | Sequence[Sequence[SupportsIndex]] | Array | None = None,
    size: Sequence[SupportsIndex] | Array | None = None,
    split: str | None = None,
) -> "OpenSpielGame":
    """The game of that opening, as `fs.start` takes it, for any rule book, on a board of a `split`."""
    opening = deal(book, seed=seed, board=board, size=size, split=split).position
    return _loaded(f"fivesquare(board={opening.board},book={_spelled(opening.book)})")


def _loaded(text: str) -> "OpenSpielGame":
    """The game of that text; the inverse of `str`."""
    loaded: OpenSpielGame = pyspiel.load_game(text)
    return loaded


class OpenSpielGame(pyspiel.Game):
    """A rule book on a board. Each name that is registered has a class of its own, derived from this."""

    kind: pyspiel.GameType
    book: RuleBook | None
    """None if it is a parameter."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        given = {**self.kind.parameter_specification, **(parameters or {})}
        book = self.book or _read(given["book"])
        if self.book is None:
            given["book"] = _spelled(book)
        self.opening = _opening(book, given)
        super().__init__(self.kind, _information(self.opening), given)

    def __reduce__(self) -> tuple[Any, ...]:
        """What is pickled is the text: left to itself OpenSpiel would forget the opening."""
        return _loaded, (str(self),)

    def new_initial_state(self) -> "OpenSpielState":
        return OpenSpielState(self)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, parameters: Parameters | None = None
    ) -> "Observer | IIGObserverForPublicInfoGame":
        """Everything is public: what one sees now is the board, what one remembers are the moves."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return Observer(self.opening, parameters)
        return IIGObserverForPublicInfoGame(kind, parameters)


class OpenSpielState(pyspiel.State):
    """A position on its way through OpenSpiel."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._now = _Now(game.opening)

    @property
    def position(self) -> Position:
        return self._now.position

    def current_player(self) -> int:
        turn = self.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn - FIRST

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        return [end_reward("outcome", self.position, seat) for seat in _SEATS]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.is_terminal() else actions.mask(self.position).nonzero()[0].tolist()

    def _apply_action(self, action: int) -> None:
        self._now = _Now(self.position.play_action(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.move_of(action)

    def __str__(self) -> str:
        return _shown(self.position)


class _Now:
    """Holds a position. OpenSpiel copies deeply what a state holds, and a position never changes."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, _memo: object) -> "_Now":
        return self


class Observer:
    """Sees a position as planes, and as text."""

    def __init__(self, opening: Position, parameters: Parameters | None) -> None:
        if parameters:
            raise ValueError(f"an observation takes no parameters, not {parameters}")
        shape = (actions.PLANES, *opening.size)
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.dict["observation"][:] = actions.planes(state.position, _SEATS[player])

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return str(state)


def _shown(position: Position) -> str:
    """The board with its owners, and who acts or has won: the same for positions that are equal only."""
    width = len(str(max(position.board.values)))
    rows = [
        " ".join(f"{_MARKS[owner]}{value:>{width}}" for owner, value in zip(owners, values, strict=True))
        for owners, values in zip(position.owners, position.board.rows, strict=True)
    ]
    if position.outcome is not None:
        winner = position.outcome.winner
        return "\n".join([*rows, f"player {winner} has won" if winner else "a draw"])
    chain = f" beside {cell_name(position.state.link, position.size)}" if position.in_chain else ""
    return "\n".join([*rows, f"player {position.turn} to act{chain}"])


# --- Parameters ---


def _opening(book: RuleBook, given: Parameters) -> Position:
    """The opening that parameters describe; what was left out of them is an empty text."""
    board, size = given["board"] or None, given["size"]
    rectangle = parse_size(size) if size else None
    return deal(
        book, board=board, size=rectangle, seed=given["seed"], split=given["split"] or None
    ).position


def _spelled(book: RuleBook) -> str:
    """A book as it can stand in the text of a game; the inverse of `_read`."""
    answers = written(book)
    return answers if isinstance(answers, str) else quote(json.dumps(answers, separators=(",", ":")), _SAFE)


def _read(text: str) -> RuleBook:
    """The book that is meant: a name, JSON, or JSON that had to be spelled. No text is both of these."""
    if not text.startswith("{"):
        return find_book(text)
    try:
        return find_book(json.loads(text))
    except json.JSONDecodeError:
        pass
    try:
        return find_book(json.loads(unquote(text)))
    except json.JSONDecodeError as error:
        raise RuleBookError("book", f"is no JSON, {error}: {shortened(text)}") from None


def _information(opening: Position) -> pyspiel.GameInfo:
    """How large the game is: every claim may be followed by a stop where there are chains."""
    cells, moves = opening.size.cells, actions.count(opening)
    longest = cells + (cells if opening.book.again == "chain" else 0) + (opening.book.balance == "swap")
    return pyspiel.GameInfo(
        num_distinct_actions=moves,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest,
    )


# --- Names ---


def _kind(name: str, title: str, **more: str) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Fivesquare: {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"board": "", "seed": 0, "size": "", "split": "", **more},
    )


# Classes, not functions: OpenSpiel keeps what is registered until Python has gone, and would abort it then
# over a function. With names of their own, because games are pickled by them.


class Flip(OpenSpielGame):
    book = flip.BOOK
    kind = _kind("fivesquare_flip", book.title)


class Sweep(OpenSpielGame):
    book = sweep.BOOK
    kind = _kind("fivesquare_sweep", book.title)


class Grow(OpenSpielGame):
    book = grow.BOOK
    kind = _kind("fivesquare_grow", book.title)


class Chain(OpenSpielGame):
    book = chain.BOOK
    kind = _kind("fivesquare_chain", book.title)


class Fifteen(OpenSpielGame):
    book = fifteen.BOOK
    kind = _kind("fivesquare_fifteen", book.title)


class AnyBook(OpenSpielGame):
    book = None
    kind = _kind("fivesquare", "any rule book", book="flip")


for _game in (Flip, Sweep, Grow, Chain, Fifteen, AnyBook):
    pyspiel.register_game(_game.kind, _game)
