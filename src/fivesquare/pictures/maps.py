"""A map: a number or a few letters for each cell of a board, shaded."""

from collections.abc import Mapping

from fivesquare.board import Size, cell_name
from fivesquare.pictures.shapes import Frame, base_line, fit, rect, signed, svg, write
from fivesquare.pictures.styles import CELL, OWNERS, ROUND, STRONGEST


def cells(
    size: Size,
    entries: Mapping[int, float | str],
    *,
    title: str,
    texts: Mapping[int, str] | None = None,
) -> str:
    """A map: a number or a few letters for each cell of a board.

    Numbers are shaded, the largest most: above zero in the first player's colour, below in the second's.
    They are written with their sign, unless `texts` says what to write in their place.
    """
    frame = Frame(size, with_sides=False)
    largest = max((abs(entry) for entry in entries.values() if not isinstance(entry, str)), default=0) or 1
    alike = (texts or {}).values()  # which are all of one size
    drawn, said = [], []
    for cell in range(size.cells):
        entry = entries.get(cell)
        if entry is None:
            continue
        text = entry if isinstance(entry, str) else signed(f"{entry:+g}" if entry else "0")
        text = (texts or {}).get(cell, text)
        shade = ""
        if not isinstance(entry, str) and entry:
            kind = OWNERS[1 if entry > 0 else 2]
            part = STRONGEST * abs(entry) / largest
            shade = rect(f"fs-{kind}-shade", 0, 0, CELL, CELL, ROUND).replace(
                "/>", f' fill-opacity="{part:.3f}"/>'
            )
        size_of_text = min(fit(each, 24, CELL - 14) for each in (text, *alike))
        number = write("fs-value", CELL / 2, base_line(CELL / 2, size_of_text), text, size_of_text)
        face = rect("fs-face", 0, 0, CELL, CELL, ROUND)
        drawn.append(frame.put(cell, f'<g class="fs-entry">{face}{shade}{number}</g>'))
        said.append(f"{cell_name(cell, size)}: {text}.")
    tray = frame.tray() + frame.rim()
    return svg(frame.width, frame.height, title, " ".join(said), tray + "".join(drawn))
