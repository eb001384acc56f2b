"""Games as they are played over HTTP."""
