"""A load on a server of games, cheap enough to share two cores with it; bench/load.py is its command."""
