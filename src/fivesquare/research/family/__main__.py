"""What was measured of every level of the curriculum, as the table in docs/family.md.

python -m fivesquare.research.family [GAMES]
"""

import sys

from fivesquare.research.family.family_levels import LEVELS, heading, measured

GAMES = 50


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    sys.stdout.write(heading())
    for level in LEVELS:
        sys.stdout.write(measured(level, number))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
