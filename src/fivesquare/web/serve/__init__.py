"""The server as a program: its processes, its HTTP protocol, its limits and its logs."""
