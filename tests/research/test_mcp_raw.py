"""`fivesquare mcp` at the level of bytes: malformed lines, huge ones, and ways to leave."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from patience import PATIENCE

HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
DOCS = Path(__file__).parents[2] / "docs"
LONGEST = 1000  # bytes of an answer to something that is refused


class Server:
    """The server between two pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fivesquare", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.send(HELLO)
        self.receive()
        self.send(READY)

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    def send(self, message: bytes | dict[str, Any]) -> None:
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.stdin.write(line + b"\n")
        self.stdin.flush()

    def call(self, number: int, tool: str, **arguments: Any) -> None:
        params = {"name": tool, "arguments": arguments}
        self.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})

    def line(self) -> bytes:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def receive(self) -> dict[str, Any]:
        message = json.loads(self.line())
        assert isinstance(message, dict)
        return message

    def leave(self) -> None:
        """Close its input."""
        self.stdin.close()
        self.process.stdin = None

    def ended(self) -> tuple[int, bytes, bytes]:
        """The exit status, and what was still said on standard output and standard error."""
        output, said = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, output, said


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    if server.process.poll() is None:
        server.process.kill()
    with server.process:  # closes what is open of its pipes
        pass


def text(message: dict[str, Any]) -> str:
    found = message["result"]["content"][0]["text"]
    assert isinstance(found, str)
    return found


MALFORMED = [
    b"hello",
    b"",
    b"[]",
    b"{}",
    b"null",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"jsonrpc": "1.0", "id": 7, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": {"a": 1}, "method": "tools/list"}',
    b'{"jsonrpc": "2.0", "id": 7, "result": {}}',
]


def test_a_line_that_is_no_request_is_passed_over(server: Server) -> None:
    for number, line in enumerate(MALFORMED):
        server.send(line)
        server.call(number, "rules", book="flip")
        answer = server.receive()
        assert answer["id"] == number
        assert "Capture Squares" in text(answer)
    server.leave()
    assert server.ended() == (0, b"", b"")


def test_requests_that_cannot_be_understood_are_answered_as_errors(server: Server) -> None:
    for number, (method, params) in enumerate(
        [
            ("nosuch", {}),
            ("tools/call", {}),
            ("tools/call", {"name": 7}),
            ("tools/call", {"name": "look", "arguments": []}),
        ]
    ):
        server.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        answer = server.receive()
        assert answer["id"] == number
        assert answer["error"]["code"] == (-32601 if method == "nosuch" else -32602)


def test_what_is_huge_is_refused_in_few_words(server: Server) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [
        ("x" * 1_000_000, {}),
        ("start", {"board": [["x"] * 10] * 50_000}),
        ("start", {"board": "9" * 1_000_000}),
        ("start", {"book": "grow" * 100_000}),
        ("start", {"book": {"k" * 1_000_000: 1}}),
        ("start", {"x" * 1_000_000: 1}),
        ("start", {"seed": 10**4000}),
        ("start", {"moves": ["1,1"] * 100_000}),
        ("start", {"opponent": "level:" + "1" * 1_000_000}),
        ("look", {"game": "game-" + "1" * 1_000_000}),
        ("look", {"game": [[]] * 100_000}),
        ("puzzle", {"difficulty": "hard" * 100_000}),
    ]
    for number, (tool, arguments) in enumerate(calls):
        server.call(number, tool, **arguments)
        line = server.line()
        answer = json.loads(line)
        assert answer["id"] == number
        assert answer["result"]["isError"] is True, arguments
        assert len(line) < LONGEST


# --- Leaving ---


def test_standard_output_carries_nothing_but_the_protocol(server: Server) -> None:
    server.call(1, "start", book="sweep", opponent="perfect", seat=2, seed=1)
    server.call(2, "hint", game="game-1")
    answers = [server.receive() for _ in range(2)]
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    server.leave()
    assert server.ended()[:2] == (0, b"")


def _thinking(server: Server) -> None:
    """Let it think about something that takes seconds."""
    server.call(1, "start", book="grow", size=[8, 8], opponent="none", seed=1)
    server.receive()
    server.call(2, "hint", game="game-1")
    server.call(3, "rules", book="flip")
    assert server.receive()["id"] == 3  # the hint is being thought about, and nobody waits for it


@pytest.mark.parametrize("thinks", [False, True])
def test_it_ends_quietly_when_its_input_does(server: Server, thinks: bool) -> None:
    if thinks:
        _thinking(server)
    server.leave()
    status, _, said = server.ended()
    assert status == 0
    assert b"Traceback" not in said


@pytest.mark.parametrize("thinks", [False, True])
def test_it_ends_quietly_with_ctrl_c(server: Server, thinks: bool) -> None:
    if thinks:
        _thinking(server)
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(timeout=PATIENCE) == 130  # its input is still open
    assert b"Traceback" not in server.ended()[2]


def test_it_ends_quietly_when_nobody_reads_its_answers(server: Server) -> None:
    assert server.process.stdout is not None
    server.process.stdout.close()
    server.process.stdout = None
    server.call(1, "rules")
    server.leave()
    status, _, said = server.ended()
    assert status in (0, 1)  # 0 if it noticed the end of its input before it answered
    assert b"Traceback" not in said


def test_a_line_that_needs_more_memory_than_there_is_ends_it_with_a_sentence() -> None:
    line = "head -c 900000000 /dev/zero | tr '\\0' 1"
    command = f"ulimit -v 1000000; {line} | {sys.executable} -m fivesquare mcp"
    run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "fivesquare: there is not enough memory for this\n"


def test_a_person_who_starts_it_is_told_what_it_waits_for() -> None:
    master, slave = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "fivesquare", "mcp"],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(slave)
    assert process.stderr is not None
    said = process.stderr.readline().decode()
    assert "Ctrl-C ends this" in said
    [settings] = re.findall(
        r"```json\n(.*mcpServers.*)\n```", (DOCS / "mcp.md").read_text(encoding="utf-8")
    )
    assert settings in said
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 130
    output, _ = process.communicate()
    os.close(master)
    assert output == b""


def test_without_the_extra_one_is_told_how_to_get_it() -> None:
    hidden = "import sys; sys.modules['mcp'] = None; from fivesquare.cli.main import main; main()"
    run = subprocess.run([sys.executable, "-c", hidden, "mcp"], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "pip install 'fivesquare[mcp]'" in run.stderr
    assert "Traceback" not in run.stderr
