"""A program as a player: `program:./bot` (docs/programs.md).

It is started once a game, gets one JSON line a turn on its standard input, `{"record": .., "view": ..,
"seat": 1}`, and answers one line, `{"move": "1,2"}`. Anything else loses the game with a reason, a
ForfeitError, and never blocks: each turn has its time, output, memory and processes have limits, and at the
end nothing of it is left. Of our environment it gets what every program needs, and no secrets.
"""

import json
import os
import secrets
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import NamedTuple, Self

from fivesquare.arena import supervisor
from fivesquare.errors import (
    ForfeitError,
    IllegalMoveError,
    NotationError,
    PlayerError,
    many,
    quote,
)
from fivesquare.extra import RECORD_KEYS
from fivesquare.files import named
from fivesquare.position import Position

LONGEST_LINE = 64 * 1024
"""Bytes of an answer, at most."""

GRACE = 0.5
"""Seconds that a program has to end by itself when its input has ended."""

MARK = "FIVESQUARE_PROGRAM"
"""A variable in the environment of a program and of all that it starts, of another value for each game."""

_LONGEST_WAIT = GRACE + supervisor.HUNT + 1.0  # for the supervisor
_LOOKS = 5  # in vain, until nothing is thought to be left of a program whose supervisor was killed
_LAST_WORDS = 0.5  # seconds in which we learn how a program that fell silent has ended
_KEPT_WORDS = 4096  # bytes of its standard error
_SHOWN_WORDS = 300  # characters of them in a reason
_SHOWN_LINES = 5
_MOST_SECONDS = 24 * 60 * 60
_CHUNK = 64 * 1024
_MOST_READS = 64
_MIB = 1 << 20
_PASSED_ON = frozenset(
    ("HOME", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "LOGNAME", "PATH", "TMPDIR", "TZ", "USER")
)
_PASSED_ON_FAMILY = "LC_"
_EXCESSES = {"memory": "too much memory", "processes": "too many processes"}


class Allowance(NamedTuple):
    """What a program may use."""

    memory: int = 4096
    """MiB, of all its processes together."""
    processes: int = 64
    variables: tuple[str, ...] = ()
    """Names of variables that it gets from our environment, beside those that every program gets."""

    @property
    def environment(self) -> dict[str, str]:
        """The variables: not the keys to services that we may hold."""
        return {
            name: value
            for name, value in os.environ.items()
            if name in _PASSED_ON or name.startswith(_PASSED_ON_FAMILY) or name in self.variables
        }


STANDARD_ALLOWANCE = Allowance()


# --- The command ---


def words_of(command: str) -> list[str]:
    """The words of a command, as a shell splits them; no shell ever runs."""
    words = _split(command) if isinstance(command, str) and "\0" not in command else []
    if not words or not words[0]:
        raise PlayerError(f"{quote(command)} is not a command")
    return words


def _split(command: str) -> list[str]:
    try:
        os.fsencode(command)
        return shlex.split(command)
    except ValueError:  # a quote without its end, or what no command line can say
        return []


def check_program(command: str) -> None:
    """Refuse a command that cannot be started, before anything is played; it is not started for that."""
    name = words_of(command)[0]
    found = shutil.which(name)
    if found is None:
        raise PlayerError(_why_not(name))
    if not sys.executable or not hasattr(os, "fork"):
        raise PlayerError("programs as players need a POSIX system, and a Python that knows its own path")
    interpreter = _interpreter_of(Path(found))
    if interpreter is not None and shutil.which(interpreter) is None:
        raise PlayerError(
            f"the program {named(name)} needs the interpreter {named(interpreter)}, which does not exist"
        )


def _why_not(name: str) -> str:
    path = Path(name)
    if "/" not in name:
        hint = f"; for the one in this folder say {named('./' + name)}" if path.exists() else ""
        return f"there is no program {named(name)} on the path{hint}"
    if path.is_dir():
        return f"{named(name)} is a folder, not a program"
    if path.exists():
        return f"the program {named(name)} may not be executed: chmod +x makes it so"
    return f"there is no program {named(name)}"


def _interpreter_of(path: Path) -> str | None:
    """What the first line of a script says that runs it."""
    try:
        with path.open("rb") as file:
            first = file.read(256)
    except OSError:
        return None  # it may be executed all the same
    words = os.fsdecode(first.partition(b"\n")[0]).removeprefix("#!").split()
    return words[0] if first.startswith(b"#!") and words else None


# --- The player ---


class Program:
    """Plays one game: started when it is asked for the first time, ended by `close`."""

    is_person = False
    remark = ""

    def __init__(
        self, command: str, seconds: float = 10.0, allowance: Allowance = STANDARD_ALLOWANCE
    ) -> None:
        if not 0 < seconds <= _MOST_SECONDS:
            raise PlayerError(
                f"a program has more than 0 seconds a move and at most a day, not {quote(seconds)}"
            )
        self.command, self.seconds, self.allowance = command, seconds, allowance
        self._words = words_of(command)
        self._running: _Running | None = None
        self._is_closed = False
        self._fault: ForfeitError | None = None

    @property
    def said(self) -> str:
        """The end of what the program wrote to its standard error."""
        return "" if self._running is None else self._running.words.decode(errors="replace")

    def choose(self, position: Position) -> str:
        """One of `position.legal`, or a ForfeitError; after that the program has ended."""
        if self._fault is not None:
            raise self._fault
        if self._is_closed:
            raise PlayerError(f"the program {named(self.command)} has been ended")
        try:
            if self._running is None:
                self._running = _Running(self._words, self.allowance)
            line = self._running.ask(_question(position), self.seconds)
            return _move_in(line, position)
        except ForfeitError as fault:
            self._fault = fault
            self._end(grace=False)
            raise
        except BaseException:
            self._end(grace=False)
            raise

    def close(self) -> None:
        """End the program, and all that it has started; it takes at most a few seconds."""
        self._end(grace=True)

    def _end(self, grace: bool) -> None:
        self._is_closed = True
        if self._running is not None:
            self._running.end(grace)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.close()


def _question(position: Position) -> bytes:
    """A turn as a line. Further keys of the record are left out: a seed would give away the future."""
    record = position.to_record()
    told = {
        "record": {key: record[key] for key in RECORD_KEYS if key in record},
        "view": position.view(),
        "seat": position.turn,
    }
    return json.dumps(told).encode() + b"\n"


def _move_in(line: bytes, position: Position) -> str:
    """The move that a line says, if it is a legal one."""
    try:
        answer = json.loads(line.decode())
    except UnicodeDecodeError:
        raise ForfeitError("unreadable", f"its line is not UTF-8: {quote(line)}") from None
    except (ValueError, RecursionError):  # no JSON, numbers of thousands of digits, endless nesting
        raise ForfeitError("unreadable", f"its line is not JSON: {quote(line.decode())}") from None
    if not isinstance(answer, dict) or "move" not in answer:
        raise ForfeitError("unreadable", f'its line has no "move": {quote(line.decode())}')
    move = answer["move"]
    if not isinstance(move, str):
        raise ForfeitError("unreadable", f"its move must be text, not {quote(move)}")
    try:
        return position.play(move).moves[-1]
    except (NotationError, IllegalMoveError) as error:
        raise ForfeitError("illegal", str(error)) from None


# --- The process ---


class _Running:
    """A program that has been started, at the other end of its pipes."""

    def __init__(self, words: list[str], allowance: Allowance) -> None:
        self.words = bytearray()
        self._allowance = allowance
        self._heard = bytearray()  # of its standard output, and not yet used
        self._status: str | None = None  # what the supervisor told
        self._mark = secrets.token_hex(16)
        self._control, theirs = _socket_pair()
        try:
            with theirs:
                self._supervisor = _start_supervisor(words, theirs.fileno(), self._mark, allowance)
        except BaseException:
            self._control.close()
            raise
        assert self._supervisor.stdin is not None
        assert self._supervisor.stdout is not None
        assert self._supervisor.stderr is not None
        self._streams = (self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr)
        self._input, self._output, self._error = (stream.fileno() for stream in self._streams)
        for descriptor in (self._input, self._output, self._error, self._control.fileno()):
            os.set_blocking(descriptor, False)
        self._open = {self._output, self._error, self._control.fileno()}  # what may have something to read

    # --- A turn ---

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The line that the program answers; it has so much time for reading, thinking and writing."""
        deadline = monotonic() + seconds
        while True:
            is_asked = not question
            ready = self._wait(deadline, writing=not is_asked)
            self._listen(ready)
            if self._heard and not is_asked:
                said = quote(bytes(self._heard[:_SHOWN_WORDS]))
                raise self._forfeit("unreadable", f"it wrote before it was asked: {said}")
            if self._input in ready:
                question = self._tell(question)
            line = self._take_line()
            if line is not None:
                return line
            if self._status is not None or self._output not in self._open:
                raise self._crash("it closed its standard output")
            if monotonic() >= deadline:
                raise self._forfeit("time-out", f"no answer within {many(seconds, 'second')}")

    def _wait(self, deadline: float, writing: bool = False) -> set[int]:
        """What can be read, and whether the input can be written; nothing when the time is over."""
        watched = select.poll()
        for descriptor in self._open:
            watched.register(descriptor, select.POLLIN)
        if writing:
            watched.register(self._input, select.POLLOUT)
        return {descriptor for descriptor, _ in watched.poll(max(0.0, deadline - monotonic()) * 1000)}

    def _listen(self, ready: set[int]) -> None:
        """Read what is there. Of a program that has ended all is there."""
        if self._error in ready:
            self._read_words()
        if self._control.fileno() in ready:
            self._read_status()
        if self._output in ready or self._status is not None:
            self._read_output()

    def _read(self, descriptor: int) -> bytes:
        """What is there, or nothing; at its end the descriptor is not looked at any more."""
        if descriptor not in self._open:
            return b""
        try:
            read = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return b""
        except ConnectionError:  # a supervisor that was killed with something unread
            read = b""
        if not read:
            self._open.discard(descriptor)
        return read

    def _read_output(self) -> None:
        while len(self._heard) <= LONGEST_LINE and (read := self._read(self._output)):
            self._heard += read

    def _read_words(self) -> bytes:
        read = self._read(self._error)
        self.words = (self.words + read)[-_KEPT_WORDS:]
        return read

    def _read_status(self) -> None:
        read = self._read(self._control.fileno())
        if self._status is None:
            self._status = read.decode(errors="replace").partition("\n")[0]

    def _tell(self, question: bytes) -> bytes:
        """Write as much as the program takes; the rest of the question."""
        try:
            with _without_sigpipe():
                return question[os.write(self._input, question) :]
        except BlockingIOError:
            return question
        except BrokenPipeError:
            raise self._crash("it closed its standard input") from None

    def _take_line(self) -> bytes | None:
        """The first line of what was heard, without its end, if it is whole."""
        line, end, rest = self._heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise self._forfeit("too much output", f"its line has more than {LONGEST_LINE} bytes")
        if not end:
            return None
        self._heard = rest
        return bytes(line)

    # --- What went wrong ---

    def _crash(self, otherwise: str) -> ForfeitError:
        """The program is gone, or as good as that; how it ended may be known soon."""
        deadline = monotonic() + _LAST_WORDS
        while self._status is None and monotonic() < deadline:
            self._listen(self._wait(deadline))
        word, _, excess = (self._status or "").partition(" ")
        if word == "limit":
            return self._forfeit(_EXCESSES[excess], f"{_most(self._allowance, excess)} allowed")
        return self._forfeit("crash", _how_it_ended(self._status) or otherwise)

    def _forfeit(self, reason: str, detail: str) -> ForfeitError:
        for _ in range(_MOST_READS):  # of one that does not end its words
            if not self._read_words():
                break
        words = _shown(self.words)
        return ForfeitError(reason, f"{detail}; its last words: {words}" if words else detail)

    # --- The end ---

    def end(self, grace: bool) -> None:
        """End it, immediately or after a moment to do so itself."""
        if self._control.fileno() < 0:
            return
        try:
            for descriptor, stream in zip((self._input, self._output), self._streams, strict=False):
                self._open.discard(descriptor)
                stream.close()
            with suppress(OSError):  # a supervisor that was killed
                self._control.send(b"." if grace else b"!")
            self._wait_for_supervisor()
        finally:
            self._control.close()
            for stream in self._streams:
                stream.close()

    def _wait_for_supervisor(self) -> None:
        deadline = monotonic() + _LONGEST_WAIT
        while self._control.fileno() in self._open and monotonic() < deadline:
            ready = self._wait(deadline)
            if self._error in ready:
                self._read_words()
            if self._control.fileno() in ready:
                self._read_status()
        try:
            self._supervisor.wait(max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            self._supervisor.kill()
            self._supervisor.wait()
        if self._supervisor.returncode != 0:
            _kill_marked(self._mark)


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    """Ours and theirs, which is not in the place of a standard stream: that is taken over there."""
    with ExitStack() as unfit:
        while True:
            ours, theirs = socket.socketpair()
            if theirs.fileno() > 2:
                return ours, theirs
            unfit.push(ours)
            unfit.push(theirs)


def _start_supervisor(
    words: list[str], control: int, mark: str, allowance: Allowance
) -> subprocess.Popen[bytes]:
    most = allowance.memory * _MIB, allowance.processes
    given = map(str, (control, os.getpid(), GRACE, *most))
    return subprocess.Popen(
        [sys.executable, "-I", "-S", supervisor.__file__, *given, *words],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=(control,),
        env={**allowance.environment, MARK: mark},
        start_new_session=True,
    )


@contextmanager
def _without_sigpipe() -> Iterator[None]:
    """Make writing to a closed pipe an error in here, also where SIGPIPE would end the process."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        if signal.SIGPIPE not in before:
            if signal.SIGPIPE in signal.sigpending():
                signal.sigwait({signal.SIGPIPE})
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _most(allowance: Allowance, excess: str) -> str:
    return f"{allowance.memory} MiB are" if excess == "memory" else f"{allowance.processes} are"


def _how_it_ended(status: str | None) -> str:
    """How the program ended, in words; empty if it still runs."""
    if status is None:
        return ""
    word, _, detail = status.partition(" ")
    if word == "refused":
        return f"it could not be started: {detail}"
    if word != "ended":
        return "the process that looked after it was killed"
    number = int(detail)
    if number >= 0:
        return f"it ended with status {number}"
    try:
        return f"it was ended by {signal.Signals(-number).name}"
    except ValueError:
        return f"it was ended by signal {-number}"


def _shown(words: bytearray) -> str:
    """The last lines, printable and on one line."""
    lines = words.decode(errors="replace").splitlines()
    text = " / ".join(line.strip() for line in lines[-_SHOWN_LINES:] if line.strip())
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)
    return shown if len(shown) <= _SHOWN_WORDS else f"...{shown[-_SHOWN_WORDS:]}"


def _kill_marked(mark: str) -> None:
    """End what is left of a program that killed its supervisor, where there is a /proc to find it in.

    One who forks and ends while we look is not seen, nor is its child: so one look in vain is not enough.
    """
    deadline, in_vain = monotonic() + supervisor.HUNT, 0
    while in_vain < _LOOKS and monotonic() < deadline:
        marked = [process for process in _processes() if _has_mark(process, mark)]
        in_vain = 0 if marked else in_vain + 1
        for process in marked:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        sleep(0.01)


def _processes() -> list[int]:
    try:
        return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    except OSError:
        return []


def _has_mark(process: int, mark: str) -> bool:
    try:
        return f"{MARK}={mark}".encode() in Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
