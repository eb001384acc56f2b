"""Many games side by side, one move each.

Where a function takes `which`, the address of a byte for each game, those whose byte is 0 stay as they are;
address 0 stands for all.
"""

from fivesquare.engine import FIRST, NOBODY, NONE, SECOND, State
from fivesquare.native.engine import balanced_lead, claims, unpack
from fivesquare.native.jit import inlined, linked, look, look_byte, store
from fivesquare.research.layout import (
    AMOUNT,
    AS_IT_IS,
    BOARDS,
    DRAWN,
    EPISODE,
    MORE,
    OPEN,
    RESULT,
    TURN,
    VIEWER,
    WAY,
)
from fivesquare.research.native.chance import copy_board, deal, drawn_move, drawn_of, move, word
from fivesquare.research.native.frame import answered, game_at, is_legal, next_word, on_own_board, state_of
from fivesquare.research.native.observations import keep, planes_at, reward, show_values

KIND = (0,) * 11  # of the book and size that `step` and `reply` are compiled for


def step(frame, actions, which):
    """Make these moves, if they are all legal; else answer like `first_illegal`, with nothing done.

    Games that are over get no more rewards.
    """
    illegal = first_illegal(frame, actions, which)
    if illegal != NONE:
        return illegal
    setup = answered(frame, KIND)
    for number in range(look(frame, AMOUNT)):
        if not _is_meant(which, number):
            continue
        game = game_at(frame, number)
        open_cells = look(game, OPEN)
        if open_cells == 0:
            reward(frame, number, NONE)
        else:
            mine = on_own_board(setup, game)
            state, open_cells = move(mine, state_of(game), open_cells, look(actions, number))
            keep(frame, mine, number, state, open_cells)
            reward(frame, number, look(game, RESULT))
    return NONE


def reply(frame):
    """Where it is not the viewer's turn, make random moves until it is, or the game is over."""
    setup = answered(frame, KIND)
    for number in range(look(frame, AMOUNT)):
        game = game_at(frame, number)
        open_cells, viewer = look(game, OPEN), look(game, VIEWER)
        if open_cells == 0 or viewer == NOBODY or viewer == look(game, TURN):
            continue
        mine, state = on_own_board(setup, game), state_of(game)
        while open_cells != 0 and state.turn != viewer:
            action = drawn_move(mine, state, open_cells, next_word(game))
            state, open_cells = move(mine, state, open_cells, action)
        keep(frame, mine, number, state, open_cells)
        if open_cells == 0:
            reward(frame, number, look(game, RESULT))


@linked
def turn(frame, moves, viewer):
    """Make a move in the only game, then random ones until it is the viewer's turn, or the game is over.

    The move is the first word at `moves`; NONE makes none. In its place comes how many moves were made, and
    behind it these moves: none, if the move is not legal. Nobody as the viewer waits for nothing.
    """
    setup, game = unpack(frame), game_at(frame, 0)
    mine, state, open_cells = on_own_board(setup, game), state_of(game), look(game, OPEN)
    action, amount = look(moves, 0), 0
    if action != NONE and not is_legal(game, setup.cells, action):
        store(moves, 0, 0)
        return
    while True:
        if action != NONE:
            state, open_cells = move(mine, state, open_cells, action)
            amount += 1
            store(moves, amount, action)
        if viewer == NOBODY or viewer == state.turn or open_cells == 0:
            break
        action = drawn_move(mine, state, open_cells, next_word(game))
    store(moves, 0, amount)
    keep(frame, mine, 0, state, open_cells)
    reward(frame, 0, look(game, RESULT))


@linked
def first_illegal(frame, actions, which):
    """The number of the first game whose action is not legal; NONE if all are."""
    cells = unpack(frame).cells
    for number in range(look(frame, AMOUNT)):
        game = game_at(frame, number)
        is_asked = _is_meant(which, number) and look(game, OPEN) != 0
        if is_asked and not is_legal(game, cells, look(actions, number)):
            return number
    return NONE


@inlined
def _is_meant(which, number):
    return which == 0 or look_byte(which, number) != 0


@linked
def draw(frame, actions, which):
    """Write down a random legal move for each game, and 0 for those that are over or not meant."""
    for number in range(look(frame, AMOUNT)):
        game = game_at(frame, number)
        open_cells = look(game, OPEN)
        action = 0
        if open_cells != 0 and _is_meant(which, number):
            action = drawn_of(open_cells, look(game, MORE), next_word(game))
        store(actions, number, action)


@linked
def reset(frame, which):
    """Begin new games, each on a new board, or all on the frame's own."""
    setup, way = unpack(frame), look(frame, WAY)
    for number in range(look(frame, AMOUNT)):
        if not _is_meant(which, number):
            continue
        game = game_at(frame, number)
        mine = on_own_board(setup, game)
        episode = look(game, EPISODE) + 1
        store(game, EPISODE, episode)
        store(game, DRAWN, 0)
        key = word(look(game, BOARDS), episode)
        if way == AS_IT_IS:
            copy_board(setup, mine)
        deal(mine, way, look(frame, WAY + 1), look(frame, WAY + 2), key)
        show_values(planes_at(frame, mine, number), mine)
        state = State(0, 0, FIRST, NONE)
        keep(frame, mine, number, state, claims(mine, state))


@linked
def measure_leads(frame, leads):
    """Write down for each game how far ahead the first player is, in half points or half cells."""
    setup = unpack(frame)
    for number in range(look(frame, AMOUNT)):
        game = game_at(frame, number)
        state = state_of(game)
        ahead = balanced_lead(on_own_board(setup, game), state)
        if state.turn == SECOND:
            ahead = -ahead
        store(leads, number, ahead)
