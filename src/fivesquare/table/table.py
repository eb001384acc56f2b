"""The table: two seats, a match, its file, advice and undo, for any mode that shows them."""

from collections.abc import Callable
from typing import NamedTuple

from fivesquare.engine import other_player
from fivesquare.ladders import LadderNews
from fivesquare.match import Match, Step
from fivesquare.players import Luck, make_player, needs_solver
from fivesquare.players.base import Player
from fivesquare.position import Position
from fivesquare.table import beaten_levels
from fivesquare.table.advice import Advice, Tutor
from fivesquare.table.help_notes import Help, seated
from fivesquare.table.keeper import Keeper
from fivesquare.table.resignations import is_ended, resigned, resumed, winner_of
from fivesquare.table.saved_games import Kept
from fivesquare.words.listener import Listener
from fivesquare.words.players import PERSON


class TableSetting(NamedTuple):
    """What is fixed before a game starts or continues."""

    position: Position
    seats: tuple[str, str]
    style: str = "book"
    tutor: float | None = None  # points worth an objection; None: no tutor


class Surroundings(NamedTuple):
    """The callbacks of the mode that shows a table."""

    ask: Callable[[Position], str]  # a legal move of the person whose turn it is
    ready: Callable[[], None]  # returns when the solver can be called
    on_message: Callable[[str], None]
    on_warning: Callable[[str], None]


class Table:
    """A game between two seats, saved after every move.

    Advice may be asked for in another thread than that which moves.
    """

    def __init__(
        self, setting: TableSetting, kept: Kept | None, listener: Listener, surroundings: Surroundings
    ) -> None:
        position, self.seats = setting.position, setting.seats
        seed = position.extra.get("seed")
        seed = seed if isinstance(seed, int) else 0
        first, second = (
            make_player(seat, Luck(seed, name), surroundings.ask)
            for seat, name in zip(self.seats, ("first", "second"), strict=True)
        )
        self.match = Match(seated(position, self.seats), first, second)
        self.keeper = Keeper(kept, surroundings.on_warning)
        self.ladder_news: LadderNews | None = None  # of a game that is over
        self.advice = Advice(listener, surroundings.ready, self.note_help)
        self.tutor: Tutor | None = None
        if setting.tutor is not None:
            self.tutor = Tutor(self.advice, listener, setting.tutor, surroundings.on_message)

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def to_act(self) -> Player:
        """The player to move."""
        return self.match.to_act

    @property
    def seat(self) -> str:
        """The registry name of the player to move."""
        return self.seats[self.position.state.turn - 1]

    @property
    def needs_solver(self) -> bool:
        """Whether to load the solver before the first move."""
        return self.tutor is not None or any(map(needs_solver, self.seats))

    def advance(self) -> Step:
        """Ask the player to move for a move, and make it."""
        return self.make(self.to_act.choose(self.position))

    def make(self, move: str) -> Step:
        """Make a move, on disk before it is returned: a move that was shown is never lost."""
        step = self.match.play(move)
        self.keeper.keep(step.after)
        self.ladder_news = beaten_levels.settle(self.noted)
        return step

    def resign(self) -> None:
        """Give the game up for the person to move, or for the only person in the computer's turn."""
        turn = self.position.state.turn
        player = turn if self.seats[turn - 1] == PERSON else other_player(turn)
        self.match.position = resigned(self.position, player)
        self.keeper.keep(self.position)

    @property
    def is_ended(self) -> bool:
        """Whether the game is over, or given up."""
        return is_ended(self.position)

    def take_back(self) -> bool:
        """Take back the last move of a person, or a resignation, and note it; False if there is none."""
        if winner_of(self.position) is not None:
            self.match.position = resumed(self.position)
        elif not self.match.take_back():
            return False
        self.note_help(self.position, "undo")
        self.keeper.keep(self.position)
        self.ladder_news = None
        return True

    def objection(self, position: Position, move: str) -> str:
        """The tutor's objection to a move, which is noted; empty if it has none, or there is no tutor."""
        objection = "" if self.tutor is None else self.tutor.objection(position, move)
        if objection:
            self.note_help(position, "tutor")
        return objection

    def note_help(self, position: Position, kind: Help) -> None:
        """Note that the person to move is helped, before they are; in the computer's turn the other one."""
        turn = position.state.turn
        people = [seat for seat in (turn, other_player(turn)) if self.seats[seat - 1] == "human"]
        if people and not position.is_over:
            self.keeper.note_help(position, people[0], kind)

    @property
    def noted(self) -> Position:
        """The position with all help that was noted, as it is saved."""
        return self.keeper.noted(self.position)
