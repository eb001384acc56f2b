"""What a rule book is like, measured: who wins, how often, and whether it pays to be good at it."""
