"""The server as a program: the command, its processes, and who stands at its door."""
