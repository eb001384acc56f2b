"""A puzzle at the terminal: find the one move that wins."""

from fivesquare.books.explain import explain
from fivesquare.errors import FivesquareError
from fivesquare.puzzles import Puzzle
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.worths import in_words

_HELP = "Type your move, or show (the answer), rules, quit."


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
