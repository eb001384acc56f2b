"""The games in a browser: `fivesquare serve`, a small web service (extra `web`)."""
