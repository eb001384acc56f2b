"""The vector environment is a SyncVectorEnv of the single ones."""

import copy
import hashlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from numpy.typing import NDArray

import fivesquare as fs
from fivesquare import actions
from fivesquare.research.gym import FivesquareEnv
from fivesquare.research.vector import FivesquareVectorEnv, Infos
from games import EXAMPLE_BOARDS, SWEEP_BOARD
from research.kinds import BOOKS, OWN_BOOKS, Book

NAMES = [f"fivesquare.research.gym:Fivesquare/{book.capitalize()}-v1" for book in fs.CATALOGUE]
MODES = list(AutoresetMode)

every_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)


def last_move(position: fs.Position) -> str:
    """An opponent without any chance."""
    return position.legal[-1]


def make(book: Book = "grow", number: int = 4, **options: Any) -> FivesquareVectorEnv:
    return FivesquareVectorEnv(number, book, **options)


class Chooser:
    """Legal actions mostly, and any every now and then."""

    def __init__(self, wild: float = 0.0) -> None:
        self.chance = np.random.default_rng(1)
        self.wild = wild

    def __call__(self, masks: NDArray[Any]) -> NDArray[np.int64]:
        legal = (self.chance.random(masks.shape) * masks).argmax(axis=1)
        anything = self.chance.integers(masks.shape[1], size=len(masks))
        return np.where(self.chance.random(len(masks)) < self.wild, anything, legal)


def assert_same(one: Any, other: Any) -> None:
    """The same all the way down, kinds of arrays too."""
    if isinstance(one, dict):
        assert isinstance(other, dict)
        assert one.keys() == other.keys()
        for name in one:
            assert_same(one[name], other[name])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        assert type(one) is type(other)
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    elif one is None:
        assert other is None
    else:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def reset_those(envs: Any, over: NDArray[np.bool_]) -> Infos | None:
    """What whoever uses no autoreset does."""
    if envs.metadata["autoreset_mode"] != AutoresetMode.DISABLED or not over.any():
        return None
    _, infos = envs.reset(options={"reset_mask": over.copy()})
    return dict(infos)


# --- Gymnasium's own demands on vector environments ---


@every_mode
@pytest.mark.parametrize("name", NAMES)
def test_what_is_returned_has_the_shapes_of_the_spaces(name: str, mode: AutoresetMode) -> None:
    envs = gymnasium.make_vec(
        name, num_envs=8, vectorization_mode="vector_entry_point", autoreset_mode=mode.value
    )
    assert isinstance(envs.unwrapped, FivesquareVectorEnv)
    assert envs.metadata["autoreset_mode"] == mode
    assert envs.num_envs == 8
    one = gymnasium.make(name)
    assert envs.single_observation_space == one.observation_space
    assert envs.single_action_space == one.action_space
    assert envs.action_space.shape == (8,)
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    choose = Chooser()
    seen_ends = 0
    for _ in range(40):
        given = choose(observations["action_mask"])
        assert given in envs.action_space
        observations, rewards, terminations, truncations, infos = envs.step(given)
        assert observations in envs.observation_space
        assert (rewards.shape, rewards.dtype) == ((8,), np.float64)
        assert (terminations.shape, terminations.dtype) == ((8,), np.bool_)
        assert (truncations.shape, truncations.dtype) == ((8,), np.bool_)
        assert not truncations.any()
        np.testing.assert_array_equal(infos["action_mask"], observations["action_mask"])
        assert (rewards[~terminations] == 0).all()
        seen_ends += int(terminations.sum())
        if (reset := reset_those(envs, terminations)) is not None:
            assert reset["_action_mask"].tolist() == terminations.tolist()
            observations = {**observations, "action_mask": envs.unwrapped.action_masks().view(np.int8)}
    assert seen_ends > 8
    envs.close()
    assert envs.closed


def test_it_can_be_made_again_from_its_spec() -> None:
    envs = gymnasium.make_vec(
        NAMES[0], num_envs=3, vectorization_mode="vector_entry_point", opponent="greedy"
    )
    assert envs.spec is not None
    again = gymnasium.make_vec(envs.spec)
    assert again.num_envs == 3
    assert repr(again) == repr(envs) == "FivesquareVectorEnv(Fivesquare/Flip-v1, num_envs=3)"


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_a_masked_softmax_is_a_number_past_the_end_of_games(book: str, mode: AutoresetMode) -> None:
    """Also where illegal actions end them: some rows of a mask were all zero once."""
    envs = FivesquareVectorEnv(8, book, seat="alternate", autoreset_mode=mode)
    observations, _ = envs.reset(seed=1)
    choose, ends = Chooser(wild=0.1), 0
    for _ in range(80):
        mask = observations["action_mask"]
        logits = np.where(mask == 1, 0.0, -np.inf)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        assert np.isfinite(chances).all()
        observations, _, over, _, infos = envs.step(choose(mask))
        ends += int(over.sum())
        if mode == AutoresetMode.NEXT_STEP:
            assert observations["action_mask"][over].all()
        elif over.any():
            assert all(final["action_mask"].all() for final in infos["final_obs"][over])
        assert (envs.action_masks() == observations["action_mask"]).all()
    assert ends > 16


def test_wrappers_of_gymnasium_go_over_it() -> None:
    envs = DictInfoToList(RecordEpisodeStatistics(make("sweep", 3)))
    observations, infos = envs.reset(seed=3)
    choose = Chooser()
    lengths = []
    for _ in range(20):
        observations, _, _, _, infos = envs.step(choose(observations["action_mask"]))
        lengths += [info["episode"]["l"] for info in infos if "episode" in info]
    assert lengths
    assert max(lengths) <= 5


# --- The same as the single environments ---


def twins(book: Book, mode: AutoresetMode, **options: Any) -> tuple[FivesquareVectorEnv, SyncVectorEnv]:
    """Ours and Gymnasium's over the single environments."""
    ours = FivesquareVectorEnv(3, book, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([partial(FivesquareEnv, book, **options)] * 3, autoreset_mode=mode)
    return ours, theirs


def play_twins(ours: FivesquareVectorEnv, theirs: SyncVectorEnv, steps: int, choose: Chooser) -> float:
    """Play both and compare everything; what was won in all."""
    assert_same(ours.reset(seed=4)[0], theirs.reset(seed=4)[0])
    masks, total = ours.action_masks(), 0.0
    for _ in range(steps):
        given = choose(masks)
        mine, others = ours.step(given), theirs.step(given)
        assert_same(mine, others)
        total += float(mine[1].sum())
        assert_same(reset_those(ours, mine[2]) or {}, reset_those(theirs, others[2]) or {})
        masks = ours.action_masks()
    return total


@every_mode
@pytest.mark.parametrize(
    "opponent", ["random", "level:3", last_move], ids=["random", "level:3", "function"]
)
@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_it_is_a_vector_of_single_environments(book: str, opponent: Any, mode: AutoresetMode) -> None:
    """The same seeds, boards, seats and replies."""
    options = {"opponent": opponent, "seat": "alternate"}
    play_twins(*twins(book, mode, **options), steps=40, choose=Chooser())
    options = {"board": EXAMPLE_BOARDS[book], "seat": 1 + len(book) % 2}
    play_twins(*twins(book, mode, **options), steps=20, choose=Chooser())


@every_mode
@pytest.mark.parametrize("reward", ["outcome", "margin", "regret"])
def test_rewards_and_faults_are_those_of_single_environments(reward: str, mode: AutoresetMode) -> None:
    for book in ("sweep", "fifteen"):
        envs = twins(book, mode, reward=reward, seat=2)
        assert play_twins(*envs, steps=25, choose=Chooser(wild=0.2)) != 0


@every_mode
@pytest.mark.parametrize("name", OWN_BOOKS)
def test_books_of_ones_own(name: str, mode: AutoresetMode) -> None:
    """Some of these end before the agent has ever acted."""
    if name == "all cells":  # long, and only its size is new
        return
    for seat in (1, 2):
        play_twins(*twins(OWN_BOOKS[name], mode, seat=seat, reward="margin"), 12, Chooser(0.05))


# --- Each step is that of Position ---


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_machine_code_and_positions_play_the_same_games(book: Book) -> None:
    """An environment that renders keeps positions; one that does not is all machine code."""
    fast = make(book, 24, seat="alternate")
    watching = make(book, 24, seat="alternate", render_mode="ansi")
    assert_same(fast.reset(seed=8), watching.reset(seed=8))
    choose = Chooser(wild=0.02)
    for _ in range(80):
        seats = watching._seats.tolist()
        for game, seat in enumerate(seats):
            position = watching._positions[game]
            assert position.turn in (None, seat)
            assert np.array_equal(watching._batch.planes[game], actions.planes(position, seat))
            assert np.array_equal(watching._batch.masks[game], actions.mask(position))
        given = choose(fast.action_masks())
        assert_same(fast.step(given), watching.step(given))


# --- Chance ---


def play_some(envs: FivesquareVectorEnv, observations: Any, steps: int = 30) -> list[bytes]:
    """What was seen and won."""
    choose, seen = Chooser(), []
    for _ in range(steps):
        observations, rewards, *_ = envs.step(choose(observations["action_mask"]))
        seen.append(observations["planes"].tobytes() + rewards.tobytes())
    return seen


@pytest.mark.parametrize("opponent", ["random", "level:1"])
def test_the_same_seed_gives_the_same_games(opponent: str) -> None:
    def played(seed: Any) -> list[bytes]:
        envs = make("flip", 3, opponent=opponent, seat="alternate")
        observations, _ = envs.reset(seed=seed)
        return play_some(envs, observations)

    assert played(5) == played([5, 6, 7]) == played(np.int64(5))
    assert played(5) != played(6)


def test_a_seed_is_also_that_of_gymnasium_s_own_chance() -> None:
    envs = make("flip", 2)
    envs.reset(seed=np.int64(5))
    assert envs.np_random_seed == 5
    envs.reset()
    assert envs.np_random_seed == 5


def digest(opponent: str) -> str:
    """What was seen and won with one seed, in short."""
    envs = make("chain", 3, opponent=opponent, seat="alternate")
    observations, _ = envs.reset(seed=11)
    return hashlib.sha256(b"".join(play_some(envs, observations))).hexdigest()


PROGRAM = "from research.test_vector import digest; print(digest('random'), digest('level:2'))"


@pytest.mark.parametrize("hashing", ["1", "2"])
def test_a_seed_gives_the_same_games_in_every_process(
    hashing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", ":".join(path for path in sys.path if path))
    monkeypatch.setenv("PYTHONHASHSEED", hashing)
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [digest("random"), digest("level:2")]


def test_each_game_has_a_seed_of_its_own() -> None:
    envs = make("flip", 3)
    three, _ = envs.reset(seed=[1, 1, 2])
    np.testing.assert_array_equal(three["planes"][0], three["planes"][1])
    assert not np.array_equal(three["planes"][0], three["planes"][2])
    before = envs._batch.boards
    envs.reset(seed=[None, 1, None])
    after = envs._batch.boards
    assert [np.array_equal(after[game], before[game]) for game in range(3)] == [False, True, False]


def test_without_a_seed_games_go_on_from_the_last_one() -> None:
    def boards(seed: int | list[int] | None) -> list[Any]:
        envs = make("flip", 2)
        first = envs.reset(seed=seed)[0]["planes"].tolist()
        return [first, envs.reset()[0]["planes"].tolist(), envs.reset()[0]["planes"].tolist()]

    assert boards(3) == boards(3) == boards([3, 4])
    assert boards(3)[0] != boards(3)[1] != boards(3)[2]
    assert boards(None) != boards(None)


def test_seats_alternate_and_their_order_is_drawn() -> None:
    envs = make("sweep", 40, seat="alternate", autoreset_mode="SameStep")
    observations, _ = envs.reset(seed=1)
    first = envs._seats.copy()
    assert 5 < (first == 1).sum() < 35
    planes = observations["planes"][:, 5].reshape(40, -1)
    np.testing.assert_array_equal(planes.max(axis=1), (first == 1).astype(np.float32))
    games = np.zeros(40, np.int64)
    choose = Chooser()
    for _ in range(20):
        observations, _, over, _, _ = envs.step(choose(observations["action_mask"]))
        games += over
        np.testing.assert_array_equal(envs._seats, np.where(games % 2 == 0, first, 3 - first))
    assert games.min() > 2
    envs.reset(seed=1)
    np.testing.assert_array_equal(envs._seats, first)


def test_options_are_for_one_game() -> None:
    envs = make("sweep", 2, seat=1)
    envs.reset(seed=1, options={"board": SWEEP_BOARD, "seat": 2})
    assert envs._seats.tolist() == [2, 2]
    assert envs._batch.boards.tolist() == [fs.Board.parse(SWEEP_BOARD).rows] * 2
    assert (envs._batch.turn == 2).all()
    envs.reset()
    assert envs._seats.tolist() == [1, 1]
    assert envs._batch.boards.tolist() != [fs.Board.parse(SWEEP_BOARD).rows] * 2


def test_a_copy_plays_the_same_games() -> None:
    envs = make("flip", 3, opponent="greedy")
    observations, _ = envs.reset(seed=1)
    other = pickle.loads(pickle.dumps(envs))
    assert play_some(envs, observations) == play_some(other, observations)


def test_what_was_shown_stays_as_it_was() -> None:
    envs = make("flip", 3)
    shown = envs.reset(seed=1)
    kept = copy.deepcopy(shown)
    masks = envs.action_masks()
    before = masks.copy()
    envs.step([0, 1, 2])
    assert_same(shown, kept)
    np.testing.assert_array_equal(masks, before)


def test_an_opponent_has_other_luck_in_each_game() -> None:
    envs = make("chain", 1, seat=2, opponent="level:1")
    openings = set()
    for seed in (3, *[None] * 20):
        envs.reset(seed=seed)
        openings.add(envs._positions[0].moves)
    assert len(openings) > 5


# --- Opponents, faults and errors ---


def test_a_strong_opponent_wins() -> None:
    envs = make("sweep", 6, opponent="perfect", seat=2, autoreset_mode="SameStep")
    observations, _ = envs.reset(seed=1)
    choose, total = Chooser(), 0.0
    for _ in range(12):
        observations, rewards, *_ = envs.step(choose(observations["action_mask"]))
        total += rewards.sum()
    assert total < -6


def test_an_opponent_that_fails_ends_all_games() -> None:
    envs = make("flip", 2, opponent=lambda position: "9,9")
    envs.reset(seed=1)
    with pytest.raises(fs.PlayerError, match="the opponent answered '9,9'"):
        envs.step([0, 1])
    with pytest.raises(ResetNeeded, match="there are no games yet"):
        envs.step([0, 1])
    envs.reset()


def test_an_illegal_action_may_be_an_error_that_changes_nothing() -> None:
    envs = make("flip", 3, illegal="raise", opponent=last_move)
    envs.reset(seed=1)
    envs.step([0, 1, 2])
    before = envs._batch.planes.copy()
    with pytest.raises(fs.IllegalMoveError, match=r"^game 1: cell 1,2, move number 1, is already claimed$"):
        envs.step([3, 1, 4])
    np.testing.assert_array_equal(envs._batch.planes, before)
    envs.step([3, 4, 5])


@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_a_number_that_no_move_has_is_always_an_error(illegal: str) -> None:
    envs = make("flip", 3, illegal=illegal)
    envs.reset(seed=1)
    for bad in (16, -1):
        with pytest.raises(
            fs.NotationError, match=f"game 2: there is no move number {bad}: they go from 0 to 15"
        ):
            envs.step([0, 1, bad])
    with pytest.raises(ValueError, match=r"actions have the shape \(3,\), not \(2,\)"):
        envs.step([0, 1])
    with pytest.raises(TypeError, match="actions are whole numbers"):
        envs.step([0.0, 1.0, 2.0])


def test_games_that_are_over_must_be_reset_by_whoever_wants_no_autoreset() -> None:
    envs = make("sweep", 2, autoreset_mode=AutoresetMode.DISABLED)
    observations, _ = envs.reset(seed=1)
    choose, over = Chooser(), np.zeros(2, np.bool_)
    while not over.any():
        observations, _, over, _, _ = envs.step(choose(observations["action_mask"]))
    with pytest.raises(ResetNeeded, match=f"game {over.argmax()} is over"):
        envs.step([0, 0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda envs: envs.reset(seed="x"), "seed is a whole number, or a list of 2 of them, not 'x'"),
        (lambda envs: envs.reset(seed=[1, 2, 3]), "a list of 2 of them, not a list of 3"),
        (lambda envs: envs.reset(seed=[1, -2]), "a seed is a whole number from 0 on, not -2"),
        (lambda envs: envs.reset(seed=-1), "a seed is a whole number from 0 on, not -1"),
        (
            lambda envs: envs.reset(options={"bord": 1}),
            "the options of reset are board, seat, reset_mask, not 'bord'",
        ),
        (lambda envs: envs.reset(options={"seat": 3}), 'a seat is 1, 2 or "alternate", not 3'),
        (lambda envs: envs.reset(options={"board": "1 2"}), "are 5x5, not 1x2"),
        (
            lambda envs: envs.reset(options={"reset_mask": [True, False]}),
            "reset_mask is an array of 2 booleans",
        ),
        (
            lambda envs: make(autoreset_mode="Never"),
            "autoreset_mode is one of 'NextStep', 'SameStep', 'Disabled'",
        ),
        (lambda envs: make(opponent="nobody"), "nobody"),
        (lambda envs: make(reward="money"), "a reward is outcome, margin or regret, not 'money'"),
        (lambda envs: make(number=0), "n is a whole number from 1"),
    ],
)
def test_what_cannot_be_used_is_refused(
    call: Callable[[FivesquareVectorEnv], object], message: str
) -> None:
    envs = make("grow", 2)
    envs.reset(seed=1)
    before = envs._batch.planes.copy()
    with pytest.raises(ValueError, match=message):
        call(envs)
    np.testing.assert_array_equal(envs._batch.planes, before)
    envs.step([0, 0])


def test_nothing_goes_before_the_first_reset() -> None:
    envs = make("grow", 2, render_mode="ansi")
    calls: list[Callable[[], object]] = [
        lambda: envs.step([0, 0]),
        envs.render,
        lambda: envs.reset(options={"reset_mask": np.array([True, False])}),
    ]
    for call in calls:
        with pytest.raises(ResetNeeded, match=r"there are no games yet: call reset\(\) first"):
            call()


# --- Rendering ---


def test_games_as_text_and_as_pictures() -> None:
    envs = make("sweep", 2, render_mode="ansi", board=SWEEP_BOARD, opponent=last_move, seat=2)
    envs.reset(seed=1)
    texts = envs.render()
    assert texts is not None
    assert len(texts) == 2
    assert "sweep 3x3, 1 move" in texts[0]
    assert "The agent is player 2, against a function" in texts[0]
    envs = make("sweep", 2, render_mode="rgb_array")
    envs.reset(seed=1)
    pictures = envs.render()
    assert pictures is not None
    assert [picture.dtype for picture in pictures] == [np.uint8] * 2
    assert envs.render_mode == "rgb_array"


def test_nothing_is_rendered_without_a_mode() -> None:
    envs = make("sweep", 2)
    envs.reset(seed=1)
    with pytest.warns(UserWarning, match="nothing is rendered without a render_mode"):
        assert envs.render() is None
