"""Colour on a terminal that has it, never anywhere else, and never a different text."""

import re
from typing import Any

import pytest
from rich.console import Console
from rich.style import Style

import fivesquare as fs
from fivesquare.engine import NONE
from fivesquare.terminal.screen import CLAIMABLE, MANY, Screen

from . import transcript
from .running import Terminal, run_at_terminal
from .transcript import without_what_now

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SHOWN = ["flip-draw", "sweep-first-wins", "grow-tie-first-claimed-last", "chain-first-wins", "fifteen-pass"]


@pytest.mark.parametrize("name", SHOWN)
def test_colour_adds_nothing_but_colour(name: str) -> None:
    script = transcript.read(name)
    terminal = Terminal(*script.arguments, TERM="xterm-256color")
    terminal.answer(*script.lines_at_a_terminal)
    result = terminal.finish()
    assert COLOUR.search(terminal.raw)
    assert without_what_now(COLOUR.sub("", terminal.raw).replace("\r\n", "\n")) == script.output
    assert result.status == 0


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        ((), {"TERM": "dumb"}),
        ((), {"TERM": ""}),
        ((), {"TERM": "xterm-256color", "NO_COLOR": "1"}),
        (("--plain",), {"TERM": "xterm-256color"}),
        (("--plain",), {"TERM": "xterm-256color", "FORCE_COLOR": "1"}),
    ],
    ids=["dumb", "no TERM", "NO_COLOR", "plain", "plain although forced"],
)
def test_bare_text_has_no_codes_at_all(options: tuple[str, ...], environment: dict[str, str]) -> None:
    script = transcript.read("grow-tie-second-claimed-last")
    terminal = Terminal(*script.arguments, *options, **environment)
    terminal.answer(*script.lines_at_a_terminal)
    terminal.finish()
    assert without_what_now(terminal.raw.replace("\r\n", "\n")) == script.output


def test_replay_has_colour_too() -> None:
    script = transcript.read("grow-tie-second-claimed-last")
    run_at_terminal(*script.arguments, lines=script.lines_at_a_terminal)
    terminal = Terminal("replay", "game.json", TERM="xterm-256color")
    terminal.answer(*[""] * len(script.lines))
    terminal.finish()
    assert COLOUR.search(terminal.raw)


def painted(position: fs.Position, cell: int, text: str = " x ", system: Any = "256") -> str:
    screen = Screen(plain=True)
    screen.has_colour = True
    screen._console = Console(force_terminal=True, color_system=system)
    return screen.paint(text, position, cell)


@pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
def test_owner_claimable_and_last_claim_are_told_apart(system: str) -> None:
    position = fs.start("grow", board="1 1 1/1 1 1").play("1,1").play("2,3").play("1,2")
    looks = {name: painted(position, cell, system=system) for name, cell in CELLS.items()}
    assert len(set(looks.values())) == len(looks)
    assert looks["out of reach"] == " x "
    assert all(COLOUR.sub("", look) == " x " for look in looks.values())


CELLS = {"first's": 0, "first's last claim": 1, "claimable": 2, "out of reach": 3, "second's": 5}


def test_what_the_last_claim_took_stands_out() -> None:
    position = fs.start("flip", board="1 2 3 4").play("1,3").play("1,1").play("1,2")
    assert position.owner(0) == position.owner(2) == 1
    assert len({painted(position, cell) for cell in (0, 1, 2)}) == 3
    later = position.play("1,4")
    assert painted(later, 0) == painted(later, 1)


def test_where_every_free_cell_may_be_claimed_none_stands_out() -> None:
    assert painted(fs.start("flip", seed=1), 0) == " x "
    assert painted(fs.start("fifteen", seed=1), 0) == " x "
    assert painted(fs.start("grow", seed=1), 0) != " x "


def test_a_square_that_the_last_claim_emptied_is_shown_and_no_other() -> None:
    position = fs.start("sweep", board="5 3 8/2 9 1/6 4 7").play("2,2")
    assert COLOUR.search(painted(position, 4, "   "))
    assert COLOUR.search(painted(position, 1, "   "))
    assert painted(position.play("1,3"), 4, "   ") == "   "


def test_coordinates_are_dim() -> None:
    assert painted(fs.start("grow", seed=1), NONE, "1  ") == "\x1b[2m1\x1b[0m  "


def luminance(red: int, green: int, blue: int) -> float:
    """How bright a colour is to the eye, from 0 to 1 (WCAG)."""

    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.03928 else float(((share + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


@pytest.mark.parametrize("word", [*MANY[1:], CLAIMABLE[True]])
def test_every_colour_is_legible_on_black_and_on_white(word: str) -> None:
    colour = Style.parse(word).color
    assert colour is not None
    bright = luminance(*colour.get_truecolor())
    assert (bright + 0.05) / 0.05 > 4
    assert 1.05 / (bright + 0.05) > 4


def test_the_last_claim_stands_out_after_a_stop_and_after_a_swap() -> None:
    chain = fs.start("chain", board="1 1 1/1 1 1").play("1,1").play("2,3").play("1,2")
    assert chain.in_chain
    stopped = chain.play("stop")
    assert painted(stopped, 1) != painted(stopped, 0)
    assert stopped.last_claim == 1
    swapped = fs.start({"like": "flip", "balance": "swap"}, seed=1).play("2,2").play("swap")
    assert swapped.last_claim == 5
