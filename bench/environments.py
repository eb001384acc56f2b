"""The research kit beside its peers: playouts beside C, batches beside pgx, single environments.

    python bench/environments.py                    prints the tables
    python bench/environments.py --peers PYTHON     with other people's; see peers.py, singles.py
    python bench/environments.py --before SRC       single environments beside those of another checkout
    python bench/environments.py --write            and puts them into bench/results.md, under "Research"

Needs gcc. Whatever is compared takes turns, and the best of several runs stands for each, so that whatever
else the machine does disturbs all alike.
"""

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numba
import numpy as np
from numba.core.registry import cpu_target
from singles import SINGLES

import fivesquare as fs
from fivesquare.packed import unsigned
from fivesquare.research.batch import Batch, keys_of, playouts
from fivesquare.research.vector import FivesquareVectorEnv

HERE = Path(__file__).parent
COMMAND = "python bench/environments.py --peers PYTHON --before OTHER/src --write"
COMPILE = ("gcc", "-O3", "-march=native")
GAMES = 200_000  # some hundredths of a second
RUNS = 25
SEED = 7
WANTED_OF_C = 0.8
WANTED_STEPS = 10.0  # million a second
WANTED_THREADS = 1.7
BOARDS = {
    "grow": "5 3 2 6 1/7 4 9 2 8/1 5 3 7 4/2 8 6 1 5/9 3 2 4 7",
    "flip": "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7",
}
BATCHES = (64, 256, 1024, 8192)

Side = Callable[[], "Timed"]


@dataclass(frozen=True, slots=True)
class Timed:
    """A result, and the seconds of the fastest run that found it."""

    result: Any
    seconds: float


def best_of_turns(*sides: Side, runs: int = RUNS) -> list[Timed]:
    """The fastest run of each side; they take turns."""
    best = [side() for side in sides]
    for _ in range(runs - 1):
        best = [
            min(old, side(), key=lambda run: run.seconds) for old, side in zip(best, sides, strict=True)
        ]
    return best


# --- Playouts beside C ---


class Row(NamedTuple):
    """Millions of games a second, ours and those of C."""

    book: str
    boards: str
    ours: float
    c: float


def in_millions(timed: Timed) -> float:
    return GAMES / 1e6 / timed.seconds


def ours(book: str, board: str | None, threads: int = 1) -> Timed:
    start = time.perf_counter()
    result = playouts(book, GAMES, SEED, board=board, threads=threads)
    seconds = time.perf_counter() - start
    return Timed((result.draws, result.first_wins, result.second_wins, result.moves), seconds)


def in_c(program: Path, book: str, board: str | None) -> Timed:
    keys = [str(unsigned(key)) for key in keys_of(SEED)]
    values = (board or "").replace("/", " ").split()
    words = subprocess.run(
        [program, book, str(GAMES), *keys, *values], check=True, capture_output=True, text=True
    ).stdout.split()
    return Timed(tuple(map(int, words[:4])), float(words[4]))


def compile_c(folder: Path, *options: str) -> Path:
    program = folder / "playouts"
    subprocess.run([*COMPILE, *options, "-o", program, HERE / "playouts.c"], check=True)
    return program


def beside_c(*options: str) -> list[Row]:
    """Both books, on boards that differ and on one."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(Path(folder), *options)
        for book, board in BOARDS.items():
            for fixed in (None, board):
                mine, theirs = best_of_turns(
                    partial(ours, book, fixed), partial(in_c, program, book, fixed)
                )
                if mine.result != theirs.result:
                    raise SystemExit(f"{book}: we count {mine.result}, C counts {theirs.result}")
                boards = "one for all" if fixed else "of its own"
                rows.append(Row(book, boards, in_millions(mine), in_millions(theirs)))
    return rows


def beside_c_without_deposit() -> list[Row]:
    """The same in a process whose compiler is told that the processor has no bit-deposit."""
    features = cpu_target.target_context.codegen().magic_tuple()[2].replace("+bmi2", "-bmi2")
    with tempfile.TemporaryDirectory() as cold:  # what was compiled with bit-deposit stays where it is
        result = subprocess.run(
            [sys.executable, __file__, "--without-deposit"],
            env={**os.environ, "NUMBA_CPU_FEATURES": features, "XDG_CACHE_HOME": cold},
            check=True,
            capture_output=True,
            text=True,
        )
    return [Row(*row) for row in json.loads(result.stdout)]


def table_of_playouts() -> list[str]:
    lines = [
        "| book | board of a game | M games/s | C | ours / C | without deposit | C | ours / C |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for fast, portable in zip(beside_c(), beside_c_without_deposit(), strict=True):
        speeds = [f"{row.ours:.1f} | {row.c:.1f} | **{row.ours / row.c:.2f}**" for row in (fast, portable)]
        lines.append(f"| {fast.book} | {fast.boards} | {' | '.join(speeds)} |")
    return lines


def table_of_threads() -> list[str]:
    lines = ["| book | one thread, M games/s | two threads | two / one |", "|---|--:|--:|--:|"]
    for book in fs.CATALOGUE:
        one, two = best_of_turns(partial(ours, book, None), partial(ours, book, None, threads=2))
        ratio = one.seconds / two.seconds
        lines.append(f"| {book} | {in_millions(one):.1f} | {in_millions(two):.1f} | **{ratio:.2f}** |")
    return lines


# --- Batches beside pgx ---


def whole_loop(batch: Batch, steps: int) -> Timed:
    """Choose at random, step, and reset what is over."""
    start = time.perf_counter()
    for _ in range(steps):
        batch.step(batch.sample())
        batch.reset(batch.done)
    return Timed(None, time.perf_counter() - start)


def steps_alone(batch: Batch, steps: int) -> Timed:
    """Of that only the steps: actions checked and made, masks, planes, rewards and ends shown."""
    spent = 0
    for _ in range(steps):
        choices = batch.sample()
        start = time.perf_counter_ns()
        batch.step(choices)
        spent += time.perf_counter_ns() - start
        batch.reset(batch.done)
    return Timed(None, spent / 1e9)


def batch_speeds(book: str, games: int) -> tuple[float, float]:
    """Millions of steps a second: alone, and in the whole loop."""
    batch, steps = Batch(book, games, SEED), max(4, 50_000 // games)
    alone, loop = best_of_turns(lambda: steps_alone(batch, steps), lambda: whole_loop(batch, steps))
    return games * steps / alone.seconds / 1e6, games * steps / loop.seconds / 1e6


def vector_speed(games: int) -> float:
    """Millions of steps of the vector environment a second, always the first legal action."""
    envs, steps = FivesquareVectorEnv(games, "grow"), max(4, 50_000 // games)
    masks = envs.reset(seed=SEED)[0]["action_mask"]

    def run() -> Timed:
        nonlocal masks
        spent = 0
        for _ in range(steps):
            chosen = masks.argmax(axis=1)
            start = time.perf_counter_ns()
            masks = envs.step(chosen)[0]["action_mask"]
            spent += time.perf_counter_ns() - start
        return Timed(None, spent / 1e9)

    (timed,) = best_of_turns(run)
    return games * steps / timed.seconds / 1e6


def of_peer(python: str, program: str, *words: object, path: str = "") -> str:
    """What peers.py or singles.py prints, on one core."""
    core = str(min(os.sched_getaffinity(0)))
    result = subprocess.run(
        ["taskset", "-c", core, python, HERE / program, *map(str, words)],
        env={**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONPATH": path},
        check=True,
        capture_output=True,
        text=True,
    )
    return result.stdout.strip()


def table_of_batches(python: str | None) -> list[str]:
    lines = [
        f"| M steps/s: alone, in the loop | {' | '.join(f'{games:,} games' for games in BATCHES)} |",
        f"|---|{'--:|' * len(BATCHES)}",
    ]
    for book in fs.CATALOGUE:
        speeds = [batch_speeds(book, games) for games in BATCHES]
        lines.append(
            f"| {book} | " + " | ".join(f"{alone:.1f}, {loop:.1f}" for alone, loop in speeds) + " |"
        )
    vectors = [f"{vector_speed(games):.2f}" for games in BATCHES]
    lines.append(f"| Gymnasium's vector of grow | {' | '.join(vectors)} |")
    if python is not None:
        peers = [of_peer(python, "peers.py", games, max(4, 100_000 // games)) for games in BATCHES]
        shown = " | ".join(f"-, {float(peer.partition(' ')[0]) / 1e6:.2f}" for peer in peers)
        lines.append(f"| connect_four, {peers[0].partition(' ')[2]} | {shown} |")
    return lines


# --- Single environments beside others ---

EPISODES = 40
TURNS = 5
OURS = ("gymnasium", "pettingzoo raw_env", "pettingzoo env", "openspiel")


class Single(NamedTuple):
    """Microseconds of one environment; whatever is compared has the same kind."""

    kind: str
    name: str
    command: list[str]
    path: str


def singles(python: str | None, before: Path | None) -> list[Single]:
    sides = [("this", str(Path(fs.__file__).parents[1]))] + ([("before", str(before))] if before else [])
    rows = [
        Single(kind, f"grow, {side}", [sys.executable, kind], path) for kind in OURS for side, path in sides
    ]
    for name in SINGLES if python is not None else ():
        kind = next((kind for kind in OURS if name.startswith(f"{kind} ") and name not in OURS), None)
        if kind is not None:
            rows.append(Single(kind, name.removeprefix(f"{kind} "), [str(python), name], ""))
    return sorted(rows, key=lambda row: OURS.index(row.kind))


def table_of_singles(python: str | None, before: Path | None) -> list[str]:
    """Each in a process of its own, taking turns; the best turn of each."""
    rows = singles(python, before)
    found: list[list[tuple[float, float]]] = [[] for _ in rows]
    versions: dict[str, str] = {}
    for _ in range(TURNS):
        for row, times in zip(rows, found, strict=True):
            interpreter, name = row.command
            words = of_peer(interpreter, "singles.py", name, EPISODES, path=row.path).split()
            times.append((float(words[0]), float(words[1])))
            versions[words[2]] = words[3]
    lines = [
        f"{', '.join(f'{package} {number}' for package, number in versions.items())}.",
        "",
        "| interface | environment | a step, us | beside ours | a new game, us | beside ours |",
        "|---|---|--:|--:|--:|--:|",
    ]
    ours: dict[str, tuple[float, float]] = {}
    for row, times in zip(rows, found, strict=True):
        step, game = min(step for step, _ in times), min(game for _, game in times)
        first_step, first_game = ours.setdefault(row.kind, (step, game))
        new_game = f"{game:.1f} | {game / first_game:.1f}"
        lines.append(f"| {row.kind} | {row.name} | {step:.2f} | **{step / first_step:.2f}** | {new_game} |")
    return lines


# --- The section ---


def versions() -> str:
    gcc = subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True).stdout
    models = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return (
        f"Fivesquare {fs.__version__}, Python {platform.python_version()}, NumPy {np.__version__}, Numba "
        f"{numba.__version__}, Gymnasium {gymnasium.__version__}, OpenSpiel {version('open_spiel')}, "
        f"{gcc.splitlines()[0]}; {models[0] if models else platform.machine()}; load before: "
        f"{os.getloadavg()[0]:.1f} on {len(os.sched_getaffinity(0))} cores"
    )


PLAYOUTS = f"""### Playouts beside C

Millions of whole random games a second on one core. `playouts.c` is written for these two games and sizes
alone, with the same generator and the same boards: wins, draws and moves were equal. Without bit-deposit
both take the portable path. Wanted: at least {WANTED_OF_C} of C.
"""
THREADS = f"""By threads, each game on a board of its own. Wanted: {WANTED_THREADS}.
"""
STEPS = f"""### Batches beside pgx

Millions of steps a second on one core, masks and planes shown after each. The first number is `step` alone,
which checks the actions; the second the whole loop, with moves chosen by lot and new games and their
boards, and that is what is measured of pgx. The vector environment answers each step with a random move,
and hands out copies. Wanted: {WANTED_STEPS:.0f} million.
"""
ONE_AT_A_TIME = """### Single environments beside others

Random moves; a step of ours in Gymnasium has the opponent's in it, and `copying` does nothing but copy
arrays as large. In PettingZoo a step is `last` and `step`, in OpenSpiel `legal_actions`, `apply_action` and
`is_terminal`. Each in a process of its own, in turns, the best of 5 turns; *beside ours* is how many times
as long it takes. PettingZoo's three wrappers around `raw_env` cost more than the game.
"""


def report(python: str | None, before: Path | None) -> str:
    machine = versions()
    for book in fs.CATALOGUE:
        playouts(book, 1, SEED)  # compile first
    lines = [
        "## Research",
        "",
        f"`{COMMAND}`, C by `{' '.join(COMPILE)}`, best of {RUNS} runs, taking turns.",
        f"{machine}.",
        "",
        *(PLAYOUTS, *table_of_playouts(), ""),
        *(THREADS, *table_of_threads(), ""),
        *(STEPS, *table_of_batches(python), ""),
        *(ONE_AT_A_TIME, *table_of_singles(python, before), ""),
    ]
    return "\n".join(lines)


def write(section: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = path.read_text(encoding="utf-8")
    without = re.sub(r"\n## Research\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + section, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--peers", metavar="PYTHON", help="a Python that has what peers.py plays")
    parser.add_argument("--before", type=Path, metavar="SRC", help="the folder src of another checkout")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    parser.add_argument("--without-deposit", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if shutil.which("gcc") is None:
        raise SystemExit("this needs gcc")
    if options.without_deposit:
        sys.stdout.write(json.dumps(beside_c("-mno-bmi2")))
        return
    section = report(options.peers, options.before and options.before.resolve())
    sys.stdout.write(section)
    if options.write:
        write(section, HERE / "results.md")


if __name__ == "__main__":
    main()
