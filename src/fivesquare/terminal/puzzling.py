"""The command `puzzle`: find the one move that wins."""

import secrets
from typing import Any

import click

from fivesquare.books import CATALOGUE
from fivesquare.books.explain import explain
from fivesquare.errors import FivesquareError
from fivesquare.puzzles import DIFFICULTIES, Puzzle
from fivesquare.puzzles import puzzle as make_puzzle
from fivesquare.streams import stream
from fivesquare.terminal.options import plain_option
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.waiting import Teller, warm_up_aloud
from fivesquare.terminal.worths import in_words

_HELP = "Type your move, or show (the answer), rules, quit."


@click.command(epilog="Example: fivesquare puzzle grow --difficulty hard --seed 3")
@click.argument(
    "name", metavar=f"[{'|'.join(CATALOGUE)}]", required=False, type=click.Choice(list(CATALOGUE))
)
@click.option("--seed", type=int, help="The same seed gives the same puzzle.")
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES),
    default="medium",
    show_default=True,
    help="How hard it is.",
)
@plain_option
def puzzle(name: str | None, seed: int | None, difficulty: Any, plain: bool) -> None:
    """Find the one move that wins.

    Without BOOK: a puzzle of any game.
    """
    seed = secrets.randbits(24) if seed is None else seed
    name = name or stream(seed, "book").choice(list(CATALOGUE))
    screen = Screen(plain)
    warm_up_aloud(screen)
    teller = Teller(screen)
    made = make_puzzle(
        name,
        seed=seed,
        difficulty=difficulty,
        progress=lambda tried: teller.say(lambda: f"looking for a puzzle: {tried} games tried"),
    )
    try:
        pose(made, screen)
    except EOFError:
        return


def pose(puzzle: Puzzle, screen: Screen) -> None:
    """Ask until it is solved, shown or left."""
    position = puzzle.position
    voice = voice_for(position.book, screen.paint)
    name = voice.name(position.state.turn)
    screen.write(f"{position.book.title}: a puzzle, {puzzle.difficulty}, seed {puzzle.seed}\n")
    screen.write(f"{voice.board(position)}\n{voice.scores(position)}\n")
    if position.in_chain:
        screen.write(f"{name} has just claimed {voice.place(position, position.state.link)}.")
    screen.write(f"{name} is to act, and exactly one of {len(position.legal)} moves wins. {_HELP}\n")
    while True:
        text = screen.ask("Your move: ")
        word = text.strip().lower()
        if word in ("quit", "q", "exit"):
            return
        if word in ("show", "answer"):
            screen.write(f"The answer is {puzzle.move}.")
            return
        if word == "rules":
            screen.write(explain(position.book, position.size) + "\n")
            continue
        try:
            move, _ = voice.read(position, text)
        except FivesquareError as error:
            screen.write(f"{error} {_HELP}\n")
            continue
        if move == puzzle.move:
            screen.write(f"Right: {in_words(puzzle.each[move], voice)}, and no other move does it.")
            return
        screen.write(f"No: after {move}, with perfect play {in_words(puzzle.each[move], voice)}.\n")
