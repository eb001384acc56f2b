"""The command line: one voice a rule book, and the loop that lets them speak."""
