"""What stands in the Dockerfile, in compose.yaml and in the systemd unit fits the program."""

import json
import re
import subprocess
import sys
from pathlib import Path

import build_wheels
import pytest

from fivesquare.cli.serve import serve
from web.server import running

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (ROOT / "compose.yaml").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "fivesquare.service").read_text(encoding="utf-8")


def words_of_the_unit() -> list[str]:
    found = re.search(r"^ExecStart=\S+/fivesquare ((?:.*\\\n)*.*)$", UNIT, re.MULTILINE)
    assert found is not None
    return found[1].replace("\\\n", " ").split()


def words_of_the_image() -> list[str]:
    found = re.search(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found is not None
    words: list[str] = json.loads(found[1])
    return words


def words_of_compose() -> list[str]:
    found = re.search(r"^  web:\n(?:.*\n)*?    command:\n((?:      - .*\n)+)", COMPOSE, re.MULTILINE)
    assert found is not None
    return re.findall(r"- (.*)\n", re.sub(r"\$\{\w+:\?[^}]*\}", "games.example.org", found[1]))


@pytest.mark.parametrize("words", [words_of_the_unit(), words_of_the_image(), words_of_compose()])
def test_serve_knows_every_option(words: list[str]) -> None:
    command, *options = words
    assert command == "serve"
    assert serve.make_context("serve", options).params["log"] == "json"


def test_the_health_check_of_the_image_tells_a_server_that_serves_from_one_that_does_not(
    tmp_path: Path,
) -> None:
    found = re.search(r"^HEALTHCHECK .*\\\n +CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found is not None
    program, *words = json.loads(found[1])
    assert program == "python"
    with running(tmp_path) as server:
        check = [word.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}") for word in words]
        assert check != words
        assert subprocess.run([sys.executable, *check]).returncode == 0
        server.kill()
        assert subprocess.run([sys.executable, *check], stderr=subprocess.DEVNULL).returncode == 1


def test_what_the_image_is_built_from_is_let_through() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_through = [line[1:] for line in lines if line.startswith("!")]
    assert "*" in lines
    assert {*build_wheels.PARTS, "src", "scripts", "Makefile", "constraints.txt"} == set(let_through)
    assert all((ROOT / name).exists() for name in let_through)
