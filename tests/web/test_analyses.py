"""Analyses over HTTP: what the command line says, within limits, and never a fault of the server's."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from fivesquare.web.settings import Settings
from fivesquare.web.study import review_view
from fivesquare.web.study.handlers import StudyHandlers
from fivesquare.web.study.puzzle_view import Wanted
from fivesquare.web.study.solver_pool import SolverPool
from fivesquare.words import lines
from patience import PATIENCE
from web.server import Server, eventually, running

SWEEP: dict[str, Any] = {
    "book": "sweep",
    "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]],
    "moves": ["1,2", "2,2"],
}
OWN_BOOK = {"like": "fifteen", "take": "lower-enemy", "goal": {"exactly": 21}, "title": "Twenty-one"}
UNLIMITED: dict[str, Any] = {
    "requests": 10_000,
    "requests_at_once": 100_000,
    "solves": 1000,
}  # is tested elsewhere
LARGE = {"like": "flip", "size": [8, 8]}


def record(
    book: Any, moves: int = 99, seed: int = 3, size: tuple[int, int] | None = None
) -> dict[str, Any]:
    """A game that goes on somehow for so many moves, or to its end."""
    position = fs.start(book, seed=seed, size=size)
    for number in range(moves):
        if position.is_over:
            break
        position = position.play(position.legal[number * 7 % len(position.legal)])
    return position.to_record()


def swapped(book: Any) -> dict[str, Any]:
    """A game in which the second player swapped."""
    position = fs.start(book, seed=1).play("1,1").play("swap")
    return position.play(position.legal[0]).to_record()


GAMES = {
    **{f"{book}, over": record(book) for book in fs.CATALOGUE},
    **{f"{book}, under way": record(book, 5) for book in fs.CATALOGUE},
    **{f"{book}, not begun": record(book, 0) for book in ("flip", "sweep", "fifteen")},
    "own book": record(OWN_BOOK, 4),
    "swap": swapped({"like": "sweep", "balance": "swap"}),
    "may swap": record({"like": "grow", "balance": "swap"}, 1, size=(3, 3)),
    "komi": record({"like": "flip", "balance": {"komi": 4.5}}, 6),
    "in a chain": {
        "book": "chain",
        "board": [[1] * 4] * 4,
        "moves": ["1,1", "4,4", "1,2"],
        "players": ["human", "level:3"],
    },
    "skipped": {
        "book": "grow",
        "board": [[5, 1, 1], [1, 1, 1], [1, 1, 9]],
        "moves": ["1,1", "1,2", "2,1", "2,2", "3,1", "3,2"],
    },
    "smallest": record("sweep", 0, size=(1, 2)),
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    """Of a server that has time, however busy the machine is."""
    with (
        running(tmp_path_factory.mktemp("server"), solve_seconds=60, **UNLIMITED) as server,
        ready(server) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def hasty_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    """Of a server that has one second for a question."""
    with (
        running(tmp_path_factory.mktemp("hasty"), solve_seconds=1, **UNLIMITED) as server,
        ready(server) as client,
    ):
        yield client


@contextmanager
def ready(server: Server) -> Iterator[httpx2.Client]:
    """A client that asks only once the solver is ready."""
    with server.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 180)  # compiling
        yield client


def terminal(*command: str, text: str = "") -> str:
    """What a command writes."""
    return subprocess.run(
        [sys.executable, "-m", "fivesquare", *command],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
        env=os.environ,
    ).stdout


def without_effort(answer: str | bytes) -> str:
    """A solution as text, without what is different each time."""
    told = json.loads(answer)
    del told["nodes"], told["seconds"]
    return json.dumps(told)


# --- The same as at the command line ---


def test_solve_says_what_the_command_says(client: httpx2.Client) -> None:
    lines = terminal("solve", text="".join(json.dumps(game) + "\n" for game in GAMES.values())).splitlines()
    for (name, game), line in zip(GAMES.items(), lines, strict=True):
        response = client.post("/api/solve", json=game)
        assert response.status_code == 200, name
        assert without_effort(response.content) == without_effort(line), name


@pytest.mark.parametrize("name", ["chain, under way", "fifteen, over", "komi"])
def test_review_says_what_the_command_says(client: httpx2.Client, name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GAMES[name]))
    response = client.post("/api/review", json=GAMES[name])
    assert response.status_code == 200
    assert json.dumps(response.json()) == terminal("review", "--json", str(file)).strip()


# --- Values ---


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_of_the_solver(client: httpx2.Client, name: str) -> None:
    position = fs.Position.from_record(GAMES[name])
    solution = fs.solve(position)
    told = client.post("/api/values", json=GAMES[name]).json()
    assert (told["exact"], told["turn"], told["depth"]) == (True, position.turn, None)
    assert told["best"] == list(solution.best)
    assert list(told["each"]) == list(position.legal)
    assert len(told["line"]) == len(solution.line)
    for move, worth in solution.each.items():
        assert told["each"][move] == {
            "winner": worth.winner,
            "margin": worth.margin,
            "lead": None if worth.margin is None else worth.lead(position.state.turn),
            "result": worth.result(position.state.turn),
            "is_best": move in solution.best,
        }


def test_what_cannot_be_solved_is_estimated(hasty_client: httpx2.Client) -> None:
    game = record(LARGE, 6)
    told = hasty_client.post("/api/values", json=game).json()
    assert told["exact"] is False
    assert told["depth"] >= 1
    assert list(told["each"]) == list(fs.Position.from_record(game).legal)
    for worth in told["each"].values():
        assert worth["winner"] is worth["margin"] is worth["result"] is None
    leads = {move: worth["lead"] for move, worth in told["each"].items()}
    assert all(isinstance(lead, int | float) for lead in leads.values())
    most = max(leads.values())
    assert told["best"] == [move for move, lead in leads.items() if lead == most]
    assert [move for move, worth in told["each"].items() if worth["is_best"]] == told["best"]


# --- Too much ---


def test_what_is_too_large_is_refused_in_a_sentence(hasty_client: httpx2.Client) -> None:
    response = hasty_client.post("/api/solve", json=record(LARGE, 4))
    assert response.status_code == 422
    assert response.json() == {"error": "this position is too large to be solved within 1 second"}


def test_a_large_game_is_reviewed_as_far_as_time_allows(hasty_client: httpx2.Client) -> None:
    told = hasty_client.post("/api/review", json=record(LARGE)).json()
    verdicts = [move["verdict"] for move in told["moves"]]
    assert verdicts[0] == "not solved"
    assert verdicts[-1] != "not solved"
    assert told["opening"] is None


@pytest.fixture(scope="module")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One thread, a queue of one, and a long time to think."""
    folder = tmp_path_factory.mktemp("small")
    with (
        running(folder, solve_threads=1, solve_queue=1, solve_seconds=10 * PATIENCE, **UNLIMITED) as server,
        ready(server),
    ):
        yield server


class Hanging:
    """A request that nobody will answer soon, and that can go away."""

    def __init__(self, server: Server, game: dict[str, Any]) -> None:
        body = json.dumps(game).encode()
        self._socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        head = (
            f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {len(body)}\r\n"
        )
        self._socket.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)

    def answer(self) -> str:
        """The beginning of what comes back."""
        return self._socket.recv(1000).decode()

    def leave(self) -> None:
        self._socket.close()


def test_a_full_queue_is_503_and_says_when_to_come_back(small_server: Server) -> None:
    hanging = [Hanging(small_server, record(LARGE, moves)) for moves in (4, 5)]
    refusals = list[httpx2.Response]()

    def is_refused() -> bool:
        """Until both have arrived, a third one finds room; it is not worth waiting for."""
        with small_server.client() as client:
            try:
                response = client.post("/api/solve", json=SWEEP, timeout=0.5)
            except httpx2.TimeoutException:
                return False
        refusals.append(response)
        return response.status_code == 503

    try:
        eventually(is_refused)
        assert refusals[-1].headers["retry-after"] == f"{5 * PATIENCE:.0f}"
        assert set(refusals[-1].json()) == {"error"}
        with small_server.client() as client:  # nobody else is held up
            assert client.get("/healthz").status_code == 200
            game = client.post("/api/games", json={"book": "sweep", "second": "level:10"}).json()
            moved = client.post(
                f"/api/games/{game['id']}/moves",
                json={"ply": 0, "move": "1,1"},
                headers={"authorization": f"Bearer {game['seats']['1']}"},
            )
            assert moved.status_code == 200
            eventually(lambda: client.get(f"/api/games/{game['id']}").json()["ply"] == 2)
    finally:
        for each in hanging:
            each.leave()


def test_whoever_goes_away_is_no_longer_thought_about(small_server: Server) -> None:
    hanging = [Hanging(small_server, record(LARGE, moves)) for moves in (6, 7)]
    time.sleep(0.3)  # long enough to be begun with; if it is not, nothing is left to give up either
    for each in hanging:
        each.leave()

    def is_answered() -> bool:
        with small_server.client() as client:
            return client.post("/api/solve", json=SWEEP).status_code == 200

    eventually(is_answered)


def test_a_server_that_ends_does_not_wait_for_the_solver(tmp_path: Path) -> None:
    with running(tmp_path, solve_seconds=10 * PATIENCE, solve_threads=1) as server:
        hanging = [Hanging(server, record(LARGE, moves)) for moves in (4, 5)]
        with server.client() as client:
            client.post("/api/books", json={"book": "flip"})  # behind them, so they have arrived
        server.send_signal(signal.SIGTERM)
        assert all(each.answer().startswith("HTTP/1.1 503 ") for each in hanging)
        server.wait()
        for each in hanging:
            each.leave()


def test_equal_questions_at_the_same_time_are_answered_together(small_server: Server) -> None:
    """With one thread and one place to wait, a hundred different ones would not be."""
    game = record({"like": "flip", "size": [5, 5]}, 2, seed=9)
    statuses = list[int]()

    def ask() -> None:
        with small_server.client() as client:
            statuses.append(client.post("/api/solve", json=game).status_code)

    threads = [threading.Thread(target=ask) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [200] * 10


# --- What cannot be used ---

UNUSABLE: list[Any] = [
    {},
    [],
    "sweep",
    None,
    7,
    True,
    {"book": "sweep"},
    {**SWEEP, "book": "chess"},
    {**SWEEP, "book": {"like": "sweep", "tie": 5}},
    {**SWEEP, "book": {}},
    {**SWEEP, "book": ["sweep"]},
    {**SWEEP, "board": []},
    {**SWEEP, "board": [[1]]},
    {**SWEEP, "board": [[1, 2], [3]]},
    {**SWEEP, "board": "5 3 8/2 9 1/6 4 7"},
    {**SWEEP, "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7.5]]},
    {**SWEEP, "board": [[5, 3, 8], [2, 9, 1], [6, 4, 10**400]]},
    {**SWEEP, "board": [[1] * 9] * 9},
    {**SWEEP, "board": {"1": 1}},
    {**SWEEP, "moves": "1,2"},
    {**SWEEP, "moves": None},
    {**SWEEP, "moves": [1]},
    {**SWEEP, "moves": ["9,9"]},
    {**SWEEP, "moves": ["1,2", "1,2"]},
    {**SWEEP, "moves": ["stop"]},
    {**SWEEP, "moves": ["swap"]},
]


@pytest.mark.parametrize("path", ["/api/solve", "/api/review", "/api/values", "/api/walk"])
def test_what_is_no_record_is_refused_in_a_sentence(client: httpx2.Client, path: str) -> None:
    for sent in UNUSABLE:
        response = client.post(path, json=sent)
        assert response.status_code == 422, sent
        assert response.headers["content-type"] == "application/json"
        assert response.json()["error"], sent


def test_the_move_at_fault_is_named(client: httpx2.Client) -> None:
    told = client.post("/api/solve", json={**SWEEP, "moves": ["1,2", "1,2"]}).json()
    assert told == {"error": "cell 1,2 is already claimed, after 1 move of sweep", "at": 1}
    told = client.post("/api/solve", json={**SWEEP, "book": {"like": "sweep", "tie": 5}}).json()
    assert told["field"] == "tie"


@pytest.mark.parametrize(
    "body",
    [
        b" ",
        b"{",
        b"\xff\xfe",
        b"[" * 30_000,
        b'{"a":' * 10_000,
        b'{"book": NaN}',
        b'{"book": 1e999}',
        b'{"book": -Infinity}',
        b'{"board": ' + b"9" * 10_000 + b"}",
        b'"\\ud800"',
    ],
)
@pytest.mark.parametrize("path", ["solve", "review", "values", "walk", "puzzles", "books", "komi"])
def test_what_is_no_json_is_refused(client: httpx2.Client, path: str, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    response = client.post(f"/api/{path}", content=body, headers=headers)
    assert response.status_code == 422
    assert response.json()["error"]


def test_further_keys_may_be_anything(client: httpx2.Client) -> None:
    deep: Any = 1
    for _ in range(200):
        deep = [deep]
    odd = {**SWEEP, "players": 7, "deep": deep, "huge": 10**1000, "text": "\ud800"}
    for path in ("solve", "review", "values", "walk"):
        body = json.dumps(odd).encode()
        headers = {"content-type": "application/json"}
        assert client.post(f"/api/{path}", content=body, headers=headers).status_code == 200


# --- Walks ---


@pytest.mark.parametrize("name", GAMES)
def test_a_walk_goes_through_every_position(client: httpx2.Client, name: str) -> None:
    position = fs.Position.from_record(GAMES[name])
    review = fs.review(position)
    walk = client.post("/api/walk", json=GAMES[name]).json()
    history = position.history()
    assert [ply["ply"] for ply in walk["plies"]] == list(range(len(history)))
    assert walk["solved"] is True
    assert walk["has_margins"] == (position.book.goal == "points")
    assert [ply["height"] for ply in walk["plies"]] == list(review.heights)
    for ply, here, worth in zip(walk["plies"], history, review.curve, strict=True):
        view = here.view()
        assert {key: ply[key] for key in view if key != "winner"} == {
            key: view[key] for key in view if key != "winner"
        }
        assert worth is not None
        assert (ply["winner"], ply["margin"]) == (worth.winner, worth.margin)
        solution = fs.solve(here)
        assert ply["best"] == list(solution.best)
        assert {move: (told["winner"], told["margin"]) for move, told in ply["each"].items()} == {
            move: tuple(worth) for move, worth in solution.each.items()
        }
        end = here
        for move in ply["line"]:
            end = end.play(move)
        assert end.is_over
        assert end.outcome is not None
        assert end.outcome.winner == worth.winner
    told = review.to_json()
    for mine, theirs in zip(walk["moves"], told["moves"], strict=True):
        shared = ("number", "player", "move", "verdict", "points_lost", "result_lost", "moves_lost", "best")
        assert {key: mine[key] for key in shared} == {key: theirs[key] for key in shared}
        assert mine["is_mistake"] == bool(mine["points_lost"] or mine["result_lost"])
        assert (mine["answered"] is not None) == mine["is_mistake"]
    assert walk["turning_point"] == told["turning_point"]
    assert walk["accuracy"] == told["accuracy"]


def test_a_walk_says_what_it_is_of(client: httpx2.Client) -> None:
    game = client.post("/api/walk", json=GAMES["in a chain"]).json()["game"]
    assert (game["name"], game["size"], game["has_numbers"]) == ("chain", [4, 4], False)
    assert game["players"] == ["human", "level:3"]
    assert game["goal"]["kind"] == "majority"
    own = client.post("/api/walk", json=GAMES["own book"]).json()["game"]
    assert (own["title"], own["name"], own["book"]) == ("Twenty-one", None, OWN_BOOK)


def test_skill_is_what_was_lost_of_what_a_random_mover_loses(client: httpx2.Client) -> None:
    position = fs.Position.from_record(GAMES["sweep, over"])
    lost, expected = [0.0, 0.0], [0.0, 0.0]
    for before, move in zip(position.history(), position.moves, strict=False):
        regret = fs.regret(before, move)
        lost[before.state.turn - 1] += regret.lost
        expected[before.state.turn - 1] += regret.expected
    skill = client.post("/api/walk", json=GAMES["sweep, over"]).json()["skill"]
    assert skill == [pytest.approx(1 - bad / most) for bad, most in zip(lost, expected, strict=True)]


def test_a_perfect_game_has_skill_one_and_no_lessons(client: httpx2.Client) -> None:
    position = fs.start("sweep", seed=4)
    for move in fs.solve(position).line:
        position = position.play(move)
    walk = client.post("/api/walk", json=position.to_record()).json()
    assert walk["skill"] == [1.0, 1.0]
    assert walk["lessons"] == []
    assert walk["turning_point"] is None


def test_every_mistake_is_a_lesson_of_whoever_made_it(client: httpx2.Client) -> None:
    walk = client.post("/api/walk", json=GAMES["flip, over"]).json()
    review = fs.review(GAMES["flip, over"])
    wanted = sorted(
        (len(lesson.position.moves), player, lesson.played, list(lesson.right))
        for player in (1, 2)
        for lesson in fs.lessons(review, player=player)
    )
    told = [(each["ply"], each["player"], each["played"], each["right"]) for each in walk["lessons"]]
    assert told == wanted
    assert wanted
    for lesson in walk["lessons"]:
        assert lesson["task"].startswith("In the game ")
        assert all(hint.endswith(".") for hint in lesson["hints"])
        assert "(" not in lesson["task"] + "".join(lesson["hints"])


def test_a_walk_through_a_large_game_estimates_what_it_cannot_solve(hasty_client: httpx2.Client) -> None:
    walk = hasty_client.post("/api/walk", json=record(LARGE, 3)).json()
    assert walk["solved"] is False
    assert len(walk["plies"]) == 4
    for ply in walk["plies"]:
        assert ply["exact"] is False
        assert set(ply["each"]) == set(ply["legal"])
        assert ply["best"]
    assert walk["skill"] == walk["accuracy"] == [None, None]


# --- Puzzles ---


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_a_puzzle_has_one_move_that_wins(client: httpx2.Client, book: str) -> None:
    told = client.get("/api/puzzles", params={"book": book, "difficulty": "easy", "seed": 5}).json()
    ours = fs.puzzle(book, seed=5, difficulty="easy")
    assert (told["book"], told["difficulty"], told["seed"]) == (book, "easy", 5)
    assert told["record"] == ours.position.to_record()
    assert told["right"] == told["view"]["best"] == [ours.move]
    assert told["task"] == f"Exactly one of {len(ours.position.legal)} moves wins."
    assert list(told["why"]) == list(ours.position.legal)
    assert told["why"][ours.move].startswith(f"{ours.move} wins")
    assert all(text.startswith("After ") for move, text in told["why"].items() if move != ours.move)
    view = told["view"]
    assert view["winner"] == view["turn"] == ours.position.turn
    assert view["line"][0] == ours.move
    assert {move for move, worth in view["each"].items() if worth["result"] == 1} == {ours.move}
    assert view["board"] == ours.position.board.rows


def test_without_a_seed_any_puzzle_comes(client: httpx2.Client) -> None:
    seeds = {client.get("/api/puzzles?book=sweep&difficulty=easy").json()["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_a_seed_gives_a_series(client: httpx2.Client) -> None:
    first = client.get("/api/puzzles?seed=5&difficulty=easy").json()
    assert first == client.get("/api/puzzles?seed=5&difficulty=easy").json()
    following = client.get(f"/api/puzzles?seed={first['next_seed']}&difficulty=easy").json()
    assert following["record"] != first["record"]


def test_puzzles_of_any_book_and_size(client: httpx2.Client) -> None:
    assert client.get("/api/puzzles?book=grow&size=3x4&seed=1").json()["view"]["size"] == [3, 4]
    wanted = {"book": OWN_BOOK, "difficulty": "easy", "seed": 3, "size": [3, 3]}
    told = client.post("/api/puzzles", json=wanted).json()
    assert told["book"] == OWN_BOOK
    assert told["view"]["title"] == "Twenty-one"
    assert told["view"]["size"] == [3, 3]


@pytest.mark.parametrize(
    "asked",
    [
        "book=chess",
        "difficulty=impossible",
        "seed=abc",
        "seed=",
        "seed=99999999999999999999",
        "size=9x9",
        "size=6x6",
        "size=large",
        "book=",
        "book=grow&seed=%00",
    ],
)
def test_puzzles_that_there_are_not(client: httpx2.Client, asked: str) -> None:
    response = client.get(f"/api/puzzles?{asked}")
    assert response.status_code == 422
    assert response.json()["error"]


@pytest.mark.parametrize(
    "wanted",
    [
        {"book": 7},
        {"book": {"like": "grow", "tie": 1}},
        {"seed": "5"},
        {"seed": 1.5},
        {"seed": 10**30},
        {"size": [9, 9]},
        {"size": "3x3"},
        {"difficulty": None},
        {"colour": "red"},
    ],
)
def test_puzzles_that_nobody_can_pose(client: httpx2.Client, wanted: dict[str, Any]) -> None:
    response = client.post("/api/puzzles", json=wanted)
    assert response.status_code == 422
    assert response.json()["error"]


def test_a_book_without_puzzles_says_so(client: httpx2.Client) -> None:
    """With two cells there is nothing to think about."""
    response = client.get("/api/puzzles?book=sweep&size=1x2&seed=1")
    assert response.status_code == 422
    assert response.json()["error"].startswith("no puzzle that is medium was found")


def test_a_puzzle_is_not_looked_for_for_ever() -> None:
    study = StudyHandlers(SolverPool(Settings(solve_seconds=0)))
    with pytest.raises(fs.PuzzleError, match="no puzzle was found within 0 seconds"):
        study.posed(Wanted.of("sweep", "hard", 1, None), lambda: None)


# --- Komi ---


def test_komi_makes_a_board_fair(client: httpx2.Client) -> None:
    told = client.post("/api/komi", json={"book": "flip", "seed": 3}).json()
    assert told["board"] == fs.start("flip", seed=3).board.rows
    assert told["seed"] == 3
    assert told["komi"] == fs.solve(fs.start("flip", seed=3), value_only=True).margin
    fair = fs.start(told["book"], board=told["board"])
    assert fs.solve(fair, value_only=True).margin == 0
    again = client.post("/api/komi", json={"book": told["book"], "board": told["board"]}).json()
    assert again["komi"] == told["komi"]
    assert again["seed"] is None


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({"book": "chain", "seed": 1}, 'komi is only for a goal of "points"'),
        ({"book": "fifteen", "seed": 1}, 'komi is only for a goal of "points"'),
        ({"book": "flip"}, "give a board"),
        ({"seed": 3}, 'there is no "book"'),
        ({"book": "flip", "seed": "3"}, "a seed is a whole number"),
        ({"book": "flip", "seed": 3, "size": [1, 1]}, "1x2 to 8x8"),
        ({"book": "flip", "board": [[1, 1]]}, "each of 1 to 2 once"),
        ({"book": "flip", "seed": 3, "komi": 2}, "means nothing here"),
    ],
)
def test_where_there_is_no_komi(client: httpx2.Client, wanted: dict[str, Any], problem: str) -> None:
    response = client.post("/api/komi", json=wanted)
    assert response.status_code == 422
    assert problem in response.json()["error"]


def test_a_board_that_the_second_player_wins_has_no_komi(client: httpx2.Client) -> None:
    response = client.post(
        "/api/komi", json={"book": {"like": "flip", "reach": "adjacent"}, "board": [[4, 2, 3, 1]]}
    )
    assert response.status_code == 422
    assert "the second player wins by" in response.json()["error"]


def test_lines_are_told_as_the_pages_write_cells() -> None:
    position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
    moves = fs.solve(position).line
    told = lines.told(position, moves, review_view.PageListener(position.book))
    assert told.startswith(f"{'; '.join(moves[:3])}")
    assert "(" not in told
