"""Games a second of an arena, on one process and on several.

    python bench/tournament.py [--seconds 5] [--workers 2]

For each book a few pairs of players, with and without the exact skill of their moves. The workers are up
and have played before the clock starts; a pair plays as long as is said, or a little longer.
"""

import argparse
import itertools
import sys
import time
from collections.abc import Sequence

from fivesquare.arena.entrants import find_entrants
from fivesquare.arena.tournament.schedule import Terms
from fivesquare.arena.work import Place, local, run
from fivesquare.books import CATALOGUE, find_book
from fivesquare.solver import warm_up

PAIRS = (("random", "greedy"), ("level:3", "level:4"), ("level:6", "level:7"), ("level:9", "perfect"))
_MOST_GAMES = 200_000


def games_a_second(names: Sequence[str], book: str, where: Place, seconds: float, skill: bool) -> float:
    """How many games of two players are played in a second there."""
    terms = Terms(find_entrants(names), (find_book(book),), skill=skill)
    begun, games = time.perf_counter(), 0
    for number, _ in enumerate(run(terms, terms.units(_MOST_GAMES), where=where)):
        if number == 4 * where.workers:  # everybody is up
            begun, games = time.perf_counter(), 0
        elif number > 4 * where.workers and time.perf_counter() - begun > seconds:
            break
        games += 2
    return games / (time.perf_counter() - begun)


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    warm_up()
    say("| book | players | 1 process | with skill | several | times |")
    say("|---|---|--:|--:|--:|--:|")
    with local(1) as alone, local(asked.workers) as several:
        for book, names in itertools.product(CATALOGUE, PAIRS):
            one, judged, many = (
                games_a_second(names, book, where, asked.seconds, skill)
                for where, skill in ((alone, False), (alone, True), (several, False))
            )
            players = " against ".join(names)
            say(f"| {book} | {players} | {one:.0f} | {judged:.0f} | {many:.0f} | {many / one:.2f} |")


if __name__ == "__main__":
    main()
