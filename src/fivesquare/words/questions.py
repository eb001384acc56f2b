"""Puzzles in words: the task, why a move is right or wrong, and two hints."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from fivesquare.errors import many
from fivesquare.position import STOP, SWAP, Position
from fivesquare.puzzles import Lesson, Puzzle
from fivesquare.solver import Solver, Worth
from fivesquare.solver.limits import DEFAULT_MEMORY
from fivesquare.words.lines import continued, refutation
from fivesquare.words.listener import Listener

NO_MISTAKES = "No mistakes in that game, so there is nothing to practise."
_MOST_LISTED = 3


@dataclass(frozen=True)
class Question:
    """A position, its right moves, and what they achieve."""

    title: str
    """After the last colon, what kind of question it is."""

    task: str
    deed: str
    position: Position
    right: tuple[str, ...]
    each: Mapping[str, Worth]
    memory: int = DEFAULT_MEMORY  # bytes, for the solver that explains

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.position.book, self.position.board, memory=self.memory, threads=1)

    @property
    def line(self) -> tuple[str, ...]:
        """A right move and the best play after it, to the end of the game."""
        return self.line_from(self.right[0])

    def line_from(self, move: str) -> tuple[str, ...]:
        """A move and the best play after it, to the end of the game."""
        return move, *self._solver.line(self.position, after=move)

    def why_right(self, move: str, listener: Listener) -> str:
        """What a right move achieves, which others do the same, and the best play after it."""
        line = self._solver.line(self.position, after=move)
        then = continued(self.position.play(move), line, listener)
        text = f"{listener.named(self.position, move)} {self.deed}."
        others = [listener.named(self.position, other) for other in self.right if other != move]
        if others:
            is_short = len(others) <= _MOST_LISTED
            named = listener.between.join(others) if is_short else f"{len(others)} other moves"
            text += f" So {'does' if len(others) == 1 else 'do'} {named}."
        return f"{text} {then}."

    def why_wrong(self, move: str, listener: Listener) -> str:
        """What a wrong move runs into."""
        return refutation(self.position, self._solver, move, listener, "your opponent") + "."

    def hints(self, listener: Listener) -> list[str]:
        """Two hints that narrow the choice, the second one more; never the answer itself."""
        wrong = [move for move in self.position.legal if move not in self.right]
        if len(wrong) == 1:
            return ["Only one move is wrong here. What would your opponent do after each?"]
        hints = list[str]()
        for word, near in (("row", self._beside(0)), ("column", self._beside(1))):
            if any(move in wrong for move in near) and len(near) < len(self.position.legal):
                article = "The" if len(self.right) == 1 else "A"
                number = self.right[0].split(",")[word == "column"]
                hints.append(f"{article} right move is in {word} {number}.")
                wrong = [move for move in near if move in wrong]
                break
        player = self.position.state.turn
        tempting = max(wrong, key=lambda move: self.each[move].value(player))
        pair = sorted((self.right[0], tempting), key=self.position.legal.index)
        one, another = (listener.named(self.position, move) for move in pair)
        return [*hints, f"One of {one} and {another} is right, and the other is not."]

    def _beside(self, which: int) -> list[str]:
        """The claims in the same row (0) or column (1) as a right one."""
        place = self.right[0].split(",")
        claims = [move.split(",") for move in self.position.legal if move not in (STOP, SWAP)]
        return [",".join(claim) for claim in claims if len(place) > 1 and claim[which] == place[which]]


def tried(position: Position, move: str, listener: Listener) -> str:
    """That a wrong move was tried before."""
    return f"You have tried {listener.named(position, move)}. Try another."


def question(puzzle: Puzzle) -> Question:
    """Ask for the winning move."""
    return Question(
        f"{puzzle.position.book.title}: a puzzle, {puzzle.difficulty}, seed {puzzle.seed}",
        f"Exactly one of {len(puzzle.position.legal)} moves wins.",
        "wins, and no other move does",
        puzzle.position,
        (puzzle.move,),
        puzzle.each,
    )


def question_of(lesson: Lesson, which: str, listener: Listener) -> Question:
    """Ask what would have been right; `which` says whose mistake it was, and which one."""
    position = lesson.position
    player = position.state.turn
    best, played = lesson.each[lesson.right[0]], lesson.each[lesson.played]
    if best.result(player) == played.result(player):
        given = many(best.lead(player) - played.lead(player), "point")
        does, do = "gives nothing away", "give nothing away"
    else:
        given = "the win" if best.winner == player else "the draw"
        does, do = f"keeps {given}", f"keep {given}"
    count = len(lesson.right)
    right = f"One of the {len(position.legal)} moves {does}."
    if count > 1:
        right = f"{count} of the {len(position.legal)} moves {do}; any of them counts."
    return Question(
        f"{position.book.title}: {which}, move {len(position.moves) + 1}",
        f"In the game {listener.named(position, lesson.played)} gave away {given}. "
        f"What would have been right? {right}",
        does,
        position,
        lesson.right,
        lesson.each,
    )


def searching(tried: int) -> str:
    """What is said while a puzzle is looked for."""
    return f"looking for a puzzle: {many(tried, 'game')} tried"


def judged(is_right: bool, why: str) -> str:
    """What is said to a try."""
    return f"{'Right' if is_right else 'No'}: {why}"


def shown(why: str) -> str:
    """What is said where the answer is shown."""
    return f"The answer: {why}"
