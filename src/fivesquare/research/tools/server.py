"""The server: what a model can call, described so that it can play without knowing the games.

Errors reach the model as a sentence, in a result that is marked as an error.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from inspect import getdoc
from typing import Annotated, Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resources import TextResource
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations

from fivesquare import __version__
from fivesquare.background import finish
from fivesquare.books import CATALOGUE
from fivesquare.errors import FivesquareError, quote
from fivesquare.research.tools.arguments import (
    AnyBook,
    Board,
    Book,
    BookOrGame,
    Difficulty,
    Move,
    Moves,
    Name,
    Opponent,
    Seat,
    Seed,
    Size,
)
from fivesquare.research.tools.mcp_games import KEEP_GAMES, KEEP_MINUTES, McpGame, McpGames
from fivesquare.research.tools.mcp_table import McpTable
from fivesquare.research.tools.solver_tools import Hint, Line, Reviewed
from fivesquare.research.tools.tool_results import Legal, Rules, Seen, Told, rules_of
from fivesquare.solver import warm_up

INSTRUCTIONS = """\
Fivesquare: two-player games of claiming cells on a grid, played by exact rules.
`start` begins a game, tells its rules and gives it a name like "game-1", by which all other tools know it.
`play` makes your move; the computer's answer comes back with it. A move is "row,col", counted from 1 at the
top left. What the rules do not allow is refused with the reason, and nothing is changed: try another move.
`legal_moves` says what each move would do. `hint`, `line` and `review` ask a solver that plays perfectly.
`puzzle` sets a position in which exactly one move wins."""

Call = Context[McpTable, Any]


# --- The tools ---


async def start(
    call: Call,
    book: BookOrGame = "grow",
    opponent: Opponent = "level:3",
    seat: Seat = 1,
    seed: Seed = None,
    board: Board = None,
    size: Size = None,
    moves: Moves = None,
) -> Annotated[CallToolResult, Seen]:
    """Start a game. Answers with its name, its rules, the board, and the legal moves."""
    return _result(await _table(call).start(book, opponent, seat, seed, board, size, moves))


async def look(call: Call, game: Name) -> Annotated[CallToolResult, Seen]:
    """Look at a game: the board with who owns what, the scores, whose turn it is, the legal moves."""
    async with _held(call, game) as (table, found):
        return _result(table.look(found))


async def play(call: Call, game: Name, move: Move) -> Annotated[CallToolResult, Seen]:
    """Make your move. The opponent, if there is one, answers right away.

    In a puzzle a wrong move is not played: you are told why, and may try again.
    """
    async with _held(call, game) as (table, found):
        return _result(await table.play(found, move))


async def legal_moves(call: Call, game: Name) -> Annotated[CallToolResult, Legal]:
    """List the legal moves with what each would do: what comes along, the scores then, who acts next."""
    async with _held(call, game) as (table, found):
        return _result(table.legal_moves(found))


async def hint(call: Call, game: Name) -> Annotated[CallToolResult, Hint]:
    """Ask for a best move of the player to move, why it is one, and what every move is worth.

    Proved by a solver; if the position is too large for that, it says so and what looks best.
    """
    async with _held(call, game) as (table, found):
        return _result(await table.hint(found))


async def line(call: Call, game: Name) -> Annotated[CallToolResult, Line]:
    """Ask who wins if both play perfectly from here, by how much, and for the moves of such a game."""
    async with _held(call, game) as (table, found):
        return _result(await table.line(found))


async def review(call: Call, game: Name) -> Annotated[CallToolResult, Reviewed]:
    """Go over a game so far: what every move was worth, what it gave away, what would have been better."""
    async with _held(call, game) as (table, found):
        return _result(await table.review(found))


async def puzzle(
    call: Call,
    book: Book = "sweep",
    difficulty: Difficulty = "medium",
    seed: Seed = None,
    size: Size = None,
) -> Annotated[CallToolResult, Seen]:
    """Set a puzzle: a game in which exactly one move wins. Find it and play it; you move for both."""
    return _result(await _table(call).puzzle(book, difficulty, seed, size))


async def rules(call: Call, book: AnyBook = None, size: Size = None) -> Annotated[CallToolResult, Rules]:
    """Tell the rules of a game; without a book those of all, the opponents, and how to write your own."""
    return _result(_table(call).rules(book, size))


_CHANGES = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_LOOKS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
TOOLS: dict[Callable[..., Any], ToolAnnotations] = {
    start: _CHANGES,
    look: _LOOKS,
    play: _CHANGES,
    legal_moves: _LOOKS,
    hint: _LOOKS,
    line: _LOOKS,
    review: _LOOKS,
    puzzle: _CHANGES,
    rules: _LOOKS,
}


def _table(call: Call) -> McpTable:
    return call.request_context.lifespan_context


@asynccontextmanager
async def _held(call: Call, name: Any) -> AsyncIterator[tuple[McpTable, McpGame]]:
    """A game with its lock held: other calls about it wait, those about other games do not."""
    table = _table(call)
    game = table.games.find(name)
    async with game.lock:
        yield table, game


def _result(told: Told) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=told.text)], structured_content=told.content
    )


# --- The server ---


class Server(MCPServer[McpTable]):
    """Refuses in sentences that say what was wrong and what would be right, and no more."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[McpTable, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        tools = {tool.name: tool for tool in await self.list_tools()}
        if name not in tools:
            raise ToolError(f"there is no tool {quote(name)}; there are {', '.join(tools)}")
        _check_names(name, tools[name].input_schema, arguments)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, FivesquareError):
                raise ToolError(_sentence(error.__cause__)) from error.__cause__
            raise


def _check_names(tool: str, schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    """Refuse unknown arguments, and missing ones that are required."""
    known = schema["properties"]
    for name in arguments:
        if name not in known:
            raise ToolError(f"{tool} has no argument {quote(name)}; it has {', '.join(known)}")
    for name in schema.get("required", ()):
        if name not in arguments:
            raise ToolError(f"{tool} needs {name}: {known[name]['description']}")


def _sentence(error: FivesquareError) -> str:
    where = "" if error.at is None else f"move {error.at + 1}: "
    return f"{where}{error}"


def make_server(
    most: int = KEEP_GAMES, minutes: float = KEEP_MINUTES, ready: Callable[[], None] = warm_up
) -> Server:
    """The server; each connection has its own games: at most `most`, each for `minutes`."""

    @asynccontextmanager
    async def connection(_server: MCPServer[McpTable]) -> AsyncIterator[McpTable]:
        yield McpTable(McpGames(most, minutes), ready)

    return Server(
        "fivesquare",
        title="Fivesquare",
        instructions=INSTRUCTIONS,
        version=__version__,
        tools=[_tool(function, hints) for function, hints in TOOLS.items()],
        resources=[_rules(name) for name in CATALOGUE],
        log_level="WARNING",
        lifespan=connection,
    )


def serve_on_standard_streams(server: Server) -> None:
    """Serve the one client that has started us, until it leaves."""
    try:
        finish(lambda: server.run("stdio"))  # in a thread: reading must not keep us from hearing Ctrl-C
    except ExceptionGroup as errors:
        if errors.subgroup(MemoryError) is not None:
            raise MemoryError from None
        if errors.split(BrokenPipeError)[1] is not None:
            raise
        raise BrokenPipeError from None  # the client has left


def _tool(function: Callable[..., Any], hints: ToolAnnotations) -> Tool:
    tool = Tool.from_function(function, description=getdoc(function), annotations=hints)
    tool.parameters["additionalProperties"] = False
    return tool


def _rules(name: str) -> TextResource:
    book = CATALOGUE[name]
    return TextResource(
        uri=f"fivesquare://rules/{name}",
        name=f"Rules of {name}",
        title=f"{book.title} ({name})",
        description=f"The rules of {name} in sentences.",
        mime_type="text/plain",
        text=rules_of(book),
    )
