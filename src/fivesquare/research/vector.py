"""Many parallel games against an opponent, for Gymnasium, played by machine code.

>>> import gymnasium
>>> name = "fivesquare.research.gym:Fivesquare/Grow-v1"
>>> envs = gymnasium.make_vec(name, num_envs=1000, vectorization_mode="vector_entry_point")
>>> observations, infos = envs.reset(seed=7)
>>> for _ in range(30):  # past the end of every game: there a mask is all true, and any action is as good
...     actions = observations["action_mask"].argmax(axis=1)
...     observations, rewards, terminations, truncations, infos = envs.step(actions)

Everything is as in a `SyncVectorEnv` of the environments in gym.py: the same seeds give the same games.
Against "random" all is machine code; any other opponent, or the reward "regret", is asked game by game.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, SupportsIndex

from fivesquare.actions import action_of
from fivesquare.board import Array, listed, whole
from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.errors import NotationError, needing, quote
from fivesquare.players.base import Luck, Player
from fivesquare.position import Position
from fivesquare.research.batch import Batch
from fivesquare.research.gym import ALTERNATE, RANDOM, FivesquareEnv, Observation, checked_seat, rendered
from fivesquare.research.opponents import Opponent, seated
from fivesquare.research.rewards import Rewards, fault_reward
from fivesquare.research.single import AnyBoard
from fivesquare.rulebook import RuleBook

with needing("The vector environment", "rl"):
    import numpy as np
    from gymnasium import logger
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import ArrayLike, NDArray

Truths = NDArray[np.bool_]
Infos = dict[str, Any]
Step = tuple[Observation, NDArray[np.float64], Truths, Truths, Infos]

OPTIONS = ("board", "seat", "reset_mask")


class FivesquareVectorEnv(VectorEnv[Observation, ArrayLike, NDArray[Any]]):
    """`num_envs` games from one seat each, against an opponent; arguments are those of `FivesquareEnv`.

    `autoreset_mode` is Gymnasium's: when a game is over the next one begins with the next step, in the same
    step, or when `reset(options={"reset_mask": ...})` says so.
    """

    def __init__(
        self,
        num_envs: SupportsIndex,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        one = FivesquareEnv(
            book,
            opponent=opponent,
            seat=seat,
            board=board,
            size=size,
            split=split,
            reward=reward,
            illegal=illegal,
            render_mode=render_mode,
        )
        self._batch = Batch(book, num_envs, 0, board=board, size=size, split=split)
        self._opponent, self._seat_wanted = opponent, checked_seat(seat)
        self._loses = illegal == "lose"
        self._mode = _checked_mode(autoreset_mode)
        self.metadata = {**one.metadata, "autoreset_mode": self._mode}
        self.render_mode = one.render_mode
        self.num_envs = number = len(self._batch)
        self.single_observation_space, self.single_action_space = one.observation_space, one.action_space
        self.observation_space = batch_space(one.observation_space, number)
        self.action_space = batch_space(one.action_space, number)
        self._rewards = [Rewards(reward) for _ in range(number if reward == "regret" else 1)]
        self._is_ready = False  # false before the first reset, and after an opponent failed
        self._has_seed = np.zeros(number, np.bool_)
        self._is_over = np.zeros(number, np.bool_)  # and was said to be
        self._seats = np.zeros(number, np.int64)
        # Machine code needs no positions: opponents and rewards do.
        self._watches = opponent != RANDOM or reward == "regret" or render_mode is not None
        self._positions: list[Position] = [self._batch.position(game) for game in self._all(self._watches)]
        self._players: list[Player] = [seated(opponent, Luck(0)) for _ in self._all(opponent != RANDOM)]

    def _all(self, wanted: bool) -> range:
        """The numbers of all games, if they are wanted."""
        return range(self.num_envs if wanted else 0)

    # --- Playing ---

    def reset(
        self,
        *,
        seed: SupportsIndex | Sequence[SupportsIndex | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Infos]:
        """New games. One seed is that of the first game, and later games count up from it.

        `options` may say which games are meant (`reset_mask`), and for these alone a `board` and a `seat`.
        """
        wanted = _checked_options(options)
        which = self._checked_mask(wanted.get("reset_mask"))
        seat = checked_seat(wanted.get("seat", self._seat_wanted))
        seeds, board = self._checked_seeds(seed, which), wanted.get("board")
        if board is not None:
            self._batch.opening_on(board)
        if whole(seed) is not None:
            super().reset(seed=whole(seed))
        for game in np.flatnonzero(which & ~self._has_seed).tolist():
            seeds.setdefault(game, int(self.np_random.integers(1 << 62)))
        self._batch.rekey(seeds)
        self._has_seed[list(seeds)] = True
        self._seats[list(seeds)] = NOBODY  # drawn afresh
        self._is_ready = False
        self._begin(which, seat, board)
        self._is_over &= ~which
        self._is_ready = True
        return self._observations(), self._infos(which)

    def step(self, actions: ArrayLike) -> Step:
        """An action in each game, and what the opponent does until the agent acts again or it is over."""
        numbers = self._checked_actions(actions)
        batch, resting = self._batch, self._is_over
        playing = ~resting & ~batch.done
        faults = self._faults(numbers, playing)
        rewards = self._move_rewards(numbers, playing & ~faults)
        self._is_ready = False
        self._play(numbers, playing & ~faults)
        self._answer()
        ended = ~resting & batch.done
        self._add_end_rewards(rewards, ended, faults)
        self._is_over = ended | faults
        infos: Infos = {}
        over = self._is_over.copy()
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            infos |= self._final_infos(over, faults)
            self._begin(over, self._seat_wanted)
            self._is_over = np.zeros_like(over)
        elif self._mode == AutoresetMode.NEXT_STEP and resting.any():
            self._begin(resting, self._seat_wanted)
        self._is_ready = True
        infos |= self._infos(np.ones_like(over))
        if faults.any() and self._mode != AutoresetMode.SAME_STEP:
            infos |= {"illegal": faults, "_illegal": faults.copy()}
        return self._observations(), rewards, over, np.zeros_like(over), infos

    def _begin(
        self, which: Truths, seat: int | Literal["alternate"], board: AnyBoard | None = None
    ) -> None:
        """New games, until the agent acts."""
        drawn = FIRST + self._batch.numbers % 2
        if seat == ALTERNATE:
            next_seats = np.where(self._seats == NOBODY, drawn, FIRST + SECOND - self._seats)
        else:
            next_seats = np.full_like(drawn, seat)
        self._seats = np.where(which, next_seats, self._seats)
        self._batch.view_as(self._seats)
        self._batch.reset(which, board=board)
        if self._positions:
            for game in np.flatnonzero(which).tolist():
                self._positions[game] = self._batch.position(game)
                self._seat_opponent(game)
        self._answer()

    def _seat_opponent(self, game: int) -> None:
        if self._players:
            number, episode = self._batch.numbers[game], self._batch.episodes[game]
            self._players[game] = seated(self._opponent, Luck(f"{number} {episode}", "opponent"))

    def _play(self, numbers: NDArray[np.int64], which: Truths) -> None:
        self._batch.step(numbers, which)
        if self._positions:
            for game in np.flatnonzero(which).tolist():
                self._positions[game] = self._positions[game].play_action(numbers[game])

    def _answer(self) -> None:
        """Let the opponent play wherever it is to act."""
        batch = self._batch
        if not self._positions:
            batch.reply()
            return
        while (waiting := (batch.turn != self._seats) & ~batch.done).any():
            self._play(self._answers(waiting), waiting)

    def _answers(self, waiting: Truths) -> NDArray[np.int64]:
        if not self._players:
            return self._batch.sample(waiting)
        numbers = np.zeros(self.num_envs, np.int64)
        for game in np.flatnonzero(waiting).tolist():
            position = self._positions[game]
            numbers[game] = action_of(position, self._players[game].choose(position))
        return numbers

    # --- Rewards ---

    def _faults(self, numbers: NDArray[np.int64], playing: Truths) -> Truths:
        """The games that are lost by an action that is not legal, unless that is an error."""
        count = self._batch.masks.shape[1]
        strange = playing & ((numbers < 0) | (numbers >= count))
        if strange.any():
            game = int(strange.argmax())
            raise NotationError(
                f"game {game}: there is no move number {numbers[game]}: they go from 0 to {count - 1}"
            )
        if not self._loses:
            self._batch.check(numbers, playing)
            return np.zeros_like(playing)
        return playing & ~self._batch.masks[np.arange(self.num_envs), np.where(playing, numbers, 0)]

    def _move_rewards(self, numbers: NDArray[np.int64], which: Truths) -> NDArray[np.float64]:
        rewards = np.zeros(self.num_envs)
        if self._rewards[0].kind == "regret":
            for game in np.flatnonzero(which).tolist():
                position = self._positions[game]
                move = position.move_of(numbers[game])
                rewards[game] = self._rewards[game].of_move(position, move)
        return rewards

    def _add_end_rewards(self, rewards: NDArray[np.float64], ended: Truths, faults: Truths) -> None:
        kind, batch = self._rewards[0].kind, self._batch
        signs = np.where(self._seats == FIRST, 1.0, -1.0)
        if kind == "outcome":
            results = np.array([0.0, 1.0, -1.0])[np.where(ended, batch.winners, NOBODY)]
            rewards += results * signs
        elif kind == "margin" and ended.any():
            rewards += np.where(ended, batch.leads * signs, 0.0)
        for game in np.flatnonzero(faults).tolist():
            rewards[game] = -1.0 if kind == "outcome" else fault_reward(kind, batch.position(game))

    # --- Looking at it ---

    def _observations(self) -> Observation:
        return {"planes": self._batch.planes.copy(), "action_mask": self._masks()}

    def _masks(self) -> NDArray[np.int8]:
        return self.action_masks().view(np.int8)

    def action_masks(self) -> Truths:
        """(num_envs, moves): which actions are legal; all of them where a game is over."""
        return self._batch.masks | self._is_over[:, None]

    def _infos(self, which: Truths) -> Infos:
        """What these games say; nothing of others, as Gymnasium has it."""
        masks = self._masks()
        masks[~which] = 0
        return {"action_mask": masks, "_action_mask": which.copy()}

    def _final_infos(self, over: Truths, faults: Truths) -> Infos:
        """What games that are over showed before the next ones began."""
        observations = self._observations()
        final = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over).tolist():
            final[game] = {name: array[game].copy() for name, array in observations.items()}
        info = self._infos(over)
        if faults.any():
            info |= {"illegal": faults, "_illegal": faults.copy()}
        return {
            "final_obs": final,
            "_final_obs": over.copy(),
            "final_info": info,
            "_final_info": over.copy(),
        }

    def render(self) -> tuple[Any, ...] | None:
        """Each game as text or as a picture, as `render_mode` says."""
        if self.render_mode is None:
            logger.warn('nothing is rendered without a render_mode: "ansi" or "rgb_array"')
            return None
        self._check_ready()
        seats = self._seats.tolist()
        return tuple(
            rendered(self.render_mode, position, seat, self._opponent)
            for position, seat in zip(self._positions, seats, strict=True)
        )

    # --- What is handed in ---

    def _check_ready(self) -> None:
        if not self._is_ready:
            raise ResetNeeded("there are no games yet: call reset() first")

    def _checked_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        self._check_ready()
        if self._mode == AutoresetMode.DISABLED and self._is_over.any():
            game = int(self._is_over.argmax())
            raise ResetNeeded(f'game {game} is over: call reset(options={{"reset_mask": ...}}) first')
        return self._batch.as_actions(actions)

    def _checked_mask(self, mask: object) -> Truths:
        """The games that a reset is about."""
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        self._check_ready()
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask is an array of {self.num_envs} booleans, not {quote(mask)}")
        return mask.copy()

    def _checked_seeds(self, seed: object, which: Truths) -> dict[int, int]:
        """The seeds of those games that get one."""
        number = whole(seed)
        if seed is None:
            return {}
        seeds = listed(seed) if number is None else range(number, number + self.num_envs)
        if not isinstance(seeds, Sequence) or isinstance(seeds, str) or len(seeds) != self.num_envs:
            raise ValueError(
                f"seed is a whole number, or a list of {self.num_envs} of them, not {quote(seed)}"
            )
        checked = {}
        for game in np.flatnonzero(which).tolist():
            one = whole(seeds[game])
            if one is not None and one >= 0:
                checked[game] = one
            elif seeds[game] is not None:
                raise ValueError(f"a seed is a whole number from 0 on, not {quote(seeds[game])}")
        return checked


def _checked_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        words = ", ".join(repr(known.value) for known in AutoresetMode)
        raise ValueError(f"autoreset_mode is one of {words}, not {quote(mode)}") from None


def _checked_options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    for name in options or {}:
        if name not in OPTIONS:
            raise ValueError(f"the options of reset are {', '.join(OPTIONS)}, not {quote(name)}")
    return options or {}
