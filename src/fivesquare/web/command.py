"""The command `serve`. It costs nothing to know it: what serves is loaded when it is called."""

from typing import Any, Literal

import click

from fivesquare.web.settings import LOGS, POSTGRESQL, SQLITE, Settings, default_database

_REQUESTS_AT_ONCE = 4  # seconds' worth of them
_GAMES_AT_ONCE = 60  # the same: a whole class begins together
_PORT = click.IntRange(0, 65535)
_FROM_ONE = click.IntRange(1)
_INSTALL = "pip install 'fivesquare[web]'"


@click.command(epilog="Example: fivesquare serve --host 0.0.0.0 --open")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: on the network too.")
@click.option("--port", type=_PORT, default=8000, show_default=True, help="0: any that is free.")
@click.option("--database", metavar="URL", help="sqlite:///FILE, or postgresql://USER@HOST/NAME.")
@click.option("--workers", type=_FROM_ONE, default=1, show_default=True, help="Processes, on PostgreSQL.")
@click.option("--allow-host", "names", metavar="NAME", multiple=True, help="A name that we go by.")
@click.option("--trust-proxy", is_flag=True, help="Believe X-Forwarded-For and -Proto.")
@click.option("--open", "opens", is_flag=True, help="Open a browser.")
@click.option(
    "--requests", type=_FROM_ONE, default=100, show_default=True, help="A second, of one address."
)
@click.option("--new-games", type=_FROM_ONE, default=5, show_default=True, help="A second, of one address.")
@click.option("--streams", type=_FROM_ONE, default=200, show_default=True, help="Open pages of an address.")
@click.option("--keep-days", type=_FROM_ONE, default=365, show_default=True, help="Of a game left alone.")
@click.option(
    "--keep-games", type=_FROM_ONE, default=100_000, show_default=True, help="The oldest go first."
)
@click.option("--log", type=click.Choice(LOGS), default=LOGS[0], show_default=True, help="For whom.")
def serve(**given: Any) -> None:
    """Serve the games to browsers."""
    settings = _settings(**given)
    try:
        from fivesquare.web.app import create_app  # these need the extra `web`, which nobody else does
        from fivesquare.web.serve.running import NotStartedError, run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("fivesquare"):
            raise
        raise click.ClickException(f"serving needs {error.name}, which is not here: {_INSTALL}") from None
    try:
        run(settings, create_app, given["opens"])
    except NotStartedError as error:
        raise click.ClickException(str(error)) from None


def _settings(
    host: str,
    port: int,
    database: str | None,
    workers: int,
    names: tuple[str, ...],
    trust_proxy: bool,
    requests: int,
    new_games: int,
    streams: int,
    keep_days: int,
    keep_games: int,
    log: Literal["words", "json"],
    opens: bool,
) -> Settings:
    """What the options ask for, which must make sense together."""
    place = default_database() if database is None else database
    if not place.startswith((SQLITE, *POSTGRESQL)):
        raise click.BadParameter("it begins with sqlite:/// or postgresql://.", param_hint="'--database'")
    if workers > 1 and place.startswith(SQLITE):
        raise click.UsageError("Several --workers need --database postgresql://...; SQLite is for one.")
    return Settings(
        host=host.removeprefix("[").removesuffix("]"),  # as an address of IPv6 stands in a link
        port=port,
        database=place,
        workers=workers,
        allowed_hosts=frozenset(name.lower() for name in names),
        trust_proxy=trust_proxy,
        requests=requests,
        requests_at_once=requests * _REQUESTS_AT_ONCE,
        new_games=new_games,
        new_games_at_once=new_games * _GAMES_AT_ONCE,
        streams=streams,
        keep_days=keep_days,
        keep_games=keep_games,
        log=log,
    )
