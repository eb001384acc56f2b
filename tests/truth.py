"""Who wins, by trying everything with the plain rules: nothing of the package is used for it."""

from functools import cache

import fivesquare as fs
import plain
from games import plain_game

Frozen = tuple[tuple[tuple[int, ...], ...], int | None, plain.Cell | None, int, bool]


def winners(position: fs.Position) -> dict[str, int]:
    """For each move who wins after it, if both play perfectly; 0 is a draw."""
    game = plain_game(position)
    for move in position.moves:
        game.play(move)
    book, board = game.book, game.board

    @cache
    def winner(frozen: Frozen) -> int:
        here = _thawed(frozen, book, board)
        if here.turn is None:
            result = here.winner()
            assert result is not None
            return result
        results = {winner(_frozen(after)) for after in _after(here)}
        for wish in (here.turn, 0):
            if wish in results:
                return wish
        return 3 - here.turn

    return {move: winner(_frozen(_played(game, move))) for move in game.legal()}


def _played(game: plain.Game, move: str) -> plain.Game:
    after = game.copy()
    after.play(move)
    return after


def _after(game: plain.Game) -> list[plain.Game]:
    return [_played(game, move) for move in game.legal()]


def _frozen(game: plain.Game) -> Frozen:
    return (
        tuple(map(tuple, game.owners)),
        game.turn,
        game.chained,
        game.claimed_last,
        game.second_has_acted,
    )


def _thawed(frozen: Frozen, book: plain.Answers, board: list[list[int]]) -> plain.Game:
    game = plain.Game(book, board)
    owners, game.turn, game.chained, game.claimed_last, game.second_has_acted = frozen
    game.owners = [list(row) for row in owners]
    return game
