"""A game on a server at the full screen: moves, advice, and what its players ask of each other."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from textual import events

from fivesquare.engine import other_player
from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.followed_page import FollowedPage
from fivesquare.fullscreen.game_page import ghosts
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.link_page import LinkPage
from fivesquare.fullscreen.name_page import NamePage
from fivesquare.fullscreen.phrases_page import PhrasesPage
from fivesquare.fullscreen.remote.followed_game import WATCHING
from fivesquare.fullscreen.remote.game_snapshot import GameSnapshot
from fivesquare.fullscreen.remote.remote_advice import RemoteHint, RemoteValues
from fivesquare.fullscreen.remote.remote_errors import RemoteError
from fivesquare.fullscreen.remote.remote_game import Answer, RemoteGame, SentMove
from fivesquare.fullscreen.remote_news import ending
from fivesquare.fullscreen.wishes import ReviewWished
from fivesquare.position import STOP, SWAP
from fivesquare.words import friends, turns
from fivesquare.words.listener import capital

_SLOW = 0.7  # seconds after which a move on its way is mentioned
_INVITATION = "Send this link to your friend. The first to open it takes the other seat."
_OWN_SEAT = "This link opens your own seat: use it on another device, and do not give it away."


class RemotePage(FollowedPage):
    """Sends what the person at it does to the server."""

    def __init__(self, remote: RemoteGame, note: str = "") -> None:
        super().__init__(remote, note)
        self._hint: RemoteHint | None = None
        self._values: RemoteValues | None = None
        self._has_values = False
        self._is_resigning = False  # it was asked whether to
        self._is_leaving = False  # it was said that a move is on its way

    def hear(self, game: GameSnapshot) -> None:
        has_moved = game.position.moves != self.game.position.moves
        if has_moved or game.is_over:
            self._forget_advice()
        super().hear(game)
        if has_moved and self._has_values and self._may_ask:
            self._ask_values()

    # --- Moves ---

    def choose(self) -> None:
        """Claim the cell under the cursor."""
        position, cell = self.game.position, self.view.cursor
        refusal = self._obstacle() or turns.refused(position, cell, self.listener)
        if refusal:
            self.say(refusal, "bad")
        else:
            self._send(position.all_moves[cell])

    def _obstacle(self) -> str:
        """Why no move can be made now; empty if one can."""
        if self.game.is_over:
            return ending(self.game, self.listener)
        if self.is_gone and self.connection is not None:
            return f"{capital(self.connection.reason)}."
        if not self.remote.mine:
            return f"{capital(WATCHING)}."
        if self.sent is not None:
            return "Your move is still on its way."
        return "" if self.is_my_move else "It is not your turn."

    def _play_word(self, word: str) -> None:
        if self.is_my_move and word in self.game.position.legal:
            self._send(word)

    def _send(self, move: str) -> None:
        """Send a move, and show it as if it was made: the server knows the same rules."""
        self.sent = sent = SentMove(self.game.ply, move, self.game.version)
        self.is_slow, self._is_leaving = False, False
        self._forget_advice()
        self.show_game()
        self.set_timer(_SLOW, partial(self._mention, sent))
        self.errands.run(lambda: self.remote.play(move), lambda _: None, partial(self._refuse, sent))

    def _mention(self, sent: SentMove) -> None:
        if self.sent is sent:
            self.is_slow = True
            self.refresh_page()

    def _refuse(self, sent: SentMove, error: FivesquareError) -> None:
        """A move was not made: show the game as it is."""
        if self.sent is sent:
            self.sent = None
        self.show_game()
        self.complain(error)

    def leave(self) -> None:
        """Leave the game; while a move is on its way, at the second press."""
        if self.sent is not None and not self._is_leaving:
            self._is_leaving = True
            self.say("Your move is still on its way. Esc again leaves all the same.", "bad")
        else:
            super().leave()

    # --- Wishes ---

    def _ask(self, work: Callable[[], Any], show: Callable[[Any], object] = lambda _: None) -> None:
        """Send a request; what is refused is said."""
        self.errands.run(work, show, self.complain)

    def _take_back(self, answer: Answer) -> None:
        self._ask(lambda: self.remote.take_back(answer))

    def _resign(self) -> None:
        """Ask first; the second press gives the game up."""
        if self._is_resigning:
            self.say("")
            self._ask(self.remote.resign)
        else:
            self.say(f"{friends.surrender(self.listener)} Press R again.", "bad")
            self._is_resigning = True

    def on_key(self, event: events.Key) -> None:
        """Any other key is an answer too; the page goes on with it."""
        self._is_resigning = self._is_resigning and event.key == "R"

    def press(self, key: Key) -> None:
        self._is_resigning = self._is_resigning and "R" in key.names
        super().press(key)

    def say(self, text: str, style: str = "ink") -> None:
        self._is_resigning = False  # the question is no longer to be seen
        super().say(text, style)

    def on_board_view_pointed(self) -> None:
        self._is_resigning = False

    def _take_both(self) -> None:
        self._ask(self.remote.take_both, self.hear)

    def _say_something(self) -> None:
        self.program.push_screen(PhrasesPage(lambda phrase: self._ask(lambda: self.remote.say(phrase))))

    def _rename(self) -> None:
        self.program.push_screen(NamePage(self.remote))

    def _invite(self) -> None:
        """A link to the free seat; where there is none, to one's own."""
        seat = self.free_seat or min(self.remote.mine)
        purpose = _OWN_SEAT if seat in self.remote.mine else _INVITATION

        def show(link: str) -> None:
            self.say("")
            self.program.push_screen(LinkPage(link, purpose))

        self.say("Asking for a link ...", "muted")
        self._ask(lambda: self.remote.invite(seat), show)

    # --- What comes next ---

    def _rematch(self, board: Literal["same", "new"]) -> None:
        def begin() -> RemoteGame:
            return self.remote.go_on(self.remote.rematch(board))

        self.say("Beginning a rematch ...", "muted")
        self._ask(begin, partial(self._open, board))

    def _go_on(self) -> None:
        """Go to the rematch that has begun."""
        link = self.remote.next_game
        if link is not None:
            self.say("Joining ...", "muted")
            self._ask(lambda: self.remote.go_on(link), partial(self._open, None))

    def _open(self, wanted: Literal["same", "new"] | None, remote: RemoteGame) -> None:
        """Show the next game here; the player who asked second may not get the board they wanted."""
        is_same = remote.game.position.board == self.game.position.board
        rival = other_player(self.listener.you or 1)
        is_other = wanted is not None and is_same != (wanted == "same")
        note = friends.other_board(self.listener, rival, is_same=is_same) if is_other else ""
        self.program.replace_page(self, RemotePage(remote, note))

    def _go_over(self) -> None:
        self.post_message(ReviewWished(self.game.position))

    # --- Advice ---

    @property
    def _may_ask(self) -> bool:
        """Whether the server gives advice: not in a game between two people who are in two places."""
        return self.is_my_move and (not self.game.is_between_people or len(self.remote.mine) == 2)

    def _forget_advice(self) -> None:
        self._hint, self._values, self.view.notes = None, None, {}

    def _advise(
        self, kind: Literal["hint", "values"], show: Callable[[dict[str, Any]], object], what: str
    ) -> None:
        moves = self.game.position.moves

        def shown(told: dict[str, Any]) -> None:
            if self.game.position.moves == moves and self.sent is None:
                self.say("")
                self._show_advice(partial(show, told))

        self.say(what, "muted")
        self._ask(lambda: self.remote.advise(kind), shown)

    def _show_advice(self, show: Callable[[], object]) -> None:
        try:
            show()
        except RemoteError as error:
            self.complain(error)
        self.show_game()

    def _ask_hint(self) -> None:
        def show(told: dict[str, Any]) -> None:
            self._hint = RemoteHint.read(told, self.game.position)

        self._advise("hint", show, "Looking for a best move ...")

    def _toggle_values(self) -> None:
        self._has_values = not self._has_values
        self._values, self.view.notes = None, {}
        if self._has_values:
            self._ask_values()

    def _ask_values(self) -> None:
        def show(told: dict[str, Any]) -> None:
            if self._has_values:
                self._values = RemoteValues.read(told, self.game.position)
                self.view.notes = self._values.notes

        self._advise("values", show, "Working out what every claim is worth ...")

    def marked(self) -> dict[int, str]:
        return ghosts(self.position, self._hint.moves) if self._hint is not None else super().marked()

    def remarks(self) -> Sequence[tuple[str, str]]:
        said = list[tuple[str, str]]()
        choice = turns.choice(self.position, self.listener) if self.view.live else ""
        if choice:
            said.append((choice, "ink"))
        if self._values is not None and not self._values.is_exact:
            said.append(("Too large to solve in time: these are estimates.", "muted"))
        if self._hint is not None:
            said.append((f"Hint: {self._hint.sentence}", "ink"))
        general = super().remarks()
        return [*said, *general] if self.game.asks is not None else [*general, *said]

    # --- Keys ---

    def keys(self) -> Sequence[Key]:
        retry = Key(("c",), "connect", self.remote.reconnect, "try to connect again now")
        first = [retry] if self.is_lost else []
        if self.game.is_over:
            return [*first, *self._keys_at_the_end(), *self._keys_of_people(), *self.cursor_keys("")]
        if not self.remote.mine:
            return [*first, *self.cursor_keys()]
        return [*first, *self._answers(), *self._keys_of_a_turn(), *self._keys_of_people()]

    def _keys_at_the_end(self) -> list[Key]:
        review = Key(("r",), "review", self._go_over, "what every move was worth")
        if self.game.rematch is not None:
            label = "play" if self.remote.mine else "watch"
            return [Key(("enter",), label, self._go_on, f"{label} the rematch"), review]
        if not self.remote.mine or self.game.evening is not None:
            return [review]
        again = "play again with seats swapped, on"
        return [
            Key(("enter",), "rematch", partial(self._rematch, "same"), f"{again} the same board"),
            review,
            Key(("b",), "new board", partial(self._rematch, "new"), f"{again} a new board"),
        ]

    def _answers(self) -> list[Key]:
        """The answers to a takeback request."""
        if self.game.asks is None:
            return []
        no = Key(("n",), "decline", partial(self._take_back, "no"), "do not let a move be taken back")
        if self.game.asks in self.remote.mine:
            return [no._replace(label="withdraw", meaning="ask for no takeback any more")]
        return [Key(("y",), "accept", partial(self._take_back, "yes"), "let a move be taken back"), no]

    def _keys_of_a_turn(self) -> list[Key]:
        legal = self.game.position.legal if self.is_my_move else ()
        words = [
            Key(("s",), word, partial(self._play_word, word), f"{word}, where that is a move")
            for word in (STOP, SWAP)
            if word in legal
        ]
        enter = Key(("enter", "space"), "claim", self.choose, "claim the cell under the cursor")
        return [*self.cursor_keys(), enter, *words, *self._keys_of_advice()]

    def _keys_of_advice(self) -> list[Key]:
        if not self._may_ask:
            return []
        names = ("i",) if self.program.has_vi_keys else ("h", "i")
        return [
            Key(("v",), "values", self._toggle_values, "what every claim is worth, on the cells"),
            Key(names, "hint", self._ask_hint, "a best move, and why"),
        ]

    def _keys_of_people(self) -> list[Key]:
        """What can be asked for, and said."""
        if not self.remote.mine or self.is_gone:
            return []
        link = Key(("f",), "invite" if self.free_seat else "link", self._invite, "a link to a seat")
        keys = [self._undo] if self.remote.may_take_back else []
        keys += self._keys_of_a_seat() if len(self.remote.mine) == 1 else []
        if not self.game.is_over:
            keys.append(Key(("R",), "resign", self._resign))
        if self.remote.offered and not self.game.is_over:
            keys.append(Key(("o",), "play both", self._take_both, "take the other seat too"))
        return [link, *keys] if self.free_seat else [*keys, link]

    @property
    def _undo(self) -> Key:
        run = partial(self._take_back, "ask")
        if self.remote.is_alone:
            return Key(("u",), "undo", run, "take back your last move")
        return Key(("u",), "take back", run, "take back your last move, if the other player accepts")

    def _keys_of_a_seat(self) -> list[Key]:
        """What the player of one seat says, and is called."""
        say = Key(("p",), "say", self._say_something, "say something to the other player")
        name = Key(("m",), "name", self._rename, "what you are called")
        return [
            *([say] if self.game.seats == ("sat", "sat") else []),
            *([] if self.game.is_over else [name]),
        ]
