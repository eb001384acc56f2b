"""A review: a game stepped through on the board, with its curve, its verdicts and better lines."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

from textual.app import ComposeResult

from fivesquare import reviews
from fivesquare.board import parse_cell
from fivesquare.engine import FIRST, SECOND
from fivesquare.fullscreen import curve_view, scores
from fivesquare.fullscreen.board_page import SIDE, BoardPage
from fivesquare.fullscreen.board_view import BoardView, needed, tile_for
from fivesquare.fullscreen.curve_view import CurveView
from fivesquare.fullscreen.game_page import listener_of
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.play_on_page import PlayOnPage
from fivesquare.fullscreen.text import Line, cut
from fivesquare.fullscreen.thinking import Thought
from fivesquare.fullscreen.wishes import AnalysisWished, MistakesWished
from fivesquare.lanes import Glance
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position
from fivesquare.reviews import Review
from fivesquare.table.compilation import announced
from fivesquare.table.resignations import winner_of
from fivesquare.table.table import TableSetting
from fivesquare.words import commentary, turns
from fivesquare.words.commentary import Commentary
from fivesquare.words.listener import capital
from fivesquare.words.players import seats_of
from fivesquare.words.worths import better_moves, word_notes, worth_notes

_EACH = 30.0  # seconds for a move, at most, unless the reader says otherwise
_INKS = {"bad": "bad", "poor": "bad", "good": "good"}
_CURVE_SIGNS = (
    ("✗", "below the curve: a move that gave away the win or the draw; ⊗ the turning point"),
    ("-", "below the curve: a move that gave away points"),
)
_SIGNS = {"bad": "✗", "poor": "-"}


class Variation(NamedTuple):
    """Moves that were not made: where they begin, what is said about them, and how many are shown."""

    name: str
    said: str
    positions: Sequence[Position]
    at: int = 1


class ReviewPage(BoardPage):
    """A place in a reviewed game, or in a line that leaves it there."""

    topic = "Review"
    signs = (*BoardPage.signs, *_CURVE_SIGNS)

    def __init__(self, game: Position, review: Review | None = None, seconds: float | None = None) -> None:
        """Without a review it is made here, in the background; `seconds` limits the time for each move."""
        super().__init__(game, listener_of(TableSetting(game, seats_of(game))))
        self._seconds = seconds
        self._positions = game.history()
        self._progress = "" if review is not None else commentary.progress(0, len(game.moves))
        self._has_values = False
        self._at = 0
        self._line: Variation | None = None
        self.curve = CurveView(reviews.unreviewed(game), id="curve")
        self._take(reviews.unreviewed(game) if review is None else review)
        self.view.set_reactive(BoardView.live, False)
        self.view.set_reactive(BoardView.position, self._positions[0])

    def compose_body(self) -> ComposeResult:
        yield from super().compose_body()
        yield self.curve

    def on_mount(self) -> None:
        if self._progress:
            self.thinker.think(self._work, self._finish, self._failed)
        self._show()

    # --- The review ---

    def _work(self, glance: Glance) -> Review:
        """Review the game, in the thread that thinks, and tell of each move."""
        moves = self._positions[-1].moves
        seconds = self._seconds or _EACH
        done = count(1)

        def tell(so_far: Review) -> None:
            said = commentary.progress(next(done), len(moves))
            self.post_message(Thought(partial(self._take, so_far, said)))

        return reviews.review(
            self._positions[-1],
            seconds=seconds,
            threads=1,
            progress=lambda _done, _total: glance(),
            on_move=tell,
        )

    def _take(self, review: Review, progress: str | None = None) -> None:
        """Show what is known now."""
        self.review = review
        self.commentary = Commentary(review, self.listener)
        self._progress = self._progress if progress is None else progress
        if self.is_mounted:
            self._show()

    def _finish(self, review: Review) -> None:
        self._take(review, "")

    def _failed(self, error: BaseException) -> None:
        self._progress = ""
        self.fail(error)

    # --- Going ---

    @property
    def end(self) -> int:
        """The place after the last move."""
        return len(self._positions) - 1

    def go_to(self, at: int) -> None:
        """Show the game after so many moves."""
        self._line = None
        self._at = min(max(at, 0), self.end)
        self._message = ("", "ink")
        self._show()

    def _step(self, by: int) -> None:
        """Go forward or back, in the line or in the game."""
        line = self._line
        if line is None:
            self.go_to(self._at + by)
        else:
            self._enter(line, line.at + by)

    def _to_end(self, is_last: bool) -> None:
        line = self._line
        if line is not None:
            self._enter(line, len(line.positions) - 1 if is_last else 0)
        else:
            self.go_to(self.end if is_last else 0)

    def _enter(self, line: Variation, at: int) -> None:
        """Show a line after so many of its moves."""
        before = line.at
        self._line = line = line._replace(at=min(max(at, 0), len(line.positions) - 1))
        self._message = ("", "ink")
        self._show()
        if line.at and line.at >= before:
            step = _last_step(line.positions[line.at])
            self.view.flash((step.cell, *step.taken) if step.is_claim else ())

    def _go_to_mistake(self, by: int) -> None:
        """Go to the next mistake or the one before; after the last one comes the first."""
        mistakes = self.commentary.mistakes
        if not mistakes:
            self.say(self._progress or self.commentary.nothing_wrong())
            return
        ahead = [number for number in mistakes if (number - self._at) * by > 0]
        self.go_to((ahead or mistakes)[0 if by > 0 else -1])

    def _go_to_turning_point(self) -> None:
        turning = self.review.turning_point
        if turning is None:
            self.say(self._progress or self.commentary.nothing_wrong())
        else:
            self.go_to(turning.number)

    def on_curve_view_chosen(self, message: CurveView.Chosen) -> None:
        self.go_to(message.at)

    def leave(self) -> None:
        """Back from a line to the game, and from there to the page before."""
        if self._line is not None:
            self.go_to(self._at)
        else:
            super().leave()

    # --- Lines ---

    @property
    def _has_erred(self) -> bool:
        """Whether the move just made was a mistake."""
        return self._at > 0 and self.review.moves[self._at - 1].is_mistake

    def _play_better(self) -> None:
        """The better line after a mistake, else the best one from here."""
        if self._has_erred:
            self._follow("better line", self._at - 1, self.commentary.improved)
        else:
            self._follow("best line", self._at, self.commentary.line)

    def _play_refutation(self) -> None:
        if self._has_erred:
            self._follow("refutation", self._at, self.commentary.refuted)

    def _follow(self, name: str, start: int, said: Callable[[int], str]) -> None:
        """Show the best line from a place of the game; `said` makes the sentence about it."""
        moves = self.review.line_after(start)
        if self._positions[start].is_over:
            self.say(commentary.NOTHING_FOLLOWS)
        elif not moves:
            self.say(self._progress or commentary.NOT_SOLVED)
        else:
            self._enter(Variation(name, said(self._at), _played(self._positions[start], moves)), 1)

    # --- From here ---

    def _play_on(self) -> None:
        if self.position.is_over:
            self.say(commentary.IS_OVER)
        else:
            self.program.push_screen(PlayOnPage(self.position))

    def _take_mistakes(self) -> None:
        if self.commentary.mistakes and not self._progress:
            self.post_message(MistakesWished(self.review))
        else:
            self.say(self._progress or self.commentary.nothing_wrong())

    def _analyse(self) -> None:
        self.post_message(AnalysisWished(self.position))

    def _toggle_values(self) -> None:
        self._has_values = not self._has_values
        if self._has_values and self._line is None:
            if self.position.is_over:
                self.say(commentary.NO_MORE_TO_KNOW)
            elif self.review.solution_after(self._at) is None:
                self.say(self._progress or commentary.NOT_SOLVED)
        self._show()

    # --- What is shown ---

    def _show(self) -> None:
        """Put the place on the board."""
        line = self._line
        self.view.position = self._positions[self._at] if line is None else line.positions[line.at]
        solution = None if line else self.review.solution_after(self._at)
        has_values = self._has_values and solution is not None
        self.view.notes = worth_notes(self.position, solution) if has_values and solution else {}
        self.view.ghosts = {} if has_values or line else self._better_cells()
        self.refresh_page()

    def _better_cells(self) -> dict[int, str]:
        """Where the better moves would have been."""
        if self._at == 0:
            return {}
        moves = better_moves(self.review.moves[self._at - 1])
        claims = [move for move in moves if move not in (STOP, SWAP)]
        return {parse_cell(move, self.position.size): "★" for move in claims}

    def heading(self) -> str:
        line = self._line
        if line is not None:
            return f"{capital(line.name)}, {line.at} of {len(line.positions) - 1}, {super().heading()}"
        return f"Move {self._at} of {self.end}, {super().heading()}"

    def refresh_page(self) -> None:
        if not self.is_mounted:
            return
        height = self._room_for_curve()
        if self.curve.styles.height is None or self.curve.styles.height.value != height:
            self.curve.styles.height = height
            self.curve.display = height > 0
        self.curve.show(self.review, self._at)
        super().refresh_page()

    def _room_for_curve(self) -> int:
        """The lines of the curve: it makes no tile lower than a small curve would, and gives way."""
        lines = self.size.height - (3 if self.is_wide else 5)
        columns = self.size.width - (SIDE if self.is_wide else 0)
        size = self._positions[0].size
        least = needed(size)[1] + 1 if self.is_wide else needed(size)[1]
        small = tile_for(size, columns, lines - curve_view.LEAST - 1).height
        for height in range(curve_view.MOST, curve_view.LEAST, -1):
            if tile_for(size, columns, lines - height).height >= small and lines - height >= least:
                return height
        return curve_view.LEAST if lines - curve_view.LEAST >= least else 0

    def score_lines(self, width: int, after: Position | None) -> list[Line]:
        shares = [self.commentary.share(player) for player in (FIRST, SECOND)]
        notes = [f"accuracy {share}" if share else "" for share in shares]
        return scores.in_full(self.position, self.listener, width, after, notes)

    def remarks(self) -> Sequence[tuple[str, str]]:
        if self._line is not None:
            return self._about_line(self._line)
        if not self.is_wide:
            return self._in_short()
        said = [(self.commentary.overview() if not self._progress else "", "ink")]
        if self._at:
            said = [(capital(self.commentary.deed(self._at)), "ink"), self._judged()]
        said.append((self._prospect(), "ink"))
        solution = self.review.solution_after(self._at)
        if self._has_values and solution is not None:
            said.append((word_notes(self.position, solution), "ink"))
        return [*((text, ink) for text, ink in said if text), *self._waiting()]

    def _in_short(self) -> Sequence[tuple[str, str]]:
        """One paragraph, for a narrow screen."""
        if self._at == 0:
            shares = (self.commentary.accuracy(player) for player in (FIRST, SECOND))
            text = " ".join([self.commentary.overview(), *filter(None, shares)])
            return self._waiting() or [(text, "ink")]
        text, ink = self._judged()
        return [(f"{text} {self._prospect()}".strip(), ink)] if text else self._waiting()

    def _judged(self) -> tuple[str, str]:
        """The verdict on the move just made; nothing as long as it is still to come."""
        move = self.review.moves[self._at - 1]
        if self._progress and not move.is_solved:
            return "", "ink"
        return self.commentary.judged(self._at), _INKS.get(move.mark, "ink")

    def _prospect(self) -> str:
        """How the game ended here, or what perfect play would lead to."""
        if self.position.is_over:
            return self.listener.result(self.position)
        winner = winner_of(self.position) if self._at == self.end else None
        said = "" if winner is None else f"{turns.resignation(winner, self.listener)} "
        return f"{said}{self.commentary.prospect(self._at)}".strip()

    def _waiting(self) -> list[tuple[str, str]]:
        """What is being worked out."""
        if self.program.compiler.is_running:
            said = announced()
        else:
            said = f"{capital(self._progress)} ..." if self._progress else ""
        return [(said, "muted")] if said else []

    def _about_line(self, line: Variation) -> list[tuple[str, str]]:
        """What a line is for, and the move of it just made."""
        here = line.positions[line.at]
        said = [(line.said, "ink")]
        if line.at and self.is_wide:
            said.append((capital(commentary.deed(_last_step(here), self.listener)), "muted"))
        return said

    def more_lines(self, room: int, width: int) -> Sequence[Line]:
        """The moves around this place, with their signs; in a line those of the line."""
        if room < 2:
            return ()
        if self._line is not None:
            return [(), *scores.moves(self._line.positions[self._line.at], room - 1, width)]
        first = max(0, min(self._at - room // 2, self.end - room + 1))
        numbers = range(first, min(self.end, first + room - 1))
        return [(), *(self._move_line(number, width) for number in numbers)]

    def _move_line(self, number: int, width: int) -> Line:
        here = ("▸" if number + 1 == self._at else " ", "bold ink")
        sign = _SIGNS.get(self.review.moves[number].mark, " ")
        return cut(
            (here, *scores.move_line(self._positions, number, width - 4), (f" {sign}", "bold bad")), width
        )

    # --- Keys ---

    def keys(self) -> Sequence[Key]:
        steps = self._step_keys()
        if self._line is not None:
            back = Key(("escape",), "to the game", self.leave, "from the line back to the game")
            return [*steps, back, *self._keys_from_here()[:2]]
        named = "better line" if self._has_erred else "best line"
        meaning = "the better line on the board, or the best one from here"
        lines = [Key(("b",), named, self._play_better, meaning)]
        if self._has_erred:
            lines.append(Key(("f",), "refutation", self._play_refutation, "what answers the mistake"))
        return [
            *steps,
            Key(("m",), "mistake", lambda: self._go_to_mistake(1), "the next mistake"),
            Key(("M",), "", lambda: self._go_to_mistake(-1), "the mistake before"),
            Key(("T",), "", self._go_to_turning_point, "the turning point"),
            *lines,
            Key(("v",), "values", self._toggle_values, "what every claim was worth, on the cells"),
            *self._keys_from_here(),
        ]

    def _step_keys(self) -> list[Key]:
        vi = self.program.has_vi_keys
        on = ("right", *(("l",) if vi else ()), "space", *(("enter",) if self._line is not None else ()))
        back = ("left", *(("h",) if vi else ()))
        return [
            Key(on, "step", partial(self._step, 1), "one move back or on", "←→ hl" if vi else "←→"),
            Key(back, "", partial(self._step, -1)),
            Key(("home",), "", partial(self._to_end, False), "the start"),
            Key(("end",), "", partial(self._to_end, True), "the end"),
        ]

    def _keys_from_here(self) -> list[Key]:
        enter = () if self._line is not None else ("enter",)
        return [
            Key((*enter, "p"), "play on", self._play_on, "play on from here, as a new game"),
            Key(("a",), "analyse", self._analyse, "this position on the analysis board"),
            Key(("x",), "puzzles", self._take_mistakes, "the mistakes as puzzles"),
        ]


def _played(start: Position, moves: Sequence[str]) -> list[Position]:
    """The positions of a line, from where it begins."""
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def _last_step(position: Position) -> Step:
    return Step(position.back(), position.moves[-1], position)
