"""Many games side by side, one move each.

Where a function takes `which`, the address of a byte for each game, those whose byte is 0 stay as they are;
address 0 stands for all.
"""

from fivesquare.engine import FIRST, NOBODY, NONE, SECOND, State
from fivesquare.native.engine import balanced_lead, claims, unpack
from fivesquare.native.jit import compiled, inlined, look, look_byte, store
from fivesquare.research.native.chance import word
from fivesquare.research.native.dealing import AS_IT_IS, copy_board, deal
from fivesquare.research.native.frame import (
    AMOUNT,
    BOARDS,
    DRAWN,
    EPISODE,
    MORE,
    OPEN,
    RESULT,
    TURN,
    VIEWER,
    WAY,
    game_at,
    next_word,
    on_own_board,
    state_of,
)
from fivesquare.research.native.kinds import answered
from fivesquare.research.native.moving import drawn_move, drawn_of, move
from fivesquare.research.native.showing import keep, reward, show_values

KIND = (0,) * 11  # of the book and size that `step` and `reply` are compiled for


def step(frame, actions, which):
    """Make these moves, which are legal. Games that are over get no more rewards."""
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


def reply(frame):
    """Where it is not the viewer's turn, make moves by lot until it is, or the game is over."""
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


@compiled
def first_illegal(frame, actions, which):
    """The number of the first game whose action is not legal; NONE if all are."""
    cells = unpack(frame).cells
    for number in range(look(frame, AMOUNT)):
        game = game_at(frame, number)
        is_asked = _is_meant(which, number) and look(game, OPEN) != 0
        if is_asked and not _is_legal(game, cells, look(actions, number)):
            return number
    return NONE


@inlined
def _is_legal(game, cells, action):
    if 0 <= action < cells:
        return look(game, OPEN) >> action & 1 != 0
    return action != NONE and action == look(game, MORE)


@inlined
def _is_meant(which, number):
    return which == 0 or look_byte(which, number) != 0


@compiled
def draw(frame, actions, which):
    """Write down a legal move by lot for each game, and 0 for those that are over or not meant."""
    for number in range(look(frame, AMOUNT)):
        game = game_at(frame, number)
        open_cells = look(game, OPEN)
        action = 0
        if open_cells != 0 and _is_meant(which, number):
            action = drawn_of(open_cells, look(game, MORE), next_word(game))
        store(actions, number, action)


@compiled
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
        show_values(frame, mine, number)
        state = State(0, 0, FIRST, NONE)
        keep(frame, mine, number, state, claims(mine, state))


@compiled
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
