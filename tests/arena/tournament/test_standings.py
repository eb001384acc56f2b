"""Who plays whom, what the games say, and how that is shown."""

import pickle
import random
import sys
import xml.etree.ElementTree as ET
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.arena.entrants import find_entrants
from fivesquare.arena.ratings import Rating
from fivesquare.arena.tournament import standings_text
from fivesquare.arena.tournament.schedule import Terms
from fivesquare.arena.tournament.standings import (
    CountedGame,
    Difference,
    EntrantRow,
    Standings,
    games_of,
    standings,
)
from fivesquare.arena.tournament.standings_pictures import pictures
from fivesquare.board import Size
from fivesquare.books import find_book
from fivesquare.players.adviser import Adviser
from fivesquare.research.family.splits import SPLITS, Split, split_of
from fivesquare.research.skill import Estimate, account, expected_rest, report

NAMES = ("random", "greedy", "level:3")


def terms(*names: str, books: tuple[str, ...] = ("sweep",), **more: Any) -> Terms:
    return Terms(find_entrants(names or NAMES), tuple(map(find_book, books)), **more)


def played(of: Terms, games: int) -> tuple[list[CountedGame], list[dict[str, Any]]]:
    units = of.units(games)
    results = [of(unit) for unit in units]
    return games_of(units, results, of.to_json()["books"]), results


# --- Who plays whom ---


def test_each_pair_plays_every_board_in_every_book() -> None:
    units = terms(books=("sweep", "fifteen")).units(6)
    assert len(units) == 3 * 2 * 3
    expected = product((1, 2, 3), ("sweep", "fifteen"), combinations(NAMES, 2))
    assert units == [[book, list(pair), number] for number, book, pair in expected]


def test_more_games_come_behind_those_there_are() -> None:
    of = terms()
    assert of.units(10)[: len(of.units(4))] == of.units(4)


def test_a_unit_is_a_board_from_both_seats() -> None:
    result = terms()(["sweep", ["greedy", "random"], 2])
    one, other = result["games"]
    assert one["players"] == ["greedy", "random"]
    assert other["players"] == ["random", "greedy"]
    assert one["board"] == other["board"]
    assert one["board"] == fs.start("sweep", seed=one["seed"]).to_record()["board"]


def test_the_board_of_a_number_is_the_same_for_every_pair_and_another_for_every_seed() -> None:
    boards = {
        (seed, number): {
            str(terms(seed=seed)(["sweep", list(pair), number])["games"][0]["board"])
            for pair in combinations(NAMES, 2)
        }
        for seed, number in product((1, 2), (1, 2))
    }
    assert all(len(each) == 1 for each in boards.values())
    assert len(set.union(*boards.values())) == 4


def test_the_same_unit_gives_the_same_games_whatever_was_played_before() -> None:
    of = terms("level:6", "perfect", "random", books=("grow",), size=Size(3, 3))
    unit = ["grow", ["level:6", "perfect"], 3]
    alone = of(unit)
    for other in of.units(4):
        of(other)
    assert of(unit) == alone
    assert alone["games"][0]["board"][0][:4] == alone["games"][0]["board"][0]  # three columns
    assert len(alone["games"][0]["board"]) == 3


def test_terms_survive_the_way_to_a_worker() -> None:
    of = terms(size=Size(3, 3), seconds=2.5, skill=False)
    assert pickle.loads(pickle.dumps(of)) == of
    assert of.to_json() == {
        "players": list(NAMES),
        "programs": [],
        "books": ["sweep"],
        "seed": 1,
        "size": "3x3",
        "time": 2.5,
        "skill": False,
        "split": None,
    }


# --- What the games say ---


def test_points_are_those_of_the_records() -> None:
    games, results = played(terms(), 8)
    found = standings(NAMES, games)
    points = dict.fromkeys(NAMES, 0.0)
    for record in (record for result in results for record in result["games"]):
        winner = record["result"]["winner"]
        for seat, name in enumerate(record["players"], 1):
            points[name] += 1 if winner == seat else 0.5 if winner == 0 else 0
    assert {row.name: row.points for row in found.rows} == points
    assert found.games == 24
    assert found.boards == 4
    assert sum(points.values()) == 24
    for one, other in combinations(NAMES, 2):
        assert found.cross[one, other][0] + found.cross[other, one][0] == found.cross[one, other][1] == 8


@pytest.mark.parametrize("books", [("sweep",), ("sweep", "fifteen")], ids=["one", "two"])
def test_skill_is_that_of_the_research_kit(books: tuple[str, ...]) -> None:
    """The same games through accounts and their report: over two books it is the mean of both."""
    games, results = played(terms(books=books), 12)
    found = standings(NAMES, games)
    records = [record for result in results for record in result["games"]]
    for row in found.rows:
        accounts = [
            account(fs.Position.from_record(record), seat, seed=record["seed"], adviser=Adviser())
            for record in records
            for seat, name in enumerate(record["players"], 1)
            if name == row.name
        ]
        expected = report(accounts).skill
        assert row.skill.value == pytest.approx(expected.value)
        assert row.skill.low is not None
        assert row.unsolved == 0
        if len(books) == 1:
            assert row.skill.low == pytest.approx(expected.low, abs=0.05)


def test_a_forfeit_counts_as_chance_from_there_on(tmp_path: Path) -> None:
    """Whoever gives up after one move has not the skill of that move."""
    bot = tmp_path / "bot"
    bot.write_text(BOT_THAT_GIVES_UP)
    bot.chmod(0o755)
    name = f"program:{bot}"
    of = terms(name, "greedy", books=("sweep",))
    games, results = played(of, 2)
    row = {row.name: row for row in standings([name, "greedy"], games).rows}[name]
    assert row.forfeits == {"unreadable": 2}
    costs = [result["cost"][number] for result in results for number in (0, 1)]
    mine = [costs[0][0], costs[1][1]]
    ends = [fs.Position.from_record(record) for record in results[0]["games"]]
    assert [cost["rest"] for cost in mine] == [expected_rest(ends[0], 1), expected_rest(ends[1], 2)]
    assert [costs[0][1]["rest"], costs[1][0]["rest"]] == [0, 0]  # the other one gave nothing up
    lost, expected, rest = (sum(cost[key] for cost in mine) for key in ("lost", "expected", "rest"))
    assert row.skill.value == pytest.approx(1 - (lost + rest) / (expected + rest))
    assert row.decision_skill.value == pytest.approx(1 - lost / expected)
    assert row.to_json()["decision_skill"]["value"] == pytest.approx(row.decision_skill.value, abs=1e-4)
    said = standings_text.notes(standings([name, "greedy"], games))
    assert "A forfeit counts as chance from there on." in said
    assert f"{name}: skill {row.decision_skill} in the moves that it made." in said


BOT_THAT_GIVES_UP = f"""#!{sys.executable}
import json
line = json.loads(input())
print(json.dumps({{"move": line["view"]["legal"][0]}}), flush=True)
input()
print("I give up", flush=True)
"""


def test_differences_are_told_on_the_same_boards() -> None:
    games, _ = played(terms(books=("sweep", "fifteen")), 12)
    found = standings(NAMES, games)
    skills = {row.name: row.skill.value or 0.0 for row in found.rows}
    ranked = sorted(NAMES, key=lambda name: -skills[name])
    assert [(each.one, each.other) for each in found.differences] == [*combinations(ranked, 2)]
    for each in found.differences:
        value, low, high = each.skill
        assert value == pytest.approx(skills[each.one] - skills[each.other])
        assert value is not None
        assert low is not None
        assert high is not None
        assert low <= value <= high
        assert each.boards == 12
    told = found.to_json()["differences"]
    assert [each["players"] for each in told] == [[*pair] for pair in combinations(ranked, 2)]
    numbers = {name: number for number, name in enumerate(found.names, 1)}
    shown = standings_text.differences(found).splitlines()[1:]
    assert [line.split("  ")[0] for line in shown] == [
        f"{numbers[one]} - {numbers[other]}" for one, other in combinations(ranked, 2)
    ]
    assert standings_text.differences(standings(NAMES, played(terms(skill=False), 2)[0])) == ""


def test_of_many_those_are_compared_that_follow_each_other_in_skill() -> None:
    names = [f"p{number}" for number in range(6)]
    found = Standings(
        tuple(row(name, Rating(1.0)) for name in names),
        differences=tuple(
            Difference(one, other, Estimate(0.1, 0.05, 0.2), 9) for one, other in combinations(names, 2)
        ),
    )
    lines = standings_text.differences(found).splitlines()[1:]
    assert lines == [f"{number} - {number + 1}  +0.10  +0.05 to +0.20" for number in range(1, 6)]


@pytest.mark.parametrize("split", SPLITS)
def test_boards_come_from_one_split(split: Split) -> None:
    of = terms(books=("sweep", "grow"), split=split)
    openings = [of.opening(book, number) for book in ("sweep", "grow") for number in range(1, 9)]
    assert {split_of(opening.board) for opening, _ in openings} == {split}
    for opening, seed in openings:
        assert fs.start(opening.book, seed=seed) == opening
    plain = [terms().opening("sweep", number)[0] for number in range(1, 9)]
    assert {split_of(opening.board) for opening in plain} == {*SPLITS}


def test_without_skill_there_is_none() -> None:
    games, results = played(terms(skill=False), 2)
    assert all("cost" not in result for result in results)
    assert all(row.skill == Estimate(None) for row in standings(NAMES, games).rows)


def test_the_order_of_games_and_of_names_does_not_matter() -> None:
    games, _ = played(terms(), 12)
    before = standings(NAMES, games)
    random.Random(1).shuffle(games)
    after = standings(NAMES[::-1], games)
    assert after.to_json() == before.to_json()


def test_forfeits_are_counted_for_whoever_made_them() -> None:
    late = {"player": 2, "reason": "time-out", "detail": "no answer within 1 second"}
    crash = {"player": 1, "reason": "crash", "detail": "it ended with status 1"}
    games = [
        CountedGame(0, 1, ("greedy", "bot"), 1.0, late, None),
        CountedGame(0, 1, ("bot", "greedy"), 0.0, crash, None),
        CountedGame(0, 2, ("greedy", "bot"), 1.0, late, None),
        CountedGame(0, 2, ("bot", "greedy"), 1.0, None, None),
    ]
    found = {row.name: row for row in standings(["bot", "greedy"], games).rows}
    assert found["greedy"].forfeits == {}
    assert found["bot"].forfeits == {"crash": 1, "time-out": 2}
    assert found["bot"].example == "it ended with status 1"  # of board 1, the seat that comes first
    assert (found["bot"].won, found["bot"].lost) == (1, 3)


# --- How it is shown ---


def row(name: str, rating: Rating, **more: Any) -> EntrantRow:
    made: dict[str, Any] = {
        "won": 1203,
        "drawn": 1,
        "lost": 796,
        "skill": Estimate(-0.123, -0.234, 0.1),
        "decision_skill": Estimate(0.5),
        "unsolved": 0,
        "forfeits": {"time-out": 1000},
        "example": "",
    }
    return EntrantRow(name, rating, **{**made, **more})


def wide_standings(count: int = 15) -> Standings:
    """The widest numbers there are, and long names."""
    names = [f"program:/somewhere/far/away/with/a/long/name/bot{number}" for number in range(count)]
    rows = tuple(row(name, Rating(-1234.5, -2345.6, -1111.1)) for name in names)
    cross = {(one, other): (1203.5, 2000) for one in names for other in names if one != other}
    return Standings(rows, cross, 1000)


def test_no_line_is_wider_than_a_terminal() -> None:
    found = wide_standings()
    for text in (standings_text.table(found), standings_text.cross(found)):
        assert max(map(len, text.splitlines())) <= 80
    assert "bot7" in standings_text.table(found)
    assert "8 is program:/somewhere/far/away/with/a/long/name/bot7" in standings_text.notes(found)


def test_a_cross_table_that_is_too_wide_comes_in_parts_and_lacks_nobody() -> None:
    lines = standings_text.cross(wide_standings()).splitlines()
    heads = [line for line in lines if line and not line.split()[-1].startswith(("1203", "-", "each"))]
    assert [int(number) for line in heads for number in line.split()] == list(range(1, 16))


@pytest.mark.parametrize(
    ("rating", "shown"),
    [
        (Rating(None), "-"),
        (Rating(12.0), "-"),
        (Rating(12.0, is_open_above=True), "-"),
        (Rating(12.0, -3.4, 56.7), "-3 to +57"),
        (Rating(12.0, -0.4, 56.7), "0 to +57"),
        (Rating(12.0, 5.0, None, False, True), "over +5"),
        (Rating(12.0, None, 50.0, True, False), "under +50"),
        (Rating(12.0, None, None, True, True), "open"),
    ],
)
def test_an_interval_says_what_holds_it(rating: Rating, shown: str) -> None:
    assert standings_text.interval(rating) == shown


def test_what_nobody_has_is_no_column() -> None:
    bare = row("greedy", Rating(3.0), skill=Estimate(None), forfeits={})
    assert standings_text.table(Standings((bare,))).split() == [
        "rating",
        "points",
        "1",
        "greedy",
        "+3",
        "1203.5/2000",
    ]


def test_notes_say_what_has_to_be_known() -> None:
    bot = row(
        "bot",
        Rating(-9.0, None, -3.0, True),
        forfeits={"crash": 2, "illegal": 1},
        unsolved=3,
        example="it\nended",
    )
    said = standings_text.notes(
        Standings((row("greedy", Rating(9.0, 3.0, None, False, True), forfeits={}), bot), {}, 20)
    )
    assert "bot lost 3 games by forfeit (2 crash, 1 illegal): it ended" in said
    assert "bot: 3 decisions too large to solve, not in its skill." in said
    assert "over, under, open" in said
    assert "Fewer than 6 boards" not in said
    assert "Fewer than 6 boards" in standings_text.notes(Standings((bot,), {}, 5))


def test_pictures_say_in_words_what_they_show() -> None:
    found = standings(
        ["Ann <&>", "Ben"],
        [CountedGame(0, board, ("Ann <&>", "Ben"), 1.0, None, None) for board in range(10)],
    )
    drawn = pictures(found)
    assert list(drawn) == ["ratings.svg", "cross.svg"]
    for picture in drawn.values():
        root = ET.fromstring(picture)
        assert root.findtext("{http://www.w3.org/2000/svg}title")
    assert "anywhere above" in drawn["ratings.svg"]
    assert "anywhere below" in drawn["ratings.svg"]
    assert "Ann &lt;&amp;&gt; took 10 of 10 points from Ben" in drawn["cross.svg"]
    assert "inf" not in drawn["ratings.svg"]


def test_pictures_of_many_and_of_nothing() -> None:
    for found in (wide_standings(30), standings(["Ann", "Ben"], [])):
        for picture in pictures(found).values():
            root = ET.fromstring(picture)
            assert "nan" not in picture
            width = float(root.attrib["width"])
            for text in root.iter("{http://www.w3.org/2000/svg}text"):
                assert 0 <= float(text.attrib["x"]) <= width
