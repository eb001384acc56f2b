"""The pages of rule books of one's own: where one is made, and where one is played that came by a link.

Such a link holds the whole book: `/play?rules=` and its JSON object.
"""

from functools import cache
from typing import Any

from fivesquare.board import HIGHEST_VALUE, LONGEST_SIDE, Size
from fivesquare.books.answers import QUESTIONS, choices
from fivesquare.books.explain import in_a_sentence, paragraphs
from fivesquare.players.registry import LEVEL_WORDS, LEVELS, PLAYERS
from fivesquare.rulebook import HIGHEST_KOMI, HIGHEST_TARGET, LONGEST_TITLE, RuleBook
from fivesquare.web.links import address
from fivesquare.web.messages import Page, Request, Response, redirect
from fivesquare.web.pages import rules_address
from fivesquare.web.pages.templating import render

_SIZE = Size(4, 4)  # of the board before any answer


def routes() -> list[Page]:
    return [Page("/make", workshop), Page("/play", shared_game)]


@cache
def _opponents() -> list[dict[str, str]]:
    levels = [
        {"name": f"level:{level}", "title": f"Level {level}", "words": f"{words.capitalize()}."}
        for level, words in zip(LEVELS, LEVEL_WORDS, strict=True)
    ]
    return [
        *levels,
        {"name": "perfect", "title": "Perfect", "words": f"{PLAYERS['perfect'].summary.capitalize()}."},
    ]


def _given(request: Request) -> RuleBook | None:
    rules = request.query_params.get("rules")
    return None if rules is None else rules_address.read(rules)


async def workshop(request: Request) -> Response:
    """The questions, with the answers of the rules in the address, if it has some."""
    book = _given(request)
    return render(
        request,
        "make.html",
        here="play",
        size=_SIZE if book is None else book.size,
        opponents=_opponents(),
        asked=QUESTIONS,
        choices=choices(),
        longest_side=LONGEST_SIDE,
        highest_value=HIGHEST_VALUE,
        highest_target=HIGHEST_TARGET,
        highest_komi=HIGHEST_KOMI,
        longest_title=LONGEST_TITLE,
        data={"book": None if book is None else _answers(book)},
    )


async def shared_game(request: Request) -> Response:
    """A game by the rules in the address; without any, where one makes them."""
    book = _given(request)
    if book is None:
        return redirect(address("make"))
    return render(
        request,
        "own.html",
        here="play",
        title=book.title,
        sentence=in_a_sentence(book),
        size=book.size,
        paragraphs=paragraphs(book),
        opponents=_opponents(),
        has_fit=book.goal == "points" and book.balance == "none",
        here_path=rules_address.of("play", book),
        learn_path=rules_address.of("learn", book),
        make_path=rules_address.of("make", book),
        data={"book": _answers(book)},
    )


def _answers(book: RuleBook) -> dict[str, Any]:
    return {**book.answers, "title": book.title}
