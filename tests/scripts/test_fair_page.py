"""docs/fair.md says what was found, and what was found comes out again."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import fill_fair
from click.testing import CliRunner
from fair_map import picture
from fair_survey import SIZES, VALUES, survey

from fivesquare.arena.measurement import Work
from fivesquare.books import VARIANTS
from fivesquare.cli.main import cli

ROOT = Path(__file__).parents[2]


def serially(work: Work, units: Sequence[dict[str, Any]]) -> Iterator[Any]:
    return map(work, units)


def test_the_page_and_its_picture_are_those_of_what_is_kept() -> None:
    page = fill_fair.PAGE.read_text(encoding="utf-8")
    assert fill_fair.filled(page) == page, "run: python scripts/fill_fair.py --page"
    drawn = fill_fair.PICTURE.read_text(encoding="utf-8")
    assert drawn == picture(fill_fair.rows()), "run: python scripts/fill_fair.py --page"


def test_the_map_has_every_game_once() -> None:
    names = [row.spot.name for row in fill_fair.rows()]
    assert len(names) == len(set(names)) == 162 * len(SIZES) * len(VALUES)


def test_a_sample_of_the_map_comes_out_again() -> None:
    cheap = [row for row in fill_fair.rows() if row.spot.size.cells == 9 and row.winners.boards == 100]
    sample = random.Random("sample of the map").sample(cheap, 12)
    assert survey([row.spot for row in sample], 1000, serially) == sample


def test_what_was_measured_of_sweep_comes_out_again() -> None:
    words = ["measure", "--book", "sweep", "--games", str(fill_fair.GAMES), "--workers", "1"]
    told = CliRunner().invoke(cli, words).stdout
    assert json.loads(told) == fill_fair.measures()["sweep"]


def test_every_variant_is_as_fair_as_it_is_said_to_be() -> None:
    measured = fill_fair.measures()
    for name in VARIANTS:
        row = measured[name]
        assert 0.45 <= row["share"]["value"] <= 0.55
        assert all(0.4 <= share["value"] <= 0.6 for share in row["equals"].values())
        assert row["ladder"]["9-1"]["low"] > 0.5
