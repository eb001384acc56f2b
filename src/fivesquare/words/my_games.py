"""What is said to players about their own games: what counts for a ladder, and how they play."""

from collections.abc import Sequence

from fivesquare.board import Size
from fivesquare.books import NAMED
from fivesquare.errors import many
from fivesquare.insight import SPAN, recent
from fivesquare.ladders import LadderNews
from fivesquare.mistakes import Kind

_BECAUSE = {
    "hint": "You asked for a hint",
    "values": "You looked at the values",
    "tutor": "The tutor warned you",
    "undo": "You took a move back",
    "komi": "You had a head start",
    "board": "The board was set up by hand",
    "players": "This game was begun by other players",
    "elsewhere": "This game was begun elsewhere",
}


def not_counted(reason: str, size: Size) -> str:
    """Why a win beats no level; `size` is that of the book's own board."""
    because = _BECAUSE.get(reason, f"The ladder is played on {size.rows}x{size.columns} boards")
    return f"{because}, so this win doesn't count for the ladder."


HELPED = "You had help, so a win here will not count for the ladder."


def level_name(player: str) -> str:
    """A rung of a ladder: "level 4", "perfect play"."""
    return "perfect play" if player == "perfect" else player.replace(":", " ")


# --- How one plays ---

ACCURACY_MEANS = "Accuracy: the share of what was at stake that you kept"
SKILL_MEANS = "random moves are 0, perfect play is 100"
REVIEWING = "Your games are being reviewed, one after the other. You can play meanwhile."
TOO_FEW_GAMES = "After three games this shows how accurate you are."
NOTHING_USUAL = "Nothing has cost you three games in the same way yet."

_USUAL: dict[Kind, str] = {
    "taken": "You claim what can be taken right back.",
    "past": "You get stuck just short of the target.",
    "shut": "You shut yourself in.",
    "missed": "You leave something that could be taken.",
    "biggest": "You go for the biggest number.",
}
_THE_SAME = "the same"
_LIKE_IT: dict[Kind, str] = {
    "taken": "The tempting claim is taken right back.",
    "past": "The tempting claim leaves you short of the target.",
    "shut": "The tempting claim leads nowhere.",
    "missed": "The tempting claim leaves something that could be taken.",
    "biggest": "The biggest number is a mistake.",
}


def usual_mistake(kind: Kind) -> str:
    """The mistake a player makes most often."""
    return _USUAL[kind]


def how_often(count: int, of: int) -> str:
    """How many of a player's mistakes are of one kind."""
    return f"{count} of the last {of} moves that cost you the result."


def like_it(kind: Kind) -> str:
    """What puzzles of a kind have in common."""
    return _LIKE_IT[kind]


def lately(games: int) -> str:
    """Over which games a number goes."""
    return "in your last ten games" if games >= SPAN else f"in your last {many(games, 'game')}"


def better(by: float) -> str:
    """How two percentages compare: "12 better", "3 worse", "the same"."""
    points = round(100 * by)
    return _THE_SAME if points == 0 else f"{abs(points)} {'better' if points > 0 else 'worse'}"


def figure(share: float) -> str:
    """A share as a number: "87%"."""
    return f"{round(100 * share)}%".replace("-", "\N{MINUS SIGN}")


def accurate(accuracy: float) -> str:
    """How accurate a player was in one game."""
    return f"{round(100 * accuracy)}% accurate"


def measured(name: str, numbers: Sequence[float]) -> str:
    """A mean over the last games, the newest first, and how it compares with those before."""
    now, by = recent(numbers)
    said = f"{name} {figure(now or 0)} {lately(len(numbers))}"
    if by is None:
        return f"{said}."
    compared = better(by)
    return f"{said}, {compared} {'as' if compared == _THE_SAME else 'than'} before."


def course(name: str, shares: Sequence[float]) -> str:
    """What a chart of one's games shows."""
    first, last = (round(100 * share) for share in (shares[0], shares[-1]))
    return f"{name} of your last {many(len(shares), 'game')}, from {first}% to {last}%"


def working(done: int, of: int) -> str:
    return f"Working it out: {done} of {of}"


def too_large(count: int) -> str:
    """What is missing from an account of one's games."""
    verb = "is" if count == 1 else "are"
    return f"{many(count, 'game')} {verb} left out: the board is too large for exact values."


def many_games(count: int) -> str:
    return many(count, "game")


def days_in_a_row(count: int) -> str:
    return f"puzzle of the day: {many(count, 'day')} in a row"


def facts(finished: int, won: int, streak: int) -> list[str]:
    """A player's games in numbers."""
    counted = [many_games(finished), f"{won} won"]
    return [*counted, days_in_a_row(streak)] if streak else counted


_STATES = {
    "won": "Won",
    "lost": "Lost",
    "draw": "Draw",
    "over": "Over",
    "yours": "Your turn",
    "waiting": "Waiting",
    "running": "Running",
}


def how_it_stands(state: str) -> str:
    """The state of a player's game, in a word."""
    return _STATES[state]


# --- Ladders ---

LADDER_RULE = (
    "Beat a level, and the next one opens. Ten levels, then perfect play. "
    "A win counts without hint, values, warning or undo, on the game's own board."
)


def next_rung(then: str | None) -> str:
    """What a ladder leads to: "Level 4", "Perfect play"."""
    return "All beaten" if then is None else level_name(then).capitalize()


def won_and_lost(won: int, lost: int) -> str:
    """The games of one book; empty if none was won or lost."""
    return f"{won} won, {lost} lost" if won or lost else ""


def ladder_news(news: LadderNews) -> str:
    """What a win means for a ladder; empty if the level had been beaten before."""
    if news.helped is not None:
        return not_counted(news.helped, NAMED[news.book].size)
    if not news.is_new:
        return ""
    done = f"{level_name(news.level).capitalize()} beaten."
    if news.next is None:
        return f"{done} The whole ladder is yours."
    return f"{done} {level_name(news.next).capitalize()} is next."


def ladder_words(beaten: Sequence[str], then: str | None) -> str:
    """A ladder for who cannot see it: "Beaten: level 1, level 2. Level 3 is next"."""
    names = ", ".join(map(level_name, beaten))
    done = f"Beaten: {names}" if beaten else "None beaten yet"
    return f"{done}. {level_name(then).capitalize()} is next" if then is not None else done
