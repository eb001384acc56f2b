"""What can be done with the games of one connection: all that the tools do, without the protocol."""

import os
import random
from functools import partial
from typing import Any

from fivesquare.background import Work
from fivesquare.board import Size, parse_size, size_of, whole
from fivesquare.books import find_book, written
from fivesquare.errors import BoardError, quote
from fivesquare.match import Step
from fivesquare.players import needs_solver
from fivesquare.position import Position
from fivesquare.research.tools import advising, telling
from fivesquare.research.tools.arguments import NOBODY
from fivesquare.research.tools.games import Game, Games
from fivesquare.research.tools.telling import Told
from fivesquare.research.tools.thinking import Lane
from fivesquare.terminal.questions import Question
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.waiting import warm_up_aloud

_SEED_BITS = 32
_HIGHEST_SEED = 2**53 - 1  # what every reader of JSON holds exactly
_QUICK_THREADS = 2


class Table:
    """The games of one connection, and who thinks about them."""

    def __init__(self, games: Games) -> None:
        self.games = games
        warming = Work(lambda: warm_up_aloud(Screen(plain=True)), "warming up")
        self._quick = Lane("quick moves", _QUICK_THREADS)
        self._solver = Lane("solver", max(1, min(4, os.cpu_count() or 1)), warming.result)

    # --- Playing ---

    async def start(
        self, book: Any, opponent: Any, seat: Any, seed: Any, board: Any, size: Any, moves: Any
    ) -> Told:
        """Begin a game; if the opponent is to move it does."""
        number = _checked_seed(seed)
        position = Position.start(book, seed=number, board=board, size=_checked_size(size))
        if moves is not None:
            record = {"book": written(position.book), "board": position.board.rows, "moves": moves}
            position = Position.from_record(record)
        is_alone = opponent in (None, NOBODY)
        game = Game(position, number, *((None, None) if is_alone else (seat, opponent)))
        done = await self._answers(game, position)
        self.games.add(game)
        return telling.seen(game, done, first=True)

    def look(self, game: Game) -> Told:
        """The game as it stands."""
        return telling.seen(game)

    async def play(self, game: Game, move: Any) -> Told:
        """Make a move, and let the opponent answer; both or neither, should somebody cancel it."""
        if game.question is not None and not game.is_solved:
            return await self._try(game, game.question, move)
        step = Step(game.position, move, game.position.play(move))
        return telling.seen(game, [(step, ""), *await self._answers(game, step.after)])

    async def _answers(self, game: Game, position: Position) -> list[tuple[Step, str]]:
        """What the opponent plays until it is not its turn, with its remarks; then that is the game."""
        done = []
        while game.is_for_opponent(position):
            assert game.opponent is not None
            lane = self._solver if needs_solver(game.opponent) else self._quick
            luck = game.luck(position.state.turn)
            move, remark = await lane.do(partial(advising.reply, position, game.opponent, luck))
            done.append((Step(position, move, position.play(move)), remark))
            position = done[-1][0].after
        game.position = position
        return done

    def legal_moves(self, game: Game) -> Told:
        return telling.legal(game)

    # --- Asking the solver ---

    async def hint(self, game: Game) -> Told:
        return await self._solver.do(partial(advising.hint, game.id, game.position))

    async def line(self, game: Game) -> Told:
        return await self._solver.do(partial(advising.line, game.id, game.position))

    async def review(self, game: Game) -> Told:
        return await self._solver.do(partial(advising.reviewed, game.id, game.position))

    # --- Puzzles ---

    async def puzzle(self, book: Any, difficulty: Any, seed: Any, size: Any) -> Told:
        """Begin a game in which there is one move to find."""
        rules, number = find_book(book), _checked_seed(seed)
        work = partial(advising.posed, rules, number, difficulty, _checked_size(size))
        asked = await self._solver.do(work)
        game = self.games.add(Game(asked.position, number, question=asked))
        return telling.seen(game, first=True)

    async def _try(self, game: Game, asked: Question, move: Any) -> Told:
        """A move that solves the puzzle is played; another is not."""
        is_right, why = await self._solver.do(partial(advising.judged, asked, move))
        game.tries += 1
        if not is_right:
            return telling.seen(game, said=why)
        step = Step(game.position, move, game.position.play(move))
        game.position, game.is_solved = step.after, True
        return telling.seen(game, [(step, "")], said=why)

    # --- Rules ---

    def rules(self, book: Any, size: Any) -> Told:
        """The rules of a book; without one, of all that have a name."""
        return telling.rules(None if book is None else find_book(book), _checked_size(size))


def _checked_seed(seed: object) -> int:
    """A seed that was given, or any."""
    if seed is None:
        return random.SystemRandom().getrandbits(_SEED_BITS)
    number = whole(seed)
    if number is None or abs(number) > _HIGHEST_SEED:
        raise BoardError(f"a seed is a whole number of at most 53 bits, not {quote(seed)}")
    return number


def _checked_size(size: object) -> Size | None:
    """Rows and columns, as a list or as text like "4x5"."""
    if size is None:
        return None
    return parse_size(size) if isinstance(size, str) else size_of(size)
