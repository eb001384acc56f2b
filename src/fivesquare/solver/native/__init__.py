"""The search as machine code, and the memory that it runs in."""
