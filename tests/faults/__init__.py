"""One call of the system fails, or the process dies at it: every call in turn, as SQLite tests itself.

`shim.c` fails the call, and `injector.py` says which. A scenario does what a user would, and says what must
hold afterwards. `worker.py` goes through all calls in a process of its own, which the tests start.
"""
