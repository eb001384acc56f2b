"""A game as one sits at it, without a screen: what every mode of play at a terminal shares."""
