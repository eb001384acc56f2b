"""The simulated network: requests and answers are late, lost, repeated, and overtake each other."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from web.simulation.invariant import InvariantError
from web.simulation.model import Intent, Model, parsed
from web.simulation.process import Answered, Process, SimulatedRequest
from web.simulation.scheduler import Scheduler

PATIENCE = 60.0
"""Seconds in which a server that is well answers everything."""


@dataclass
class Line:
    """How bad the network is."""

    latency: float = 0.02
    lost: float = 0.0
    repeated: float = 0.05
    stalled: float = 0.0  # share of what takes very long


class Servers(Protocol):
    """Those that can be reached now."""

    def pick(self) -> Process | None: ...

    @property
    def is_well(self) -> bool: ...

    @property
    def well_since(self) -> float: ...


class Network:
    def __init__(
        self,
        scheduler: Scheduler,
        chance: random.Random,
        line: Line,
        servers: Servers,
        model: Model,
        trace: Callable[[str], None],
    ) -> None:
        self._scheduler, self._chance, self.line = scheduler, chance, line
        self._servers, self._model, self._trace = servers, model, trace
        self._serving: dict[Any, tuple[Intent, float]] = {}

    def _delay(self) -> float:
        delay = self._chance.expovariate(1 / self.line.latency)
        return delay + self._chance.random() * 20 if self._chance.random() < self.line.stalled else delay

    def _is_lost(self) -> bool:
        return self._chance.random() < self.line.lost

    def send(
        self,
        intent: Intent,
        operation: str,
        make: Callable[[], SimulatedRequest],
        heard: Callable[[Answered | None], None],
    ) -> None:
        """Send a request, perhaps twice; `heard` gets each answer that arrives, or None for no server."""
        times = 2 if self._chance.random() < self.line.repeated else 1
        for again in range(times):
            if not self._is_lost():
                late = again * self._chance.choice((0.0, 0.001, 1.0, 5.0)) * self._chance.random()
                self._scheduler.after(self._delay() + late, self._arrive, intent, operation, make, heard)

    def _arrive(
        self,
        intent: Intent,
        operation: str,
        make: Callable[[], SimulatedRequest],
        heard: Callable[[Answered | None], None],
    ) -> None:
        process = self._servers.pick()
        if process is None:
            self._scheduler.after(self._delay(), heard, None)
            return
        since = self._model.now
        task = process.spawn(process.serve(operation, make(), intent))
        self._serving[task] = (intent, since)
        writes = self._model.writes()

        def done(finished: Any) -> None:
            self._serving.pop(finished, None)
            if process.is_dead or finished.cancelled():
                return
            answer: Answered = finished.result()
            self._check(operation, intent, answer, writes)
            if not self._is_lost():
                self._scheduler.after(self._delay(), heard, answer)

        task.add_done_callback(done)

    def _check(self, operation: str, intent: Intent, answer: Answered, writes: int) -> None:
        """What has to hold of every answer, whether it arrives or not."""
        self._trace(f"{operation} {intent.number} -> {answer.status}")
        self._model.checks["answered"] += 1
        if answer.status == 500:
            raise InvariantError(f"{operation} failed: {answer.body.decode()}")
        if operation == "healthz":
            if answer.status == 200 and self._model.writes() == writes:
                raise InvariantError("the server says that it is well, and nothing was written meanwhile")
            return
        if answer.status == 404 and self._model.is_there(intent.game):
            following = self._model.games[intent.game].states[-1].rematch
            if operation != "rematch" or following is None or self._model.is_there(following):
                raise InvariantError(f"{operation}: game {intent.game} is not found")
        if answer.status == 401 and self._model.is_certainly_held(intent.game, intent.key):
            raise InvariantError(f"{operation}: the secret of a seat of {intent.game} no longer opens it")
        if answer.status < 300 or answer.status == 409:
            body = parsed(answer.body)
            game = body.get("game", body)
            if isinstance(game, dict) and "version" in game:
                self._model.show(game)

    def drop(self, process: Process) -> None:
        """A process has died: nobody waits for what it was doing."""
        for task in [task for task in self._serving if task.get_loop() is process.loop]:
            del self._serving[task]

    def check_patience(self) -> None:
        """Whether every request of a server that is well is answered in time."""
        if not self._servers.is_well:
            return
        for intent, since in self._serving.values():
            waited = self._model.now - max(since, self._servers.well_since)
            if waited > PATIENCE:
                raise InvariantError(
                    f"request {intent.number} ({intent.what}) is not answered in {waited:.0f} seconds"
                )

    @property
    def serving(self) -> int:
        return len(self._serving)
