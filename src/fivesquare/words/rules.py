"""The rules of a game as text: in short, or with an example, advice and rulings."""

import textwrap

from fivesquare.board import Size
from fivesquare.books import kin
from fivesquare.books.examples import EXAMPLES
from fivesquare.books.explain import paragraphs
from fivesquare.books.rulings import rulings_for
from fivesquare.books.strategy import STRATEGY
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.words import steps

_WIDTH = 79


def in_short(book: RuleBook, size: Size | None = None, width: int = _WIDTH) -> str:
    """Objective, board, turn and end, in lines of that width."""
    named = kin(book)
    heading = book.title + (f" ({named.name})" if named else "")
    told = [f"{title}: {text[0].lower()}{text[1:]}" for title, text in paragraphs(book, size)]
    return "\n\n".join(textwrap.fill(paragraph, width) for paragraph in (heading, *told))


def explain(book: RuleBook, width: int = _WIDTH) -> str:
    """The rules in short, a worked example, strategy, and the rulings with their reasons.

    Example and strategy are for a named book's own board, so books on other boards have neither.
    """
    named = kin(book)
    parts = [in_short(book, width=width)]
    if named is not None and named.name is not None:
        if named.size == book.size:
            parts += [_example(named.name, width), _listed("Strategy:", STRATEGY[named.name], width)]
        rulings = [f"{each.ruling} {each.reason} ({each.id})" for each in rulings_for(named.name)]
        parts.append(_listed("Rulings, where the book is silent or contradicts itself:", rulings, width))
    return "\n\n".join(parts)


def _example(name: str, width: int) -> str:
    """A book's worked example: its board, a sentence per move, and the final board."""
    example = EXAMPLES[name]
    end = Position.from_record(example.record)
    history = end.history()
    moves = map(Step, history[:-1], end.moves, history[1:])
    told = [
        textwrap.fill(f"{number}. {steps.sentences(step)} {steps.totals(step.after)}", width)
        for number, step in enumerate(moves, 1)
    ]
    remark = textwrap.fill(f"Example: {example.remark[0].lower()}{example.remark[1:]}", width)
    return "\n\n".join([remark, history[0].grid(), "\n".join(told), end.grid()])


def _listed(heading: str, entries: tuple[str, ...] | list[str], width: int) -> str:
    filled = [textwrap.fill(entry, width, initial_indent="- ", subsequent_indent="  ") for entry in entries]
    return "\n".join([textwrap.fill(heading, width), *filled])
