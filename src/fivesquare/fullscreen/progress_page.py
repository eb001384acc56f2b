"""My progress: the ladder of each game, how accurate the last games were, and the games themselves."""

import datetime
from collections.abc import Sequence
from functools import partial

from fivesquare.books import NAMED
from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.list_page import ListPage
from fivesquare.fullscreen.thinking import Thinker, Thought
from fivesquare.fullscreen.wishes import GameWished, NewGameWished, ReviewWished
from fivesquare.ladders import RUNGS, Ladder
from fivesquare.lanes import Glance
from fivesquare.table import saved_games
from fivesquare.table.openings import Order
from fivesquare.table.own_progress import OwnGame, own_progress, review_missing
from fivesquare.table.table import TableSetting
from fivesquare.words import my_games
from fivesquare.words.listener import capital
from fivesquare.words.players import PERSON, seats_of

_LISTED = 30  # games
_EXPLAINED = (my_games.LADDER_RULE, f"{my_games.ACCURACY_MEANS}.", f"Skill: {my_games.SKILL_MEANS}.")


class ProgressPage(ListPage):
    """One list: ladders to climb, numbers, and games to review."""

    topic = "My progress"
    DEFAULT_CSS = "ProgressPage #list { max-width: 90; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._thinker = Thinker(self, lambda: self.program.compiler.get_ready())
        self._progress = own_progress(datetime.date.today())
        self._done: tuple[int, int] | None = None

    def on_mount(self) -> None:
        self._review()

    def on_unmount(self) -> None:
        self._thinker.close()

    @property
    def is_thinking(self) -> bool:
        return self._thinker.is_busy

    # --- Reviews in the background ---

    def _review(self) -> None:
        """Work out how accurate the games were that were not reviewed before."""
        if not self._progress.insight.missing:
            return
        progress = self._progress

        def work(glance: Glance) -> bool:
            return review_missing(progress, self._tell, glance)

        self._thinker.think(work, lambda _: self._read_again(), self.fail)

    def _tell(self, done: int, of: int) -> None:
        """Called in the thread that reviews."""
        self.post_message(Thought(partial(self._show_done, done, of)))

    def _show_done(self, done: int, of: int) -> None:
        self._done = (done, of)

    def _read_again(self) -> None:
        self._done = None
        self._progress = own_progress(datetime.date.today())
        self.offer()

    def on_thought(self, thought: Thought) -> None:
        thought.show()
        self.refresh_page()

    # --- What is shown ---

    def heading(self) -> str:
        progress = self._progress
        said = my_games.facts(len(progress.finished), progress.count("won"), progress.streak.now)
        return ", ".join(said)

    def status(self) -> str:
        return "" if self._done is None else my_games.working(*self._done)

    def choices(self) -> Sequence[Choice]:
        ladders = self._progress.ladders
        choices = [Choice("Ladders"), *(self._ladder(name, ladders[name]) for name in NAMED)]
        choices += [Choice("How you play"), *map(Choice, self._numbers())]
        games = self._progress.games[:_LISTED]
        if games:
            choices += [Choice("Your games"), *map(self._game, games)]
        return choices

    def _ladder(self, name: str, ladder: Ladder) -> Choice:
        """The rungs of a game; Enter plays the next one."""
        rungs = "".join("■" if rung in ladder.beaten else "□" for rung in RUNGS)
        won = my_games.won_and_lost(self._progress.count("won", name), self._progress.count("lost", name))
        return Choice(
            f"{capital(name):<11} {rungs}  {my_games.next_rung(ladder.next)}",
            partial(self._climb, name, ladder.next or RUNGS[-1]),
            won,
        )

    def _climb(self, name: str, rung: str) -> None:
        self.post_message(NewGameWished(Order(NAMED[name], None), (PERSON, rung)))

    def _numbers(self) -> list[str]:
        """Accuracy, skill and the usual mistake, as far as they are known."""
        insight = self._progress.insight
        if not insight.reviewed:
            return [f"  {my_games.TOO_FEW_GAMES}"]
        said = [
            my_games.measured("Accuracy", insight.accuracies),
            my_games.measured("Skill", insight.skills),
        ]
        usual = insight.usual_mistake
        if usual is not None:
            said.append(f"{my_games.usual_mistake(usual.kind)} {my_games.how_often(usual.count, usual.of)}")
        if insight.left_out:
            said.append(my_games.too_large(insight.left_out))
        return [f"  {sentence}" for sentence in said]

    def _game(self, game: OwnGame) -> Choice:
        accuracy = self._progress.accuracy(game)
        scores = "" if game.scores is None else f" {game.scores[0]}-{game.scores[1]}"
        whom = "two people" if game.seat is None else f"against {game.opponent}"
        known = "" if accuracy is None else f", {my_games.accurate(accuracy)}"
        note = f"{my_games.how_it_stands(game.state)}{scores}{known}"
        return Choice(f"{game.label}, {whom}", partial(self._open, game), note)

    def _open(self, game: OwnGame) -> None:
        if game.is_over:
            self.post_message(ReviewWished(game.position))
            return
        position, kept = saved_games.go_on(game.path)
        self.post_message(GameWished(TableSetting(position, seats_of(position)), kept=kept))

    # --- Keys ---

    def keys(self) -> Sequence[Key]:
        is_ladder = self._list.at <= len(NAMED)
        return [
            *self._list.keys("climb" if is_ladder else "open"),
            Key(("e",), "explain", self._explain, "what ladders, accuracy and skill are"),
        ]

    def _explain(self) -> None:
        self.read("My progress", "What it means", _EXPLAINED)
