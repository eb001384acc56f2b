"""`fivesquare solve`: the contract line by line, and one position by hand."""

import json
import re
from pathlib import Path
from typing import Any

import click
import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE, NAMED
from fivesquare.cli.solve import BookOrGame, solve
from fivesquare.table import settings
from terminal.running import Result, Terminal, run, run_piped

pytestmark = pytest.mark.usefixtures("warm")

SWEEP = '{"book": "sweep", "board": [[5,3,8],[2,9,1],[6,4,7]], "moves": ["2,2", "1,3"]}'
CHAIN = '{"book": "chain", "board": [[1,1,1,1]], "moves": ["1,1", "1,4", "1,2"]}'
OVER = '{"book": "sweep", "board": [[1,2]], "moves": ["1,2"]}'
LARGE = '{"book": "chain", "board": ' + json.dumps([[1] * 8] * 8) + ', "moves": []}'
BOARD = ("--board", "5 3 8/2 9 1/6 4 7")


def without_effort(line: str) -> str:
    """What the solver had to do for it may change."""
    return re.sub(r'"nodes": \d+, "seconds": \d+\.\d+(e-\d+)?', '"nodes": N, "seconds": S', line)


def solve_lines(*records: str, options: tuple[str, ...] = ()) -> Result:
    return run("solve", *options, given="".join(f"{record}\n" for record in records))


def answer(record: str, *options: str) -> dict[str, Any]:
    result = solve_lines(record, options=options)
    assert (result.err, result.status) == ("", 0)
    parsed: dict[str, Any] = json.loads(result.out)
    return parsed


# --- Records, one a line ---


def test_the_line_for_a_record() -> None:
    assert without_effort(solve_lines(SWEEP).out) == (
        '{"winner": 1, "margin": 17, "best": ["3,3"], "each": {"1,1": {"winner": 1, "margin": 15}, '
        '"3,1": {"winner": 1, "margin": 15}, "3,3": {"winner": 1, "margin": 17}}, '
        '"line": ["3,3", "3,1", "1,1"], "nodes": N, "seconds": S}\n'
    )


def test_there_is_no_margin_where_the_goal_is_not_most_points() -> None:
    assert without_effort(solve_lines(CHAIN).out) == (
        '{"winner": 1, "margin": null, "best": ["1,3"], "each": {"1,3": {"winner": 1, "margin": null}, '
        '"stop": {"winner": 0, "margin": null}}, "line": ["1,3"], "nodes": N, "seconds": S}\n'
    )


def test_the_value_only() -> None:
    line = solve_lines(SWEEP, options=("--value-only",)).out
    assert without_effort(line) == '{"winner": 1, "margin": 17, "nodes": N, "seconds": S}\n'


def test_a_game_that_is_over() -> None:
    line = solve_lines(OVER).out
    assert without_effort(line) == (
        '{"winner": 1, "margin": 3, "best": [], "each": {}, "line": [], "nodes": N, "seconds": S}\n'
    )


@pytest.mark.parametrize("book", CATALOGUE)
def test_every_move_in_the_order_of_the_rules(book: str) -> None:
    position = fs.start(book, seed=1)
    found = answer(json.dumps(position.to_record()))
    assert list(found) == ["winner", "margin", "best", "each", "line", "nodes", "seconds"]
    assert list(found["each"]) == list(position.legal)
    worth = {"winner": found["winner"], "margin": found["margin"]}
    assert found["best"] == [move for move in position.legal if found["each"][move] == worth]
    assert (found["margin"] is None) == (book in ("chain", "fifteen"))


def test_bad_lines_are_answered_in_their_place() -> None:
    result = solve_lines(SWEEP, '{"book": "sweep"}', SWEEP.replace("1,3", "2,2"), "", CHAIN)
    lines = [json.loads(line) for line in result.out.splitlines()]
    assert ["error" in line for line in lines] == [False, True, True, True, False]
    assert [line.get("at") for line in lines[1:4]] == [None, 1, None]
    assert all(list(line) == ["error", "at"] for line in lines[1:4])
    assert (result.err, result.status) == ("", 1)


def test_no_input_no_output() -> None:
    assert solve_lines() == Result("", "", 0)


def test_without_time_it_says_what_is_known_and_that_it_is_not_exact() -> None:
    found = answer(LARGE, "--time", "0.01")
    assert list(found) == [
        *("winner", "margin", "best", "each", "line", "nodes", "seconds"),
        *("exact", "at_least", "at_most", "estimate"),
    ]
    assert list(found["estimate"]) == ["move", "margin", "each", "moves_ahead"]
    assert (found["estimate"]["margin"], found["estimate"]["each"]) == (None, {})
    assert (found["winner"], found["best"], found["each"], found["exact"]) == (None, [], {}, False)
    assert found["at_least"] == {"winner": 2, "margin": None}
    assert found["at_most"] == {"winner": 1, "margin": None}


def test_bounds_are_honest() -> None:
    """Whatever was found in so little time, the truth lies in between."""
    position = fs.start("grow", seed=1)
    truth = fs.solve(position, value_only=True)
    for seconds in ("0", "0.001", "0.01"):
        found = answer(json.dumps(position.to_record()), "--value-only", "--time", seconds)
        if "exact" in found:
            assert found["at_least"]["margin"] <= truth.margin <= found["at_most"]["margin"]
        else:
            assert found["margin"] == truth.margin


def test_a_tiny_table_changes_nothing() -> None:
    position = fs.start("fifteen", seed=2)
    record = json.dumps(position.to_record())
    one, other = answer(record, "--memory", "1"), answer(record)
    assert (one["winner"], one["each"]) == (other["winner"], other["each"])


@pytest.mark.parametrize(("options", "threads"), [((), None), (("--threads", "3"), 3)])
def test_so_many_threads_are_asked_for(
    options: tuple[str, ...], threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def solver(*arguments: Any, **wishes: Any) -> fs.Solver:
        asked.append(wishes["threads"])
        return fs.Solver(*arguments, **wishes)

    monkeypatch.setattr("fivesquare.cli.solve.Solver", solver)
    record = json.dumps(fs.start("fifteen", seed=2).to_record())
    found = answer(record, *options)
    assert asked == [threads]
    assert found["each"] == answer(record, "--threads", "1")["each"]


def test_through_a_real_pipe() -> None:
    result = run_piped("solve", given=f"{SWEEP}\n{CHAIN}\n")
    assert len(result.out.splitlines()) == 2
    assert result.status == 0


# --- One position by hand ---


def test_the_board_with_the_worth_of_every_claim() -> None:
    result = run("solve", "sweep", *BOARD, "--moves", "2,2 1,3")
    assert (result.err, result.status) == ("", 0)
    assert result.out == (
        "     1      2      3\n"
        "   +------+------+------+\n"
        "1  | 5    | 3 P1 | 8 P2 |\n"
        "   | +15  |      |      |\n"
        "   +------+------+------+\n"
        "2  | 2 P1 | 9 P1 | 1 P1 |\n"
        "   |      |      |      |\n"
        "   +------+------+------+\n"
        "3  | 6    | 4 P1 | 7    |\n"
        "   | +15  |      | +17* |\n"
        "   +------+------+------+\n"
        "What each claim leads to, as Player 1 sees it; * is best.\n"
        "\n"
        "With perfect play Player 1 wins by 17 points.\n"
        "Best: (3,3).\n"
        "Line: (3,3), (3,1), (1,1), and it ends 31-14.\n"
    )


def test_worths_are_seen_by_whoever_is_to_act() -> None:
    output = run("solve", "sweep", *BOARD, "--moves", "2,2").out
    assert "| -17* |" in output
    assert "as Player 2 sees it" in output
    assert "With perfect play Player 1 wins by 17 points.\n" in output


def test_ties_that_somebody_wins_are_explained() -> None:
    output = run("solve", "grow", "--board", "4 4").out
    assert "| -0   | -0   |\n" in output
    assert "\n+0 and -0 mean equal points, with the tie won or lost.\n\n" in output
    assert "With perfect play Player 2 wins on the tie.\n" in output


def test_stop_has_a_worth_too() -> None:
    output = run("solve", "chain", "--board", "1 1 1 1", "--moves", "1,1 1,4 1,2").out
    assert "1  | X      | X      | .      | O      |\n" in output
    assert "   |        |        | win 1* |        |\n" in output
    assert "\nstop: draw\n" in output
    assert "With perfect play Player 1 (X) wins.\nBest: (1,3).\n" in output
    assert output.endswith("\nLine: (1,3), and Player 1 (X) has the majority.\n")


def test_wide_numbers_keep_the_board_straight(place: Path) -> None:
    book = {"size": [2, 3], "values": [0, 999], "reach": "anywhere", "take": "nothing"}
    more = {"again": "never", "goal": "points", "tie": "draw"}
    (place / "book.json").write_text(json.dumps({**book, **more}))
    output = run("solve", "--book", "book.json", "--board", "999 0 998/997 3 996", "--moves", "1,1").out
    lines = output.split("\nA: ")[0].split("\n")[1:]
    assert len({len(line) for line in lines}) == 1
    assert "| 999 A |" in output


def test_json_by_hand() -> None:
    result = run("solve", "sweep", *BOARD, "--moves", "2,2 1,3", "--json")
    assert without_effort(result.out) == without_effort(solve_lines(SWEEP).out)


def test_the_effort() -> None:
    output = run("solve", "sweep", *BOARD, "--effort").out
    assert re.search(r"\nLine: .*\.\n[\d,]+ positions in \d+\.\d{3} s\.\n$", output)


def test_the_value_only_by_hand_shows_the_board_of_the_game() -> None:
    output = run("solve", "flip", "--board", "1 2/3 4", "--value-only").out
    assert output == (
        "+----+----+\n|  1 |  2 |\n+----+----+\n|  3 |  4 |\n+----+----+\n\n"
        "With perfect play Player A wins by 2 points.\n"
    )


def test_a_game_that_is_over_by_hand() -> None:
    output = run("solve", "sweep", "--board", "1 2", "--moves", "1,2").out
    assert output.endswith("\nThe game is over. Winner: Player 1\n")


def test_out_of_time_by_hand() -> None:
    output = run("solve", "chain", "--size", "8x8", "--time", "0.01").out
    assert "\nNot solved in time: either may win.\n(" in output
    assert re.search(
        r" looks .*: about [+-]?\d+ cells? for Player 1 \(X\), looked \d+\smoves?\sahead\.\n$", output
    )
    output = run("solve", "grow", "--size", "8x8", "--seed", "1", "--time", "0.01").out
    assert re.search(
        r" Not solved in time\. At worst for Player 1, Player 2 wins by \d+ points; "
        r"at best, Player 1 wins by \d+ points\. \(\d,\d\) looks best: about ",
        " ".join(output.split()),
    )


def test_where_a_best_move_is_proved_no_other_looks_best(monkeypatch: pytest.MonkeyPatch) -> None:
    worth = fs.Worth(1, None)

    def solve(solver: fs.Solver, position: fs.Position, **_: object) -> fs.Solution:
        return fs.Solution(position, worth, ("2,3",), {"2,3": worth}, exact=False, _solver=solver)

    monkeypatch.setattr(fs.Solver, "solve", solve)
    output = run("solve", "fifteen", "--seed", "1", "--time", "0.1").out
    assert output.endswith(
        "With perfect play Player 1 wins. Not every move was solved in time.\nBest: (2,3).\n"
    )


@pytest.mark.parametrize("moves", ["(2,2) (1,3)", "2,2;1,3", "2 2 1 3", "[2, 2], [1, 3]"])
def test_moves_are_read_as_at_a_prompt(moves: str) -> None:
    assert run("solve", "sweep", *BOARD, "--moves", moves) == run(
        "solve", "sweep", *BOARD, "--moves", "2,2 1,3"
    )


def test_best_moves_are_told_apart() -> None:
    board = "1 4 2 3/5 2 3 1/4 1 5 2/3 2 1 4"
    assert "\nBest: (2,2) or (3,2) or (3,3).\n" in run("solve", "fifteen", "--board", board).out
    assert "\nEvery move is worth the same.\n" in run("solve", "chain", "--board", "1 1").out


def test_a_game_in_a_file() -> None:
    Path("game.json").write_text(SWEEP)
    assert run("solve", "game.json") == run("solve", "sweep", *BOARD, "--moves", "2,2 1,3")
    assert run("solve", "game.json", "--moves", "(3,3)") == run(
        "solve", "sweep", *BOARD, "--moves", "2,2 1,3 3,3"
    )


def test_a_file_that_holds_no_game() -> None:
    Path("game.json").write_text("[]")
    result = run("solve", "game.json")
    assert (result.out, result.status) == ("", 1)
    assert "game.json" in result.err


def test_the_shell_is_offered_books_and_files() -> None:
    offered = BookOrGame().shell_complete(click.Context(solve), solve.params[0], "F")
    assert [(item.value, item.type) for item in offered] == [
        ("flip", "plain"),
        ("fifteen", "plain"),
        ("forty-two", "plain"),
        ("F", "file"),
    ]


def test_estimates_are_the_first_players_in_json() -> None:
    position = fs.start("grow", size=(8, 8), seed=1).play("8,2")
    found = answer(json.dumps(position.to_record()), "--time", "0.01")
    each = found["estimate"]["each"]
    assert list(each) == list(position.legal)
    assert found["estimate"]["margin"] == min(each.values()) == each[found["estimate"]["move"]]


# --- At a terminal ---


@pytest.mark.parametrize("command", [("solve",), ("state",), ("perft", "--depth", "1")])
def test_at_a_terminal_it_says_what_is_awaited(command: tuple[str, ...]) -> None:
    terminal = Terminal(*command)
    terminal.child.expect("Ctrl-D ends. ")
    terminal.child.expect(f"{command[0]} --help")
    terminal.child.sendeof()
    assert terminal.finish().status == 0


def test_worths_are_coloured_at_a_terminal_and_the_text_is_the_same() -> None:
    arguments = ("solve", "sweep", *BOARD)
    terminal = Terminal(*arguments, TERM="xterm-256color")
    result = terminal.finish()
    assert "\x1b[1;32m+17*\x1b[0m" in terminal.raw
    assert "\x1b[1;31m-11\x1b[0m" in terminal.raw
    assert result.out == run(*arguments).out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("sweep", *BOARD, "--moves", "9,9"), "Invalid value for '--moves': "),
        (("sweep", *BOARD, "--moves", "2,2 2,2"), "cell 2,2 is already claimed"),
        (("sweep", *BOARD, "--moves", "soon"), "Invalid value for '--moves': "),
        (("sweep", "--time", "-1"), "'--time'"),
        (("sweep", "--time", "soon"), "'--time'"),
        (("sweep", "--memory", "0"), "'--memory'"),
        (("sweep", "--threads", "0"), "'--threads'"),
        (
            ("chess",),
            f"'chess' is neither a book nor a file with a game; the books are {', '.join(NAMED)}.",
        ),
        (("game.json", "--seed", "1"), "--seed, --swap and --komi do not go with a FILE."),
        (("game.json", *BOARD), "--seed, --swap and --komi do not go with a FILE."),
        (("--moves", "1,1"), "--board, --size, --seed, --swap, --komi and --moves go with a BOOK."),
        (("--seed", "1"), "--board, --size, --seed, --swap, --komi and --moves go with a BOOK."),
        (("sweep", *BOARD, "--size", "3x3"), "Give --board or --size, not both."),
        (("sweep", "--board", "1 1"), "Invalid value for '--board': "),
    ],
)
def test_a_wrong_command_line(arguments: tuple[str, ...], problem: str) -> None:
    result = run("solve", *arguments)
    assert problem in result.err
    assert (result.out, result.status) == ("", 2)


def test_an_interrupt_while_solving_leaves_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("fivesquare.solver.Solver.solve", solve)
    assert run("solve", "sweep") == Result("", "", 130)


# --- What is said on standard error ---


def test_a_long_solve_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.terminal.progress._FIRST_WORD", 0.0)
    monkeypatch.setattr("fivesquare.terminal.progress._NEXT_WORD", 0.0)
    result = run("solve", "sweep", *BOARD)
    lines = result.err.splitlines()
    assert lines[-1].endswith(", 9 of 9 moves)")
    assert all(
        re.fullmatch(r"\(solving: \d+\.\d million positions, \d+ s, \d of 9 moves\)", line)
        for line in lines
    )
    assert "solving" not in result.out


@pytest.mark.parametrize(
    ("seconds", "estimate"),
    [(None, "about 20 seconds"), ("14", "about 20 seconds"), (23, "it took 23 s last time")],
)
def test_the_compiler_is_announced_once_and_only_when_it_runs(
    seconds: object, estimate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.store(compiling=seconds)
    monkeypatch.setattr("fivesquare.terminal.progress.is_warm", lambda: False)
    result = run("solve", "sweep", *BOARD)
    assert re.fullmatch(
        rf"\(Compiling the solver, once after an installation or an upgrade: {estimate} \.\.\.\)\n"
        r"\(Done in \d+ s\.\)\n",
        result.err,
    )
    monkeypatch.setattr("fivesquare.terminal.progress.is_warm", lambda: True)
    assert run("solve", "sweep", *BOARD).err == ""


def test_solve_and_picture_take_the_number_of_a_kept_game() -> None:
    run("play", "sweep", *BOARD, given="2 2\n")
    assert "With perfect play Player 1 wins by 17 points." in run("solve", "1").out
    assert run("picture", "1", "--svg", "-").out.startswith("<svg")
    assert "there is no saved game 2" in run("solve", "2").err


@pytest.mark.parametrize("name", ["Sweep", "SWEEP"])
def test_solve_forgives_capitals(name: str) -> None:
    assert run("solve", name, *BOARD).out == run("solve", "sweep", *BOARD).out
