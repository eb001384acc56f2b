"""Sets of questions and of boards, made from a seed."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fivesquare.board import Board
from fivesquare.players import make_player
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Luck
from fivesquare.position import Position
from fivesquare.record import format_record
from fivesquare.research.benchmark.protocol import CANARY, GROUPS, RETRIES, SEED
from fivesquare.research.benchmark.question_drawing import DrawnBoard, DrawnPosition, boards, positions
from fivesquare.research.episode import SEATS, Episode
from fivesquare.research.skill import decision
from fivesquare.research.wording import Disguise
from fivesquare.solver.limits import CROWDED_ANSWER

Tell = Callable[[int, int], object]
"""Progress callback: how many questions are drawn, of how many."""

_TYPICAL = "level:5"
"""Who plays the games that say how many questions a game has."""


@dataclass(frozen=True)
class Question:
    """One critical decision, as a row of a set. The lists are parallel: one entry for each legal move."""

    id: str
    group: str
    phase: str
    difficulty: str
    lite: bool
    record: str
    """The game up to the decision, as it was before it was disguised."""
    disguise: int
    prompt: str
    moves: tuple[str, ...]
    """As records write them."""
    answers: tuple[str, ...]
    """As the prompt wants them."""
    lost: tuple[float, ...]
    """What each costs: points, or results where the book has no margins."""
    stake: float
    """All that the game is about, in the same unit."""
    canary: str = CANARY

    @property
    def position(self) -> Position:
        return Position.from_record(json.loads(self.record))

    @property
    def expected(self) -> float:
        """What a random mover loses."""
        return sum(self.lost) / len(self.lost)


@dataclass(frozen=True)
class BenchBoard:
    """A place to begin two games, one from each seat, as a row of a set."""

    id: str
    group: str
    lite: bool
    opponent: str
    record: str
    seed: int
    disguise: int
    prompt: str
    """The first one of the game from the first seat."""
    questions: int
    """How many questions the two games ask a player of level 5."""
    characters: int
    """In the prompts of all of them."""
    canary: str = CANARY

    @property
    def position(self) -> Position:
        return Position.from_record(json.loads(self.record))


# --- Making ---


def make_questions(
    number: int,
    lite: int,
    seed: int = SEED,
    *,
    avoid: Iterable[Board] = (),
    tell: Tell = lambda _done, _of: None,
) -> list[Question]:
    """`number` questions of each group, of which `lite` are in the lite set."""
    groups, avoided, rows = GROUPS["positions"], frozenset(avoid), list[Question]()
    for place, group in enumerate(groups):
        drawn = list[DrawnPosition]()

        def look(place: int = place, drawn: list[DrawnPosition] = drawn) -> None:
            tell(place * number + len(drawn), len(groups) * number)

        drawn.extend(positions(group, number, seed, avoid=avoided, tell=look))
        chosen = _spread(drawn, lite)
        rows += [_question(each, f"{group}/{n:03}", each in chosen) for n, each in enumerate(drawn, 1)]
    return rows


def _spread(drawn: Sequence[DrawnPosition], number: int) -> set[DrawnPosition]:
    """Some of these, as evenly spread over the kinds as they are."""
    kinds = dict[tuple[str, str], list[DrawnPosition]]()
    for each in drawn:
        kinds.setdefault((each.phase, each.difficulty), []).append(each)
    ordered = sorted(
        ((place / len(of), kind, each) for kind, of in kinds.items() for place, each in enumerate(of)),
        key=lambda entry: entry[:2],
    )
    return {each for _, _, each in ordered[:number]}


def _question(drawn: DrawnPosition, name: str, is_lite: bool) -> Question:
    position, disguise = drawn.position, Disguise.drawn(drawn.disguise)
    adviser = Adviser(CROWDED_ANSWER)
    moves = position.legal
    regrets = [decision(position, move, adviser).regret for move in moves]
    return Question(
        id=name,
        group=drawn.group,
        phase=drawn.phase,
        difficulty=drawn.difficulty,
        lite=is_lite,
        record=format_record(position.to_record()),
        disguise=drawn.disguise,
        prompt=asked(position, disguise).prompt(),
        moves=moves,
        answers=tuple(disguise.tell(position, move) for move in moves),
        lost=tuple(float(regret.lost) for regret in regrets if regret is not None),
        stake=float(_stake(position)),
    )


def asked(position: Position, disguise: Disguise) -> Episode:
    """A single decision as the benchmark asks for it."""
    return Episode(position, position.state.turn, wording=disguise, retries=RETRIES, is_single=True)


def _stake(position: Position) -> float:
    """All that a game is about, in units of regret."""
    return 1 if position.book.goal != "points" else sum(position.board.values) or 1


def make_boards(
    number: int, lite: int, seed: int = SEED, *, tell: Tell = lambda _done, _of: None
) -> list[BenchBoard]:
    """`number` boards of each group, of which the first `lite` are in the lite set."""
    groups, rows = GROUPS["games"], list[BenchBoard]()
    for group in groups:
        for place, drawn in enumerate(boards(group, number, seed), 1):
            tell(len(rows), len(groups) * number)
            rows.append(_board(drawn, f"{group}/{place:02}", place <= lite))
    return rows


def _board(drawn: DrawnBoard, name: str, is_lite: bool) -> BenchBoard:
    row = BenchBoard(
        id=name,
        group=drawn.group,
        lite=is_lite,
        opponent=drawn.opponent,
        record=format_record(drawn.position.to_record()),
        seed=drawn.seed,
        disguise=drawn.disguise,
        prompt="",
        questions=0,
        characters=0,
    )
    prompts = [text for seat in SEATS for text in _typical_prompts(row, seat)]
    return replace(row, prompt=prompts[0], questions=len(prompts), characters=sum(map(len, prompts)))


def game_on(board: BenchBoard, seat: int) -> Episode:
    """A game of the benchmark."""
    return Episode(
        board.position,
        seat,
        board.opponent,
        seed=board.seed,
        wording=Disguise.drawn(board.disguise),
        retries=RETRIES,
        adviser=Adviser(CROWDED_ANSWER),
    )


def _typical_prompts(board: BenchBoard, seat: int) -> Iterator[str]:
    """What is asked in a game, if a player of level 5 answers."""
    game = game_on(board, seat)
    player = make_player(_TYPICAL, Luck(board.seed, SEATS[seat]))
    while not game.is_over:
        yield game.prompt()
        game.answer(f"MOVE: {game.wording.tell(game.position, player.choose(game.position))}")
