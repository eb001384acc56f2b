"""A game on a `fivesquare serve` server, as a terminal plays and follows it. Nothing draws here."""
