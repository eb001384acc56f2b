"""nginx or Caddy in front of a server, with the very text of `deploy/`, and TLS by a local authority.

    with fronted("nginx", tmp_path, server) as front, front.client() as client:
        client.get("/healthz")

Only addresses, ports and the places of certificates are replaced, and what a machine has once for all its
sites stands around the text. The name of the site is looked up nowhere: `named_here` makes it this machine.
"""

import os
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
import trustme

from patience import PATIENCE
from web.postgres import missing
from web.server import Server

NAME = "games.example.org"  # that of the texts
DEPLOY = Path(__file__).parents[2] / "deploy"

_NGINX = """
daemon off;
pid {folder}/nginx.pid;
worker_processes 2;
worker_shutdown_timeout 1s;  # after a reload: pages must reconnect
{user}
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/site.conf;
}}
"""

_CADDY = """
{{
    admin unix/{folder}/admin
    https_port {port}
    local_certs
    auto_https disable_redirects
    skip_install_trust
    storage file_system {folder}/storage
    default_bind 127.0.0.1
    grace_period 1s
}}
import {site}
"""


class Front:
    """A proxy that runs, or was killed. It always listens at the same port."""

    def __init__(self, program: str, folder: Path, server: Server) -> None:
        self.folder = folder
        self.port = _free_port()
        self.url = f"https://{NAME}:{self.port}"
        self._program = _found(program)
        self._upstream = f"127.0.0.1:{server.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it answers when this returns."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, *self._words("run")],
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        end = time.monotonic() + PATIENCE
        while True:
            with (
                suppress(OSError),
                socket.create_connection(("127.0.0.1", self.port)) as raw,
                self.trust().wrap_socket(raw, server_hostname=NAME),
            ):
                return
            assert self._process.poll() is None, self.log
            assert time.monotonic() < end, self.log
            time.sleep(0.02)

    def kill(self) -> None:
        """End all its processes, as a power cut does."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)

    def reload(self) -> None:
        """Have it read its settings again, as its package does."""
        subprocess.run(
            [self._program, *self._words("reload")],
            env=self._environment,
            check=True,
            capture_output=True,
            timeout=PATIENCE,
        )

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def trust(self) -> ssl.SSLContext:
        """Trusts the local authority, and no other."""
        return ssl.create_default_context(cafile=str(self._authority))

    def client(self, http2: bool = False, source: str = "127.0.0.1") -> httpx2.Client:
        """A client that comes from an address of this machine."""
        transport = httpx2.HTTPTransport(
            verify=self.trust(), http1=not http2, http2=http2, local_address=source
        )
        return httpx2.Client(base_url=self.url, transport=transport, timeout=PATIENCE)

    @property
    def _environment(self) -> dict[str, str]:
        return dict(os.environ)

    @property
    def _authority(self) -> Path:
        raise NotImplementedError

    def _words(self, what: str) -> list[str]:
        raise NotImplementedError


class Nginx(Front):
    def __init__(self, folder: Path, server: Server) -> None:
        super().__init__("nginx", folder, server)
        authority = trustme.CA()
        authority.cert_pem.write_to_path(self._authority)
        certificate = authority.issue_cert(NAME)
        certificate.private_key_pem.write_to_path(folder / "key.pem")
        for part in certificate.cert_chain_pems:
            part.write_to_path(folder / "chain.pem", append=True)
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(_NGINX.format(folder=folder, user=user))
        (folder / "site.conf").write_text(
            _replaced(
                (DEPLOY / "nginx.conf").read_text(),
                {
                    "[::]:443": f"unix:{folder}/six",  # not every machine has IPv6
                    "listen 443": f"listen 127.0.0.1:{self.port}",
                    f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{folder}/chain.pem",
                    f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{folder}/key.pem",
                    "127.0.0.1:8000": self._upstream,
                },
            )
        )

    def start(self) -> None:
        (self.folder / "six").unlink(missing_ok=True)  # left by one that was killed
        super().start()

    @property
    def _authority(self) -> Path:
        return self.folder / "authority.pem"

    def _words(self, what: str) -> list[str]:
        words = ["-e", f"{self.folder}/log", "-p", str(self.folder), "-c", f"{self.folder}/nginx.conf"]
        return [*words, "-s", "reload"] if what == "reload" else words


class Caddy(Front):
    def __init__(self, folder: Path, server: Server) -> None:
        super().__init__("caddy", folder, server)
        around = _CADDY.format(folder=folder, port=self.port, site=DEPLOY / "Caddyfile")
        (folder / "Caddyfile").write_text(around)

    @property
    def _environment(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.folder), "FIVESQUARE_SERVER": self._upstream}

    @property
    def _authority(self) -> Path:
        return self.folder / "storage/pki/authorities/local/root.crt"

    def _words(self, what: str) -> list[str]:
        words = [what, "--config", f"{self.folder}/Caddyfile", "--adapter", "caddyfile"]
        # It is the same text: without --force nothing would be read again.
        return [*words, "--force", "--address", f"unix/{self.folder}/admin"] if what == "reload" else words


FRONTS = {"nginx": Nginx, "caddy": Caddy}


@contextmanager
def fronted(kind: str, folder: Path, server: Server) -> Iterator[Front]:
    """A proxy before a server as long as the block lasts."""
    folder.mkdir()
    front = FRONTS[kind](folder, server)
    try:
        front.start()
        yield front
    finally:
        front.kill()


def named_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the name of the site this machine's."""
    look_up = socket.getaddrinfo

    def found(host: Any, *more: Any, **others: Any) -> Any:
        return look_up("127.0.0.1" if host == NAME else host, *more, **others)

    monkeypatch.setattr(socket, "getaddrinfo", found)


def _found(program: str) -> str:
    folders = (
        f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/usr/local/sbin"  # nginx is an operator's program
    )
    found = shutil.which(program, path=folders)
    return found or missing(f"{program} is not installed: its configuration is not tested")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _replaced(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        assert text.count(old) == 1, f"{old!r} must occur once in the text"
        text = text.replace(old, new)
    return text
