"""Servers that are none of ours, that send us elsewhere, or that speak TLS: each has its sentence."""

import json
import os
import random
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from fivesquare.fullscreen.remote.remote_errors import MovedError, RemoteError
from fivesquare.fullscreen.remote.remote_game import RemoteGame
from fivesquare.fullscreen.remote.server_answers import LARGEST
from fivesquare.fullscreen.remote.server_cookies import ServerCookies
from fullscreen.remote.joined import PATIENT, Begun, Terminals, play_on
from fullscreen.remote.relay import ANSWERS, Relay, answer, relaying, silent
from patience import PATIENCE
from web.server import NO_LIMITS, Server, running

AT_ONCE = PATIENT._replace(request=0.0)
"""Asks once."""

NO_GAME = "there is no such game here"
NOT_OURS = "there is no Fivesquare server at"
NO_WEB = "there is no web server at"


def said(**told: Any) -> str:
    return json.dumps(told)


# --- Servers that are none of ours ---


def test_a_server_of_files_is_no_fivesquare(tmp_path: Path, terminals: Terminals) -> None:
    (tmp_path / "www").mkdir()
    files = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(tmp_path / "www")))
    thread = threading.Thread(target=files.serve_forever, daemon=True)
    thread.start()
    try:
        with pytest.raises(RemoteError, match=rf"^{NOT_OURS} 127\.0\.0\.1:\d+: check the link$"):
            terminals.join(f"http://127.0.0.1:{files.server_port}/games/x#y")
    finally:
        files.shutdown()
        files.server_close()
        thread.join(PATIENCE)


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (answer(200, "<h1>Hello</h1>", "text/html"), NOT_OURS),
        (answer(200, "[]"), NOT_OURS),
        (answer(200, "[" * 100_000), NOT_OURS),
        (answer(200, '{"a":' * 50 + "1" + "}" * 50), NOT_OURS),
        (answer(200, '{"a": NaN}'), NOT_OURS),
        (answer(200, '{"a": ' + "9" * 5000 + "}"), NOT_OURS),
        (answer(200, "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")), NOT_OURS),
        (answer(200, "{}"), "what the server sent is not a game"),
        (answer(200, said(id="x", hello="world")), "what the server sent is not a game"),
        (answer(204), NOT_OURS),
        (answer(404, said(message="no route")), NOT_OURS),
        (answer(401, "", "text/html", WWW_Authenticate='Basic realm="club"'), NOT_OURS),
        (answer(404, said(error=NO_GAME)), "has no such game: check the link"),
        (answer(421, said(error="this server does not answer to that host name")), "to that host name"),
        (answer(500, ""), r"is in trouble \(status 500\)"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", NOT_OURS),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "was lost|no web server",
        ),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 1000 + b"\r\n", NO_WEB),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", NO_WEB),
        (b"HTTP/1.1 " + b"2" * 100_000 + b"\r\n\r\n", NO_WEB),
        (b"SSH-2.0-OpenSSH_9.2\r\n", NO_WEB),
        (b"\x00" * 1000, NO_WEB),
        (b"", "the connection to 127.* was lost"),
        (answer(200, "x" * (LARGEST + 1)), "has more than 1,048,576 bytes"),
        (answer(500, "x" * (LARGEST + 1)), "has more than 1,048,576 bytes"),
    ],
)
def test_what_no_server_of_ours_would_answer(
    relay: Relay, terminals: Terminals, told: bytes, sentence: str
) -> None:
    relay.plan("", told)
    with pytest.raises(RemoteError, match=sentence) as caught:
        terminals.join(f"{relay.url}/games/x#y", patience=AT_ONCE)
    assert str(caught.value).isprintable()
    assert "#" not in "".join(relay.seen)
    assert len(relay.seen) == 1  # the secret went nowhere


def test_an_answer_without_end_is_not_read_to_its_end(relay: Relay, terminals: Terminals) -> None:
    endless = (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"10000\r\n" + b"x" * 65536 + b"\r\n"
    )
    relay.plan("", endless + (b"10000\r\n" + b"x" * 65536 + b"\r\n") * 40)
    with pytest.raises(RemoteError, match="has more than"):
        terminals.join(f"{relay.url}/games/x", patience=AT_ONCE)


def test_whatever_is_answered_ends_in_a_sentence(tmp_path: Path) -> None:
    with relaying(1) as relay:

        @given(ANSWERS)
        def check(told: bytes) -> None:
            relay.forget()
            relay.plan("", *[told] * 10)
            with pytest.raises(RemoteError) as caught:
                RemoteGame.join(
                    f"{relay.url}/games/x#y", cookies=ServerCookies(tmp_path / "c"), patience=AT_ONCE
                )
            assert str(caught.value).isprintable()

        check()


def test_nobody_there(terminals: Terminals, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(
        RemoteError, match=r"^127\.0\.0\.1:\d+ does not answer: check the link, and whether"
    ):
        terminals.join(f"http://127.0.0.1:{port}/games/x")

    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(
        RemoteError, match=r"^cannot find games\.example: check the link, and your connection$"
    ):
        terminals.join("http://games.example/games/x")


@pytest.mark.parametrize("name", ["x" * 64 + ".example", "a..b"])
def test_a_name_that_no_server_can_have(terminals: Terminals, name: str) -> None:
    with pytest.raises(RemoteError, match="cannot find"):
        terminals.join(f"http://{name}/games/x")


def test_a_server_that_says_nothing_is_given_up(terminals: Terminals) -> None:
    with silent() as address, pytest.raises(RemoteError, match="takes too long to answer"):
        terminals.join(f"{address}/games/x", patience=PATIENT._replace(answer=0.1))


# --- Redirects ---


def test_a_server_may_send_us_to_its_other_address(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url, relay.url)
    relay.plan(begun.id, answer(308, Location=f"{server.url}/api/games/{begun.id}"))
    one = terminals.join(begun.links[0])
    assert (one.seats, one.remote.link.server) == ([1], server.url)
    assert one.remote.play("1,1").ply == 1
    assert relay.seen == [f"GET /api/games/{begun.id}"]  # neither the secret nor the cookie


@pytest.mark.parametrize(
    ("location", "sentence"),
    [
        (
            "http://login.example/?next=/api/games/x",
            "redirects to 'login.example': open the link in a browser",
        ),
        ("http://a.example/api/games/y", "redirects to 'a.example'"),
        ("ftp://a.example/api/games/x", "redirects to"),
        ("http://me:you@a.example/api/games/x", "redirects to"),
        ("http://[::1", NOT_OURS),
        ("/api/games/x", "redirects in a circle"),
        ("", NOT_OURS),
    ],
)
def test_other_redirects_are_not_followed(
    relay: Relay, terminals: Terminals, location: str, sentence: str
) -> None:
    relay.plan("", *[answer(302, Location=location)] * 10)
    with pytest.raises(RemoteError, match=sentence):
        terminals.join(f"{relay.url}/games/x#y", patience=AT_ONCE)
    assert not any(each.startswith("POST") for each in relay.seen)


def test_what_is_sent_is_never_redirected(relay: Relay, server: Server, terminals: Terminals) -> None:
    one = terminals.join(Begun(server.url, relay.url).links[0])
    relay.plan("/moves", answer(307, Location=f"{server.url}/x"))
    with pytest.raises(MovedError, match="open the link in a browser"):
        one.remote.play("1,1")
    relay.plan("/resign", answer(307, Location=f"{server.url}/x"))
    with pytest.raises(MovedError):
        one.remote.resign()


# --- TLS ---


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of localhost with its key, signed by nobody else."""
    if not shutil.which("openssl"):
        assert "FIVESQUARE_CI" not in os.environ, "there is no openssl"
        pytest.skip("openssl, which makes the certificate, is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            *("-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", folder / "key.pem", "-out", folder / "certificate.pem"),
        ],
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture
def secure(server: Server, certificate: Path) -> Iterator[Relay]:
    """A line to the server with TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "certificate.pem", certificate / "key.pem")
    with relaying(server.port, context) as relay:
        yield relay


def test_a_game_is_played_over_tls(
    secure: Relay, server: Server, terminals: Terminals, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "certificate.pem"))
    begun = Begun(server.url, secure.url)
    players = [terminals.join(link, link) for link in begun.links]
    assert play_on(players, random.Random(1))
    players[0].remote.close()
    with pytest.raises(RemoteError, match="you have left this game"):
        players[0].remote.say("hello")
    secure.cut()
    players[1].until_state("reconnecting")
    secure.mend()
    players[1].until_state("connected", 2)


def test_a_certificate_that_nobody_vouches_for_is_refused(secure: Relay, terminals: Terminals) -> None:
    with pytest.raises(RemoteError, match=r"^the certificate of localhost:\d+ is not valid: self-signed"):
        terminals.join(f"{secure.url}/games/x#y")
    assert secure.seen == []


def test_tls_is_never_left(
    secure: Relay, server: Server, terminals: Terminals, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "certificate.pem"))
    secure.plan("", answer(302, Location=f"{server.url}/api/games/x"))
    with pytest.raises(MovedError, match="redirects to"):
        terminals.join(f"{secure.url}/games/x#y")


def test_a_server_without_tls_is_said_to_have_none(server: Server, terminals: Terminals) -> None:
    with pytest.raises(
        RemoteError, match=r"does not speak TLS: does its link begin with http:// instead\?"
    ):
        terminals.join(server.url.replace("http", "https") + "/games/x")


def test_behind_a_proxy_with_tls_the_cookie_has_another_name(tmp_path: Path, terminals: Terminals) -> None:
    with (
        running(tmp_path / "server", trust_proxy=True, **NO_LIMITS) as server,
        relaying(server.port, header=b"X-Forwarded-Proto: https\r\n") as relay,
    ):
        begun = Begun(server.url, relay.url)
        terminals.join(begun.links[0], "one", follows=False).remote.play("1,1")
        assert terminals.join(begun.page, "one").seats == [1]
        assert '"__Host-fivesquare-' in terminals.file("one").read_text()
