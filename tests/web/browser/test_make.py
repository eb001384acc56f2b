"""Make your own: answers by mouse, touch and keyboard, what the page finds out, links that others open."""

import json
import re
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from playwright.sync_api import Page, Route, expect

from patience import PATIENCE
from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.looks import cut_off, set_text_size, shifts, sticking_out, watch_shifts
from web.server import Server

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OWN: dict[str, Any] = {
    "size": [3, 4],
    "values": [1, 9],
    "reach": "edge",
    "take": "nothing",
    "again": "never",
    "goal": "points",
    "tie": "last",
    "title": "Land rush",
}


def path(page: str, book: object = OWN) -> str:
    return f"/{page}?rules={quote(json.dumps(book))}"


def asked(site: Server, what: str, book: object = OWN) -> dict[str, Any]:
    told: dict[str, Any] = httpx2.post(
        f"{site.url}/api/{what}", json={"book": book}, timeout=PATIENCE
    ).json()
    return told


def heading(page: Page) -> Any:
    return page.locator("#who-wins")


def answer(page: Page, question: str, choice: str) -> None:
    page.get_by_role("group", name=question).get_by_label(choice, exact=True).check()


def expect_found_out(page: Page, site: Server, book: object = OWN) -> None:
    told = asked(site, "fairness", book)
    expect(heading(page)).to_have_text(told["heading"])
    expect(page.locator("[data-certainty]")).to_have_text(told["certainty"])
    expect(page.locator(".balance .p1")).to_have_text(re.compile(f"{told['first']}$"))
    expect(page.locator(".balance .p2")).to_have_text(re.compile(str(told["second"])))


def test_answers_are_looked_at(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}{path('make')}")
    expect(page.get_by_label("What is it called?")).to_have_value("Land rush")
    expect_found_out(page, site)
    expect(page.locator("#aloud")).to_contain_text(re.compile("wins|fair"))
    sample = asked(site, "samples")
    numbers = page.locator("#sample .number")
    expect(numbers).to_have_text([str(number) for row in sample["view"]["board"] for number in row])

    answer(page, "What comes along with a claim?", "My opponent's neighbours with a lower number")
    expect_found_out(page, site, {**OWN, "take": "lower-enemy"})
    page.get_by_label("Columns").fill("3")
    expect_found_out(page, site, {**OWN, "take": "lower-enemy", "size": [3, 3]})
    expect(page.locator("#sample .cell")).to_have_count(9)


def test_each_remedy_is_used_without_touching_the_title(visit: Visit, site: Server) -> None:
    remedies = asked(site, "remedies")["remedies"]
    assert remedies
    page = visit(f"{site.url}{path('make')}")
    for remedy in remedies:
        page.goto(f"{site.url}{path('make')}")
        offered = page.get_by_role("listitem").filter(has_text=remedy["title"])
        expect(offered).to_contain_text(remedy["text"])
        offered.get_by_role("button").click()
        expect_found_out(page, site, remedy["book"])
        expect(page.get_by_label("What is it called?")).to_have_value("Land rush")
        expect(page.locator("#table [data-play]")).to_have_text("Play Land rush")
        if remedy["kind"] == "komi":
            points = page.get_by_label("Points", exact=True)
            expect(points).to_have_value(str(remedy["book"]["balance"]["komi"]))


def test_who_wins_is_counted_while_one_looks(visit: Visit, site: Server) -> None:
    """The third request is held: until it is answered the page shows what is known by then."""
    page = visit()
    held: list[Route] = []

    def hold(route: Route) -> None:
        sent: Any = route.request.post_data_json
        if sent["boards"] == 40 and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/fairness", hold)
    page.goto(f"{site.url}{path('make')}")
    expect(heading(page)).to_have_text("Solving 20 of 100")
    expect(page.locator("[data-certainty]")).to_be_empty()
    held[0].continue_()
    expect_found_out(page, site)


def test_another_answer_takes_the_question_back(visit: Visit, site: Server) -> None:
    page = visit()
    held: list[Route] = []
    page.route("**/api/fairness", lambda route: route.continue_() if held else held.append(route))
    page.goto(f"{site.url}{path('make')}")
    expect(heading(page)).to_have_text("Solving …")
    with page.expect_event("requestfailed") as left:
        answer(page, "And if it is even?", "It is a draw")
    assert left.value.url.endswith("/api/fairness")
    expect_found_out(page, site, {**OWN, "tie": "draw"})


def test_what_is_no_game_is_said_beside_the_question(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}{path('make')}", forgive=("422",))
    expect_found_out(page, site)
    page.get_by_label("Rows").fill("9")
    expect(page.locator("#error-size")).to_contain_text("from 1 to 8")
    expect(heading(page)).to_have_text("Not a game yet")
    page.get_by_label("Rows").fill("3")
    expect(page.locator("#error-size")).to_be_hidden()
    expect_found_out(page, site)
    page.get_by_label("From").fill("8")
    page.get_by_label("to", exact=True).fill("2")
    expect(page.locator("#error-values")).to_contain_text("low first")
    expect(page.get_by_label("From")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("From").fill("1")
    page.get_by_label("to", exact=True).fill("9")
    answer(page, "Is the second player compensated?", "Gets points at the end")
    page.get_by_label("Points", exact=True).fill("1.3")
    expect(page.locator("#error-balance")).to_contain_text("multiple of one half")
    answer(page, "Who wins?", "More than half of the cells, at once")
    page.get_by_label("Points", exact=True).fill("1.5")
    expect(page.locator("#error-balance")).to_contain_text("only for a goal of")


def test_a_friend_opens_the_link_and_plays(visit: Visit, site: Server) -> None:
    """Whoever opens it has no form before them, but the game: its rules, its lesson and a table."""
    page = visit(f"{site.url}{path('make')}")
    page.get_by_role("button", name="Share the rules").click()
    link = page.get_by_label("Link to the rules").input_value()
    assert link.startswith(f"{site.url}/play?rules=")
    friend = visit(link)
    expect(friend.get_by_role("heading", level=1)).to_have_text("Land rush")
    expect(friend.locator(".said")).to_contain_text("3 rows of 4 cells")
    expect_found_out(friend, site)
    friend.get_by_label("How strong").select_option("level:2")
    friend.get_by_role("button", name="Play", exact=True).click()
    friend.wait_for_url("**/games/*")
    told = httpx2.get(f"{site.url}/api/games/{friend.url.rpartition('/')[2]}").json()
    assert told["players"] == ["human", "level:2"]
    assert told["title"] == "Land rush"
    friend.go_back()
    friend.get_by_role("link", name="Change the rules").click()
    expect(friend.get_by_label("What is it called?")).to_have_value("Land rush")
    friend.go_back()
    friend.get_by_role("link", name="Learn it in a minute").click()
    expect(friend.get_by_role("heading", level=1)).to_have_text("Learn Land rush")


@pytest.mark.parametrize(
    ("against", "players"), [("friend", ["human", "human"]), ("both", ["human", "human"])]
)
def test_it_is_played_with_others_too(visit: Visit, site: Server, against: str, players: list[str]) -> None:
    page = visit(f"{site.url}{path('make')}")
    page.get_by_label("Against").select_option(against)
    expect(page.get_by_label("How strong")).to_be_hidden()
    page.get_by_label("Clock").select_option("move:30")
    page.get_by_role("button", name="Play Land rush").click()
    page.wait_for_url("**/games/*")
    told = httpx2.get(f"{site.url}/api/games/{page.url.rpartition('/')[2]}").json()
    assert told["players"] == players
    assert told["clock"]["move"] == 30
    assert ("open" in told["seats"]) is (against == "friend")


def test_a_head_start_that_fits_the_board_is_had_for_a_game(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}{path('make')}", forgive=("422",))
    page.get_by_label("Head start that fits the board").check()
    page.get_by_role("button", name="Play Land rush").click()
    problem = page.locator("#table [data-problem]")
    while not re.search("/games/", page.url):  # a board that the second player wins has none: another one
        page.wait_for_load_state()
        expect(problem.or_(page.locator(".score"))).to_be_visible()
        if problem.is_visible():
            page.get_by_role("button", name="Play Land rush").click()
    told = httpx2.get(f"{site.url}/api/games/{page.url.rpartition('/')[2]}").json()
    assert told["book"]["balance"]["komi"] >= 0


def test_answers_are_remembered_and_a_link_outweighs_them(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}/make")
    page.get_by_label("What is it called?").fill("Mine")
    page.get_by_label("Rows").fill("2")
    page.reload()
    expect(page.get_by_label("What is it called?")).to_have_value("Mine")
    expect(page.get_by_label("Rows")).to_have_value("2")
    page.goto(f"{site.url}{path('make')}")
    expect(page.get_by_label("What is it called?")).to_have_value("Land rush")
    expect(page.get_by_label("Rows")).to_have_value("3")


def test_the_sample_moves_and_can_be_paused(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}{path('play')}", reduced_motion="no-preference")
    claimed = page.locator("#sample .cell:is(.first, .second)")
    expect(claimed.nth(3)).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play it")).to_be_visible()


def test_the_sample_stands_still_with_reduced_motion(visit: Visit, site: Server) -> None:
    """In the middle of the game; by its button it moves."""
    page = visit(f"{site.url}{path('play')}")
    frames = asked(site, "samples")["frames"]
    claimed = page.locator("#sample .cell:is(.first, .second)")
    middle = sum(owner > 0 for row in frames[-(-len(frames) // 2) - 1]["owners"] for owner in row)
    expect(claimed).to_have_count(middle)
    expect_found_out(page, site)
    assert claimed.count() == middle
    page.get_by_role("button", name="Play it").click()
    expect(claimed).not_to_have_count(middle)


def test_too_large_a_book_says_so(visit: Visit, site: Server) -> None:
    large = {**OWN, "size": [7, 7], "take": "lower-enemy"}
    page = visit(f"{site.url}{path('make', large)}")
    expect(heading(page)).to_have_text("Too large to solve here")
    expect(page.locator("[data-certainty]")).to_contain_text("An estimate")
    expect(page.locator("#fairness [data-note]")).to_contain_text("nothing can be promised")
    expect(page.locator("#fairness li")).to_have_count(0)


def test_everything_is_reached_by_keyboard(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}{path('make')}")
    expect_found_out(page, site)
    page.get_by_label("What is it called?").focus()
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()"))
    wanted = {"own-rows", "own-values", "own-reach", "own-balance", "against", "level", "Use it"}
    assert wanted | {"Play Land rush", "Share the rules"} <= seen
    page.get_by_label("Any free cell").focus()
    page.keyboard.press("ArrowRight")
    expect_found_out(page, site, {**OWN, "reach": "adjacent"})


@pytest.mark.parametrize("where", ["make", "play"])
def test_axe_finds_nothing(visit: Visit, site: Server, where: str) -> None:
    page = visit(f"{site.url}{path(where)}")
    expect_found_out(page, site)
    if where == "make":
        expect(page.locator("#fairness li").first).to_be_visible()
    assert_accessible(page)
    if where == "make":
        page.get_by_role("button", name="Share the rules").click()
        assert_accessible(page)


@pytest.mark.parametrize("where", ["make", "play"])
@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("percent", [100, 200])
def test_nothing_sticks_out(
    visit: Visit, site: Server, where: str, size: tuple[int, int], percent: int
) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    set_text_size(page, percent)
    page.goto(f"{site.url}{path(where, {**OWN, 'title': 'Donaudampfschifffahrtsgesellschaft'})}")
    expect_found_out(page, site)
    if where == "make":
        expect(page.locator("#fairness li").first).to_be_visible()
    assert sticking_out(page) == []
    assert cut_off(page) == []


@pytest.mark.parametrize("where", ["make", "play"])
@pytest.mark.parametrize("more", [{}, PHONE], ids=["desk", "phone"])
def test_nothing_jumps(visit: Visit, site: Server, where: str, more: dict[str, Any]) -> None:
    page = visit(**more)
    watch_shifts(page)
    page.goto(f"{site.url}{path(where)}")
    expect_found_out(page, site)
    if where == "make":
        expect(page.locator("#fairness [data-note]")).to_be_empty()
    moved = shifts(page)
    assert moved["total"] < 0.05, moved


def test_on_a_phone_the_sample_and_the_verdict_stay_in_sight(visit: Visit, site: Server) -> None:
    page = visit(f"{site.url}{path('make')}", **PHONE)
    expect_found_out(page, site)
    page.get_by_role("button", name="Share the rules").scroll_into_view_if_needed()
    expect(heading(page)).to_be_in_viewport()
    expect(page.locator("#sample .board")).to_be_in_viewport()
    page.get_by_label("Any free cell", exact=True).tap()
    expect_found_out(page, site, {**OWN, "reach": "anywhere"})
    targets = page.locator("main :is(button:not(.cell), select, .choices label):visible")
    for box in (target.bounding_box() for target in targets.all()):
        assert box is not None
        assert box["height"] >= 44
