"""The command `serve`. It costs nothing to know it: what serves is loaded when it is called."""

from typing import Any, Literal

import click

from fivesquare.web.settings import LOGS, POSTGRESQL, SQLITE, Settings, default_database

_REQUESTS_AT_ONCE = 4  # seconds' worth of them
_GAMES_AT_ONCE = 60  # the same: a whole class begins together
_INSTALL = "pip install 'fivesquare[web]'"


@click.command(epilog="Example: fivesquare serve --host 0.0.0.0 --open")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0: on the network too."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free."
)
@click.option("--database", metavar="URL", help="sqlite:///FILE, or postgresql://USER@HOST/NAME.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes; with PostgreSQL.",
)
@click.option("--allow-host", "names", metavar="NAME", multiple=True, help="A name this server goes by.")
@click.option("--trust-proxy", is_flag=True, help="Behind a proxy: believe its X-Forwarded-For and -Proto.")
@click.option("--open", "opens", is_flag=True, help="Open a browser.")
@click.option(
    "--requests", type=click.IntRange(1), default=100, show_default=True, help="A second, of one address."
)
@click.option(
    "--new-games", type=click.IntRange(1), default=5, show_default=True, help="A second, of one address."
)
@click.option(
    "--streams", type=click.IntRange(1), default=200, show_default=True, help="Open pages of one address."
)
@click.option(
    "--keep-days", type=click.IntRange(1), default=365, show_default=True, help="Forget games left so long."
)
@click.option(
    "--keep-games",
    type=click.IntRange(1),
    default=100_000,
    show_default=True,
    help="Forget the oldest above.",
)
@click.option(
    "--log", type=click.Choice(LOGS), default=LOGS[0], show_default=True, help="What standard error is for."
)
def serve(**given: Any) -> None:
    """Serve the games to browsers, on this machine or for a whole network."""
    settings = _settings(**given)
    try:
        from fivesquare.web import app, running  # the extra `web`, which nobody else needs
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("fivesquare"):
            raise
        raise click.ClickException(
            f"serving needs {error.name}, which is not installed; {_INSTALL}"
        ) from None
    try:
        running.run(settings, app.create_app, given["opens"])
    except running.NotStartedError as error:
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
        raise click.UsageError(
            "Several processes cannot share SQLite; --workers needs --database postgresql://..."
        )
    return Settings(
        host=host,
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
