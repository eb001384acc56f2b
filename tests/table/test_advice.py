"""`hint` and `eval` at the prompt, and a game against players that search."""

import json
import random
import re
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.players.adviser import Adviser
from fivesquare.solver import Hunch, Solution, Worth
from fivesquare.solver.limits import Budget
from fivesquare.table.advice import Advice
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.worth_board import evaluation_text, worth_board
from fivesquare.words.worths import (
    best_moves,
    estimated,
    hint,
    in_words,
    recommended,
    short,
    untinted,
    verdict,
)
from games import play
from solver_oracle import random_book, random_position
from terminal.running import run

pytestmark = pytest.mark.usefixtures("warm")

LIKE_ALL = "(1,1) is as good as any other move:"
GIVE = "any other move would give away the win."
COST = "any other move would cost at least"


def no_paint(text: str, _position: fs.Position, _cell: int) -> str:
    return text


def said(player: int, best: tuple[str, ...], each: dict[str, Worth]) -> str:
    """The hint in a position of sweep, if moves were worth this."""
    position = play("sweep", "" if player == 1 else "2,2")
    solution = Solution(position, each[best[0]], best, each)
    return hint(position, solution, best[0], voice_for(position.book, no_paint))


@pytest.mark.parametrize(
    ("player", "each", "sentence"),
    [
        (1, {"1,1": Worth(1, 5)}, "(1,1) is the only move."),
        (1, {"1,1": Worth(1, 5), "1,2": Worth(1, 5)}, f"{LIKE_ALL} Player 1 wins by 5 points."),
        (1, {"1,1": Worth(2, None), "1,2": Worth(2, None)}, f"{LIKE_ALL} Player 2 wins."),
        (1, {"1,1": Worth(0, 0), "1,2": Worth(0, 0)}, f"{LIKE_ALL} it is a draw."),
        (
            1,
            {"1,1": Worth(1, 5), "1,2": Worth(2, -1), "1,3": Worth(0, 0)},
            f"(1,1) keeps the win: {GIVE}",
        ),
        (
            2,
            {"1,1": Worth(2, None), "1,2": Worth(2, None), "1,3": Worth(1, None)},
            "(1,1) keeps the win: 1 of 3 moves would give away the win.",
        ),
        (
            2,
            {"1,1": Worth(0, 0), "1,2": Worth(1, 2)},
            "(1,1) keeps the draw: any other move would give away the draw.",
        ),
        (
            1,
            {"1,1": Worth(1, 5), "1,2": Worth(1, 2), "1,3": Worth(2, -9)},
            "(1,1) keeps the win by 5 points: any other move would cost at least 3 points.",
        ),
        (
            2,
            {"1,1": Worth(1, 5), "1,2": Worth(1, 6)},
            "(1,1) limits the loss to 5 points: any other move would cost at least 1 point.",
        ),
        (1, {"1,1": Worth(2, 0), "1,2": Worth(2, -6)}, f"(1,1) loses only on the tie: {COST} 6 points."),
        (1, {"1,1": Worth(1, 0), "1,2": Worth(2, 0)}, f"(1,1) keeps the win: {GIVE}"),
    ],
)
def test_the_reason_in_one_sentence(player: int, each: dict[str, Worth], sentence: str) -> None:
    top = max(worth.value(player) for worth in each.values())
    best = tuple(move for move, worth in each.items() if worth.value(player) == top)
    assert said(player, best, each) == sentence


def test_the_line_stands_before_the_reason() -> None:
    position = play("sweep")
    solution = fs.solve(position)
    voice = voice_for(position.book, no_paint)
    assert hint(position, solution, "2,2", voice, ("1,3", "3,3", "3,1", "1,1")) == (
        "(2,2) keeps the win by 17 points. Best play goes on (1,3), (3,3), (3,1), (1,1) and ends 31-14. "
        "Any other move would cost at least 12 points."
    )


def test_a_lost_game_is_called_so_and_held_out() -> None:
    position = play("fifteen", "1,1", board="5 5 5/5 1 5")
    lost = Worth(1, None)
    both = Solution(position, lost, ("1,2", "2,2"), {"1,2": lost, "2,2": lost})
    soon = {"1,2": 4, "2,2": 6}
    voice = voice_for(position.book, no_paint)
    assert recommended(both, soon) == ("2,2",)
    sentence = hint(position, both, "2,2", voice, soon=soon)
    assert sentence == "the game is lost, and (2,2) holds out longest."
    assert best_moves(position, both, voice, soon) == "Holds out longest: (2,2)."


def test_stop_is_not_recommended_where_a_claim_is_as_good() -> None:
    position = play("chain", "3,3 1,1 3,2")
    won = Worth(1, None)
    assert recommended(Solution(position, won, ("2,2", "stop"), {"2,2": won, "stop": won})) == ("2,2",)
    assert recommended(Solution(position, won, ("stop",), {"stop": won})) == ("stop",)


def test_a_hint_to_stop() -> None:
    position = play("chain", "3,3 1,1 3,2")
    each = {"2,2": Worth(2, None), "stop": Worth(1, None)}
    solution = Solution(position, Worth(1, None), ("stop",), each)
    sentence = hint(position, solution, "stop", voice_for(position.book, no_paint))
    assert sentence == "stop keeps the win: any other move would give away the win."


@pytest.mark.parametrize(
    ("worth", "words"),
    [
        (Worth(1, 1), "Player 1 wins by 1 point"),
        (Worth(2, -7), "Player 2 wins by 7 points"),
        (Worth(2, 0), "Player 2 wins on the tie"),
        (Worth(1, None), "Player 1 wins"),
        (Worth(0, 0), "it is a draw"),
    ],
)
def test_worths_in_words(worth: Worth, words: str) -> None:
    assert in_words(worth, voice_for(CATALOGUE["grow"], no_paint)) == words


@pytest.mark.parametrize(
    ("worth", "player", "text"),
    [
        (Worth(1, 17), 1, "+17"),
        (Worth(1, 17), 2, "-17"),
        (Worth(2, 0), 2, "+0"),
        (Worth(2, 0), 1, "-0"),
        (Worth(1, None), 1, "win"),
        (Worth(2, None), 1, "loss"),
        (Worth(0, 0), 1, "draw"),
    ],
)
def test_worths_in_a_few_characters(worth: Worth, player: int, text: str) -> None:
    assert short(worth, player) == text


def test_a_value_without_every_move_says_so() -> None:
    position = play("sweep")
    solution = Solution(position, Worth(1, 17), exact=False, at_least=Worth(1, 17), at_most=Worth(1, 17))
    assert verdict(position, solution, voice_for(position.book, no_paint)) == (
        "With perfect play Player 1 wins by 17 points. Not every move was solved in time."
    )


# --- At the prompt ---


@pytest.mark.parametrize("book", CATALOGUE)
def test_hint_names_a_best_move_and_goes_on(book: str) -> None:
    result = run("play", book, "--seed", "3", "--save", "game.json", given="hint\n1,1\n")
    board = json.loads(Path("game.json").read_text())["board"]
    best = fs.solve(fs.start(book, board=board)).best
    (line,) = [line for line in result.out.splitlines() if line.startswith("Hint: ")]
    assert any(f"({move})" in line for move in best)
    assert (result.err, result.status) == ("", 0)
    assert json.loads(Path("game.json").read_text())["moves"] == ["1,1"]


def test_eval_shows_the_board_and_the_verdict() -> None:
    result = run("play", "sweep", "--board", "5 3 8/2 9 1/6 4 7", given="eval\n")
    assert "| 9    |" in result.out
    assert "| +17* |" in result.out
    assert (
        "\nWith perfect play Player 1 wins by 17 points.\n"
        "Line: (2,2), (1,3), (3,3), (3,1), (1,1), and it ends 31-14.\n\n"
    ) in result.out


def test_a_hint_on_a_board_too_large_to_solve_is_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Adviser.__init__, "__defaults__", (Budget(100_000),))
    output = run("play", "grow", "--size", "8x8", "--seed", "1", given="hint\n").out
    said = r"Hint: \(\d,\d\) looks best: about [+-]?\d+ points? for Player 1, looked \d+ moves ahead. Too "
    assert re.search(said, " ".join(output.split()))


def test_eval_shows_estimates_on_a_board_too_large_to_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Adviser.__init__, "__defaults__", (Budget(100_000),))
    output = run("play", "grow", "--size", "8x8", "--seed", "1", given="eval\n").out
    assert len(re.findall(r"~[+-]\d+\b", output)) == 28
    assert len(re.findall(r"~[+-]\d+\*", output)) == 1
    assert re.search(r"\n~ is an estimate in points, looking \d+ moves ahead\.\n", output)
    assert "\nToo large to solve in time. (" in output


def test_no_points_are_estimated_where_the_goal_is_an_exact_score() -> None:
    position = fs.start("fifteen", seed=1)
    voice = voice_for(position.book, no_paint)
    hunch = Hunch("2,2", 5, 0, 0.0)
    assert estimated(position, hunch, voice) == "(2,2) looks best: looked 5 moves ahead."
    board = worth_board(position, Solution(position, None, exact=False), voice, hunch=hunch)
    assert "~" not in board
    assert board.endswith("\n* looks best.")


@pytest.mark.parametrize(
    ("each", "sentence"),
    [
        ({"1,1": 1, "1,2": 0}, "(1,1) looks best: about +1 point for Player 1, looked 1 move ahead."),
        (
            {"1,1": -2.5, "1,2": -4},
            "(1,1) looks best: about -2.5 points for Player 1, looked 1 move ahead.",
        ),
        (
            {"1,1": 0, "1,2": 0},
            "(1,1) looks as good as any other move: about 0 points for Player 1, looked 1 move ahead.",
        ),
    ],
)
def test_estimates_in_words(each: dict[str, float], sentence: str) -> None:
    position = play("sweep")
    hunch = Hunch("1,1", 1, 0, 0.0, each)
    assert estimated(position, hunch, voice_for(position.book, no_paint)) == sentence


def test_estimates_stand_beside_what_was_solved() -> None:
    position = play("sweep")
    voice = voice_for(position.book, no_paint)
    solution = Solution(position, None, each={"1,1": Worth(1, 3)}, exact=False)
    board = worth_board(position, solution, voice, hunch=Hunch("2,2", 3, 0, 0.0, {"1,1": 9, "2,2": 17}))
    assert "| +3    |" in board
    assert "| ~+17* |" in board
    assert "+9" not in board


# --- The board ---


@pytest.mark.parametrize(
    ("book", "moves", "owned"),
    [
        ("flip", "1,1 1,4", ("| 5 A  |", "| 16 B |")),
        ("sweep", "2,2 1,3", ("| 9 P1 |", "| 8 P2 |")),
        ("grow", "1,1 5,5", ("| 5 P1 |", "| 7 P2 |")),
        ("chain", "1,1 1,3", ("| X    |", "| O    |")),
        ("fifteen", "1,1 4,4", ("| <1>", "| {4}")),
    ],
)
def test_owners_as_the_book_calls_them(book: str, moves: str, owned: tuple[str, str]) -> None:
    position = play(book, moves)
    voice = voice_for(position.book, no_paint)
    board = worth_board(position, fs.solve(position), voice)
    assert owned[0].replace("  |", "") in board
    assert owned[1].replace("  |", "") in board


def test_a_general_book_says_who_is_who() -> None:
    book = {"size": [1, 3], "values": [1, 9], "reach": "anywhere", "take": "nothing", "again": "never"}
    position = play({**book, "goal": "points", "tie": "draw"}, "1,1", board="3 2 1")
    board = worth_board(position, fs.solve(position), voice_for(position.book, no_paint))
    assert "| 3 A  |" in board
    assert "\nA: Player 1, B: Player 2.\n" in board


def test_where_every_move_is_alike_none_has_a_star() -> None:
    position = play("chain", board="1 1")
    board = worth_board(position, fs.solve(position), voice_for(position.book, no_paint))
    assert board.count("draw") == 2
    assert "*" not in board


def test_without_margins_the_moves_to_the_end_are_counted() -> None:
    position = play("fifteen", "1,1 2,1 1,2 2,2", board="5 5 5/1 5 1")
    solution = fs.solve(position)
    solver = fs.Solver(position.book, position.board)
    soon = solver.how_soon(solution)
    board = worth_board(position, solution, voice_for(position.book, no_paint), soon=soon)
    assert "| win 1* |" in board
    assert "\nThe second number counts the moves to the end, by both players." in board


def test_a_board_that_is_too_wide_is_drawn_without_that(monkeypatch: pytest.MonkeyPatch) -> None:
    position = play("chain", "3,5 5,1 3,2 2,4 1,5 2,2 1,1 4,2 5,5 5,3 5,4 4,4 2,5")
    solution = fs.solve(position)
    soon = fs.Solver(position.book, position.board).how_soon(solution)
    voice = voice_for(position.book, no_paint)
    widths = []
    for columns in (49, 48, 38):
        monkeypatch.setattr("fivesquare.terminal.worth_board.width", lambda columns=columns: columns)
        lines = worth_board(position, solution, voice, soon=soon).split("\n")
        widths.append(max(len(line) for line in lines if "|" in line))
    assert widths == [49, 39, 29]


@pytest.mark.parametrize("player", ["perfect", "level:1", "level:10"])
@pytest.mark.parametrize("book", CATALOGUE)
def test_a_whole_game_against_it(book: str, player: str) -> None:
    """Greedy sits in the other seat, so that nobody has to be asked."""
    arguments = ("--first", "greedy", "--second", player, "--seed", "2", "--save", "game.json")
    result = run("play", book, *arguments)
    assert result.status == 0
    assert f" is played by the computer: {player.replace(':', ' ')}.)" in result.out
    assert fs.Position.from_record(json.loads(Path("game.json").read_text())).is_over


def test_undo_against_a_player_that_searches() -> None:
    lines = "1,1\nundo\n2,2\nundo\nundo\n"
    result = run("play", "sweep", "--second", "perfect", "--seed", "2", "--save", "game.json", given=lines)
    assert result.out.count("Taken back.\n") == 2
    assert "There is no move to take back.\n" in result.out
    assert json.loads(Path("game.json").read_text())["moves"] == []
    assert result.status == 0


def test_the_remark_of_a_player_that_is_not_perfect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Adviser.__init__, "__defaults__", (Budget(100_000),))
    output = run("play", "grow", "--size", "8x8", "--seed", "1", "--second", "perfect", given="1,1\n").out
    told = re.search(
        r"^Player 2 \(perfect\) claims .*\. \(too\slarge\sto\ssolve\sin\stime: (?:.|\n)*?\)$",
        output,
        re.MULTILINE,
    )
    assert told is not None


def test_the_compiler_is_announced_when_somebody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.background.Work.is_done", False)
    monkeypatch.setattr("fivesquare.background.Work.wait", lambda work, _: work.join() or True)
    monkeypatch.setattr("fivesquare.terminal.progress.is_warm", lambda: False)
    alone = run("play", "sweep", "--seed", "1", given="2,2\n")
    assert alone.err == ""
    result = run("play", "sweep", "--seed", "1", "--second", "perfect", given="2,2\n")
    assert result.err.startswith("(Compiling the solver, once after an installation or an upgrade")


# --- Any book ---


@pytest.mark.parametrize("seed", range(4))
def test_advice_in_any_position_of_any_book(seed: int) -> None:
    chance = random.Random(f"advice {seed}")
    for _ in range(25):
        position = random_position(chance, random_book(chance))
        if position.is_over:  # a target that no claim can reach
            continue
        voice = voice_for(position.book, no_paint)
        advice = Advice(voice, lambda: None)
        solution = fs.solve(position)
        where = str(position.to_record())
        words = " ".join(advice.hint(position).sentence.split())
        head = words.removeprefix("Hint: ").split(". ")[0]
        (named,) = [move for move in solution.best if voice.named(position, move) in head]
        assert named != "stop" or solution.best == ("stop",) or "stop holds out longest" in words, where
        assert words.replace("... ", "").count(". ") <= 2, where
        board = evaluation_text(advice.evaluate(position), voice, untinted)
        assert " ".join(verdict(position, solution, voice).split()) in " ".join(board.split()), where
        for move in solution.each:
            shown = short(solution.each[move], position.state.turn)
            assert shown in board, where
        hunch = Adviser(Budget(1000)).estimate(position)
        unsolved = Solution(position, None, exact=False)
        assert set(hunch.each) in (set(), set(position.legal))
        assert worth_board(position, unsolved, voice, hunch=hunch).count("~") >= len(hunch.each), where


def test_an_only_move_is_named_without_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Adviser, "solve", lambda *_: pytest.fail("a position with one move was solved"))
    output = run("play", "grow", "--board", "1 2", given="1 1\nhint\n").out
    assert "Hint: (1,2) is your only move.\n" in output
