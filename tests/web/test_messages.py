"""The handlers are free of the framework, and of the database."""

import subprocess
import sys

LOAD = """
import sys
import fivesquare.web.routes
print(*{"starlette", "sqlalchemy", "segno", "resource", "numpy"} & sys.modules.keys())
"""


def test_the_handlers_load_no_framework_no_sql_and_nothing_of_unix() -> None:
    done = subprocess.run([sys.executable, "-c", LOAD], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
