"""An evening of a club over HTTP, from the first guest to the last round."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx2
import pytest

from web.evening import SMALL, Club
from web.postgres import Postgres
from web.server import NO_LIMITS, Server, eventually, running
from web.test_friends import Follower


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("club"), **NO_LIMITS) as server:
        yield server


def points(evening: dict[str, Any]) -> dict[int, float]:
    return {place["player"]: place["points"] for place in evening["standing"]}


# --- A whole evening ---


@pytest.mark.parametrize("legs", [1, 2])
def test_everybody_plays_everybody_and_the_games_say_how_it_ended(server: Server, legs: int) -> None:
    with Club(server, legs=legs, title=" Friday  night ") as club:
        club.come("Ana", "Ben", "Cem", "Dora", "Eli")
        assert (club.now()["title"], club.now()["rounds"]) == ("Friday night", 5 * legs)
        won: dict[int, float] = dict.fromkeys(range(1, 6), 0.0)
        for number in range(1, 5 * legs + 1):
            announced = club.now()["next"]
            tables = club.begin(number)
            assert [[table["first"], table["second"]] for table in tables] == announced["pairs"]
            assert club.now()["free"] == announced["free"]
            for table in tables:
                winner = club.play(table)["winner"]
                for seat, player in ((1, table["first"]), (2, table["second"])):
                    won[player] += 0.5 if winner == 0 else float(winner == seat)
            club.until(lambda evening: not evening["playing"])
        evening = club.now()
        met = [frozenset((first, second)) for _, first, second, *_ in evening["results"]]
        assert sorted(met, key=sorted) == sorted(
            map(frozenset, [*combinations(range(1, 6), 2)] * legs), key=sorted
        )
        assert evening["next"] is None
        assert points(evening) == won
        assert club.do("rounds", round=5 * legs + 1).json() == {"error": "everybody has met everybody"}
        assert club.do("end").json()["over"] is True


def test_a_ladder_pairs_by_standing_and_a_free_round_is_a_win(server: Server) -> None:
    with Club(server, form="ladder") as club:
        club.come("Ana", "Ben", "Cem")
        (table,) = club.begin(1)
        assert (table["first"], table["second"], club.now()["free"]) == (2, 1, [3])
        assert club.now()["next"] is None  # that depends on the game
        club.resign(table, 1)
        evening = club.until(lambda evening: not evening["playing"])
        assert points(evening) == {1: 1.0, 3: 1.0, 2: 0.0}
        assert evening["next"]["free"] == [2]
        (table,) = club.begin(2)
        assert {table["first"], table["second"]} == {1, 3}
        assert evening["rounds"] is None


def test_a_seat_at_a_table_belongs_to_the_browser_that_joined(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben", "Cem", "Dora")
        table = club.begin(1)[0]
        game = f"/api/games/{table['game']}"
        shown = club.host.get(game).json()
        assert shown["names"] == [
            ["Ana", "Ben", "Cem", "Dora"][table[seat] - 1] for seat in ("first", "second")
        ]
        assert shown["evening"] == club.id
        move = {"ply": 0, "move": shown["legal"][0]}
        for number, browser in enumerate(club.guests, 1):
            status = {table["first"]: 200, table["second"]: 409}.get(number, 401)
            if number != table["first"]:
                assert browser.post(f"{game}/moves", json=move).status_code == status
        assert club.guests[table["first"] - 1].post(f"{game}/moves", json=move).status_code == 200


def test_a_flag_that_falls_counts(server: Server) -> None:
    with Club(server, clock={"move": 5}, book="flip") as club:
        club.come("Ana", "Ben")
        (table,) = club.begin(1)
        game = f"/api/games/{table['game']}"
        for ply in range(2):
            browser = club.guests[table[("first", "second")[ply]] - 1]
            legal = browser.get(game).json()["legal"]
            assert browser.post(f"{game}/moves", json={"ply": ply, "move": legal[0]}).status_code == 200
        evening = club.until(lambda evening: not evening["playing"])
        assert evening["tables"][0]["reason"] == "time"
        assert points(evening)[table["second"]] == 1.0


def test_the_result_of_a_game_that_counts_is_not_taken_back(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben")
        (table,) = club.begin(1)
        version = club.play(table)["version"]
        body = {"version": version, "answer": "ask"}
        answer = club.guests[0].post(f"/api/games/{table['game']}/takeback", json=body)
        assert answer.json()["error"] == "the result counts for the evening, so it stays"


def test_the_stream_has_the_whole_evening_each_time(server: Server) -> None:
    with Club(server) as club:
        follower = Follower(club.host, club.path)
        try:
            club.come("Ana", "Ben")
            follower.until(lambda evening: [each["name"] for each in evening["players"]] == ["Ana", "Ben"])
            (table,) = club.begin(1)
            follower.until(lambda evening: len(evening["tables"]) == 1 and evening["tables"][0]["view"])
            club.play(table)
            over = follower.until(lambda evening: not evening["playing"] and evening["round"] == 1)
            assert over["tables"][0]["view"]["over"] is True
            assert over == club.now()
        finally:
            follower.close()


# --- Coming and going ---


def test_one_who_comes_late_plays_from_the_next_round_on(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben")
        tables = club.begin(1)
        club.come("Cem")
        assert club.now()["free"] == []
        club.resign(tables[0], 2)
        club.until(lambda evening: not evening["playing"])
        for number in (2, 3):
            (table,) = club.begin(number)
            assert 3 in (table["first"], table["second"])
            club.resign(table, 1)
            club.until(lambda evening: not evening["playing"])
        assert club.now()["next"] is None


def test_who_leaves_is_not_paired_and_may_come_back(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben", "Cem")
        assert club.do("leave", 1).status_code == club.do("leave", 1).status_code == 200
        assert club.now()["next"]["pairs"] == [[2, 3]]
        back = club.do("players", 1, name="Anna")
        assert (back.json()["player"], back.json()["evening"]["players"][0]["name"]) == (1, "Anna")
        assert club.now()["players"][0]["state"] == "here"
        codes = [club.do("leave", 1).status_code for _ in range(3)]
        assert codes == [200] * 3
        for _ in range(10):
            club.do("players", 1, name="Anna")
            club.do("leave", 1)
        assert "often enough" in club.do("players", 1, name="Anna").json()["error"]


def test_who_is_removed_stays_out_until_the_host_lets_them_in(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben", "Cem")
        assert club.do("admissions", player=1).status_code == 200
        assert club.now()["players"][0]["state"] == "removed"
        again = club.do("players", 1, name="Ana")
        assert (again.status_code, again.json()["error"]) == (
            409,
            "the host has removed you from this evening",
        )
        assert club.do("admissions", player=1, welcome=True).json()["players"][0]["state"] == "here"
        assert club.do("admissions", player=9).status_code == 409


def test_somebody_who_vanished_holds_nobody_up(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben", "Cem", "Dora")
        club.begin(1)
        assert "still playing" in club.do("rounds", round=2).json()["error"]
        decided = club.do("decisions", round=1, table=1, winner=2).json()["tables"][0]
        assert (decided["settled"], decided["winner"], decided["decided"]) == (True, 2, True)
        skipped = club.do("decisions", round=1, table=2, winner=None).json()
        assert (skipped["tables"][1]["winner"], skipped["playing"]) == (None, False)
        assert sum(points(skipped).values()) == 1.0
        assert club.do("decisions", round=1, table=2, reopen=True).json()["playing"] is True
        table = club.now()["tables"][1]
        club.resign(table, 1)
        evening = club.until(lambda evening: not evening["playing"])
        assert points(evening)[table["second"]] == 1.0
        late = club.do("decisions", round=1, table=2, winner=1)
        assert (late.status_code, late.json()["error"]) == (409, "that game is over, and its result counts")
        club.begin(2)
        assert club.do("decisions", round=1, table=1, winner=1).status_code == 409


def test_what_a_decided_game_comes_to_later_changes_nothing(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben")
        (table,) = club.begin(1)
        club.do("decisions", round=1, table=1, winner=1)
        club.resign(table, 1)
        assert club.host.get(f"/api/games/{table['game']}").json()["winner"] == 2
        assert points(club.now())[table["first"]] == 1.0


def test_a_closed_door_keeps_new_guests_out_and_lets_others_back(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben")
        assert club.do("door", open=False).json()["open"] is False
        refused = club.browser().post(f"{club.path}/players", json={"name": "Cem"})
        assert (refused.status_code, "closed the door" in refused.json()["error"]) == (409, True)
        club.do("leave", 1)
        assert club.do("players", 1, name="Ana").status_code == 200
        club.do("door", open=True)
        club.come("Cem")


def test_when_the_evening_is_over_nothing_changes(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben")
        (table,) = club.begin(1)
        before = club.do("end").json()
        assert club.do("end").json() == before
        assert (before["over"], before["next"]) == (True, None)
        club.resign(table, 1)
        for refused in (
            club.do("rounds", round=2),
            club.do("players", 1, name="Anna"),
            club.do("leave", 1),
            club.do("door", open=False),
            club.do("decisions", round=1, table=1, winner=1),
            club.browser().post(f"{club.path}/players", json={"name": "Cem"}),
        ):
            assert (refused.status_code, refused.json()["error"]) == (409, "the evening is over")
        assert points(club.now()) == {1: 0.0, 2: 0.0}  # what was still being played does not count


# --- The same player ---


def test_a_browser_is_one_player_however_often_it_joins(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana")
        again = club.do("players", 1, name="Ana").json()
        assert (again["player"], again["evening"]["version"]) == (1, 1)
        assert club.do("players", 1, name="Anna").json()["evening"]["players"] == [
            {"number": 1, "name": "Anna", "state": "here"}
        ]


def test_a_name_is_kept_for_the_next_evening_if_one_likes(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana")
        club.do("players", 1, name="Anna", keep=True)
        data = (
            club.guests[0].get(f"/club/{club.id}").text.partition('id="data">')[2].partition("</script>")[0]
        )
        told = json.loads(data)
        assert (told["name"], told["mine"], told["host"]) == ("Anna", 1, False)


# --- Restarts and several processes ---


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, database: str) -> None:
    with running(tmp_path, database=database, **NO_LIMITS) as server, Club(server) as club:
        club.come("Ana", "Ben", "Cem", "Dora")
        server.kill()
        server.start()
        tables = club.begin(1)
        server.kill()
        server.start()
        assert [table["game"] for table in club.now()["tables"]] == [table["game"] for table in tables]
        club.play(tables[0])
        club.resign(tables[1], 1)
        server.kill()  # perhaps before the evening has heard of it
        server.start()
        evening = club.now()
        assert evening["playing"] is False
        assert sum(points(evening).values()) == 2.0
        club.do("decisions", round=1, table=1, winner=None)
        club.begin(2)
        before = club.do("door", open=False).json()
        server.kill()
        server.start()
        assert club.now()["version"] == before["version"]
        assert [each["name"] for each in club.now()["players"]] == ["Ana", "Ben", "Cem", "Dora"]


def test_joins_that_were_acknowledged_during_kills_are_there_once(tmp_path: Path, database: str) -> None:
    with running(tmp_path, database=database, **NO_LIMITS) as server, Club(server) as club:
        acknowledged: list[str] = []
        threads = [
            threading.Thread(target=join_for_sure, args=[club, f"Gu-{number} x", acknowledged])
            for number in range(12)
        ]
        for thread in threads:
            thread.start()
        for most in (3, 7):
            eventually(partial(has_more, acknowledged, most))
            server.kill()
            server.start()
        for thread in threads:
            thread.join()
        names = [each["name"] for each in club.now()["players"]]
        assert sorted(names) == sorted(acknowledged)
        assert len(names) == 12


def has_more(acknowledged: list[str], most: int) -> bool:
    return len(acknowledged) >= most


def join_for_sure(club: Club, name: str, acknowledged: list[str]) -> None:
    """Join as a page does: with the cookie that it has got before, again until there is an answer."""
    with club.servers[0].client() as browser:
        while True:
            try:
                browser.get(f"/club/{club.id}")
                answer = browser.post(f"{club.path}/players", json={"name": name})
            except httpx2.TransportError:
                continue
            if answer.status_code == 200:
                acknowledged.append(name)
                return


def test_several_processes_share_an_evening(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with (
        running(tmp_path / "one", database=url, **NO_LIMITS) as one,
        running(tmp_path / "two", database=url, **NO_LIMITS) as two,
        Club(one, two) as club,
        two.client() as elsewhere,
    ):
        follower = Follower(elsewhere, club.path)
        try:
            club.come("Ana", "Ben", "Cem", "Dora")
            follower.until(lambda evening: len(evening["players"]) == 4)
            tables = club.begin(1)
            follower.until(
                lambda evening: all(table["view"] for table in evening["tables"]) and evening["round"]
            )
            for table in tables:
                club.play(table)
            there = follower.until(lambda evening: evening["round"] == 1 and not evening["playing"])
            here = club.until(lambda evening: not evening["playing"])
            assert there["results"] == here["results"]
        finally:
            follower.close()


def test_an_evening_that_is_too_old_goes_with_its_page(tmp_path: Path) -> None:
    with (
        running(tmp_path, keep_games=1, **NO_LIMITS) as server,
        Club(server) as club,
        Club(server) as newer,
    ):
        server.stop()
        server.start()  # it looks for what is old when it starts
        eventually(lambda: club.host.get(club.path).status_code == 404)
        assert newer.now()["players"] == []
        assert club.host.get(f"/club/{club.id}", headers={"accept": "text/html"}).status_code == 404


def test_any_rules_and_no_nonsense(server: Server) -> None:
    with Club(server, book={"like": "fifteen", "goal": {"exactly": 21}, "title": "Mine"}) as club:
        assert (club.now()["label"], club.now()["size"]) == ("Mine", [4, 4])
    with server.client() as host:
        bad: list[dict[str, Any]] = [
            *({"book": "gorw"}, {"book": {"like": "flip", "size": [9, 9]}}, {"book": SMALL, "legs": 3}),
            *(
                {"form": "cup"},
                {"clock": {"move": 1}},
                {"title": "x" * 49},
                {"title": "\u202ex"},
                {"size": 3},
            ),
        ]
        for wish in bad:
            answer = host.post("/api/clubs", json=wish)
            assert (answer.status_code, set(answer.json())) == (422, {"error"}), wish
