"""A primer in words: the rule that an exercise shows, its task, and what is left to say at the end."""

from collections.abc import Callable, Iterator, Sequence

from fivesquare.books.explain import can_tie
from fivesquare.engine import other_player
from fivesquare.errors import many
from fivesquare.match import Step
from fivesquare.primer import Exercise, Primer, Topic
from fivesquare.rulebook import Between, Exactly, Komi, RuleBook
from fivesquare.words.feedback import Learner, learner_of, totals
from fivesquare.words.listener import capital

_NUMBERS = ("no", "one", "two", "three", "four")


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
    """The task, in a sentence or two."""
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
    own, other = totals(exercise.position, learner)
    right, moves = len(exercise.right), len(exercise.answers)
    has = learner.who(other_player(learner.you), "has")
    asked = "One claim wins. Which one?" if right == 1 else f"{right} of {moves} claims win. Find one."
    return f"You have {own}, {has} {other}. {asked}"


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
