"""The supervisor of a program: a process between it and us, which leaves nothing of the program behind.

    python -I -S supervisor.py CONTROL PARENT GRACE COMMAND [ARGUMENT ...]

CONTROL is a socket to PARENT, the process that wants the program. The supervisor hands its standard input,
output and error on to the program, writes to CONTROL how the program ended, and waits there for a byte:
"." ends the program after GRACE seconds in which it may end by itself, "!" ends it immediately. So does the
end of CONTROL or of PARENT.

On Linux all processes that the program has started become children of the supervisor when their own parents
are gone, however often they forked. So the supervisor knows when nothing is left: when it has no child.
Elsewhere the supervisor ends the program and its process group.

It is started for each game, so it imports nothing of Fivesquare, and only what is quickly there.
"""

import ctypes
import os
import select
import sys
import time

HUNT = 3.0
"""Seconds spent on ending what does not end by itself."""

_SIGKILL, _SIGPIPE, _SIGXFSZ = 9, 13, 25  # the module signal takes longer to import than all the rest
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # what prctl calls PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER
_LONG_TICK, _SHORT_TICK = 0.5, 0.01
_NOT_STARTED = 127


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _start(command: list[str], control: int) -> int:
    """The process of the program; if it cannot be started, CONTROL receives why."""
    supervisor = os.getpid()
    program = os.fork()  # there is one thread here, so nothing is cut in half
    if program == 0:
        _become(command, control, supervisor)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # they are the program's now: when it closes them, no copy may stay open
        os.dup2(nothing, stream)
    return program


def _become(command: list[str], control: int, supervisor: int) -> None:
    try:
        os.setsid()
        if sys.platform == "linux":
            _prctl(
                _SET_DEATH_SIGNAL, _SIGKILL
            )  # when the thread that forked ends: the supervisor has only one
        for signal in (_SIGPIPE, _SIGXFSZ):  # Python ignores them, and what is ignored stays so
            ctypes.CDLL(None).signal(signal, None)
        if os.getppid() == supervisor:
            os.execvp(command[0], command)
    except OSError as error:
        os.write(control, f"refused {error.strerror}\n".encode())
    finally:
        os._exit(_NOT_STARTED)


class _Keeper:
    def __init__(self, program: int, control: int) -> None:
        self._program, self._control = program, control
        self._is_running = True
        self._ending = _descriptor_of(program)

    def keep(self, parent: int) -> bool:
        """Wait until the program is to be ended; whether it has its grace."""
        while os.getppid() == parent:  # some other process may hold a copy of its end of CONTROL
            if self._control in self._wait(_LONG_TICK, self._control):
                return _byte_from(self._control) == b"."
            self._reap()
        return False

    def end(self, grace: float) -> None:
        """Leave nothing behind, as far as it can be done."""
        given = time.monotonic() + grace
        while self._reap() and self._is_running and time.monotonic() < given:
            self._wait(given - time.monotonic())
        given = time.monotonic() + HUNT
        while self._reap() and time.monotonic() < given:
            self._kill_all()
            time.sleep(_SHORT_TICK)

    def _wait(self, seconds: float, *also: int) -> list[int]:
        """Until the program ends or one of `also` has something to read, or for that many seconds."""
        watched = select.poll()
        descriptors = also if self._ending is None or not self._is_running else (self._ending, *also)
        for descriptor in descriptors:
            watched.register(descriptor, select.POLLIN)
        if self._ending is None and self._is_running:
            seconds = min(seconds, _SHORT_TICK)
        return [descriptor for descriptor, _ in watched.poll(max(0, seconds) * 1000)]

    def _reap(self) -> bool:
        """Take notice of all that has ended; whether something is left."""
        while True:
            try:
                ended, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if ended == 0:
                return True
            if ended == self._program:
                self._is_running = False
                self._tell(os.waitstatus_to_exitcode(status))

    def _tell(self, status: int) -> None:
        try:
            os.write(self._control, f"ended {status}\n".encode())
        except OSError:
            return  # the other end is gone

    def _kill_all(self) -> None:
        """Groups first: a group is killed as one, so that none of its members forks and gets away."""
        processes = _descendants() if sys.platform == "linux" else {}
        groups = set(processes.values()) | ({self._program} if self._is_running else set())
        for group in groups - {os.getpgrp()}:
            _kill(-group)
        for process in processes:
            _kill(process)


def _descriptor_of(process: int) -> int | None:
    """Something that can be waited for until the process ends; None where there is no such thing."""
    try:
        return os.pidfd_open(process)
    except (AttributeError, OSError):
        return None


def _byte_from(control: int) -> bytes:
    try:
        return os.read(control, 1)
    except OSError:
        return b""


def _kill(whom: int) -> None:
    try:
        os.kill(whom, _SIGKILL)
    except OSError:
        return  # it has ended by itself, or has other rights than we


def _descendants() -> dict[int, int]:
    """All processes that come from this one, with their groups."""
    parents, groups = {}, {}
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            _state, parent, group = _bytes_of(f"{entry.path}/stat").rpartition(b")")[2].split()[:3]
        except (OSError, ValueError):
            continue  # it has just ended
        parents[int(entry.name)], groups[int(entry.name)] = int(parent), int(group)
    found: set[int] = set()
    generation = {os.getpid()}
    while generation:
        generation = {process for process in parents if parents[process] in generation} - found
        found |= generation
    return {process: groups[process] for process in found}


def _bytes_of(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)


def main(control: int, parent: int, grace: float, command: list[str]) -> None:
    os.set_inheritable(control, False)
    if sys.platform == "linux":
        _prctl(_SET_SUBREAPER, 1)
    supervisor = _Keeper(_start(command, control), control)
    supervisor.end(grace if supervisor.keep(parent) else 0.0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:])
