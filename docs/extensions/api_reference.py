"""The reference of the Python interface: pages that ask autodoc for every public name.

Their order is that of docs/python.md, whose list of names is complete; that page says what a name is for,
the reference how it is called.
"""

import re
from pathlib import Path
from typing import NamedTuple

import fivesquare

GROUP = re.compile(r"^(?P<title>[A-Z][\w ]+)\b.*:\n\n(?P<names>(?:- .*\n(?:  .*\n)*)+)", re.MULTILINE)
NAME = re.compile(r"^- `(?P<name>\w+)(?:\(.*?\))?`: (?P<text>\S.*\n(?:  .*\n)*)", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")
LISTED = re.compile(r"^- `((\w+)(?:\(.*?\))?)`:", re.MULTILINE)
OWNERS = {
    "## Names": "fivesquare",
    "## Position": "fivesquare.Position",
    "## Moves as numbers": "fivesquare.actions",
}
LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")


class Module(NamedTuple):
    """A module with its public names; none means those of its `__all__`."""

    name: str
    members: str = ""


MODULES = {
    "Moves as numbers": (Module("actions"),),
    "Environments": (
        Module("research.gym", "FivesquareEnv"),
        Module("research.vector", "FivesquareVectorEnv"),
        Module("research.zoo", "env, raw_env"),
        Module("research.openspiel", "game, OpenSpielGame, OpenSpielState"),
        Module("research.ggbench", "GameEnv, Flip, Sweep, Grow, Chain, Fifteen"),
        Module("research.opponents", "Opponent, seated"),
        Module("research.rewards", "Rewards"),
        Module("research.pixels", "pixels, shape"),
    ),
    "Batches": (Module("research.batch"), Module("research.labels")),
    "The family and data sets": (Module("research.family"), Module("research.dataset")),
    "Language models and skill": (
        Module("research.episode", "Episode, Feedback"),
        Module("research.wording"),
        Module("research.skill"),
    ),
}


CONSTANTS = {
    "research.family": {
        "KINDS": "The kinds of rule books by their names.",
        "LEVELS": "The levels of the curriculum: what each asks of a game.",
        "SPLITS": "The names of the two splits, ``public`` and ``held-out``.",
        "HELD_OUT_ONE_IN": "One board in so many is held out.",
        "TRIES": "How many games in a row may fail a wish before it is given up.",
        "VERSION": "The first part of every name: the version of the family.",
    },
    "research.dataset": {"QUESTIONS": "The kinds of questions by their names."},
    "research.wording": {"PLAIN": "The wording without a disguise."},
    "research.skill": {
        "FAULTS": "How a game can be given up.",
        "Fault": "The type of those.",
        "PHASES": "The parts of a game by which decisions are told apart.",
        "Phase": "The type of those.",
        "RESULTS": "How a game can end for a player.",
        "Result": "The type of those.",
    },
}
"""What a package takes from its modules and autodoc therefore leaves out: constants and aliases."""


def groups(root: Path) -> dict[str, dict[str, str]]:
    """The public names under the headings of docs/python.md, each with what the page says of it."""
    page = (root / "docs" / "python.md").read_text(encoding="utf-8")
    section = page.partition("\n## Names\n")[2].partition("\n## ")[0]
    return {
        group["title"]: {name["name"]: name["text"] for name in NAME.finditer(group["names"])}
        for group in GROUP.finditer(section)
    }


def pages(root: Path) -> dict[str, str]:
    """The pages of the reference by the names of their files."""
    found = {
        title: "\n".join(entry for name, text in names.items() for entry in of_name(name, text))
        for title, names in groups(root).items()
    }
    found |= {title: "\n".join(map(of_module, modules)) for title, modules in MODULES.items()}
    named = {f"reference-{title.lower().replace(' ', '-')}": (title, body) for title, body in found.items()}
    first = (root / "docs" / "reference.md").read_text(encoding="utf-8")
    written = {f"{name}.md": f"# {title}\n\n{in_rest(body)}" for name, (title, body) in named.items()}
    return written | {"reference.md": contents(first, list(named))}


def with_links(guide: str) -> str:
    """docs/python.md with every name in its lists as a link into the reference."""
    head, *sections = re.split(r"^(?=## )", guide, flags=re.MULTILINE)
    for number, section in enumerate(sections):
        owner = OWNERS.get(section.partition("\n")[0])
        if owner is not None:
            sections[number] = LISTED.sub(rf"- {{py:obj}}`\1 <{owner}.\2>`:", section)
    return head + "".join(sections)


def contents(page: str, names: list[str]) -> str:
    """The first page of the reference with the list of the others."""
    return "\n".join([page, "```{toctree}", ":maxdepth: 2", "", *names, "```", ""])


def in_rest(text: str) -> str:
    return f"````{{eval-rst}}\n{text}\n````\n"


def of_name(name: str, text: str) -> list[str]:
    """What autodoc is asked about a public name; what has no docstring is described as on the page."""
    thing = getattr(fivesquare, name)
    if isinstance(thing, type):
        return [f".. autoclass:: fivesquare.{name}", "   :members:", "   :undoc-members:", ""]
    if callable(thing):
        return [f".. autofunction:: fivesquare.{name}", ""]
    words = CODE.sub(r"``\1``", LINK.sub(r"\1", " ".join(text.split())))
    return [f".. py:data:: fivesquare.{name}", "", f"   {words[0].upper()}{words[1:]}.", ""]


def of_module(module: Module) -> str:
    title = f"fivesquare.{module.name}"
    options = [f"   :members: {module.members}".rstrip(), "   :undoc-members:", ""]
    constants = [
        line
        for name, text in CONSTANTS.get(module.name, {}).items()
        for line in (f".. py:data:: {name}", "", f"   {text}", "")
    ]
    return "\n".join([title, "-" * len(title), "", f".. automodule:: {title}", *options, *constants])
