"""Runs simulations: python -m web.simulation --seed 7 --steps 1000000 (in tests/; or make simulate)."""

import logging
import os
import sys
import time
from contextlib import nullcontext
from itertools import count

import click

from web.simulation.mutants import MUTANTS
from web.simulation.world import World

STEPS = 20_000
"""The steps of one world, before everything in it comes to rest."""


@click.command()
@click.option(
    "--seed", type=int, help="Seed of the first world; later ones count up from it.  [default: 1]"
)
@click.option(
    "--steps", type=int, default=1, help="Run worlds until so many steps were made.  [default: one world]"
)
@click.option(
    "--mutant", default="", metavar="NAME", help="Put a known bug into the server first, or 'all' in turn."
)
@click.option("--mutants", is_flag=True, help="List the known bugs.")
@click.option("--trace", is_flag=True, help="Print everything that happens.")
def main(seed: int | None, steps: int, mutant: str, mutants: bool, trace: bool) -> None:
    """Simulate the server on a faulty machine, and check that nothing acknowledged is ever lost.

    A seed always gives the same course of events. Exit status 1 if something does not hold.
    """
    logging.getLogger("fivesquare").addHandler(logging.NullHandler())
    logging.getLogger("fivesquare").propagate = False
    if mutants:
        for name, known in MUTANTS.items():
            click.echo(f"{name:<18} {known.bug}")
        return
    if mutant and mutant != "all" and mutant not in MUTANTS:
        raise click.BadParameter(f"no bug is called {mutant!r}: see --mutants", param_hint="--mutant")
    names = list(MUTANTS) if mutant == "all" else [mutant]
    sys.exit(max(_simulate(name, _first(name) if seed is None else seed, steps, trace) for name in names))


def _first(mutant: str) -> int:
    """The seed to begin with if none is given."""
    return MUTANTS[mutant].seed if mutant else 1


def _simulate(mutant: str, seed: int, steps: int, trace: bool) -> int:
    """Run worlds, with a bug in them or without; 1 if something does not hold."""
    done, begun = 0, perf_counter()
    with MUTANTS[mutant].alive() if mutant else nullcontext():
        for each in count(seed):
            world = World(each)
            if trace:
                world.on_note = click.echo
            try:
                world.run(STEPS)
            except Exception as error:
                _report(world, error, mutant, trace, done)
                return 1
            done += world.scheduler.steps
            if trace or steps == 1:
                click.echo(f"seed {each}: {world.scheduler.steps} steps, course {world.digest}")
            if done >= steps:
                break
    name = f"{mutant}: " if mutant else ""
    seconds = perf_counter() - begun
    click.echo(
        f"{name}{done:,} steps in {each - seed + 1} worlds, {seconds:.1f} CPU seconds: everything holds"
    )
    return 0


def _report(world: World, error: Exception, mutant: str, trace: bool, before: int) -> None:
    """What does not hold, and how to see it again."""
    if not trace and not mutant:
        click.echo("\n".join(world.trace))
    with_mutant = f" --mutant {mutant}" if mutant else ""
    after = before + world.scheduler.steps
    click.echo(f"{mutant + ': ' if mutant else ''}{type(error).__name__} after {after:,} steps: {error}")
    click.echo(f'To see it again: make simulate OPTIONS="--seed {world.seed}{with_mutant} --trace"')


perf_counter = time.process_time  # before the simulated machine takes over the clocks

if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets of texts would be in another order in every run
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "web.simulation", *sys.argv[1:]])
    main()
