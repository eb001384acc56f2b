"""What can be done with the games of one connection: all that the tools do, without the protocol."""

import os
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from fivesquare.background import Work
from fivesquare.board import Size, parse_size, size_of
from fivesquare.books import find_book, written
from fivesquare.errors import BoardError
from fivesquare.lanes import Lane
from fivesquare.match import Step
from fivesquare.players import needs_solver
from fivesquare.position import Position
from fivesquare.research import family
from fivesquare.research.tools import solver_tools, tool_results
from fivesquare.research.tools.arguments import NOBODY
from fivesquare.research.tools.mcp_games import McpGame, McpGames
from fivesquare.research.tools.tool_results import Told
from fivesquare.streams import check_seed
from fivesquare.words.questions import Question

_SEED_BITS = 32
_SEED_LIMIT = 2**53  # what every reader of JSON holds exactly
_QUICK_THREADS = 2
_MOST_WAITING = 100


class McpTable:
    """The games of one connection, and who thinks about them."""

    def __init__(self, games: McpGames, ready: Callable[[], None]) -> None:
        """`ready` returns when the solver can be called."""
        self.games = games
        warming = Work(ready, "warming up")
        threads = max(1, min(4, os.cpu_count() or 1))
        self._quick = Lane("quick moves", _QUICK_THREADS, _MOST_WAITING)
        self._solver = Lane("solver", threads, _MOST_WAITING, before=lambda _glance: warming.result())

    # --- Playing ---

    async def start(
        self, book: Any, opponent: Any, seat: Any, seed: Any, board: Any, size: Any, moves: Any
    ) -> Told:
        """Begin a game; if the opponent is to move it does."""
        number = _checked_seed(seed)
        named = _of_family(book)
        if named is None:
            position = Position.start(book, seed=number, board=board, size=_checked_size(size))
        elif board is not None or size is not None:
            raise BoardError(f"{named.name} has a board of its own: leave out board and size")
        else:
            position = named.position
        if moves is not None:
            record = {"book": written(position.book), "board": position.board.rows, "moves": moves}
            position = Position.from_record(record)
        is_alone = opponent in (None, NOBODY)
        game = McpGame(position, number, *((None, None) if is_alone else (seat, opponent)))
        done = await self._answers(game, position)
        self.games.add(game)
        return tool_results.seen(game, done, first=True)

    def look(self, game: McpGame) -> Told:
        """The game as it is now."""
        return tool_results.seen(game)

    async def play(self, game: McpGame, move: Any) -> Told:
        """Make a move, and let the opponent answer; both or neither, if it is cancelled."""
        if game.question is not None and not game.is_solved:
            return await self._try(game, game.question, move)
        step = Step(game.position, move, game.position.play(move))
        return tool_results.seen(game, [(step, ""), *await self._answers(game, step.after)])

    async def _answers(self, game: McpGame, position: Position) -> list[tuple[Step, str]]:
        """What the opponent plays until it is not its turn, with its remarks; then that is the game."""
        done = []
        while game.is_for_opponent(position):
            assert game.opponent is not None
            lane = self._solver if needs_solver(game.opponent) else self._quick
            luck = game.luck(position.state.turn)
            move, remark = await lane.do(partial(solver_tools.reply, position, game.opponent, luck))
            done.append((Step(position, move, position.play(move)), remark))
            position = done[-1][0].after
        game.position = position
        return done

    def legal_moves(self, game: McpGame) -> Told:
        return tool_results.legal(game)

    # --- Asking the solver ---

    async def hint(self, game: McpGame) -> Told:
        return await self._solver.do(partial(solver_tools.hint, game.id, game.position))

    async def line(self, game: McpGame) -> Told:
        return await self._solver.do(partial(solver_tools.line, game.id, game.position))

    async def review(self, game: McpGame) -> Told:
        return await self._solver.do(partial(solver_tools.reviewed, game.id, game.position))

    # --- Puzzles ---

    async def puzzle(self, book: Any, difficulty: Any, seed: Any, size: Any) -> Told:
        """Begin a game in which there is one move to find."""
        rules, number = find_book(book), _checked_seed(seed)
        work = partial(solver_tools.posed, rules, number, difficulty, _checked_size(size))
        asked = await self._solver.do(work)
        game = self.games.add(McpGame(asked.position, number, question=asked))
        return tool_results.seen(game, first=True)

    async def _try(self, game: McpGame, asked: Question, move: Any) -> Told:
        """A move that solves the puzzle is played; another is not."""
        is_right, why = await self._solver.do(partial(solver_tools.judged, asked, move))
        game.tries += 1
        if not is_right:
            return tool_results.seen(game, said=why)
        step = Step(game.position, move, game.position.play(move))
        game.position, game.is_solved = step.after, True
        return tool_results.seen(game, [(step, "")], said=why)

    # --- Rules ---

    def rules(self, book: Any, size: Any) -> Told:
        """The rules of a book; without one, of all that have a name."""
        named = _of_family(book)
        if named is not None:
            return tool_results.rules(named.book, _checked_size(size))
        return tool_results.rules(None if book is None else find_book(book), _checked_size(size))


def _of_family(book: object) -> family.FamilyGame | None:
    """The game of the family that has this name; None if it is not the name of one."""
    return family.game(book) if isinstance(book, str) and book.startswith(f"{family.VERSION}/") else None


def _checked_seed(seed: object) -> int:
    """A seed that was given, or any."""
    if seed is None:
        return random.SystemRandom().getrandbits(_SEED_BITS)
    return check_seed(seed, limit=_SEED_LIMIT, limit_words=" of at most 53 bits")


def _checked_size(size: object) -> Size | None:
    """Rows and columns, as a list or as text like "4x5"."""
    if size is None:
        return None
    return parse_size(size) if isinstance(size, str) else size_of(size)
