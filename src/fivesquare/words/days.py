"""The puzzle of the day in words: its heading, its task, what a try comes to, and the squares to share."""

import datetime
from collections.abc import Sequence

from fivesquare.books import CATALOGUE
from fivesquare.dailies import DailyClaim, DailyPuzzle, DayResult, Streak, name_of, number_of
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import many
from fivesquare.position import STOP, Position
from fivesquare.solver import Solver
from fivesquare.words.lines import refutation
from fivesquare.words.listener import Listener, capital

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
SEARCHING = "looking for the puzzle of the day"
PLAYED = "You have already played this one; the first time counts."
_FOUND, _WRONG, _EMPTY = "🟦", "🟧", "⬜"


def counted(number: int, noun: str) -> str:
    """A number as a word, with its noun: "one claim", "seven tries", "13 tries"."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {noun if number == 1 else plural}"


def date_in_words(day: datetime.date) -> str:
    """A date: "Wednesday 18 November"."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"


def heading(day: datetime.date) -> str:
    """The number, the date and the game: "No. 128 · Wednesday 18 November · Flip"."""
    return f"No. {number_of(day)} · {date_in_words(day)} · {name_of(day).capitalize()}"


def task(puzzle: DailyPuzzle, listener: Listener) -> str:
    """What there is to find."""
    count = len(puzzle.claims)
    all_of_them = "both" if count == 2 else f"all {_NUMBERS[count]}"
    return f"You are {listener.name(FIRST)}, and only one way wins. Find {all_of_them} claims."


# --- Tries ---


def wrong(claim: DailyClaim, move: str, listener: Listener) -> tuple[str, str]:
    """That a try is wrong, and what it would come to: "Not the 11.", "Amber would win by 2."."""
    worth = claim.each[move]
    how = "" if worth.margin is None else f" by {abs(worth.margin)}" if worth.margin else " the tie"
    not_this = "Not stop." if move == STOP else f"Not {listener.named(claim.position, move)}."
    return not_this, f"{capital(listener.name(SECOND))} would win{how}."


def why(claim: DailyClaim, solver: Solver, move: str, listener: Listener) -> str:
    """What a wrong try runs into, as a sentence."""
    return capital(f"{refutation(claim.position, solver, move, listener)}.")


def right(claim: DailyClaim, listener: Listener) -> str:
    """That a claim keeps the win, and what follows it."""
    said = [f"{capital(listener.named(claim.position, claim.move))} keeps your win."]
    return " ".join([*said, *_followed(claim.position.play(claim.move), claim.then, listener)])


def shown(claim: DailyClaim, listener: Listener) -> str:
    """The claim that was not found, and what follows it."""
    said = [f"It was {listener.named(claim.position, claim.move)}."]
    return " ".join([*said, *_followed(claim.position.play(claim.move), claim.then, listener)])


def _followed(position: Position, moves: Sequence[str], listener: Listener) -> list[str]:
    """The moves up to the next claim: the opponent's, and your own where there was no choice."""
    said = list[str]()
    for move in moves:
        name = capital(listener.name(position.state.turn))
        if position.turn == FIRST:
            said.append(f"{capital(listener.named(position, move))} was your only move.")
        else:
            said.append(
                f"{name} stops." if move == STOP else f"{name} claims {listener.named(position, move)}."
            )
        position = position.play(move)
    return said


def known(claim: DailyClaim, move: str, listener: Listener) -> str:
    """That a move was tried before."""
    return f"You have tried {listener.named(claim.position, move)}. Try another."


def to_go(claims: int, tries: int) -> str:
    """How many claims are left, and how many tries for the next one."""
    if claims == 1:
        return f"Last claim, {counted(tries, 'try')} for it."
    return capital(f"{counted(claims, 'claim')} to go, {counted(tries, 'try')} for this one.")


# --- The end ---


def verdict(result: DayResult) -> tuple[str, str]:
    """How it went, in a word and in a phrase: "Solved!", "Four claims in seven tries"."""
    claims = counted(len(result.found), "claim")
    if result.is_solved:
        return "Solved!", capital(f"{claims} in {counted(sum(result.tries), 'try')}")
    found = sum(result.found)
    return "Not this time", capital(f"{_NUMBERS[found] if found else 'none'} of {claims} found")


def squares(result: DayResult, tries: int) -> tuple[str, ...]:
    """A row for each claim, a column for each of `tries`: they tell how it went, not how it is done."""
    return tuple(
        f"{_WRONG * (made - found)}{_FOUND * found}{_EMPTY * (tries - made)}"
        for made, found in zip(result.tries, result.found, strict=True)
    )


def share_text(day: datetime.date, result: DayResult, streak: int, link: str = "") -> str:
    """The squares as text to share, with the day, the streak, and where others can play it."""
    name = name_of(day)
    came = many_tries(sum(result.tries)) if result.is_solved else "not solved"
    rows = squares(result, CATALOGUE[name].size.columns)
    row = in_a_row(streak) if streak > 1 else ""
    parts = (f"Fivesquare {number_of(day)} · {name.capitalize()} · {came}", *rows, row, link)
    return "\n".join(part for part in parts if part)


def many_tries(number: int) -> str:
    return f"{number} try" if number == 1 else f"{number} tries"


def in_a_row(streak: int) -> str:
    """A streak: "7 days in a row"."""
    return f"{many(streak, 'day')} in a row"


# --- The calendar ---


def state_in_words(day: datetime.date, result: DayResult | None, today: datetime.date) -> str:
    """How a day went, for its tile in the calendar: "Thursday 12 November: solved in 7 tries"."""
    if result is not None:
        how = f"solved in {many_tries(sum(result.tries))}" if result.is_solved else "not solved"
    elif day == today:
        how = "today, not played yet"
    else:
        how = "not played"
    return f"{date_in_words(day)}: {how}"


def in_prospect(streak: Streak, is_solved: bool, *, is_played: bool = False) -> str:
    """What the streak is called beside its number, or what begins one; `is_played` if today's is done."""
    if streak.now == 0:
        when = "tomorrow's" if is_played else "it today"
        return f"Solve {when}, and a streak begins."
    said = "days in a row" if streak.now > 1 else "day: a streak begins"
    is_longest = is_solved and streak.now == streak.longest > 1
    return f"{said}, your longest yet" if is_longest else said
