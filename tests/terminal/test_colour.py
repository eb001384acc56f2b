"""Colour on a terminal that has it, never anywhere else, and never a different text."""

import re

import pytest
from rich.console import Console

import fivesquare as fs
from fivesquare.terminal.screen import Screen

from . import transcript
from .running import Terminal, run_at_terminal

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SHOWN = ["flip-draw", "sweep-first-wins", "grow-tie-first-claimed-last", "chain-first-wins", "fifteen-pass"]


@pytest.mark.parametrize("name", SHOWN)
def test_colour_adds_nothing_but_colour(name: str) -> None:
    script = transcript.read(name)
    terminal = Terminal(*script.arguments, TERM="xterm-256color")
    terminal.answer(*script.lines)
    result = terminal.finish()
    assert COLOUR.search(terminal.raw)
    assert COLOUR.sub("", terminal.raw).replace("\r\n", "\n") == script.output
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
    terminal.answer(*script.lines)
    terminal.finish()
    assert terminal.raw.replace("\r\n", "\n") == script.output


def test_replay_has_colour_too() -> None:
    script = transcript.read("grow-tie-second-claimed-last")
    run_at_terminal(*script.arguments, lines=script.lines)
    terminal = Terminal("replay", "game.json", TERM="xterm-256color")
    terminal.answer(*[""] * len(script.lines))
    terminal.finish()
    assert COLOUR.search(terminal.raw)


def painted(position: fs.Position, cell: int) -> str:
    screen = Screen(plain=True)
    screen.has_colour = True
    screen._console = Console(force_terminal=True, color_system="standard")
    return screen.paint(" x ", position, cell)


def test_owner_claimable_and_last_claim_are_told_apart() -> None:
    position = fs.start("grow", board="1 1 1/1 1 1").play("1,1").play("2,3").play("1,2")
    looks = {name: painted(position, cell) for name, cell in CELLS.items()}
    assert len(set(looks.values())) == len(looks)
    assert looks["out of reach"] == " x "
    assert all(COLOUR.sub("", look) == " x " for look in looks.values())


CELLS = {"first's": 0, "first's last claim": 1, "claimable": 2, "out of reach": 3, "second's": 5}


def test_the_last_claim_stands_out_after_a_stop_and_after_a_swap() -> None:
    chain = fs.start("chain", board="1 1 1/1 1 1").play("1,1").play("2,3").play("1,2")
    assert chain.in_chain
    stopped = chain.play("stop")
    assert painted(stopped, 1) != painted(stopped, 0)
    assert stopped.last_claim == 1
    swapped = fs.start({"like": "flip", "balance": "swap"}, seed=1).play("2,2").play("swap")
    assert swapped.last_claim == 5
