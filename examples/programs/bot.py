"""A player in Python: claims the square that brings most at once, with what comes along.

It needs nothing but Python, not even Fivesquare: `python3 bot.py` answers questions on its standard input.
"""

import json
import sys

TAKES = {"flip": "lower-enemy", "sweep": "lower-free"}


def take_of(book):
    """What else a claim brings: a book is a name, or an object with answers of its own."""
    if isinstance(book, str):
        return TAKES.get(book, "nothing")
    return book.get("take") or take_of(book.get("like", ""))


def gain(move, record, owners, seat):
    """How much better off the player is after a claim; what is taken from the other one counts twice."""
    row, column = (int(number) - 1 for number in move.split(","))
    board = record["board"]
    value = total = board[row][column]
    take = take_of(record["book"])
    for near, beside in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= near < len(board) and 0 <= beside < len(board[0]) and board[near][beside] < value:
            if take == "lower-free" and owners[near][beside] == 0:
                total += board[near][beside]
            if take == "lower-enemy" and owners[near][beside] == 3 - seat:
                total += 2 * board[near][beside]
    return total


def choose(question):
    record, view, seat = question["record"], question["view"], question["seat"]
    claims = [move for move in view["legal"] if move not in ("stop", "swap")]
    best = max(claims, key=lambda move: gain(move, record, view["owners"], seat))
    if "swap" in view["legal"] and view["scores"][2 - seat] >= gain(best, record, view["owners"], seat):
        return "swap"
    return best


for line in sys.stdin:
    print(json.dumps({"move": choose(json.loads(line))}), flush=True)
