"""The command: runs the scenarios, and writes what came of them as tables."""

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path

import fivesquare as fs
from webload import servers
from webload.scenarios import Result, middle, play_closed, play_edition, play_open, play_peer
from webload.servers import BENCH, Database

RESULTS = BENCH / "results.md"
_PACKAGES = ("uvicorn", "uvloop", "httptools", "starlette", "pydantic", "sqlalchemy", "psycopg")
_SCENARIOS = ("open", "edge", "closed")
_TURNS = 3
_HEADINGS = {
    "open": "Open loop: 200 moves a second",
    "edge": "The edge: 1000 moves a second",
    "closed": "Closed loop: as fast as it goes, beside boardgame.io",
}
_GAMES = {"open": 1000, "edge": 5000, "closed": 100}

_COLUMNS: dict[str, Callable[[Result], str]] = {
    "server": lambda result: result.who,
    "moves/s": lambda result: f"{result.rate:.0f}",
    "answer, ms: p50, p99, longest": lambda result: spread(result.measured.answers),
    "event at the other seat, ms": lambda result: spread(result.measured.events),
    "CPU a move, ms": lambda result: f"{result.cpu * 1000:.2f}",
    "of the database": lambda result: f"{result.database_cpu * 1000:.2f}" if result.database_cpu else "-",
    "memory a game, KB": lambda result: (
        f"{result.memory / result.games / 1000:.0f}" if result.memory else "-"
    ),
    "durable": lambda result: f"{result.durable:,}" if result.durable else "none",
    "generator": lambda result: f"{result.cost.generator / result.cost.seconds:.0%}",
    "others": lambda result: f"{result.cost.others:.0%}",
    "load": lambda result: f"{result.load_average:.1f}",
}


def spread(seconds: list[float]) -> str:
    """Median, 99th percentile and longest, in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return "-"
    at = (len(ordered) // 2, len(ordered) * 99 // 100, len(ordered) - 1)
    return ", ".join(f"{ordered[number] * 1000:.1f}" for number in at)


def row(result: Result) -> str:
    return f"| {' | '.join(show(result) for show in _COLUMNS.values())} |"


def head() -> str:
    rest = "|".join(["---:"] * (len(_COLUMNS) - 1))
    return f"| {' | '.join(_COLUMNS)} |\n|---|{rest}|"


def play(scenario: str, databases: list[Database], folder: Path, is_quick: bool) -> Iterator[Result]:
    """The results of a scenario, each as soon as it is there."""
    games = _GAMES[scenario]
    if scenario != "closed":
        warm, seconds = (2.0, 5.0) if is_quick else (5.0, 25.0)
        for database in databases:
            yield play_open(database, folder, games, warm, seconds)
        return
    warm, seconds = (0.5, 2.0) if is_quick else (1.0, 5.0)
    has_peer = servers.peer_is_there()
    if not has_peer:
        say("boardgame.io is not installed, and there is no npm to install it.\n")
    found: dict[str, list[Result]] = {}
    for _ in range(1 if is_quick else _TURNS):
        turn = [play_closed(database, folder, games, warm, seconds) for database in databases]
        if has_peer:
            turn.append(play_peer(folder, games, warm, seconds))
        for result in turn:
            found.setdefault(result.who, []).append(result)
    yield from map(middle, found.values())


def editions(other: Path, folder: Path, is_quick: bool) -> str:
    """This edition beside another, in turns in one run: the median turn of each in two tables."""
    warm, seconds = (1.0, 3.0) if is_quick else (3.0, 10.0)
    found: dict[Path | None, list[tuple[Result, Result]]] = {other: [], None: []}
    for _ in range(1 if is_quick else _TURNS):
        for source, turns in found.items():
            turns.append(play_edition(source, folder, _GAMES["open"], warm, seconds))
    tables = []
    for title, number in (("open", 0), ("closed", 1)):
        before, now = (middle([turn[number] for turn in turns]) for turns in found.values())
        ratio = f"CPU a move {now.cpu / before.cpu:.2f} of what it was"
        rates = f"{now.rate / before.rate:.2f} times the moves a second, " if title == "closed" else ""
        heading = _HEADINGS[title].partition(",")[0]
        tables += [f"### {heading}", "\n".join([head(), row(before), row(now)]), f"{rates}{ratio}."]
    return "\n\n".join(["## Web: editions", _command(), versions(), *tables]) + "\n"


def _command() -> str:
    return f"    {' '.join(['python', 'bench/load.py', *sys.argv[1:]])}"


def beside_peer(results: list[Result]) -> str:
    """In a sentence, how ours compare with the last one, which is the peer's."""
    *ours, peer = results
    told = [
        f"{result.who} {result.rate / peer.rate:.1f} times the moves a second "
        f"for {result.cpu / peer.cpu:.2f} of the CPU a move"
        for result in ours
    ]
    return f"Beside boardgame.io: {'; '.join(told)}."


def shortcomings(scenario: str, result: Result) -> Iterator[str]:
    """What must not happen, and did."""
    measured = result.measured
    if measured.unfinished:
        yield f"{scenario}, {result.who}: {measured.unfinished} moves were not finished in time."
    if measured.resent:
        yield f"{scenario}, {result.who}: {measured.resent} requests were sent again."


def versions() -> str:
    found = [f"{package} {version(package)}" for package in _PACKAGES]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    return ", ".join([f"Fivesquare {fs.__version__}", f"Python {platform.python_version()}", *found]) + (
        f"; Node {node.removeprefix('v')}" if node else ""
    )


_ABOUT = """\
Games of grow, a stream for each seat. Times count from the moment a move was due (closed loop: was sent).
The generator is a process of its own on the same cores: `generator` and `others` say how much of one core
it, and whatever else ran on this machine, used meanwhile; `load` is the load average before. At the end the
server was killed (-9), and `durable` moves were in the database: all that were acknowledged, none twice."""


def about(folder: Path) -> str:
    place = f"{os.cpu_count()} cores, databases on {servers.filesystem(folder)}"
    return f"{versions()}. {place}.\n\n{_ABOUT}"


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def report(scenarios: Sequence[str], folder: Path, is_quick: bool) -> str:
    """Run, and tell at once whatever is known."""
    parts = ["## Web", _command(), about(folder)]
    say("\n\n".join(parts) + "\n")
    with ExitStack() as stack:
        databases = [stack.enter_context(make(folder)) for make in (servers.sqlite, servers.postgresql)]
        for scenario in scenarios:
            title = f"### {_HEADINGS[scenario]}"
            say(f"\n{title}\n\n{head()}\n")
            results, notes = list[Result](), list[str]()
            for result in play(scenario, databases, folder, is_quick):
                say(f"{row(result)}\n")
                results.append(result)
                notes += shortcomings(scenario, result)
            if scenario == "closed" and len(results) > len(databases):
                notes.append(beside_peer(results))
            say("".join(f"\n{note}\n" for note in notes))
            parts += [title, "\n".join([head(), *map(row, results)]), *notes]
    return "\n\n".join(parts) + "\n"


def write(section: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = path.read_text(encoding="utf-8")
    title = re.escape(section.partition("\n")[0])
    without = re.sub(rf"\n{title}\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + section, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="The web server under load.")
    parser.add_argument("--quick", action="store_true", help="a few seconds each")
    parser.add_argument("--only", nargs="+", choices=_SCENARIOS, default=_SCENARIOS, help="which scenarios")
    parser.add_argument("--other", type=Path, help="the src folder of another checkout, to compare with")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"), help="where databases are made")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    servers.raise_descriptor_limit()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as another user, where this is root
        if options.other:
            section = editions(options.other.resolve(), Path(folder), options.quick)
            say(section)
        else:
            section = report(options.only, Path(folder), options.quick)
    if options.write:
        write(section, RESULTS)


if __name__ == "__main__":
    main()
