"""The supervisor of a program: a process between it and us, which leaves nothing of the program behind.

    python -I -S supervisor.py CONTROL PARENT GRACE MEMORY PROCESSES COMMAND [ARGUMENT ...]

CONTROL is a socket to PARENT, the process that wants the program. The supervisor hands its standard input,
output and error on to the program, writes to CONTROL how the program ended, and waits there for a byte:
"." ends the program after GRACE seconds in which it may end by itself, "!" ends it immediately. So does the
end of CONTROL or of PARENT.

No process of the program can have more than MEMORY bytes of data. On Linux all of them together cannot
either, and there cannot be more than PROCESSES: a program that goes beyond is ended.

On Linux all processes that the program has started become children of the supervisor when their own parents
are gone, however often they forked. So the supervisor knows when nothing is left: when it has no child.
Elsewhere the supervisor ends the program and its process group.

It is started for each game, so it imports nothing of Fivesquare, and only what is quickly there.
"""

import ctypes
import os
import resource
import select
import sys
import time

HUNT = 3.0
"""Seconds spent on ending what does not end by itself."""

_SIGKILL, _SIGPIPE, _SIGXFSZ = 9, 13, 25  # the module signal takes longer to import than all the rest
_SET_DEATH_SIGNAL, _SET_SUBREAPER = 1, 36  # what prctl calls PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER
_LONG_TICK, _SHORT_TICK = 0.25, 0.01
_NOT_STARTED = 127


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _start(command: list[str], control: int, memory: int) -> int:
    """The process of the program; if it cannot be started, CONTROL receives why."""
    supervisor = os.getpid()
    program = os.fork()  # there is one thread here, so nothing is cut in half
    if program == 0:
        _become(command, control, supervisor, memory)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # they are the program's now: when it closes them, no copy may stay open
        os.dup2(nothing, stream)
    return program


def _become(command: list[str], control: int, supervisor: int, memory: int) -> None:
    try:
        os.setsid()
        _limit(resource.RLIMIT_DATA, memory)  # not the address space, of which some runtimes reserve a lot
        _limit(resource.RLIMIT_CORE, 0)
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


def _limit(what: int, most: int) -> None:
    """Lower a limit, for good; one that is lower already stays."""
    _, hard = resource.getrlimit(what)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (allowed, allowed))


class _Keeper:
    def __init__(self, program: int, control: int, memory: int, processes: int) -> None:
        self._program, self._control = program, control
        self._memory, self._processes = memory, processes
        self._is_running = True
        self._ending = _descriptor_of(program)

    def keep(self, parent: int) -> bool:
        """Wait until the program is to be ended; whether it has its grace."""
        while os.getppid() == parent:  # some other process may hold a copy of its end of CONTROL
            if self._control in self._wait(_LONG_TICK, self._control):
                return _byte_from(self._control) == b"."
            self._reap()
            excess = self._excess()
            if excess:
                self._tell(f"limit {excess}")
                break
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
                self._tell(f"ended {os.waitstatus_to_exitcode(status)}")

    def _excess(self) -> str:
        """What the program has too much of; empty if nothing, or where it cannot be seen."""
        processes = list(_descendants()) if sys.platform == "linux" else []
        if len(processes) > self._processes:
            return "processes"
        resident = sum(map(_resident, processes))
        if resident > self._memory and sum(map(_proportional, processes)) > self._memory:
            return "memory"
        return ""

    def _tell(self, line: str) -> None:
        try:
            os.write(self._control, f"{line}\n".encode())
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


def _resident(process: int) -> int:
    """Bytes of memory, with those that it shares."""
    try:
        return int(_bytes_of(f"/proc/{process}/statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0  # it has just ended


def _proportional(process: int) -> int:
    """Bytes of memory, what is shared divided by those who share it. Slow, so it is asked only in doubt."""
    try:
        for line in _bytes_of(f"/proc/{process}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, IndexError):
        pass
    return _resident(process)


def _bytes_of(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 4096)
    finally:
        os.close(file)


def main(control: int, parent: int, grace: float, memory: int, processes: int, command: list[str]) -> None:
    os.set_inheritable(control, False)
    if sys.platform == "linux":
        _prctl(_SET_SUBREAPER, 1)
    supervisor = _Keeper(_start(command, control, memory), control, memory, processes)
    supervisor.end(grace if supervisor.keep(parent) else 0.0)


if __name__ == "__main__":
    main(
        int(sys.argv[1]),
        int(sys.argv[2]),
        float(sys.argv[3]),
        int(sys.argv[4]),
        int(sys.argv[5]),
        sys.argv[6:],
    )
