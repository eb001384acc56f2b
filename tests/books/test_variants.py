"""The variants: named beside the catalogue, written so that every program can read them, solved right."""

import pytest
from click.testing import CliRunner

import fivesquare as fs
from fivesquare.books import CATALOGUE, VARIANTS, find_book, kin, written
from fivesquare.cli.main import cli
from solver_oracle import brute_force


def test_they_stand_beside_the_catalogue() -> None:
    assert not set(VARIANTS) & set(CATALOGUE)
    assert all(kin(book) is None for book in VARIANTS.values())
    assert len(set(VARIANTS.values())) == len(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_record_has_their_rules_and_not_their_name(name: str) -> None:
    record = fs.start(name, seed=3).to_record()
    assert record["book"]["like"] in CATALOGUE
    assert record["book"]["title"] == VARIANTS[name].title
    assert name not in record["book"].values()
    assert find_book(record["book"]) == VARIANTS[name]
    assert written(find_book(record["book"])) == record["book"]


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("size", [(2, 3), (3, 3), (2, 5)])
def test_brute_force_agrees_with_the_solver(name: str, size: tuple[int, int]) -> None:
    for seed in range(8):
        position = fs.start(name, seed=seed, size=size)
        worth, each = brute_force(position)
        solution = fs.solve(position)
        assert solution.worth == worth
        assert solution.each == each


@pytest.mark.parametrize("name", VARIANTS)
def test_each_side_wins_some_of_the_boards(name: str) -> None:
    winners = [fs.solve(fs.start(name, seed=seed), value_only=True).winner for seed in range(40)]
    assert 10 <= winners.count(1) <= 30


def test_whoever_misspells_one_is_told_its_name() -> None:
    with pytest.raises(fs.RuleBookError, match=r"there are flip, .*, twenty-one, forty-two, raid$"):
        find_book("twentyone")
    with pytest.raises(
        fs.RuleBookError, match=r"^like: no book is called 'raid'; there are flip, .*fifteen$"
    ):
        find_book({"like": "raid"})  # what is written in records stands on the five alone


def test_twenty_one_is_that_of_the_design() -> None:
    like = {"like": "fifteen", "take": "lower-enemy", "goal": {"exactly": 21}, "title": "Twenty-one"}
    assert fs.start("twenty-one", seed=1).to_record()["book"] == like


def test_they_are_listed_and_played_by_name() -> None:
    listed = CliRunner().invoke(cli, ["variants"]).output
    for name, book in VARIANTS.items():
        assert name in listed
        assert book.title in listed
        played = CliRunner().invoke(cli, ["play", name, "--seed", "3"], input="quit\nno\n")
        assert book.title in played.output
        assert CliRunner().invoke(cli, ["rules", name.upper()]).exit_code == 0
        assert CliRunner().invoke(cli, ["solve", name, "--seed", "3", "--value-only"]).exit_code == 0
