"""A position set up by hand: the key `setup` of a record, as JSON and as a state of the engine.

    {"owners": [[0, 1, 2], [0, 0, 0], [1, 0, 0]], "turn": 2, "link": "1,2"}

Whether any game leads to it does not matter. It must only be one that the rules can judge and play on from.
"""

from collections.abc import Mapping
from typing import Any

from fivesquare import engine
from fivesquare.board import Size, cell_name, listed, parse_cell, whole
from fivesquare.engine import CHAIN, EXACTLY, FIRST, NONE, SECOND, Setup, State, other_player
from fivesquare.errors import NotationError, RecordError, many, quote

_KEYS = ("owners", "turn", "link")
_PLAYERS = ("", "first", "second")


def read(setup: Setup, size: Size, written: object) -> State:
    """The state that a record's `setup` describes; the inverse of `write`.

    A player who cannot claim is skipped, as always. In a game that is over the player whose turn it
    is not claimed last; one who has reached the goal has won, whatever `turn` says.
    """
    if not isinstance(written, Mapping):
        raise RecordError(f'"setup" must be an object, not {quote(written)}')
    for key in written:
        if key not in _KEYS:
            raise RecordError(f'{quote(key)} means nothing in a "setup", which has owners, turn and link')
    for key in _KEYS[:2]:
        if key not in written:
            raise RecordError(f'the "setup" has no "{key}"')
    cells = _cells(size, written["owners"])
    turn = whole(written["turn"])
    if turn not in (FIRST, SECOND):
        raise RecordError(f'"turn" of the setup is 1 or 2, not {quote(written["turn"])}')
    _check_targets(setup, cells)
    if "link" in written:
        return _in_chain(setup, size, cells, turn, written["link"])
    return _between_turns(setup, cells, turn)


def write(setup: Setup, size: Size, state: State) -> dict[str, Any]:
    """A state as a record's `setup`."""
    is_over = engine.claims(setup, state) == 0
    turn = other_player(state.turn) if is_over else state.turn
    first, second = (state.own, state.other) if state.turn == FIRST else (state.other, state.own)
    flat = [(first >> cell & 1) + 2 * (second >> cell & 1) for cell in range(size.cells)]
    rows = [flat[start : start + size.columns] for start in range(0, size.cells, size.columns)]
    told: dict[str, Any] = {"owners": rows, "turn": turn}
    return told if state.link == NONE else {**told, "link": cell_name(state.link, size)}


def _cells(size: Size, owners: object) -> tuple[int, int, int]:
    """The cells that are free, the first player's and the second's, as masks."""
    rows = listed(owners)
    if not isinstance(rows, list | tuple) or len(rows) != size.rows:
        raise RecordError(f'"owners" of the setup are {many(size.rows, "row")}, not {quote(rows)}')
    masks = [0, 0, 0]
    for number, row in enumerate(map(listed, rows)):
        if not isinstance(row, list | tuple) or len(row) != size.columns:
            wanted = f"{many(size.columns, 'owner')}, not {quote(row)}"
            raise RecordError(f"row {number + 1} of the setup must have {wanted}")
        for column, owner in enumerate(row):
            cell, player = number * size.columns + column, whole(owner)
            if player not in (0, FIRST, SECOND):
                place = cell_name(cell, size)
                raise RecordError(f"the owner of cell {place} is 0, 1 or 2, not {quote(owner)}")
            masks[player] |= 1 << cell
    return masks[0], masks[1], masks[2]


def _check_targets(setup: Setup, cells: tuple[int, int, int]) -> None:
    """Refuse scores that no player can have where the goal is an exact one."""
    if setup.goal != EXACTLY:
        return
    scores = [engine.score(setup, cells[player]) for player in (FIRST, SECOND)]
    for player, score in zip((FIRST, SECOND), scores, strict=True):
        if score > setup.target:
            raise RecordError(
                f"the {_PLAYERS[player]} player has {score} points in this setup, "
                f"and no claim may bring a score above {setup.target}"
            )
    if scores == [setup.target, setup.target]:
        raise RecordError(
            f"both players have exactly {setup.target} points in this setup, "
            "but the game is over as soon as one has"
        )


def _between_turns(setup: Setup, cells: tuple[int, int, int], turn: int) -> State:
    _, first, second = cells
    if first | second == 0 and turn == FIRST:
        return engine.opening()
    for player in (FIRST, SECOND):
        if engine.has_won(setup, cells[player]):
            return State(cells[player], cells[other_player(player)], player, NONE)
    rival = other_player(turn)
    return engine.hand_over(setup, cells[rival], cells[turn], rival)[0]


def _in_chain(setup: Setup, size: Size, cells: tuple[int, int, int], turn: int, written: object) -> State:
    """The state after the first claim of a chain, which was `written`."""
    if not isinstance(written, str):
        raise RecordError(f'"link" of the setup is a cell like "1,2", not {quote(written)}')
    try:
        link = parse_cell(written, size)
    except NotationError as error:
        raise RecordError(f'"link" of the setup: {error}') from None
    own, other = cells[turn], cells[other_player(turn)]
    place = f"cell {cell_name(link, size)}, the link of the setup,"
    if setup.again != CHAIN:
        raise RecordError("a setup has a link only in a book with chains")
    if not own >> link & 1:
        raise RecordError(f"{place} must be a cell of the player whose turn it is")
    if not own & setup.beside[link]:
        raise RecordError(f"{place} must lie beside another cell of the same player")
    if engine.has_won(setup, own) or engine.has_won(setup, other):
        raise RecordError("the game of this setup is over, so there is no link")
    if not engine.chain_claims(setup, own, other, link):
        raise RecordError(f"{place} has no free neighbour that may be claimed")
    return State(own, other, turn, link)
