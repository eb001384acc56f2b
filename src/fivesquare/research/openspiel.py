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

Players are 0 and 1 as OpenSpiel counts them, actions are the numbers of `Position.all_moves`. Machine code
makes the moves; `state.position` is the state as a position, made when it is asked for.

A state as plain data, `state.to_dict()`, is the `setup` of a record with its board and the current player;
`game.new_initial_state` takes it again.
"""

import json
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from typing import Any, SupportsIndex
from urllib.parse import quote, unquote

from fivesquare import actions, placement
from fivesquare.board import Array, Board, cell_name, parse_size
from fivesquare.books import chain, fifteen, find_book, flip, grow, sweep, written
from fivesquare.engine import FIRST, NOBODY, NONE, SECOND, State
from fivesquare.errors import RecordError, RuleBookError, needing
from fivesquare.errors import quote as shortened
from fivesquare.loader import bound
from fivesquare.packed import address_of, pack, unsigned, words_of
from fivesquare.position import Position
from fivesquare.research.batch_code import batch_code
from fivesquare.research.family.splits import deal
from fivesquare.research.layout import LEGAL, LEGAL_MOVES, LINK, OPEN, RESULT, STATE_WORDS, TURN
from fivesquare.rulebook import RuleBook

with needing("The OpenSpiel game", "openspiel"):
    import numpy as np
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

    @cached_property
    def first(self) -> "Moment":
        return _begin(self.opening).first

    def new_initial_state(
        self, state: "pyspiel.StateStruct | Mapping[str, Any] | str | None" = None
    ) -> "OpenSpielState":
        """The opening, or a state of this game as plain data: a struct, its dict or its JSON."""
        return OpenSpielState(self, self.first if state is None else _begin(self._read(state)).first)

    def _read(self, state: "pyspiel.StateStruct | Mapping[str, Any] | str") -> Position:
        if isinstance(state, pyspiel.StateStruct):
            state = state.to_json()
        told = dict(json.loads(state) if isinstance(state, str) else state)
        told.pop("current_player", None)  # follows from the rest
        board = self.opening.board
        if told.pop("board", board.rows) != board.rows:
            raise RecordError(f"the board of this game is {board}, and that of the state another")
        return Position.start(self.opening.book, board=board, setup=told)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, parameters: Parameters | None = None
    ) -> "Observer | IIGObserverForPublicInfoGame":
        """Everything is public: what one sees now is the board, what one remembers are the moves."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return Observer(self.opening, parameters)
        return IIGObserverForPublicInfoGame(kind, parameters)


class OpenSpielState(pyspiel.State):
    """A position on its way through OpenSpiel."""

    def __init__(self, game: OpenSpielGame, now: "Moment") -> None:
        super().__init__(game)
        self._now = now

    @property
    def position(self) -> Position:
        """The state as a position, with the moves that led to it."""
        return reduce(Position.play_action, self.history(), self._now.start.position)

    @property
    def now(self) -> "Moment":
        """The state in words."""
        return self._now

    def current_player(self) -> int:
        return self._now.player

    def is_terminal(self) -> bool:
        return self._now.player < 0

    def returns(self) -> list[float]:
        return list(_RETURNS[self._now.words[RESULT]])

    def _legal_actions(self, player: int) -> list[int]:
        words = self._now.words
        return words[LEGAL : LEGAL + words[LEGAL_MOVES]].tolist()

    def _apply_action(self, action: int) -> None:
        now, words = self._now, _NO_WORDS[:]
        start, place = now.start, words.buffer_info()[0]
        start.advance(now.place, action, place)
        if words[LEGAL_MOVES] == NONE:
            self.position.play_action(action)  # an error, which says why
        self._now = Moment(start, words, place)

    def _action_to_string(self, player: int, action: int) -> str:
        return self._now.start.position.move_of(action)

    def __str__(self) -> str:
        return _shown(self._now)

    def _to_struct(self) -> dict[str, Any]:
        start = self._now.start.position
        told = placement.write(start.setup, start.size, self._now.state)
        return {"board": start.board.rows, **told, "current_player": self._now.player}

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"move": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        return [actions.action_of(self._now.start.position, struct["move"])]


_TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_RETURNS = {NONE: (0.0, 0.0), NOBODY: (0.0, 0.0), FIRST: (1.0, -1.0), SECOND: (-1.0, 1.0)}
_NO_WORDS = array("q", bytes(8 * STATE_WORDS))


class Moment:
    """A state in words (`layout.py`), as machine code reads it.

    OpenSpiel copies deeply what its states hold; this never changes, and is its own copy.
    """

    __slots__ = ("place", "player", "start", "words")

    def __init__(self, start: "_Start", words: "array[int]", place: int) -> None:
        self.start, self.words, self.place = start, words, place
        self.player = words[TURN] - FIRST if words[OPEN] else _TERMINAL

    @property
    def state(self) -> State:
        own, other, turn, link = self.words[: LINK + 1]
        return State(unsigned(own), unsigned(other), turn, link)

    def __deepcopy__(self, _memo: object) -> "Moment":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self.start.position, self.words)


def _remade(start: Position, words: "array[int]") -> Moment:
    """The inverse of pickling."""
    return Moment(_begin(start), words, address_of(words))


class _Start:
    """The opening of a game, or where else it starts: what all moments of it share."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._setup = pack(position.setup)
        code, setup = batch_code(), address_of(self._setup)
        self.advance, self.show = bound(code.advance, setup), bound(code.show, setup)
        words = array("q", [*words_of(position.state), *_NO_WORDS[LINK + 1 :]])
        code.begin(setup, address_of(words))
        self.first = Moment(self, words, address_of(words))


_begin = lru_cache(maxsize=1024)(_Start)


class Observer:
    """Sees a position as planes, and as text."""

    def __init__(self, opening: Position, parameters: Parameters | None) -> None:
        if parameters:
            raise ValueError(f"an observation takes no parameters, not {parameters}")
        shape = (actions.PLANES, *opening.size)
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        now = state.now
        now.start.show(now.place, _SEATS[player], self.tensor.__array_interface__["data"][0])

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return str(state)


def _shown(now: Moment) -> str:
    """The board with its owners, and who acts or has won: the same for positions that are equal only."""
    board, state = now.start.position.board, now.state
    first, second = (state.own, state.other) if state.turn == FIRST else (state.other, state.own)
    width, columns = len(str(max(board.values))), board.size.columns
    cells = [
        f"{_MARKS[(first >> cell & 1) + 2 * (second >> cell & 1)]}{value:>{width}}"
        for cell, value in enumerate(board.values)
    ]
    rows = [" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    if now.player < 0:
        winner = now.words[RESULT]
        return "\n".join([*rows, f"player {winner} has won" if winner else "a draw"])
    chain = f" beside {cell_name(state.link, board.size)}" if state.link != NONE else ""
    return "\n".join([*rows, f"player {state.turn} to act{chain}"])


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
