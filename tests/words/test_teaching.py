"""Every sentence of a primer is true: read word by word, and compared with the plain rules."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

import fivesquare as fs
import games
import plain
from fivesquare.books import NAMED, find_book
from fivesquare.primer import Exercise, Primer, make_primer
from fivesquare.words import feedback, teaching

PLAYERS = {"blue": 1, "amber": 2}
CLAIM = re.compile(r"(?:Now|Then) (you|blue|amber) claims? (.+?)(?: and takes? (.+?))?(?: as well)?\.$")
YOURS = re.compile(r"^(.+?) is yours\b(?!,? now)")
WINS = re.compile(r"\b(you|blue|amber) wins?\b")
FINAL = re.compile(r"wins?(?: with exactly (\S+)| with (\d+) of (\d+)|, (.+?) to (.+?))\.$")


class Told:
    """An exercise, and the plain game that it is about."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.position = exercise.position
        self.you = exercise.position.state.turn
        self.game = games.plain_game(fs.start(self.position.book, board=self.position.board))
        for move in self.position.moves:
            self.game.play(move)

    def player(self, word: str) -> int:
        return self.you if word == "you" else PLAYERS[word]

    def cell(self, words: str) -> str:
        """The cell that is called so: "the 8", "8 at 2,3", "2,3"."""
        label = words.strip().removeprefix("The ").removeprefix("the ")
        number, _, place = label.rpartition(" at ")
        if re.fullmatch(r"\d+,\d+", place):
            row, column = (int(part) - 1 for part in place.split(","))
            assert number == "" or self.game.board[row][column] == int(number)
            assert number or self.position.book.values == "ones"
            return place
        found = [
            f"{row + 1},{column + 1}"
            for row, column in self.game.all_cells()
            if self.game.board[row][column] == int(label)
        ]
        assert len(found) == 1, f"{words} is not unique"
        return found[0]

    def cells(self, words: str) -> set[str]:
        """Several of them: "your 4 and 6", "the 2 at 1,3 and the 2 at 2,2"."""
        words = re.sub(r"^(your|blue's|amber's) ", "", words)
        return {self.cell(part) for part in re.split(r", (?=the |\d+(?: at|,| and|$))| and ", words)}


def cells_of(game: plain.Game, player: int) -> set[str]:
    return {f"{row + 1},{column + 1}" for row, column in game.cells_of(player)}


def totals(game: plain.Game) -> tuple[str, str]:
    if game.book["goal"] == "majority":
        return str(len(game.cells_of(1))), str(len(game.cells_of(2)))
    komi = game.komi()
    has_komi = isinstance(game.book.get("balance"), dict)
    return str(game.score(1)), str(game.score(2)) + (f" + {komi:g}" if has_komi else "")


def states(told: Told, move: str) -> Iterator[tuple[plain.Game, str, plain.Game]]:
    """The line of an answer by the plain rules: before, move, after."""
    now = told.game
    for step in told.exercise.answers[move].line:
        then = now.copy()
        then.play(step.move)
        yield now, step.move, then
        now = then


def assert_answer_true(told: Told, move: str) -> None:
    words = feedback.said(told.exercise, move)
    line = list(states(told, move))
    before, _, first = line[0]
    end = line[-1][2]
    own = YOURS.match(words)
    if own:
        assert told.cell(own[1]) == move
    assert_gains_true(told, words, before, first)
    assert_replies_true(told, words, line)
    assert_end_true(told, move, words, end)


def assert_gains_true(told: Told, words: str, before: plain.Game, first: plain.Game) -> None:
    you, other = told.you, 3 - told.you
    points = re.search(r": (\d+) points? for you", words)
    if points:
        assert int(points[1]) == first.score(you) - before.score(you)
    makes = re.search(r"That makes (\d+)(?: of (\d+) squares)?\.", words)
    if makes:
        have = len(first.cells_of(you)) if makes[2] else first.score(you)
        assert int(makes[1]) == have
        assert makes[2] is None or int(makes[2]) == len(first.all_cells())
    captured = re.search(
        r"(?:and so (?:is|are) |^)((?:blue|amber)'s .+?)(?: (?:is|are) yours now|[.:])", words, re.I
    )
    lost = cells_of(before, other) - cells_of(first, other)
    if captured and not words.startswith("That"):
        assert told.cells(captured[1].lower()) == lost
    along = re.search(r"is yours, and (the .+?) comes? along", words)
    if along:
        gained = cells_of(first, you) - cells_of(before, you)
        assert told.cells(along[1]) == {cell for cell in gained if cell not in own_move(words, told)}
    if "but nothing" in words:
        assert len(cells_of(first, you)) == len(cells_of(before, you)) + 1


def own_move(words: str, told: Told) -> set[str]:
    found = YOURS.match(words)
    assert found is not None
    return {told.cell(found[1])}


def assert_replies_true(told: Told, words: str, line: list[tuple[plain.Game, str, plain.Game]]) -> None:
    """The claims that are told are those of the line, in order; who is skipped cannot claim."""
    claimed = [found for found in map(CLAIM.match, sentences(words)) if found]
    made = [step for step in line[1:] if step[1] not in ("stop", "swap")]
    assert len(claimed) <= len(made)
    for found, (now, move, then) in zip(claimed, made, strict=False):
        assert now.turn is not None
        assert told.player(found[1]) == now.turn
        assert told.cell(found[2]) == move
        taken = cells_of(then, now.turn) - cells_of(now, now.turn) - {move}
        assert (told.cells(found[3]) if found[3] else set()) == taken
    skipped = re.search(r"(You|Blue|Amber) cannot claim and (?:is|are) skipped", words)
    if skipped:
        player = told.player(skipped[1].lower())
        assert any(then.turn == 3 - player and not then.claims_of(player) for _, _, then in line)


def sentences(words: str) -> list[str]:
    return re.split(r"(?<=[.!]) ", words)


def assert_end_true(told: Told, move: str, words: str, end: plain.Game) -> None:
    answer = told.exercise.answers[move]
    says_best = "With best play" in words
    winner = answer.winner if says_best else end.winner()
    wins = WINS.search(words.lower())
    if says_best:
        assert fs.solve(told.position.play(move), threads=1).winner == winner
    if wins:
        assert told.player(wins[1]) == winner
        assert says_best or end.turn is None
    if "it is a draw" in words.lower():
        assert winner == 0
    final = FINAL.search(words)
    if final and winner:
        first, second = totals(end)
        high, low = (first, second) if winner == 1 else (second, first)
        exact, cells, of, more, less = final.groups()
        if exact:
            assert exact == high == str(end.book["goal"]["exactly"])
        elif cells:
            assert (cells, of) == (high, str(len(end.all_cells())))
        else:
            assert (more, less) == (high, low)


def assert_task_true(told: Told) -> None:
    task, game = teaching.task(told.exercise), told.game
    have = re.search(r"[Yy]ou have (\d+)", task)
    if have:
        index = told.you - 1
        assert have[1] == totals(game)[index].partition(" ")[0]
    count = re.search(r"(One|Two|Three|Four) .*lower", task)
    if count:
        called = told.exercise.called
        assert called is not None
        row, column = (int(part) - 1 for part in called.split(","))
        taken = game.taken_along(told.you, (row, column))
        assert len(taken) == ["no", "one", "two", "three", "four"].index(count[1].lower())
        named = re.match(r"Claim (.+?)\. ", task)
        assert named is not None
        assert told.cell(named[1]) == called
    if "One claim wins" in task or "the one that wins" in task:
        assert len(told.exercise.right) == 1
    several = re.search(r"(\d+) of (\d+) claims win", task)
    if several:
        assert several.groups() == (str(len(told.exercise.right)), str(len(game.legal())))
    if task == "Claim any square.":
        assert len(game.legal()) == len(game.all_cells())


def assert_rule_true(told: Told, primer: Primer) -> None:
    rule, book = teaching.rule(told.exercise, primer), told.position.book
    values = {move: step.line[0].value for move, step in told.exercise.answers.items() if "," in move}
    gains = {move: step.line[0].gain for move, step in told.exercise.answers.items() if "," in move}
    for words, measure in (("biggest number", values), ("biggest gain", gains)):
        if words in rule:
            best = {move for move, value in measure.items() if value == max(measure.values())}
            assert not best & set(told.exercise.right)
    exactly = re.search(r"Exactly (\d+) points?", rule)
    if exactly:
        assert book.goal == fs.rulebook.Exactly(int(exactly[1]))
    assert ("on the outer edge" in rule) <= (book.reach == "edge")
    assert ("Start anywhere" in rule) <= (book.reach != "anywhere")
    assert ("More than half" in rule) <= (book.goal == "majority")
    assert ("turns over" in rule) <= (book.take == "lower-enemy")
    assert ("come along" in rule) <= (book.take == "lower-free")
    assert ("one more" in rule) <= (book.again == "chain")


def assert_refusals_true(told: Told) -> None:
    free = cells_of(told.game, 0) - set(told.game.legal())
    refused = feedback.free_but_refused(told.position)
    assert set(refused) == free
    for place, words in refused.items():
        cell = (int(place.split(",")[0]) - 1, int(place.split(",")[1]) - 1)
        assert told.cell(re.split(r" is not | would ", words)[0]) == place
        if "outer edge" in words:
            assert not told.game.is_on_edge(cell)
        elif "a square of yours" in words:
            assert not told.game.is_beside_own(told.you, cell)
        elif "would take you above" in words:
            assert not told.game.is_within_target(told.you, cell)
        else:
            assert told.game.chained is not None
            assert cell not in told.game.neighbours(told.game.chained)


def assert_all_true(primer: Primer) -> None:
    for exercise in primer.exercises:
        told = Told(exercise)
        assert_rule_true(told, primer)
        assert_task_true(told)
        assert_refusals_true(told)
        for move in exercise.answers:
            assert_answer_true(told, move)


@pytest.mark.parametrize("name", NAMED)
def test_every_sentence_of_a_named_book_is_true(name: str) -> None:
    assert_all_true(make_primer(NAMED[name]))


@given(games.books)
def test_every_sentence_of_any_book_is_true(answers: dict[str, Any]) -> None:
    assert_all_true(make_primer(find_book(answers)))


@given(games.books)
def test_what_no_exercise_shows_is_told_at_the_end(answers: dict[str, Any]) -> None:
    """Komi, swap and ties are mentioned exactly where the book has them."""
    primer = make_primer(find_book(answers))
    learned = " ".join(teaching.summary(primer))
    komi = answers.get("balance", {}).get("komi") if isinstance(answers.get("balance"), dict) else None
    assert ("amber, who plays second, gets" in learned) == (komi is not None)
    if komi is not None:
        assert f"gets {komi:g} point" in learned
    has_swap = answers.get("balance") == "swap"
    assert (("may swap" in learned) or "swap" in primer.topics) == has_swap
    if answers["reach"] != "anywhere":
        assert "beside" in primer.topics or "next to your own" in learned


def test_how_flip_is_taught() -> None:
    primer = make_primer(NAMED["flip"])
    claim, take, choice = primer.exercises
    assert teaching.task(claim) == "Claim any square."
    assert teaching.rule(take, primer) == "A claim turns over your opponent's lower numbers next to it."
    assert teaching.task(take) == "Claim the 8. Two of amber's lower numbers lie next to it."
    assert feedback.said(take, "1,2") == "Amber's 4 and 2 are yours now."
    assert feedback.said(take, "3,1") == (
        "The 3 is yours, but nothing turned over. Now amber claims the 7 and takes your 6 and 3. Try the 8."
    )
    assert teaching.rule(choice, primer) == (
        "When every square is claimed, the higher total wins. The biggest number is not always best."
    )
    assert choice.tempting is not None
    assert feedback.said(choice, choice.tempting) == (
        "The 9 is yours, and so is amber's 1. Now amber claims the 8 and takes your 6. "
        "With best play amber wins."
    )
    assert feedback.said(choice, choice.right[0]) == (
        "The 8 is yours, and so is amber's 3. With best play you win, 27 to 18."
    )
