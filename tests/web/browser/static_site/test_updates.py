"""New versions of the static site: they arrive whole or not at all, and no page mixes two of them."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from web.browser.conftest import Visit
from web.browser.static_site.reader import begun, expect_answered, expect_kept, expect_running, game_of
from web.browser.static_site.versions import write_changed
from web.browser.table import claim_any, moves
from web.built_site import Host, hosting, version_of

_SECOND = ('<html lang="en"', '<html lang="en" data-edition="second"')
_CHANGES = {
    "index.html": _SECOND,
    "rules/index.html": _SECOND,
    "games/index.html": _SECOND,
    "app/worker.js": ("Python in a worker:", "Python in a worker, second edition:"),
}
_ARRIVES = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const coming = registration.installing;
    if (coming) await new Promise((resolve) => { coming.onstatechange = resolve; });
    return registration.waiting !== null;
}"""
_VERSIONS = """() => [
    document.querySelector('script[src$="/boot.js"]').src,
    ...performance.getEntriesByType("resource").map(({ name }) => name),
].flatMap((address) => /\\/app\\/(\\w+)\\//.exec(address)?.[1] ?? [])"""


@pytest.fixture(scope="module")
def second(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The next version."""
    folder = tmp_path_factory.mktemp("versions") / "second"
    write_changed(built_site, folder, _CHANGES)
    return folder


@pytest.fixture
def first_host(built_site: Path) -> Iterator[Host]:
    """A host whose folder can be replaced by that of the next version."""
    with hosting(built_site) as host:
        yield host


def versions(page: Page) -> set[str]:
    """All versions of which this page has loaded anything."""
    return set(page.evaluate(_VERSIONS))


def visited(visit: Visit, host: Host) -> Page:
    """A page of a site that is kept as a whole."""
    page = visit(f"{host.url}rules/")
    expect_kept(page)
    return page


def note(page: Page) -> Locator:
    return page.locator(".site-note", has_text="A new version of Fivesquare is ready.")


def expect_second(page: Page, second: Path) -> None:
    """The page is of the next version, and runs."""
    expect(page.locator("html[data-edition=second]")).to_be_attached()
    expect_running(page)
    assert versions(page) == {version_of(second)}


def test_a_new_version_is_offered_and_loaded(
    visit: Visit, first_host: Host, built_site: Path, second: Path
) -> None:
    page = visited(visit, first_host)
    begun(page, first_host)
    claim_any(page)
    expect_answered(page)
    known = game_of(page, first_host)["moves"]
    first_host.folder = second
    page.reload()
    expect(note(page)).to_be_visible()
    assert versions(page) == {version_of(built_site)}
    page.get_by_role("button", name="Load it now").click()
    expect_second(page, second)
    expect(moves(page)).to_have_count(len(known))
    assert game_of(page, first_host)["moves"] == known


def test_a_single_tab_gets_it_with_the_next_visit(visit: Visit, first_host: Host, second: Path) -> None:
    page = visited(visit, first_host)
    first_host.folder = second
    page.reload()
    expect(note(page)).to_be_visible()
    page.goto(first_host.url)
    expect_second(page, second)
    expect(note(page)).to_have_count(0)


def test_two_tabs_change_together(visit: Visit, first_host: Host, built_site: Path, second: Path) -> None:
    page = visited(visit, first_host)
    other = visit(first_host.url, context=page.context)
    expect_running(other)
    first_host.folder = second
    for _ in range(2):  # the second time it is there already, and waits for the other tab
        page.reload()
        expect(note(page)).to_be_visible()
        assert versions(page) == versions(other) == {version_of(built_site)}
    page.get_by_role("button", name="Load it now").click()
    expect_second(page, second)
    expect_second(other, second)


@pytest.mark.parametrize("fault", ["cut off", "missing"])
def test_a_broken_upload_changes_nothing(
    visit: Visit, first_host: Host, built_site: Path, second: Path, tmp_path: Path, fault: str
) -> None:
    page = visited(visit, first_host)
    broken = shutil.copytree(second, tmp_path / "broken")
    victim = broken / "app" / version_of(second) / "code.wasm"
    if fault == "missing":
        victim.unlink()
    else:
        victim.write_bytes(victim.read_bytes()[:-1])
    first_host.folder = broken
    assert not page.evaluate(_ARRIVES)
    page.reload()
    begun(page, first_host)
    claim_any(page)
    expect_answered(page)
    assert versions(page) == {version_of(built_site)}
    expect(note(page)).to_have_count(0)

    first_host.folder = second
    assert page.evaluate(_ARRIVES)
    expect(note(page)).to_be_visible()
