"""Whether an answer is right: any of several best moves, any order of the legal ones, any perfect line."""

import json
import re
from collections.abc import Mapping
from typing import Any

from fivesquare.errors import NotationError, RecordError, quote
from fivesquare.position import Position
from fivesquare.record import parse_record
from fivesquare.research.dataset.questions import QUESTIONS, Facts, is_right
from fivesquare.research.wording import Wording
from fivesquare.research.wording.answers import bare, behind, lines_of
from fivesquare.solver import Worth

_KEYWORD = "answer"
_FULL_STOP = re.compile(r"(?<=\w)\.\Z")  # one behind a space is said of the game: nobody acts next


def score(row: Mapping[str, Any] | str, answer: object) -> float:
    """1.0 if the answer is right, else 0.0; what cannot be read is not.

    `row` is a row, its `metadata`, or its `info`. The answer may be the bare answer, or a whole reply
    whose last line is ANSWER: and the answer; a reply that gives two different answers gives none.
    """
    metadata = _metadata(row)
    said = stated(answer) if isinstance(answer, str) else None
    if said is None:
        return 0.0
    return 1.0 if is_right(_facts(metadata), metadata["question"], _FULL_STOP.sub("", said)) else 0.0


def stated(reply: str) -> str | None:
    """The answer that a reply gives; None if it gives none, or several."""
    try:
        lines = lines_of(reply)
    except NotationError:
        return None
    answers = [said for said in (behind(_KEYWORD, line) for line in lines) if said is not None]
    if not answers:
        return bare("\n".join(lines))  # somebody else has taken it out of the reply
    if len({" ".join(said.casefold().split()) for said in answers}) > 1:
        return None
    return behind(_KEYWORD, lines[-1])


def _metadata(row: object) -> Mapping[str, Any]:
    if isinstance(row, str):
        try:
            row = json.loads(row)
        except json.JSONDecodeError:
            row = None
    if isinstance(row, Mapping) and "metadata" in row:
        return _metadata(row["metadata"])
    if not isinstance(row, Mapping) or row.get("question") not in QUESTIONS or "record" not in row:
        raise RecordError(f"a row of a dataset, its metadata or its info is scored, not {quote(row)}")
    return row


def _facts(metadata: Mapping[str, Any]) -> Facts:
    try:
        return Facts(
            Position.from_record(parse_record(metadata["record"])),
            Wording.from_json(json.loads(metadata["wording"])),
            metadata["move"],
            Worth(metadata["winner"], metadata["margin"]),
            tuple(metadata["best"]),
            tuple(metadata["line"]),
        )
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise RecordError(f"this metadata is not whole: {quote(str(error))}") from None
