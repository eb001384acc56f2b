"""A real Dask cluster does our work; what is wrong with one is one clear sentence."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import click
import pytest

import fivesquare as fs
from arena.work import jobs
from arena.work.processes import TESTS, Hosts, eventually
from fivesquare.arena.work import cluster, run
from fivesquare.arena.work.base import by_reference
from fivesquare.arena.work.cluster import Cluster, do_here
from fivesquare.cli.work_options import chosen_place
from patience import PATIENCE


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosts]:
    with Hosts(tmp_path_factory.mktemp("hosts")) as hosts:
        hosts.scheduler()
        hosts.worker(), hosts.worker()
        yield hosts


def test_a_cluster_gives_what_a_serial_run_gives(hosts: Hosts) -> None:
    with cluster(hosts.address) as where:
        eventually(lambda: where.workers == 2)
        assert where.room == 4
        found = list(run(jobs.digest, range(500), where=where))
        assert found == [jobs.digest(unit) for unit in range(500)]
        pids = set(where.map(jobs.pid, range(20)))
        assert len(pids) == 2
        assert os.getpid() not in pids


def test_workers_that_come_and_go_are_counted(hosts: Hosts) -> None:
    with cluster(hosts.address) as where:
        eventually(lambda: where.workers == 2)
        third = hosts.worker()
        eventually(lambda: where.workers == 3)
        third.terminate()
        eventually(lambda: where.workers == 2)


def test_what_work_raises_is_raised_here(hosts: Hosts) -> None:
    with cluster(hosts.address) as where:
        with pytest.raises(fs.WorkError, match=r"^unit 7: KeyError: 'seven'$"):
            list(run(jobs.refuse_seven, range(10), where=where))
        with pytest.raises(fs.WorkError, match=r"^SystemExit: enough$"):
            where.submit(jobs.leave, 1).result(PATIENCE)
        with pytest.raises(FileNotFoundError):  # and not for the end of a connection
            where.submit(os.stat, "/there/is/no/such/file").result(PATIENCE)
        with pytest.raises(fs.WorkError, match="cannot be sent to another process"):
            where.submit(lambda: 1)


def test_a_cluster_that_is_left_takes_no_more(hosts: Hosts) -> None:
    with cluster(hosts.address) as where:
        futures = [where.submit(jobs.digest, unit) for unit in range(10)]
    assert [future.result(0) for future in futures] == [jobs.digest(unit) for unit in range(10)]
    with pytest.raises(RuntimeError, match="was closed"):
        where.submit(jobs.digest, 1)


def test_what_nobody_wants_is_cancelled(hosts: Hosts, tmp_path: Path) -> None:
    unit = {"folder": str(tmp_path), "number": 1, "waits": "always"}
    with cluster(hosts.address) as where:
        eventually(lambda: where.workers == 2)
        running = where.submit(jobs.square, unit)
        eventually((tmp_path / "begun-1").exists)
        where.abandon([running])
        assert running.cancelled()
        assert where.submit(jobs.digest, 5).result(PATIENCE) == jobs.digest(5)
        (tmp_path / "go").touch()


def test_a_unit_that_kills_its_workers_is_named(tmp_path: Path) -> None:
    with Hosts(tmp_path) as hosts:
        hosts.scheduler()
        for _ in range(5):
            hosts.worker()
        with cluster(hosts.address) as where:
            eventually(lambda: where.workers == 5)
            with pytest.raises(fs.WorkError, match=r"^unit 7: its worker died 4 times$"):
                list(run(jobs.die_at_seven, [7], where=where))
            assert list(run(jobs.die_at_seven, [8], where=where)) == [8]


# --- What is wrong ---


def test_a_worker_with_another_version_is_refused(hosts: Hosts) -> None:
    with cluster(hosts.address) as where:
        eventually(lambda: where.workers == 2)
    with (
        patch.object(fs, "__version__", "99.0"),
        pytest.raises(fs.WorkError, match=r"^the worker tcp://\S+ has Fivesquare \S+, and this is 99\.0$"),
    ):
        cluster(hosts.address)


def test_a_worker_with_another_version_that_comes_later_is_refused(hosts: Hosts) -> None:
    task = by_reference(jobs.digest, (1,), {})
    assert do_here(task, fs.__version__)
    with (
        patch.object(Cluster, "_check_versions"),
        patch.object(fs, "__version__", "99.0"),
        cluster(hosts.address) as where,
        pytest.raises(fs.WorkError, match=r"^the client has Fivesquare 99\.0, and this is "),
    ):
        list(run(jobs.digest, [1], where=where))


def test_a_worker_that_cannot_import_us_is_refused(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['fivesquare.arena'] = None\n"
        "from distributed.cli.dask_worker import main; main()"
    )
    with Hosts(tmp_path) as hosts:
        hosts.scheduler()
        hosts.start("-c", code, hosts.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")

        def refused() -> bool:
            try:
                cluster(hosts.address).shutdown()
            except fs.WorkError as error:
                return "cannot run Fivesquare: ModuleNotFoundError" in str(error)
            return False

        eventually(refused)


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("tcp://127.0.0.1:9", "^there is no scheduler at 'tcp://127.0.0.1:9'$"),
        (
            "carrier-pigeon://x:1",
            "^'carrier-pigeon://x:1' is not the address .* unknown address scheme",
        ),
        ("head", "^'head' is not the address of a scheduler, like tcp://10.0.0.1:8786: "),
        ("tcp://head", "^'tcp://head' is not the address of a scheduler, .*: missing port"),
        ("tcp://head:port", "^'tcp://head:port' is not the address of a scheduler"),
        (
            "tls://127.0.0.1:9",
            "^'tls://127.0.0.1:9' needs certificates, and Dask's configuration names none$",
        ),
    ],
)
def test_where_there_is_no_cluster_one_is_told_so(address: str, problem: str) -> None:
    with (
        patch("fivesquare.arena.work.cluster._CONNECTING", 0.5),
        pytest.raises(fs.WorkError, match=problem),
    ):
        cluster(address)


def test_what_is_no_address_is_refused_at_once() -> None:
    code = "from fivesquare.arena.work import cluster; cluster('tcp://head')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stderr.splitlines()[-1].startswith(
        "fivesquare.errors.WorkError: 'tcp://head' is not the address"
    )


def test_a_cluster_has_its_own_workers() -> None:
    with pytest.raises(click.UsageError, match="a cluster has its own workers"):
        chosen_place(2, "tcp://127.0.0.1:9")


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_who_has_no_dask_is_told_how_to_get_it() -> None:
    done = python(
        "import sys; sys.modules['distributed'] = None\n"
        "from fivesquare.arena.work import cluster; cluster('tcp://127.0.0.1:9')"
    )
    last = done.stderr.splitlines()[-1]
    assert last.endswith(
        "MissingExtraError: A cluster needs distributed, which is not installed: "
        "pip install 'fivesquare[arena]'"
    )


def test_nobody_waits_for_dask_who_does_not_use_it() -> None:
    done = python("import sys, fivesquare.arena.work.runner; print('distributed' in sys.modules)")
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_dask_says_nothing_when_a_connection_ends(tmp_path: Path) -> None:
    with Hosts(tmp_path) as hosts:
        scheduler = hosts.scheduler()
        code = (
            "import os, sys, time\nfrom fivesquare.arena.work import cluster\nfrom arena.work import jobs\n"
            f"where = cluster({hosts.address!r})\nos.kill({scheduler.pid}, 9)\n"
            "while where._client.status == 'running': time.sleep(0.05)\n"
            "where.shutdown()\nprint('left')"
        )
        done = python(code)
    assert (done.stdout, done.stderr, done.returncode) == ("left\n", "", 0)
