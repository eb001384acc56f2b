"""Our own players at the benchmark, without Inspect: the same results, in a fraction of the time."""

from collections.abc import Callable
from typing import Any

from fivesquare import __version__
from fivesquare.players.base import Luck
from fivesquare.research.baselines import baseline
from fivesquare.research.benchmark.bench_result import BenchRun, PlayedPart, result_of
from fivesquare.research.benchmark.protocol import TRACKS, digest
from fivesquare.research.benchmark.set_parts import Asked, Part
from fivesquare.research.episode import SEATS
from fivesquare.research.skill import Account

Tell = Callable[[int, int], object]
"""Progress callback: how many samples are done, of how many."""


def baseline_result(name: str, lite: bool, tell: Tell = lambda _done, _of: None) -> dict[str, Any]:
    """The result of a player of ours, which is the one that a run by Inspect has."""
    run = BenchRun(name, lite)
    total, done = sum(len(run.samples(part)) for part in TRACKS), 0

    def played(part: Part) -> PlayedPart:
        nonlocal done
        accounts, said = dict[str, Account](), dict[str, list[dict[str, str]]]()
        for sample, asked in run.samples(part).items():
            accounts[sample], said[sample] = _answered(name, asked)
            done += 1
            tell(done, total)
        return PlayedPart(accounts, (0, 0), digest(said), __version__)

    return result_of(run, {part: played(part) for part in TRACKS})


def _answered(name: str, asked: Asked) -> tuple[Account, list[dict[str, str]]]:
    """The account of a sample, and everything that was said in it."""
    episode = asked.begin()
    player = baseline(name, Luck(episode.seed, SEATS[episode.seat]))
    said = list[dict[str, str]]()
    while not episode.is_over:
        said.append({"role": "user", "text": episode.prompt()})
        move = episode.wording.tell(episode.position, player.choose(episode.position))
        said.append({"role": "assistant", "text": f"MOVE: {move}"})
        episode.answer(said[-1]["text"])
    return episode.report(), said
