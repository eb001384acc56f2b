"""`python -m fivesquare` is the command `fivesquare`."""

from fivesquare.cli.main import main

main()
