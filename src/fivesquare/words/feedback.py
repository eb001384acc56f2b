"""What is said to a learner: what every answer to an exercise did, and why a cell may not be claimed.

Players are called by their colours, and a cell by its number wherever that is unique on the board.
"""

from collections.abc import Iterator, Sequence

from fivesquare.board import cell_name, cells_of
from fivesquare.engine import FIRST, NOBODY, SECOND, other_player
from fivesquare.errors import many
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position, Reason
from fivesquare.primer import Answer, Exercise
from fivesquare.rulebook import Komi
from fivesquare.words.listener import Listener, capital, outcome_of


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
        return f"{owner} {joined([self.label(position, cell) for cell in cells])}"

    @property
    def rival(self) -> str:
        return self.name(other_player(self.you))


def learner_of(exercise: Exercise) -> Learner:
    return Learner(exercise.position.book, exercise.position.state.turn)


def has_places(position: Position) -> bool:
    """Whether cells of this board may have to be called by row and column."""
    values = position.board.values
    return len(set(values)) < len(values)


def joined(parts: Sequence[str]) -> str:
    *some, last = parts
    return f"{', '.join(some)} and {last}" if some else last


def totals(position: Position, learner: Learner) -> tuple[str, str]:
    """Both totals in what the goal counts, the learner's first; with the komi."""
    totals = [str(total) for total in position.totals]
    komi = position.book.balance
    if isinstance(komi, Komi):
        totals[SECOND - 1] += f" + {komi.points:g}"
    first, second = totals
    return (first, second) if learner.you == FIRST else (second, first)


# --- Answers ---


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
    return f"{joined(names)} {'comes' if len(names) == 1 else 'come'} along"


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
        taken = joined([learner.place(step.before, cell) for cell in step.taken])
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
    own, other = totals(position, learner)
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


def free_but_refused(position: Position) -> dict[str, str]:
    """Why each free cell that may not be claimed may not be."""
    first, second = position.masks
    cells = cells_of(position.setup.full & ~(first | second | position.claims))
    return {position.all_moves[cell]: why_not(position, cell) for cell in cells}
