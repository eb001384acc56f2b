"""A game against an opponent, for Gymnasium. Importing this registers our names there.

>>> import gymnasium
>>> env = gymnasium.make("fivesquare.research.gym:Fivesquare/Grow-v0", opponent="level:3")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

The agent acts whenever the rules say so, in chains several times in a row; in between the opponent plays.
Actions are the numbers of `fivesquare.actions`, an observation is what the agent sees there: `planes`, and
an `action_mask` that says which actions are legal.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from fivesquare import actions
from fivesquare.board import Array, Board, whole
from fivesquare.books import CATALOGUE
from fivesquare.engine import FIRST, SECOND, other_player
from fivesquare.errors import BoardError, IllegalMoveError, PlayerError, needing, quote
from fivesquare.players.base import Luck, Player
from fivesquare.position import Position
from fivesquare.research.family.splits import deal
from fivesquare.research.opponents import Opponent, seated
from fivesquare.research.pixels import Pixels, pixels
from fivesquare.research.rewards import Rewards
from fivesquare.rulebook import RuleBook

with needing("The Gymnasium environment", "rl"):
    import gymnasium
    from gymnasium import logger, spaces
    from gymnasium.error import ResetNeeded

Observation = dict[str, NDArray[Any]]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]
AnyBoard = Board | str | Sequence[Sequence[SupportsIndex]] | Array

ALTERNATE: Final = "alternate"
ILLEGALS = ("lose", "raise")
OPTIONS = ("board", "seat")


class FivesquareEnv(gymnasium.Env[Observation, np.int64]):
    """One game after the other from one seat, against one opponent.

    `book` is a name, an object or a RuleBook. Each game has a board of its own, of `size` if that is given,
    and with `split` only "public" or only "held-out" ones; or all have the same `board`. `opponent` is a
    name like "level:3", or a function that answers a position with a move or its number. `seat` is 1, 2 or
    "alternate": in turns, and random after each `reset(seed=...)`, or a seed every time would always give
    the same one. `reward` is "outcome", "margin" or "regret" (see `rewards`). An `illegal`
    action makes the agent "lose", with `info["illegal"]`, or "raise"s an error that changes nothing.

    There are books in which the opponent can win before the agent has ever acted. Then the mask that
    `reset` gives is all true, as after every end, and the next step ends the episode with any action.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 (Gymnasium's way)

    def __init__(
        self,
        book: RuleBook | str | Mapping[str, Any],
        *,
        opponent: Opponent = "random",
        seat: SupportsIndex | Literal["alternate"] = FIRST,
        board: AnyBoard | None = None,
        size: Sequence[SupportsIndex] | Array | None = None,
        split: str | None = None,
        reward: str = "outcome",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self._example = deal(book, seed=0, board=board, size=size, split=split).position
        self._split = split
        self._has_own_board = board is None
        self._opponent = opponent
        self._player: Player = seated(opponent, Luck(0))
        self._seat_wanted = checked_seat(seat)
        self._rewards = Rewards(reward)
        self._loses = _one_of(ILLEGALS, "illegal", illegal) == "lose"
        self.render_mode = None
        if render_mode is not None:
            self.render_mode = _one_of(self.metadata["render_modes"], "render_mode", render_mode)
        self.observation_space = observation_space(self._example)  # type: ignore[assignment]  # arrays of two kinds
        self.action_space = action_space(self._example)
        self._seat: int | None = None
        self._position: Position | None = None
        self._is_over = True

    @property
    def position(self) -> Position:
        """The current position: when the agent is to act, or at its end."""
        if self._position is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._position

    @property
    def seat(self) -> int:
        """The agent's seat in this game: 1 or 2."""
        if self._seat is None:
            raise ResetNeeded("there is no game yet: call reset() first")
        return self._seat

    # --- Playing ---

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. For this one only, `options` may say another `board` of that size, and the `seat`."""
        wanted = _checked_options(options)
        super().reset(seed=as_seed(seed))
        number = int(self.np_random.integers(1 << 62))
        opening = self._opening(number, wanted.get("board"))
        seat = checked_seat(wanted.get("seat", self._seat_wanted))
        if seat != ALTERNATE:
            self._seat = seat
        elif seed is not None or self._seat is None:
            self._seat = FIRST + number % 2
        else:
            self._seat = other_player(self._seat)
        self._player = seated(self._opponent, Luck(number, "opponent"))
        self._position = None  # the opponent may fail
        self._position = self._answered(opening)
        self._is_over = False
        observation = self._observation()
        return observation, _info(observation)

    def _opening(self, number: int, board: AnyBoard | None) -> Position:
        example = self._example
        if board is not None:
            opening = Position.start(example.book, board=board)
            if opening.size != example.size:
                raise BoardError(f"the boards of this environment are {example.size}, not {opening.size}")
            return opening
        if self._has_own_board:
            return deal(example.book, seed=number, size=example.size, split=self._split).position
        return example

    def step(self, action: SupportsIndex) -> Step:
        """The agent's action, and what the opponent does until the agent acts again or the game is over."""
        position = self.position
        if self._is_over:
            raise ResetNeeded("this game is over: call reset() before the next step")
        reward = 0.0
        if not position.is_over:
            try:
                after = position.play_action(action)
            except IllegalMoveError:
                if not self._loses:
                    raise
                return self._forfeited(position)
            reward = self._rewards.of_move(position, after.moves[-1])
            position = self._position = self._answered(after)
        self._is_over = position.is_over
        reward += self._rewards.of_end(position, self.seat)
        observation = self._observation()
        return observation, reward, self._is_over, False, _info(observation)

    def _answered(self, position: Position) -> Position:
        """The position where the agent acts next, or the end of the game."""
        while not position.is_over and position.state.turn != self._seat:
            position = position.play(self._player.choose(position))
        return position

    def _forfeited(self, position: Position) -> Step:
        self._is_over = True
        observation = self._observation()
        return (
            observation,
            self._rewards.of_fault(position),
            True,
            False,
            {**_info(observation), "illegal": True},
        )

    # --- Looking at it ---

    def _observation(self) -> Observation:
        position = self.position
        return {
            "planes": actions.planes(position, self.seat),
            "action_mask": self.action_masks().view(np.int8),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, all of them after the end: what MaskablePPO asks for."""
        mask = actions.mask(self.position)
        mask |= self._is_over  # also after an end that the rules do not know, by an illegal action
        return mask

    def render(self) -> str | Pixels | None:
        """The position as text or as a picture, as `render_mode` says."""
        if self.render_mode is None:
            logger.warn('nothing is rendered without a render_mode: "ansi" or "rgb_array"')
            return None
        return rendered(self.render_mode, self.position, self.seat, self._opponent)

    def close(self) -> None:
        """Forget the game, and what was found out about it."""
        self._position = None
        self._player = seated(self._opponent, Luck(0))
        self._rewards = Rewards(self._rewards.kind)


def rendered(mode: str, position: Position, seat: int, opponent: Opponent) -> str | Pixels:
    """A position as text or as a picture, as one of the render modes says."""
    if mode == "rgb_array":
        return pixels(position)
    name = opponent if isinstance(opponent, str) else "a function"
    return f"{position}\nThe agent is player {seat}, against {name}\n"


def observation_space(position: Position) -> spaces.Dict:
    """What an agent can see in the game of this position."""
    return spaces.Dict(
        {
            "planes": spaces.Box(0, 1, (actions.PLANES, *position.size), np.float32),
            "action_mask": spaces.Box(0, 1, (actions.count(position),), np.int8),
        }
    )


def action_space(position: Position) -> spaces.Discrete:
    """What an agent can do in the game of this position, legal now or not."""
    return spaces.Discrete(actions.count(position))


def checked_seat(seat: object) -> int | Literal["alternate"]:
    """A seat: 1, 2 or "alternate"."""
    if isinstance(seat, str) and seat == ALTERNATE:
        return ALTERNATE
    number = whole(seat)
    if number is None or number not in (FIRST, SECOND):
        raise PlayerError(f'a seat is 1, 2 or "{ALTERNATE}", not {quote(seat)}')
    return number


def as_seed(seed: Any) -> Any:
    """A seed as Gymnasium wants it: NumPy's integers become ints, which it then checks."""
    number = whole(seed)
    return seed if number is None else number


def _info(observation: Observation) -> dict[str, Any]:
    return {"action_mask": observation["action_mask"].copy()}


def _one_of(words: Sequence[str], name: str, word: str) -> str:
    if word not in words:
        raise ValueError(f"{name} is {' or '.join(map(repr, words))}, not {quote(word)}")
    return word


def _checked_options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    for name in options or {}:
        if name not in OPTIONS:
            raise ValueError(f"the options of reset are {' and '.join(OPTIONS)}, not {quote(name)}")
    return options or {}


for _name in CATALOGUE:
    gymnasium.register(
        f"Fivesquare/{_name.capitalize()}-v0",
        entry_point="fivesquare.research.gym:FivesquareEnv",
        vector_entry_point="fivesquare.research.vector:FivesquareVectorEnv",
        kwargs={"book": _name},
    )
