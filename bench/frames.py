"""How long a frame takes: a position as an array of pixels, and the card behind a link.

python bench/frames.py
"""

import random
import sys
import time

import fivesquare as fs
from fivesquare.research.pixels import pixels
from fivesquare.web.pages.link_previews import card

GAMES = 20


def games(size: tuple[int, int]) -> list[fs.Position]:
    """Every position of some random games on different boards."""
    chance, found = random.Random(1), list[fs.Position]()
    for seed in range(GAMES):
        position = fs.start("grow", seed=seed, size=size)
        while not position.is_over:
            found.append(position)
            position = position.play(chance.choice(position.legal))
    return found


def milliseconds(positions: list[fs.Position]) -> float:
    begun = time.process_time()
    for position in positions:
        pixels(position)
    return 1000 * (time.process_time() - begun) / len(positions)


def main() -> None:
    for size in ((5, 5), (8, 8)):
        positions = games(size)
        first, again = milliseconds(positions), milliseconds(positions)
        sys.stdout.write(f"{size[0]}x{size[1]}: {first:.2f} ms a frame at first, {again:.2f} ms again\n")
    begun = time.process_time()
    for position in positions[:10]:
        card(position)
    sys.stdout.write(f"a card: {100 * (time.process_time() - begun):.0f} ms\n")


if __name__ == "__main__":
    main()
