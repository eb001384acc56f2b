"""Goes through all calls of a scenario, one fault at a time, in a process started with the library.

    LD_PRELOAD=shim.so python -m faults.worker FOLDER SCENARIO FAULT

It prints how many calls there are, and what was broken after which.
"""

import gc
import json
import os
import shutil
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from itertools import count
from pathlib import Path

from faults.injector import FAULTS, Fault, Injector
from faults.scenario import BrokenPromiseError, Scenario, open_files

MOST_PROBLEMS = 20
_DIED = 9  # the status with which the library ends a process


def go_through(scenario: Scenario, fault: Fault, place: Path) -> tuple[int, list[str]]:
    """How many calls there are, and what was broken after which."""
    injector, problems = Injector(), list[str]()
    for number in count(1):
        folder, said = place / "place", place / "said"
        for old in (folder, said):
            shutil.rmtree(old, ignore_errors=True)
        shutil.copytree(place / "template", folder, symlinks=True)
        said.mkdir()
        injector.arm(folder, number, fault)
        run = _died_at if fault.kills else _failed_at
        name = ""
        try:
            name = run(scenario, folder, said, injector)
            if not name:
                return number - 1, problems
            scenario.check(folder, said, fault)
        except BrokenPromiseError as problem:
            problems.append(f"call {number} ({name or 'a call'}): {problem}")
            if len(problems) == MOST_PROBLEMS:
                break
        finally:
            injector.disarm()
    return number, problems


def _failed_at(scenario: Scenario, folder: Path, said: Path, injector: Injector) -> str:
    """Run it, and return the name of the call that failed."""
    before = open_files()
    scenario.run(folder, said)
    name = injector.disarm()
    gc.collect()  # an error holds what it went through
    left = open_files() - before
    if left:
        raise BrokenPromiseError(f"after {name} a file is still open: {left}")
    return name


def _died_at(scenario: Scenario, folder: Path, said: Path, injector: Injector) -> str:
    """Run it in a process of its own, which dies at the call; nothing if it lives to the end."""
    child = os.fork()
    if not child:
        status = 1
        try:
            scenario.run(folder, said)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    injector.disarm()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in (0, _DIED):
        raise AssertionError(f"a process that was to be killed ended with {status}")
    return "killed" if status == _DIED else ""


def main() -> None:
    place, name, fault = Path(sys.argv[1]), sys.argv[2], FAULTS[sys.argv[3]]
    file, _, part = name.partition(".")
    make: Callable[[str], Scenario] = import_module(f"faults.{file}").make
    scenario = make(part)
    scenario.prepare(place / "template")
    calls, problems = go_through(scenario, fault, place)
    print(json.dumps({"calls": calls, "problems": problems}))  # noqa: T201


if __name__ == "__main__":
    main()
