"""A primer in words: the rule that an exercise shows, its task, and what is said to every answer.

Players are called by their colours, and a cell by its number wherever that is unique on the board.
"""

from collections.abc import Callable, Iterator, Sequence

from fivesquare.board import cell_name, cells_of
from fivesquare.books.explain import can_tie
from fivesquare.engine import FIRST, NOBODY, SECOND, other_player
from fivesquare.errors import many
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position, Reason
from fivesquare.primer import Answer, Exercise, Primer, Topic
from fivesquare.rulebook import Between, Exactly, Komi, RuleBook
from fivesquare.words.listener import Listener, capital, outcome_of

_NUMBERS = ("no", "one", "two", "three", "four")


class Learner(Listener):
    """The player to move in an exercise, who is told everything by colours and numbers."""

    names = ("blue", "amber")

    def label(self, position: Position, cell: int) -> str:
        """What is printed on a cell; its place as well where that is not unique."""
        values, place = position.board.values, cell_name(cell, position.size)
        if self.book.values == "ones":
            return place
        return f"{values[cell]}" if values.count(values[cell]) == 1 else f"{values[cell]} at {place}"

    def place(self, position: Position, cell: int) -> str:
        label = self.label(position, cell)
        return label if self.book.values == "ones" else f"the {label}"

    def whose(self, position: Position, player: int, cells: Sequence[int]) -> str:
        """Cells of a player: "your 4", "amber's 6 and 7"."""
        owner = "your" if player == self.you else f"{self.name(player)}'s"
        return f"{owner} {_joined([self.label(position, cell) for cell in cells])}"

    @property
    def rival(self) -> str:
        return self.name(other_player(self.you))


def learner_of(exercise: Exercise) -> Learner:
    return Learner(exercise.position.book, exercise.position.state.turn)


def has_places(position: Position) -> bool:
    """Whether cells of this board may have to be called by row and column."""
    values = position.board.values
    return len(set(values)) < len(values)


def _joined(parts: Sequence[str]) -> str:
    *some, last = parts
    return f"{', '.join(some)} and {last}" if some else last


# --- The rule ---


def rule(exercise: Exercise, primer: Primer) -> str:
    """What an exercise shows, as a sentence or two."""
    return _RULES[exercise.topic](exercise, primer)


def _rule_of_claiming(exercise: Exercise, _primer: Primer) -> str:
    book = exercise.position.book
    if book.goal == "majority":
        return "Claim a free square, and it is yours."
    if book.values == "ones":
        return "Claim a free square. Each is worth 1 point."
    return "Claim a free square, and its number counts for you."


def _rule_of_starting(_exercise: Exercise, _primer: Primer) -> str:
    return "Your first claim must be on the outer edge."


def _rule_of_reach(exercise: Exercise, primer: Primer) -> str:
    begun = ""
    if "start" not in primer.topics:
        is_edge = exercise.position.book.reach == "edge" and _has_inside(exercise.position.book)
        begun = "Start on the outer edge. " if is_edge else "Start anywhere. "
    return f"{begun}After that, claim next to your own squares."


def _has_inside(book: RuleBook) -> bool:
    return min(book.size) > 2


def _rule_of_taking(exercise: Exercise, _primer: Primer) -> str:
    if exercise.position.book.captures:
        return "A claim turns over your opponent's lower numbers next to it."
    return "Lower free numbers next to your claim come along."


def _rule_of_chains(_exercise: Exercise, _primer: Primer) -> str:
    return "Claim next to a square of yours, and you may claim one more beside it. Once a turn."


def _rule_of_swapping(_exercise: Exercise, _primer: Primer) -> str:
    return "On their first turn, the second player may swap: the first claim changes hands."


def _rule_of_ending(exercise: Exercise, _primer: Primer) -> str:
    return goal(exercise.position.book)


def _rule_of_choosing(exercise: Exercise, primer: Primer) -> str:
    begun = "" if "end" in primer.topics else f"{goal(exercise.position.book)} "
    return f"{begun}{_moral(exercise)}"


def _moral(exercise: Exercise) -> str:
    """What the choice teaches."""
    position = exercise.position
    if exercise.tempting is None:
        return "Think about the reply before you claim."
    steps = {move: Step(position, move, position.play(move)) for move in exercise.answers}
    if position.book.goal != "majority" and position.book.values != "ones":
        measures: dict[str, Callable[[Step], int]] = {
            "The biggest number is not always best.": lambda step: step.value,
            "The biggest gain is not always best.": lambda step: step.gain,
        }
        for moral, measure in measures.items():
            most = max(map(measure, steps.values()))
            if all(measure(steps[move]) < most for move in exercise.right):
                return moral
    return "What looks best is not always best."


_RULES: dict[Topic, Callable[[Exercise, Primer], str]] = {
    "claim": _rule_of_claiming,
    "start": _rule_of_starting,
    "beside": _rule_of_reach,
    "take": _rule_of_taking,
    "again": _rule_of_chains,
    "swap": _rule_of_swapping,
    "end": _rule_of_ending,
    "choice": _rule_of_choosing,
}


def goal(book: RuleBook) -> str:
    """What wins, as a sentence."""
    if isinstance(book.goal, Exactly):
        target = book.goal.target
        points = f"{many(target, 'point')} {'wins' if target == 1 else 'win'}"
        return f"Exactly {points} at once. You may never go above."
    if book.goal == "majority":
        return "More than half of the squares wins at once."
    return "When every square is claimed, the higher total wins."


# --- The task ---


def task(exercise: Exercise) -> str:
    """What is to be done, as a sentence or two."""
    position, learner = exercise.position, learner_of(exercise)
    match exercise.topic:
        case "claim":
            is_free = len(position.legal) == position.size.cells
            return "Claim any square." if is_free else "Claim a square."
        case "start":
            return "Claim a square on the edge."
        case "beside":
            return "Claim a square next to one of yours. Diagonals don't count."
        case "take":
            return _task_of_taking(exercise, learner)
        case "again":
            return f"You have just claimed {learner.link(position)}. Claim one more square next to it."
        case "swap":
            own, claimed = learner.name(learner.you), learner.swappable(position)
            return f"You are {own}, and {learner.rival} has claimed {claimed}. Swap."
        case "end":
            return _task_of_ending(exercise)
        case "choice":
            return _task_of_choosing(exercise, learner)


def _task_of_taking(exercise: Exercise, learner: Learner) -> str:
    position, called = exercise.position, exercise.called
    assert called is not None
    number = len(Step(position, called, position.play(called)).taken)
    which = f"of {learner.rival}'s lower numbers" if learner.book.captures else "lower free"
    noun = "" if learner.book.captures else " number" if number == 1 else " numbers"
    lie = "lies" if number == 1 else "lie"
    there = f"{_NUMBERS[number]} {which}{noun} {lie} next to it"
    return f"Claim {learner.named(position, called)}. {capital(there)}."


def _task_of_ending(exercise: Exercise) -> str:
    position = exercise.position
    you = position.state.turn
    have = position.totals[you - 1]
    if position.book.goal == "points":
        return "Claim the last square."
    if position.book.goal == "majority":
        most = position.size.cells // 2 + 1
        begun = f"Here {most} of {position.size.cells} squares win, and you have {have}."
    else:
        begun = f"You have {many(have, 'point')}."
    return f"{begun} {'Claim the one that wins.' if len(exercise.right) == 1 else 'Claim one that wins.'}"


def _task_of_choosing(exercise: Exercise, learner: Learner) -> str:
    own, other = _totals(exercise.position, learner)
    right, moves = len(exercise.right), len(exercise.answers)
    has = learner.who(other_player(learner.you), "has")
    asked = "One claim wins. Which one?" if right == 1 else f"{right} of {moves} claims win. Find one."
    return f"You have {own}, {has} {other}. {asked}"


def _totals(position: Position, learner: Learner) -> tuple[str, str]:
    """Both totals in what the goal counts, the learner's first; with the komi."""
    totals = [str(total) for total in position.totals]
    komi = position.book.balance
    if isinstance(komi, Komi):
        totals[SECOND - 1] += f" + {komi.points:g}"
    first, second = totals
    return (first, second) if learner.you == FIRST else (second, first)


# --- What is said to an answer ---


def said(exercise: Exercise, move: str) -> str:
    """What a move did, and why it is right or wrong."""
    answer, learner = exercise.answers[move], learner_of(exercise)
    parts = [_about(exercise, move, answer, learner), *_told(exercise, answer, learner)]
    return " ".join(part for part in parts if part)


def _about(exercise: Exercise, move: str, answer: Answer, learner: Learner) -> str:
    """What the move itself did."""
    step, topic = answer.line[0], exercise.topic
    if move == STOP:
        return "You may stop, too."
    if move == SWAP:
        now = learner.swappable(step.before)
        return f"{capital(now)} is yours now, and {learner.rival} makes a first claim again."
    if topic == "take":
        return _about_taking(answer, step, learner)
    if topic == "end" and not answer.is_right:
        return _about_missing(step)
    if topic == "swap":
        kept = learner.swappable(step.before)
        return f"{_yours(step, learner)}, but {learner.rival} keeps {kept}."
    if topic == "again":
        return f"{_yours(step, learner)}: two claims in one turn."
    if topic == "claim" and learner.book.goal != "majority" and learner.book.values != "ones":
        return f"{_yours(step, learner)}: {many(step.gain, 'point')} for you."
    return f"{_yours(step, learner)}."


def _yours(step: Step, learner: Learner) -> str:
    """ "The 9 is yours, and the 3 comes along"."""
    text = f"{capital(learner.place(step.before, step.cell))} is yours"
    if not step.taken:
        return text
    if learner.book.captures:
        are = "is" if len(step.taken) == 1 else "are"
        return f"{text}, and so {are} {learner.whose(step.before, other_player(step.player), step.taken)}"
    return f"{text}, and {_along(step, learner)}"


def _along(step: Step, learner: Learner) -> str:
    names = [learner.place(step.before, cell) for cell in step.taken]
    return f"{_joined(names)} {'comes' if len(names) == 1 else 'come'} along"


def _about_taking(answer: Answer, step: Step, learner: Learner) -> str:
    if not answer.is_right:
        happened = "turned over" if learner.book.captures else "came along"
        return f"{_yours(step, learner)}, but nothing {happened}."
    if not learner.book.captures:
        return f"{_yours(step, learner)}."
    taken = learner.whose(step.before, other_player(step.player), step.taken)
    return f"{capital(taken)} {'is' if len(step.taken) == 1 else 'are'} yours now."


def _about_missing(step: Step) -> str:
    """What a claim that does not win comes to."""
    have = step.after.totals[step.player - 1]
    if step.after.book.goal == "majority":
        return f"That makes {have} of {step.after.size.cells} squares."
    return f"That makes {have}."


def _told(exercise: Exercise, answer: Answer, learner: Learner) -> Iterator[str]:
    """What comes after the move: the reply, the end, or who wins with best play."""
    step = answer.line[0]
    if not answer.is_right:
        yield from _replies(answer.line, learner)
    if step.after.is_over or (not answer.is_right and answer.after.is_over):
        yield result(answer.after, learner)
    elif exercise.topic == "choice":
        yield _with_best_play(answer, learner)
    elif answer.is_right:
        if step.skipped is not None:
            yield capital(learner.skip(step.skipped))
        elif exercise.topic == "claim":
            yield f"Then it is {learner.rival}'s turn."
    elif exercise.topic in ("take", "again", "swap"):
        yield _hint(exercise, learner)


def _hint(exercise: Exercise, learner: Learner) -> str:
    match exercise.topic:
        case "take":
            assert exercise.called is not None
            return f"Try {learner.named(exercise.position, exercise.called)}."
        case "again":
            return "But try a second claim."
        case _:
            return "Try the swap."


def _replies(line: Sequence[Step], learner: Learner) -> Iterator[str]:
    """The moves after the learner's, as sentences; that a learner stopped is not worth one.

    A player who is skipped may be skipped to the end of the game, which is told in its result.
    """
    begun = "now "
    for step in line:
        if step.is_claim and step is not line[0]:
            again = " as well" if step.before.in_chain else ""
            yield capital(f"{begun}{_deed(step, learner)}{again}.")
            begun = "then "
        if step.skipped is not None:
            yield capital(learner.skip(step.skipped))
            return


def _deed(step: Step, learner: Learner) -> str:
    """ "amber claims the 8 and takes your 4"."""
    text = f"{learner.who(step.player, 'claims')} {learner.place(step.before, step.cell)}"
    if not step.taken:
        return text
    if learner.book.captures:
        taken = learner.whose(step.before, other_player(step.player), step.taken)
    else:
        taken = _joined([learner.place(step.before, cell) for cell in step.taken])
    return f"{text} and {learner.verb(step.player, 'takes')} {taken}"


def _with_best_play(answer: Answer, learner: Learner) -> str:
    if answer.is_right:
        return f"With best play {_lowered(result(answer.after, learner))}"
    if answer.winner == NOBODY:
        return "With best play it is a draw."
    return f"With best play {learner.rival} wins."


def _lowered(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def result(position: Position, learner: Learner) -> str:
    """How a game ended, as a sentence."""
    outcome = outcome_of(position)
    own, other = _totals(position, learner)
    if outcome.winner == NOBODY:
        return f"It is a draw, {own} to {other}."
    wins = learner.who(outcome.winner, "wins")
    high, low = (own, other) if outcome.winner == learner.you else (other, own)
    match outcome.reason:
        case Reason.EXACT:
            return capital(f"{wins} with exactly {high}.")
        case Reason.MAJORITY:
            return capital(f"{wins} with {high} of {position.size.cells} squares.")
        case Reason.TIE_LAST:
            last = f"{learner.called(outcome.winner)} claimed last"
            return capital(f"{wins}: it is {own} to {other}, and {last}.")
        case Reason.TIE_SECOND:
            return capital(f"{wins}: it is {own} to {other}, and a tie goes to the second player.")
    return capital(f"{wins}, {high} to {low}.")


def why_not(position: Position, cell: int) -> str:
    """Why a free cell may not be claimed now, as a sentence."""
    learner = Learner(position.book, position.state.turn)
    place = capital(learner.place(position, cell))
    refusal = position.refusal(cell)
    if refusal == "is not beside the cell just claimed":
        return f"{place} is not next to {learner.link(position)}."
    if refusal == "is not beside your own":
        return f"{place} is not next to a square of yours."
    if refusal == "is not on the outer edge":
        return f"{place} is not on the outer edge."
    return f"{place} would take you above {position.setup.target}."


# --- At the end ---


def summary(primer: Primer) -> tuple[str, ...]:
    """How the game ends, and what no exercise has shown."""
    return tuple(_facts(primer.book, primer.topics))


def _facts(book: RuleBook, topics: Sequence[Topic]) -> Iterator[str]:
    yield goal(book)
    if isinstance(book.goal, Exactly):
        yield "If neither player can claim, the higher total wins."
    if can_tie(book, book.size):
        yield f"{_WHEN_EVEN[book.goal == 'majority']} {_TIES[book.tie]}."
    if isinstance(book.balance, Komi):
        yield f"At the end amber, who plays second, gets {many(book.balance.points, 'point')} more."
    if book.balance == "swap" and "swap" not in topics:
        yield "On their first turn, the second player may swap: the first claim changes hands."
    if book.reach == "edge" and not {"start", "beside"} & set(topics) and _has_inside(book):
        yield "Your first claim must be on the outer edge."
    if book.reach != "anywhere":
        if "beside" not in topics:
            yield "After your first claim, claim next to your own squares."
        if book.captures and _has_different_values(book):
            where = "on the outer edge" if book.reach == "edge" and _has_inside(book) else "anywhere"
            yield f"If you lose all your squares, start {where} again."
    if book.take != "nothing" and "take" not in topics and _has_different_values(book):
        which = "your opponent's" if book.captures else "the free"
        yield f"A claim also takes {which} lower numbers next to it."
    if book.again == "chain" and "again" not in topics:
        yield "After a claim next to your own square you may claim one more, next to the new one."
    if book.reach != "anywhere" or isinstance(book.goal, Exactly):
        yield "If you cannot claim, you are skipped."


_WHEN_EVEN = {True: "If both own half of the squares,", False: "If the totals are equal,"}
_TIES = {
    "draw": "it is a draw",
    "last": "the player who claimed last wins",
    "second": "the second player wins",
}


def _has_different_values(book: RuleBook) -> bool:
    """Whether one cell can be lower than another."""
    values = book.values
    return values == "shuffled" or (isinstance(values, Between) and values.low < values.high)


def free_but_refused(position: Position) -> dict[str, str]:
    """Why each free cell that may not be claimed may not be."""
    first, second = position.masks
    cells = cells_of(position.setup.full & ~(first | second | position.claims))
    return {position.all_moves[cell]: why_not(position, cell) for cell in cells}
