"""A disguise changes what is seen, and nothing else."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.board import symmetries
from fivesquare.errors import RecordError
from fivesquare.match import Step
from fivesquare.research.wording import PLAIN, Disguise, Wording
from games import books, combinations, named, random_game, seeds

BOOKS: list[Any] = [
    *fs.CATALOGUE,
    {"like": "chain", "size": [3, 4], "balance": "swap"},
    {"like": "grow", "size": [2, 5], "balance": {"komi": 3.5}, "take": "lower-enemy"},
    {"like": "fifteen", "size": [3, 3], "goal": {"exactly": 9}, "again": "chain", "take": "lower-free"},
]
disguises = seeds.map(Disguise.drawn)


def texts(disguise: Disguise, position: fs.Position) -> str:
    """All that is ever shown of a position."""
    told = [disguise.rules(position.book, position.size)]
    told += [disguise.board(position, seat) for seat in (1, 2)]
    told += [disguise.legal(position), disguise.how_to_answer(position)]
    for move in (*position.all_moves, "stop", "swap"):
        told += [disguise.tell(position, move), disguise.refusal(position, move) or ""]
        if move in position.legal:
            told += [disguise.told(Step(position, move, position.play(move)), seat) for seat in (1, 2)]
    for nonsense in ("9,9", "", "?"):
        with pytest.raises(fs.NotationError) as error:
            disguise.read(position, nonsense)
        told.append(str(error.value).replace(repr(nonsense), "").replace("9,9", ""))
    return "\n".join(told)


@given(books, seeds, disguises)
def test_the_game_tree_is_kept(book: dict[str, Any], seed: int, disguise: Disguise) -> None:
    positions = [*random_game(book, seed)]
    moves = positions[-1].moves
    other = disguise.disguised(positions[0])
    for position, made in zip(positions, (*moves, None), strict=True):
        mapped = {move: disguise.disguised_move(position, move) for move in position.all_moves}
        assert sorted(mapped.values()) == sorted(other.all_moves)  # one to one
        assert {mapped[move] for move in position.legal} == {*other.legal}
        assert all(disguise.original_move(position, mapped[move]) == move for move in mapped)
        assert (other.turn, other.scores, other.counts) == (position.turn, position.scores, position.counts)
        assert other.outcome == position.outcome
        assert other == disguise.disguised(position)
        assert other.moves == disguise.disguised(position).moves
        if made is not None:
            other = other.play(mapped[made])


@pytest.mark.parametrize("book", BOOKS, ids=str)
@pytest.mark.parametrize("symmetry", range(8))
def test_the_regret_of_every_move_is_unchanged(book: Any, symmetry: int) -> None:
    """Solved twice, on two boards."""
    disguise = Disguise(symmetry)
    *_, end = random_game(book if isinstance(book, dict) else {"like": book}, symmetry)
    position = end.back(min(10, len(end.moves)))
    ours, theirs = fs.solve(position), fs.solve(disguise.disguised(position))
    for move in position.legal:
        assert theirs.regret(disguise.disguised_move(position, move)) == ours.regret(move)


@pytest.mark.parametrize("answers", [*combinations()][::7], ids=named)
def test_the_worth_of_every_opening_is_unchanged_in_any_book(answers: dict[str, Any]) -> None:
    opening = fs.start({**answers, "size": [2, 4]}, seed=3)
    worths = {fs.solve(Disguise(symmetry).disguised(opening)).worth for symmetry in (0, 3, 6)}
    assert len(worths) == 1


@given(books, seeds, disguises)
def test_read_is_the_inverse_of_tell(book: dict[str, Any], seed: int, disguise: Disguise) -> None:
    for position in random_game(book, seed, longest=2):
        told = {move: disguise.tell(position, move) for move in (*position.all_moves, "stop", "swap")}
        assert len({text.casefold() for text in told.values()}) == len(told)
        assert all(disguise.read(position, text) == move for move, text in told.items())


def check_that_nothing_leaks(disguise: Disguise, position: fs.Position) -> None:
    shown = texts(disguise, position)
    words = disguise.wording.words
    for word in (*words.renamed, f"first {words.player}", f"second {words.player}"):
        assert not re.search(rf"\b{word}\b", shown, re.IGNORECASE), word
    assert words.first in shown
    assert words.second in shown
    if position.book.name != "chain":  # which is a word of its rules as well
        assert not re.search(rf"\b{position.book.name}\b", shown, re.IGNORECASE)
    assert position.book.title not in shown
    if disguise.wording.places.kind != "row,col":
        assert not re.search(r"\b\d,\d", shown)


@given(books, seeds, st.integers(0, 8), disguises)
def test_nothing_leaks(book: dict[str, Any], seed: int, length: int, disguise: Disguise) -> None:
    *_, position = random_game({**book, "title": "Leaky"}, seed, longest=length)
    check_that_nothing_leaks(disguise, position)


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_no_book_is_given_away(name: str) -> None:
    for seed in range(10):
        position = fs.start(name, seed=seed)
        for _ in range(seed):
            position = position if position.is_over else position.play(position.legal[-1])
        check_that_nothing_leaks(Disguise.drawn(seed), position)


@pytest.mark.parametrize("answers", [*combinations()][::5], ids=named)
def test_new_words_mean_one_thing(answers: dict[str, Any]) -> None:
    """A word that stands for another is used for nothing else in any text."""
    for seed in range(12):
        *_, position = random_game(answers, seed, longest=seed)
        disguise = Disguise.drawn(seed)
        shown = texts(Disguise(disguise.symmetry, PLAIN), position)
        told = disguise.wording.words.to_json()
        for plain in disguise.wording.words.renamed:
            new = told[plain.removesuffix(" player") if " " in plain else plain]
            assert not re.search(rf"\b{new}\b", shown, re.IGNORECASE), new


def test_the_same_seed_gives_the_same_disguise() -> None:
    assert [Disguise.drawn(seed) for seed in range(50)] == [Disguise.drawn(seed) for seed in range(50)]
    drawn = {Disguise.drawn(seed) for seed in range(50)}
    assert len(drawn) == 50
    assert {disguise.symmetry for disguise in drawn} == {*range(8)}


def test_a_turned_board_is_told_with_its_own_rows() -> None:
    opening = fs.start({"like": "grow", "size": [2, 3]}, board="1 2 3/4 5 6")
    (turned,) = (
        number
        for number, symmetry in enumerate(symmetries(opening.size))
        if symmetry.goes_to == (1, 3, 5, 0, 2, 4)
    )
    disguise = Disguise(turned, PLAIN)
    assert "     1  2\n 1   4  1\n 2   5 A2\n 3   6  3" in disguise.board(opening.play("1,2"), 1)
    assert "3 rows of 2 cells" in disguise.rules(opening.book, opening.size)
    assert disguise.tell(opening, "2,1") == "1,1"
    assert disguise.read(opening, "3,1") == "2,3"


def test_nonsense_is_refused() -> None:
    for symmetry in (8, -1, "1", None, 1.0, True):
        with pytest.raises(ValueError, match="symmetries go from 0 to 7"):
            Disguise(symmetry)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a disguise has a Wording"):
        Disguise(0, "plain")  # type: ignore[arg-type]
    wrong: list[Any] = [{}, [], {"symmetry": 0}, {"symmetry": 0, "wording": {}}]
    for told in wrong:
        with pytest.raises(RecordError):
            Disguise.from_json(told)


def test_a_wording_drawn_differs_from_the_plain_one() -> None:
    assert Wording.drawn(Random(1)) != PLAIN
