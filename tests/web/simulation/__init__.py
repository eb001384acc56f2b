"""A deterministic simulation of the server's heart: rooms, moves, clocks, pruning, writer and store.

The product's own code runs on a simulated machine (`machine.py`): its time (`scheduler.py`), its event
loop and threads (`event_loop.py`, `threads.py`), the disk beneath SQLite (`disk.py`, `vfs.py`) and the
network (`network.py`) all draw from one seed. Browsers play on it (`browsers.py`) while faults happen
(`faults.py`), and a plain model (`model.py`) checks what is answered, shown, stored and removed. `world.py`
puts it together, and `mutants.py` has bugs that it must find.

    python -m web.simulation --seed 7 --steps 100000        (in tests/; or make simulate OPTIONS="...")
"""
