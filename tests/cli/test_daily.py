"""`fivesquare puzzle --daily`: tries, squares, streaks, and what is remembered."""

import datetime
import json

import pytest

import fivesquare as fs
from fivesquare import dailies
from fivesquare.table import settings, solved_days
from terminal.running import Result, Terminal, run

pytestmark = pytest.mark.usefixtures("warm")

FLIP = "2026-11-18"
CLAIMS = ("2,3", "3,3", "4,2", "1,2")


def daily(*lines: str, day: str = FLIP) -> Result:
    result = run("puzzle", "--daily", day, given="".join(f"{line}\n" for line in lines))
    assert (result.err, result.status) == ("", 0)
    return result


def flat(text: str) -> str:
    """Prose without its line breaks."""
    return " ".join(text.split())


def play_on(day: datetime.date, *lines: str) -> Result:
    """Play a day's puzzle on that day."""

    class Calendar(datetime.date):
        @classmethod
        def today(cls) -> "Calendar":
            return cls(day.year, day.month, day.day)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fivesquare.cli.puzzle.datetime.date", Calendar)
        result = run("puzzle", "--daily", given="".join(f"{line}\n" for line in lines))
    assert (result.err, result.status) == ("", 0)
    return result


def answers(day: datetime.date) -> list[str]:
    return [claim.move for claim in fs.daily(day).claims]


TRANSCRIPT = """\
Puzzle of the day, No. 128 · Wednesday 18 November · Flip

+----+----+----+----+
|  1 |  2 | A4 | A16|
+----+----+----+----+
| B12| B11| 13 | B8 |
+----+----+----+----+
| B9 |  3 | 10 |  7 |
+----+----+----+----+
| B6 |  5 | 15 | A14|
+----+----+----+----+
Player A: 34, Player B: 46; most points on the full board win.

You are Player A, and only one way wins. Find all four claims. Type your move,
or show, help, quit.

Your move: 1,1
No: after (1,1) your opponent takes (2,3) and wins by 26. Four claims to go,
three tries for this one.

Your move: 1,1
You have tried (1,1). Try another.

Your move: 2,3
Right: (2,3) keeps your win. Player B claims (4,3).

Claim 2

"""


def test_a_claim_is_missed_and_found() -> None:
    assert daily("1,1", "1,1", "2,3").out.startswith(TRANSCRIPT)


def test_the_squares_at_the_end() -> None:
    output = daily("1,1", "2,3", *CLAIMS[1:]).out
    assert output.endswith(
        "Solved! Four claims in five tries.\n\n"
        "Fivesquare 128 · Flip · 5 tries\n🟧🟦⬜⬜\n🟦⬜⬜⬜\n🟦⬜⬜⬜\n🟦⬜⬜⬜\n"
    )
    assert "Total score for Player A: 69\n" in output


def test_after_the_last_try_the_claim_is_shown_and_the_day_is_not_solved() -> None:
    output = daily("1,1", "1,2", "3,2", "3,4", *CLAIMS[1:]).out
    assert "It was (2,3). Player B claims (4,3)." in flat(output)
    assert output.endswith(
        "Not this time Three of four claims found.\n\n"
        "Fivesquare 128 · Flip · not solved\n🟧🟧🟧🟧\n🟦⬜⬜⬜\n🟦⬜⬜⬜\n🟦⬜⬜⬜\n"
    )


def test_a_claim_can_be_shown() -> None:
    output = daily("show", *CLAIMS[1:]).out
    assert "It was (2,3). Player B claims (4,3)." in flat(output)
    assert "not solved\n⬜⬜⬜⬜\n🟦⬜⬜⬜" in output


def test_what_can_be_typed_besides() -> None:
    output = daily("help", "rules", "board", "nonsense", "quit").out
    for words in ("  show   show the claim; the day counts as not solved\n", "  board  show the board\n"):
        assert words in output
    assert output.count("|  1 |  2 | A4 | A16|") == 2
    assert "'nonsense' is not a cell. Type your move, or show, help, quit." in flat(output)


@pytest.mark.parametrize("lines", [(), ("quit",), ("2,3", "quit"), ("2,3",)])
def test_leaving_counts_as_nothing(lines: tuple[str, ...]) -> None:
    assert daily(*lines).out.endswith("Not finished, so it does not count. You can start it again.\n")
    assert solved_days.played() == {}


def test_a_streak_is_of_days_solved_on_their_day() -> None:
    monday = datetime.date(2026, 11, 16)
    days = [monday + datetime.timedelta(number) for number in range(4)]
    assert "in a row" not in play_on(days[0], *answers(days[0])).out
    assert play_on(days[1], *answers(days[1])).out.endswith("2 days in a row\n")
    again = play_on(days[1], "show", *answers(days[1])[1:]).out
    assert again.startswith("You have already played this one; the first time counts.\n")
    assert play_on(days[2], *answers(days[2])).out.endswith("3 days in a row\n")
    assert "in a row" not in daily(*answers(monday - datetime.timedelta(1)), day="2026-11-15").out
    assert solved_days.streak(days[3]).now == 3  # the day before Monday was solved too late to count
    assert sorted(map(str, solved_days.played())) == [
        "2026-11-15",
        "2026-11-16",
        "2026-11-17",
        "2026-11-18",
    ]


@pytest.mark.parametrize(
    "stored", [None, 5, [], {"x": {}}, {"2026-11-18": {"tries": 1}}, {"2026-11-18": {"tries": ["x"]}}]
)
def test_what_is_damaged_is_forgotten(stored: object) -> None:
    settings.store(days=stored)
    assert solved_days.played() == {}
    daily(*CLAIMS)
    assert json.loads(settings.settings_file().read_text())["days"] == {
        FLIP: {
            "tries": [1, 1, 1, 1],
            "found": [True] * 4,
            "on_time": datetime.date.today().isoformat() == FLIP,
        }
    }


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--daily", "flip"), "a day is a date like '2026-11-18', not 'flip'"),
        (("--daily", "2026-01-01"), "there are puzzles from 2026-07-14 to 2099-12-31, not on 2026-01-01"),
        (("--daily", "2099-12-31"), "the puzzle of 2099-12-31 comes out on that day"),
        (("flip", "--daily"), "leave out book, --seed, --difficulty and --from."),
        (("--seed", "1", "--daily"), "leave out book, --seed, --difficulty and --from."),
    ],
)
def test_a_wrong_command_line(arguments: tuple[str, ...], problem: str) -> None:
    result = run("puzzle", *arguments)
    assert result.out == ""
    assert result.status == 2
    assert problem in flat(result.err)


def test_at_a_terminal() -> None:
    terminal = Terminal("puzzle", "--daily", FLIP)
    for move in CLAIMS:
        terminal.answer(move)
    result = terminal.finish()
    assert result.status == 0
    assert "🟦⬜⬜⬜" in result.out


def test_from_the_menu() -> None:
    result = run(given="daily\nquit\n")
    assert "\n  d  daily   the puzzle of the day\n" in result.out
    assert f"Puzzle of the day, No. {dailies.number_of(datetime.date.today())}" in result.out


def test_a_long_search_says_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.terminal.progress._FIRST_WORD", 0.0)
    assert run("puzzle", "--daily", FLIP).err == "(looking for the puzzle of the day)\n"
