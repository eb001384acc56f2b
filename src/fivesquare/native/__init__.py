"""Everything that imports Numba: whoever enters here pays a third of a second, and nobody else does."""
