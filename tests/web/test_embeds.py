"""Boards for other people's pages: their scripts say of a game what Python says, to the last key."""

import json
import random
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare import json_view
from fivesquare.errors import RecordError
from fivesquare.web.embeds.board_script import board_script, bundled
from fivesquare.web.embeds.live_board import LiveBoard, show
from fivesquare.web.study import move_values
from solver_oracle import random_book, random_position
from web.postgres import missing

LARGEST = 150_000  # bytes of a script or of a page
GAMES = 200
POSITIONS = 400
ELSEWHERE = {
    "decided",
    "refused",
    "label",
    "name",
    "title",
    "setup",
}  # what a board in a page has no use for
ANSWERING = """
import { compiled } from "./compiled.js";
import { Line } from "./line.js";
import { read } from "./recordreader.js";
import { Rules } from "./rules.js";
import { Values } from "./values.js";

const stop = new AbortController().signal;

async function answer(text, isValued) {
  try {
    const rules = new Rules(await compiled(), read(text));
    const line = new Line(rules, rules.record.moves);
    if (isValued) return await new Values(rules).exact(line.state, stop, 600_000);
    return Array.from({ length: line.length + 1 }, (_, place) => { line.go(place); return line.view; });
  } catch (error) {
    return { error: error.message };
  }
}

const [kind, ...lines] = require("node:fs").readFileSync(0, "utf8").split("\\n").filter(Boolean);
for (const line of lines) console.log(JSON.stringify(await answer(line, kind === "values")));
"""


@cache
def node() -> str:
    return shutil.which("node") or missing("there is no node, which runs the scripts of the boards")


@pytest.fixture(scope="session")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a board, which answer lines of records instead of drawing them."""
    path = tmp_path_factory.mktemp("embeds") / "answering.cjs"
    text = bundled("answering.js", {"answering.js": ANSWERING})
    head, _, tail = text.rpartition("(() => {")
    path.write_text(f"(async () => {{ {head}await (async () => {{{tail} }})();\n")
    return path


def asked(scripts: Path, kind: str, records: list[Any]) -> list[Any]:
    lines = "\n".join(
        [kind, *(record if isinstance(record, str) else json.dumps(record) for record in records)]
    )
    done = subprocess.run([node(), scripts], input=lines, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def game_of(chance: random.Random) -> fs.Position:
    """A random game of a random book, or of a named one, played to its end."""
    book: Any = chance.choice([*fs.CATALOGUE, *fs.VARIANTS, random_book(chance, most_cells=64)])
    position = fs.start(book, seed=chance.randrange(1000))
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return position


def seen(position: fs.Position) -> dict[str, Any]:
    view = {**json_view.setting(position), **json_view.seen(position)}
    view["goal"] = {**view["goal"], **({"enough": None} if view["goal"]["kind"] == "points" else {})}
    told: dict[str, Any] = json.loads(json.dumps({key: view[key] for key in view if key not in ELSEWHERE}))
    return told


def test_every_position_of_random_games_is_what_the_engine_says(scripts: Path) -> None:
    chance = random.Random(21)
    ends = [game_of(chance) for _ in range(GAMES)]
    for end, views in zip(ends, asked(scripts, "views", [end.to_record() for end in ends]), strict=True):
        assert len(views) == len(end.moves) + 1
        for ply, view in enumerate(views):
            expected = seen(end.back(len(end.moves) - ply))
            assert {key: view[key] for key in expected} == expected


def test_values_of_random_positions_are_what_the_solver_says(scripts: Path) -> None:
    chance = random.Random(22)
    positions: list[fs.Position] = []
    while len(positions) < POSITIONS:
        book = random_book(chance, most_cells=chance.choice([9, 20, 64]))
        position = random_position(chance, book, free=min(book.size.cells, 9))
        if not position.is_over:
            positions.append(position)
    answers = asked(scripts, "values", [position.to_record() for position in positions])
    for position, answer in zip(positions, answers, strict=True):
        solution = fs.solve(position)
        turn = position.state.turn
        assert answer == move_values.known(solution.each, solution.best, turn), position.to_record()


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_values_of_openings(scripts: Path, book: str) -> None:
    position = fs.start(book, seed=5)
    solution = fs.solve(position)
    (answer,) = asked(scripts, "values", [position.to_record()])
    assert answer == move_values.known(solution.each, solution.best, 1)


def test_a_position_set_up_by_hand(scripts: Path) -> None:
    setup = {"owners": [[0, 1, 2], [0, 0, 0], [1, 0, 0]], "turn": 2}
    position = fs.start("sweep", seed=1, setup=setup)
    (views,) = asked(scripts, "views", [position.to_record()])
    assert {key: views[0][key] for key in seen(position)} == seen(position)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        ("{", "is not JSON"),
        ("7", "not a JSON object"),
        ({}, "has no “book”"),
        ({"book": "gorw"}, "No book is called “gorw”; there are flip, "),
        ({"book": {"like": "sweep", "take": "all"}, "board": [[1, 2, 3]]}, "“take” must be one of nothing"),
        ({"book": {"like": "sweep", "goal": "all"}, "board": [[1, 2, 3]]}, "“goal” must be"),
        ({"book": {"like": "sweep", "goal": {"exactly": -3}}, "board": [[1, 2, 3]]}, "“goal” must be"),
        ({"book": {"like": "sweep", "balance": 4.5}, "board": [[1, 2, 3]]}, "“balance” must be"),
        ({"book": {"like": "sweep", "balance": {"komi": 0.3}}, "board": [[1, 2, 3]]}, "“balance” must be"),
        ({"book": {"like": "chain", "balance": {"komi": 1}}, "board": [[1, 1, 1]]}, "only for a goal of"),
        ({"book": {"like": "sweep", "values": [5, 1]}, "board": [[1, 2, 3]]}, "“values” must be"),
        ({"book": {"size": [1, 2]}, "board": [[1, 2]]}, "no answer to “values”"),
        ({"book": "sweep"}, "must be rows of numbers"),
        ({"book": "sweep", "board": [[1, 2], [3]]}, "all of one length"),
        ({"book": "sweep", "board": [[1]]}, "not 1 by 1"),
        ({"book": "sweep", "board": [[1, 2, 4]]}, "each of 1 to 3 once"),
        ({"book": "grow", "board": [[1, 10]]}, "values are from 1 to 9"),
        ({"book": "sweep", "board": [[1, 2, 3]], "moves": "1,1"}, "a list of texts"),
        ({"book": "sweep", "board": [[1, 2, 3]], "moves": ["1,1", "1,1"]}, "Move 2 of the record, “1,1”"),
        ({"book": "sweep", "board": [[1, 2]], "moves": ["1,2", "1,1"]}, "the game is over"),
        ({"book": "sweep", "board": [[1, 2]], "setup": {"turn": 1}}, "“owners” of all cells"),
        (
            {"book": "sweep", "board": [[1, 2]], "setup": {"owners": "no", "turn": 1}},
            "“owners” of all cells",
        ),
    ],
)  # fmt: skip
def test_a_record_that_is_none_is_refused_in_words(scripts: Path, record: Any, words: str) -> None:
    (answer,) = asked(scripts, "views", [record])
    assert words in answer["error"]


# --- The script, and pages with it ---


def test_a_script_and_a_page_are_small_and_load_nothing() -> None:
    page = show(fs.start("grow", seed=1), "values").html()
    assert len(board_script()) < len(page.encode()) < LARGEST
    assert board_script().isascii()
    assert "</script" not in board_script()
    assert not re.search(r"%[A-Z]+%|\bimport\b|\bfetch\(", board_script())
    assert not re.search(r"(src|href)=|url\(|https?://(?!www\.w3\.org)", page)


def test_a_board_is_made_of_a_position_or_a_record() -> None:
    position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]]).play("2,2")
    assert show(position.to_record()).element == show(position).element
    element = show(position, "replay", ply=1, computer=2, theme="dark").element
    assert '"moves": ["2,2"]'.replace('"', "&quot;") in element
    assert 'mode="replay" ply="1" computer="2" theme="dark"' in element
    assert position.to_svg() in element
    assert repr(show(position)).startswith("<LiveBoard of <Position sweep")


def test_names_in_a_record_stay_text() -> None:
    board = show({**fs.start("sweep", seed=1).to_record(), "names": ['<script>"&', "'"]})
    assert "<script>&quot;" not in board.element
    assert "&lt;script&gt;" in board.element


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"mode": "watch"}, "play, values, replay, not 'watch'"),
        ({"theme": "blue"}, "light, dark, not 'blue'"),
        ({"computer": 3}, "1 or 2, not 3"),
        ({"ply": 2}, "ply 2"),
        ({"ply": -1}, "ply -1"),
    ],
)
def test_a_wrong_wish_is_refused(wish: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        LiveBoard(fs.start("sweep", seed=1).play("1,1"), **wish)
    with pytest.raises(RecordError):
        show({"book": "sweep"})


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    framed = show(fs.start("sweep", seed=1))._repr_html_()
    assert framed.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert framed.count("<") == 2  # the frame alone: nothing of its page is left unescaped
    assert "ResizeObserver" in framed
