"""Home: the game to continue, the puzzle of the day, the games, and everything else; a board beside it."""

import datetime
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from fivesquare.books import CATALOGUE, NAMED, find_book
from fivesquare.books.explain import in_a_sentence
from fivesquare.dailies import FIRST_DAY, LAST_DAY, DailyPuzzle, made
from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.list_page import BoardListPage
from fivesquare.fullscreen.thinking import Thinker, Thought
from fivesquare.fullscreen.wishes import GameWished, LessonWished, NewGameWished, PageWished
from fivesquare.position import Position
from fivesquare.scenes import scene
from fivesquare.table import lessons_learned, saved_games, settings, solved_days
from fivesquare.table.openings import Order
from fivesquare.table.summaries import book_of, in_a_line, opponents
from fivesquare.table.table import TableSetting
from fivesquare.words import days
from fivesquare.words.listener import capital
from fivesquare.words.players import PERSON, has_person, in_words, seats_of

_MORE = (
    ("New game", "new", "opponent, size, balance"),
    ("Puzzles", "puzzles", "one move wins"),
    ("Learn", "learn", "in sixty seconds"),
    ("Rules", "rules", ""),
    ("Saved games", "games", ""),
    ("Analysis board", "analysis", "set up any position"),
    ("My progress", "progress", "ladders and accuracy"),
    ("Join a game", "join", "on a server, by its link"),
    ("Settings", "settings", ""),
)
"""What else there is: a label, the name of a page, and what it is about."""

_DAILY = "Puzzle of the day"
_FIRST_BOOK = "flip"
_LEARN = "Learn a first game"

_SURE = "Press Esc again to quit."

_SEATS = {"first": "you first", "second": "you second", "random": "drawn at random"}


class HomePage(BoardListPage):
    """What there is to do."""

    topic = "Fivesquare"
    DEFAULT_CSS = "HomePage #list { padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__(scene(settings.remembered().book))
        self._thinker = Thinker(self, self._get_ready)
        self._puzzle: DailyPuzzle | None = None  # of today

    def heading(self) -> str:
        return "games of claiming squares"

    # --- What there is to do ---

    def choices(self) -> list[Choice]:
        """The lines of the list; what there is to continue comes first."""
        left = _left()
        choices = [] if left is None else [Choice("Continue", self._continue, _in_short(left))]
        if _is_first_visit():
            choices.append(Choice(_LEARN, self._learn, "a minute"))
        choices.append(Choice(_DAILY, self._wish("daily"), _day()))
        choices.append(Choice(f"Play {_as_usual()}"))
        choices += [Choice(_title(name), partial(self._play, name), _difference(name)) for name in NAMED]
        choices.append(Choice("More"))
        choices += [Choice(label, self._wish(page), note) for label, page, note in _MORE]
        return choices

    def _wish(self, page: str) -> Callable[[], object]:
        return lambda: self.post_message(PageWished(page))

    def _continue(self) -> None:
        position, kept = saved_games.last_left(has_person)
        self.post_message(GameWished(TableSetting(position, seats_of(position)), kept=kept))

    def _learn(self) -> None:
        self.post_message(LessonWished(NAMED[_FIRST_BOOK]))

    def _play(self, name: str) -> None:
        choices = settings.remembered()._replace(book=name)
        settings.remember(choices)
        self.post_message(
            NewGameWished(Order(find_book(name), None), (PERSON, choices.opponent), choices.seat)
        )

    def _set_up(self) -> None:
        """Set up the game that is pointed at, or the usual one."""
        name = self._named()
        self.post_message(PageWished("new", *([name] if name else [])))

    # --- The puzzle of today ---

    @property
    def is_thinking(self) -> bool:
        """Whether the puzzle of today is being made."""
        return self._thinker.is_busy

    def _get_ready(self) -> None:
        """Called in the thread that thinks, before it does."""
        self.program.compiler.get_ready()

    def _look_for_puzzle(self) -> None:
        """Make the puzzle of today in the background, unless the solver has to be compiled for it."""
        today = datetime.date.today()
        is_known = self._puzzle is not None and self._puzzle.date == today
        is_there = FIRST_DAY <= today <= LAST_DAY
        if is_known or self._thinker.is_busy or not is_there or self.program.compiler.is_needed:
            return
        self._thinker.think(lambda glance: made(today, glance), self._keep_puzzle, lambda _error: None)

    def _keep_puzzle(self, puzzle: DailyPuzzle) -> None:
        self._puzzle = puzzle

    def on_thought(self, thought: Thought) -> None:
        thought.show()
        self.refresh_page()

    def on_unmount(self) -> None:
        self._thinker.close()

    # --- What is shown ---

    def pointed(self) -> tuple[Position, str]:
        choice = self._list.chosen
        label = "" if choice is None else choice.label
        if label == "Continue" and (left := _left()) is not None:
            return left, capital(in_a_line(left))
        if label == _LEARN:
            return scene(_FIRST_BOOK), in_a_sentence(NAMED[_FIRST_BOOK])
        if label == _DAILY:
            self._look_for_puzzle()
            if self._puzzle is not None:
                return self._puzzle.position, days.heading(self._puzzle.date)
        name = self._named()
        return (scene(name), in_a_sentence(NAMED[name])) if name else (self._view.position, "")

    def _named(self) -> str:
        """The name of the game that is pointed at; empty if it is something else."""
        label = "" if self._list.chosen is None else self._list.chosen.label
        return next((name for name in NAMED if label == _title(name)), "")

    def keys(self) -> Sequence[Key]:
        change = Key(("o",), "opponent", self._set_up, "another opponent, size or balance")
        return [*super().keys(), change]

    def _usual_keys(self) -> list[Key]:
        leave = Key(("q",), "quit", self.leave, "leave; games are saved")
        escape = Key(("escape",), "", self._leave_at_second, "leave, at the second press")
        return [leave, escape, *super()._usual_keys()[1:]]

    def _leave_at_second(self) -> None:
        """One Esc too many must not end the program."""
        if self._message[0] == _SURE:
            self.leave()
        else:
            self.say(_SURE)


def _is_first_visit() -> bool:
    """Whether no game or lesson has been played at this terminal yet."""
    return settings.recall("choices") is None and not lessons_learned.learned() and not saved_games.every()


def _title(name: str) -> str:
    return f"  {capital(name)}"


def _difference(name: str) -> str:
    """What marks a variant; nothing for the five books."""
    return "" if name in CATALOGUE else "fair to both"


def _in_short(position: Position) -> str:
    return f"{book_of(position)} {opponents(position)}"


def _as_usual() -> str:
    """How a game is played that is started by one key: as the last one."""
    choices = settings.remembered()
    if choices.opponent == PERSON:
        return f"with a friend, {_SEATS[choices.seat]}"
    return f"against {in_words(choices.opponent)}, {_SEATS[choices.seat]}"


def _left() -> Position | None:
    """The game that was left last; None if there is none."""
    with suppress(FivesquareError):
        position, kept = saved_games.last_left(has_person)
        kept.close()
        return position
    return None


def _day() -> str:
    """The streak of the puzzle of the day, and whether today's is done."""
    today = datetime.date.today()
    is_played = today in solved_days.played()
    streak = solved_days.streak(today).now
    said = ["done"] if is_played else []
    return ", ".join([*said, *([days.in_a_row(streak)] if streak else [])])
