"""A match: two players and a position, the one loop in which games are played."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from fivesquare import engine
from fivesquare.board import cells_of, parse_cell
from fivesquare.engine import other_player
from fivesquare.players.base import Player
from fivesquare.position import STOP, SWAP, Position


@dataclass(frozen=True)
class Step:
    """One move of a game, and what it did."""

    before: Position
    move: str
    after: Position

    @property
    def player(self) -> int:
        return self.before.state.turn

    @property
    def is_claim(self) -> bool:
        return self.move not in (STOP, SWAP)

    @cached_property
    def cell(self) -> int:
        """The cell claimed."""
        return parse_cell(self.move, self.before.size)

    @property
    def value(self) -> int:
        return self.before.board.values[self.cell]

    @cached_property
    def taken(self) -> tuple[int, ...]:
        """The cells taken along, in reading order."""
        state = self.before.state
        return tuple(cells_of(engine.taken(self.before.setup, state.own, state.other, self.cell)))

    @property
    def gain(self) -> int:
        """The values of all cells that this move gained."""
        return self.value + sum(self.before.board.values[cell] for cell in self.taken)

    @property
    def is_linked(self) -> bool:
        """Whether the claim was beside the player's own cells, in a game with chains."""
        return engine.is_linked(self.before.setup, self.before.state.own, self.cell)

    @property
    def is_forfeited(self) -> bool:
        """Whether the claim earned a second one, and no cell beside it may be claimed (ruling chain-3)."""
        if not self.is_claim or self.before.in_chain or self.after.in_chain or self.after.is_over:
            return False
        return self.is_linked

    @property
    def skipped(self) -> int | None:
        """The player who was skipped after this move, having no legal claim."""
        after = self.after
        if after.is_over or after.in_chain or after.turn != self.player:
            return None
        return other_player(self.player)


@dataclass
class Match:
    """A game being played."""

    position: Position
    first: Player
    second: Player

    @property
    def to_act(self) -> Player:
        return self._sits_at(self.position.state.turn)

    def _sits_at(self, player: int) -> Player:
        return self.first if player == engine.FIRST else self.second

    def advance(self) -> Step:
        """Ask the player to move for a move, and make it."""
        return self.play(self.to_act.choose(self.position))

    def play(self, move: str) -> Step:
        step = Step(self.position, move, self.position.play(move))
        self.position = step.after
        return step

    def take_back(self) -> bool:
        """Return to the last choice of a person; False if there is none."""
        for earlier in reversed(self.position.history()[:-1]):
            if self._sits_at(earlier.state.turn).is_person:
                self.position = earlier
                return True
        return False

    def __iter__(self) -> Iterator[Step]:
        """Play to the end, step by step."""
        while not self.position.is_over:
            yield self.advance()
