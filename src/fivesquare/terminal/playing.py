"""The commands `play` and `resume`, the menu, and one game after the other."""

from contextlib import closing, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

import click
from click.core import ParameterSource

from fivesquare import record
from fivesquare.board import Board, Size
from fivesquare.books.explain import explain
from fivesquare.errors import FileError, FivesquareError, RuleBookError
from fivesquare.players import find_player
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream
from fivesquare.terminal import games
from fivesquare.terminal.afterwards import (
    EASIER,
    HARDER,
    QUIT,
    TAKE_BACK,
    WALK,
    Offer,
    ask_what_now,
    say_how_to_see_it,
)
from fivesquare.terminal.balancing import balance_options, balanced, with_balance
from fivesquare.terminal.choices import remember, remember_opponent, remembered
from fivesquare.terminal.games import Kept
from fivesquare.terminal.menu import GO_ON, PLAY, PUZZLE, REVIEW, RULES, Chosen, Known, choose
from fivesquare.terminal.options import (
    blaming,
    board_options,
    book_argument,
    chosen_book,
    deal,
    opening,
    plain_option,
    record_argument,
    seat_options,
    style_option,
)
from fivesquare.terminal.puzzling import puzzle
from fivesquare.terminal.screen import Screen, filled, sentence, width
from fivesquare.terminal.seats import in_words, seats_of
from fivesquare.terminal.session import Session, Setting
from fivesquare.terminal.summaries import book_of
from fivesquare.terminal.tutoring import tutor_option
from fivesquare.terminal.walking import go_over, walk
from fivesquare.terminal.wishes import Wish


@click.command(epilog='Example: fivesquare play sweep --board "5 3 8/2 9 1/6 4 7" --second greedy')
@book_argument
@seat_options
@board_options
@balance_options
@click.option("--toss", is_flag=True, help="Draw lots for who plays first.")
@click.option(
    "--save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game here."
)
@tutor_option
@style_option
@plain_option
def play(
    name: str | None,
    file: Path | None,
    first: str | None,
    second: str | None,
    board: str | None,
    size: str | None,
    seed: int | None,
    swap: bool,
    komi: str | None,
    toss: bool,
    save: Path | None,
    tutor: float | None,
    style: str,
    plain: bool,
) -> None:
    """Play a game, with a friend or the computer.

    Without a name: the menu.
    """
    if _is_alone():
        open_menu(plain)
        return
    book = chosen_book(name, file)
    seats = (first or "human", second or "human")
    screen = Screen(plain)
    position = games.with_identity(balanced(opening(book, board, size, seed), swap, komi, screen))
    with blaming("--save"):
        kept = autosave(position, screen) if save is None else games.keep_in(str(save), position)
    if toss:
        seats = _toss(seats, position.extra["seed"], screen)
    order = Order(book, position.size, "swap" if swap else komi or "")
    play_game(Setting(position, seats, style, tutor), screen, kept, order)


def _is_alone() -> bool:
    """Whether the command has nothing behind it, but how bare its text is to be."""
    context = click.get_current_context()
    names = [name for name in context.params if name != "plain"]
    return all(context.get_parameter_source(name) is not ParameterSource.COMMANDLINE for name in names)


def _toss(seats: tuple[str, str], seed: int, screen: Screen) -> tuple[str, str]:
    swapped = stream(seed, "toss").random() < 0.5
    drawn = (seats[1], seats[0]) if swapped else seats
    who = in_words(drawn[0])
    if seats[0] == seats[1]:  # two people share the screen: say which of them is meant
        who = "whoever sits on the right" if swapped else "whoever sits on the left"
    screen.write(f"The lot falls on {who}, to play first.\n")
    return drawn


@click.command(epilog="Example: fivesquare resume game.json --second greedy")
@record_argument
@seat_options
@tutor_option
@style_option
@plain_option
def resume(
    path: Path | None,
    first: str | None,
    second: str | None,
    tutor: float | None,
    style: str,
    plain: bool,
) -> None:
    """Go on with a saved game.

    FILE, or N of the games that `games` lists. Without: the last one that was left.
    """
    position, kept = games.last_left() if path is None else games.go_on(path)
    with closing(kept):
        before = seats_of(position)
        setting = Setting(position, (first or before[0], second or before[1]), style, tutor)
        _go_on(setting, kept, Screen(plain))


def _go_on(setting: Setting, kept: Kept, screen: Screen) -> None:
    with closing(kept):
        with record.naming(kept.path):
            for name in setting.seats:
                find_player(name)
        play_game(setting, screen, kept)


# --- One game after the other ---


class Order(NamedTuple):
    """What is settled when another game like this one is wanted; its board is random."""

    book: RuleBook
    size: Size | None
    balance: str = ""

    def deal(self, screen: Screen, board: Board | None = None) -> Position:
        """The opening of a new game."""
        position = deal(self.book, board, self.size, None)
        try:
            position = with_balance(position, self.balance, screen)
        except RuleBookError as error:  # a komi that would be fair is not there on every board
            screen.write(filled(f"({sentence(error)} So there is none.)") + "\n")
        return games.with_identity(position)


def play_game(setting: Setting, screen: Screen, kept: Kept | None, order: Order | None = None) -> None:
    """Play a game and then, as long as somebody wants that, another."""
    while True:
        order = order or Order(setting.position.book, setting.position.size)
        with nullcontext() if kept is None else closing(kept):
            following = _play_one(setting, screen, kept)
        if following is None:
            return
        if isinstance(following, Setting):  # from the middle of the game that was walked through
            setting, order = following, None
        else:
            setting = setting._replace(position=order.deal(screen), seats=following.seats)
        kept = autosave(setting.position, screen)
        screen.write()


def _play_one(setting: Setting, screen: Screen, kept: Kept | None) -> Offer | Setting | None:
    """Play to the end, and ask what now; what is wanted next, if anything is."""
    session = Session(setting, screen, kept)
    session.play()
    while session.match.position.is_over:
        offer = ask_what_now(session, screen)
        if offer.word == QUIT:
            say_how_to_see_it(session.keeper, screen)
            return None
        if offer.word == TAKE_BACK:
            session.match.take_back()
            screen.write("Taken back.\n")
            session.play()
        elif offer.word == WALK:
            branch = walk(go_over(session.match.position, screen), screen, setting.style)
            if branch is not None:
                return branch
        else:
            if offer.word in (HARDER, EASIER):
                remember_opponent(offer.seats)
            return offer
    return None


def autosave(position: Position, screen: Screen) -> Kept | None:
    try:
        return games.keep_here(book_of(position))
    except FileError as error:
        screen.warn(f"This game is not kept: {error}. Use --save FILE.")
        return None


# --- The menu ---


def open_menu(plain: bool) -> None:
    """Ask what to do, and do it, until somebody plays or leaves."""
    screen = Screen(plain)
    screen.write(filled("Fivesquare: five games of claiming squares.") + "\n")
    with suppress(EOFError):
        while not _does(choose(screen, _known()), screen, plain):
            if screen.is_terminal:
                screen.ask("\n(Enter goes back to the menu) ")
            screen.write()


def _known() -> Known:
    left = last = None
    with suppress(FivesquareError):
        left, kept = games.last_left()
        kept.close()
    with suppress(FivesquareError):
        last = record.load(games.finished(None))
    return Known(remembered(), left, last)


def _does(chosen: Chosen, screen: Screen, plain: bool) -> bool:
    """Do what was chosen; whether that is all."""
    try:
        if chosen.word == PLAY:
            _play_wish(chosen.wish, screen)
            return True
        if chosen.word == GO_ON:
            position, kept = games.last_left()
            screen.write()
            _go_on(Setting(position, seats_of(position), chosen.wish.style), kept, screen)
            return True
        if chosen.word == PUZZLE:
            click.get_current_context().invoke(puzzle, name=chosen.wish.name, plain=plain)
        elif chosen.word == REVIEW:
            return _walked(record.load(games.finished(None)), screen, chosen.wish.style)
        elif chosen.word == RULES:
            screen.write("\n" + explain(chosen.wish.book, width=width()))
    except FivesquareError as error:
        screen.write(filled(sentence(error)))
    return False


def _play_wish(wish: Wish, screen: Screen) -> None:
    if wish.choices is not None:
        remember(wish.choices)
    order = Order(wish.book, wish.size, wish.balance)
    position = order.deal(screen, wish.board)
    seats = (wish.opponent, "human") if wish.seat == "second" else ("human", wish.opponent)
    kept = autosave(position, screen)
    screen.write()
    if wish.seat == "lot" and wish.opponent != "human":
        seats = _toss(seats, position.extra["seed"], screen)
    another = order._replace(size=position.size)
    play_game(Setting(position, seats, wish.style, wish.tutor), screen, kept, another)


def _walked(game: Position, screen: Screen, style: str) -> bool:
    """Walk through a game; whether another one was played from there."""
    setting = walk(go_over(game, screen), screen, style)
    if setting is not None:
        play_game(setting, screen, autosave(setting.position, screen))
    return setting is not None
