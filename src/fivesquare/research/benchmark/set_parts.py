"""The parts of a run, and what they ask: the two tracks, and a fresh sibling of the first."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from fivesquare.research.benchmark.question_sets import BenchBoard, Question, asked, game_on
from fivesquare.research.benchmark.set_files import frozen_boards, frozen_questions, read_rows, set_hash
from fivesquare.research.episode import SEATS, Episode
from fivesquare.research.wording import Disguise

Part = Literal["positions", "games", "fresh"]
PARTS: tuple[Part, ...] = get_args(Part)


class Asked(NamedTuple):
    """What a sample asks: a decision, or a game from a seat."""

    row: Question | BenchBoard
    seat: int

    def begin(self) -> Episode:
        if isinstance(self.row, BenchBoard):
            return game_on(self.row, self.seat)
        return asked(self.row.position, Disguise.drawn(self.row.disguise))

    @property
    def characters(self) -> int:
        """In its prompts; of a game, in those of a player of level 5, in the mean of both seats."""
        return self.row.characters // 2 if isinstance(self.row, BenchBoard) else len(self.row.prompt)


@cache
def samples_of(part: Part, lite: bool, fresh: str | None = None) -> Mapping[str, Asked]:
    """What is asked, by the names of the samples; a fresh set is in a file."""
    if part == "games":
        return {
            f"{row.id}-{name}": Asked(row, seat)
            for row in frozen_boards(lite)
            for seat, name in SEATS.items()
        }
    if part == "fresh" and fresh is None:
        raise ValueError("a fresh set is read from a file")
    rows = frozen_questions(lite) if fresh is None else read_rows(Path(fresh), Question)
    return {row.id: Asked(row, row.position.state.turn) for row in rows}


def hash_of(part: Part, lite: bool, fresh: str | None = None) -> str:
    """The hash of the set of a part."""
    rows = dict.fromkeys(each.row for each in samples_of(part, lite, fresh).values())
    return set_hash(list(rows))
