"""The pages of rules of one's own, and links to them."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import quote, urlsplit

import httpx2
import pytest

from fivesquare.books import find_book
from fivesquare.rulebook import LONGEST_TITLE
from fivesquare.web.pages import rules_address
from web.server import Server, running

OWN: dict[str, Any] = {"like": "flip", "size": [3, 3], "again": "chain", "title": "Mine & <yours>"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("make")) as started:
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    with server.client(headers={"accept": "text/html"}) as made:
        yield made


def page_data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def rules(book: object) -> str:
    return quote(json.dumps(book))


def test_a_link_to_rules_opens_a_page_to_play(client: httpx2.Client) -> None:
    page = client.get(f"/play?rules={rules(OWN)}")
    assert page.status_code == 200
    assert "<h1>Mine &amp; &lt;yours&gt;</h1>" in page.text
    assert "<yours>" not in page.text
    book = find_book(OWN)
    assert page_data(page.text) == {"book": {**book.answers, "title": book.title}}
    links = [unescape(link) for link in re.findall(r'href="([^"]*\?rules=[^"]*)"', page.text)]
    assert {urlsplit(link).path for link in links} == {"/learn", "/make"}
    for link in links:
        other = client.get(link)
        assert other.status_code == 200
        assert find_book(page_data(other.text)["book"]) == book


def test_the_page_of_a_game_says_its_rules(client: httpx2.Client) -> None:
    page = unescape(client.get(f"/play?rules={rules(OWN)}").text)
    for sentence in ("Claim anywhere, capture lower neighbours", "3 rows of 3 cells", "The end"):
        assert sentence in page


@pytest.mark.parametrize("page", ["play", "make", "learn"])
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("{", "not JSON"),
        ("", "not JSON"),
        ("[" * 1500, "not JSON"),
        ("x" * 2001, "at most 2000 characters"),
        ('"flop"', "no book is called"),
        ('{"like": "flip", "size": [99, 99]}', "8x8"),
        ('{"like": "flip", "title": "a\\u202eb"}', "one line of text"),
        ("7", "a name or an object"),
        ("null", "a name or an object"),
    ],
)
def test_a_bad_link_is_answered_by_a_sentence(
    client: httpx2.Client, page: str, address: str, words: str
) -> None:
    answer = client.get(f"/{page}?rules={quote(address)}")
    assert answer.status_code == 422
    assert words in unescape(answer.text)
    assert "<script>alert" not in answer.text


def test_without_rules_one_makes_some(client: httpx2.Client) -> None:
    answer = client.get("/play")
    assert (answer.status_code, answer.headers["location"]) == (307, "/make")
    page = client.get("/make")
    assert page.status_code == 200
    assert page_data(page.text) == {"book": None}


def test_an_address_holds_every_book() -> None:
    title = "\N{GRINNING FACE}" * LONGEST_TITLE
    book = find_book(
        {**find_book("flip").answers, "again": "chain", "balance": {"komi": 998.5}, "title": title}
    )
    path = rules_address.of("play", book)
    read = rules_address.read(httpx2.URL(f"http://x/{path}").params["rules"])
    assert (read, read.title) == (book, title)
