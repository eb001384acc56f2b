"""A game against an opponent, for Gymnasium. Importing this registers our names there.

>>> import gymnasium
>>> env = gymnasium.make("fivesquare.research.gym:Fivesquare/Grow-v1", opponent="level:3")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

The agent acts whenever the rules say so, in chains several times in a row; in between the opponent plays.
Actions are the numbers of `fivesquare.actions`, an observation is what the agent sees there: `planes`, and
an `action_mask` that says which actions are legal. All of it is shown by machine code, which also plays
the moves of a random opponent. A seed means the game that it means in `vector.py`.
"""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Final, Literal, SupportsIndex

from fivesquare import actions
from fivesquare.board import Array, whole
from fivesquare.books import CATALOGUE
from fivesquare.engine import FIRST, SECOND, other_player
from fivesquare.errors import IllegalMoveError, PlayerError, needing, quote
from fivesquare.players.base import Luck, Player
from fivesquare.position import Position
from fivesquare.research.opponents import Opponent, seated
from fivesquare.research.pixels import Pixels, pixels
from fivesquare.research.rewards import Rewards
from fivesquare.research.single import AnyBoard, SingleGame
from fivesquare.rulebook import RuleBook

with needing("The Gymnasium environment", "rl"):
    import gymnasium
    import numpy as np
    from gymnasium import logger, spaces
    from gymnasium.error import ResetNeeded
    from numpy.typing import NDArray

Observation = dict[str, NDArray[Any]]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]

ALTERNATE: Final = "alternate"
RANDOM = "random"
NO_GAME = "there is no game yet: call reset() first"
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
        opponent: Opponent = RANDOM,
        seat: SupportsIndex | Literal["alternate"] = FIRST,
        board: AnyBoard | None = None,
        size: Sequence[SupportsIndex] | Array | None = None,
        split: str | None = None,
        reward: str = "outcome",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self._game = SingleGame(book, size=size, board=board, split=split)
        self._opponent = opponent
        self._player = self._seated(Luck(0))
        self._seat_wanted = checked_seat(seat)
        self._rewards = Rewards(reward)
        self._loses = _one_of(ILLEGALS, "illegal", illegal) == "lose"
        self.render_mode = None
        if render_mode is not None:
            self.render_mode = _one_of(self.metadata["render_modes"], "render_mode", render_mode)
        self.observation_space = observation_space(self._game.opening)  # type: ignore[assignment]  # arrays of two kinds
        self.action_space = action_space(self._game.opening)
        self._actions = actions.count(self._game.opening)
        self._seat: int | None = None
        self._has_game = False  # false before the first reset, and after an opponent failed
        self._is_over = True

    def _seated(self, luck: Luck) -> Player | None:
        """The opponent; None if machine code plays its moves."""
        player = seated(self._opponent, luck)
        return None if self._opponent == RANDOM else player

    @property
    def position(self) -> Position:
        """The current position: when the agent is to act, or at its end."""
        self._check_game()
        return self._game.current

    @property
    def seat(self) -> int:
        """The agent's seat in this game: 1 or 2."""
        if self._seat is None:
            raise ResetNeeded(NO_GAME)
        return self._seat

    def _check_game(self) -> None:
        if not self._has_game:
            raise ResetNeeded(NO_GAME)

    # --- Playing ---

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game. For this one only, `options` may say another `board` of that size, and the `seat`."""
        wanted, game = _checked_options(options), self._game
        board, seat = wanted.get("board"), checked_seat(wanted.get("seat", self._seat_wanted))
        if board is not None:
            game.opening_on(board)
        super().reset(seed=as_seed(seed))
        if seed is not None or self._seat is None:
            game.rekey({0: int(self.np_random.integers(1 << 62)) if seed is None else index(seed)})
            drawn = FIRST + int(game.numbers[0]) % 2
        else:
            drawn = other_player(self._seat)
        self._has_game = False  # the opponent may fail
        self._seat = drawn if seat == ALTERNATE else seat
        if self._opponent == RANDOM:
            game.deal(viewer=self._seat, replies=True, board=board)
        else:
            game.deal(viewer=self._seat, board=board)
            self._player = self._seated(Luck(f"{game.numbers[0]} {game.episodes[0]}", "opponent"))
            game.play_to(self._answered(game.current))
        self._has_game, self._is_over = True, False
        observation = self._observation()
        return observation, _info(observation)

    def step(self, action: SupportsIndex) -> Step:
        """The agent's action, and what the opponent does until the agent acts again or the game is over."""
        self._check_game()
        if self._is_over:
            raise ResetNeeded("this game is over: call reset() before the next step")
        game, kind, reward = self._game, self._rewards.kind, 0.0
        if not game.is_over:
            number = whole(action)
            if number is None or not 0 <= number < self._actions or not game.is_legal(number):
                return self._forfeited(action)
            if kind == "regret":
                reward = self._rewards.of_move(game.current, game.current.move_of(number))
            if self._player is None:
                game.play(number)
            else:
                game.play_to(self._answered(game.current.play_action(number)))
        self._is_over = game.is_over
        if self._is_over:
            reward += game.worth(kind, self.seat)
        observation = self._observation()
        return observation, reward, self._is_over, False, _info(observation)

    def _answered(self, position: Position) -> Position:
        """The position where the agent acts next, or the end of the game."""
        while self._player is not None and not position.is_over and position.state.turn != self._seat:
            position = position.play(self._player.choose(position))
        return position

    def _forfeited(self, action: SupportsIndex) -> Step:
        """A step that is not legal; the error, if it is no action at all or does not lose."""
        position = self.position
        try:
            position.play_action(action)
        except IllegalMoveError:
            if not self._loses:
                raise
        self._is_over = True
        observation = self._observation()
        info = {**_info(observation), "illegal": True}
        return observation, self._rewards.of_fault(position), True, False, info

    # --- Looking at it ---

    def _observation(self) -> Observation:
        planes, mask = self._game.seen()
        if self._is_over:  # also after an end that the rules do not know, by an illegal action
            mask[:] = 1
        return {"planes": planes, "action_mask": mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, all of them after the end: what MaskablePPO asks for."""
        self._check_game()
        return self._observation()["action_mask"].view(np.bool_)

    def render(self) -> str | Pixels | None:
        """The position as text or as a picture, as `render_mode` says."""
        if self.render_mode is None:
            logger.warn('nothing is rendered without a render_mode: "ansi" or "rgb_array"')
            return None
        return rendered(self.render_mode, self.position, self.seat, self._opponent)

    def close(self) -> None:
        """Forget the game, and what was found out about it."""
        self._has_game = False
        self._player = self._seated(Luck(0))
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
        f"Fivesquare/{_name.capitalize()}-v1",
        entry_point="fivesquare.research.gym:FivesquareEnv",
        vector_entry_point="fivesquare.research.vector:FivesquareVectorEnv",
        kwargs={"book": _name},
    )
