"""The primer of a book: what there is to show of it, in order, and an exercise for each topic.

>>> from fivesquare.books import find_book
>>> [exercise.topic for exercise in make_primer(find_book("fifteen")).exercises]
['beside', 'end', 'choice']
"""

from collections.abc import Callable, Iterator, Sequence

from fivesquare.board import Size
from fivesquare.match import Step
from fivesquare.players.simple import Greedy
from fivesquare.position import STOP, SWAP, Position
from fivesquare.primer.boards import random_games, small_sizes
from fivesquare.primer.choice import find_choice
from fivesquare.primer.exercises import (
    TOPICS,
    Answer,
    Exercise,
    Primer,
    Topic,
    made,
    played_out,
    taken,
    wins_now,
)
from fivesquare.primer.grades import GOOD, GRADES
from fivesquare.rulebook import RuleBook

_MOST = 4  # exercises
_FEWEST = 3
_MOST_WANTED: tuple[Topic, ...] = ("choice", "take", "again", "end", "beside", "claim", "start", "swap")
_GAMES = 40  # random games on each size of board, in which an exercise is looked for


def make_primer(book: RuleBook, glance: Callable[[], None] = lambda: None) -> Primer:
    """The primer of a book; `glance` is called now and then, and may raise to give up."""
    sizes = small_sizes(book)
    choice = find_choice(book, sizes, glance)
    found = {} if choice is None else {choice.topic: choice}
    if choice is not None:  # the others on the same board size, if that is possible
        sizes = tuple(dict.fromkeys((choice.position.size, *sizes)))
    for topic in _topics(book):
        exercise = _find_exercise(book, topic, sizes, glance)
        if exercise is not None:
            found[topic] = exercise
    wanted = [topic for topic in _MOST_WANTED if topic in found]
    if book.goal == "points" and len(wanted) < _FEWEST:
        filler = _find_exercise(book, "end", sizes, glance)
        if filler is not None:
            found["end"] = filler
            wanted.append("end")
    kept = wanted[:_MOST]
    return Primer(book, tuple(found[topic] for topic in TOPICS if topic in kept))


def _topics(book: RuleBook) -> Iterator[Topic]:
    """What there is to show of a book, besides the choice; the end of a game for points is left to it."""
    if book.reach == "anywhere":
        yield "claim"
    else:
        yield from ("start", "beside") if book.reach == "edge" else ("beside",)
    if book.take != "nothing":
        yield "take"
    if book.again == "chain":
        yield "again"
    if book.balance == "swap":
        yield "swap"
    if book.goal != "points":
        yield "end"


def _find_exercise(
    book: RuleBook, topic: Topic, sizes: Sequence[Size], glance: Callable[[], None]
) -> Exercise | None:
    """An exercise about a topic, on the first size that has one."""
    grade = GRADES[topic]
    for size in sizes:
        best, found = 0.0, None
        for game in random_games(book, topic, size, _GAMES):
            glance()
            for position in game:
                reached = grade(position)
                if reached > best:
                    best, found = reached, position
            if best >= GOOD:
                break
        if found is not None:
            return _answered(topic, found)
    return None


def _answered(topic: Topic, position: Position) -> Exercise:
    """The exercise: right moves are shown, others are played out with the reply of a greedy player."""
    right = [move for move in position.legal if _is_right(topic, position, move)]
    answers = {
        move: Answer(True, (made(position, move),))
        if move in right
        else Answer(False, _refuted(position, move))
        for move in position.legal
    }
    called = max(right, key=lambda move: len(taken(position, move))) if topic == "take" else None
    return Exercise(topic, position, answers, called=SWAP if topic == "swap" else called)


def _refuted(position: Position, move: str) -> tuple[Step, ...]:
    """A wrong move with its reply; without it, where the game would end well all the same."""
    learner = position.state.turn
    line = tuple(played_out(position, move, lambda now: _greedy(now, learner)))
    outcome = line[-1].after.outcome
    return line[:1] if outcome is not None and outcome.winner == learner else line


def _is_right(topic: Topic, position: Position, move: str) -> bool:
    if topic == "swap":
        return move == SWAP
    if move in (STOP, SWAP):
        return False
    if topic == "take":
        return bool(taken(position, move))
    return topic != "end" or position.book.goal == "points" or wins_now(position, move)


def _greedy(position: Position, learner: int) -> str:
    """What a greedy player does; a learner's own chain is not continued for them."""
    if position.in_chain and position.state.turn == learner:
        return STOP
    return Greedy.best_moves(position)[0]
