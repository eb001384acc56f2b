"""Fivesquare for TextArena: two agents play any of the games by exact rules.

    import textarena as ta
    import fivesquare_textarena

    env = ta.make("FivesquareGrow-v0")

Player 0 is the first player. Chains and skips are as the rules have them: a player may act twice in a row.
"""

from collections.abc import Mapping
from typing import Any

import textarena as ta

import fivesquare as fs
from fivesquare.errors import NotationError
from fivesquare.match import Step
from fivesquare.research.wording import PLAIN
from fivesquare.research.wording.move_parser import named_move

_BOTH = (0, 1)


class FivesquareEnv(ta.Env):
    """A game of one book. `errors` is how many answers that are no move a player may mend at each turn."""

    def __init__(
        self,
        book: str | Mapping[str, Any] = "grow",
        board: Any = None,
        size: Any = None,
        errors: int = 2,
        show_legal: bool = False,
    ) -> None:
        super().__init__()
        self._book, self._board, self._size = book, board, size
        self._errors, self._show_legal = errors, show_legal
        self.position = fs.start(book, seed=0, board=board, size=size)  # refuses now what it would later

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        self.position = fs.start(self._book, seed=seed, board=self._board, size=self._size)
        self.state = ta.TwoPlayerState(num_players=num_players, seed=seed, error_allowance=self._errors)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._show()

    def step(self, action: str) -> tuple[bool, ta.Info]:
        mover = self.state.current_player_id
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=mover, to_id=mover)
        problem = self._play(action)
        if problem is not None:
            self.state.set_invalid_move(reason=problem)
        done, info = self.state.step(rotate_player=False)
        if problem is None and not done:
            self.state.manually_set_current_player_id(self.position.state.turn - 1)
        return done, info

    def get_board_str(self) -> str:
        """What TextArena's renderer shows."""
        return str(self.position)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        rules = PLAIN.rules(self.position.book, self.position.size)
        return f"{rules}\n\n{PLAIN.how_to_answer(self.position)}"

    def _play(self, action: str) -> str | None:
        """Make the move that an action names; what is wrong with it if it names none, or an illegal one."""
        try:
            move = PLAIN.read(self.position, named_move(action))
        except NotationError as error:
            return f"Your answer cannot be read: {error}."
        refusal = PLAIN.refusal(self.position, move)
        if refusal is not None:
            return f"Your move is not legal: {refusal}"
        step = Step(self.position, move, self.position.play(move))
        self.position = step.after
        for player in _BOTH:
            self._tell(player, PLAIN.told(step, player + 1), ta.ObservationType.GAME_ACTION_DESCRIPTION)
        self._show()
        self._end()
        return None

    def _show(self) -> None:
        """The position, to each player as it is seen from that seat."""
        self.state.game_state["record"] = self.position.to_record()
        for player in _BOTH:
            text = PLAIN.board(self.position, player + 1)
            if self._show_legal and self.position.turn == player + 1:
                text += f"\n\n{PLAIN.legal(self.position)}"
            self._tell(player, text, ta.ObservationType.GAME_BOARD)

    def _tell(self, player: int, text: str, kind: ta.ObservationType) -> None:
        self.state.add_observation(text, kind, to_id=player)

    def _end(self) -> None:
        outcome = self.position.outcome
        if outcome is None:
            return
        if outcome.winner == 0:
            self.state.set_draw(reason=str(outcome.reason))
        else:
            self.state.set_winner(player_id=outcome.winner - 1, reason=str(outcome.reason))


for name in fs.CATALOGUE:
    ta.register(
        f"Fivesquare{name.capitalize()}-v0",
        FivesquareEnv,
        default_wrappers=[ta.wrappers.LLMObservationWrapper],
        book=name,
    )
    ta.register(f"Fivesquare{name.capitalize()}-v0-raw", FivesquareEnv, book=name)
