"""Programs as players: real ones, and every way we know in which a program can misbehave.

Each must end in time, with its reason, and with nothing left behind.
"""

import os
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.arena import programs, supervisor
from fivesquare.arena.programs import LONGEST_LINE, Allowance, Program, check_program
from patience import PATIENCE

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "programs"
"""A program that is found out by anything but its time has so many seconds; no test waits for them."""

SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])

HONEST = """
import json, os, signal, sys, time

def question():
    return json.loads(sys.stdin.readline())

def answer(move):
    print(json.dumps({"move": move}), flush=True)

def play():
    for line in sys.stdin:
        answer(json.loads(line)["view"]["legal"][0])
"""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and prctl of Linux")


class Marked:
    """Programs of this test, and whatever they start: a variable in their environment tells."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mark = f"FIVESQUARE_TEST={secrets.token_hex(8)}"

    def command(self, code: str) -> str:
        path = self.folder / f"{secrets.token_hex(4)}.py"
        path.write_text(HONEST + code, encoding="utf-8")
        return shlex.join([sys.executable, "-I", "-S", str(path)])

    def processes(self) -> list[str]:
        """All that run now, by their commands."""
        found = []
        for place in Path("/proc").iterdir():
            if place.name.isdigit():
                try:
                    if self.mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                        found.append((place / "cmdline").read_text())
                except OSError:
                    continue
        return found


def zombies() -> set[str]:
    """Children of ours that have ended, and that we did not wait for."""
    found = set()
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state == "Z" and int(parent) == os.getpid():
                found.add(place.name)
    return found


def descriptors() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Nothing of a program is left when its test ends."""
    marked = Marked(tmp_path)
    name, _, value = marked.mark.partition("=")
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(programs, "_PASSED_ON", programs._PASSED_ON | {name})
    before = (descriptors(), zombies()) if sys.platform == "linux" else None
    yield marked
    if before is not None:
        assert marked.processes() == []
        assert descriptors() <= before[0]
        assert zombies() <= before[1]


def fault(program: Program, position: fs.Position = SWEEP, asked: int = 1) -> fs.ForfeitError:
    """What the program is found guilty of at its last question."""
    for _ in range(asked - 1):
        program.choose(position)
    with pytest.raises(fs.ForfeitError) as caught:
        program.choose(position)
    return caught.value


# --- What they may use ---

SHOWS = """
for line in sys.stdin:
    print(json.dumps(sorted(os.environ)), file=sys.stderr)
    answer(json.loads(line)["view"]["legal"][0])
"""


@pytest.mark.parametrize("variables", [(), ("PROVIDER_API_KEY",)])
def test_a_program_gets_no_secret_of_ours_unless_it_is_named(
    variables: tuple[str, ...], marked: Marked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROVIDER_API_KEY", "secret")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with Program(marked.command(SHOWS), PATIENCE, Allowance(variables=variables)) as program:
        program.choose(SWEEP)
        program.choose(SWEEP)  # the words of the first turn are there now
        assert '"LC_ALL"' in program.said
        assert '"PATH"' in program.said
        assert ('"PROVIDER_API_KEY"' in program.said) == bool(variables)


def test_a_process_has_no_more_data_than_is_allowed(marked: Marked) -> None:
    found = fault(
        Program(marked.command("question()\nx = bytearray(400 << 20)\nplay()"), PATIENCE, Allowance(200))
    )
    assert found.reason == "crash"
    assert "MemoryError" in found.detail


@on_linux
def test_processes_together_have_no_more_memory_than_is_allowed(marked: Marked) -> None:
    code = """
question()
for _ in range(3):
    if os.fork() == 0: break
x = bytearray(os.urandom(1 << 20) * 100)
time.sleep(600)
"""
    found = fault(Program(marked.command(code), PATIENCE, Allowance(250)))
    assert str(found) == "too much memory: 250 MiB are allowed"
    assert marked.processes() == []


@on_linux
def test_memory_that_is_shared_counts_once(marked: Marked) -> None:
    code = """
x = bytearray(os.urandom(1 << 20) * 100)
for _ in range(3):
    if os.fork() == 0: time.sleep(600)
time.sleep(1)
play()
"""
    with Program(marked.command(code), PATIENCE, Allowance(250)) as program:
        assert program.choose(SWEEP) == "1,1"


@on_linux
def test_a_program_has_no_more_processes_than_are_allowed(marked: Marked) -> None:
    code = """
question()
for _ in range(20):
    if os.fork() == 0: time.sleep(600)
time.sleep(600)
"""
    found = fault(Program(marked.command(code), PATIENCE, Allowance(processes=10)))
    assert str(found) == "too many processes: 10 are allowed"
    assert marked.processes() == []


# --- Honest ones ---


def play_out(position: fs.Position, *commands: str) -> fs.Position:
    with ExitStack() as stack:
        players = [stack.enter_context(Program(command, PATIENCE)) for command in commands]
        while position.turn is not None:
            move = players[position.turn - 1].choose(position)
            assert move in position.legal
            position = position.play(move)
    return position


@pytest.fixture(scope="session")
def bot_in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        assert "FIVESQUARE_CI" not in os.environ, "there is no C compiler"
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("bot") / "bot"
    strict = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    subprocess.run([compiler, *strict, "-O2", "-o", path, EXAMPLES / "bot.c"], check=True)
    return shlex.join([str(path)])


BOOKS = [
    *fs.CATALOGUE,
    {"like": "chain", "size": [3, 4]},
    {"like": "chain", "balance": "swap", "title": 'say "legal": ["9,9"], "board": [[9]]'},
    {"like": "grow", "balance": "swap", "take": "lower-free", "size": [8, 8]},
    {"like": "flip", "balance": {"komi": 2.5}, "size": [1, 5]},
]


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_examples_play_whole_games_of_every_book(bot_in_c: str, book: str, marked: Marked) -> None:
    bot_in_python = shlex.join([sys.executable, "-I", "-S", str(EXAMPLES / "bot.py")])
    for commands in ((bot_in_c, bot_in_python), (bot_in_python, bot_in_c)):
        assert play_out(fs.start(book, seed=3), *commands).is_over


def test_the_examples_know_what_is_worth_having(bot_in_c: str, marked: Marked) -> None:
    with Program(bot_in_c) as program:
        assert program.choose(SWEEP) == "2,2"
        assert program.choose(SWEEP.play("2,2")) == "1,3"
    with Program(shlex.join([sys.executable, str(EXAMPLES / "bot.py")])) as program:
        flip = fs.start("flip", board=[[1, 3], [2, 4]]).play("1,2")
        assert program.choose(flip) == "2,2"
        swap = fs.start({"like": "grow", "balance": "swap"}, board=[[1, 9, 2]])
        assert program.choose(swap.play("1,3")) == "1,2"
        edge = fs.start({"like": "grow", "balance": "swap"}, board=[[9, 1, 2]])
        assert program.choose(edge.play("1,1")) == "swap"


def test_a_question_is_the_contract_and_nothing_more(marked: Marked) -> None:
    code = """
line = sys.stdin.readline()
print(line, file=sys.stderr, flush=True)
answer(json.loads(line)["view"]["legal"][-1])
"""
    record = {**SWEEP.play("1,1").to_record(), "seed": 7, "players": ["level:3", "random"]}
    with Program(marked.command(code), PATIENCE) as program:
        position = fs.Position.from_record(record)
        assert program.choose(position) == "3,3"
        program.close()
        told = eval(program.said, {"false": False, "true": True, "null": None})
    assert told == {
        "record": {key: record[key] for key in ("book", "board", "moves")},
        "view": position.view(),
        "seat": 2,
    }


# --- Hostile ones ---

GOES_AWAY = """
def go_away(code):
    # into the background: a session of its own, no parent, no pipes
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for descriptor in range(3):
        os.close(descriptor)
    code()
    os._exit(0)
"""

AT_ONCE = {
    "exits at once": ("raise SystemExit(3)", "crash: it ended with status 3"),
    "ends well, but too soon": ("raise SystemExit(0)", "crash: it ended with status 0"),
    "raises": ("question()['nonsense']", "crash: it ended with status 1; its last words: Traceback"),
    "crashes": ("os.kill(os.getpid(), signal.SIGSEGV)", "crash: it was ended by SIGSEGV"),
    "is killed by an odd signal": ("os.kill(os.getpid(), 40)", "crash: it was ended by signal 40"),
    "ends while its child holds the pipes": (
        "if os.fork():\n    raise SystemExit(4)\ntime.sleep(600)",
        "crash: it ended with status 4",
    ),
    "closes its output": ("os.close(1); time.sleep(600)", "crash: it closed its standard output"),
    "closes all": ("os.closerange(0, 3); time.sleep(600)", "crash: it closed its standard output"),
    "half a line, then the end": ("question(); sys.stdout.write('{')", "crash: it ended with status 0"),
    "rubbish": (
        "print('rubbish', flush=True); time.sleep(600)",
        "unreadable: its line is not JSON: 'rubbish'",
    ),
    "an empty line": ("print(flush=True); time.sleep(600)", "unreadable: its line is not JSON: ''"),
    "no UTF-8": (
        'os.write(1, b\'{"move": "\\xff"}\\n\'); time.sleep(600)',
        'unreadable: its line is not UTF-8: b\'{"move": "\\xff"}\'',
    ),
    "zeros": (
        "os.write(1, bytes(9) + b'\\n'); time.sleep(600)",
        "unreadable: its line is not JSON: '\\x00",
    ),
    "no object": (
        "print('[1]', flush=True); time.sleep(600)",
        "unreadable: its line has no \"move\": '[1]'",
    ),
    "no move": ("print('{}', flush=True); time.sleep(600)", "unreadable: its line has no \"move\": '{}'"),
    "a number": ("answer(3); time.sleep(600)", "unreadable: its move must be text, not 3"),
    "no number": ("answer(float('nan')); time.sleep(600)", "unreadable: its move must be text, not nan"),
    "a huge number": (
        "print('{\"move\": ' + '9' * 9999 + '}', flush=True); time.sleep(600)",
        'unreadable: its line is not JSON: \'{"move": 999',
    ),
    "deep JSON": (
        "print('{\"move\": ' + '[' * 60000, flush=True); time.sleep(600)",
        'unreadable: its line is not JSON: \'{"move": [[[',
    ),
    "deep and right JSON": (
        "print('{\"move\": ' + '[' * 30000 + ']' * 30000 + '}', flush=True); time.sleep(600)",
        'unreadable: its line is not JSON: \'{"move": [[[',
    ),
    "a surrogate": (
        'print(\'{"move": "\\\\ud800"}\', flush=True); time.sleep(600)',
        'illegal: a cell is written "row,col"',
    ),
    "a long line": (
        f"answer(' ' * {LONGEST_LINE}); time.sleep(600)",
        f"too much output: its line has more than {LONGEST_LINE} bytes",
    ),
    "a gigabyte": (
        "for _ in range(1024): os.write(1, bytes(1 << 20))",
        f"too much output: its line has more than {LONGEST_LINE} bytes",
    ),
    "a gigabyte of lines": (
        "for _ in range(1024): os.write(1, b'y\\n' * (1 << 19))",
        "unreadable: ",
    ),
    "no such move": ("answer('go'); time.sleep(600)", 'illegal: a cell is written "row,col"'),
    "no such cell": ("answer('9,9'); time.sleep(600)", "illegal: there is no cell 9,9"),
    "stop": ("answer('stop'); time.sleep(600)", "illegal: "),
    "an empty move": ("answer(''); time.sleep(600)", 'illegal: a cell is written "row,col"'),
}

IN_TIME = {
    "nothing": "time.sleep(600)",
    "reads, and nothing else": "question(); question()",
    "half a line": "sys.stdout.write('{\"move\":'); sys.stdout.flush(); time.sleep(600)",
    "a byte at a time": "while True: os.write(1, b' '); time.sleep(0.05)",
    "answers late": "question(); time.sleep(30); play()",
    "stops itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "floods its standard error": "while True: os.write(2, bytes(1 << 16))",
    "hears nothing": "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)); time.sleep(600)",
}


@pytest.mark.parametrize("name", AT_ONCE)
def test_what_a_program_does_wrong_is_found_out_without_waiting(name: str, marked: Marked) -> None:
    code, said = AT_ONCE[name]
    if not said.startswith("crash"):  # what is written before the question is a fault of its own
        code = f"question()\n{code}"
    program = Program(marked.command(code), PATIENCE)
    found = fault(program)
    assert str(found).startswith(said)
    assert len(found.detail) < 600
    assert found.detail.isprintable()
    assert fault(program) is found  # it stays lost
    program.close()


@pytest.mark.parametrize("name", IN_TIME)
def test_a_program_that_does_not_answer_runs_out_of_time(name: str, marked: Marked) -> None:
    found = fault(Program(marked.command(IN_TIME[name]), 0.5))
    assert str(found).startswith("time-out: no answer within 0.5 seconds")


@pytest.fixture
def long_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that does not fit into any pipe at once."""
    monkeypatch.setattr(programs, "_question", lambda _: b"x" * 3_000_000 + b"\n")


@pytest.mark.usefixtures("long_question")
def test_a_program_that_does_not_read_keeps_nobody_waiting(marked: Marked) -> None:
    assert fault(Program(marked.command("os.read(0, 3000)\ntime.sleep(600)"), 0.5)).reason == "time-out"


@pytest.mark.usefixtures("long_question")
def test_a_program_may_read_little_by_little(marked: Marked) -> None:
    code = "while not os.read(0, 5000).endswith(b'\\n'): pass\nanswer('1,1')\nplay()"
    with Program(marked.command(code), PATIENCE) as program:
        assert program.choose(SWEEP) == "1,1"


@pytest.mark.usefixtures("long_question")
def test_a_program_that_answers_before_it_has_read_all_is_found_out(marked: Marked) -> None:
    found = fault(Program(marked.command("answer('1,1')\nos.read(0, 5000)\ntime.sleep(600)"), PATIENCE))
    assert str(found).startswith('unreadable: it wrote before it was asked: b\'{"move": "1,1"}')


LATER = {
    "dies in mid-game": ("answer(question()['view']['legal'][0])", "crash: it ended with status 0"),
    "closes its input": (
        "q = question(); os.close(0); answer(q['view']['legal'][0]); time.sleep(600)",
        "crash: it closed its standard input",
    ),
    "answers twice": (
        'print(2 * \'{"move": "1,1"}\\n\', flush=True); time.sleep(600)',
        'unreadable: it wrote before it was asked: b\'{"move": "1,1"}\\n',
    ),
    "says more": (
        'os.write(1, b\'{"move": "1,1"}\\nwell\'); time.sleep(600)',
        "unreadable: it wrote before it was asked: b'well'",
    ),
}


@pytest.mark.parametrize("name", LATER)
def test_a_good_answer_counts_until_the_next_question(name: str, marked: Marked) -> None:
    code, said = LATER[name]
    with Program(marked.command(code), PATIENCE) as program:
        assert str(fault(program, asked=2)).startswith(said)


def test_what_is_said_after_the_last_answer_does_no_harm(marked: Marked) -> None:
    with Program(
        marked.command('print(2 * \'{"move": "1,1"}\\n\', flush=True); play()'), PATIENCE
    ) as program:
        assert program.choose(SWEEP) == "1,1"


def test_a_program_hears_that_the_game_is_over_and_may_say_good_bye(
    marked: Marked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "GRACE", PATIENCE)
    monkeypatch.setattr(programs, "_LONGEST_WAIT", 2 * PATIENCE)
    with Program(marked.command("play()\nprint('good-bye', file=sys.stderr)"), PATIENCE) as program:
        program.choose(SWEEP)
    assert program.said == "good-bye\n"


def test_an_answer_may_have_windows_line_ends_and_more_keys(marked: Marked) -> None:
    code = 'os.write(1, b\' {"why": [1e999], "move": "1,1"} \\r\\n\'); play()'
    with Program(marked.command(code), PATIENCE) as program:
        assert program.choose(SWEEP) == "1,1"


STAYS = {
    "ignores the end": "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nplay()\nwhile True: time.sleep(600)",
    "leaves a child": "if os.fork() == 0: time.sleep(600)\nplay()",
    "leaves a child that ignores signals": """
if os.fork() == 0:
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
    time.sleep(600)
play()""",
    "leaves generations": """
for _ in range(5):
    if os.fork() == 0:
        os.setpgrp()
        if os.fork() == 0:
            os.setsid()
            os.fork()
        time.sleep(600)
play()""",
    "goes into the background": "go_away(lambda: time.sleep(600))\nplay()",
    "goes into the background at the end": "play()\ngo_away(lambda: time.sleep(600))",
    "runs away from its group": """
def run():
    while os.fork() == 0: pass
go_away(run)
play()""",
    "forks into new sessions": """
def run():
    for _ in range(200):
        if os.fork(): os._exit(0)
        os.setsid()
        time.sleep(0.01)
go_away(run)
play()""",
    "starts other programs": """
import subprocess
for _ in range(3):
    subprocess.Popen(["sleep", "600"], start_new_session=True)
play()""",
}


@on_linux
@pytest.mark.parametrize("name", STAYS)
def test_nothing_is_left_of_a_program_when_the_game_is_over(name: str, marked: Marked) -> None:
    with Program(marked.command(GOES_AWAY + STAYS[name]), PATIENCE) as program:
        assert program.choose(SWEEP) == "1,1"
        assert marked.processes() != []
    assert marked.processes() == []


@on_linux
@pytest.mark.parametrize("name", STAYS)
def test_nothing_is_left_of_a_program_that_ends_in_mid_game(name: str, marked: Marked) -> None:
    code = STAYS[name].replace("play()", "answer(question()['view']['legal'][0])")
    program = Program(marked.command(GOES_AWAY + code + "\nos.close(1)"), PATIENCE)
    if name == "ignores the end":
        program.choose(SWEEP)
        program.close()
    else:
        assert fault(program, asked=2).reason == "crash"
    assert marked.processes() == []


@on_linux
@pytest.mark.parametrize("how", ["SIGKILL", "SIGSTOP", "SIGTERM"])
def test_nothing_is_left_of_a_program_that_turns_against_its_supervisor(how: str, marked: Marked) -> None:
    code = f"""
go_away(lambda: time.sleep(600))
question()
os.kill(os.getppid(), signal.{how})
time.sleep(600)
"""
    found = fault(Program(marked.command(GOES_AWAY + code), 1.5))
    if how == "SIGSTOP":
        assert found.reason == "time-out"
    else:
        assert str(found) == "crash: the process that looked after it was killed"
    assert marked.processes() == []


@on_linux
def test_a_program_goes_with_its_supervisor(marked: Marked) -> None:
    """Also if nobody looks, as when the system is short of memory and kills both of us."""
    with Program(marked.command("play()\ntime.sleep(600)"), PATIENCE) as program:
        program.choose(SWEEP)
        assert program._running is not None
        program._running._supervisor.kill()
        until = time.monotonic() + PATIENCE / 2
        while (left := marked.processes()) and time.monotonic() < until:
            time.sleep(0.05)
    assert left == []


@on_linux
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM", "SIGINT"])
def test_a_program_goes_when_whoever_plays_the_game_is_killed(how: str, marked: Marked) -> None:
    bot = marked.command(GOES_AWAY + "go_away(lambda: time.sleep(600))\nplay()\ntime.sleep(600)")
    game = f"""
import os, sys, time
import fivesquare as fs
from fivesquare.arena.programs import Allowance, Program
program = Program({bot!r}, {PATIENCE}, Allowance(variables=({marked.mark.partition("=")[0]!r},)))
move = program.choose(fs.start("sweep", seed=1))
if os.fork():  # the child has a copy of everything, like the worker of a pool
    print(move, flush=True)
time.sleep({PATIENCE})
"""

    def of_the_program() -> list[str]:
        return [command for command in marked.processes() if "\0-S\0" in command]

    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    playing = subprocess.Popen(
        [sys.executable, "-c", game],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        stderr=subprocess.DEVNULL,
    )
    with playing:
        assert playing.stdout is not None
        assert playing.stdout.readline() == "1,1\n"
        while len(of_the_program()) < 3:  # the supervisor, the program, and what it has in the background
            time.sleep(0.05)
        playing.send_signal(signal.Signals[how])
        until = time.monotonic() + PATIENCE / 2
        while (left := of_the_program()) and time.monotonic() < until:
            time.sleep(0.05)
        os.killpg(playing.pid, signal.SIGKILL)
    assert left == []
    while marked.processes():  # the copy, which is not our child
        time.sleep(0.05)


@pytest.mark.parametrize("ends_by_itself", [True, False])
def test_where_there_is_no_linux_the_program_and_its_group_are_ended(
    ends_by_itself: bool, marked: Marked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = Path(supervisor.__file__).read_text(encoding="utf-8")
    assert code.count('sys.platform == "linux"') == 4
    assert code.count("os.pidfd_open(") == 1
    code = code.replace('sys.platform == "linux"', "False").replace(
        "os.pidfd_open(", "os.nothing_of_that_name("
    )
    (tmp_path / "supervisor.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(supervisor, "__file__", str(tmp_path / "supervisor.py"))
    end = "" if ends_by_itself else "\nif os.fork(): time.sleep(600)\nplay()\ntime.sleep(600)"
    with Program(marked.command("answer(question()['view']['legal'][0])" + end), PATIENCE) as program:
        assert program.choose(SWEEP) == "1,1"
        if ends_by_itself:
            assert str(fault(program)) == "crash: it ended with status 0"


def test_a_process_that_would_die_of_a_broken_pipe_does_not(marked: Marked) -> None:
    bot = marked.command("q = question(); os.close(0); answer(q['view']['legal'][0]); time.sleep(600)")
    game = f"""
import signal
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
import fivesquare as fs
from fivesquare.arena.programs import Program
program = Program({bot!r}, {PATIENCE})
position = fs.start("sweep", seed=1)
position = position.play(program.choose(position))
try:
    program.choose(position)
except fs.ForfeitError as fault:
    print(fault)
print(sorted(signal.pthread_sigmask(signal.SIG_BLOCK, [])), signal.sigpending())
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", game], env=environment, capture_output=True, text=True)
    assert done.stdout == "crash: it closed its standard input\n[] set()\n"


@on_linux
@pytest.mark.parametrize("closed", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_a_process_without_standard_streams_can_play(closed: str, marked: Marked, tmp_path: Path) -> None:
    game = f"""
from pathlib import Path
import fivesquare as fs
from fivesquare.arena.programs import Program
try:
    with Program({marked.command("play()")!r}, {PATIENCE}) as program:
        move = program.choose(fs.start("sweep", seed=1))
except Exception as error:
    move = repr(error)
Path("told").write_text(move)
"""
    (tmp_path / "game.py").write_text(game, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    line = f"{shlex.quote(sys.executable)} game.py {closed}"
    subprocess.run(["sh", "-c", line], env=environment, cwd=tmp_path, check=True)
    assert (tmp_path / "told").read_text() == "1,1"


def test_a_program_outlives_the_thread_that_started_it(marked: Marked) -> None:
    with Program(marked.command("play()"), PATIENCE) as program:
        moves: list[str] = []
        thread = threading.Thread(target=lambda: moves.append(program.choose(SWEEP)))
        thread.start()
        thread.join()
        position = SWEEP.play(moves[0])
        assert program.choose(position) == position.legal[0]
        thread = threading.Thread(target=program.close)
        thread.start()
        thread.join()


def test_many_programs_play_at_once_from_threads(marked: Marked) -> None:
    command = marked.command("play()")
    ended: list[bool] = []

    def game() -> None:
        ended.append(play_out(fs.start("sweep", seed=1), command, command).is_over)

    threads = [threading.Thread(target=game) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == [True] * 4


@on_linux
def test_a_program_gets_three_pipes_and_a_session_of_its_own(marked: Marked, tmp_path: Path) -> None:
    code = """
read = question()
for name in os.listdir("/proc/self/fd"):
    try:
        print(name, os.readlink("/proc/self/fd/" + name).partition(":")[0], file=sys.stderr)
    except OSError:
        pass  # that which the list is read from
print(os.getsid(0) == os.getpid(), file=sys.stderr)
answer(read["view"]["legal"][0])
play()
"""
    with (tmp_path / "ours").open("w") as ours:
        os.set_inheritable(ours.fileno(), True)
        with Program(marked.command(code), PATIENCE) as program:
            program.choose(SWEEP)
    assert program.said.splitlines() == ["0 pipe", "1 pipe", "2 pipe", "True"]


@on_linux
def test_a_program_dies_of_a_broken_pipe_as_others_do(marked: Marked) -> None:
    """Python ignores that signal, and whoever is started by Python would too."""
    with Program("sh -c 'read line; grep SigIgn /proc/self/status >&2'", PATIENCE) as program:
        assert fault(program).reason == "crash"
    ignored = int(program.said.removeprefix("SigIgn:"), 16)  # whoever runs the tests may ignore others
    assert not ignored & 1 << (signal.SIGPIPE - 1)


def test_of_what_a_program_says_to_its_standard_error_the_end_is_kept(marked: Marked) -> None:
    code = """
question()
for number in range(100_000):
    print("line", number, "\\x1b[31m\\xff", file=sys.stderr)
sys.exit(2)
"""
    with Program(marked.command(code), PATIENCE) as program:
        found = fault(program)
    assert found.detail.startswith("it ended with status 2; its last words: line 99995 ?[31m")
    assert found.detail.isprintable()
    assert len(program.said) <= 4096
    assert "line 99999 \x1b" in program.said


def test_standard_error_may_be_flooded_while_good_moves_are_made(marked: Marked) -> None:
    code = "if os.fork() == 0:\n    while True: os.write(2, bytes(1 << 16))\nplay()"
    command = marked.command(code)
    assert play_out(SWEEP, command, command).is_over


@on_linux
def test_many_games_leave_no_descriptor_and_no_zombie(marked: Marked) -> None:
    good, bad = marked.command("play()"), marked.command("raise SystemExit(1)")
    before = descriptors()
    for _ in range(10):
        with Program(good, PATIENCE) as program:
            program.choose(SWEEP)
        fault(Program(bad, PATIENCE))
        assert descriptors() <= before


def test_a_program_that_was_never_asked_was_never_started(marked: Marked) -> None:
    with Program(marked.command("play()")) as program:
        assert marked.processes() == []
    program.close()
    with pytest.raises(fs.PlayerError, match="has been ended"):
        program.choose(SWEEP)


def test_an_interrupted_choice_ends_the_program(marked: Marked, monkeypatch: pytest.MonkeyPatch) -> None:
    program = Program(marked.command("time.sleep(600)"), PATIENCE)
    timer = threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        program.choose(SWEEP)
    timer.join()
    assert marked.processes() == []


# --- Commands ---


def test_a_command_is_split_as_a_shell_does_it_and_no_shell_runs(marked: Marked) -> None:
    code = "print(sys.argv[1:], file=sys.stderr); play()"
    with Program(marked.command(code) + " 'a b' \"c\" d\\ e '' $HOME * ';' ü", PATIENCE) as program:
        program.choose(SWEEP)
    assert program.said == "['a b', 'c', 'd e', '', '$HOME', '*', ';', 'ü']\n"


@pytest.mark.parametrize("command", ["", "  ", "''", "'", "a\0b", "\ud800", 'bot "', None, 3])
def test_what_is_no_command_is_refused(command: str) -> None:
    with pytest.raises(fs.PlayerError, match="is not a command"):
        check_program(command)
    with pytest.raises(fs.PlayerError, match="is not a command"):
        Program(command)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 10**9])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    with pytest.raises(fs.PlayerError, match="seconds a move"):
        Program("./bot", seconds)


def test_a_command_that_cannot_be_started_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "bot").write_text("#!/usr/bin/nothing-of-that-name -x\n")
    with pytest.raises(fs.PlayerError, match=r"^there is no program './none'$"):
        check_program("./none --depth 3")
    with pytest.raises(fs.PlayerError, match=r"^there is no program 'none-at-all' on the path$"):
        check_program("none-at-all")
    with pytest.raises(fs.PlayerError, match=r"^'\./folder' is a folder, not a program$"):
        check_program("./folder")
    with pytest.raises(fs.PlayerError, match=r"on the path; for the one in this folder say './bot'$"):
        check_program("bot")
    with pytest.raises(fs.PlayerError, match="may not be executed: chmod"):
        check_program("./bot")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(
        fs.PlayerError, match=r"the interpreter '/usr/bin/nothing-of-that-name', which does not exist$"
    ):
        check_program("./bot")
    (tmp_path / "bot").write_text(f"#! {sys.executable} -S\n")
    check_program("./bot")
    check_program(f"{shlex.quote(sys.executable)} bot.py")


def test_what_only_the_system_finds_out_is_a_crash(marked: Marked, tmp_path: Path) -> None:
    (tmp_path / "bot").write_bytes(b"\x7fELF of another machine")
    (tmp_path / "bot").chmod(0o755)
    check_program(str(tmp_path / "bot"))
    assert str(fault(Program(str(tmp_path / "bot")))) == "crash: it could not be started: Exec format error"
    assert str(fault(Program(str(tmp_path / "none")))).startswith(
        "crash: it could not be started: No such file"
    )
