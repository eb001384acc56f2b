"""Whole games through Inspect, with its mock model and with players of ours in the place of a model."""

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import anyio
import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalLog, EvalSample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.util import store

import fivesquare as fs
from fivesquare.players.adviser import Adviser
from fivesquare.players.registry import PLAYERS, Kind
from fivesquare.research import family
from fivesquare.research import inspect_registry as registry
from fivesquare.research.evaluation.eval_logs import row
from fivesquare.research.evaluation.scorer import ACCOUNT, SCORER, accounts, numbers
from fivesquare.research.evaluation.task import LANE, play
from fivesquare.research.skill import Account, expected_rest, report
from fivesquare.research.wording import PLAIN
from games import combinations
from patience import PATIENCE
from research.inspect_isolation import FOREIGN, nothing_outside

__all__ = ["nothing_outside"]  # a fixture of every test

pytestmark = FOREIGN


Answer = Callable[[list[ChatMessage]], str]


def mock(answer: Answer) -> Model:
    """A model that says what a function of the messages gives."""

    def output(messages: list[ChatMessage], *_rest: object) -> ModelOutput:
        said = ChatMessageAssistant(content=answer(messages), source="generate")
        return ModelOutput(
            model="mock", choices=[ChatCompletionChoice(message=said)], usage=ModelUsage(input_tokens=1)
        )

    return get_model("mockllm/model", custom_outputs=output)


def played(model: str | Model, *, limits: dict[str, Any] | None = None, **task: Any) -> EvalLog:
    """The log of a run."""
    [log] = inspect_eval(
        play(**task), model=model, display="none", log_dir="logs", ctl_server=False, **(limits or {})
    )
    assert samples(log)
    return log


def samples(log: EvalLog) -> list[EvalSample]:
    assert log.samples is not None
    assert [sample.error.traceback for sample in log.samples if sample.error] == []
    return log.samples


def told(log: EvalLog) -> list[Account]:
    return accounts((sample.scores or {})[SCORER] for sample in samples(log))


def position_of(account: Account) -> fs.Position:
    position = fs.start(account.book, board=account.board)
    for move in account.moves:
        position = position.play(move)
    return position


def here() -> fs.Position:
    """The position that the model is asked about."""
    return position_of(Account.from_json(store().get(ACCOUNT)))


def shown_legal(messages: list[ChatMessage]) -> list[str]:
    """The legal moves that a prompt shows."""
    found = re.findall(r"^Legal moves: (.*)$", messages[-1].text, re.MULTILINE)
    return str(found[-1]).split() if found else []


def first_legal(messages: list[ChatMessage]) -> str:
    return f"I take what is there.\nMOVE: {shown_legal(messages)[0]}"


# --- What a model says becomes a game ---


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_a_model_that_always_finds_a_best_move_has_skill_1(book: str) -> None:
    log = played(mock(lambda _: f"MOVE: {fs.solve(here()).best[-1]}"), book=book, boards=2)
    found = row(log).report
    assert (found.games, found.boards, found.results_lost, found.forfeits) == (4, 2, 0, 0)
    assert found.unsolved == found.unfinished == 0
    assert found.skill == (1, None, None)  # two boards are too few for an interval
    assert found.faults == {"illegal": 0, "unreadable": 0}


def test_the_account_in_the_log_is_that_of_the_game_that_was_played() -> None:
    """Every number again, by `regret` and from the moves alone."""
    log = played(mock(first_legal), book="sweep", boards=3, legal=True, opponent="random")
    for sample, account in zip(samples(log), told(log), strict=True):
        history = position_of(account).history()
        own = [before for before in history[:-1] if before.turn == account.seat]
        made = [history[len(before.moves) + 1].moves[-1] for before in own]
        assert [decision.move for decision in account.decisions] == made
        assert made == [before.legal[0] for before in own]
        assert [decision.regret for decision in account.decisions] == [
            fs.regret(before, move) for before, move in zip(own, made, strict=True)
        ]
        assert account.result is not None
        assert history[-1].is_over
        assert account == Account.from_json(sample.store[ACCOUNT])
        assert sample.metadata["record"] == history[0].to_record()


def test_the_numbers_of_the_log_are_those_of_the_report() -> None:
    log = played("fivesquare/random", book="flip", boards=6, opponent="greedy")
    expected = {name: value for name, value in numbers(report(told(log))).items() if value is not None}
    assert log.results is not None
    [score] = log.results.scores
    assert {name: metric.value for name, metric in score.metrics.items()} == expected
    assert {"skill", "skill_low", "skill_high", "win_rate", "regret_end", "results_lost"} <= set(expected)
    assert not [name for name in expected if "accuracy" in name or "optimal" in name]


def test_every_board_is_played_from_both_seats_side_by_side() -> None:
    log = played("fivesquare/greedy", book="grow", boards=3, size="3x4")
    ids = [sample.id for sample in samples(log)]
    assert ids == ["1-first", "1-second", "2-first", "2-second", "3-first", "3-second"]
    games = told(log)
    assert [game.seat for game in games] == [1, 2] * 3
    assert [first.pair == second.pair for first, second in zip(games[::2], games[1::2], strict=True)]
    assert len({game.pair for game in games}) == len({game.board for game in games}) == 3
    assert {position_of(game).size for game in games} == {(3, 4)}


def test_the_same_arguments_give_the_same_games_and_another_seed_others() -> None:
    def games(seed: int) -> list[dict[str, Any]]:
        log = played("fivesquare/level:2", book="fifteen", boards=2, seed=seed, opponent="level:3")
        return [game.to_json() for game in told(log)]

    once = games(5)
    assert games(5) == once
    assert {game["board"] for game in games(6)}.isdisjoint({game["board"] for game in once})


# --- Answers that are no move ---


@pytest.mark.parametrize(
    "said", ["", "   \n", "I would take the centre.", "MOVE: the best one", "MOVE: 9,9"]
)
def test_what_cannot_be_read_forfeits_after_the_retries(said: str) -> None:
    asked: list[str] = []

    def answer(messages: list[ChatMessage]) -> str:
        asked.append(messages[-1].text)
        return said

    found = row(played(mock(answer), book="sweep", boards=1, retries=1)).report
    assert found.faults == {"illegal": 0, "unreadable": 4}
    assert (found.forfeits, found.decisions) == (2, 0)
    assert (found.skill.value, found.decision_skill.value) == (0, None)  # what chance is worth
    assert found.opponents["level:3"][:3] == (0, 0, 2)
    assert len(asked) == 4
    assert ["cannot be read" in question for question in asked].count(True) == 2


def test_one_perfect_move_and_then_nonsense_is_no_skill() -> None:
    """Which was 1.00 once, with no game won."""

    def answer(_: list[ChatMessage]) -> str:
        position = here()
        is_first = len(position.moves) < 2
        return f"MOVE: {fs.solve(position).best[0]}" if is_first else "I give up."

    log = played(mock(answer), book="grow", size="3x3", boards=3)
    found = row(log).report
    assert (found.forfeits, found.games, found.decision_skill.value) == (6, 6, 1)
    assert found.skill.value is not None
    assert 0 < found.skill.value < 0.75
    games = told(log)
    assert [game.rest for game in games] == [expected_rest(position_of(game), game.seat) for game in games]
    lost = sum(game.rest for game in games)
    expected = sum(made.regret.expected for game in games for made in game.decisions if made.regret)
    assert found.skill.value == pytest.approx(1 - lost / (lost + expected))
    assert log.results is not None
    assert log.results.scores[0].metrics["decision_skill"].value == 1


def test_games_of_a_level_of_the_family_count_together() -> None:
    log = played("fivesquare/random", book="family:1", boards=2)
    assert {game.group for game in told(log)} == {"family:1"}
    assert list(row(log).report.books) == ["family:1"]


def test_an_illegal_move_is_told_apart_and_answered_with_the_reason() -> None:
    reasons: list[str] = []

    def answer(messages: list[ChatMessage]) -> str:
        position = here()
        reasons.extend(line for line in messages[-1].text.splitlines() if "not legal" in line)
        taken = [move for move in position.all_moves if move not in position.legal]
        asks_again = "not legal" in messages[-1].text
        return f"MOVE: {taken[0] if taken and not asks_again else position.legal[0]}"

    found = row(played(mock(answer), book="sweep", boards=2)).report
    assert found.forfeits == found.faults["unreadable"] == 0
    assert found.faults["illegal"] == len(reasons) > 0
    assert all("claimed" in reason for reason in reasons)


# --- What a model is shown ---


def test_without_history_every_question_stands_alone_and_with_it_none_does() -> None:
    lengths: list[int] = []

    def answer(messages: list[ChatMessage]) -> str:
        lengths.append(len(messages))
        return f"MOVE: {here().legal[0]}"

    alone = samples(played(mock(answer), book="sweep", boards=1))
    assert set(lengths) == {1}
    calls = len(lengths)
    lengths.clear()
    together = samples(played(mock(answer), book="sweep", boards=1, history=True))
    of_a_game = [len(sample.messages) for sample in together]
    assert sorted(lengths) == sorted(each for total in of_a_game for each in range(1, total, 2))
    assert len(lengths) == calls
    assert [len(sample.messages) for sample in alone] == of_a_game  # the log has everything in either case
    questions = [message.text for message in together[0].messages if message.role == "user"]
    assert "You played" in questions[1]
    rules = PLAIN.rules(fs.find_book("sweep"), fs.Size(3, 3))
    assert [rules in question for question in questions] == [True] + [False] * (len(questions) - 1)
    assert all(rules in message.text for message in alone[0].messages if message.role == "user")


@pytest.mark.parametrize("legal", [True, False])
def test_the_legal_moves_are_shown_if_that_was_asked_for_and_it_is_recorded(legal: bool) -> None:
    shown: list[bool] = []

    def answer(messages: list[ChatMessage]) -> str:
        position = here()
        shown.append(shown_legal(messages) == list(position.legal))
        return f"MOVE: {position.legal[0]}"

    games = told(played(mock(answer), book="sweep", boards=1, legal=legal))
    assert set(shown) == {legal}
    assert {game.conditions["show_legal"] for game in games} == {legal}


def test_a_disguise_changes_what_is_told_and_nothing_that_is_measured() -> None:
    def games(disguise: int | None) -> tuple[list[Any], list[str]]:
        log = played("fivesquare/level:2", book="grow", boards=3, disguise=disguise)
        kept = [(game.board, game.moves, game.result, game.decisions) for game in told(log)]
        return kept, [sample.messages[0].text for sample in samples(log)]

    plain, plain_words = games(None)
    disguised, words = games(4)
    assert disguised == plain
    assert not set(words) & set(plain_words)
    assert games(5)[1] != words


def test_everything_works_for_any_rule_book() -> None:
    books = random.Random(7).sample(list(combinations()), 40)
    log = played("fivesquare/random", book=books, boards=1, opponent="random", disguise=3)
    games = told(log)
    assert len(games) == 80
    assert all(game.forfeited is None and sum(game.faults.values()) == 0 for game in games)
    assert all(position_of(game).is_over for game in games)
    found = row(log).report
    assert (found.unit, found.boards) == ("stakes", 40)


# --- Our own players in the place of a model ---


def test_players_of_ours_come_out_in_order() -> None:
    names = ("random", "level:4", "perfect")
    skills = [row(played(f"fivesquare/{name}", book="flip", boards=6)).report.skill.value for name in names]
    assert skills[-1] == 1
    assert skills == sorted(skills, key=lambda skill: skill or 0)
    assert (skills[0] or 0) < 0.35 < (skills[1] or 0)


def test_a_player_of_ours_plays_as_it_does_in_a_match() -> None:
    [first, second] = told(played("fivesquare/level:3", book="sweep", boards=1, opponent="greedy"))
    players = {1: "level:3", 2: "greedy"}
    for game, seat in ((first, 1), (second, 2)):
        seats = players if seat == 1 else {2: "level:3", 1: "greedy"}
        match = fs.Match(
            fs.start("sweep", board=game.board),
            fs.make_player(seats[1], fs.Luck(game.seed, "first")),
            fs.make_player(seats[2], fs.Luck(game.seed, "second")),
        )
        assert [step.move for step in match] == list(game.moves)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("human", "a human is not a model"),
        ("level:11", "levels go from level:1 to level:10"),
        ("x", "no player"),
    ],
)
def test_a_player_that_is_no_model_is_refused_at_once(name: str, problem: str) -> None:
    with pytest.raises(PrerequisiteError) as refused:
        get_model(f"fivesquare/{name}")
    assert problem in str(refused.value.message)


# --- Off the event loop ---


def test_while_an_opponent_thinks_the_event_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The opponent moves only when the loop has done something for it meanwhile."""
    loops: list[asyncio.AbstractEventLoop] = []
    served: list[int] = []

    class Needy:
        is_person = False
        remark = ""

        def choose(self, position: fs.Position) -> str:
            if loops:
                done: Future[int] = asyncio.run_coroutine_threadsafe(_served(), loops[0])
                served.append(done.result(PATIENCE))
            return position.legal[0]

    async def _served() -> int:
        return threading.get_ident()

    def answer(_messages: list[ChatMessage]) -> str:
        loops[:] = [asyncio.get_running_loop()]
        return f"MOVE: {here().legal[0]}"

    monkeypatch.setitem(PLAYERS, "needy", Kind("needs the loop", lambda *_: Needy()))
    log = played(mock(answer), book="sweep", boards=1, opponent="needy")
    assert row(log).report.forfeits == 0
    assert len(served) >= 2
    assert len(set(served)) == 1


def test_the_solver_never_runs_in_the_thread_of_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the decisions, of the opponent, and of a player in the place of the model."""
    threads: set[threading.Thread] = set()
    solve = Adviser.solve

    def watched(self: Adviser, *args: Any, **options: Any) -> Any:
        threads.add(threading.current_thread())
        return solve(self, *args, **options)

    monkeypatch.setattr(Adviser, "solve", watched)
    played("fivesquare/perfect", book="sweep", boards=2, opponent="level:10")
    assert threads
    assert threading.main_thread() not in threads


def test_no_more_threads_work_at_once_than_there_are_processors() -> None:
    processors = os.cpu_count() or 1
    begun = threading.Semaphore(0)
    go_on = threading.Event()

    def work() -> None:
        begun.release()
        go_on.wait(PATIENCE)

    async def many_at_once() -> bool:
        async with anyio.create_task_group() as group:
            for _ in range(2 * processors):
                group.start_soon(LANE.do, work)
            await anyio.wait_all_tasks_blocked()
            as_many = all(begun.acquire(timeout=PATIENCE) for _ in range(processors))
            more = begun.acquire(timeout=0)
            go_on.set()
        return as_many and not more

    assert anyio.run(many_at_once)
    assert [begun.acquire(timeout=0) for _ in range(processors)] == [True] * processors


# --- Limits ---


def test_a_game_that_hits_a_limit_is_reported_as_far_as_it_went() -> None:
    log = played(mock(first_legal), book="grow", boards=1, legal=True, limits={"turn_limit": 3})
    assert [sample.limit.type for sample in samples(log) if sample.limit] == ["turn", "turn"]
    found = row(log).report
    assert (found.games, found.unfinished, found.decisions) == (2, 2, 6)
    assert found.opponents["level:3"].rate.value is None
    assert row(log).missing == 0


def test_a_limit_before_the_first_answer_leaves_an_empty_account() -> None:
    log = played(mock(first_legal), book="grow", boards=1, legal=True, limits={"message_limit": 1})
    found = row(log).report
    assert (found.games, found.unfinished, found.decisions) == (2, 2, 0)


def test_every_epoch_counts_and_stays_with_its_board() -> None:
    log = played("fivesquare/random", book="sweep", boards=2, limits={"epochs": 2})
    found = row(log)
    assert (found.report.games, found.report.boards, found.planned) == (8, 2, 8)
    assert log.results is not None
    assert log.results.scores[0].metrics["games"].value == 8


# --- Arguments ---


@pytest.mark.parametrize(
    ("argument", "problem"),
    [
        ({"book": "gro"}, "gro"),
        ({"book": {"size": [3, 3]}}, "values"),
        ({"book": 7}, "7"),
        ({"opponent": "level:0"}, "levels go from level:1"),
        ({"opponent": "human"}, "cannot play against a human"),
        ({"opponent": 3}, "no player 3"),
        ({"boards": 0}, "boards is a whole number from 1 on, not 0"),
        ({"boards": "many"}, "not 'many'"),
        ({"boards": True}, "not true"),
        ({"retries": -1}, "retries is a whole number from 0 on, not -1"),
        ({"seed": 1.5}, "seed is a whole number, not 1.5"),
        ({"disguise": "yes"}, "disguise is a whole number, not 'yes'"),
        ({"size": "9x9"}, "9"),
        ({"size": 4}, 'written like "4x5"'),
        ({"book": "family:0"}, "levels go from 1"),
        ({"book": "family:x"}, "family:3:held-out, not 'family:x'"),
        ({"book": "family:2", "size": "3x3"}, "has a size of its own"),
        ({"book": "FS-1/x"}, "FS-1/x"),
        ({"legal": "no"}, "legal is true or false, not 'no'"),
        ({"history": 1}, "history is true or false, not 1"),
    ],
    ids=str,
)
def test_an_argument_that_makes_no_sense_is_refused_in_one_line(
    argument: dict[str, Any], problem: str
) -> None:
    with pytest.raises(PrerequisiteError) as refused:
        play(**argument)
    said = str(refused.value.message)
    assert problem in said
    assert "\n" not in said


def test_a_game_of_the_family_is_played_on_its_own_board_and_a_level_on_as_many_as_are_wanted() -> None:
    name = "FS-1/edge-nothing-never-points-last/3x3/1-9/17"
    own = [position_of_sample(sample) for sample in play(book=[name, "sweep"], boards=2).dataset]
    assert own[:2] == [family.game(name).position] * 2
    assert [position.book.name for position in own[2:]] == ["sweep"] * 4
    for split in family.SPLITS:
        task = play(book=f"family:2:{split}", boards=2, seed=3)
        names = [str(sample.input).partition(": ")[0] for sample in task.dataset]
        assert names == [each for each in dict.fromkeys(names) for _ in range(2)]
        assert len(set(names)) == 2
        assert {family.game(each).split for each in names} == {split}


def test_a_book_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(
        json.dumps({"like": "fifteen", "goal": {"exactly": 9}, "size": [3, 3], "title": "Nine"})
    )
    task = play(book=str(path), boards=1)
    assert {position_of_sample(sample).book.title for sample in task.dataset} == {"Nine"}
    path.write_text("{")
    with pytest.raises(PrerequisiteError) as refused:
        play(book=str(path))
    assert "mine.json" in str(refused.value.message)


def position_of_sample(sample: Any) -> fs.Position:
    return fs.Position.from_record(sample.metadata["record"])


# --- What it costs to know us ---


def loaded_by(code: str) -> set[str]:
    """The modules that are loaded after this."""
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split())


def test_the_entry_point_loads_nothing_heavy_of_ours() -> None:
    modules = loaded_by("import fivesquare.research.inspect_registry")
    assert "inspect_ai" in modules
    assert not modules & {"numba", "gymnasium", "pettingzoo", "pyspiel", "sqlalchemy", "mcp"}
    assert registry.__all__


def test_knowing_the_command_loads_nothing_of_inspect() -> None:
    modules = loaded_by("import fivesquare.cli.evaluate")
    assert not modules & {"inspect_ai", "numba", "numpy", "anyio"}
