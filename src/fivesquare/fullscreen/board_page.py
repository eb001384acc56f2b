"""A page with a board: the cursor, and what is said beside the board or above and below it."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from fivesquare.fullscreen import scores
from fivesquare.fullscreen.board_view import BoardView, needed
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import WIDE, Page
from fivesquare.fullscreen.text import Line, TextView, wrapped
from fivesquare.fullscreen.thinking import Thinker, Thought
from fivesquare.position import Position
from fivesquare.table.summaries import title_of
from fivesquare.words import turns
from fivesquare.words.listener import Listener

_AROUND = 5  # lines above and below a board: title, scores, message and keys

SIDE = 30
"""The columns beside a board."""


class BoardPage(Page):
    """A page whose centre is a board. Subclasses say what happens when a cell is chosen."""

    DEFAULT_CSS = f"""
    BoardPage #side {{ width: {SIDE}; padding: 1 1 0 1; display: none; }}
    BoardPage.-wide #side {{ display: block; }}
    BoardPage #scores {{ height: 1; }}
    BoardPage.-wide #scores {{ display: none; }}
    BoardPage #board {{ width: 1fr; height: 1fr; }}
    BoardPage #foot {{ height: auto; max-height: 6; }}
    """

    signs: ClassVar[Sequence[tuple[str, str]]] = (
        ("● ◆", "cells of the first and of the second player"),
        ("◉ ◈", "the last claim"),
        ("◍ ❖", "what it took"),
        ("○ ◇", "what this claim would take"),
        ("▲ = ▼", "with perfect play this claim wins, draws, loses; ★ a best one"),
    )
    foot_lines = 0
    """Lines that are kept free below the board on a narrow screen."""

    def __init__(self, position: Position, listener: Listener) -> None:
        super().__init__()
        self.view = BoardView(position, id="board")
        self.listener = listener
        self.thinker = Thinker(self, self._get_ready)
        self._row: int | None = None

    def compose_body(self) -> ComposeResult:
        yield TextView(id="scores")
        with Horizontal(id="body"):
            with Vertical(id="middle"):
                yield self.view
                yield TextView(id="foot")
            yield TextView(id="side")

    def on_unmount(self) -> None:
        self.thinker.close()

    @property
    def is_thinking(self) -> bool:
        return self.thinker.is_busy

    def _get_ready(self) -> None:
        """Called in the thread that thinks, before it does."""
        self.program.compiler.get_ready()

    def on_thought(self, thought: Thought) -> None:
        thought.show()
        self.refresh_page()

    def on_resize(self) -> None:
        self.call_after_refresh(self.refresh_page)  # by then the board has its new size too

    # --- What is shown ---

    @property
    def position(self) -> Position:
        return self.view.position

    @property
    def is_wide(self) -> bool:
        return self.size.width >= WIDE

    def heading(self) -> str:
        size = f" {self.position.size}" if self.position.size != self.position.book.size else ""
        return f"{title_of(self.position.book)}{size}"

    def status(self) -> str:
        return turns.whose(self.position, self.listener)

    def remarks(self) -> Sequence[tuple[str, str]]:
        """Paragraphs beside the board, each with its style; on a narrow screen only the last is shown."""
        return ()

    def refresh_page(self) -> None:
        if not self.is_mounted:
            return
        super().refresh_page()
        step = self.view.preview()
        after = None if step is None else step.after
        width = SIDE - 2
        line = scores.in_a_line(self.position, self.listener, self.size.width, after, self.asides())
        self.query_one("#scores", TextView).show([line])
        lines = self.score_lines(width, after)
        for text, style in self.remarks():
            lines += [(), *wrapped(text, width, style)]
        height = self.query_one("#side").size.height or self.size.height - 4
        self.query_one("#side", TextView).show([*lines, *self.more_lines(height - len(lines) - 1, width)])

    def score_lines(self, width: int, after: Position | None) -> list[Line]:
        return scores.in_full(self.position, self.listener, width, after, asides=self.asides())

    def asides(self) -> scores.Asides:
        """What is said below the players' names."""
        return scores.NO_ASIDES

    def more_lines(self, room: int, width: int) -> Sequence[Line]:
        """What fills the rest of the column beside the board."""
        return [(), *scores.moves(self.position, room - 1, width)] if room > 2 else ()

    def _show_message(self) -> None:
        """The message, or on a narrow screen what else would stand beside the board, or the preview."""
        text, style = self._message
        if not self.view.has_room:
            columns, rows = needed(self.position.size)
            lines_needed = rows + _AROUND + (0 if self.is_wide else self.foot_lines)
            text, style = f"Needs {columns} columns and {lines_needed} lines: enlarge the window.", "bad"
        elif not text and not self.is_wide and self.remarks():
            text, style = self.remarks()[-1]
        elif not text:
            text, style = self.pointed_at(), "muted"
        lines = wrapped(text, self.size.width - 2, style)
        self.query_one("#message", TextView).show([((" ", style), *line) for line in lines])

    def pointed_at(self) -> str:
        """What is said about the cell under the cursor."""
        step = self.view.preview()
        if step is not None:
            return turns.preview(step, self.listener)
        return turns.refused(self.position, self.view.cursor, self.listener) if self.view.live else ""

    # --- The cursor ---

    def press(self, key: Key) -> None:
        """Do what a key does; no cell is chosen on a board that cannot be seen."""
        if "enter" not in key.names or not self.view.live or self.view.has_room:
            super().press(key)

    def on_board_view_pointed(self) -> None:
        self._message = ("", "ink")
        self.refresh_page()

    def on_board_view_chosen(self) -> None:
        self._message = ("", "ink")
        self.choose()
        self.refresh_page()

    def choose(self) -> None:
        """Do what Enter or a click on a cell does."""

    def cursor_keys(self, meaning: str = "move") -> list[Key]:
        """The keys that move the cursor, by steps and by row and column."""
        vi = self.program.has_vi_keys
        names = {"left": "h", "down": "j", "up": "k", "right": "l"}
        steps = {"left": (0, -1), "down": (1, 0), "up": (-1, 0), "right": (0, 1)}
        keys = [
            Key((name, names[name]) if vi else (name,), "", partial(self.view.step, *by))
            for name, by in steps.items()
        ]
        shown = "←↑↓→ hjkl" if vi else "←↑↓→"
        keys[0] = keys[0]._replace(label=meaning, meaning="move the cursor", shown=shown)
        digits = Key((), "", self.choose, "go to a cell: type its row, then its column", "1-8")
        return [*keys, digits]

    def on_key(self, event: events.Key) -> None:
        if event.key.isdigit() and self.view.live:
            event.stop()
            event.prevent_default()
            self._type(int(event.key))
        else:
            self._row = None

    def _type(self, digit: int) -> None:
        """A digit: the row first, then the column."""
        rows, columns = self.position.size
        if self._row is None:
            if 1 <= digit <= rows:
                self._row = digit
                self.say(f"Row {digit}, column ...", "muted")
        elif 1 <= digit <= columns:
            self.view.cursor = (self._row - 1) * columns + digit - 1
            self._row = None
            self.say("")
