"""Many games at once as machine code."""
