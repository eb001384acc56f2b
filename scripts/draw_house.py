"""Draw the map of the house in CONTRIBUTING.md from what the modules import.

`python scripts/draw_house.py` writes docs/pictures/house.svg; a test holds that it is current. Each module
stands one floor above the highest that it imports. A line is an import; those that follow from other lines
are left out.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from fivesquare.pictures.shapes import base_line, fit, rect, svg, write

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "fivesquare"
PICTURE = ROOT / "docs" / "pictures" / "house.svg"
WIDE, HIGH, ACROSS, DOWN, MARGIN = (
    104,
    30,
    124,
    62,
    24,
)  # a box; from one box and floor to the next; the rim
COLUMNS, SWEEPS = 14, 6  # half widths to choose from; how often each box may move

Imports = dict[str, set[str]]


def imports(path: Path, at_the_top: bool) -> Iterator[str]:
    """What a file imports, as it is loaded or later inside of functions: full names of modules."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom) or (id(node) in top) != at_the_top:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            assert node.level == 0, f"{path}: imports name whole modules here"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def file_of(module: str) -> Path | None:
    """The file of one of our modules."""
    if not module.startswith("fivesquare."):
        return None
    path = SOURCES.joinpath(*module.split(".")[1:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def place(path: Path, folder: Path = SOURCES) -> str:
    """The file or folder directly in `folder` that a file belongs to."""
    first = path.relative_to(folder).parts[0]
    return first if first.endswith(".py") else f"{first}/"


def all_imports() -> Imports:
    """What each module or package of the house imports, at the top of a file or later."""
    found: Imports = {}
    for path in sorted(SOURCES.rglob("*.py")):
        if path.parent == SOURCES and path.name.startswith("__"):
            continue
        others = found.setdefault(place(path), set())
        for module in (*imports(path, at_the_top=True), *imports(path, at_the_top=False)):
            other = file_of(module)
            if other is not None and place(other) != place(path):
                others.add(place(other))
    return found


def floors_of(imported: Imports) -> dict[str, int]:
    @cache
    def floor(name: str) -> int:
        return 1 + max(map(floor, imported[name]), default=-1)

    return {name: floor(name) for name in imported}


def lines_of(imported: Imports) -> list[tuple[str, str]]:
    """The imports that do not follow from others: the transitive reduction."""

    @cache
    def beneath(name: str) -> frozenset[str]:
        return frozenset(imported[name]).union(*map(beneath, imported[name]))

    return [
        (name, other)
        for name in imported
        for other in sorted(imported[name])
        if not any(other in beneath(between) for between in imported[name])
    ]


def columns_of(floors: dict[str, int], lines: list[tuple[str, str]]) -> dict[str, int]:
    """Where the boxes stand, in half widths: a local search for short lines that pass behind no box."""
    columns = {
        name: 2 * sum(floors[n] == floors[name] for n in list(floors)[:i]) for i, name in enumerate(floors)
    }
    on_floor: dict[int, list[str]] = {}
    for name, floor in floors.items():
        on_floor.setdefault(floor, []).append(name)

    def cost() -> float:
        total = 0.0
        for name, other in lines:
            step = (columns[name] - columns[other]) / (floors[name] - floors[other])
            total += abs(columns[name] - columns[other]) / 10
            for floor in range(floors[other] + 1, floors[name]):
                x = columns[other] + step * (floor - floors[other])
                total += 5 * sum(abs(columns[box] - x) < 1 + abs(step) / 4 for box in on_floor[floor])
        return total

    for _ in range(SWEEPS):
        for name in floors:
            taken = [columns[other] for other in on_floor[floors[name]] if other != name]
            costs = {}
            for column in range(COLUMNS):
                if all(abs(column - other) >= 2 for other in taken):
                    columns[name] = column
                    costs[column] = cost()
            columns[name] = min(costs, key=costs.__getitem__)
    return columns


def drawn(imported: Imports) -> str:
    floors, lines = floors_of(imported), lines_of(imported)
    columns = columns_of(floors, lines)
    width = (max(columns.values()) - min(columns.values())) * ACROSS / 2 + WIDE + 2 * MARGIN
    height = max(floors.values()) * DOWN + HIGH + 2 * MARGIN

    def corner(name: str) -> tuple[float, float]:
        return (
            MARGIN + (columns[name] - min(columns.values())) * ACROSS / 2,
            height - MARGIN - HIGH - floors[name] * DOWN,
        )

    paths, boxes = [], []
    for name, other in lines:
        (x, y), (to_x, to_y) = corner(name), corner(other)
        path = f"M{x + WIDE / 2:g} {y + HIGH:g}L{to_x + WIDE / 2:g} {to_y:g}"
        paths.append(f'<path class="fs-zero" d="{path}"/>')
    for name in imported:
        (x, y), size = corner(name), fit(name, 13, WIDE - 10)
        middle = base_line(y + HIGH / 2, size)
        boxes.append(
            rect("fs-tray", x, y, WIDE, HIGH, 8) + write("fs-name", x + WIDE / 2, middle, name, size)
        )
    told = "; ".join(
        f"{name} imports {', '.join(sorted(imported[name])) or 'nothing'}" for name in imported
    )
    return svg(width, height, "The map of the house: what imports what", told, "".join(paths + boxes))


def main() -> None:
    PICTURE.write_text(drawn(all_imports()), encoding="utf-8")


if __name__ == "__main__":
    main()
