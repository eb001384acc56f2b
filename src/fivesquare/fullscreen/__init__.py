"""The full-screen mode at a terminal."""
