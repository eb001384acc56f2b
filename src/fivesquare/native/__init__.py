"""Everything that imports Numba: importing it costs a third of a second."""
