"""Make the fonts of `pictures/` from the one of the pages, and the table of their letters' widths.

resvg, which makes pixels of SVG, reads neither WOFF2 nor the weights of a variable font. Needs fonttools
and brotli.
"""

import json
import sys
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SOURCES = Path(__file__).parents[1] / "src" / "fivesquare"
VARIABLE = SOURCES / "web/pages/static/fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2"
FONTS = SOURCES / "pictures" / "fonts"
WEIGHTS = (450, 700)


def main() -> None:
    widths = {}
    for weight in WEIGHTS:
        font = instantiateVariableFont(TTFont(VARIABLE, recalcTimestamp=False), {"wght": weight})
        font.flavor = None
        font.save(FONTS / f"atkinson-hyperlegible-next-latin-{weight}.ttf")
        assert font["head"].unitsPerEm == 1000
        widths[weight] = {chr(code): font["hmtx"][name][0] for code, name in font.getBestCmap().items()}
    text = json.dumps(widths, ensure_ascii=False, separators=(",", ":"))
    (FONTS / "widths.json").write_text(text + "\n", encoding="utf-8")
    sys.stderr.write(f"{len(widths[WEIGHTS[0]])} letters in {len(WEIGHTS)} weights\n")


if __name__ == "__main__":
    main()
