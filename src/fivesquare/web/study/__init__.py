"""What the solver is asked over HTTP, and who thinks about it."""
