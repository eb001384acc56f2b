"""A load on a server of games, cheap enough to share two cores with it; bench/web.py is its command."""
