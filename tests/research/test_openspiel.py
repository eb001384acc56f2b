"""OpenSpiel: its own check, random games beside a position, and its searches beside our solver."""

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from open_spiel.python.algorithms import mcts, minimax

import fivesquare as fs
from fivesquare import actions
from fivesquare.research import openspiel
from games import EXAMPLE_BOARDS, Answers, books, seeds
from research.driver import SEATS, Seen, drive, drive_many

NAMES = tuple(EXAMPLE_BOARDS)
CUSTOM: dict[str, Answers] = {
    "swap": {"like": "grow", "balance": "swap", "size": [3, 4]},
    "chain-swap": {"like": "chain", "balance": "swap", "size": [3, 3]},
    "chain-take": {"like": "flip", "again": "chain", "reach": "adjacent", "size": [3, 4]},
    "komi": {"like": "sweep", "balance": {"komi": 2.5}},
    "fifteen-chain": {"like": "fifteen", "again": "chain", "goal": {"exactly": 9}},
}
BOOKS: dict[str, Any] = {**{name: name for name in NAMES}, **CUSTOM}
every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)


def played(game: openspiel.OpenSpielGame, moves: str) -> openspiel.OpenSpielState:
    state = game.new_initial_state()
    for move in moves.split():
        state.apply_action(state.string_to_action(move))
    return state


# --- Its own check ---


@pytest.mark.parametrize("name", NAMES)
def test_the_five_pass_openspiel_s_random_games_with_serialisation(name: str) -> None:
    for parameters in ("", "(seed=5)", "(size=3x4,seed=2)"):
        game = pyspiel.load_game(f"fivesquare_{name}{parameters}")
        pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@every_book
def test_every_book_passes_openspiel_s_random_games_with_serialisation(book: Any) -> None:
    pyspiel.random_sim_test(openspiel.game(book, seed=1), num_sims=5, serialize=True, verbose=False)


# --- Random games beside a position ---


class Spiel:
    """How OpenSpiel is asked."""

    def __init__(self, book: Any) -> None:
        self.book = book

    def reset(self, seed: int) -> fs.Position:
        game = openspiel.game(self.book, seed=seed)
        self.shape = game.observation_tensor_shape()
        self.longest = game.max_game_length()
        self.now = game.new_initial_state()
        return fs.start(self.book, seed=seed)

    def legal(self) -> Sequence[int]:
        legal: list[int] = self.now.legal_actions()
        assert self.now.legal_actions_mask() == [
            int(number in legal) for number in range(self.now.num_distinct_actions())
        ]
        return legal

    def step(self, action: int) -> None:
        self.now.apply_action(action)

    def state(self) -> Seen:
        now = self.now
        assert len(now.history()) <= self.longest
        player = now.current_player()
        assert now.is_terminal() == (player == pyspiel.PlayerId.TERMINAL)
        actors = [] if now.is_terminal() else [player]
        assert all(now.legal_actions(other) == [] for other in (0, 1) if other not in actors)
        return Seen(
            moves=_moves(now),
            turn=None if now.is_terminal() else player + 1,
            planes={
                seat: np.array(now.observation_tensor(seat - 1), np.float32).reshape(self.shape)
                for seat in SEATS
            },
            returns={seat: now.returns()[seat - 1] for seat in SEATS},
        )


def _moves(state: Any) -> list[str]:
    """The moves that were made, as OpenSpiel remembers and names them."""
    return [state.action_to_string(made.player, made.action) for made in state.full_history()]


@every_book
def test_random_games_are_those_of_a_position(book: Any) -> None:
    assert drive_many(Spiel(book), range(210)) > 210


@settings(max_examples=100)
@given(books, seeds)
def test_random_games_of_any_book_are_those_of_a_position(book: Answers, seed: int) -> None:
    drive(Spiel(book), seed)


@settings(max_examples=100)
@given(books, seeds)
def test_text_tells_apart_whatever_goes_on_differently(book: Answers, seed: int) -> None:
    shown: dict[str, fs.Position] = {}
    game = openspiel.game(book, seed=seed)
    luck = np.random.RandomState(1)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            assert shown.setdefault(str(state), state.position) == state.position
            assert state.observation_string(0) == str(state)
            state.apply_action(luck.choice(state.legal_actions()))


# --- States ---


def test_a_state_is_shown_with_owners_and_whose_turn_it_is() -> None:
    state = played(openspiel.game("chain", size=(3, 3)), "2,2 1,1 2,1")
    assert str(state) == "B1  1  1\nA1 A1  1\n 1  1  1\nplayer 1 to act beside 2,1"
    assert state.information_state_string(1) == "4, 0, 3"
    over = played(openspiel.game("grow", board="1 2"), "1,1 1,2")
    assert str(over) == "A1 B2\nplayer 2 has won"
    assert over.returns() == [-1, 1]
    drawn = played(openspiel.game("chain", size=(1, 2)), "1,1 1,2")
    assert str(drawn) == "A1 B1\na draw"
    assert drawn.returns() == [0, 0]


def test_actions_are_called_as_we_call_moves() -> None:
    state = played(openspiel.game(CUSTOM["chain-swap"]), "2,2")
    assert [state.action_to_string(action) for action in state.legal_actions()] == list(
        state.position.legal
    )
    assert [state.action_to_string(1, action) for action in range(11)] == list(state.position.all_moves)
    assert state.string_to_action("swap") == 10


def test_a_clone_goes_on_by_itself() -> None:
    state = played(openspiel.game("grow", seed=1), "1,1 5,5")
    for twin in (state.clone(), copy.deepcopy(state)):
        twin.apply_action(1)
        assert (state.position.moves, twin.position.moves) == (("1,1", "5,5"), ("1,1", "5,5", "1,2"))
        assert (len(state.history()), len(twin.history())) == (2, 3)


@every_book
def test_states_and_games_survive_pickling_and_serialisation(book: Any) -> None:
    game = openspiel.game(book, seed=4)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
        twins = [
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        ]
        for twin in twins:
            assert twin.position == state.position
            assert twin.position.moves == state.position.moves
            assert twin.history() == state.history()
            assert str(twin) == str(state) == str(twin.clone())
            assert twin.get_game().opening == game.opening
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again == game
        assert again.opening == game.opening
        assert str(again.new_initial_state()) == str(game.new_initial_state())


def test_what_is_not_legal_is_refused_with_the_reason_and_changes_nothing() -> None:
    state = played(openspiel.game("flip", seed=1), "1,1 2,2")
    for action, error, reason in (
        (0, fs.IllegalMoveError, "cell 1,1 is already claimed, after 2 moves of flip"),
        (16, fs.NotationError, "there is no move number 16"),
    ):
        with pytest.raises(error, match=reason):
            state.apply_action(action)
        assert (state.position.moves, len(state.legal_actions())) == (("1,1", "2,2"), 14)


# --- States as plain data ---


@settings(max_examples=100)
@given(books, seeds)
def test_a_state_of_any_book_is_made_again_from_its_struct(book: Answers, seed: int) -> None:
    game = openspiel.game(book, seed=seed)
    state, luck = game.new_initial_state(), np.random.RandomState(1)
    while True:
        told = state.to_dict()
        assert told["board"] == game.opening.board.rows
        assert told["owners"] == state.position.owners
        assert told["current_player"] == state.current_player()
        assert json.loads(state.to_json()) == state.to_observation_struct(0).to_dict() == told
        for again in map(game.new_initial_state, (told, state.to_json(), state.to_struct())):
            assert again.history() == []
            assert again.position == state.position
            assert again.to_dict() == told
            assert (str(again), again.returns()) == (str(state), state.returns())
            assert again.legal_actions() == state.legal_actions()
            assert str(game.deserialize_state(again.serialize())) == str(again.clone()) == str(again)
        if state.is_terminal():
            return
        action = luck.choice(state.legal_actions())
        struct = state.action_to_struct(action)
        assert struct.to_dict() == {"move": state.action_to_string(action)}
        assert state.struct_to_actions(struct) == [action]
        state.apply_action(action)


def test_a_state_that_starts_elsewhere_goes_on_from_there() -> None:
    game = openspiel.game("chain", size=(3, 3))
    state = game.new_initial_state(played(game, "2,2 1,1 2,1").to_dict())
    state.apply_action(state.string_to_action("stop"))
    assert state.position.is_set_up
    assert state.position.moves == ("stop",)
    assert state.position == played(game, "2,2 1,1 2,1 stop").position
    assert game.new_initial_state().position == game.opening


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": [[1, 2], [3, 4]]}, "the board of this game is 5 3 8/2 9 1/6 4 7"),
        ({"turn": 3}, '"turn" of the setup is 1 or 2, not 3'),
        ({"colour": 1}, "'colour' means nothing"),
    ],
)
def test_a_struct_that_is_no_state_of_the_game_is_refused(change: Any, message: str) -> None:
    game = pyspiel.load_game("fivesquare_sweep(board=5 3 8/2 9 1/6 4 7)")
    with pytest.raises(fs.RecordError, match=message):
        game.new_initial_state(game.new_initial_state().to_dict() | change)


# --- Parameters ---


def test_importing_registers_a_game_for_each_book_and_one_for_all() -> None:
    names = {name for name in pyspiel.registered_names() if name.startswith("fivesquare")}
    assert names == {"fivesquare", *(f"fivesquare_{name}" for name in NAMES)}
    for name in NAMES:
        assert pyspiel.load_game(f"fivesquare_{name}").opening == fs.start(name, seed=0)


def test_a_board_or_a_seed_and_a_size_are_parameters() -> None:
    assert pyspiel.load_game("fivesquare_sweep(board=5 3 8/2 9 1/6 4 7)").opening == fs.start(
        "sweep", board=EXAMPLE_BOARDS["sweep"]
    )
    assert pyspiel.load_game("fivesquare_grow(seed=7,size=3x4)").opening == fs.start(
        "grow", seed=7, size=(3, 4)
    )
    assert pyspiel.load_game("fivesquare_grow", {"seed": 7}).opening == fs.start("grow", seed=7)


@settings(max_examples=100)
@given(books, seeds)
def test_the_text_of_a_game_of_any_book_loads_it_again(book: Answers, seed: int) -> None:
    game = openspiel.game(book, seed=seed)
    again = pyspiel.load_game(str(game))
    assert again == game
    assert again.opening == game.opening == fs.start(book, seed=seed)


def test_a_title_may_hold_what_openspiel_has_a_use_for() -> None:
    title = "Mine (ours), 100% = %2C é"
    game = openspiel.game({"like": "grow", "balance": "swap", "title": title})
    assert pyspiel.load_game(str(game)).opening.book.title == title


def test_a_book_may_be_json_and_spelled_by_hand() -> None:
    book: Answers = {"like": "grow", "balance": "swap"}
    by_json = pyspiel.load_game("fivesquare", {"book": json.dumps(book), "seed": 7})
    by_hand = pyspiel.load_game('fivesquare(book={"like":"grow"%2C"balance":"swap"},seed=7)')
    assert by_json.opening == by_hand.opening == fs.start(book, seed=7)
    assert str(by_json) == str(by_hand)
    assert pyspiel.load_game(str(by_json)) == by_json
    assert pyspiel.load_game("fivesquare(book=chain)").opening == fs.start("chain", seed=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fivesquare(book=flop)", "no book is called 'flop'"),
        ('fivesquare(book={"like")', "book: is no JSON, .*"),
        ("fivesquare_flip(board=1 2/3)", "row 2 of the board has 1 value"),
        ("fivesquare_flip(board=1 2/3 4,size=2x2)", "give a board or a size, not both"),
        ("fivesquare_flip(size=big)", 'a size is written like "4x5"'),
    ],
)
def test_parameters_that_cannot_be_used_are_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(fs.FivesquareError, match=message):
        pyspiel.load_game(text)


def test_what_openspiel_is_told_about_a_game() -> None:
    kind = pyspiel.load_game("fivesquare_chain").get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    game = openspiel.game({"like": "chain", "balance": "swap"})
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (2, 27, 51)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.observation_tensor_shape() == [6, 5, 5]


def test_an_observer_takes_no_parameters() -> None:
    with pytest.raises(ValueError, match="an observation takes no parameters"):
        openspiel.game("flip").make_py_observer(None, {"colour": "blue"})


# --- Whole processes ---


def run(program: str, hash_seed: str = "0", **more: Any) -> "subprocess.CompletedProcess[bytes]":
    path = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", program], env=path, capture_output=True, check=False, **more
    )


LOADED = """
import pyspiel
import fivesquare.research.openspiel
game = pyspiel.load_game("fivesquare_grow(seed=7)")
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[len(state.history()) % len(state.legal_actions())])
print(game, state, state.history())
"""


def test_python_ends_well_and_a_seed_means_the_same_everywhere() -> None:
    """OpenSpiel aborts Python at its exit if a function was registered in place of a class."""
    openspiel.game("grow").new_initial_state()  # compiles, if nobody has yet
    ended = [run(LOADED, hash_seed) for hash_seed in ("1", "2")]
    assert [(process.returncode, process.stderr) for process in ended] == [(0, b"")] * 2
    assert ended[0].stdout == ended[1].stdout != b""


def test_a_pickled_state_needs_no_import_to_be_read() -> None:
    state = played(openspiel.game(CUSTOM["swap"], seed=3), "1,1 swap")
    program = "import pickle, sys; print(pickle.load(sys.stdin.buffer), end='')"
    process = run(program, input=pickle.dumps(state))
    assert (process.returncode, process.stdout.decode()) == (0, str(state))


# --- Its searches, beside our solver ---


def winner_s_sign(position: fs.Position) -> int:
    """What the solver says of a position, as OpenSpiel counts it for the first player."""
    winner = fs.solve(position).winner
    assert winner is not None
    return {0: 0, 1: 1, 2: -1}[winner]


@every_book
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3)], ids=str)
def test_alpha_beta_finds_the_value_that_the_solver_finds(book: Any, size: tuple[int, int]) -> None:
    for seed in range(3):
        game = openspiel.game(book, seed=seed, size=size)
        value, best = minimax.alpha_beta_search(
            game, maximum_depth=game.max_game_length(), maximizing_player_id=0
        )
        solution = fs.solve(game.opening)
        assert value == winner_s_sign(game.opening)
        chosen = game.new_initial_state().action_to_string(0, best)
        assert solution.each[chosen].winner == solution.winner


@every_book
def test_alpha_beta_agrees_inside_of_games_as_well(book: Any) -> None:
    game = openspiel.game(book, seed=5, size=(3, 3))
    luck = np.random.RandomState(1)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            if len(state.history()) > 2:
                mover = state.current_player()
                value, _ = minimax.alpha_beta_search(
                    game, state=state, maximum_depth=game.max_game_length()
                )
                sign = winner_s_sign(state.position)
                assert value == (sign if mover == 0 else -sign)
            state.apply_action(luck.choice(state.legal_actions()))


@every_book
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3)], ids=str)
def test_monte_carlo_tree_search_chooses_a_move_that_keeps_the_result(
    book: Any, size: tuple[int, int]
) -> None:
    game = openspiel.game(book, seed=6, size=size)
    luck = np.random.RandomState(3)
    bot = mcts.MCTSBot(
        game,
        uct_c=2.0,
        max_simulations=700,
        evaluator=mcts.RandomRolloutEvaluator(1, luck),
        solve=True,
        random_state=luck,
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        solution = fs.solve(state.position)
        action = bot.step(state)
        assert solution.each[actions.move_of(state.position, action)].winner == solution.winner
        state.apply_action(action)
    assert state.returns()[0] == winner_s_sign(game.opening)
