"""A game at the full screen: two people, or one and the computer."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from textual import events

from fivesquare import reviews
from fivesquare.board import parse_cell
from fivesquare.engine import other_player
from fivesquare.fullscreen.board_page import BoardPage
from fivesquare.fullscreen.keys import Key, find
from fivesquare.fullscreen.wishes import NewGameWished, ReviewWished, RulesWished
from fivesquare.ladders import RUNGS
from fivesquare.lanes import Glance, Job
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position
from fivesquare.reviews import Review
from fivesquare.table import settings
from fivesquare.table.advice import Evaluation, Guide
from fivesquare.table.compilation import announced
from fivesquare.table.help_notes import notes_of
from fivesquare.table.offers import AGAIN, EASIER, HARDER, TAKE_BACK, Offer, offers
from fivesquare.table.offers import SWAP as SWAP_SEATS
from fivesquare.table.openings import Order
from fivesquare.table.resignations import winner_of
from fivesquare.table.saved_games import Kept
from fivesquare.table.table import Surroundings, Table, TableSetting
from fivesquare.words import my_games, turns
from fivesquare.words.listener import Listener, capital
from fivesquare.words.players import called, in_words
from fivesquare.words.takeaway import takeaway
from fivesquare.words.worths import worth_notes

BREATH = 1.0
"""Seconds after the end of a game in which no other one begins."""

_PAUSE = 0.4  # seconds between two moves of the computer, or after one of yours
_REVIEWING = 20.0  # seconds, at most, for the sentence about a game that is over
_OFFERED = {
    AGAIN: ("enter", "again", "play again on a new board"),
    SWAP_SEATS: ("x", "swap seats", "play again with seats swapped"),
    HARDER: ("plus", "harder", "play one level higher"),
    EASIER: ("minus", "easier", "play one level lower"),
    TAKE_BACK: ("u", "undo", "take back your last move and play on from there"),
}


def listener_of(setting: TableSetting) -> Listener:
    """The listener of a game: addresses the only person at it."""
    people = [player for player, seat in enumerate(setting.seats, 1) if seat == "human"]
    listener = Listener(setting.position.book, people[0] if len(people) == 1 else 0)
    listener.names = called(setting.seats, listener.you)
    return listener


class GamePage(BoardPage):
    """A table: its match, its file, its advice; and what the person at it does."""

    topic = "Fivesquare"

    def __init__(
        self, setting: TableSetting, kept: Kept | None, order: Order | None = None, note: str = ""
    ) -> None:
        """`note` is said at the start; `order` is what another game after this one keeps."""
        super().__init__(setting.position, listener_of(setting))
        self.setting = setting
        self.order = order or Order(setting.position.book, setting.position.size)
        self._kept = kept
        self._warning = ""
        self._note = note
        self._sit_down(setting, kept)
        self._evaluation: Evaluation | None = None
        self._has_values = False
        self._hint = ""
        self._is_resigning = False
        self._doubt: tuple[str, str] | None = None  # a move that the tutor objects to, and the objection
        self._thinking: Job[Any] | None = None
        self._is_paused = False
        self._review: Review | None = None
        self._lesson = ""
        self._ended = 0.0

    def _sit_down(self, setting: TableSetting, kept: Kept | None) -> None:
        around = Surroundings(_never_asked, lambda: None, self.say, self._warn)
        self.table = Table(setting, kept, self.listener, around)
        self.view.set_reactive(type(self.view).position, self.table.position)

    def on_mount(self) -> None:
        self.table.keeper.keep(self.table.position)
        self._next()
        if self._note:
            self.say(self._note)

    def on_unmount(self) -> None:
        is_left = self.table.keeper.put_down(self.table.position)
        if self._kept is not None:
            self._kept.close()
            self.program.left = self._kept.path if is_left else None

    @property
    def is_thinking(self) -> bool:
        return super().is_thinking or not (self.view.live or self._is_paused or self.table.is_ended)

    def _warn(self, text: str) -> None:
        """What must be seen for longer than until the next key: the game cannot be saved."""
        self._warning = text

    # --- The game ---

    def _next(self) -> None:
        """Go on from here: the computer thinks, or the person is asked, or it is over."""
        self.view.position = self.table.position
        self.view.notes, self.view.ghosts = {}, {}
        self._evaluation, self._hint, self._doubt = None, "", None
        self._is_paused, self._thinking = False, None
        is_over = self.table.is_ended
        self._is_resigning = False
        self.view.live = not is_over and self.table.to_act.is_person
        if is_over:
            self._end()
        elif not self.table.to_act.is_person:
            self._let_computer_think()
        elif self._has_values:
            self._evaluate()
        self.refresh_page()

    def _let_computer_think(self) -> None:
        position, player = self.table.position, self.table.to_act
        begun = time.monotonic()

        def show(move: str) -> None:
            left = _PAUSE - (time.monotonic() - begun) if self.program.has_motion else 0
            job = self._thinking
            self.set_timer(max(0.01, left), lambda: self._computer_moves(job, position, move))

        self._thinking = self.thinker.think(lambda _glance: player.choose(position), show, self.fail)

    def _computer_moves(self, job: Job[Any] | None, position: Position, move: str) -> None:
        if job is self._thinking and not self._is_paused and self.table.position is position:
            remark = self.table.to_act.remark
            self._make(move, remark)

    def _make(self, move: str, remark: str = "") -> None:
        """Make a move, saved before it is shown."""
        step = self.table.make(move)
        self._next()
        self._tell(step, remark)
        if step.is_claim:
            self.view.flash((step.cell, *step.taken))

    def _tell(self, step: Step, remark: str) -> None:
        """Say what a move did, where that is not plain to see."""
        is_own = step.player == self.listener.you
        said = (
            ""
            if is_own and step.is_claim
            else f"{self.listener.called(step.player)} {self.listener.did(step)}"
        )
        if step.is_forfeited:
            said = f"{said} {turns.forfeited(step, self.listener)}"
        if step.skipped is not None:
            said = f"{said} {capital(self.listener.skip(step.skipped))}"
        if remark:
            said = f"{said} ({remark})"
        if said and not self.table.is_ended:
            self.say(capital(said.strip()))

    # --- The person ---

    def choose(self) -> None:
        """Claim the cell under the cursor."""
        if self.table.is_ended:
            return
        if not self.table.to_act.is_person:
            self._go_on()
            return
        position, cell = self.table.position, self.view.cursor
        refusal = turns.refused(position, cell, self.listener)
        if refusal:
            self.say(refusal, "bad")
        else:
            self._mean(position.all_moves[cell])

    def _mean(self, move: str) -> None:
        """Make a move, unless the tutor objects for the first time."""
        doubted = self._doubt[0] if self._doubt else None
        if self.table.tutor is None or move == doubted:
            self._make(move)
            return
        position = self.table.position
        self._doubt = None

        def show(objection: str) -> None:
            if self.table.position is not position:
                return
            if objection:
                self._doubt = (move, objection)
                self.say(f"{objection} Enter plays it anyway.", "bad")
            else:
                self._make(move)

        self.thinker.think(lambda _glance: self.table.objection(position, move), show, self.fail)

    def _play_word(self, word: str) -> None:
        if word in self.table.position.legal:
            self._mean(word)

    def _undo(self) -> None:
        self._stop_thinking()
        if self.table.take_back():
            self._next()
            self.say("Taken back.")
        else:
            self.say("There is no move to take back.")
            self._next()

    def _stop_thinking(self) -> None:
        """Esc while the computer thinks: it keeps its thought, and waits."""
        self._is_paused = True
        self.thinker.drop()

    def _go_on(self) -> None:
        """Let the computer continue after a pause."""
        if self._is_paused:
            self._next()

    def leave(self) -> None:
        if self.thinker.is_busy and not self._is_paused and not self.table.is_ended:
            self._stop_thinking()
            if not self.table.to_act.is_person:
                self.say("Stopped. Enter lets the computer continue; u takes back; q leaves.")
            return
        super().leave()

    # --- Advice ---

    def _advise(self, work: Callable[[], Any], show: Callable[[Any], object], what: str) -> None:
        position = self.table.position
        self.say(what, "muted")

        def shown(result: Any) -> None:
            if self.table.position is position:
                self.say("")
                show(result)

        self.thinker.think(lambda _glance: work(), shown, self.fail)

    def _toggle_values(self) -> None:
        self._has_values = not self._has_values
        if self._has_values:
            self._evaluate()
        else:
            self.view.notes, self._evaluation = {}, None

    def _evaluate(self) -> None:
        position = self.table.position
        if self.table.is_ended or not self.table.to_act.is_person:
            return
        self._advise(
            lambda: self.table.advice.evaluate(position),
            self._show_values,
            "Working out what every claim is worth ...",
        )

    def _show_values(self, evaluation: Evaluation) -> None:
        self._evaluation = evaluation
        self.view.notes = worth_notes(self.table.position, evaluation.solution)

    def _ask_hint(self) -> None:
        position = self.table.position
        if self.table.is_ended or not self.table.to_act.is_person:
            return
        self._advise(
            lambda: self.table.advice.hint(position), self._show_hint, "Looking for a best move ..."
        )

    def _show_hint(self, hint: Guide) -> None:
        self._hint = hint.sentence
        self.view.ghosts = ghosts(self.table.position, hint.moves)

    # --- The end ---

    def _end(self) -> None:
        self._ended = time.monotonic()
        self.say(self._result(), "bold ink")
        self._lesson, self._review = "", None
        game = self.table.position

        def work(glance: Glance) -> Review:
            return reviews.review(game, total=_REVIEWING, threads=1, progress=lambda *_: glance())

        if self.listener.you:
            self.thinker.think(work, self._show_lesson, self.fail)

    def _result(self) -> str:
        """How the game ended."""
        winner = winner_of(self.table.position)
        if winner is not None:
            return turns.resignation(winner, self.listener)
        return self.listener.result(self.table.position)

    def _resign(self) -> None:
        """Give up, at the second press."""
        if not self._is_resigning:
            self._is_resigning = True
            self.say("Resign? Press R again to give up this game.", "bad")
            return
        self._stop_thinking()
        self.table.resign()
        self._next()

    def _show_lesson(self, review: Review) -> None:
        if review.position is not self.table.position:
            return
        self._review = review
        outcome = review.position.outcome
        winner = outcome.winner if outcome is not None else winner_of(review.position) or 0
        found = takeaway(review, self.listener, winner)
        self._lesson = "" if found is None else found.sentence

    def _offers(self) -> list[Key]:
        keys = list[Key]()
        for offer in offers(self.setting.seats, self.table.position):
            if offer.word in _OFFERED:
                name, label, meaning = _OFFERED[offer.word]
                levels = [in_words(seat) for seat in offer.seats if seat != "human"]
                label = f"{label}: {levels[0]}" if offer.word in (HARDER, EASIER) else label
                run = self._undo if offer.word == TAKE_BACK else partial(self._play_again, offer)
                keys.append(Key((name,), label, run, meaning))
        return [keys[0], Key(("r",), "review", self._go_over, "what every move was worth"), *keys[1:]]

    def _explain(self) -> None:
        self.post_message(RulesWished(self.table.position.book))

    def _play_again(self, offer: Offer) -> None:
        """Another game like this one, on a page of its own in place of this.

        Not in the moment in which this one ended: a key too many must not hide how.
        """
        if time.monotonic() - self._ended < BREATH:
            return
        if offer.word in (HARDER, EASIER):
            settings.remember_opponent(offer.seats)
        wish = NewGameWished(self.order, offer.seats, tutor=self.setting.tutor, is_instead=True)
        self.post_message(wish)

    def _go_over(self) -> None:
        self.post_message(ReviewWished(self.table.position, self._review))

    def press(self, key: Key) -> None:
        """Any key but R keeps on playing, and does nothing else, while it is asked whether to resign."""
        if self._is_resigning and "R" not in key.names:
            self._keep_playing()
        else:
            super().press(key)

    def on_key(self, event: events.Key) -> None:
        if self._is_resigning and find(self._offered(), event.key) is None:
            event.stop()
            event.prevent_default()
            self._keep_playing()

    def _keep_playing(self) -> None:
        self._is_resigning = False
        self.say("You play on.")

    # --- What is shown ---

    def status(self) -> str:
        if self._thinking is not None and not self.table.is_ended and not self.table.to_act.is_person:
            name = self.listener.name(self.table.position.state.turn)
            if self._is_paused:
                return f"{name} waits"
            return "Compiling ..." if self.program.compiler.is_running else f"{name} is thinking ..."
        return self._result() if self.table.is_ended else super().status()

    def remarks(self) -> Sequence[tuple[str, str]]:
        said = list[tuple[str, str]]()
        if self._warning:
            said.append((self._warning, "bad"))
        if self.program.compiler.is_running:
            said.append((announced(), "muted"))
        choice = turns.choice(self.table.position, self.listener) if self.view.live else ""
        said += [(choice, "ink")] if choice else []
        if self._lesson:
            said.append((self._lesson, "ink"))
        if self.table.ladder_news is not None and (news := my_games.ladder_news(self.table.ladder_news)):
            said.append((news, "good"))
        if self._was_helped:
            said.append((my_games.HELPED, "muted"))
        if self._evaluation is not None:
            said += [(sentence, "ink") for sentence in self._evaluation.sentences(self.listener)[:1]]
        if self._hint:
            said.append((self._hint, "ink"))
        return said

    @property
    def _was_helped(self) -> bool:
        """Whether a win against a level would count, had there been no help."""
        you, notes = self.listener.you, notes_of(self.table.noted)
        is_rung = bool(you) and self.setting.seats[other_player(you) - 1] in RUNGS
        return is_rung and not self.table.is_ended and notes is not None and bool(notes[you - 1])

    def keys(self) -> Sequence[Key]:
        position = self.table.position
        if self.table.is_ended:
            return [*self._offers(), *self.cursor_keys("")]
        enter = Key(("enter", "space"), "claim", self.choose, "claim the cell under the cursor")
        undo = Key(("u",), "undo", self._undo, "take back your last move")
        if not self.table.to_act.is_person:
            wait = (
                [enter._replace(label="continue", meaning="let the computer continue")]
                if self._is_paused
                else []
            )
            stop = Key(("escape",), "stop", self.leave, "stop the computer's thinking")
            return [*wait, stop, undo, *self.cursor_keys("")]
        words = [
            Key(("s",), word, partial(self._play_word, word), f"{word}, where that is a move")
            for word in (STOP, SWAP)
            if word in position.legal
        ]
        hint = Key(
            ("i",) if self.program.has_vi_keys else ("h", "i"),
            "hint",
            self._ask_hint,
            "a best move, and why",
        )
        rules = Key(("e",), "", self._explain, "explain the rules")
        resign = Key(("R",), "", self._resign, "resign")
        values = Key(("v",), "values", self._toggle_values, "what every claim is worth, on the cells")
        return [enter, *words, *self.cursor_keys(), values, hint, undo, rules, resign]


def ghosts(position: Position, moves: Sequence[str]) -> dict[int, str]:
    """The cells of a line, numbered in the order of its moves."""
    claims = [move for move in moves if move not in (STOP, SWAP)]
    numbered = enumerate(claims[:3], 1)
    return {parse_cell(move, position.size): str(number) for number, move in numbered}


def _never_asked(_position: Position) -> str:
    raise AssertionError("moves of people come from the keyboard")
