"""What the full screen costs at a terminal: its first screen, doing nothing, a key, and leaving.

Run: python bench/full_screen.py

CPU seconds are user and system, of the whole process; the solver is compiled before. A key is answered when
the first byte of the new screen arrives. Linux only: it reads /proc.
"""

import fcntl
import os
import platform
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from fivesquare.solver import warm_up

RUNS = 5
IDLE = 10.0  # seconds
KEYS = (b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[A") * 5
QUIET = 0.4  # seconds without output: the screen is complete
CASES = {
    "home, 80x24": ((), (24, 80), (b"\x1b[B", b"\x1b[A") * 10),
    "a game of grow, 80x24": (("play", "grow", "--second", "3", "--seed", "1"), (24, 80), KEYS),
    "a game of grow, 120x40": (("play", "grow", "--second", "3", "--seed", "1"), (40, 120), KEYS),
    "a game of 8x8, 80x24": (("play", "grow", "--size", "8x8", "--second", "3"), (24, 80), KEYS),
    "perfect thinks, 8x8": (("play", "chain", "--size", "8x8", "--first", "perfect"), (24, 80), ()),
}


class Measured(NamedTuple):
    """One run; times of keys are in milliseconds, the others in seconds."""

    first: float
    sent: int
    idle: float
    sent_idle: int
    keys: Sequence[float]
    leaving: float


class Terminal:
    """The program at a pseudo-terminal of its own."""

    def __init__(self, arguments: Sequence[str], size: tuple[int, int], home: str) -> None:
        self.pid, self._tty = pty.fork()
        if self.pid == 0:
            seen = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "XDG_STATE_HOME": home}
            rows, columns = map(str, size)
            environment = {**os.environ, **seen, "LINES": rows, "COLUMNS": columns}
            command = [sys.executable, "-m", "fivesquare", *arguments]
            os.execve(sys.executable, command, environment)
        fcntl.ioctl(self._tty, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    @property
    def cpu(self) -> float:
        """The CPU seconds of the process so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wait(self, seconds: float) -> bool:
        """Whether something is written within that time."""
        return bool(select.select([self._tty], [], [], seconds)[0])

    def read(self, seconds: float) -> int:
        """Read until nothing has come for that long; how many bytes."""
        count = 0
        while self.wait(seconds):
            count += len(os.read(self._tty, 1 << 16))
        return count

    def press(self, key: bytes) -> float:
        """Press a key; the milliseconds until the answer begins."""
        begun = time.perf_counter()
        os.write(self._tty, key)
        self.wait(1.0)
        taken = 1000 * (time.perf_counter() - begun)
        self.read(0.05)
        return taken

    def leave(self) -> float:
        """Press Ctrl-C; the seconds until the process has ended."""
        begun = time.perf_counter()
        os.write(self._tty, b"\x03")
        try:
            while os.read(self._tty, 1 << 16):
                pass
        except OSError:  # the other end is closed
            pass
        os.waitpid(self.pid, 0)
        os.close(self._tty)
        return time.perf_counter() - begun


def measure(arguments: Sequence[str], size: tuple[int, int], keys: Sequence[bytes]) -> Measured:
    with tempfile.TemporaryDirectory() as home:
        terminal = Terminal(arguments, size, home)
        terminal.wait(30.0)
        sent = terminal.read(QUIET)
        first = terminal.cpu
        time.sleep(IDLE if keys else 0)
        idle, sent_idle = terminal.cpu - first, terminal.read(0)
        taken = [terminal.press(key) for key in keys]
        return Measured(first, sent, idle, sent_idle, taken, terminal.leave())


def main() -> None:
    warm_up()
    write = sys.stdout.write
    write(
        f"Python {platform.python_version()}, Textual {version('textual')}, load {os.getloadavg()[0]:.1f}; "
    )
    write(f"the median of {RUNS} runs\n\n")
    write("| screen | first screen, CPU s | bytes | idle, % of a core | bytes ")
    write("| key, median ms | slowest | leaving, s |\n|---|---:|---:|---:|---:|---:|---:|---:|\n")
    for name, (arguments, size, keys) in CASES.items():
        runs = [measure(arguments, size, keys) for _ in range(RUNS)]
        times = [taken for run in runs for taken in run.keys]
        key = f"{statistics.median(times):.0f} | {max(times):.0f}" if times else " | "
        idle = f"{100 * statistics.median(run.idle for run in runs) / IDLE:.1f}" if times else ""
        write(f"| {name} | {statistics.median(run.first for run in runs):.2f} | ")
        write(f"{statistics.median(run.sent for run in runs):,.0f} | {idle} | ")
        write(f"{max(run.sent_idle for run in runs)} | {key} | ")
        write(f"{statistics.median(run.leaving for run in runs):.2f} |\n")


if __name__ == "__main__":
    main()
