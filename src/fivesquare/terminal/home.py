"""The main menu loop: play, continue, puzzles, rules or a review, until the user quits."""

import datetime
from contextlib import closing, suppress

from fivesquare import dailies, record
from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.table import saved_games
from fivesquare.table.openings import Order
from fivesquare.table.settings import remember, remembered
from fivesquare.table.table import TableSetting
from fivesquare.terminal.daily_puzzle import pose_daily
from fivesquare.terminal.game_wishes import GameWish
from fivesquare.terminal.menu import CONTINUE, DAILY, PLAY, PUZZLE, REVIEW, RULES, Chosen, Known, choose
from fivesquare.terminal.puzzle_series import pose_puzzles
from fivesquare.terminal.rounds import autosave, check_seats, dealt, play_game, toss
from fivesquare.terminal.screen import Screen, filled, sentence, width
from fivesquare.terminal.walk import go_over, walk
from fivesquare.words.players import begins, has_person, seats_of
from fivesquare.words.rules import explain


def open_menu(screen: Screen) -> None:
    """Ask what to do, and do it, until the user quits."""
    with suppress(EOFError):
        while _does(choose(screen, _known()), screen):
            screen.write()


def _known() -> Known:
    left = last = None
    with suppress(FivesquareError):
        left, kept = saved_games.last_left(has_person)
        kept.close()
    with suppress(FivesquareError):
        last = record.load(saved_games.finished(None, has_person))
    return Known(remembered(), left, last)


def _does(chosen: Chosen, screen: Screen) -> bool:
    """Do what was chosen; whether to show the menu again."""
    try:
        if chosen.word == PLAY:
            return _play_wish(chosen.wish, screen)
        if chosen.word == CONTINUE:
            return _continued(chosen.wish.style, screen)
        if chosen.word == PUZZLE:
            pose_puzzles(screen, chosen.wish.name)
        elif chosen.word == DAILY:
            today = datetime.date.today()
            pose_daily(screen, dailies.date_of(today), today)
        elif chosen.word == REVIEW:
            return _walked(record.load(saved_games.finished(None, has_person)), screen, chosen.wish.style)
        elif chosen.word == RULES:
            screen.write("\n" + explain(chosen.wish.book, width=width()))
    except FivesquareError as error:
        screen.write(filled(sentence(error)))
    if screen.is_terminal:
        screen.ask("\n(Enter returns to the menu) ", "Press Enter to return to the menu.")
    return True


def _continued(style: str, screen: Screen) -> bool:
    """Continue the last unfinished game; whether to show the menu afterwards."""
    position, kept = saved_games.last_left(has_person)
    setting = TableSetting(position, seats_of(position), style)
    with closing(kept):
        check_seats(setting, kept)
        screen.write()
        return play_game(setting, screen, kept)


def _play_wish(wish: GameWish, screen: Screen) -> bool:
    """Play a game as wished; whether to show the menu afterwards."""
    if wish.choices is not None:
        remember(wish.choices)
    order = Order(wish.book, wish.size, wish.balance)
    position = dealt(order, screen, wish.board)
    seats = (wish.opponent, "human") if wish.seat == "second" else ("human", wish.opponent)
    kept = autosave(position, screen)
    screen.write()
    if wish.seat == "random":
        seats = toss(seats, position.extra["seed"], screen)
    elif wish.seat == "second" and wish.opponent == "human":
        screen.write(f"{begins(wish.opponent, is_friend=True)}.\n")
    another = order._replace(size=position.size)
    return play_game(TableSetting(position, seats, wish.style, wish.tutor), screen, kept, another)


def _walked(game: Position, screen: Screen, style: str) -> bool:
    """Walk through a game, perhaps playing on from there; whether to show the menu afterwards."""
    setting = walk(go_over(game, screen), screen, style)
    return setting is None or play_game(setting, screen, autosave(setting.position, screen))
