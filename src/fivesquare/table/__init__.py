"""A game in play, without a screen: what every mode at a terminal shares."""
