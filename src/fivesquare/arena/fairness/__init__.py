"""Which games of the whole space are fair: every kind of rule book, size and values."""
