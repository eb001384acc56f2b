"""A game against an opponent, for Gymnasium."""

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Literal

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare import actions
from fivesquare.research.gym import FivesquareEnv
from games import SWEEP_BOARD, Answers, books, seeds
from research.driver import Seen, drive, worth

NAMES = ["Flip", "Sweep", "Grow", "Chain", "Fifteen"]
SWAPPING = {"like": "grow", "balance": "swap"}
LOST_AT_ONCE = {**fs.CATALOGUE["fifteen"].answers, "goal": {"exactly": 1}}
"""Whoever is first claims a 1 and has won."""


def made(name: str, **arguments: Any) -> FivesquareEnv:
    env = gymnasium.make(f"Fivesquare/{name}-v1", **arguments).unwrapped
    assert isinstance(env, FivesquareEnv)
    return env


def random_step(env: FivesquareEnv, mask: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    return env.step(env.action_space.sample(mask))


def moves_of_games(
    env: FivesquareEnv, games: int, seed: int
) -> list[tuple[int, fs.Board, tuple[str, ...]]]:
    """Random games: the seat, the board and the moves of each."""
    env.action_space.seed(seed)
    played = []
    for number in range(games):
        _, info = env.reset(seed=seed if number == 0 else None)
        terminated = False
        while not terminated:
            _, _, terminated, _, info = random_step(env, info["action_mask"])
        played.append((env.seat, env.position.board, env.position.moves))
    return played


# --- What Gymnasium wants ---


def test_the_five_are_registered_by_their_names() -> None:
    ours = [name for name in gymnasium.registry if name.startswith("Fivesquare/")]
    assert ours == [f"Fivesquare/{name}-v1" for name in NAMES]
    for name in NAMES:
        spec = gymnasium.spec(f"Fivesquare/{name}-v1")
        assert spec.vector_entry_point == "fivesquare.research.vector:FivesquareVectorEnv"
        assert made(name).reset()[0] in made(name).observation_space
        spec.to_json()  # so that an experiment can be written down


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seat", [1, 2, "alternate"])
def test_gymnasium_has_nothing_to_say(name: str, seat: int | str) -> None:
    check_env(made(name, seat=seat))


@pytest.mark.parametrize(
    "arguments",
    [
        {"opponent": "level:3"},
        {"opponent": lambda position: position.legal[0]},
        {"opponent": "perfect", "reward": "regret", "size": (3, 3)},
        {"reward": "margin", "seat": 2, "illegal": "lose"},
        {"book": SWAPPING, "seat": 2},
        {"book": {"like": "grow", "balance": {"komi": 2.5}}, "reward": "margin"},
        {"book": "flip", "size": (1, 2), "seat": "alternate"},
        {"book": {"like": "chain", "balance": "swap"}, "size": [8, 8]},
        {"book": "sweep", "board": SWEEP_BOARD},
        {"book": LOST_AT_ONCE, "seat": 2, "board": [[1, 1, 1]]},
        {"render_mode": "rgb_array"},
        {"render_mode": "ansi"},
    ],
)
def test_nor_about_arguments(arguments: dict[str, Any]) -> None:
    check_env(made("Grow", **arguments))


@given(books, seeds)
@settings(max_examples=15)
def test_nor_about_any_other_book(book: Answers, seed: int) -> None:
    check_env(FivesquareEnv(book, seat=1 + seed % 2), skip_render_check=True)


def test_without_an_import_of_ours_by_the_module_in_the_name() -> None:
    program = """if True:
        import gymnasium
        env = gymnasium.make("fivesquare.research.gym:Fivesquare/Chain-v1", opponent="greedy")
        print(env.reset(seed=1)[0]["planes"].shape)
    """
    made("Chain")  # compiles, if nobody has yet
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "(6, 5, 5)\n"
    assert done.stderr == ""


@pytest.mark.parametrize("kind", [gymnasium.vector.SyncVectorEnv, gymnasium.vector.AsyncVectorEnv])
def test_many_at_once_by_gymnasium_s_own_means(
    kind: Callable[..., gymnasium.vector.VectorEnv[Any]],
) -> None:
    """Each plays what it plays alone."""
    envs = kind([lambda: FivesquareEnv("sweep", opponent="level:2", seat=2)] * 2)
    alone = [FivesquareEnv("sweep", opponent="level:2", seat=2) for _ in range(2)]
    seen, info = envs.reset(seed=5)  # and 6
    singles = [env.reset(seed=seed)[0] for env, seed in zip(alone, (5, 6), strict=True)]
    over = [False, False]
    for _ in range(10):
        for number, single in enumerate(singles):
            np.testing.assert_array_equal(seen["planes"][number], single["planes"])
            np.testing.assert_array_equal(seen["action_mask"][number], single["action_mask"])
            np.testing.assert_array_equal(info["action_mask"][number], single["action_mask"])
        chosen = [int(single["action_mask"].argmax()) for single in singles]
        seen, rewards, terminated, _, info = envs.step(np.array(chosen))
        for number, env in enumerate(alone):
            if over[number]:  # the next step begins the next game
                singles[number], reward, over[number] = env.reset()[0], 0.0, False
            else:
                singles[number], reward, over[number], _, _ = env.step(chosen[number])
            assert (rewards[number], terminated[number]) == (reward, over[number])
    envs.close()


# --- The same game as Position's ---


class Gym:
    """How an environment is asked by the driver."""

    def __init__(self, book: str | Answers, reward: str = "outcome") -> None:
        self.env = FivesquareEnv(
            book, opponent=self._choose, seat="alternate", reward=reward, illegal="raise"
        )
        self._chance = random.Random(0)

    def _choose(self, position: fs.Position) -> str:
        assert position.turn not in (None, self.env.seat)
        self._chosen.append(self._chance.choice(position.legal))
        return self._chosen[-1]

    def reset(self, seed: int) -> fs.Position:
        self._chosen: list[str] = []
        self._sum, self._terminated = 0.0, False
        self._seen, self._info = self.env.reset(seed=seed)
        if self.env.position.is_over:  # before the agent could act
            assert self._info["action_mask"].all()
            self.step(0)
        return self.env.position.history()[0]

    def legal(self) -> list[int]:
        return [int(action) for action in self._info["action_mask"].nonzero()[0]]

    def step(self, action: int) -> None:
        self._seen, reward, self._terminated, truncated, self._info = self.env.step(action)
        assert not truncated
        assert type(reward) is float
        self._sum += reward

    def state(self) -> Seen:
        seat, mask = self.env.seat, self._seen["action_mask"]
        assert mask.dtype == self._info["action_mask"].dtype == np.int8
        assert self.env.action_masks().dtype == np.bool_
        np.testing.assert_array_equal(self._info["action_mask"], mask)
        np.testing.assert_array_equal(self.env.action_masks(), mask)
        history = self.env.position.history()
        others = [after.moves[-1] for before, after in pairwise(history) if before.turn != seat]
        assert others == self._chosen
        return Seen(
            moves=self.env.position.moves,
            turn=None if self._terminated else seat,
            masks={seat: mask},
            planes={seat: self._seen["planes"]},
            returns={seat: self._sum},
        )


@pytest.mark.parametrize("book", fs.CATALOGUE)
@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_random_games_are_those_of_position(book: str, reward: Literal["outcome", "margin"]) -> None:
    adapter, seats = Gym(book, reward), set()
    for seed in range(200):
        drive(adapter, seed, reward)
        seats.add(adapter.env.seat)
    assert seats == {1, 2}


@given(books, seeds)
def test_in_any_book_of_any_size(book: Answers, seed: int) -> None:
    adapter = Gym(book, "margin")
    for number in range(3):
        drive(adapter, seed + number, "margin")


@given(books, seeds, st.sampled_from(["outcome", "margin"]))
def test_machine_code_shows_what_the_rules_say_in_any_book(book: Answers, seed: int, reward: str) -> None:
    """Against a random opponent; by the position, which is played move by move in Python."""
    env = FivesquareEnv(book, seat="alternate", reward=reward)
    chance = random.Random(seed)
    for number in range(3):
        seen, info = env.reset(seed=seed if number == 0 else None)
        over, given = False, 0.0
        while True:
            position = env.position
            assert position.is_over or not over
            assert position.turn in (None, env.seat)
            assert position == fs.Position.from_record(position.to_record())
            np.testing.assert_array_equal(seen["planes"], actions.planes(position, env.seat))
            for mask in (seen["action_mask"], info["action_mask"], env.action_masks()):
                np.testing.assert_array_equal(mask, actions.mask(position))
            if over:
                break
            legal = seen["action_mask"].nonzero()[0].tolist()
            seen, given, over, _, info = env.step(chance.choice(legal))
        assert given == worth(position, env.seat, reward)


def test_a_chain_is_played_by_several_steps_in_a_row() -> None:
    env = made("Chain", opponent=lambda position: position.legal[-1], illegal="raise")
    env.reset()
    env.step(0)
    seen, _, _, _, info = env.step(1)
    assert list(env.position.moves) == ["1,1", "5,5", "1,2"]
    assert seen["planes"][4].nonzero() == (0, 1)  # where the chain goes on from
    assert info["action_mask"].nonzero()[0].tolist() == [2, 6, 25]
    env.step(25)
    assert list(env.position.moves[3:]) == ["stop", "5,4", "stop"]


def test_an_opponent_who_cannot_claim_is_skipped() -> None:
    env = FivesquareEnv("grow", board="1 2 3 4", opponent=lambda _: "1,1", illegal="raise")
    env.reset()
    ended = [env.step(action)[2] for action in (1, 2, 3)]
    assert ended == [False, False, True]
    assert env.position.moves == ("1,2", "1,1", "1,3", "1,4")


def test_a_reply_that_wins_ends_the_agent_s_step() -> None:
    book = {**LOST_AT_ONCE, "goal": {"exactly": 2}}
    env = FivesquareEnv(book, board="1 1 2", opponent=lambda _: "1,3", illegal="raise")
    env.reset()
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated) == (-1, True)
    assert info["action_mask"].all()
    assert env.position.moves == ("1,1", "1,3")


@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_a_game_that_ends_before_the_agent_acts_is_lost_by_any_step(illegal: str) -> None:
    env = FivesquareEnv(LOST_AT_ONCE, board="1 1 1", seat=2, illegal=illegal)
    seen, info = env.reset(seed=1)
    assert env.position.is_over
    assert info["action_mask"].all()
    assert seen in env.observation_space
    _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert (reward, terminated) == (-1, True)
    assert "illegal" not in info
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_after_an_end_by_an_illegal_action_the_mask_is_all_true_as_well() -> None:
    env = made("Sweep")
    env.reset(seed=1)
    env.step(0)
    taken = int((~env.action_masks()).argmax())
    seen, _, terminated, _, info = env.step(taken)
    assert (terminated, info["illegal"]) == (True, True)
    assert seen["action_mask"].all()
    assert info["action_mask"].all()
    assert env.action_masks().all()


def test_whoever_changes_what_was_shown_changes_nothing_else() -> None:
    env = made("Sweep")
    seen, info = env.reset(seed=1)
    seen["action_mask"][:] = 0
    seen["planes"][:] = 0
    assert info["action_mask"].all()
    assert env.action_masks().all()
    assert env.step(0)[0]["planes"][2].all()


# --- Rewards ---


def test_regret_comes_move_by_move() -> None:
    env = FivesquareEnv("sweep", board=SWEEP_BOARD, opponent="perfect", reward="regret")
    env.reset(seed=3)
    given, terminated = [], False
    while not terminated:
        before = env.position
        action = actions.action_of(before, before.legal[0])
        _, reward, terminated, _, _ = env.step(action)
        assert reward == -fs.regret(before, before.legal[0]).lost
        given.append(reward)
    best = fs.solve(env.position.history()[0]).margin
    first, second = env.position.scores
    assert sum(given) == first - second - (best or 0)  # against perfect play that is all there is to lose
    assert sum(given) < 0


@pytest.mark.parametrize(("reward", "lost"), [("outcome", -1), ("margin", -45), ("regret", -90)])
def test_an_illegal_action_loses(reward: str, lost: float) -> None:
    env = made("Sweep", reward=reward)
    env.reset(seed=1)
    env.step(4)
    before = env.position
    seen, given, terminated, truncated, info = env.step(4)
    assert (given, terminated, truncated) == (lost, True, False)
    assert info["illegal"] is True
    assert env.position == before
    assert seen in env.observation_space
    with pytest.raises(ResetNeeded, match=r"this game is over: call reset\(\) before the next step"):
        env.step(0)
    env.reset()
    assert "illegal" not in env.step(0)[4]


def test_or_it_raises_and_changes_nothing() -> None:
    env = made("Sweep", illegal="raise")
    env.reset(seed=1)
    env.step(4)
    before = env.position
    with pytest.raises(fs.IllegalMoveError, match=r"cell 2,2 is already claimed, after 2 moves of sweep"):
        env.step(4)
    assert env.position == before
    env.step(before.all_moves.index(before.legal[0]))
    assert len(env.position.moves) > len(before.moves)


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("action", [9, -1, 1.0, "2,2", None, np.array([4]), True])
def test_what_is_no_action_at_all_is_an_error_in_any_case(illegal: str, action: int) -> None:
    env = made("Sweep", illegal=illegal)
    env.reset(seed=1)
    with pytest.raises(fs.NotationError):
        env.step(action)
    assert env.position.moves == ()
    env.step(np.int64(4))


# --- Seats, boards and seeds ---


def test_seats_alternate_and_are_drawn_after_a_seed() -> None:
    env = made("Sweep", seat="alternate")
    first_seats = []
    for seed in range(40):
        env.reset(seed=seed)
        seats = [env.seat]
        for _ in range(3):
            env.reset()
            seats.append(env.seat)
        assert seats in ([1, 2, 1, 2], [2, 1, 2, 1])
        first_seats.append(seats[0])
    assert 10 < first_seats.count(1) < 30


def test_the_same_seed_has_the_same_boards_from_every_seat() -> None:
    boards = []
    for seat in (1, 2, "alternate"):
        env = made("Grow", seat=seat)
        env.reset(seed=4)
        boards.append([env.position.board, env.reset() and env.position.board])
    assert boards[0] == boards[1] == boards[2]
    assert boards[0][0] != boards[0][1]


def test_seat_and_board_for_one_game_only() -> None:
    env = made("Sweep", seat="alternate", opponent="greedy")
    env.reset(seed=1, options={"board": SWEEP_BOARD, "seat": 2})
    assert env.position.board == fs.Board.parse(SWEEP_BOARD)
    assert env.seat == 2
    assert env.position.moves == ("2,2",)
    env.reset()
    assert env.position.board != fs.Board.parse(SWEEP_BOARD)
    assert env.seat == 1
    env.reset(options={"board": [[1, 2, 3], [4, 5, 6], [7, 8, 9]]})
    assert env.position.board.rows == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_one_board_for_all_games() -> None:
    env = made("Sweep", board=SWEEP_BOARD)
    for seed in (1, None, None):
        env.reset(seed=seed)
        assert env.position == fs.start("sweep", board=SWEEP_BOARD)


PROGRAM = """if True:
    from fivesquare.research.gym import FivesquareEnv
    from research.test_gym import moves_of_games
    for book, opponent in (("chain", "random"), ("grow", "level:2"), ("fifteen", "level:7")):
        print(moves_of_games(FivesquareEnv(book, opponent=opponent, seat="alternate"), 6, 11))
"""


def test_a_seed_gives_the_same_games_in_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(path for path in sys.path if path))
    told = set()
    for hashing in ("1", "2"):
        monkeypatch.setenv("PYTHONHASHSEED", hashing)
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
        told.add(done.stdout)
    for book, opponent in (("chain", "random"), ("grow", "level:2"), ("fifteen", "level:7")):
        games = moves_of_games(FivesquareEnv(book, opponent=opponent, seat="alternate"), 6, 11)
        assert len({moves for _, _, moves in games}) == 6
        assert all(str(games) in text for text in told)
    assert len(told) == 1


def test_a_seed_may_be_a_whole_number_of_numpy() -> None:
    env = FivesquareEnv("grow", seat="alternate")
    games = moves_of_games(env, 2, 3)
    env.reset(seed=np.uint8(3))
    assert (env.seat, env.position.board) == games[0][:2]
    with pytest.raises(gymnasium.error.Error, match="Seed must be a python integer"):
        env.reset(seed=3.0)  # type: ignore[arg-type]


def test_another_seed_gives_other_games() -> None:
    env = FivesquareEnv("grow")
    assert moves_of_games(env, 3, 1) != moves_of_games(env, 3, 2)


def test_the_opponent_has_other_luck_in_each_game() -> None:
    env = made("Chain", seat=2)
    firsts = set()
    for seed in (3, *[None] * 20):
        env.reset(seed=seed)
        firsts.add(env.position.moves)
    assert len(firsts) > 5


def test_games_before_a_seed_do_not_matter_after_it() -> None:
    env = FivesquareEnv("fifteen", opponent="level:8", board="1 2 3 4/1 2 3 4/1 2 3 4/4 3 2 1")
    games = moves_of_games(env, 2, seed=7)
    moves_of_games(env, 2, seed=8)
    assert moves_of_games(env, 2, seed=7) == games


# --- Copies, and the end ---


def pickled(env: FivesquareEnv) -> FivesquareEnv:
    copied = pickle.loads(pickle.dumps(env))
    assert isinstance(copied, FivesquareEnv)
    return copied


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("opponent", ["random", "perfect"])
def test_a_copy_goes_on_as_the_environment_would_have(
    copied: Callable[[FivesquareEnv], FivesquareEnv], opponent: str
) -> None:
    """Also in the middle of a game, with two solvers at work; and each for itself."""
    env = FivesquareEnv("fifteen", opponent=opponent, seat="alternate", reward="regret")
    _, info = env.reset(seed=2)
    env.step(int(info["action_mask"].argmax()))
    again = copied(env)

    def goes_on(env: FivesquareEnv) -> list[object]:
        told: list[object] = []
        for _ in range(12):
            if env.position.is_over:
                env.reset()
            else:
                _, reward, _, _, _ = env.step(int(env.action_masks().nonzero()[0][-1]))
                told.append(reward)
            told += [env.position, env.position.moves, env.seat]
        return told

    assert goes_on(env) == goes_on(again)


@pytest.mark.parametrize("opponent", ["random", "level:10"])
def test_closing_lets_go_of_everything(opponent: str) -> None:
    env = FivesquareEnv("fifteen", opponent=opponent, reward="regret", seat=2)
    _, info = env.reset(seed=1)
    random_step(env, info["action_mask"])
    env.close()
    env.close()
    for use in (lambda: env.step(0), lambda: env.position, env.action_masks):
        with pytest.raises(ResetNeeded, match=r"there is no game yet: call reset\(\) first"):
            use()
    env.reset(seed=1)  # and it can be opened again
    random_step(env, env.action_masks().view(np.int8))


def test_before_the_first_reset_there_is_no_game() -> None:
    env = FivesquareEnv("sweep", render_mode="ansi")
    for use in (lambda: env.step(0), env.render, lambda: env.position, lambda: env.seat, env.action_masks):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            use()


def test_an_opponent_that_fails_leaves_the_game_as_it_was() -> None:
    answers = iter(["3,3", "1,1"])
    env = FivesquareEnv("sweep", board=SWEEP_BOARD, opponent=lambda _: next(answers))
    env.reset()
    env.step(0)
    before = env.position
    with pytest.raises(fs.PlayerError, match="the opponent answered '1,1': cell 1,1 is already claimed"):
        env.step(4)
    assert env.position is before


def test_an_opponent_that_fails_before_the_agent_acts_leaves_no_game() -> None:
    answers = iter(["1,1", "9,9"])
    env = FivesquareEnv("sweep", opponent=lambda _: next(answers), seat=2)
    env.reset()
    with pytest.raises(fs.PlayerError, match="the opponent answered '9,9': there is no cell 9,9"):
        env.reset()
    with pytest.raises(ResetNeeded):
        env.step(0)


# --- What a newcomer does wrong ---


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"opponent": "human"}, fs.PlayerError, "a human cannot be asked for moves here"),
        ({"opponent": "level3"}, fs.PlayerError, "there is no player 'level3'"),
        ({"opponent": None}, fs.PlayerError, "an opponent is a name"),
        ({"seat": 0}, fs.PlayerError, 'a seat is 1, 2 or "alternate", not 0'),
        ({"seat": "first"}, fs.PlayerError, "not 'first'"),
        ({"seat": True}, fs.PlayerError, "not true"),
        ({"seat": 1.0}, fs.PlayerError, "not 1.0"),
        ({"book": "chess"}, fs.RuleBookError, "no book is called 'chess'"),
        ({"size": 5}, fs.BoardError, r"a size is \(rows, columns\), not 5"),
        ({"size": (9, 9)}, fs.BoardError, "a board has 1x2 to 8x8 cells, not 9x9"),
        ({"board": SWEEP_BOARD, "size": (3, 3)}, fs.BoardError, "give a board or a size, not both"),
        ({"book": "sweep", "board": "1 1 1"}, fs.BoardError, "each of 1 to 3 once"),
        ({"reward": "score"}, ValueError, "a reward is outcome, margin or regret, not 'score'"),
        ({"illegal": "ignore"}, ValueError, "illegal is 'lose' or 'raise', not 'ignore'"),
    ],
    ids=str,
)
def test_arguments_are_checked_at_once(
    arguments: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        made("Grow", **arguments)


def test_a_render_mode_is_checked_as_well() -> None:
    with pytest.raises(ValueError, match="render_mode is 'ansi' or 'rgb_array', not 'svg'"):
        FivesquareEnv("grow", render_mode="svg")


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"bord": SWEEP_BOARD}, ValueError, "the options of reset are board and seat, not 'bord'"),
        ({"board": "1 2"}, fs.BoardError, "the boards here are 3x3, not 1x2"),
        ({"board": "1 1 1/1 1 1/1 1 1"}, fs.BoardError, "each of 1 to 9 once"),
        ({"seat": 3}, fs.PlayerError, 'a seat is 1, 2 or "alternate", not 3'),
    ],
    ids=str,
)
def test_options_are_checked(options: dict[str, Any], error: type[Exception], said: str) -> None:
    env = made("Sweep")
    with pytest.raises(error, match=said):
        env.reset(options=options)


# --- Looking at it ---


def test_as_text() -> None:
    env = FivesquareEnv("sweep", board=SWEEP_BOARD, opponent="greedy", seat=2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == (
        "sweep 3x3, 1 move\n\n     1  2  3\n 1   5 A3  8\n 2  A2 A9 A1\n 3   6 A4  7\n\n"
        "A, player 1: 19 points; B, player 2: 0 points\nPlayer 2 to act\n"
        "The agent is player 2, against greedy\n"
    )
    env = FivesquareEnv("sweep", opponent=lambda position: position.legal[0], render_mode="ansi")
    env.reset(seed=1)
    assert str(env.render()).endswith("\nThe agent is player 1, against a function\n")


def test_as_a_picture() -> None:
    env = made("Grow", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    env.step(0)
    after = env.render()
    assert isinstance(before, np.ndarray)
    assert isinstance(after, np.ndarray)
    assert before.shape == after.shape
    assert (before != after).any()


def test_without_a_mode_it_is_said_that_nothing_is_rendered() -> None:
    env = FivesquareEnv("grow")
    env.reset()
    with pytest.warns(
        UserWarning, match='nothing is rendered without a render_mode: "ansi" or "rgb_array"'
    ):
        assert env.render() is None
