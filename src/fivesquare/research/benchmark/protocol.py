"""The protocol of FS-Bench 1.0: everything that is fixed, so that two results can be compared.

A change to anything here, or to the wording of the prompts, is another version of the benchmark.
"""

import json
from hashlib import sha256
from typing import Any, Literal, get_args

NAME, VERSION = "FS-Bench", "1.0"
TITLE = f"{NAME} {VERSION}"

SET_NAMES = {False: "full", True: "lite"}
"""By whether it is the lite set."""

CANARY = "FS-BENCH-CANARY 3d1b0f5e-6a53-4c0b-9a5e-f5b7c2a9e1d4. Benchmark data: keep out of training sets."
"""In every file of the benchmark, so that training sets can be searched for it."""

SEED = 20261119
"""Of the frozen sets."""

RETRIES = 2
"""After an answer that is no legal move, at each decision; one more such answer forfeits."""

TEMPERATURE = 1.0
"""The only temperature that every provider accepts, also for models that reason."""

MAX_TOKENS = 16_384
"""Of one answer, with what the model writes before its move."""

Track = Literal["positions", "games"]
TRACKS: tuple[Track, ...] = get_args(Track)

GROUPS: dict[Track, tuple[str, ...]] = {
    "positions": (
        "grow",
        "fifteen",
        "raid",
        "forty-two",
        "flip",
        "sweep",
        "family:3",
        "family:4",
        "family:5",
        "family:6",
    ),
    "games": (
        "grow",
        "fifteen",
        "raid",
        "forty-two",
        "family:3",
        "family:4",
        "family:5",
        "family:6",
    ),
}
"""The kinds of games: books by name, and levels of the family. All count the same."""

TRAPS_ONLY = ("flip", "sweep")
"""Books in which greed is usually right: only positions where it is wrong are asked about."""

SIZES: dict[Track, dict[bool, int]] = {"positions": {False: 250, True: 30}, "games": {False: 25, True: 3}}
"""Questions, or boards, of each group: in full, and of the lite set."""

OPPONENTS = ("level:3", "level:6", "level:9")
"""In games, board by board in turn."""


def settings() -> dict[str, Any]:
    """What is fixed, as it stands in every result."""
    return {
        "retries": RETRIES,
        "temperature": TEMPERATURE,
        "max_tokens": MAX_TOKENS,
        "history": False,
        "legal_moves_shown": False,
        "disguised": True,
        "answer": "the last line is MOVE: and a move",
        "opponents": list(OPPONENTS),
    }


def digest(thing: Any) -> str:
    """SHA-256 of JSON in its shortest form, with sorted keys."""
    text = json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()
