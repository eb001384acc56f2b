"""PettingZoo: its own checks, random games beside a position, and what an agent notices."""

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import fivesquare as fs
from fivesquare import actions
from fivesquare.research import zoo
from fivesquare.research.rewards import Rewards
from games import EXAMPLE_BOARDS, Answers, books, seeds
from research.driver import SEATS, Seen, drive, drive_many

NAMES = tuple(EXAMPLE_BOARDS)
CUSTOM: dict[str, Answers] = {
    "swap": {"like": "grow", "balance": "swap", "size": [3, 4]},
    "chain-swap": {"like": "chain", "balance": "swap", "size": [3, 3]},
    "chain-take": {"like": "flip", "again": "chain", "reach": "adjacent", "size": [4, 3]},
    "komi": {"like": "sweep", "balance": {"komi": 2.5}},
}
BOOKS: dict[str, Any] = {**{name: name for name in NAMES}, **CUSTOM}
every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)

OVER_AT_ONCE: Answers = {"like": "fifteen", "values": [2, 3], "goal": {"exactly": 1}, "size": [2, 2]}

# PettingZoo knows by name which environments may have a mask in their observation; ours is not on its list.
BY_NAME = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


@contextmanager
def asked_for_a_mask() -> Iterator[None]:
    """Inside, the two warnings about observations with a mask are no errors; every other warning is."""
    with warnings.catch_warnings():
        for message in BY_NAME:
            warnings.filterwarnings("ignore", message, UserWarning, r"pettingzoo\.test\.api_test")
        yield


# --- Its own checks ---


@every_book
def test_it_passes_pettingzoo_s_api_test(book: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with asked_for_a_mask():
        for reward in ("outcome", "margin"):
            api_test(zoo.env(book, reward=reward), num_cycles=200)
        api_test(zoo.raw_env(book), num_cycles=200)
    assert capsys.readouterr().out.count("Passed API test") == 3


@every_book
def test_it_passes_pettingzoo_s_seed_test(book: Any) -> None:
    seed_test(lambda: zoo.env(book))


@every_book
def test_it_passes_pettingzoo_s_render_test(book: Any) -> None:
    render_test(lambda render_mode: zoo.env(book, render_mode=render_mode))


@every_book
def test_it_passes_pettingzoo_s_performance_benchmark(
    book: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(range(10**6))  # hundredths of a second, by each look at it: 500 cycles and no more
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: next(clock) / 100))
    performance_benchmark(zoo.env(book))
    assert "Finished performance benchmark" in capsys.readouterr().out


# --- Random games beside a position ---


class Zoo:
    """How PettingZoo is asked."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.given = dict.fromkeys(SEATS, 0.0)

    def reset(self, seed: int) -> fs.Position:
        self.env.reset(seed=seed)
        self.given = dict.fromkeys(SEATS, 0.0)
        self._take_rewards()
        position: fs.Position = self.env.position
        return fs.start(position.book, board=position.board)

    def legal(self) -> Sequence[int]:
        mask = self.env.observe(self.env.agent_selection)["action_mask"]
        legal: list[int] = np.flatnonzero(mask).tolist()
        return legal

    def step(self, action: int) -> None:
        self.env.step(action)
        self._take_rewards()

    def _take_rewards(self) -> None:
        for agent, reward in self.env.rewards.items():
            self.given[zoo.SEATS[agent]] += reward

    def state(self) -> Seen:
        env = self.env
        seen = {seat: env.observe(agent) for agent, seat in zoo.SEATS.items()}
        for agent, seat in zoo.SEATS.items():
            assert env.observation_space(agent).contains(seen[seat])
        assert len(set(env.terminations.values())) == 1
        assert not any(env.truncations.values())
        return Seen(
            moves=env.position.moves,
            turn=None if env.terminations["player_1"] else zoo.SEATS[env.agent_selection],
            masks={seat: seen[seat]["action_mask"] for seat in SEATS},
            planes={seat: seen[seat]["observation"] for seat in SEATS},
            returns=self.given,
        )


@every_book
def test_random_games_are_those_of_a_position(book: Any) -> None:
    assert drive_many(Zoo(zoo.env(book)), range(180)) > 180
    assert drive_many(Zoo(zoo.env(book, reward="margin")), range(50), "margin") > 50


@settings(max_examples=100)
@given(books, seeds)
def test_random_games_of_any_book_are_those_of_a_position(book: Answers, seed: int) -> None:
    drive(Zoo(zoo.env(book)), seed)
    drive(Zoo(zoo.raw_env(book, reward="margin")), seed, "margin")


# --- Turns ---


def agents_of(env: Any, moves: str) -> list[str]:
    """Who was selected for each of the moves."""
    selected = []
    for move in moves.split():
        selected.append(env.agent_selection)
        env.step(actions.action_of(env.position, move))
    return selected


def test_a_chain_is_played_by_the_same_agent() -> None:
    env = zoo.env("chain")
    env.reset(seed=1)
    first, second = env.possible_agents
    assert agents_of(env, "3,3 3,4 3,2 2,2 3,5 stop") == [first, second, first, first, second, second]
    assert env.agent_selection == first
    assert env.position == fs.start("chain", seed=1).play("3,3").play("3,4").play("3,2").play("2,2").play(
        "3,5"
    ).play("stop")


def test_an_agent_that_cannot_claim_is_skipped() -> None:
    env = zoo.env("grow", board="1 2 3 4 5")
    env.reset()
    first, second = env.possible_agents
    assert agents_of(env, "1,2 1,1 1,3 1,4 1,5") == [first, second, first, first, first]
    assert env.terminations == {first: True, second: True}
    assert env.rewards == {first: 1, second: -1}


def test_a_swap_is_the_second_agent_s_turn() -> None:
    env = zoo.env(CUSTOM["swap"])
    env.reset(seed=1)
    assert agents_of(env, "1,1 swap 1,2 2,1") == ["player_1", "player_2", "player_1", "player_2"]


def test_a_game_that_is_over_at_the_opening_is_told_at_once() -> None:
    env = zoo.env(OVER_AT_ONCE)
    env.reset(seed=1)
    told = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        told[agent] = reward
        assert (terminated, truncated, info) == (True, False, {})
        assert observation["action_mask"].all()
        env.step(None)
    assert told == {"player_1": -1, "player_2": 1}


def test_the_regret_of_every_move_is_what_the_solver_says() -> None:
    env = zoo.env("sweep", reward="regret", board=EXAMPLE_BOARDS["sweep"])
    env.reset()
    told = dict.fromkeys(env.agents, 0.0)
    for move in ("1,2", "2,2", "1,1", "1,3"):
        lost = fs.regret(env.position, move).lost
        mover = env.agent_selection
        env.step(actions.action_of(env.position, move))
        assert env.rewards[mover] == -lost
        assert sum(env.rewards.values()) == -lost
        told[mover] = -lost
        assert env.last()[1] == told[env.agent_selection]
    assert fs.regret(fs.start("sweep", board=EXAMPLE_BOARDS["sweep"]), "1,2").lost > 0


# --- Faults ---


@pytest.mark.parametrize(
    ("book", "reward", "price"),
    [("flip", "outcome", -1), ("flip", "margin", -136), ("chain", "margin", -25), ("chain", "regret", -1)],
)
def test_an_illegal_move_loses(
    book: str, reward: str, price: float, caplog: pytest.LogCaptureFixture
) -> None:
    env = zoo.env(book, reward=reward)
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    assert "Illegal move" in caplog.text
    assert env.rewards == {"player_1": 0, "player_2": price}
    assert all(env.terminations.values())
    assert env.position.moves == ("1,1",)


def test_an_illegal_move_costs_what_is_on_the_board_that_is_played() -> None:
    env = zoo.env("grow", reward="margin")
    prices = set()
    for seed in range(5):
        env.reset(seed=seed)
        env.step(12)
        assert env.rewards["player_1"] == -sum(fs.start("grow", seed=seed).board.values)
        prices.add(env.rewards["player_1"])
    assert len(prices) > 1


def test_without_coats_an_illegal_move_is_an_error_that_changes_nothing() -> None:
    env = zoo.raw_env("flip")
    env.reset(seed=1)
    env.step(3)
    with pytest.raises(fs.IllegalMoveError, match="cell 1,4 is already claimed, after 1 move of flip"):
        env.step(3)
    with pytest.raises(fs.NotationError, match="there is no move number 16"):
        env.step(16)
    with pytest.raises(fs.NotationError, match="None is a move only when the game is over"):
        env.step(None)
    assert (env.agent_selection, env.position.moves) == ("player_2", ("1,4",))


def test_a_move_whose_regret_is_not_found_changes_nothing() -> None:
    env = zoo.raw_env("flip", size=(8, 8), reward="regret")
    env._rewards = Rewards("regret", effort=10)
    env.reset(seed=1)
    with pytest.raises(fs.BoardError, match='too large for the reward "regret"'):
        env.step(0)
    assert (env.agent_selection, env.position.moves) == ("player_1", ())


def test_calls_in_a_wrong_order_and_numbers_out_of_bounds_are_refused() -> None:
    env = zoo.env("flip")
    with pytest.raises(AssertionError, match=r"reset\(\) needs to be called before step"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(16)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"book": "flop"}, "no book is called 'flop'"),
        ({"book": "flip", "board": "1 2", "size": (1, 2)}, "give a board or a size, not both"),
        ({"book": "flip", "board": "1 1"}, "the values of this board must be"),
        ({"book": "flip", "reward": "points"}, "a reward is outcome, margin or regret, not 'points'"),
        (
            {"book": "flip", "render_mode": "rgb"},
            "a render mode is human, ansi, rgb_array or None, not 'rgb'",
        ),
    ],
)
def test_arguments_that_cannot_be_used_are_refused_at_once(arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        zoo.env(**arguments)


# --- Boards and seeds ---


def test_a_seed_deals_the_board_of_that_seed_and_the_later_ones_follow_from_it() -> None:
    env, other = zoo.env("grow", size=(4, 5)), zoo.env("grow", size=(4, 5))
    boards = []
    for seed in (7, None, None):
        env.reset(seed=seed)
        other.reset(seed=seed)
        assert env.position == other.position
        boards.append(env.position.board)
    assert boards[0] == fs.start("grow", size=(4, 5), seed=7).board
    assert len(set(boards)) == 3
    env.reset(seed=np.int64(7))
    assert env.position.board == boards[0]


def test_without_any_seed_boards_are_random() -> None:
    dealt = []
    for env in (zoo.env("grow"), zoo.env("grow")):
        env.reset()
        dealt.append(env.position.board)
    assert dealt[0] != dealt[1]


def test_a_board_that_is_given_is_played_every_time() -> None:
    env = zoo.env("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
    for seed in (None, 1, 2):
        env.reset(seed=seed)
        assert env.position == fs.start("sweep", board=EXAMPLE_BOARDS["sweep"])
        env.step(4)


PLAYED_ELSEWHERE = """
from fivesquare.research import zoo
env = zoo.env("fifteen")
for seed in (5, None, None):
    env.reset(seed=seed)
    for agent in env.agents:
        env.action_space(agent).seed(9)
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        env.step(None if terminated else env.action_space(agent).sample(observation["action_mask"]))
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


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_by_itself_from_where_the_game_stands(copied: Any) -> None:
    env = zoo.env("chain", size=(3, 3))
    env.reset(seed=3)
    agents_of(env, "2,2 1,1 2,1")
    twin = copied(env)
    agents_of(twin, "3,1 1,2")
    assert env.position.moves == ("2,2", "1,1", "2,1")
    assert twin.position.moves == ("2,2", "1,1", "2,1", "3,1", "1,2")
    agents_of(env, "3,1 1,2")
    for agent in env.possible_agents:
        ours, theirs = env.observe(agent), twin.observe(agent)
        assert all(np.array_equal(ours[key], theirs[key]) for key in ours)


def test_the_boards_after_a_copy_are_those_of_the_original() -> None:
    env = zoo.env("grow")
    env.reset(seed=3)
    twin = copy.deepcopy(env)
    env.reset()
    twin.reset()
    assert env.position.board == twin.position.board


# --- Looking at it ---


def test_the_first_player_s_view_is_not_the_second_s() -> None:
    env = zoo.env("flip")
    env.reset(seed=1)
    env.step(5)
    first, second = (env.observe(agent) for agent in env.possible_agents)
    assert (first["observation"][0, 1, 1], second["observation"][0, 1, 1]) == (1, 0)
    assert (first["action_mask"].sum(), second["action_mask"].sum()) == (0, 15)


def test_a_person_is_shown_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    env = zoo.env("sweep", board=EXAMPLE_BOARDS["sweep"], render_mode="human")
    env.reset()
    opening = env.position
    assert env.render() is None
    env.step(4)
    assert capsys.readouterr().out == f"{opening}\n\n" * 2 + f"{opening.play('2,2')}\n\n"


def test_nothing_is_rendered_without_a_mode() -> None:
    env = zoo.env("sweep")
    env.reset()
    with pytest.warns(UserWarning, match='render_mode="ansi"'):
        assert env.render() is None


def test_an_environment_says_what_it_is() -> None:
    assert str(zoo.env("chain")) == "fivesquare_chain_v0"
    assert str(zoo.env({"like": "chain", "balance": "swap"})) == "fivesquare_custom_v0"
    assert not zoo.env("chain").metadata["is_parallelizable"]
