"""A thin coat of OpenSpiel over a position, for its own alpha-beta search.

The engine works as plain Python under it, as in any Python game of OpenSpiel. `search` needs the package
open_spiel, which is not among the requirements.
"""

import time

import pyspiel
from open_spiel.python.algorithms import minimax

from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import FIRST, NONE, POINTS, Setup, State
from fivesquare.position import Position

STOP_ACTION = 64

_TYPE = pyspiel.GameType(
    short_name="python_fivesquare_position",
    long_name="A position of Fivesquare",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
)


class OutOfTimeError(Exception):
    """The search had its time."""


class _Context:
    """What all states of one search share, also when OpenSpiel copies them deeply."""

    def __init__(self, position: Position, seconds: float) -> None:
        self.setup: Setup = position.setup
        self.start: State = position.state
        self.deadline = time.perf_counter() + seconds
        self.nodes = 0

    def __deepcopy__(self, _memo: object) -> "_Context":
        return self


class _Game(pyspiel.Game):
    def __init__(self, position: Position, context: _Context) -> None:
        most = 2 * sum(position.board.values) + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=STOP_ACTION + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=2 * position.size.cells,
        )
        super().__init__(_TYPE, info, {})
        self.context = context

    def new_initial_state(self) -> "_State":
        return _State(self)


class _State(pyspiel.State):
    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.context = game.context
        self.state = game.context.start

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.state.turn - FIRST

    def is_terminal(self) -> bool:
        return engine.claims(self.context.setup, self.state) == 0

    def _legal_actions(self, _player: int) -> list[int]:
        cells = list(cells_of(engine.claims(self.context.setup, self.state)))
        return [*cells, STOP_ACTION] if self.state.link != NONE else cells

    def _apply_action(self, action: int) -> None:
        self.context.nodes += 1
        if time.perf_counter() > self.context.deadline:
            raise OutOfTimeError
        if action == STOP_ACTION:
            self.state = engine.stop(self.context.setup, self.state)
        else:
            self.state = engine.claim(self.context.setup, self.state, action)

    def returns(self) -> list[float]:
        setup, state = self.context.setup, self.state
        if engine.claims(setup, state):
            return [0.0, 0.0]
        winner = engine.winner(setup, state)
        sign = 0 if winner == engine.NOBODY else 1 if winner == state.turn else -1
        value = 2 * engine.lead(setup, state) or sign if setup.goal == POINTS else sign
        return [float(value), float(-value)] if state.turn == FIRST else [float(-value), float(value)]

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return str(self.state)


def search(position: Position, seconds: float) -> tuple[float | None, int, float]:
    """OpenSpiel's value for the first player (None if time ran out), its nodes and its seconds."""
    context = _Context(position, seconds)
    game = _Game(position, context)
    begun = time.perf_counter()
    try:
        value, _ = minimax.alpha_beta_search(
            game, maximum_depth=2 * position.size.cells, maximizing_player_id=0
        )
    except OutOfTimeError:
        value = None
    return value, context.nodes, time.perf_counter() - begun
