"""The scripts of the pages: their types by TypeScript, their style by ESLint (`scripts/package.json`)."""

import shutil
import subprocess
from pathlib import Path

import pytest

from web.postgres import missing

_FOLDER = Path(__file__).parent / "scripts"


@pytest.mark.parametrize("check", ["types", "lint"])
def test_scripts_pass_the(check: str) -> None:
    npm = shutil.which("npm") or missing("there is no npm to check the scripts of the pages")
    if not (_FOLDER / "node_modules").is_dir():
        missing("the checkers of the scripts are not installed: make scripts")
    done = subprocess.run([npm, "run", "--silent", check], cwd=_FOLDER, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
