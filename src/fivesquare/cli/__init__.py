"""The commands of `fivesquare`: one file a command, named like it."""
