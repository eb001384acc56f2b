"""Whoever is killed in mid-work, and wherever: in the end there is what a serial run gives, byte for byte.

Every kill happens where somebody is: a unit waits, and says which process it is in.
"""

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.work import jobs
from arena.work.processes import Hosts, eventually, interrupt, is_running, kill, kill_listed, work_here
from fivesquare.arena.work import local, run
from fivesquare.arena.work.pool import Pool
from patience import PATIENCE

UNITS = 60
WAITING = 40  # the unit at which somebody gets killed


class Study:
    """Units of work in a folder, of which one waits."""

    def __init__(self, folder: Path, waits: str) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self.units = [_unit(folder, number, waits) for number in range(UNITS)]
        (folder / "units.json").write_text(json.dumps(self.units))

    def wait_in_the_middle(self) -> int:
        """Wait until much is finished, and somebody is at the unit that waits: the process it is in."""
        mark = self.folder / f"begun-{WAITING}"
        eventually(lambda: mark.exists() and len(self.kept()) > WAITING // 2)
        return int(mark.read_text())

    def kept(self) -> list[int]:
        lines = (self.folder / "journal").read_text().split("\n")[1:-1]
        return [json.loads(line)["unit"]["number"] for line in lines]

    def done(self) -> list[int]:
        """What was done, as often as it was."""
        return [int(line) for line in (self.folder / "done").read_text().split()]

    def go(self) -> None:
        (self.folder / "go").touch()

    def check(self, client: subprocess.Popen[bytes]) -> None:
        """The client has ended well, with what a serial run of the same units gives."""
        _, said = client.communicate(timeout=PATIENCE)
        assert (client.returncode, said) == (0, b"")
        serial = Study(self.folder / "serial", "never")
        work_here(str(serial.folder), "serial")
        assert (self.folder / "results").read_bytes() == (serial.folder / "results").read_bytes()
        assert sorted(self.kept()) == list(range(UNITS))


def _unit(folder: Path, number: int, waits: str) -> dict[str, Any]:
    unit: dict[str, Any] = {"folder": str(folder), "number": number}
    return {**unit, "waits": waits} if number == WAITING else unit


# --- This machine's cores ---


def test_a_worker_of_the_pool_is_killed(tmp_path: Path) -> None:
    study = Study(tmp_path, "once")
    with Hosts(tmp_path) as hosts:
        client = hosts.client("local")
        worker = study.wait_in_the_middle()
        os.kill(worker, 9)
        study.check(client)
        assert not is_running(worker)


def test_the_client_is_killed_and_its_workers_go_with_it(tmp_path: Path) -> None:
    study = Study(tmp_path, "always")
    with Hosts(tmp_path) as hosts:
        client = hosts.client("local")
        worker = study.wait_in_the_middle()
        kill(client)
        kept = study.kept()
        eventually(lambda: not is_running(worker))
        study.go()
        study.check(hosts.client("local"))
        assert [number for number in kept if study.done().count(number) != 1] == []


def test_ctrl_c_ends_the_client_at_once_and_what_is_finished_is_kept(tmp_path: Path) -> None:
    study = Study(tmp_path, "always")
    with Hosts(tmp_path) as hosts:
        client = hosts.client("local")
        worker = study.wait_in_the_middle()
        interrupt(client)
        _, said = client.communicate(timeout=PATIENCE)
        assert (client.returncode, said) == (130, b"")
        assert (kept := study.kept())
        assert not is_running(worker)
        study.go()
        study.check(hosts.client("local"))
        assert [number for number in kept if study.done().count(number) != 1] == []


def test_workers_that_are_killed_all_the_time_get_it_done() -> None:
    chance = random.Random(5)
    with local(3) as where:
        assert isinstance(where, Pool)
        found = []
        for result in run(jobs.digest, range(3000), where=where):
            found.append(result)
            if len(found) % 300 == 0 and (crew := where.pids):
                kill_listed(chance.choice(crew))
        assert found == [jobs.digest(unit) for unit in range(3000)]


# --- A Dask cluster: a scheduler and two workers ---


@pytest.fixture
def hosts(tmp_path: Path) -> Any:
    with Hosts(tmp_path) as hosts:
        yield hosts


def test_a_worker_of_the_cluster_is_killed(tmp_path: Path, hosts: Hosts) -> None:
    study = Study(tmp_path, "once")
    hosts.scheduler()
    workers = [hosts.worker(), hosts.worker()]
    client = hosts.client(hosts.address)
    killed = study.wait_in_the_middle()
    assert killed in [worker.pid for worker in workers]
    os.kill(killed, 9)
    study.check(client)


def test_the_client_of_a_cluster_is_killed(tmp_path: Path, hosts: Hosts) -> None:
    study = Study(tmp_path, "always")
    hosts.scheduler()
    workers = [hosts.worker(), hosts.worker()]
    client = hosts.client(hosts.address)
    assert study.wait_in_the_middle() in [worker.pid for worker in workers]
    kill(client)
    kept = study.kept()
    study.go()
    study.check(hosts.client(hosts.address))
    assert [number for number in kept if study.done().count(number) != 1] == []


def test_the_scheduler_is_killed_and_stays_away(tmp_path: Path, hosts: Hosts) -> None:
    study = Study(tmp_path, "always")
    scheduler = hosts.scheduler()
    workers = [hosts.worker(), hosts.worker()]
    client = hosts.client(hosts.address, patience=1)
    study.wait_in_the_middle()
    kept = study.kept()
    kill(scheduler)
    _, said = client.communicate(timeout=PATIENCE)
    assert client.returncode == 1
    assert said.decode() == (
        f"the scheduler at '{hosts.address}' is gone: what is finished is kept, "
        "and the same command continues when it is back\n"
    )
    for worker in workers:
        kill(worker)
    study.go()
    hosts.scheduler()
    hosts.worker(), hosts.worker()
    study.check(hosts.client(hosts.address))
    assert [number for number in kept if study.done().count(number) != 1] == []


def test_the_scheduler_is_killed_and_comes_back(tmp_path: Path, hosts: Hosts) -> None:
    study = Study(tmp_path, "always")
    scheduler = hosts.scheduler()
    workers = [hosts.worker(), hosts.worker()]
    client = hosts.client(hosts.address)
    study.wait_in_the_middle()
    kept = study.kept()
    for process in (scheduler, *workers):
        kill(process)
    study.go()
    hosts.scheduler()
    hosts.worker(), hosts.worker()
    study.check(client)
    assert [number for number in kept if study.done().count(number) != 1] == []
