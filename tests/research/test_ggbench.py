"""gg-bench's shape: random games beside a position, its loops, and each point of docs/ggbench.md."""

import copy
import json
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from numpy.typing import NDArray

import fivesquare as fs
from fivesquare import actions
from fivesquare.engine import FIRST, SECOND
from fivesquare.research.ggbench import Chain, Fifteen, Flip, GameEnv, Grow, Sweep
from games import EXAMPLE_BOARDS, Answers, books, seeds
from research.driver import SEATS, Seen, drive, drive_many

PAGE = (Path(__file__).parents[2] / "docs" / "ggbench.md").read_text(encoding="utf-8")

FIVE: dict[str, Callable[..., GameEnv]] = {
    "flip": Flip,
    "sweep": Sweep,
    "grow": Grow,
    "chain": Chain,
    "fifteen": Fifteen,
}
CUSTOM: dict[str, Answers] = {
    "swap": {"like": "grow", "balance": "swap", "size": [3, 4]},
    "chain-swap": {"like": "chain", "balance": "swap", "size": [3, 3]},
    "chain-take": {"like": "flip", "again": "chain", "reach": "adjacent", "size": [4, 3]},
    "fifteen-chain": {"like": "fifteen", "again": "chain", "goal": {"exactly": 9}},
}


def _env(name: str) -> GameEnv:
    if name in CUSTOM:
        return GameEnv(CUSTOM[name])
    env = FIVE[name]()
    assert env.position.book == fs.CATALOGUE[name]
    return env


every_game = pytest.mark.parametrize("name", [*FIVE, *CUSTOM])


# --- Random games beside a position ---


class Steps:
    """How gg-bench asks; passes are made for whoever has to."""

    def __init__(self, env: GameEnv) -> None:
        self.env = env

    def reset(self, seed: int) -> fs.Position:
        observation, info = self.env.reset(seed=seed)
        self._look(observation)
        assert info == {}
        self.given = dict.fromkeys(SEATS, 0.0)
        position = self.env.position
        return fs.start(position.book, seed=seed, size=position.size)

    def legal(self) -> Sequence[int]:
        return self.env.valid_moves()

    def step(self, action: int) -> None:
        env = self.env
        while True:
            mover, before = env.current_player, env.position
            observation, reward, terminated, truncated, info = env.step(action)
            self._look(observation)
            assert (terminated, truncated, info) == (env.done, False, {})
            assert env.current_player == (mover if terminated else -mover)
            self.given[1 if mover == 1 else 2] += reward
            self.given[2 if mover == 1 else 1] -= reward
            if action == env.pass_move:
                assert env.position is before
            if env.done or env.valid_moves() != [env.pass_move]:
                return
            action = env.pass_move

    def _look(self, observation: NDArray[np.float32]) -> None:
        assert self.env.observation_space.contains(observation)
        self.observation = observation

    def state(self) -> Seen:
        env = self.env
        seat = 1 if env.current_player == 1 else 2
        return Seen(
            moves=env.position.moves,
            turn=None if env.done else seat,
            planes={seat: self.observation.reshape(actions.PLANES, *env.position.size)},
            returns=self.given,
        )


@every_game
def test_random_games_are_those_of_a_position(name: str) -> None:
    assert drive_many(Steps(_env(name)), range(230)) > 230


@settings(max_examples=100)
@given(books, seeds)
def test_random_games_of_any_book_are_those_of_a_position(book: Answers, seed: int) -> None:
    env = GameEnv(book)
    position = drive(Steps(env), seed)
    assert env.done == position.is_over


@every_game
def test_it_passes_gymnasium_s_check(name: str) -> None:
    check_env(_env(name), skip_render_check=True)  # it would make others by a registered name


# --- The loops of gg-bench, in our words ---


class Told(gymnasium.Wrapper[Any, Any, Any, Any]):
    """What gg-bench puts around an environment: it tells agents whose move it is, by counting steps."""

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env)
        assert isinstance(env.observation_space, gymnasium.spaces.Box)
        assert len(env.observation_space.shape) == 1
        self.player = 1
        self.steps = 0
        self.reward = 0.0
        self.over = False

    def reset(self, **keywords: Any) -> Any:
        self.player, self.steps, self.over = 1, 0, False
        return super().reset(**keywords)

    def step(self, action: Any) -> Any:
        observation, reward, self.over, truncated, info = super().step(action)
        self.reward = float(reward)
        self.player = -self.player
        self.steps += 1
        assert self.steps < 100  # where it gives up
        return observation, self.reward, self.over, truncated, info


Chooser = Callable[[Told, list[int]], int]


def evaluated(env: Told, choosers: dict[str, Chooser], first: str) -> tuple[str, float]:
    """One game in strict turns: who made the last move, and the reward it got."""
    env.reset()
    mover = first
    while True:
        game: GameEnv = env.unwrapped  # type: ignore[assignment]
        valid = sorted(game.valid_moves())
        assert valid, "nobody is asked who has nothing to do"
        assert json.loads(str(valid)) == valid, "the prompt has plain numbers"
        assert game.render()
        assert env.player == game.current_player
        action = valid[0] if len(valid) == 1 else choosers[mover](env, valid)
        _, reward, done, _, _ = env.step(action)
        if done:
            return mover, reward
        mover = next(name for name in choosers if name != mover)


def randomly(chance: random.Random) -> Chooser:
    return lambda env, valid: chance.choice(valid)


def by_playouts(chance: random.Random) -> Chooser:
    """Tries each move on deep copies, and knows whose reward it is by counting, as its search does."""

    def choose(env: Told, valid: list[int]) -> int:
        return max(valid, key=lambda action: sum(worth(env, action) for _ in range(3)))

    def worth(env: Told, action: int) -> float:
        mover, twin = env.player, copy.deepcopy(env)
        twin.step(action)
        while not twin.over:
            twin.step(chance.choice(twin.unwrapped.valid_moves()))  # type: ignore[attr-defined]
        return twin.reward * -twin.player * mover

    return choose


@every_game
def test_gg_bench_s_evaluation_counts_every_game_for_the_right_side(name: str) -> None:
    chance = random.Random(1)
    env = Told(_env(name))
    env.reset(seed=1)
    for number in range(60):
        sides = ("agent", "model") if number % 2 else ("model", "agent")
        mover, reward = evaluated(env, dict.fromkeys(sides, randomly(chance)), sides[0])
        other = sides[sides[0] == mover]
        counted = {1: mover, -1: other, 0: "nobody"}[int(reward)]
        outcome = env.unwrapped.position.outcome  # type: ignore[attr-defined]
        assert counted == {0: "nobody", 1: sides[0], 2: sides[1]}[outcome.winner]


@pytest.mark.parametrize("name", FIVE)
def test_gg_bench_s_search_by_copies_beats_chance(name: str) -> None:
    """Rewards, turns and copies are right together: with one of them wrong, searching would not help."""
    chance = random.Random(2)
    choosers = {"search": by_playouts(chance), "random": randomly(chance)}
    env = Told(FIVE[name](size=(3, 3)))
    env.reset(seed=2)
    total = 0.0
    for number in range(16):
        mover, reward = evaluated(env, choosers, ("search", "random")[number % 2])
        total += reward if mover == "search" else -reward
    assert total >= 6


def test_copies_go_on_by_themselves() -> None:
    env = Grow()
    env.reset(seed=1)
    env.step(0)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.step(24)
        assert (env.position.moves, twin.position.moves) == (("1,1",), ("1,1", "5,5"))
        assert (env.current_player, twin.current_player) == (-1, 1)


def test_the_list_of_valid_moves_is_the_caller_s() -> None:
    env = Sweep()
    env.valid_moves().clear()
    assert env.valid_moves() == list(range(9))


# --- Boards and seeds ---


def test_a_seed_deals_the_board_of_that_seed_and_the_later_ones_follow_from_it() -> None:
    dealt = []
    for env in (Grow(size=(3, 4)), GameEnv("grow", size=(3, 4))):
        env.reset(7)
        assert env.position == fs.start("grow", seed=7, size=(3, 4))
        env.reset()
        dealt.append(env.position.board)
    assert dealt[0] == dealt[1] != fs.start("grow", seed=7, size=(3, 4)).board
    assert Grow().position.board != Grow().position.board


def test_a_board_that_is_given_is_played_every_time() -> None:
    env = Sweep(board=EXAMPLE_BOARDS["sweep"])
    for seed in (None, 1, 2):
        env.reset(seed=seed)
        assert env.position == fs.start("sweep", board=EXAMPLE_BOARDS["sweep"])
        env.step(4)


PLAYED_ELSEWHERE = """
from fivesquare.research.ggbench import Fifteen
env = Fifteen()
for seed in (5, None, None):
    env.reset(seed=seed)
    env.action_space.seed(9)
    while not env.done:
        env.step(env.valid_moves()[env.action_space.sample() % len(env.valid_moves())])
    print(env.position.to_record())
"""


def test_seeds_mean_the_same_in_every_process() -> None:
    runs = {
        subprocess.run(
            [sys.executable, "-c", PLAYED_ELSEWHERE],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(runs) == 1
    assert runs.pop().count("'fifteen'") == 3


# --- Moves that are not valid ---


@pytest.mark.parametrize(
    ("moves", "action", "reason"),
    [
        ("3,3", 12, "cell 3,3 is already claimed, after 1 move of chain"),
        ("", 25, '"stop" is only a move inside a chain, after 0 moves of chain'),
        ("", 26, "player 1 cannot pass"),
        ("", 27, "there is no move number 27: they go from 0 to 26"),
        ("", -1, "there is no move number -1: they go from 0 to 26"),
        ("3,3 1,1 3,2", 0, "player 2 can only pass, with 26"),
    ],
)
def test_a_move_that_is_not_valid_loses_and_says_why(moves: str, action: int, reason: str) -> None:
    env = Chain()
    for move in moves.split():
        env.step(actions.action_of(env.position, move))
    before = env.position
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info) == (-10, True, False, {"illegal": reason})
    assert env.position is before
    assert (env.done, env.valid_moves()) == (True, [])
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info) == (-10, True, {"illegal": "the game is over"})


@pytest.mark.parametrize("action", [None, "0", 0.0, np.array([0, 1])])
def test_what_is_no_number_is_an_error(action: Any) -> None:
    env = Flip()
    with pytest.raises(fs.NotationError, match="the number of a move is a whole number"):
        env.step(action)
    env.step(np.int64(0))
    assert env.position.moves == ("1,1",)


def test_the_numbers_are_explained() -> None:
    assert Sweep().move_description() == (
        "Numbers 0 to 8 claim a cell of the 3x3 grid, row by row: 0 is row 1, column 1, and 2 is row 1, "
        "column 3. 9 passes; it is valid only when nothing else is."
    )
    told = GameEnv(CUSTOM["chain-swap"]).move_description()
    assert "9 stops instead of claiming a second cell. 10 takes over the first player's cell" in told
    assert told.endswith("11 passes; it is valid only when nothing else is.")


# --- The points of docs/ggbench.md ---


def moved(env: GameEnv, moves: str) -> tuple[float, bool]:
    """Reward and end after the last of these moves; "pass" is one as well."""
    last = (0.0, False)
    for move in moves.split():
        number = env.pass_move if move == "pass" else actions.action_of(env.position, move)
        _, reward, terminated, _, info = env.step(number)
        assert info == {}, f"{move} is not valid: {info}"
        last = reward, terminated
    return last


def test_flip_a_tie_is_a_draw() -> None:
    board = "1 2 3 4/8 7 6 5/9 10 11 12/16 15 14 13"
    env = Flip(board=board)
    ends = set()
    for seed in range(400):
        chance = random.Random(seed)
        env.reset()
        while not env.done:
            _, reward, _, _, _ = env.step(chance.choice(env.valid_moves()))
        outcome = env.position.outcome
        assert outcome is not None
        assert (reward == 0) == (env.position.scores == (68, 68)) == (outcome.winner == 0)
        ends.add(outcome.winner)
    assert ends == {0, 1, 2}


@pytest.mark.parametrize("name", FIVE)
def test_all_a_seed_reproduces_the_board_and_touches_no_chance_but_its_own(name: str) -> None:
    env, other = FIVE[name](), FIVE[name]()
    np.random.seed(1)
    expected = np.random.random()
    np.random.seed(1)
    assert np.array_equal(env.reset(seed=3)[0], other.reset(seed=3)[0])
    assert np.random.random() == expected


@pytest.mark.parametrize("name", FIVE)
def test_all_every_step_returns_five_things(name: str) -> None:
    env = FIVE[name]()
    while not env.done:
        step = env.step(env.valid_moves()[0])
        assert len(step) == 5
        _, reward, terminated, truncated, info = step
        assert type(reward) is float
        assert (type(terminated), truncated, info) == (bool, False, {})


@pytest.mark.parametrize("name", FIVE)
def test_all_the_observation_is_flat_and_lies_in_its_space(name: str) -> None:
    env = FIVE[name]()
    observation, _ = env.reset(seed=1)
    while True:
        assert observation.ndim == 1
        assert env.observation_space.dtype == observation.dtype
        assert env.observation_space.contains(observation)
        if env.done:
            break
        observation, *_ = env.step(env.valid_moves()[-1])


@pytest.mark.parametrize("name", FIVE)
def test_all_the_observation_says_who_owns_what_and_who_acts(name: str) -> None:
    env = FIVE[name]()
    observation, _ = env.reset(seed=1)
    for _ in range(4):
        own, other, _, may, _, first = observation.reshape(6, *env.position.size)
        seat = FIRST if env.current_player == 1 else SECOND
        assert first.all() == (seat == FIRST)
        owners = np.array(env.position.owners)
        assert np.array_equal(own == 1, owners == seat)
        assert np.array_equal(other == 1, (owners != seat) & (owners != 0))
        claims = [number for number in env.valid_moves() if number < owners.size]
        assert np.flatnonzero(may).tolist() == claims
        observation, *_ = env.step(env.valid_moves()[0])


def test_sweep_a_valid_move_costs_nothing() -> None:
    env = Sweep(board=EXAMPLE_BOARDS["sweep"])
    assert [moved(env, move) for move in ("2,2", "1,3", "3,3", "3,1")] == [(0, False)] * 4
    assert moved(env, "1,1") == (1, True)


def test_sweep_what_is_shown_has_owners_and_scores() -> None:
    env = Sweep(board=EXAMPLE_BOARDS["sweep"])
    moved(env, "2,2 1,3")
    shown = env.render()
    assert "5 A3 B8" in shown
    assert "A, player 1: 19 points; B, player 2: 8 points" in shown


def test_grow_whoever_is_shut_in_is_skipped_and_the_game_goes_on() -> None:
    env = Grow(board="1 2 3 4 5")
    moved(env, "1,2 1,1 1,3")
    assert (env.current_player, env.valid_moves()) == (-1, [env.pass_move])
    assert moved(env, "pass 1,4 pass 1,5") == (1, True)
    assert env.position.moves == ("1,2", "1,1", "1,3", "1,4", "1,5")


def test_grow_on_five_by_five_a_corner_can_be_shut_in() -> None:
    env = Grow(board=EXAMPLE_BOARDS["grow"])
    moved(env, "1,2 1,1 1,3 2,1 2,2 3,1 3,2 4,1 4,2 5,1 5,2")
    assert (env.current_player, env.valid_moves(), env.done) == (-1, [env.pass_move], False)
    assert env.position.turn == 1


def test_grow_the_last_mover_who_loses_gets_minus_one() -> None:
    assert moved(Grow(board="9 1"), "1,1 1,2") == (-1, True)
    assert moved(Grow(board="1 9"), "1,1 1,2") == (1, True)


def test_grow_a_move_that_is_not_valid_ends_the_game_for_good() -> None:
    env = Grow(board=EXAMPLE_BOARDS["grow"])
    _, reward, terminated, _, _ = env.step(12)  # the middle is not on the outer edge
    assert (reward, terminated, env.done) == (-10, True, True)
    _, reward, terminated, _, _ = env.step(0)
    assert (reward, terminated, env.position.moves) == (-10, True, ())


def test_chain_a_legal_chain_claim_is_legal() -> None:
    env = Chain()
    assert moved(env, "3,3 3,4 3,2 pass 2,2") == (0, False)
    assert env.position.owners[1][1] == 1
    assert (env.current_player, env.position.turn) == (-1, 2)


def test_chain_the_second_claim_may_be_declined() -> None:
    env = Chain()
    moved(env, "3,3 3,4 3,2 pass")
    assert env.valid_moves() == [6, 10, 16, 25]
    assert moved(env, "stop") == (0, False)
    assert (env.current_player, env.position.turn) == (-1, 2)


def test_chain_without_a_free_neighbour_the_turn_ends() -> None:
    env = Chain()
    moved(env, "1,2 2,1 5,5 5,1 1,1")  # in the corner, beside one's own, and shut in
    assert (env.current_player, env.position.turn) == (-1, 2)
    assert env.pass_move not in env.valid_moves()


def test_chain_a_second_claim_that_would_win_must_be_beside_the_first() -> None:
    light, dark = ([cell for cell in range(25) if cell % 2 == colour] for colour in (0, 1))
    env = Chain()
    for own, other in zip(light[1:12], dark[1:], strict=True):
        env.step(own)
        env.step(other)
    moved(env, "1,2 pass")
    assert (env.position.counts, env.valid_moves()) == ((12, 11), [0, 25])
    _, reward, terminated, _, _ = copy.deepcopy(env).step(24)
    assert (reward, terminated) == (-10, True)
    assert moved(env, "1,1") == (1, True)


def test_chain_the_observation_says_where_a_chain_goes_on() -> None:
    env = Chain()
    moved(env, "3,3 3,4 3,2")
    observation, *_ = env.step(env.pass_move)
    assert np.flatnonzero(observation.reshape(6, 25)[4]).tolist() == [11]


def test_fifteen_the_last_mover_who_loses_gets_minus_one() -> None:
    assert moved(Fifteen(board="5 3"), "1,1 1,2") == (-1, True)


def test_fifteen_a_pass_is_valid_only_when_nothing_else_is() -> None:
    env = Fifteen(board="1 2 3 4 5")
    assert env.step(env.pass_move)[1:3] == (-10, True)
    env.reset()
    moved(env, "1,2 1,1 1,3")
    assert env.valid_moves() == [env.pass_move]
    assert moved(env, "pass 1,4 pass 1,5") == (1, True)


def test_fifteen_a_number_that_no_move_has_claims_nothing() -> None:
    for number in (-1, 17):
        env = Fifteen(board=EXAMPLE_BOARDS["fifteen"])
        _, reward, terminated, _, _ = env.step(number)
        assert (reward, terminated, env.position.counts) == (-10, True, (0, 0))


POINT = re.compile(r"test_(?:all|flip|sweep|grow|chain|fifteen)_\w+")


def test_every_point_of_the_page_has_its_test() -> None:
    ours = {name for name in globals() if POINT.fullmatch(name)}
    assert set(POINT.findall(PAGE)) == ours
