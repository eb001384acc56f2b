"""The frozen sets for others: the Parquet files with a data card and Croissant metadata beside them."""

import json
import shutil
from collections import Counter
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any, get_origin, get_type_hints

from fivesquare.errors import FileError
from fivesquare.files import make_folder, named, write_whole
from fivesquare.research.benchmark.protocol import CANARY, NAME, SEED, VERSION
from fivesquare.research.benchmark.question_sets import BenchBoard, Question
from fivesquare.research.benchmark.set_files import (
    FOLDER,
    GAMES,
    POSITIONS,
    frozen_boards,
    frozen_questions,
    set_hash,
)

CARD, CROISSANT = "README.md", "croissant.json"
PUBLISHED = "2026-11-19"
LICENCE = "https://spdx.org/licenses/MIT.html"

_CROISSANT_WORDS = (
    *(
        "citeAs",
        "column",
        "equivalentProperty",
        "extract",
        "field",
        "fileObject",
        "fileProperty",
        "fileSet",
    ),
    *("format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet"),
    *("references", "regex", "repeated", "replace", "samplingRate", "separator", "source", "subField"),
    "transform",
)
_FILES: dict[str, type[Question | BenchBoard]] = {POSITIONS: Question, GAMES: BenchBoard}
_TYPES = {str: "sc:Text", int: "sc:Integer", float: "sc:Float", bool: "sc:Boolean"}
_MEANINGS = {
    "id": "the name of the row",
    "group": "a book, or a level of the family",
    "phase": "opening, middle or end",
    "difficulty": "trap: no move that gains most right now is a best one; else plain",
    "lite": "whether it is in the lite set",
    "record": "the game up to here, as JSON (see the documentation of records)",
    "disguise": "the seed of the words and of the way the board is laid down",
    "prompt": "the question; in games, the first one of the first seat",
    "moves": "the legal moves, as records write them",
    "answers": "the same as the prompt wants them",
    "lost": "what each move costs against the best one",
    "stake": "all that the game is about, in the same unit",
    "opponent": "who plays the other seat",
    "seed": "of the opponent's random choices",
    "questions": "prompts of both games, if a player of level 5 answers them",
    "characters": "in all of these prompts",
    "canary": "the same in every row, to find copies of the benchmark",
}


def export(folder: Path) -> list[Path]:
    """Write the sets, their card and their metadata into a new or empty folder; their paths."""
    make_folder(folder)
    if any(folder.iterdir()):
        raise FileError(f"{named(folder)} is not empty: choose a new folder")
    for name in _FILES:
        shutil.copyfile(FOLDER / name, folder / name)
    write_whole(folder / CARD, card())
    write_whole(folder / CROISSANT, json.dumps(croissant(folder), indent=2, ensure_ascii=False) + "\n")
    return [folder / name for name in (*_FILES, CARD, CROISSANT)]


def card() -> str:
    """The data card, as a page in Markdown with the metadata that dataset hubs read."""
    questions, boards = frozen_questions(), frozen_boards()
    groups = Counter(row.group for row in questions)
    kinds = Counter((row.phase, row.difficulty) for row in questions)
    listed = ", ".join(f"{name} {number}" for name, number in groups.items())
    return f"""---
license: mit
language: [en]
pretty_name: {NAME} {VERSION}
size_categories: [1K<n<10K]
task_categories: [question-answering]
tags: [games, reasoning, benchmark, exact]
configs:
  - config_name: positions
    data_files: {POSITIONS}
  - config_name: games
    data_files: {GAMES}
---

# {NAME} {VERSION}

{len(questions):,} single decisions and {len(boards)} boards of two-player games of claiming squares, for
measuring how well a language model reasons about games it cannot have memorised. What every move costs is
proved by exact search.

`{CANARY}`

| file | rows | SHA-256 of the rows |
|---|--:|---|
| `{POSITIONS}` | {len(questions)} | `{set_hash(questions)}` |
| `{GAMES}` | {len(boards)} | `{set_hash(boards)}` |

## How they were made

From seed {SEED}, by `fivesquare.research.benchmark`. All boards are held out: training data of the package
never has them, under any rules, turned or mirrored. A position is one of a casual game on a board that
no other question of its kind has, in which the best and the worst move differ. They are balanced by kind
of game ({listed}), by phase, and by whether greed is right:

| | plain | trap |
|---|--:|--:|
{_balance(kinds)}

Every question is disguised in its own way: the board is turned or mirrored, and cells, players and rules
have other names. Regret does not change under a disguise.

## Columns

{_columns(POSITIONS, Question)}

{_columns(GAMES, BenchBoard)}

## Use

Measure with `fivesquare benchmark MODEL`, which keeps to the protocol and writes a result that others can
check. Do not train on these rows, and do not publish copies without the canary.
"""


def _balance(kinds: Counter[tuple[str, str]]) -> str:
    phases = dict.fromkeys(phase for phase, _ in sorted(kinds, reverse=True))
    return "\n".join(f"| {phase} | {kinds[phase, 'plain']} | {kinds[phase, 'trap']} |" for phase in phases)


def _columns(name: str, kind: type[Question | BenchBoard]) -> str:
    rows = "\n".join(f"| `{field.name}` | {_MEANINGS[field.name]} |" for field in fields(kind))
    return f"| `{name}` | |\n|---|---|\n{rows}"


def croissant(folder: Path) -> dict[str, Any]:
    """Metadata in the Croissant format, of the files in a folder."""
    return {
        "@context": _context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"{NAME} {VERSION}",
        "description": "Decisions and games of claiming squares, solved exactly, for language models.",
        "license": LICENCE,
        "version": f"{VERSION}.0",
        "datePublished": PUBLISHED,
        "keywords": ["games", "reasoning", "benchmark", "exact regret"],
        "citeAs": f"{NAME} {VERSION}, in Fivesquare. {CANARY}",
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": name,
                "name": name,
                "contentUrl": name,
                "encodingFormat": "application/x-parquet",
                "sha256": sha256((folder / name).read_bytes()).hexdigest(),
            }
            for name in _FILES
        ],
        "recordSet": [_record_set(name, kind) for name, kind in _FILES.items()],
    }


def _context() -> dict[str, Any]:
    """The context that Croissant prescribes."""
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        "sc": "https://schema.org/",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "dct": "http://purl.org/dc/terms/",
        "conformsTo": "dct:conformsTo",
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "data": {"@id": "cr:data", "@type": "@json"},
        "examples": {"@id": "cr:examples", "@type": "@json"},
        **{word: f"cr:{word}" for word in _CROISSANT_WORDS},
    }


def _record_set(name: str, kind: type[Question | BenchBoard]) -> dict[str, Any]:
    title, types = name.partition(".")[0], get_type_hints(kind)

    def column(field: str) -> dict[str, Any]:
        is_list = get_origin(types[field]) is tuple
        one = types[field].__args__[0] if is_list else types[field]
        return {
            "@type": "cr:Field",
            "@id": f"{title}/{field}",
            "name": field,
            "description": _MEANINGS[field],
            "dataType": _TYPES[one],
            **({"repeated": True} if is_list else {}),
            "source": {"fileObject": {"@id": name}, "extract": {"column": field}},
        }

    return {
        "@type": "cr:RecordSet",
        "@id": title,
        "name": title,
        "field": [column(field.name) for field in fields(kind)],
    }
