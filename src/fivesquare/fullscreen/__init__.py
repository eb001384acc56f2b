"""The full-screen mode of the terminal: the board as tiles, played by arrows, digits or mouse."""
