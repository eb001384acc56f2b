"""An evening at the club: a host's screen and the phones of guests, each a browser of its own."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browser.axe import assert_accessible
from web.browser.conftest import UNREACHABLE, Visit
from web.browser.looks import set_text_size, shifts, watch_shifts
from web.browser.table import ACTIVE_CELL
from web.browser.test_text_size import assert_readable
from web.server import Server, running

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": False}
NAMES = ["Ana", "Ben", "Cem", "Dora", "Eli", "Bartholomew Longfellow-X", "Grete", "Hugo"]
OVER = "#evening-way:not([hidden])"


def open_evening(visit: Visit, site: Server, **wish: Any) -> Page:
    """The host's screen of an evening with a small game."""
    host = visit(forgive=("409",))
    host.goto(f"{site.url}/club")
    rules = {"book": {"like": "sweep", "size": [2, 2]}, **wish}
    opened = host.context.request.post(f"{site.url}/api/clubs", data=rules)
    host.goto(f"{site.url}{opened.headers['location']}")
    host.locator("html[data-ready]").wait_for()
    return host


def join(visit: Visit, host: Page, name: str, **more: Any) -> Page:
    """The phone of a guest who has scanned the code and given a name."""
    phone = visit(host.url, forgive=("422", "409"), **{**PHONE, **more})
    phone.get_by_label("What shall we call you?").fill(name)
    phone.get_by_role("button", name="Join").click()
    expect(phone.locator("#you h2")).to_have_text(f"You are in, {name}")
    return phone


def start(host: Page, number: int) -> None:
    host.get_by_role("button", name=f"Start round {number}").click()
    expect(host.locator("#tables-title")).to_have_text(f"Round {number}")


def play(phones: list[Page]) -> None:
    """Everybody claims whatever comes first, until all games are over."""
    for phone in phones:
        phone.locator("html[data-ready] .board").first.wait_for()
    playing = list(phones)
    while playing:
        phone = playing.pop(0)
        phone.locator(f"{ACTIVE_CELL}, {OVER}, .board:not([data-active])").first.wait_for()
        if phone.locator(OVER).count():
            continue
        playing.append(phone)
        cell = phone.locator(ACTIVE_CELL).first
        if cell.count():
            before = phone.locator("#moves li").count()
            cell.click()
            expect(phone.locator("#moves li").nth(before)).to_be_visible()


def test_six_browsers_play_a_whole_round_robin(visit: Visit, site: Server) -> None:
    guests = NAMES[:6]
    host = open_evening(visit, site, title="Friday at the Hare")
    expect(host.get_by_role("heading", level=1)).to_have_text("Friday at the Hare")
    expect(host.get_by_role("button", name="Start round 1")).to_be_disabled()
    phones = [join(visit, host, name) for name in guests]
    expect(host.locator("#lobby .guest")).to_have_text(guests)
    for number in range(1, 6):
        start(host, number)
        expect(host.locator("#stage")).to_have_text(f"Round {number} of 5")
        expect(host.locator(".table-card")).to_have_count(3)
        for phone in phones:
            phone.wait_for_url("**/games/*")  # taken to their tables
        play(phones)
        expect(host.locator("#tables .section-head p")).to_have_text("3 of 3 over")
        for phone in phones:
            way = phone.get_by_role("link", name="Back to the evening")
            box = way.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 844
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390
            way.click()
            expect(phone.locator("#you h2")).to_have_text(re.compile("^(You won|You lost|A draw)$"))
    expect(host.locator("#why")).to_have_text("Everybody has met everybody")
    evening = host.request.get(host.url.replace("/club/", "/api/clubs/")).json()
    met = {frozenset((first, second)) for _, first, second, *_ in evening["results"]}
    assert met == set(map(frozenset, combinations(range(1, 7), 2)))
    assert len(evening["results"]) == 15
    assert sum(place["points"] for place in evening["standing"]) == 15
    host.get_by_role("button", name="Finish the evening").click()
    host.get_by_role("dialog").get_by_role("button", name="Finish").click()
    expect(host.locator("#winner h2")).to_have_text(re.compile("wins the evening|share the first place"))
    expect(phones[0].locator("#you h2")).to_have_text(re.compile("^You came (joint )?[1-6](st|nd|rd|th)$"))


def test_a_game_leads_to_the_next_table_and_tells_what_the_host_decided(visit: Visit, site: Server) -> None:
    host = open_evening(visit, site)
    ana, ben, cem, dora = (join(visit, host, name) for name in NAMES[:4])
    start(host, 1)
    for phone in (ana, ben, cem, dora):
        phone.wait_for_url("**/games/*")
    play([ana, dora])
    first = ana.url
    host.get_by_role("button", name="Decide Ben against Cem").click()
    host.get_by_role("dialog").get_by_role("button", name="Skip it: it counts for nobody").click()
    expect(ben.locator("#evening-words")).to_have_text(
        "The host has skipped this game: it counts for nobody."
    )
    start(host, 2)
    expect(ana.locator("#evening-words")).to_have_text(
        re.compile("^Your table: against .*(you begin|who begins)\\.$")
    )
    ana.get_by_role("link", name="Go to your table").click()
    ana.wait_for_url(lambda url: url != first)
    expect(ana.locator(".board")).to_be_visible()


def test_a_phone_comes_back_to_its_place(visit: Visit, site: Server) -> None:
    host = open_evening(visit, site)
    ana = join(visit, host, "Ana")
    join(visit, host, "Ben")
    ana.reload()
    expect(ana.locator("#you h2")).to_have_text("You are in, Ana")
    start(host, 1)
    ana.wait_for_url("**/games/*")
    ana.go_back()  # to look around: nobody is dragged to the table a second time
    expect(ana.locator("#you h2")).to_have_text("Your table")
    ana.reload()
    ana.get_by_role("link", name="Go to your table").click()
    ana.wait_for_url("**/games/*")
    again = visit(host.url, context=ana.context)  # another tab of the same browser is the same player
    again.wait_for_url("**/games/*")
    assert again.url == ana.url


def test_a_server_that_restarts_is_forgiven(visit: Visit, tmp_path: Path) -> None:
    with running(tmp_path) as server:
        host = visit(forgive=UNREACHABLE)
        opened = host.context.request.post(f"{server.url}/api/clubs", data={"book": "sweep"})
        host.goto(f"{server.url}{opened.headers['location']}")
        server.kill()
        expect(host.locator("#connection")).to_be_visible()
        server.start()
        expect(host.locator("#connection")).to_be_hidden()
        phone = visit(host.url, forgive=UNREACHABLE, **PHONE)
        phone.get_by_label("What shall we call you?").fill("Ana")
        phone.get_by_role("button", name="Join").click()
        expect(host.locator("#lobby .guest")).to_have_text(["Ana"])


def test_names_that_are_taken_or_imitate_are_refused_beside_the_field(visit: Visit, site: Server) -> None:
    host = open_evening(visit, site)
    join(visit, host, "Mara")
    phone = visit(host.url, forgive=("422",), **PHONE)
    for name, words in (
        ("M\u00c1RA", "Somebody here has that name: choose another."),
        ("Host", "That is a word of the page itself: choose another name."),
    ):
        phone.get_by_label("What shall we call you?").fill(name)
        phone.get_by_role("button", name="Join").click()
        expect(phone.get_by_role("alert")).to_have_text(words)
    expect(host.locator("#lobby .guest")).to_have_count(1)


def test_guests_leave_come_back_and_are_removed(visit: Visit, site: Server) -> None:
    host = open_evening(visit, site)
    ana, ben = join(visit, host, "Ana"), join(visit, host, "Ben")
    ana.get_by_role("button", name="Leave").click()
    expect(ana.locator("#you h2")).to_have_text("You have left")
    expect(host.locator("#lobby .guest")).to_have_text(["Ben"])
    ana.get_by_role("button", name="Come back").click()
    expect(ana.locator("#you h2")).to_have_text("You are in, Ana")
    ana.get_by_role("button", name="Change name").click()
    ana.get_by_label("What shall we call you?").fill("Anna")
    ana.get_by_role("button", name="Use it").click()
    expect(host.locator("#lobby .guest")).to_have_text(["Anna", "Ben"])
    host.get_by_text("Players: 2").click()
    host.get_by_role("button", name="Remove Ben").click()
    host.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(ben.locator("#you h2")).to_have_text("You are out")
    host.get_by_role("button", name="Let in Ben").click()
    expect(ben.locator("#you h2")).to_have_text("You are in, Ben")
    host.get_by_text("Others can join").click()
    expect(host.locator("#door")).to_have_text("The door is closed: nobody else can join.")
    late = visit(host.url, **PHONE)
    late.locator("html[data-ready]").wait_for()
    expect(late.get_by_label("What shall we call you?")).to_have_count(0)


def test_an_evening_is_opened_with_the_mouse(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/club", forgive=("422",))
    expect(page.locator(".note")).to_contain_text("fivesquare serve --host 0.0.0.0")  # it listens here only
    page.locator("label.offer", has_text="Sweep").click()
    page.locator(".choices label", has_text="Ladder").click()
    expect(page.get_by_text("A free round counts as a win.")).to_be_visible()
    page.locator(".choices label", has_text="5 min each").click()
    page.get_by_label("What is it called?").fill("\u2800")
    page.get_by_role("button", name="Open the evening").click()
    expect(page.locator("#error-title")).to_be_visible()
    page.get_by_label("What is it called?").fill("Thursday")
    page.get_by_role("button", name="Open the evening").click()
    page.wait_for_url("**/club/*")
    expect(page.locator("#about")).to_have_text("Sweep, 3 by 3 · ladder · 5 min each")
    expect(page.get_by_role("img", name="QR code of the address")).to_be_visible()
    expect(page.locator(".typed")).to_have_text(page.url.partition("://")[2])
    page.goto(f"{site.url}/club")
    page.get_by_role("link", name=re.compile("^Thursday")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Thursday")


def test_rules_from_a_link_are_played(visit: Visit, site: Server) -> None:
    page = visit(
        f"{site.url}/club?rules=%7B%22like%22:%22grow%22,%22size%22:%5B2,3%5D,%22title%22:%22Tiny%22%7D"
    )
    page.get_by_role("button", name="Open the evening").click()
    page.wait_for_url("**/club/*")
    expect(page.locator("#about")).to_contain_text("Tiny, 2 by 3")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_state_is_accessible_and_fits(visit: Visit, site: Server, width: int) -> None:
    more: dict[str, Any] = {"viewport": {"width": width, "height": 800}}
    club = visit(f"{site.url}/club", **more)
    host = open_evening(visit, site)
    guest = visit(host.url, **more)
    watch_shifts(guest)
    guest.goto(host.url)
    pages = [club, host, guest]
    host.set_viewport_size({"width": width, "height": 800})

    def check() -> None:
        guest.reload()
        for page in pages:
            page.locator("html[data-ready]").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            if width != 390:
                assert_accessible(page)
        assert shifts(guest)["total"] < 0.05

    check()
    guest.get_by_label("What shall we call you?").fill(NAMES[5])
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("#you h2")).to_have_text(f"You are in, {NAMES[5]}")
    others = [join(visit, host, "Ana"), join(visit, host, "Ben")]
    start(host, 1)
    host.get_by_text("Players: 3").click()
    (free,) = host.request.get(host.url.replace("/club/", "/api/clubs/")).json()["free"]
    for number, page in enumerate([guest, *others], 1):
        if number == free:
            expect(page.locator("#you h2")).to_have_text("A free round for you")
        else:
            page.wait_for_url("**/games/*")
            page.goto(host.url)
            expect(page.locator("#you h2")).to_have_text("Your table")
        page.set_viewport_size({"width": width, "height": 800})
    pages[0] = others[0]
    check()
    host.get_by_role("button", name=re.compile("^Decide ")).click()
    if width != 390:
        assert_accessible(host)
    host.get_by_role("dialog").get_by_role("button", name="A draw").click()
    expect(host.locator("#why")).to_be_hidden()
    host.get_by_role("button", name="Finish the evening").click()
    host.get_by_role("dialog").get_by_role("button", name="Finish").click()
    for page in (host, guest, *others):
        expect(page.locator("#winner")).to_be_visible()
    check()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_large_text_fits(visit: Visit, site: Server, width: int) -> None:
    host = open_evening(visit, site, title="Donaudampfschifffahrtsgesellschaftskapitaensmue")
    phones = [join(visit, host, name) for name in NAMES[4:7]]
    looker = visit(viewport={"width": width, "height": 800})
    for page in (host, looker):
        page.set_viewport_size({"width": width, "height": 800})
        set_text_size(page, 200)
        page.goto(host.url)
        page.locator("html[data-ready]").wait_for()
        assert_readable(page)
    start(host, 1)
    host.locator(".table-card .board").wait_for()
    assert_readable(host)
    assert_readable(looker)
    looker.goto(f"{site.url}/club")
    looker.locator("html[data-ready]").wait_for()
    assert_readable(looker)
    assert len(phones) == 3


def test_the_bar_of_a_game_is_accessible(visit: Visit, site: Server) -> None:
    host = open_evening(visit, site)
    ana, ben = join(visit, host, "Ana"), join(visit, host, "Ben")
    start(host, 1)
    for phone in (ana, ben):
        phone.wait_for_url("**/games/*")
    way = ana.get_by_role("link", name="Evening", exact=True)
    expect(way).to_have_attribute("href", re.compile("^/club/"))
    play([ana, ben])
    expect(ana.get_by_role("link", name="Back to the evening")).to_be_visible()
    expect(ana.get_by_role("button", name="Rematch").locator("visible=true")).to_have_count(0)
    assert_accessible(ana)
