"""A game as questions and answers: every answer is the move that was chosen, or none."""

import doctest
import json
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.errors import PlayerError, RecordError
from fivesquare.match import Match
from fivesquare.players.adviser import Adviser
from fivesquare.research import episode as episode_module
from fivesquare.research.episode import Episode
from fivesquare.research.skill import Account, account, expected_rest, report
from fivesquare.research.wording import PLAIN, Disguise, Places, Wording, words
from fivesquare.solver.limits import Budget
from games import SWEEP_BOARD, books, seeds

BOOKS: list[Any] = [
    *fs.CATALOGUE,
    {"like": "chain", "size": [3, 3], "balance": "swap"},
    {"like": "grow", "size": [3, 4], "balance": {"komi": 2.5}, "take": "lower-enemy"},
    {"like": "fifteen", "size": [3, 3], "goal": {"exactly": 9}, "again": "chain", "take": "lower-free"},
]


def played(episode: Episode, player: fs.Player) -> Episode:
    """A player who writes, to the end of the game."""
    while not episode.is_over:
        move = player.choose(episode.position)
        feedback = episode.answer(f"I think.\n\nMOVE: {episode.wording.tell(episode.position, move)}")
        assert (feedback.kind, feedback.move) == ("move", move)
    return episode


def sweep(**changes: Any) -> Episode:
    return Episode(fs.start("sweep", board=SWEEP_BOARD), 1, "greedy", **changes)


def test_the_examples_in_the_docstrings_run() -> None:
    for module in (episode_module, words):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0


# --- A whole game ---


@pytest.mark.parametrize("book", BOOKS, ids=str)
@pytest.mark.parametrize("names", [("perfect", "greedy"), ("greedy", "level:6"), ("random", "random")])
def test_an_episode_is_the_same_game_as_a_match(book: Any, names: tuple[str, str]) -> None:
    for seed, seat in ((1, 1), (2, 2)):
        opening = fs.start(book, seed=seed)
        lucks = fs.Luck(seed, "first"), fs.Luck(seed, "second")
        ours, theirs = lucks if seat == 1 else lucks[::-1]
        player, opponent = fs.make_player(names[0], ours), fs.make_player(names[1], theirs)
        match = Match(opening, *((player, opponent) if seat == 1 else (opponent, player)))
        for _ in match:
            pass
        for wording in (PLAIN, Disguise.drawn(seed)):
            episode = Episode(opening, seat, names[1], seed=seed, wording=wording)
            played(episode, fs.make_player(names[0], ours))
            assert episode.position.moves == match.position.moves
            kept = episode.report()
            assert (kept.result, kept.decisions) == (
                account(match.position, seat).result,
                account(match.position, seat).decisions,
            )


@pytest.mark.parametrize(
    "book", ["sweep", "fifteen", {"like": "chain", "size": [3, 3], "balance": "swap"}], ids=str
)
def test_decisions_are_what_the_solver_says(book: Any) -> None:
    episode = played(
        Episode(fs.start(book, seed=5), 2, "random", seed=5), fs.make_player("random", fs.Luck(9))
    )
    history = episode.position.history()
    for made in episode.report().decisions:
        before = history[made.number - 1]
        assert before.turn == 2
        assert made.regret == fs.regret(before, made.move)
    assert len(episode.report().decisions) == sum(position.turn == 2 for position in history)


def test_an_opponent_that_opens_has_moved_before_the_first_question() -> None:
    episode = Episode(fs.start("grow", seed=3), 2, "greedy", seed=3)
    assert len(episode.position.moves) == 1
    assert episode.position.turn == 2
    assert "You are the second player (B)." in episode.prompt()
    assert episode.report().begun == 0
    assert episode.report().pair == Episode(fs.start("grow", seed=3), 1, "greedy", seed=3).report().pair


def test_a_prompt_has_the_rules_the_position_and_the_form_of_an_answer() -> None:
    episode = sweep()
    prompt = episode.prompt()
    for part in (
        PLAIN.rules(episode.position.book, episode.position.size),
        PLAIN.board(episode.position, 1),
        PLAIN.how_to_answer(episode.position),
    ):
        assert part in prompt
    assert "Legal moves" not in prompt
    assert "Legal moves: 1,1 1,2 1,3" in sweep(show_legal=True).prompt()
    assert sweep(show_legal=True).report().conditions["show_legal"] is True


def test_feedback_tells_what_happened() -> None:
    episode = sweep(show_legal=True)
    feedback = episode.answer("MOVE: 2,2")
    assert feedback.text.startswith(
        "You played 2,2. With it came 1,2, 2,1, 2,3, 3,2. The second player played 1,3.\n\n"
    )
    assert feedback.text.endswith(PLAIN.how_to_answer(episode.position))
    assert "Legal moves: 1,1 3,1 3,3" in feedback.text
    assert feedback.advantage == fs.regret(fs.start("sweep", board=SWEEP_BOARD), "2,2").expected
    assert not feedback.over
    end = played(episode, fs.make_player("random", fs.Luck(1)))
    assert end.prompt().endswith("The game is over. You have won (higher score).")
    with pytest.raises(fs.IllegalMoveError, match="nothing to answer: the game is over"):
        end.answer("MOVE: 1,1")


def test_a_chain_is_answered_claim_by_claim() -> None:
    opening = fs.start({"like": "chain", "size": [3, 3]})
    moves = iter(("3,3", "3,1"))
    episode = Episode(opening, 1, lambda _: next(moves))
    episode.answer("MOVE: 1,1")
    feedback = episode.answer("MOVE: 1,2")
    assert episode.position.in_chain
    assert "you have claimed 1,2 and may claim one more cell beside it, or stop" in feedback.text
    assert episode.answer("MOVE: 3,2").kind == "illegal"
    assert "is not beside the cell just claimed" in episode.prompt()
    feedback = episode.answer("MOVE: Stop")
    assert (feedback.kind, feedback.move) == ("move", "stop")
    assert feedback.text.startswith("You played stop. The second player played 3,1.")
    assert [made.move for made in episode.report().decisions] == ["1,1", "1,2", "stop"]


def test_a_swap_can_be_answered() -> None:
    opening = fs.start({"like": "sweep", "balance": "swap"}, board=SWEEP_BOARD)
    episode = Episode(opening, 2, "perfect", seed=1)
    assert "claim a cell, or swap" in episode.prompt()
    assert episode.answer("MOVE: swap").move == "swap"
    again = episode.answer("MOVE: swap")
    assert again.kind == "illegal"
    assert again.text.startswith(
        "Your move is not legal: swap is only a move on the second player's first turn. "
    )


def test_a_player_who_is_skipped_is_not_asked() -> None:
    for seed in range(50):
        episode = Episode(fs.start("fifteen", seed=seed), 1, "random", seed=seed)
        while not episode.is_over:
            before = len(episode.position.moves)
            feedback = episode.answer(f"MOVE: {episode.position.legal[-1]}")
            assert episode.is_over or episode.position.turn == 1
            if len(episode.position.moves) - before > 2:
                assert "You cannot claim and are skipped." in feedback.text
                return
    pytest.fail("nobody was ever skipped")


def test_a_game_that_is_over_needs_no_answer() -> None:
    end = fs.start({"like": "sweep", "size": [1, 2]}, board="1 2").play("1,2")
    episode = Episode(end, 2, "random")
    assert episode.is_over
    assert "You have lost" in episode.prompt()
    assert "MOVE:" not in episode.prompt()
    assert (episode.report().result, episode.report().decisions) == ("lost", ())


# --- Answers that are no moves ---


@pytest.mark.parametrize(
    ("answer", "kind", "reason"),
    [
        ("", "unreadable", "Your answer cannot be read: the answer is empty."),
        (
            "the centre!",
            "unreadable",
            "Your answer cannot be read: the last line of the answer is 'the centre!'",
        ),
        ("MOVE: 2,2 or 1,3", "unreadable", "Your answer cannot be read: a cell is written"),
        (
            "MOVE: 1,1\nMOVE: 1,3",
            "unreadable",
            "Your answer cannot be read: the answer names several moves",
        ),
        (
            "MOVE: 4,4",
            "unreadable",
            "Your answer cannot be read: there is no cell 4,4: rows go from 1 to 3",
        ),
        ("MOVE: 2,2", "illegal", "Your move is not legal: 2,2 is already claimed."),
        ("MOVE: stop", "illegal", "Your move is not legal: stop is only a move inside a chain."),
        ("MOVE: swap", "illegal", "Your move is not legal: swap is not a move of this book."),
    ],
)
def test_what_is_no_move_is_told_apart_and_answered_with_the_reason(
    answer: str, kind: str, reason: str
) -> None:
    episode = Episode(fs.start("sweep", board=SWEEP_BOARD).play("2,2").play("1,3"), 1, "greedy")
    before = episode.position
    feedback = episode.answer(answer)
    assert (feedback.kind, feedback.move, feedback.advantage, feedback.over) == (kind, None, None, False)
    assert feedback.text.startswith(reason)
    assert feedback.text.endswith(" Please answer again; 2 attempts left.")
    assert episode.prompt().endswith(feedback.text)
    assert episode.position is before
    assert episode.report().faults[kind] == 1  # type: ignore[index]
    assert sum(episode.report().faults.values()) == 1
    assert episode.answer("MOVE: 1,1").kind == "move"
    assert feedback.text not in episode.prompt()


def test_a_forfeit_costs_what_chance_would_lose_in_the_rest_of_the_game() -> None:
    episode = sweep(retries=0)
    episode.answer("MOVE: 2,2")
    left = episode.position
    assert episode.report().rest == 0
    episode.answer("I give up")
    kept = episode.report()
    assert kept.rest == expected_rest(left, 1) > 0
    again = Episode.from_json(json.loads(json.dumps(episode.to_json())))
    assert again.report() == kept
    found = report([kept])
    assert found.decision_skill.value == 1
    [made] = kept.decisions
    assert made.regret is not None
    share = kept.rest / (kept.rest + made.regret.expected)
    assert found.skill.value == pytest.approx(1 - share)
    assert report([sweep_given_up()]).skill.value == 0


def sweep_given_up() -> Account:
    episode = sweep(retries=0)
    episode.answer("no")
    return episode.report()


def test_too_many_in_a_row_forfeit_the_game() -> None:
    episode = sweep(retries=1)
    assert not episode.answer("hm").over
    assert episode.answer("MOVE: 2,2").kind == "move"  # now counted from the beginning
    assert not episode.answer("MOVE: 2,2").over
    last = episode.answer("MOVE: 9,9")
    assert (last.kind, last.over, episode.is_over) == ("unreadable", True, True)
    assert last.text.endswith("The game is over: you have forfeited it.")
    kept = episode.report()
    assert kept.result == "lost"
    assert (
        kept.forfeited
        == "Your answer cannot be read: there is no cell 9,9: rows go from 1 to 3, columns from 1 to 3."
    )
    assert kept.faults == {"illegal": 1, "unreadable": 2}
    assert len(kept.decisions) == 1
    assert "MOVE:" not in episode.prompt().replace("MOVE: and", "")
    with pytest.raises(fs.IllegalMoveError):
        episode.answer("MOVE: 1,1")
    assert sweep(retries=0).answer("?").over


@settings(max_examples=60)
@given(books, seeds, st.lists(st.text(max_size=30), max_size=3), seeds)
def test_any_text_leaves_the_game_as_it_was_or_is_a_move(
    book: dict[str, Any], seed: int, answers: list[str], drawn: int
) -> None:
    """And the wording is never at a loss."""
    episode = Episode(
        fs.start(book, seed=seed),
        1 + seed % 2,
        "random",
        wording=Disguise.drawn(drawn),
        adviser=Adviser(Budget(10)),
    )
    for answer in answers:
        if episode.is_over:
            break
        before = episode.position
        feedback = episode.answer(answer)
        assert feedback.kind != "move"
        assert episode.position is before
    if not episode.is_over:
        name = episode.wording.tell(episode.position, episode.position.legal[0])
        assert episode.answer(f"{answers}\n**MOVE: {name}**.").kind == "move"


# --- Going on later ---


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_a_game_goes_on_from_every_point(book: Any) -> None:
    opening = fs.start(book, seed=4)
    adviser = Adviser()

    def begun(opponent: str | Callable[[fs.Position], str]) -> Episode:
        return Episode(
            opening,
            2,
            opponent,
            seed=4,
            wording=Disguise.drawn(4),
            show_legal=True,
            retries=1,
            adviser=adviser,
        )

    whole, parts = begun("level:7"), begun("level:7")
    player = fs.make_player("random", fs.Luck(4))
    while not whole.is_over:
        answers = ["nothing"] if len(whole.position.moves) % 3 == 0 else []
        answers.append(f"MOVE: {whole.wording.tell(whole.position, player.choose(whole.position))}")
        for answer in answers:
            parts = Episode.from_json(json.loads(json.dumps(parts.to_json())), adviser=adviser)
            assert parts.prompt() == whole.prompt()
            assert parts.answer(answer) == whole.answer(answer)
    assert parts.report() == whole.report()
    done = Episode.from_json(parts.to_json())
    assert done.is_over
    assert done.to_json() == whole.to_json()


def test_a_forfeited_game_stays_forfeited() -> None:
    episode = sweep(retries=1)
    episode.answer("?")
    episode = Episode.from_json(json.loads(json.dumps(episode.to_json())))
    assert episode.answer("?").over  # it was remembered that this is the second
    again = Episode.from_json(episode.to_json())
    assert again.is_over
    assert again.report() == episode.report()


def first_legal(position: fs.Position) -> str:
    return position.legal[0]


def test_a_function_as_opponent_has_to_be_given_again() -> None:
    episode = Episode(fs.start("sweep", seed=1), 2, first_legal)
    assert episode.report().opponent == "function:first_legal"
    with pytest.raises(
        PlayerError, match="the opponent was the function:first_legal, and must be given again"
    ):
        Episode.from_json(episode.to_json())
    assert Episode.from_json(episode.to_json(), opponent=first_legal).report() == episode.report()


def test_an_opponent_that_fails_leaves_everything_as_it_was() -> None:
    answers: list[Any] = ["2,2", "1,1", "1,1"]

    def moody(position: fs.Position) -> str:
        move = answers.pop(0)
        return str(move if move in position.legal else "7,7")

    episode = Episode(fs.start("sweep", board=SWEEP_BOARD), 2, moody)
    kept = episode.to_json()
    with pytest.raises(PlayerError, match="the opponent answered '7,7'"):
        episode.answer("MOVE: 1,1")
    assert episode.to_json() == kept
    answers[:] = ["3,1"]
    assert episode.answer("MOVE: 1,1").kind == "move"


# --- What is refused ---


def test_bad_arguments_are_refused() -> None:
    opening = fs.start("sweep", seed=1)
    wrong: list[tuple[type[Exception], str, tuple[Any, ...], dict[str, Any]]] = [
        (TypeError, "begins with a Position", ("sweep", 1, "random"), {}),
        (PlayerError, "a seat is 1 or 2, not 0", (opening, 0, "random"), {}),
        (PlayerError, "a seat is 1 or 2, not 'first'", (opening, "first", "random"), {}),
        (PlayerError, "there is no player 'nobody'", (opening, 1, "nobody"), {}),
        (PlayerError, "a human cannot be asked for moves here", (opening, 1, "human"), {}),
        (PlayerError, "an opponent is a name", (opening, 1, None), {}),
        (TypeError, "the wording is a Wording", (opening, 1, "random"), {"wording": "plain"}),
        (
            ValueError,
            "retries: a whole number from 0 is wanted, not -1",
            (opening, 1, "random"),
            {"retries": -1},
        ),
        (ValueError, "retries: a whole number", (opening, 1, "random"), {"retries": None}),
        (ValueError, "a seed: a whole number is wanted, not 'x'", (opening, 1, "random"), {"seed": "x"}),
    ]
    for kind, complaint, arguments, more in wrong:
        with pytest.raises(kind, match=complaint):
            Episode(*arguments, **more)
    with pytest.raises(TypeError, match="an answer is text, not null"):
        sweep().answer(None)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    episode = Episode(fs.start("sweep", seed=1), numpy.int64(2), "random", seed=numpy.int32(3))  # type: ignore[arg-type]
    assert json.loads(json.dumps(episode.to_json()))["account"]["seed"] == 3


def test_what_is_no_episode_is_refused() -> None:
    whole = sweep().to_json()
    conditions = {**whole["account"], "conditions": {}}
    wrong: list[Any] = [
        *({}, [], None, {"account": whole["account"]}, {**whole, "account": conditions}),
        *({**whole, "in_a_row": number} for number in (1, -1, "0", None)),
        {**whole, "in_a_row": 1, "complaint": "There was none."},
        *({**whole, "complaint": complaint} for complaint in ("You cheat.", None)),
        *(_with(whole, **{name: 7}) for name in ("board", "moves", "seat", "opponent", "forfeited")),
        _with(whole, forfeited="no move", result="lost"),
        *(_with(whole, conditions={**whole["account"]["conditions"], **lie}) for lie in LIES),
    ]
    for told in wrong:
        with pytest.raises(RecordError, match="this is not an episode that can continue: "):
            Episode.from_json(told)


LIES: list[dict[str, Any]] = [
    {"retries": -1},
    {"retries": "2"},
    {"show_legal": "no"},
    {"wording": None},
    {"wording": {**PLAIN.to_json(), "rendering": "picture"}},
    {"wording": {**PLAIN.to_json(), "places": {"kind": "codes", "seed": []}}},
    {"wording": {"symmetry": 1.0, "wording": PLAIN.to_json()}},
]


def _with(whole: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**whole, "account": {**whole["account"], **changes}}


def test_a_wording_is_kept_with_the_account() -> None:
    wording = Wording(Places("codes", 5), "json")
    assert sweep(wording=wording).report().conditions["wording"] == wording.to_json()
