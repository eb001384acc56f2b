"""`fivesquare benchmark`. Inspect, which is large, is loaded when it is called."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import click

from fivesquare.cli.options import GroupOfCommands, blaming, plain_option
from fivesquare.cli.work_options import resumable
from fivesquare.errors import FivesquareError, PlayerError, did_you_mean, many, nearest, needing, quote
from fivesquare.files import make_folder, write_whole
from fivesquare.pictures.svg_file import STANDARD, write_picture
from fivesquare.research.baselines import NAMES, PROVIDER, check_baseline
from fivesquare.research.benchmark import bench_compare, data_card, leaderboard, power
from fivesquare.research.benchmark.baseline_runs import baseline_result
from fivesquare.research.benchmark.bench_result import (
    BenchRun,
    as_text,
    check_place,
    logs_of,
    read_result,
    slug,
)
from fivesquare.research.benchmark.bench_text import cost, question, told
from fivesquare.research.benchmark.protocol import SIZES
from fivesquare.research.benchmark.question_sets import Question, make_questions
from fivesquare.research.benchmark.set_files import (
    frozen_boards_of_positions,
    frozen_questions,
    read_rows,
    write_rows,
)
from fivesquare.table.summaries import argument
from fivesquare.terminal.progress import Teller, warm_up_aloud
from fivesquare.terminal.screen import Screen, is_dumb

_RUN = "run"
_RESULTS = Path("fs-bench")

lite_option = click.option("--lite", is_flag=True, help="The lite set: 300 questions and 24 boards.")


class Price(click.ParamType[tuple[float, float]]):
    """What a million tokens cost, read and written: 0.25,2."""

    name = "in,out"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)", value)
        if match is None:
            self.fail(f"a price is two numbers, like 0.25,2, not {value!r}", param, ctx)
        return float(match[1]), float(match[2])


class Benchmark(GroupOfCommands):
    """Runs a model, unless the first word is one of its other commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        asks_for_help = args and args[0] in ("--help", "-h")
        if args and args[0] not in self.commands and not asks_for_help:
            self._check_word(args[0])
            args = [_RUN, *args]
        return super().parse_args(ctx, args)

    def _check_word(self, word: str) -> None:
        """Refuse a word that is nearly a command and no player."""
        near = nearest(word, self.commands)
        with suppress(PlayerError):
            check_baseline(word)
            return
        if near is not None:
            raise click.UsageError(f"There is no command {quote(word)}. Did you mean {near}?")


@click.group(
    cls=Benchmark,
    epilog="Example: fivesquare benchmark openai/gpt-5-mini --lite --dry-run",
    subcommand_metavar="PLAYER | COMMAND ...",
)
def benchmark() -> None:
    """Measure a player with FS-Bench 1.0: 2,500 questions and 400 games, every mark proved.

    PLAYER is a model that Inspect knows, like openai/gpt-5-mini, or a player of ours to compare with:
    random, first, greedy, level:5, uct:1000, look:1000, net, perfect. The same command continues a run that
    was interrupted. `fivesquare benchmark run --help` lists the options of a run.
    """


@benchmark.command(_RUN, epilog="Example: fivesquare benchmark level:5 --lite")
@click.argument("player", metavar="PLAYER")
@lite_option
@click.option("--fresh", metavar="SEED", type=int, help="Also ask a fresh set, to measure contamination.")
@click.option("--dry-run", is_flag=True, help="Ask nothing: say how much would be asked.")
@click.option(
    "--price", metavar="IN,OUT", type=Price(), help="Price of a million tokens, read and written."
)
@click.option(
    "--at-once",
    metavar="N",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Questions at the same time.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the result; the logs are kept beside it.  [default: fs-bench/PLAYER.json]",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Write the result to standard output as JSON, not a summary."
)
@plain_option
def run(
    player: str,
    lite: bool,
    fresh: int | None,
    dry_run: bool,
    price: tuple[float, float] | None,
    at_once: int,
    out: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Ask a player everything that it was not asked yet, and write its result."""
    with needing("The benchmark", "eval"):
        from fivesquare.research.benchmark import bench_run
        from fivesquare.research.evaluation.eval_run import NotStartedError, model_name

    screen = Screen(plain)
    with blaming("PLAYER"):
        name = model_name(player).removeprefix(f"{PROVIDER}/")
    wanted = BenchRun(name, lite, fresh, None, price)
    if dry_run:
        screen.write(cost(wanted))
        return
    path = out or _RESULTS / f"{slug(wanted)}.json"
    check_place(path, wanted)
    folder = logs_of(path)
    make_folder(folder)
    warm_up_aloud(screen)
    try:
        with resumable(screen, is_kept=True), bench_run.alone_in(folder):
            if fresh is not None:
                file = folder / wanted.fresh_name
                if not file.exists():
                    _make_fresh_set(file, fresh, lite, screen)
                wanted = replace(wanted, fresh_file=str(file))
            screen.warn(f"({cost(wanted).splitlines()[0]})")
            result = bench_run.play(wanted, folder, at_once, _display(plain))
    except NotStartedError as error:
        with suppress(OSError):  # it is not empty: an earlier run has begun
            folder.rmdir()
        raise click.ClickException(str(error)) from None
    write_whole(path, as_text(result))
    screen.write(json.dumps(result) if as_json else told(result))
    screen.warn(f"(Result: {argument(path)}. Logs: {argument(folder)}.)")


@benchmark.command(epilog="Example: fivesquare benchmark check fs-bench/random-lite.json")
@click.argument("path", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--logs",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder with its logs.  [default: beside FILE, as the run left it]",
)
@plain_option
def check(path: Path, logs: Path | None, plain: bool) -> None:
    """Recompute every number of a result from its logs, with the solver.

    Everything is found again from the answers alone: the prompts, what opponents replied, what every move
    was worth.
    """
    with needing("The benchmark", "eval"):
        from fivesquare.research.benchmark import bench_check
    screen = Screen(plain)
    run, folder = bench_check.run_of(read_result(path), None), logs or logs_of(path)
    warm_up_aloud(screen)
    with TemporaryDirectory() as made:  # the set is made again: one beside the logs proves nothing
        file = Path(made) / run.fresh_name
        if run.fresh_seed is not None:
            _make_fresh_set(file, run.fresh_seed, run.lite, screen)
        with _counting(screen, "checking") as tell:
            wrong = bench_check.check(path, folder, str(file), tell)
    for line in wrong:
        screen.warn(line)
    if wrong:
        raise FivesquareError(f"{argument(path)} is not true: {many(len(wrong), 'difference')}")
    screen.write(f"{argument(path)} is true: every number follows from the answers in {argument(folder)}.")


@benchmark.command(epilog="Example: fivesquare benchmark compare results/level-5.json results/level-6.json")
@click.argument("one", metavar="A", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("other", metavar="B", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@plain_option
def compare(one: Path, other: Path, as_json: bool, plain: bool) -> None:
    """Say by how much A is above B, question by question, and whether that could be chance."""
    results = read_result(one), read_result(other)
    shown = json.dumps(bench_compare.to_json(*results)) if as_json else bench_compare.compared(*results)
    Screen(plain).write(shown)


@benchmark.command(epilog="Example: fivesquare benchmark table results --out docs")
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@lite_option
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="Folder for the page and its picture."
)
@click.option(
    "--svg", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), help="File for the picture."
)
@click.option(
    "--power",
    "shows_power",
    is_flag=True,
    help="Show how many questions tell a difference, by the results of players next to each other.",
)
@plain_option
def table(
    folder: Path, lite: bool, out: Path | None, svg: Path | None, shows_power: bool, plain: bool
) -> None:
    """Put the results in a folder into one table, the best first."""
    screen = Screen(plain)
    results = leaderboard.results_in(folder, lite)
    if svg is None or svg != STANDARD:
        screen.write(power.table(results) if shows_power else leaderboard.table(results))
    if svg is not None:
        write_picture(svg, leaderboard.picture(results))
    if out is not None:
        written = leaderboard.write_page(results, out)
        screen.warn(f"(Written: {' and '.join(map(argument, written))}.)")


@benchmark.command(epilog="Example: fivesquare benchmark baselines --out results --lite random perfect")
@click.argument("names", metavar="[PLAYER]...", nargs=-1)
@lite_option
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="results",
    show_default=True,
    help="Folder for the results.",
)
@plain_option
def baselines(names: tuple[str, ...], lite: bool, out: Path, plain: bool) -> None:
    """Let our own players answer everything, as far as their results are not there.

    Without names: all that are in the table of the documentation. They need no logs: the same command
    gives the same results on any machine.
    """
    with blaming("PLAYER"):
        for name in names:
            check_baseline(name)
    screen = Screen(plain)
    warm_up_aloud(screen)
    make_folder(out)
    for name in names or NAMES:
        path = out / f"{slug(BenchRun(name, lite))}.json"
        if path.exists():
            check_place(path, BenchRun(name, lite))
        else:
            with _counting(screen, name) as tell:
                write_whole(path, as_text(baseline_result(name, lite, tell)))
        screen.write(f"{name}: {argument(path)}")


@benchmark.command(epilog="Example: fivesquare benchmark fresh --seed 7 --lite --out fresh.parquet")
@click.option("--seed", type=int, required=True, help="Seed; the same seed gives the same set.")
@lite_option
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Parquet file to write."
)
@plain_option
def fresh(seed: int, lite: bool, out: Path, plain: bool) -> None:
    """Make a sibling of the questions: the same kinds, other boards, other words."""
    screen = Screen(plain)
    warm_up_aloud(screen)
    make_folder(out.parent)
    if out.exists():
        read_rows(out, Question)  # else it is not ours to replace
    _make_fresh_set(out, seed, lite, screen)
    screen.write(f"Written: {argument(out)}")


@benchmark.command(epilog="Example: fivesquare benchmark show grow/001")
@click.argument("name", metavar="QUESTION")
@plain_option
def show(name: str, plain: bool) -> None:
    """Show a frozen question, and what every answer to it costs."""
    rows = {row.id: row for row in frozen_questions()}
    if name not in rows:
        raise click.UsageError(f"There is no question {quote(name)}{did_you_mean(name, rows)}.")
    Screen(plain).write(question(rows[name]))


@benchmark.command(epilog="Example: fivesquare benchmark export fs-bench-1.0")
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@plain_option
def export(folder: Path, plain: bool) -> None:
    """Write the frozen sets into a folder: Parquet, a data card, and Croissant metadata."""
    written = data_card.export(folder)
    Screen(plain).write(f"Written into {argument(folder)}: {', '.join(path.name for path in written)}")


def _make_fresh_set(path: Path, seed: int, lite: bool, screen: Screen) -> None:
    number = SIZES["positions"][lite]
    with _counting(screen, "making a fresh set") as tell:
        rows = make_questions(number, number, seed, avoid=frozen_boards_of_positions(), tell=tell)
    write_rows(path, rows)


@contextmanager
def _counting(screen: Screen, what: str) -> Iterator[Callable[[int, int], object]]:
    """Show now and then how much is done."""
    progress = f"{what} ..."

    def tell(done: int, of: int) -> None:
        nonlocal progress
        progress = f"{what}: {done:,} of {of:,}"

    with Teller(screen).meanwhile(lambda: progress):
        yield tell


def _display(plain: bool) -> Literal["rich", "plain"]:
    """How Inspect shows its progress, on standard error."""
    return "rich" if not plain and sys.stderr.isatty() and not is_dumb() else "plain"
