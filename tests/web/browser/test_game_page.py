"""A game on its page: what is shown, what can be done, with mouse, touch and keys."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.browser.axe import assert_accessible
from web.browser.conftest import Visit
from web.browser.table import (
    begin,
    cell,
    claim,
    claim_any,
    is_over,
    moves,
    play_to_the_end,
    rematch,
    said,
    state,
    write,
)
from web.server import Server, eventually

FLIP = [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]]
IN_A_CHAIN: dict[str, Any] = {"book": "chain", "seed": 1, "moves": ["1,1", "5,5", "1,2"]}
FLIP_MOVES = ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4"]


def open_game(visit: Visit, site: Server, forgive: tuple[str, ...] = (), **wish: Any) -> Page:
    """A page with a new game, of which this browser has every human seat unless `sit` says otherwise."""
    context = {word: wish.pop(word) for word in ("viewport", "has_touch") if word in wish}
    page = visit(forgive=forgive, **context)
    page.goto(begin(page.context, site, **wish))
    return page


def flip_in_the_middle(visit: Visit, site: Server, **more: Any) -> Page:
    wish = {"book": "flip", "board": FLIP, "moves": FLIP_MOVES, "first": "human", "second": "level:1"}
    return open_game(visit, site, **{**wish, **more})


@pytest.fixture
def solver(site: Server) -> Server:
    """The server, when its solver is ready."""
    with site.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", seconds=120)
    return site


# --- Whole games ---


@pytest.mark.parametrize(
    ("book", "first", "second"),
    [
        ("flip", "human", "level:1"),
        ("sweep", "level:1", "human"),
        ("grow", "human", "level:1"),
        ("chain", "human", "level:1"),
        ("fifteen", "level:1", "human"),
    ],
)
def test_a_whole_game_of_each_book_against_the_computer(
    visit: Visit, site: Server, book: str, first: str, second: str
) -> None:
    page = open_game(visit, site, book=book, seed=4, first=first, second=second)
    play_to_the_end(page)
    game = state(page)
    assert game["over"]
    assert moves(page).count() == game["ply"]
    expect(page.locator("#say")).to_contain_text(re.compile("win|draw", re.IGNORECASE))
    for button in ("#fresh", "#review", "#share"):
        expect(page.locator(button)).to_be_visible()
    expect(page.locator("#result .next .button")).to_have_count(1)
    for button in ("#hint", "#resign", "#type"):
        expect(page.locator(button)).to_be_hidden()
    page.locator("#undo").click()
    expect(page.locator("#resign")).to_be_visible()
    assert not is_over(page)


def test_two_browsers_and_a_spectator(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, book="sweep", seed=2, first="human", second="human", sit=[1])
    link = first.get_by_label("Link for your friend")
    expect(link).to_have_value(re.compile("#"))
    second = visit(link.input_value())
    expect(second.locator('[data-side="2"] b')).to_have_text("You")
    assert "#" not in second.url
    expect(first.locator("dialog[open]")).to_have_count(0)
    expect(first.locator("#say")).to_contain_text("Your friend is here.")
    spectator = visit(second.url)
    expect(spectator.locator("#say")).to_contain_text("You are watching.")
    expect(first.locator("#watching")).to_have_text("1 watching")
    for useless in ("#undo", "#resign", "#hint", "#values", "#type"):
        expect(spectator.locator(useless)).to_be_hidden()
    expect(first.locator("#values")).to_be_hidden()  # no advice between people
    assert cell(spectator, "1,1").get_attribute("aria-disabled") == "true"

    players = [first, second]
    for turn in range(9):
        mover = players[turn % 2]
        if is_over(mover):
            break
        claim_any(mover)
        expect(moves(spectator)).to_have_count(turn + 1)
    expect(spectator.locator("#say strong")).to_have_text(re.compile("(First|Second) wins"))
    expect(rematch(spectator)).to_have_count(0)

    rematch(first).click()
    first.wait_for_url(lambda address: address != second.url)
    expect(second.locator("#result")).to_contain_text("rematch")
    second.locator("#result a").click()
    second.wait_for_url(first.url)
    expect(second.locator('[data-side="1"] b')).to_have_text("You")  # the seats are swapped
    assert state(second)["board"] == state(spectator)["board"]


# --- What is seen ---


def test_pointing_shows_what_a_claim_takes(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    cell(page, "4,2").hover()
    expect(page.locator("#say")).to_have_text("4,2 claims 14 and captures 9 and 3: 58 to 27")
    expect(page.locator(".cell.taken")).to_have_count(2)
    expect(page.locator(".goal")).to_have_attribute(
        "aria-label", "You 32, Level 1 39. Most points on the full board win"
    )
    page.locator("h1").hover()
    expect(page.locator(".cell.taken")).to_have_count(0)
    expect(page.locator("#say")).to_contain_text("Your turn. Level 1 claimed 13 at 1,4.")


def test_a_title_is_text_and_nothing_else(visit: Visit, site: Server) -> None:
    title = "</script><img src=x onerror=alert(1)>"
    page = open_game(visit, site, book={"like": "flip", "title": title}, first="human", second="level:1")
    expect(page.locator("h1")).to_have_text(title)
    claim(page, "1,1")
    page.keyboard.press("r")
    expect(page.locator("#rules-title")).to_have_text(title)
    assert page.locator("main img").count() == 0


def test_press_slide_off_release_does_nothing(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    cell(page, "2,3").hover()
    page.mouse.down()
    cell(page, "2,4").hover()
    page.mouse.up()
    expect(page.locator(".cell.pending")).to_have_count(0)
    assert state(page)["ply"] == len(FLIP_MOVES)


def test_a_chain_offers_its_cells_and_stop(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, first="human", second="human", **IN_A_CHAIN)
    expect(page.locator(".cell.open")).to_have_count(2)
    expect(page.locator("#say")).to_contain_text("Claim one more beside it, or stop.")
    page.get_by_role("button", name="Stop here").click()
    expect(page.locator("#say")).to_contain_text("First stopped.")
    expect(page.locator("#now")).to_be_hidden()


def test_swap_has_a_button_and_a_sentence(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, book="flip", balance="swap", seed=1, first="human", second="human")
    claim(page, "2,2")
    expect(page.locator("#say")).to_contain_text("or swap")
    page.get_by_role("button", name="Swap").click()
    expect(page.locator("#say")).to_contain_text("Second swapped")
    expect(cell(page, "2,2")).to_have_class(re.compile("second"))


def test_a_forced_skip_is_a_line_and_a_sentence(visit: Visit, site: Server) -> None:
    page = open_game(
        visit,
        site,
        book={"like": "grow", "size": [1, 5]},
        board=[[1, 2, 3, 4, 5]],
        first="human",
        second="human",
        moves=["1,2"],
    )
    claim(page, "1,1")
    claim(page, "1,3")
    expect(page.locator("#moves .skip-line")).to_have_text("Second cannot claim and is skipped.")
    expect(page.locator("#say")).to_contain_text("Second cannot claim and is skipped.")


def test_a_cell_that_may_not_be_claimed_is_explained_and_not_sent(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, book="grow", seed=1, first="human", second="human")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    assert "open" not in (cell(page, "3,3").get_attribute("class") or "")
    say = page.locator("#say")
    for typed, words in {
        "3,3": r"3,3 is \d, free, but out of reach\.",
        "9,9": r"9,9 is not on this board of 5 by 5\.",
        "stop": r"There is nothing to stop now\.",
    }.items():
        write(page, typed)
        page.keyboard.press("Enter")
        expect(say).to_have_text(re.compile(f"^{words}$"))
    cell(page, "3,3").click(force=True)
    expect(say).to_contain_text("out of reach")
    assert sent == []
    claim(page, "1,1")


def test_a_refusal_goes_away_when_one_points_elsewhere(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    write(page, "nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("like 2,3")
    page.keyboard.press("Escape")
    expect(page.locator("#type")).to_be_hidden()
    page.locator("h1").click()
    cell(page, "2,3").hover()
    expect(page.locator("#say")).to_contain_text("2,3 claims 6")
    page.locator("h1").hover()
    expect(page.locator("#say")).to_contain_text("Your turn.")


def test_pointing_at_an_owned_cell_says_whose_it_is(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    cell(page, "1,2").hover()
    expect(page.locator("#say")).to_have_text("1,2 is yours")
    cell(page, "4,1").hover()
    expect(page.locator("#say")).to_have_text(re.compile("^4,1 is Level 1.s$"))


def test_values_stay_until_switched_off_and_a_hint_is_one_sentence(visit: Visit, solver: Server) -> None:
    page = flip_in_the_middle(visit, solver)
    page.locator("#hint").click()
    expect(page.locator("#say")).to_have_text("Claim the 11. It turns over the 2, and you win by 8 points.")
    expect(page.locator(".worth")).to_have_count(0)
    page.locator("#values").click()
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".worth")).to_have_count(8)
    meaning = "The numbers: by how many points you win or lose after each move, with best play."
    expect(page.locator("#say")).to_have_text(meaning)
    expect(cell(page, "1,1").locator(".worth")).to_have_text("+8")
    expect(cell(page, "3,4").locator(".worth")).to_have_text("draw")
    expect(cell(page, "1,1")).to_have_class(re.compile("best"))
    claim(page, "1,1")
    expect(moves(page)).to_have_count(10)
    expect(page.locator(".worth")).to_have_count(6)
    expect(page.locator("#say")).not_to_contain_text("The numbers")  # once is enough
    page.locator("#values").click()
    expect(page.locator(".worth")).to_have_count(0)


def test_undo_against_the_computer_gives_back_my_turn(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    claim(page, "2,3")
    expect(moves(page)).to_have_count(10)
    page.locator("#undo").click()
    expect(moves(page)).to_have_count(8)
    expect(page.locator("#say")).to_contain_text("Your turn.")
    assert cell(page, "2,3").get_attribute("aria-disabled") is None


def test_takeback_by_consent(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, book="flip", seed=1, first="human", second="human", sit=[1])
    second = visit(first.get_by_label("Link for your friend").input_value())
    claim(first, "1,1")
    first.locator("#undo").click()
    expect(first.locator("#banner")).to_contain_text("You asked")
    accept = second.get_by_role("button", name="Accept")
    expect(accept).to_be_visible()
    assert said(second) == "Your opponent asks to take back their last move."
    accept.dblclick()
    expect(moves(first)).to_have_count(0)
    expect(second.locator("#banner")).to_be_hidden()
    expect(second.locator("#say")).to_have_text(
        re.compile("^Your opponent.s turn.$")
    )  # pressing twice is no fault
    assert second.evaluate("document.activeElement !== document.body")  # its button is gone


def test_a_declined_takeback_says_how_long_to_wait(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, book="flip", seed=1, first="human", second="human", sit=[1])
    second = visit(first.get_by_label("Link for your friend").input_value())
    claim(first, "1,1")
    first.locator("#undo").click()
    second.get_by_role("button", name="Decline").click()
    words = "Your opponent declined. You can ask again in 10 seconds."
    expect(first.locator("#say")).to_have_text(words)
    assert said(first) == words
    assert state(first)["waits"] == [10, 0]


def test_a_takeback_can_be_withdrawn(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, book="flip", seed=1, first="human", second="human", sit=[1])
    second = visit(first.get_by_label("Link for your friend").input_value())
    claim(first, "1,1")
    first.locator("#undo").click()
    expect(second.locator("#banner")).to_contain_text("asks to take back")
    first.get_by_role("button", name="Withdraw").click()
    for page in (first, second):
        expect(page.locator("#banner")).to_be_hidden()
    expect(first.locator("#say")).to_have_text("You no longer ask to take back.")
    assert "no longer asks to take back" in said(second)
    expect(first.locator("#undo")).to_be_enabled()


def test_who_resigns_instead_of_answering_has_not_declined(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, book="flip", seed=1, first="human", second="human", sit=[1])
    second = visit(first.get_by_label("Link for your friend").input_value())
    claim(first, "1,1")
    first.locator("#undo").click()
    expect(second.locator("#banner")).to_contain_text("asks to take back")
    second.locator("#resign").click()
    second.locator("dialog").get_by_role("button", name="Resign").click()
    expect(first.locator("#say")).to_have_text("Your opponent resigned: you win.")


def test_resigning_while_the_other_moves_is_meant(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, forgive=("409", "ERR_FAILED"), book="flip", seed=1, sit=[1])
    second = visit(first.get_by_label("Link for your friend").input_value())
    expect(first.locator("#say")).to_contain_text("Your friend is here.")
    claim(first, "1,1")
    reading = re.compile("/api/games/[^/]+(/events)?$")
    first.route(reading, lambda route: route.abort())
    first.reload()  # a page that hears nothing does not know that the other moves
    claim(second, "4,4")
    first.locator("#resign").click()
    first.locator("dialog").get_by_role("button", name="Resign").click()
    expect(second.locator("#say")).to_contain_text("Your opponent resigned: you win.")


def test_resign_asks_first(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    page.locator("#resign").click()
    page.get_by_role("button", name="Play on").click()
    assert not state(page)["over"]
    page.locator("#resign").click()
    page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#say")).to_contain_text("You resigned: Level 1 wins.")


def test_my_seat_on_my_other_device(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    page.locator("#share").click()
    page.get_by_role("button", name="Make a link for my other device").click()
    link = page.get_by_label("Link for my seat")
    expect(link).to_have_value(re.compile("#"))
    phone = visit(link.input_value(), viewport={"width": 390, "height": 844})
    expect(phone.locator('[data-side="1"] b')).to_have_text("You")
    page.keyboard.press("Escape")
    claim(phone, "2,3")
    expect(moves(page)).to_have_count(10)
    phone.reload()
    expect(phone.locator('[data-side="1"] b')).to_have_text("You")


def test_new_board_after_the_friends_rematch_does_not_open_that(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, forgive=("ERR_FAILED",), book="sweep", seed=1, sit=[1])
    second = visit(first.get_by_label("Link for your friend").input_value())
    expect(first.locator("#say")).to_contain_text("Your friend is here.")
    claim(first, "1,1")
    second.locator("#resign").click()
    second.locator("dialog").get_by_role("button", name="Resign").click()
    expect(first.locator("#fresh")).to_be_visible()
    game = first.url
    first.route(re.compile("/api/games/[^/]+(/events)?$"), lambda route: route.abort())
    first.reload()  # a page that hears nothing does not know of the rematch
    rematch(second).click()
    second.wait_for_url(lambda address: address != game)
    first.locator("#fresh").click()
    expect(first.locator("#say")).to_have_text("Your opponent was first, and chose the same board.")
    assert first.url == game
    first.unroute_all()
    first.reload()
    expect(rematch(first)).to_have_count(0)  # there is one rematch, and the way to it
    expect(first.locator("#fresh")).to_be_hidden()
    first.locator("#result a").click()
    first.wait_for_url(second.url)


def test_who_asks_for_the_same_rematch_is_led_to_it(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, book="sweep", seed=1, forgive=("ERR_FAILED",))
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(rematch(page)).to_be_visible()
    other = visit(page.url, context=page.context, forgive=("ERR_FAILED",))
    other.route(re.compile("/api/games/[^/]+(/events)?$"), lambda route: route.abort())
    other.reload()
    game = page.url
    rematch(page).click()
    page.wait_for_url(lambda address: address != game)
    rematch(other).click()
    other.wait_for_url(page.url)


def test_letter_keys_off_means_all_of_them(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, first="human", second="human", **IN_A_CHAIN)
    page.keyboard.press("?")
    page.get_by_label("Letters, digits and ? are keys").uncheck()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    for key in ("s", "2", "f", "x", "r", "?"):
        page.keyboard.press(key)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.locator("#typed").input_value() == ""
    expect(page.locator(".cell").first).to_have_attribute("data-cell", "1,1")
    page.get_by_role("button", name="? all keys").click()  # the way back
    page.get_by_label("Letters, digits and ? are keys").check()
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("f")
    expect(page.locator(".cell").first).to_have_attribute("data-cell", "5,5")


def test_the_other_seats_link_in_my_own_browser_asks_first(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, book="flip", seed=1, first="human", second="human", sit=[1])
    link = page.get_by_label("Link for your friend").input_value()
    same = visit(link, context=page.context)
    same.get_by_role("button", name="Keep my seat only").click()
    expect(same.locator('[data-side="2"] b')).to_have_text("Your friend")
    same.close()
    both = visit(link, context=page.context)
    both.get_by_role("button", name="Play both sides here").click()
    expect(both.locator('[data-side="2"] b')).to_have_text("Second")


def test_an_invitation_is_for_one(visit: Visit, site: Server) -> None:
    first = open_game(visit, site, book="flip", seed=1, first="human", second="human", sit=[1])
    link = first.get_by_label("Link for your friend").input_value()
    spectator = visit(first.url)
    second = visit(link)
    expect(second.locator('[data-side="2"] b')).to_have_text("You")
    expect(spectator.locator("#say")).to_contain_text("Second is here.")
    expect(second.locator("#say")).to_have_text(
        re.compile("^Your opponent.s turn.$")
    )  # no friend has come here
    late = visit(link, forgive=("401", "409"))
    expect(late.locator("#say")).to_contain_text("You can watch.")
    expect(late.locator('[data-side="2"] b')).to_have_text("Second")
    again = visit(link, context=second.context)
    expect(again.locator('[data-side="2"] b')).to_have_text("You")
    expect(again.locator("dialog[open]")).to_have_count(0)


def test_my_own_link_in_my_own_browser_is_no_question(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    page.locator("#share").click()
    page.get_by_role("button", name="Make a link for my other device").click()
    same = visit(page.get_by_label("Link for my seat").input_value(), context=page.context)
    expect(same).to_have_url(page.url)
    expect(same.locator("dialog[open]")).to_have_count(0)
    claim(same, "2,3")


def test_a_link_that_opens_nothing_says_so(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    stranger = visit(f"{page.url}#0123456789abcdef", forgive=("401",))
    expect(stranger.locator("#say")).to_contain_text("does not open a seat")


def test_copying_without_a_clipboard(visit: Visit, site: Server) -> None:
    page = visit()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(begin(page.context, site, book="flip", seed=1, first="human", second="level:1"))
    page.locator("#share").click()
    page.locator("dialog .link-row button").first.click()
    expect(page.locator("dialog .link-row button").first).to_have_text("Copied")
    expect(page.locator("dialog[open] [role=status]")).to_have_text("Copied.")  # or it is not read
    page.keyboard.press("Escape")
    write(page, "")
    page.keyboard.press("Control+V")
    assert page.locator("#typed").input_value() == page.url[:12]  # as long as a move may be


# --- Without a mouse ---


def test_keyboard_only(visit: Visit, solver: Server) -> None:
    page = open_game(visit, solver, book="fifteen", seed=4, first="human", second="human")
    page.keyboard.press("b")
    expect(cell(page, "1,1")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell(page, "2,2")).to_be_focused()
    assert page.locator('.cell[tabindex="0"]').count() == 1
    page.keyboard.press("End")
    expect(cell(page, "2,4")).to_be_focused()
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(1)
    expect(cell(page, "2,4")).to_be_focused()  # drawn in place
    assert re.match(r"First claimed \d at 2,4\. First \d, Second 0\. Second.s turn\.", said(page)), said(
        page
    )
    page.keyboard.type("4,1")
    expect(page.locator("#typed")).to_have_value("4,1")
    expect(cell(page, "4,1")).to_have_class(re.compile("aim"))
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(2)
    expect(cell(page, "2,4")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    expect(page.locator(".cell").first).to_have_attribute("data-cell", "4,4")
    page.keyboard.press("f")
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name="Fifteen")).to_contain_text("exactly 15")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(moves(page)).to_have_count(1)
    page.keyboard.press("v")
    expect(page.locator(".worth").first).to_be_visible()
    page.keyboard.press("v")
    page.keyboard.press("h")
    expect(page.locator("#say")).to_contain_text("Claim the")
    page.keyboard.press("l")
    expect(page.get_by_role("dialog", name="Share")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("Second resigned: First wins.")
    assert page.evaluate("document.activeElement !== document.body")


def test_stop_is_typed_like_a_move(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, first="human", second="human", **IN_A_CHAIN)
    page.keyboard.type("stop")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(4)
    page.keyboard.type("zzz")  # letters without a deed do nothing
    write(page, "nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("like 2,3")


def test_a_typed_move_leaves_the_keys_free(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    page.keyboard.type("2,3")
    page.keyboard.press("Enter")
    expect(moves(page)).to_have_count(10)
    expect(page.locator(".cell:focus")).to_have_count(1)
    expect(page.locator("#say")).to_contain_text("Level 1 claimed")  # and not what that cell would do


def test_a_key_in_vain_is_told_why(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    for name, why in (("1,2", "1,2 is yours."), ("4,1", "4,1 is Level 1.s.")):
        cell(page, name).focus()
        page.keyboard.press("Enter")
        expect(page.locator("#say")).to_have_text(re.compile(f"^{why}$"))
        assert re.fullmatch(why, said(page))
    spectator = visit(page.url)
    cell(spectator, "2,3").focus()
    spectator.keyboard.press("Enter")
    expect(spectator.locator("#say")).to_have_text("You are watching.")


def test_a_chain_is_said_aloud(visit: Visit, site: Server) -> None:
    page = open_game(visit, site, book="chain", seed=1, moves=["1,1", "5,5"])
    claim(page, "1,2")
    assert said(page).endswith("Claim one more beside it, or stop.")


def test_a_solver_that_gets_ready_is_said_so(visit: Visit, site: Server) -> None:
    page = visit()
    warm = {"status": "ok", "solver": "warming"}
    page.route("**/healthz", lambda route: route.fulfill(json=warm))
    page.route("**/advice", lambda route: None)  # never an answer
    page.goto(begin(page.context, site, book="flip", seed=1, second="level:1"))
    page.keyboard.press("h")
    expect(page.locator("#say")).to_contain_text("Looking for the best move")
    expect(page.locator("#say")).to_contain_text("The solver is getting ready")


def test_equal_announcements_differ(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    heard = []
    for _ in range(2):
        write(page, "nonsense")
        page.keyboard.press("Enter")
        heard.append(page.locator("#aloud").text_content() or "")
    assert heard[0] != heard[1]
    assert heard[0].strip() == heard[1].strip()


# --- Small screens, touch, other colours ---


def test_touch_previews_first_and_claims_second(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site, viewport={"width": 390, "height": 844}, has_touch=True)
    cell(page, "4,2").tap()
    expect(page.locator("#say")).to_contain_text("4,2 claims 14 and captures 9 and 3: 58 to 27. Tap again")
    cell(page, "2,3").tap()
    expect(page.locator("#say")).to_contain_text("2,3 claims 6")
    assert state(page)["ply"] == len(FLIP_MOVES)
    cell(page, "2,3").tap()
    expect(moves(page)).to_have_count(10)


def on_a_phone(visit: Visit, site: Server, **wish: Any) -> Page:
    return open_game(visit, site, **{"viewport": {"width": 390, "height": 844}, "has_touch": True, **wish})


def test_claim_claims_the_cell_that_was_touched(visit: Visit, site: Server) -> None:
    page = on_a_phone(visit, site, book="flip", board=FLIP, moves=FLIP_MOVES)
    page.locator("#keys").tap()
    press = page.get_by_role("button", name="Claim", exact=True)
    press.tap()
    expect(page.locator("#say")).to_have_text("Choose a cell, or type its row and column, like 2,3.")
    cell(page, "2,3").tap()
    expect(page.locator("#say")).to_contain_text("2,3 claims 6")
    expect(page.locator("#say")).to_contain_text("Tap again to claim.")
    press.tap()
    expect(moves(page).nth(8)).to_contain_text("2,3")
    cell(page, "4,2").tap()
    page.locator("#share").tap()
    page.keyboard.press("Escape")  # what was touched stays in sight
    expect(cell(page, "4,2")).to_have_class(re.compile("aim"))
    page.locator("h1").tap()
    expect(cell(page, "4,2")).not_to_have_class(re.compile("aim"))


def test_a_touch_offers_only_what_may_be_claimed(visit: Visit, site: Server) -> None:
    page = on_a_phone(visit, site, book="grow", seed=1, moves=["1,1", "5,5"])
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for name, words in (("3,3", "out of reach"), ("1,1", "is First"), ("5,5", "is Second")):
        for _ in range(3):
            cell(page, name).tap(force=True)
            expect(page.locator("#say")).to_contain_text(f"{name} ")
            expect(page.locator("#say")).to_contain_text(words)
            expect(page.locator("#say")).not_to_contain_text("Tap again")
        write(page, "")
        page.get_by_role("button", name="Claim", exact=True).tap()
        expect(page.locator("#say")).to_contain_text("Choose a cell")
    assert sent == []
    cell(page, "1,2").tap()
    expect(page.locator("#say")).to_contain_text("Tap again to claim.")
    cell(page, "1,2").tap()
    expect(moves(page)).to_have_count(3)


@pytest.mark.parametrize("size", [[8, 8], [1, 8], [8, 1], [2, 7]])
def test_no_page_is_wider_than_its_screen(visit: Visit, site: Server, size: list[int]) -> None:
    book = {"like": "flip", "size": size}
    page = open_game(visit, site, book=book, seed=1, first="human", second="human")
    page.locator(".cell").first.wait_for()
    for width in (320, 360, 640, 768, 1280):  # 640: a screen of 1280 at 200 percent
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        box = cell(page, "1,1").bounding_box()
        assert box is not None
        assert box["width"] >= 30


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_estimates_on_the_largest_board_are_readable(visit: Visit, solver: Server, width: int) -> None:
    page = open_game(
        visit,
        solver,
        book={"like": "flip", "size": [8, 8]},
        seed=1,
        viewport={"width": width, "height": 800},
    )
    page.locator("#values").click()
    expect(page.locator(".worth")).to_have_count(64)
    expect(page.locator("#say")).to_have_text("Estimates: this board is too large to be solved now.")
    found = page.locator(".worth").evaluate_all(
        """all => all.map(worth => {
            const number = worth.lastChild;
            const [inner, outer] = [number, worth.closest(".cell")].map(e => e.getBoundingClientRect());
            const size = parseFloat(getComputedStyle(number).fontSize);
            return [number.textContent, size, inner.left >= outer.left && inner.right <= outer.right];
        })"""
    )
    assert all(size >= 11 for _, size, _ in found)
    assert all(is_inside for *_, is_inside in found)
    assert all(re.fullmatch(r"\d+", number) for number, *_ in found)  # the shape beside it says for whom
    label = page.locator(".cell:has(.worth.lose)").first.get_attribute("aria-label") or ""
    assert re.search("leads to about \u2212\\d", label)


def test_axe_finds_nothing(visit: Visit, solver: Server) -> None:
    page = flip_in_the_middle(visit, solver)
    page.locator("#values").click()
    expect(page.locator(".worth")).to_have_count(8)
    cell(page, "4,2").hover()
    assert_accessible(page)
    for key, name in (("?", "Keys"), ("r", "Flip"), ("l", "Share")):
        page.keyboard.press(key)
        page.get_by_role("dialog", name=name).wait_for()
        assert_accessible(page)
        page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Menu").click()
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect(rematch(page)).to_be_visible()
    assert_accessible(page)


def test_axe_finds_nothing_in_the_other_goals(visit: Visit, site: Server) -> None:
    chain = open_game(
        visit, site, book="chain", seed=1, first="human", second="human", moves=["1,1", "5,5", "1,2"]
    )
    assert_accessible(chain)
    friend = open_game(visit, site, book="fifteen", seed=1, first="human", second="human", sit=[1])
    friend.get_by_role("dialog", name="Invite a friend").wait_for()
    assert_accessible(friend)


def test_forced_colours_tell_owners_apart(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    page.emulate_media(forced_colors="active")
    looks = {
        name: cell(page, name).evaluate(
            "e => getComputedStyle(e).backgroundColor + getComputedStyle(e).borderStyle"
        )
        for name in ("1,2", "1,4", "1,1")
    }
    assert len(set(looks.values())) == 3


FILLED = """e => [...e.querySelectorAll(".goal .a:not(.then), .goal .b:not(.then)")].map(part => {
    const { backgroundColor, backgroundImage } = getComputedStyle(part);
    return backgroundColor + backgroundImage;
})"""


@pytest.mark.parametrize("wish", [{"book": "flip", "board": FLIP, "moves": FLIP_MOVES}, IN_A_CHAIN])
def test_forced_colours_tell_the_scores_apart(visit: Visit, site: Server, wish: dict[str, Any]) -> None:
    page = open_game(visit, site, **wish)
    ours = {"rgb(36, 86, 166)", "rgb(245, 171, 53)"}  # the colours of the players
    looks = page.locator(".score").evaluate(FILLED)
    assert any(colour in look for look in looks for colour in ours)
    page.emulate_media(forced_colors="active")
    looks = page.locator(".score").evaluate(FILLED)
    assert len(set(looks)) == 2  # full, and striped
    assert not any(colour in look for look in looks for colour in ours)
    cell(page, page.locator(".cell.open").first.get_attribute("data-cell") or "").hover()
    then = page.locator(".goal .then").first.evaluate("e => getComputedStyle(e).backgroundImage")
    assert not any(colour in then for colour in ours)


def test_the_theme_is_remembered(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Theme").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark


def test_sound_is_off_until_asked_for(visit: Visit, site: Server) -> None:
    page = flip_in_the_middle(visit, site)
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    claim(page, "2,3")
    page.reload()
    expect(page.get_by_role("button", name="Sound")).to_have_attribute("aria-pressed", "true")


def test_captures_move_unless_less_motion_is_wished(visit: Visit, site: Server) -> None:
    listen = "window.moved = []; addEventListener('animationend', event => moved.push(event.animationName))"
    still = flip_in_the_middle(visit, site)
    still.evaluate(listen)
    claim(still, "4,2")
    page = flip_in_the_middle(visit, site)
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(listen)
    claim(page, "4,2")
    eventually(lambda: page.evaluate("moved.filter(name => name === 'take').length") >= 2)
    assert page.evaluate("moved.includes('claim')")
    assert still.evaluate("moved.filter(name => name !== 'settle').length") == 0  # that one moves nothing
