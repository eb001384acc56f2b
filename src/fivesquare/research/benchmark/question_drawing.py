"""Questions drawn by a seed: positions where the move matters, and boards for games, all held out.

Both sets of a seed follow from it alone. Positions are balanced by phase and by whether a greedy move is
right; where a book has no positions of a kind, others of the same book take their place.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import count, islice, product
from typing import Literal, NamedTuple, get_args

from fivesquare.board import Board
from fivesquare.books import find_book
from fivesquare.players.adviser import Adviser
from fivesquare.players.simple import Greedy
from fivesquare.position import Position
from fivesquare.puzzles import casual_game
from fivesquare.research.benchmark.protocol import OPPONENTS, SEED, TRAPS_ONLY
from fivesquare.research.family.family_levels import curriculum
from fivesquare.research.family.splits import deal, plain_form
from fivesquare.research.skill import PHASES, Phase, phase
from fivesquare.solver import Solution
from fivesquare.solver.limits import CROWDED_ANSWER
from fivesquare.streams import stream

Difficulty = Literal["plain", "trap"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
"""In a trap no move that gains most right now is a best one."""

FAMILY = "family:"
_SEED_BITS = 32
_IN_VAIN = 400  # boards in a row without a position of a kind that is still wanted: then any will do

Kind = tuple[Phase, Difficulty]


class DrawnPosition(NamedTuple):
    """A critical decision."""

    group: str
    phase: Phase
    difficulty: Difficulty
    position: Position
    disguise: int


class DrawnBoard(NamedTuple):
    """A place to begin a game."""

    group: str
    position: Position
    opponent: str
    seed: int
    disguise: int


def openings(group: str, seed: int, track: str) -> Iterator[Position]:
    """Openings of a group on held-out boards, without end."""
    first = stream(seed, "benchmark", track, group).getrandbits(_SEED_BITS)
    if group.startswith(FAMILY):
        level = int(group.removeprefix(FAMILY))
        yield from (game.position for game in curriculum(level, split="held-out", seed=first))
    book = find_book(group)
    for number in count():
        yield deal(book, seed=first + number, split="held-out").position


def positions(
    group: str, number: int, seed: int = SEED, *, avoid: Collection[Board] = (), tell: Callable[[], object]
) -> Iterator[DrawnPosition]:
    """So many decisions of a group, each of another board; `tell` is called for every board looked at."""
    wanted = _quotas(group, number)
    seen, in_vain = set(avoid), 0
    for place, opening in enumerate(openings(group, seed, "positions")):
        tell()
        plain = plain_form(opening.board)
        if plain in seen:
            continue
        seen.add(plain)
        chance = stream(seed, "benchmark position", group, place)
        found = _decision(group, opening, wanted if in_vain < _IN_VAIN else None, seed, place)
        if found is None:
            in_vain += 1
            continue
        in_vain = 0 if in_vain < _IN_VAIN else in_vain
        wanted[found.phase, found.difficulty] -= 1
        number -= 1
        yield found._replace(disguise=chance.getrandbits(_SEED_BITS))
        if not number:
            return


def boards(
    group: str, number: int, seed: int = SEED, *, avoid: Collection[Board] = ()
) -> Iterator[DrawnBoard]:
    """So many boards of a group, all different."""
    seen = set(avoid)

    def fresh() -> Iterator[Position]:
        for opening in openings(group, seed, "games"):
            plain = plain_form(opening.board)
            if plain not in seen:
                seen.add(plain)
                yield opening

    for place, opening in enumerate(islice(fresh(), number)):
        chance = stream(seed, "benchmark game", group, place)
        yield DrawnBoard(
            group,
            opening,
            OPPONENTS[place % len(OPPONENTS)],
            seed=chance.getrandbits(_SEED_BITS),
            disguise=chance.getrandbits(_SEED_BITS),
        )


def _quotas(group: str, number: int) -> Counter[Kind]:
    """How many questions of each kind are wanted."""
    kinds = list(product(PHASES, DIFFICULTIES if group not in TRAPS_ONLY else DIFFICULTIES[1:]))
    each, more = divmod(number, len(kinds))
    return Counter({kind: each + (place < more) for place, kind in enumerate(kinds)})


def _decision(
    group: str, opening: Position, wanted: Counter[Kind] | None, seed: int, place: int
) -> DrawnPosition | None:
    """A critical decision of a casual game, of a kind that is wanted; of any kind if that is None."""
    chance = stream(seed, "benchmark line", group, place)
    line = [now for now in casual_game(opening, chance) if len(now.legal) > 1]
    adviser = Adviser(CROWDED_ANSWER)
    for now in chance.sample(line, len(line)):
        if wanted is not None and not any(wanted[phase(now), each] > 0 for each in DIFFICULTIES):
            continue
        solution = adviser.solve(now)
        if solution is None or not solution.regret(now.legal[0]).is_critical:
            continue
        kind = phase(now), difficulty(solution)
        if kind[1] == "plain" and group in TRAPS_ONLY:
            continue
        if wanted is None or wanted[kind] > 0:
            return DrawnPosition(group, *kind, now, disguise=0)
    return None


def difficulty(solution: Solution) -> Difficulty:
    """Whether a move that gains most right now can be a best one."""
    return "plain" if set(Greedy.best_moves(solution.position)) & set(solution.best) else "trap"
