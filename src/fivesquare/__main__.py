"""`python -m fivesquare` is the command `fivesquare`."""

from fivesquare.terminal.cli import main

main()
