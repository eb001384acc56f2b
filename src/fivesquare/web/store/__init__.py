"""Where games are kept: everything that speaks SQL, and nothing else does."""
