"""What each idea of the search gives: the node totals of bench/nodes.py with one idea left out at a time.

    python bench/without.py

A position that needs more than a minute without an idea counts with what it had searched by then, and
the total is marked ">".
"""

from nodes import midgames, openings, other_books

import fivesquare as fs
from fivesquare.solver import Solver
from fivesquare.solver.model import IDEAS

MINUTE = 60.0


def total(positions: list[fs.Position], without: set[str]) -> str:
    nodes, finished = 0, True
    for position in positions:
        solver = Solver(position.book, position.board, threads=1, without=without)
        solution = solver.solve(position, value_only=True, seconds=MINUTE)
        nodes += solution.nodes
        finished &= solution.exact
        if not finished:
            break
    return f"{'' if finished else '>'}{nodes}"


def main() -> None:
    groups = {name: openings(name)[:3] + midgames(name)[:3] for name in fs.CATALOGUE}
    groups["others"] = other_books()
    print(f"{'without':12}" + "".join(f"{name:>12}" for name in groups))  # noqa: T201
    for idea in ("", *IDEAS):
        totals = [total(positions, {idea} - {""}) for positions in groups.values()]
        print(f"{idea or 'nothing':12}" + "".join(f"{text:>12}" for text in totals), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
