"""Handlers and pages are free of the framework, and of the database."""

import subprocess
import sys

LOAD = """
import sys
import fivesquare.web.website
print(*{"starlette", "sqlalchemy", "brotli", "segno", "resource", "numpy"} & sys.modules.keys())
"""


def test_the_website_loads_no_framework_no_sql_and_nothing_of_unix() -> None:
    done = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
