"""Players that ask the solver what a move is worth: perfect always, the levels more or less often."""

import itertools
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.engine import State
from fivesquare.match import Match
from fivesquare.players import PLAYERS, Luck, find_player, levels, make_player, needs_solver
from fivesquare.players.adviser import GLANCE, Adviser, is_near
from fivesquare.players.base import Player, going_on
from fivesquare.players.levels import SIGHTS, Level, LevelSight
from fivesquare.players.perfect import Perfect
from fivesquare.players.registry import LEVEL_WORDS
from fivesquare.players.simple import Greedy, RandomPlayer
from fivesquare.solver import Solver, Worth
from fivesquare.solver.limits import Budget
from games import combinations, named, play

OPPONENTS = ("random", "greedy", *(f"level:{level}" for level in range(1, 11)))


def seated(name: str, luck: Luck, adviser: Adviser) -> Player:
    """A player that shares what it knows of the board with the other."""
    if name == "perfect":
        return Perfect(luck, adviser)
    if name.startswith("level:"):
        return Level(int(name[6:]), luck, adviser)
    return RandomPlayer(luck) if name == "random" else Greedy(luck)


@cache
def adviser_of(_board: fs.Board) -> Adviser:
    """What is known of a board, for all the games on it."""
    return Adviser(Budget(500_000_000))


def play_out(start: fs.Position, first: Player, second: Player) -> fs.Position:
    match = Match(start, first, second)
    for _ in match:
        pass
    return match.position


def result(end: fs.Position) -> Worth:
    assert end.outcome is not None
    first, second = end.scores
    komi = end.book.balance.points if isinstance(end.book.balance, fs.Komi) else 0
    return Worth(end.outcome.winner, first - second - komi if end.book.goal == "points" else None)


def check_perfect(start: fs.Position, opponent: str, seed: int) -> None:
    adviser = adviser_of(start.board) if start.book.values == "ones" else Adviser(Budget(500_000_000))
    opening = fs.solve(start, value_only=True).worth
    assert opening is not None
    for seat in (1, 2):
        perfect = seated("perfect", Luck(seed, "perfect"), adviser)
        other = seated(opponent, Luck(seed, "other"), adviser)
        end = play_out(start, *((perfect, other) if seat == 1 else (other, perfect)))
        assert result(end).value(seat) >= opening.value(seat), (end.to_record(), opponent)


# --- perfect ---


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_perfect_never_gets_less_than_the_opening_is_worth(book: str, opponent: str) -> None:
    check_perfect(fs.start(book, seed=len(opponent)), opponent, seed=1)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_nor_on_other_sizes(book: str, opponent: str) -> None:
    for seed, size in enumerate([(1, 5), (2, 3), (3, 3), (3, 4)]):
        check_perfect(fs.start(book, seed=seed, size=size), opponent, seed)


@pytest.mark.parametrize("answers", list(combinations())[::9], ids=named)
def test_nor_in_any_other_book(answers: dict[str, object]) -> None:
    for seed, opponent in enumerate(("random", "greedy", "level:3", "level:8")):
        check_perfect(fs.start(answers, seed=seed), opponent, seed)


def choices(make: Callable[[Luck], Player], position: fs.Position, times: int = 20) -> set[str]:
    """What a player chooses here with one luck or another."""
    return {make(Luck(seed)).choose(position) for seed in range(times)}


def level(number: int, adviser: Adviser | None = None) -> Callable[[Luck], Player]:
    adviser = adviser or Adviser()
    return lambda luck: Level(number, luck, adviser)


def perfect(adviser: Adviser | None = None) -> Callable[[Luck], Player]:
    adviser = adviser or Adviser()
    return lambda luck: Perfect(luck, adviser)


def mistakes(position: fs.Position) -> float:
    """The part of the moves that are worse than the best."""
    solution = fs.solve(position)
    return 1 - len(solution.best) / len(solution.each)


def after_random_moves(book: str, size: tuple[int, int], seed: int, most: int) -> fs.Position:
    chance = random.Random(seed)
    position = fs.start(book, seed=seed, size=size)
    for _ in range(chance.randint(1, most)):
        after = position.play(chance.choice(position.legal))
        position = position if after.is_over else after
    return position


@pytest.mark.parametrize(("book", "size"), [("flip", (3, 4)), ("sweep", (3, 4)), ("grow", (4, 4))])
def test_perfect_leaves_the_most_ways_to_go_wrong(book: str, size: tuple[int, int]) -> None:
    differed = 0
    for seed in range(60):
        position = after_random_moves(book, size, seed, most=9)
        best = fs.solve(position).best
        trouble = {}
        for move in best:
            after = position.play(move)
            is_answered = not after.is_over and after.turn != position.turn
            trouble[move] = mistakes(after) if is_answered else 0.0
        hardest = {move for move in best if trouble[move] == max(trouble.values())}
        assert choices(perfect(), position, 5) <= hardest
        differed += len(hardest) < len(best)
    assert differed >= 2


def test_inside_a_chain_perfect_looks_at_what_its_second_claim_leads_to() -> None:
    """Claims that go on and claims that do not are compared by the replies after the whole turn."""
    position = play("chain", "1,1 3,3", board="1 1 1/1 1 1/1 1 1")
    going_on = position.play("1,2")
    assert going_on.in_chain
    expected = max(
        mistakes(going_on.play(move))
        for move in fs.solve(going_on).best
        if move != fs.STOP and not going_on.play(move).is_over
    )
    assert Perfect()._chance_of_mistake(1, going_on, limit=10**9) == expected


def test_of_the_best_ways_to_go_on_the_hardest_counts() -> None:
    for seed in range(400):
        position = after_random_moves("chain", (3, 4), seed, most=7)
        if not position.in_chain:
            continue
        ways = [position.play(move) for move in fs.solve(position).best if move != fs.STOP]
        hard = {mistakes(way) for way in ways if not way.is_over and way.turn != position.turn}
        if len(hard) > 1 and not any(way.is_over for way in ways):
            assert Perfect()._chance_of_mistake(position.state.turn, position, limit=10**9) == max(hard)
            return
    pytest.fail("no such position was found")


def test_perfect_wins_at_once_if_it_can() -> None:
    position = play("fifteen", "1,1 2,1 1,2 2,2", board="5 5 5/1 5 1")
    assert choices(perfect(), position) == {"1,3"}


@pytest.mark.parametrize("book", ["chain", "fifteen"])
def test_perfect_wins_as_fast_and_loses_as_slowly_as_it_can(book: str) -> None:
    differed: Counter[bool] = Counter()
    for seed in range(80):
        position = after_random_moves(book, (3, 3), seed, most=6)
        turn = position.state.turn
        solution, adviser = fs.solve(position), Adviser()
        if solution.winner == 0 or len(position.legal) == 1:
            continue
        is_won = solution.winner == turn
        lasts = {
            move: adviser.distance(position.play(move), turn if is_won else 3 - turn)
            for move in going_on(solution.best)
        }
        lengths = [length for length in lasts.values() if length is not None]
        assert len(lengths) == len(lasts)
        wanted = min(lengths) if is_won else max(lengths)
        good = {move for move in lasts if lasts[move] == wanted}
        assert choices(perfect(adviser), position, 5) <= good
        differed[is_won] += len(good) < len(lasts)
    assert min(differed[True], differed[False]) >= 3


class Dim(Adviser):
    """Sees no end but after one move."""

    def __init__(self, seen: str, ahead: int) -> None:
        super().__init__()
        self.seen, self.ahead = seen, ahead

    def distance(self, position: fs.Position, winner: int) -> int | None:
        return self.ahead if position.moves[-1] == self.seen else None


@pytest.mark.parametrize("is_won", [True, False])
def test_an_end_that_cannot_be_seen_is_further_than_any_that_can(is_won: bool) -> None:
    for seed in range(200):
        position = after_random_moves("fifteen", (3, 4), seed, most=3)
        solution = fs.solve(position)
        if len(solution.best) < 3 or (solution.winner == position.turn) != is_won or not solution.winner:
            continue
        seen = solution.best[1]
        chosen = choices(perfect(Dim(seen, ahead=9)), position, 5)
        assert (chosen == {seen}) if is_won else (seen not in chosen)
        return
    pytest.fail("no such position was found")


def test_perfect_says_where_it_is_not_perfect() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    player = Perfect(adviser=Adviser(Budget(100_000)))
    assert player.choose(position) in position.legal
    assert player.remark.startswith("too large to solve in time: not perfect here, looked ")
    player.choose(fs.start("sweep", seed=1).play("2,2"))
    assert player.remark == ""


def test_perfect_has_nothing_to_say_where_it_is_perfect() -> None:
    player = Perfect()
    player.choose(fs.start("sweep", seed=1))
    assert player.remark == ""


def test_the_only_move_needs_no_thought() -> None:
    position = fs.start("grow", board=[[1, 2, 3, 4]]).play("1,1")
    position = position.play("1,4")
    assert position.legal == ("1,2",)
    assert Perfect(adviser=Adviser(Budget(0))).choose(position) == "1,2"


# --- The adviser ---


def test_the_adviser_goes_along_to_another_game() -> None:
    adviser = Adviser()
    for position in (
        fs.start("sweep", seed=1),
        fs.start("sweep", seed=2),
        fs.start("flip", size=(3, 3), seed=1),
    ):
        solution = adviser.solve(position)
        assert solution is not None
        assert solution.best == fs.solve(position).best


def test_the_adviser_has_no_answer_where_there_is_no_time() -> None:
    position = fs.start("chain", size=(8, 8))
    assert Adviser(Budget(100_000)).solve(position) is None


def test_no_effort_is_spent_on_what_is_too_far_away() -> None:
    position = fs.start("chain", size=(8, 8))
    adviser = Adviser(Budget(1_000_000))
    for _ in range(3):  # it is not even looked at again
        assert adviser.solve(position) is None
        assert adviser.solver(position).nodes <= 1_000_000 * GLANCE + 2


@pytest.mark.parametrize("book", ["flip", "sweep", "grow", "chain"])
def test_solving_comes_near_in_the_course_of_a_game_and_then_it_is_done(book: str) -> None:
    """What looks near can mostly be solved, and what can be solved with little effort looks near."""
    effort, right, wrong = 200_000, 0, 0
    chance = random.Random(book)
    assert not is_near(fs.start(book, seed=1, size=(8, 8)), Budget(effort))
    position = fs.start(book, seed=1, size=(6, 6))
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
        if not position.is_over:
            needed = Solver(position.book, position.board).solve(position, nodes=2 * effort)
            near = is_near(position, Budget(effort))
            wrong += near and not needed.exact
            wrong += not near and needed.nodes < effort // 4
            right += near and needed.exact
    assert right >= 8
    assert wrong <= right / 3


@pytest.mark.parametrize("name", ["perfect", "level:10"])
@pytest.mark.parametrize("book", ["grow", "chain", "flip"])
def test_a_game_too_large_to_solve_goes_on_as_it_would_have(name: str, book: str) -> None:
    """At every move an adviser that was there from the first on, and one that was not."""
    position = fs.start(book, seed=2, size=(5, 6))
    player = seated(name, Luck(1), Adviser(Budget(20_000)))
    guessed, solved = 0, 0
    while not position.is_over:
        move = player.choose(position)
        assert seated(name, Luck(1), Adviser(Budget(20_000))).choose(position) == move
        guessed += player.remark != ""
        solved += player.remark == ""
        position = position.play(move)
    assert min(guessed, solved) >= 3


# --- Levels ---


def test_the_higher_the_level_the_more_it_sees() -> None:
    assert len(SIGHTS) == 10
    for lower, higher in itertools.pairwise(SIGHTS):
        assert higher.overlooks <= lower.overlooks
        assert higher.replies >= lower.replies
        assert higher.to_the_end >= lower.to_the_end
        assert higher != lower
    assert (SIGHTS[0].to_the_end, SIGHTS[9].to_the_end) == (0, 1)


def score(book: str, one: str, other: str, boards: int) -> float:
    """What `one` gets out of a game against `other`, from both seats on each board."""
    total = 0.0
    for seed in range(boards):
        start = fs.start(book, seed=seed)
        adviser = adviser_of(start.board)
        for seat in (1, 2):
            players = seated(one, Luck(seed, "one"), adviser), seated(other, Luck(seed, "other"), adviser)
            end = play_out(start, *(players if seat == 1 else players[::-1]))
            total += (result(end).result(seat) + 1) / 2
    return total / (2 * boards)


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_a_much_higher_level_is_much_stronger(book: str) -> None:
    """The whole ladder, step by step and with intervals, is in bench/results.md."""
    boards = {"sweep": 60, "fifteen": 30}.get(book, 15)
    assert score(book, "level:8", "level:2", boards) > (0.55 if book == "sweep" else 0.65)
    assert score(book, "level:10", "level:4", boards) > 0.53
    assert score(book, "level:4", "level:1", 2 * boards) > 0.53


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_the_lowest_level_is_below_greedy_and_clearly_above_random(book: str) -> None:
    boards = {"sweep": 60, "fifteen": 100}.get(book, 30)
    assert score(book, "greedy", "level:1", boards) > 0.53
    assert score(book, "level:1", "random", boards) > 0.6


@pytest.mark.parametrize("book", ["grow", "chain", "fifteen"])
def test_greedy_meets_its_equals_halfway_up(book: str) -> None:
    boards = {"fifteen": 60}.get(book, 30)
    assert 0.2 < score(book, "level:3", "greedy", boards) < 0.6
    assert 0.35 < score(book, "level:5", "greedy", boards) < 0.75
    assert score(book, "level:9", "greedy", boards) > 0.6


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_the_highest_level_makes_no_mistake(book: str) -> None:
    position = fs.start(book, seed=5)
    adviser = Adviser(Budget(500_000_000))
    player, chance = Level(10, Luck(1), adviser), random.Random(2)
    while not position.is_over:
        solution = adviser.solve(position)
        assert solution is not None
        assert player.choose(position) in solution.best
        position = position.play(chance.choice(position.legal))


@pytest.mark.parametrize("answers", list(combinations())[::7], ids=named)
def test_nor_in_any_other_book_while_the_others_play_on_to_the_end(answers: dict[str, object]) -> None:
    for number in range(1, 11):
        position = fs.start(answers, seed=number)
        adviser = Adviser()
        players = Level(number, Luck(1, "first"), adviser), Level(10, Luck(1, "second"), adviser)
        while not position.is_over:
            move = players[position.state.turn - 1].choose(position)
            solution = adviser.solve(position)
            assert solution is not None
            assert position.state.turn == 1 or move in solution.best
            position = position.play(move)


@pytest.mark.parametrize("number", range(1, 11))
def test_no_level_overlooks_a_win_at_once(number: int) -> None:
    position = play("chain", "1,1 1,5 1,2", board="1 1 1 1 1")
    assert choices(level(number), position) == {"1,3"}


def test_nor_among_many_other_moves() -> None:
    chance, seen = random.Random(1), 0
    while seen < 15:
        position = after_random_moves("fifteen", (3, 4), chance.randrange(1 << 30), most=8)
        outcomes = {move: position.play(move).outcome for move in position.legal}
        wins = {move for move, end in outcomes.items() if end is not None and end.winner == position.turn}
        if wins and len(position.legal) - len(wins) >= 2:
            seen += 1
            assert choices(level(1), position, 10) <= wins


@pytest.mark.parametrize("number", range(1, 5))
def test_no_level_stops_in_a_chain_by_mistake(number: int) -> None:
    position = play("chain", "3,3 1,1 3,2")
    assert position.in_chain
    assert fs.STOP not in choices(level(number), position, 60)


NOUGHTS = {"like": "chain", "values": [0, 1], "goal": "points"}


@pytest.mark.parametrize("name", ["perfect", "level:10"])
def test_nobody_stops_in_a_chain_while_a_claim_is_as_good(name: str) -> None:
    """With noughts on the board a claim may bring nothing, or end a game that is lost anyway."""
    chance, seen = random.Random(3), 0
    adviser = Adviser()
    while seen < 40:
        book: Any = chance.choice(["chain", NOUGHTS, {**NOUGHTS, "goal": {"exactly": 3}}])
        position = fs.start(book, seed=chance.randrange(1 << 30), size=(3, 3))
        while not position.is_over:
            best = fs.solve(position).best
            if position.in_chain and fs.STOP in best:
                chosen = choices(lambda luck: seated(name, luck, adviser), position, 4)
                assert chosen <= set(best)
                assert fs.STOP not in chosen or best == (fs.STOP,)
                seen += len(best) > 1
            position = position.play(chance.choice(position.legal))


def test_nor_where_it_can_only_guess() -> None:
    """Looking to the end, which is as good as solving: a claim that is worth as much comes first."""
    chance, stopped = random.Random(1), 0
    for seed in range(60):
        book: Any = {**NOUGHTS, "values": [0, 3], "goal": {"exactly": 9}}
        position = fs.start(book, seed=seed, size=(3, 3))
        solver = Solver(position.book, position.board)
        while not position.is_over:
            if position.in_chain and solver.look_ahead(position, seconds=None, depth=20).move == fs.STOP:
                stopped += 1
                assert solver.solve(position).best == (fs.STOP,)
            position = position.play(chance.choice(position.legal))
    assert stopped > 0


def test_levels_too_say_where_they_guess() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    sharp, careless = (Level(number, Luck(1), Adviser(Budget(100_000))) for number in (10, 1))
    assert sharp.choose(position) in position.legal
    assert sharp.remark.startswith("too large to solve in time: not perfect here, looked ")
    assert careless.choose(position) in position.legal
    assert careless.remark == ""


@pytest.mark.parametrize("book", fs.CATALOGUE)
@pytest.mark.parametrize("name", ["perfect", "level:1", "level:7"])
def test_the_same_luck_gives_the_same_game(name: str, book: str) -> None:
    games = []
    for _ in range(2):
        start = fs.start(book, seed=2)
        player = seated(name, Luck(4, "first"), adviser_of(start.board))
        games.append(play_out(start, player, RandomPlayer(Luck(4, "second"))).moves)
    assert games[0] == games[1]


# --- What docs/perfect.md says of them ---


def test_seeing_to_the_end_a_level_takes_of_the_best_moves_one_that_brings_the_most_at_once() -> None:
    differed = 0
    for seed in range(60):
        position = after_random_moves("flip", (3, 4), seed, most=6)
        solution = fs.solve(position)
        wanted = Greedy.best_moves(position, solution.best)
        assert choices(level(10), position, 8) <= set(wanted)
        differed += len(wanted) < len(solution.best)
    assert differed >= 5


class Glances:
    """Stands in for `outlook` and remembers what was looked at."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self.replies: list[int] = []

    def __call__(self, _setup: object, state: State, _player: int, replies: int, seen: int) -> int:
        self.seen.append(seen)
        self.replies.append(replies)
        return state.other  # the cells of whoever looks: any one is as good as another


@pytest.mark.parametrize("number", range(1, 11))
def test_a_level_sees_as_much_as_the_page_says(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of docs/perfect.md, within three standard deviations of a share of a half."""
    glances = Glances()
    monkeypatch.setattr(levels, "outlook", glances)
    position = fs.start("sweep", seed=1)
    make, looks = level(number), 0
    overlooked: list[float] = []
    replies: list[float] = []
    for seed in range(1000):
        glances.seen.clear()
        make(Luck(seed)).choose(position)
        if glances.seen:
            looks += 1
            overlooked.append(1 - glances.seen[0].bit_count() / 9)
            replies.append(glances.replies[-1])
    overlooks, minds_replies, to_the_end = told_on_the_page()[number]
    assert abs(100 - looks / 10 - to_the_end) <= 5
    if looks > 300:
        assert abs(100 * sum(overlooked) / looks - overlooks) <= 5
        assert abs(100 * sum(replies) / looks - minds_replies) <= 5


def test_the_page_says_it_exactly() -> None:
    told = [[round(100 * part) for part in sight] for sight in SIGHTS]
    assert list(told_on_the_page().values()) == told


def told_on_the_page() -> dict[int, list[int]]:
    """What docs/perfect.md says of each level: overlooks, minds the reply, sees to the end, in percent."""
    page = (Path(__file__).parents[2] / "docs" / "perfect.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$", page, flags=re.MULTILINE)
    assert [words.strip() for _, words, *_ in rows] == list(LEVEL_WORDS)
    return {int(number): [int(one), int(two), int(three)] for number, _, one, two, three in rows}


def test_a_level_that_overlooks_every_claim_looks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "SIGHTS", (LevelSight(1.0, 0.0, 0.0),))
    position = play("sweep", "2,2")
    assert choices(level(1), position) == set(Greedy.best_moves(position))


@pytest.mark.parametrize(("replies", "wanted"), [(0.0, "1,3"), (1.0, "1,4")])
def test_who_minds_the_reply_takes_nothing_that_is_taken_back(
    replies: float, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The 3 captures the 2, and then the 4 captures both."""
    monkeypatch.setattr(levels, "SIGHTS", (LevelSight(0.0, replies, 0.0),))
    assert choices(level(1), play("flip", "1,2", board="1 2 3 4")) == {wanted}


def test_levels_swap_if_they_see_what_they_get() -> None:
    position = fs.start({"like": "grow", "balance": "swap"}, board="3 4 9").play("1,3")
    assert choices(level(10), position) == {"swap"}
    for number in (1, 4):
        assert choices(level(number), position, 60) == {"swap", "1,1", "1,2"}


@pytest.mark.parametrize("name", ["perfect", "level:2", "level:7"])
def test_nobody_looks_at_the_clock(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved or not, a move is the same although an hour passes at every look."""
    position = fs.start("grow", seed=4, size=(6, 6))
    near, far = play("grow", "1,1 5,5"), position
    players = [seated(name, Luck(1), Adviser(Budget(60_000))) for _ in range(2)]
    calm = [players[0].choose(near), players[0].choose(far)]
    hours = itertools.count(step=3600.0)
    for clock in ("perf_counter", "monotonic", "time", "process_time"):
        monkeypatch.setattr(time, clock, lambda: next(hours))
    assert [players[1].choose(near), players[1].choose(far)] == calm


@pytest.mark.parametrize("name", ["random", "greedy", "level:3", "net", "perfect"])
def test_a_game_that_was_left_goes_on_as_it_would_have(name: str) -> None:
    def players() -> tuple[Player, Player]:
        return make_player(name, Luck(6, "first")), make_player("random", Luck(6, "second"))

    end = play_out(fs.start("grow", seed=6), *players())
    for left in (1, 4, 11):
        middle = end.history()[left]
        assert play_out(fs.Position.from_record(middle.to_record()), *players()).moves == end.moves


def test_making_a_player_or_playing_a_low_level_starts_no_thread_and_imports_no_numba() -> None:
    code = """
import sys, threading
import fivesquare as fs
for name in ("random", "greedy", "level:3", "net", "perfect"):
    fs.make_player(name)
match = fs.Match(fs.start("chain"), fs.make_player("level:1"), fs.make_player("level:4"))
for _ in match:
    pass
print(threading.active_count(), "numba" in sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "1 False\n"


# --- By name ---


@pytest.mark.parametrize("name", ["level:1", "level:10", "perfect"])
def test_names(name: str) -> None:
    find_player(name)
    player = make_player(name, Luck(1))
    assert not player.is_person
    position = fs.start("sweep", seed=1)
    assert player.choose(position) in position.legal
    assert PLAYERS[name.partition(":")[0]].summary


def test_only_who_looks_to_the_end_needs_the_solver() -> None:
    assert [number for number in range(1, 11) if needs_solver(f"level:{number}")] == [5, 6, 7, 8, 9, 10]
    assert not needs_solver("net")
    assert needs_solver("perfect")
    assert not any(map(needs_solver, ("human", "random", "greedy")))


@pytest.mark.parametrize(
    "detail",
    ["0", "11", "x", "", "-1", "1.5", "01x", "٣", "1" * 5000, " 1", "1:2", "0000000019", "01"],
    ids=range(13),
)
def test_levels_that_are_none_are_refused(detail: str) -> None:
    with pytest.raises(fs.PlayerError, match=r"levels go from level:1 to level:10, not '") as caught:
        find_player(f"level:{detail}")
    assert len(str(caught.value)) < 120


def test_perfect_takes_no_detail() -> None:
    with pytest.raises(fs.PlayerError, match="takes nothing after a colon, not '2'"):
        find_player("perfect:2")
