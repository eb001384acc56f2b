"""`fivesquare serve`."""

from collections.abc import Iterable
from typing import Any

import click

from fivesquare.cli.options import database_option
from fivesquare.errors import needing
from fivesquare.web.settings import (
    LOGS,
    NEW_GAME_BURST,
    REQUEST_BURST,
    SQLITE,
    Settings,
)

_PORT = click.IntRange(0, 65535)
_FROM_ONE = click.IntRange(1)


class MetricsAddress(click.ParamType[tuple[str, int]]):
    """A port, which is then on this machine only, or an address and a port."""

    name = "[address:]port"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        if isinstance(value, tuple):
            return value
        host, colon, port = value.rpartition(":")
        if not (port.isascii() and port.isdecimal() and int(port) <= 65535) or (colon and not host):
            self.fail(
                f"give a port, or an address and a port, like 10.0.0.1:9464, not {value!r}.", param, ctx
            )
        return host.removeprefix("[").removesuffix("]") or Settings.metrics_host, int(port)


@click.command(epilog="Example: fivesquare serve --host 0.0.0.0 --open")
@click.option(
    "--host",
    default=Settings.host,
    show_default=True,
    help="Address to listen on; 0.0.0.0 for the network.",
)
@click.option(
    "--port",
    type=_PORT,
    default=Settings.port,
    show_default=True,
    help="Port to listen on; 0 for any free one.",
)
@database_option
@click.option(
    "--workers",
    type=_FROM_ONE,
    default=Settings.workers,
    show_default=True,
    help="Processes; several need PostgreSQL.",
)
@click.option(
    "--allow-host", "names", metavar="NAME", multiple=True, help="Host name to answer to; may be repeated."
)
@click.option("--trust-proxy", is_flag=True, help="Trust X-Forwarded-For and X-Forwarded-Proto.")
@click.option("--open", "opens", is_flag=True, help="Open a browser.")
@click.option(
    "--requests",
    type=_FROM_ONE,
    default=Settings.requests,
    show_default=True,
    help="Requests per second allowed from one address.",
)
@click.option(
    "--new-games",
    type=_FROM_ONE,
    default=Settings.new_games,
    show_default=True,
    help="New games per second allowed from one address.",
)
@click.option(
    "--streams",
    type=_FROM_ONE,
    default=Settings.streams,
    show_default=True,
    help="Open game pages allowed at one address.",
)
@click.option(
    "--keep-days",
    type=_FROM_ONE,
    default=Settings.keep_days,
    show_default=True,
    help="Delete games untouched for this many days.",
)
@click.option(
    "--keep-games",
    type=_FROM_ONE,
    default=Settings.keep_games,
    show_default=True,
    help="Games to keep; the oldest are deleted first.",
)
@click.option(
    "--remove-old", is_flag=True, default=False, help="Delete all games past --keep-days now, however many."
)
@click.option(
    "--log",
    type=click.Choice(LOGS),
    default=Settings.log,
    show_default=True,
    help="Log format: problems in words, or every request as JSON.",
)
@click.option(
    "--metrics",
    type=MetricsAddress(),
    metavar="[ADDRESS:]PORT",
    help="Metrics for Prometheus, on a port of their own; without ADDRESS for this machine only."
    "  [default: none]",
)
@click.option(
    "--check-config",
    is_flag=True,
    help="Serve nothing: say whether a server with these options could start.",
)
def serve(
    host: str,
    url: str,
    names: tuple[str, ...],
    requests: int,
    new_games: int,
    opens: bool,
    check_config: bool,
    metrics: tuple[str, int] | None,
    **settings: Any,
) -> None:
    """Serve the games to browsers."""
    if settings["workers"] > 1 and url.startswith(SQLITE):
        raise click.UsageError("Several --workers need --database postgresql://...; SQLite is for one.")
    with needing("Serving", "web"):
        from fivesquare.web.app import create_app
        from fivesquare.web.serve.config_check import check
        from fivesquare.web.serve.processes import StartupError, run
    chosen = Settings(
        host=host.removeprefix("[").removesuffix("]"),  # as a link writes an address of IPv6
        database=url,
        metrics_host=Settings.metrics_host if metrics is None else metrics[0],
        metrics_port=None if metrics is None else metrics[1],
        allowed_hosts=frozenset(name.lower() for name in names),
        requests=requests,
        requests_at_once=requests * REQUEST_BURST,
        new_games=new_games,
        new_games_at_once=new_games * NEW_GAME_BURST,
        **settings,
    )
    if check_config:
        _report(check(chosen))
        return
    try:
        run(chosen, create_app, opens)
    except StartupError as error:
        raise click.ClickException(str(error)) from None


def _report(findings: Iterable[tuple[str, str, str]]) -> None:
    """A line for each subject with verdict and text; exit status 1 if something is wrong."""
    is_wrong = False
    for subject, verdict, text in findings:
        is_wrong = is_wrong or verdict == "wrong"
        click.echo(f"{verdict:<5}  {subject:<11}  {text}")
    if is_wrong:
        click.echo("A server with these options cannot start, or cannot save games.")
        raise click.exceptions.Exit(1)
    click.echo("A server with these options can start.")
