"""The kinds of mistakes, checked against the plain rules, which share no code with the engine."""

import random

import pytest

import fivesquare as fs
from fivesquare import mistakes
from fivesquare.books import NAMED
from fivesquare.errors import PuzzleError
from fivesquare.mistakes import KINDS, kind_of, practice, usual
from plain import Cell, Game


def reviewed(book: str, seed: int) -> fs.Review:
    """A game of random moves, gone over."""
    chance = random.Random(seed)
    position = fs.Position.start(NAMED[book], seed=seed, size=[3, 3])
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return fs.review(position)


def cell_of(move: str) -> Cell:
    row, column = (int(number) - 1 for number in move.split(","))
    return row, column


def plain_game(position: fs.Position) -> Game:
    """The same position by the plain rules."""
    record = position.to_record()
    game = Game(position.book.answers, [list(row) for row in record["board"]])
    for move in position.moves:
        game.play(move)
    return game


def cells_gained(game: Game, move: str) -> list[Cell]:
    cell = cell_of(move)
    assert game.turn is not None
    return [cell, *game.taken_along(game.turn, cell)]


def after_reply(game: Game, moves: list[str], player: int) -> list[Game]:
    """The game after each of the moves, until it is the player's turn again."""
    seen: list[Game] = []
    for move in moves:
        if seen and game.turn in (player, None):
            break
        game.play(move)
        seen.append(game.copy())
    return seen


def plain_kind(
    position: fs.Position, move: str, right: tuple[str, ...], line: tuple[str, ...]
) -> str | None:
    """The kind of a mistake, looked up cell by cell."""
    before = plain_game(position)
    player = before.turn
    assert player is not None
    if move in ("stop", "swap"):
        return None
    gained = cells_gained(before, move)
    seen = after_reply(before.copy(), [move, *line], player)
    if any(seen[-1].owner(cell) == 3 - player for cell in gained):
        return "taken"
    for game in seen:
        free = [cell for cell in game.all_cells() if game.owner(cell) == 0]
        if free and not game.claims_of(player):
            return "past" if any(game.is_in_reach(player, cell) for cell in free) else "shut"
    chained = []
    for each in right:
        game = before.copy()
        game.play(each)
        chained.append(game.chained is not None)
    if right and seen[0].chained is None and all(chained):
        return "shut"
    if not right or any(each in ("stop", "swap") for each in right):
        return None

    def brought(each: str) -> int:
        return sum(before.value(cell) for cell in cells_gained(before, each)[1:])

    if all(brought(each) > brought(move) for each in right):
        return "missed"
    numbers = [before.value(cell_of(each)) for each in before.legal() if each not in ("stop", "swap")]
    own = before.value(cell_of(move))
    is_biggest = own == max(numbers) and all(before.value(cell_of(each)) < own for each in right)
    return "biggest" if is_biggest else None


@pytest.mark.parametrize("book", NAMED)
def test_the_kinds_are_those_of_the_plain_rules(book: str) -> None:
    checked = 0
    for seed in range(12):
        review = reviewed(book, seed)
        for player in (1, 2):
            made = mistakes.mistakes(review, player)
            bad = [move for move in review.moves if move.player == player and move.result_lost]
            assert [each.move for each in made] == [move.move for move in bad]
            for each, move in zip(made, bad, strict=True):
                assert each.kind == plain_kind(each.position, each.move, each.right, move.line)
                kept = [fs.solve(each.position.play(one)).winner for one in each.right]
                assert len(set(kept)) == 1
                assert each.is_puzzle == (len(each.right) == 1 and kept == [player])
                checked += 1
    assert checked > 5, "too few mistakes were made to say anything"


# --- All of them ---


def test_every_kind_occurs() -> None:
    found = {
        each.kind
        for book in NAMED
        for seed in range(40)
        for review in [reviewed(book, seed)]
        for player in (1, 2)
        for each in mistakes.mistakes(review, player)
    }
    assert found >= set(KINDS)


def test_a_swap_or_a_stop_is_of_no_kind() -> None:
    chain = fs.Position.start("chain").play("3,3").play("1,1").play("3,2")
    assert chain.in_chain
    assert kind_of(chain, "stop", ("2,2",), ()) is None


def test_what_is_usual_has_happened_three_times() -> None:
    assert usual(["taken", "taken", None, None, None, None]) is None
    assert usual(["taken", "biggest", "taken", "biggest", "biggest"]) == "biggest"
    assert usual(["biggest", "taken", "taken", "biggest", "biggest", "taken"]) == "taken"
    assert usual([]) is None


# --- Practice ---


@pytest.mark.parametrize(("book", "kind"), [("flip", "taken"), ("raid", "biggest"), ("fifteen", "past")])
def test_a_puzzle_of_a_kind_tempts_to_that_mistake(book: str, kind: mistakes.Kind) -> None:
    found = practice(NAMED[book], kind, seed=1)
    position = found.position
    wins = [move for move in position.legal if fs.solve(position.play(move)).winner == position.turn]
    assert wins == [found.move]
    solver = fs.Solver(position.book, position.board)
    kinds = {
        plain_kind(position, move, (found.move,), solver.line(position, after=move))
        for move in position.legal
        if move != found.move
    }
    assert kind in kinds
    assert practice(NAMED[book], kind, seed=1) == found
    assert practice(NAMED[book], kind, seed=2) != found


def test_a_kind_that_a_book_does_not_have_is_refused() -> None:
    with pytest.raises(PuzzleError, match="no puzzle with such a mistake was found in Capture Squares"):
        practice(NAMED["sweep"], "past", seed=1)
