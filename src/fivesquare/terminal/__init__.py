"""The line mode: games, walks, puzzles and the menu at a prompt, with a voice for each rule book."""
