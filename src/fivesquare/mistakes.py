"""Why a move cost the result: the kinds of mistakes that people make again and again.

A kind is decided by what the rules say of the move and of best play after it, the same in every rule book:

    taken    the claimed cell, or one that came along, is captured by the reply
    past     every free cell in reach would now bring the score above the target
    shut     no free cell is in reach any more; or a claim that leads nowhere, where a chain was right
    missed   less came along than with any right claim
    biggest  the largest number that could be claimed, where every right one is smaller

>>> import fivesquare as fs
>>> game = {"book": "flip", "board": [[1, 4], [2, 3]], "moves": ["2,2", "1,2", "1,1", "2,1"]}
>>> [(mistake.move, mistake.kind) for mistake in mistakes(fs.review(game), player=1)]
[('2,2', 'taken')]
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from fivesquare import engine
from fivesquare.engine import FIRST
from fivesquare.errors import PuzzleError
from fivesquare.match import Step
from fivesquare.players.simple import Greedy
from fivesquare.position import STOP, SWAP, Position
from fivesquare.puzzles import DIFFICULTIES, Puzzle, next_seed, puzzle
from fivesquare.reviews import Review
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Solver
from fivesquare.solver.limits import DEFAULT_MEMORY
from fivesquare.streams import stream

Kind = Literal["taken", "past", "shut", "missed", "biggest"]
KINDS: tuple[Kind, ...] = get_args(Kind)

FEWEST = 3
"""From so many mistakes of a kind on, one may call it usual."""

_MOST_TRIED = 24  # puzzles, until one is of the kind


@dataclass(frozen=True)
class Mistake:
    """A move that gave away a win or a draw, and its kind; None if it is of no kind that has a name."""

    position: Position
    move: str
    right: tuple[str, ...]
    kind: Kind | None
    is_puzzle: bool
    """Whether exactly one move would have won."""


def mistakes(review: Review, player: int) -> tuple[Mistake, ...]:
    """The moves of a player that gave away the result, in the order in which they were made."""
    before = review.position.history()
    found = []
    for move in review.moves:
        if move.player != player or not move.result_lost or move.best_worth is None:
            continue
        kept = move.best_worth.result(player)
        right = tuple(name for name, worth in move.alternatives.items() if worth.result(player) == kept)
        position = before[move.number - 1]
        kind = kind_of(position, move.move, right, move.line)
        is_puzzle = len(right) == 1 and move.best_worth.winner == player
        found.append(Mistake(position, move.move, right, kind, is_puzzle))
    return tuple(found)


def usual(kinds: Iterable[Kind | None]) -> Kind | None:
    """The commonest kind, if there are enough mistakes of it; of equals the one that stands first."""
    counted = Counter(kind for kind in kinds if kind is not None)
    best = max(KINDS, key=lambda kind: counted[kind])
    return best if counted[best] >= FEWEST else None


def kind_of(before: Position, move: str, right: Sequence[str], line: Sequence[str]) -> Kind | None:
    """The kind of a mistake; `line` is best play after it."""
    if move in (STOP, SWAP):
        return None
    step = Step(before, move, before.play(move))
    then = _until_own_turn(step, line)
    if _is_taken(step, then[-1]):
        return "taken"
    if (stuck := _stuck(step.player, then)) is not None:
        return stuck
    rights = [Step(before, each, before.play(each)) for each in right]
    if rights and not step.after.in_chain and all(each.after.in_chain for each in rights):
        return "shut"
    claims = [each for each in rights if each.is_claim]
    if not claims or len(claims) < len(rights):
        return None
    if all(_brought(each) > _brought(step) for each in claims):
        return "missed"
    largest = max(Step(before, each, before).value for each in before.legal if each not in (STOP, SWAP))
    return "biggest" if step.value == largest and all(each.value < largest for each in claims) else None


def _until_own_turn(step: Step, line: Sequence[str]) -> list[Position]:
    """The positions after a move, to the one in which its player is to move again, or to the end."""
    seen = [step.after]
    for reply in line:
        if seen[-1].is_over or seen[-1].turn == step.player:
            break
        seen.append(seen[-1].play(reply))
    return seen


def _brought(step: Step) -> int:
    """What came along with a claim, in points."""
    return step.gain - step.value


def _is_taken(step: Step, then: Position) -> bool:
    gained = (step.cell, *step.taken)
    return any(then.owner(cell) not in (step.player, 0) for cell in gained)


def _stuck(player: int, then: Sequence[Position]) -> Literal["shut", "past"] | None:
    """Why a player can claim nothing in one of these positions, while cells are free."""
    for position in then:
        setup, masks = position.setup, position.masks
        own, other = masks if player == FIRST else (masks[1], masks[0])
        free = setup.full & ~(own | other)
        if free and not engine.turn_claims(setup, own, other):
            return "past" if free & engine.within_reach(setup, own) else "shut"
    return None


# --- Practice ---


def _tempts(found: Puzzle, kind: Kind, memory: int, moves: Sequence[str]) -> bool:
    """Whether one of these moves is a mistake of that kind."""
    position = found.position
    solver = Solver(position.book, position.board, memory=memory, threads=1)
    return any(
        kind_of(position, move, (found.move,), solver.line(position, after=move)) == kind
        for move in moves
        if move != found.move
    )


def practice(
    book: RuleBook,
    kind: Kind,
    *,
    seed: int = 0,
    memory: int = DEFAULT_MEMORY,
    progress: Callable[[int], None] | None = None,
) -> Puzzle:
    """A puzzle in which the greedy move is a mistake of that kind, determined by book, kind and seed.

    If there is none among many, any wrong move may be the mistake.
    """
    other: Puzzle | None = None
    chance = stream(seed, "practice", kind)
    number = next_seed(chance.getrandbits(24))
    for _ in range(_MOST_TRIED):
        difficulty = chance.choice(DIFFICULTIES[1:])  # the tempting move of an easy one is right
        found = puzzle(book, seed=number, difficulty=difficulty, memory=memory, progress=progress)
        if _tempts(found, kind, memory, Greedy.best_moves(found.position)):
            return found
        if other is None and _tempts(found, kind, memory, found.position.legal):
            other = found
        number = next_seed(number)
    if other is not None:
        return other
    raise PuzzleError(f"no puzzle with such a mistake was found in {book.title}; try another seed")
