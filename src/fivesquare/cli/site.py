"""`fivesquare site`."""

from pathlib import Path

import click

from fivesquare.errors import needing

_MEGABYTE = 1_000_000


@click.command(epilog="Example: fivesquare site build/site && python -m http.server --directory build/site")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--base",
    metavar="PATH",
    default="/",
    show_default=True,
    help="Folder of the host that the site will lie in, like /fivesquare/.",
)
@click.option(
    "--docs/--no-docs",
    "has_docs",
    default=None,
    help="Include the documentation.  [default: if this is a clone]",
)
@click.option(
    "--compress", is_flag=True, help="Also write each file as .br and .gz, for hosts that send such files."
)
def site(folder: Path, base: str, has_docs: bool | None, compress: bool) -> None:
    """Write the games as a static site: a folder that any web host serves, without a server of ours.

    Everything runs in the reader's browser, after the first visit without a network too: all games, levels,
    hints, reviews, lessons and puzzles. DIR is new, empty, or an older site, which is replaced.
    """
    with needing("Building the site", "site"):
        from fivesquare.web.static_site.builder import build_site
    if not base.startswith("/") or any(sign in base for sign in "?#\\\"'<> "):
        raise click.BadParameter("it must be a path, like /fivesquare/.", param_hint="'--base'")
    path = base if base.endswith("/") else f"{base}/"
    built = build_site(
        folder,
        base=path,
        has_docs=has_docs,
        compress=compress,
        on_step=lambda step: click.echo(f"{step} ..."),
    )
    total = sum(map(len, built.files.values()))
    click.echo(
        f"{folder} holds version {built.version}: {len(built.files)} files, {total / _MEGABYTE:.1f} MB. "
        f"A first visit loads {built.first_visit / _MEGABYTE:.1f} MB from a host that compresses."
    )
    click.echo(f"Try it: python -m http.server --directory {folder} 8000")
