"""`fivesquare study`: many boards of one rule book solved, and what they have in common."""
