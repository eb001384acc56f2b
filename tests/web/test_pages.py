"""The pages as they are sent: what stands in them, what does not, and that nothing breaks out."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import httpx2
import pytest

from fivesquare.books import CATALOGUE, NAMED
from fivesquare.books.explain import paragraphs
from fivesquare.books.rulings import rulings_for
from fivesquare.books.strategy import STRATEGY
from fivesquare.web.pages import assets, miniatures, reference, site
from patience import PATIENCE
from web.server import Server, eventually, running

ROOT = Path(__file__).parent.parent.parent
LESSONS = ["/learn", *(f"/learn/{name}" for name in NAMED)]
PAGES = [
    "/",
    "/?book=grow",
    "/rules",
    *(f"/rules/{name}" for name in CATALOGUE),
    "/puzzles",
    "/daily",
    "/analysis",
    "/api",
    *LESSONS,
]
NASTY = "<script>alert('x')</script> & \"quotes\""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("pages")) as started:
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    with server.client(headers={"accept": "text/html"}) as made:
        yield made


class Read(HTMLParser):
    """A page's tags with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def meta(self, name: str) -> str | None:
        found = [each for each in self.all("meta") if name in (each.get("property"), each.get("name"))]
        return found[0].get("content") if found else None


def title(page: str) -> str:
    found = re.search(r"<title>(.*?)</title>", page)
    assert found is not None
    return unescape(found[1])


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_all_that_a_page_needs_and_nothing_from_elsewhere(
    client: httpx2.Client, path: str
) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    is_own = path.split("?")[0] in (
        "/",
        "/daily",
    )  # they show one's games, and the days that one has solved
    kept = "no-store" if is_own else "private, no-cache"
    assert answer.headers["cache-control"] == kept
    page = Read(answer.text)
    assert "Fivesquare" in title(answer.text)
    assert page.meta("description")
    assert len(page.all("h1")) == len(page.all("main")) == 1
    assert all("style" not in attributes for _, attributes in page.tags)
    assert all(not name.startswith("on") for _, attributes in page.tags for name in attributes)
    assert not page.all("style")
    for script in page.all("script"):
        assert "src" in script or script["type"] == "application/json"
    for link in [*page.all("link"), *page.all("script")]:
        address = link.get("href") or link.get("src")
        if address:
            assert address.startswith(f"/static/{assets.version()}/")
            assert client.get(address).status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_every_link_of_a_page_leads_somewhere(client: httpx2.Client, path: str) -> None:
    text = client.get(path).text
    page = Read(text)
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for address in {str(link["href"]) for link in page.all("a")}:
        place, _, fragment = address.partition("#")
        if not place:
            assert fragment in ids
        else:
            assert client.get(place).status_code == 200, address


@pytest.mark.parametrize("path", [*PAGES, "/review", assets.static("board.js"), assets.static("base.css")])
def test_text_is_sent_packed_to_whoever_can_unpack_it(client: httpx2.Client, path: str) -> None:
    plain = client.get(path, headers={"accept-encoding": "identity"})
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.text == plain.text
    smaller = client.get(path, headers={"accept-encoding": "gzip, deflate, br"})
    assert smaller.headers["content-encoding"] == "br"
    assert int(smaller.headers["content-length"]) < int(packed.headers["content-length"])
    assert smaller.text == plain.text
    assert {each.headers["vary"] for each in (plain, packed, smaller)} == {"Accept-Encoding"}


def test_what_is_packed_already_and_what_moves_quickly_is_sent_as_it_is(client: httpx2.Client) -> None:
    for path in (assets.static("icon-180.png"), "/api/catalogue", "/picture.png"):
        assert "content-encoding" not in client.get(path, headers={"accept-encoding": "gzip, br"}).headers


def test_titles_differ(client: httpx2.Client) -> None:
    titles = [title(client.get(path).text) for path in PAGES if "?" not in path]
    assert len(set(titles)) == len(titles)


# --- Rules ---


@pytest.mark.parametrize("name", CATALOGUE)
def test_rules_of_a_book(client: httpx2.Client, name: str) -> None:
    answer = client.get(f"/rules/{name}").text
    text = unescape(answer)
    for paragraph in paragraphs(CATALOGUE[name]):
        assert f"<dt>{paragraph.title}</dt><dd>{paragraph.text}</dd>" in text
    for ruling in rulings_for(name):
        assert ruling.ruling in text
        assert ruling.reason in text
    assert all(tip in text for tip in STRATEGY[name])
    example = site.worked_example(name)
    assert answer.count('role="img"') == 1  # of the last board, for readers without scripts
    assert answer.count('class="board-area') == 1
    for move in example.moves:
        assert f'{move.text} <b class="stands">{move.stands}</b>' in text
    assert f'href="/learn/{name}"' in answer
    assert f'href="/?book={name}"' in answer
    page = Read(answer)
    assert str(page.meta("og:url")).endswith(f"/rules/{name}")
    assert str(page.meta("og:image")).startswith("http://127.0.0.1")


def test_the_table_of_rules_has_a_row_a_question_and_a_column_a_book(client: httpx2.Client) -> None:
    text = client.get("/rules").text
    table = text[text.index("<table>") : text.index("</table>")]
    assert table.count('<th scope="col">') == len(CATALOGUE)
    assert table.count('<th scope="row">') == 7
    assert table.count("<td>") == 7 * len(CATALOGUE) + 1


def test_a_worked_example_tells_captures_chains_and_the_end() -> None:

    def example(name: str) -> tuple[site.Move, ...]:
        return site.worked_example(name).moves

    assert example("flip")[-1].text == "The second player claims the 11 at (3,1) and captures 10."
    assert example("sweep")[0].text == "The first player claims the 9 at (2,2) and takes 3, 2, 1 and 4."
    assert example("sweep")[-1].text.endswith("The first player wins.")
    assert "one more may be claimed" in example("chain")[2].text
    assert example("fifteen")[-1].stands == "15-12"


@pytest.mark.parametrize("name", NAMED)
def test_every_book_has_a_miniature_from_the_middle_of_a_game(name: str) -> None:
    picture = miniatures.scene(name)
    cells = NAMED[name].size.cells
    assert picture.count("<g ") == cells
    for kind in ("first", "second", "open"):
        assert f'class="fs-{kind}"' in picture
    assert "style" not in picture


# --- Puzzles ---


def test_a_link_to_a_puzzle_has_a_picture_of_it(client: httpx2.Client) -> None:
    eventually(lambda: client.get("/healthz").json()["solver"] == "ready", seconds=180)
    page = Read(client.get("/puzzles?book=sweep&difficulty=easy&seed=3").text)
    picture = str(page.meta("og:image"))
    assert picture.endswith("/puzzles/picture.png?book=sweep&difficulty=easy&seed=3")
    assert client.get(picture).headers["content-type"] == "image/png"
    assert page.meta("og:title") == "Which move wins?"


@pytest.mark.parametrize("query", ["book=no", "difficulty=no", 'seed="><script>', "book=sweep&seed=-1"])
def test_puzzles_ignore_what_they_do_not_know(client: httpx2.Client, query: str) -> None:
    answer = client.get(f"/puzzles?{query}")
    assert answer.status_code == 200
    assert '"><script>' not in answer.text


@pytest.mark.parametrize(
    "path", ["/", "/rules", "/rules/chain", "/puzzles", "/daily", "/learn", "/learn/raid"]
)
def test_the_picture_of_a_page_is_there(client: httpx2.Client, path: str) -> None:
    picture = Read(client.get(path).text).meta("og:image")
    answer = client.get(str(picture))
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


# --- Files ---


def test_a_page_asks_for_one_module_which_has_all_that_it_needs(client: httpx2.Client) -> None:
    for path in ("/", "/puzzles", "/daily", "/learn", "/learn/flip", "/rules/flip", "/review"):
        [module] = [
            str(each["src"])
            for each in Read(client.get(path).text).all("script")
            if each.get("type") == "module"
        ]
        answer = client.get(module)
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
        assert not re.search("^import", answer.text, re.MULTILINE)
    assert client.get(module.replace("review", "nothing")).status_code == 404


def test_files_are_kept_for_ever_under_their_version_only(client: httpx2.Client) -> None:
    ours = client.get(assets.static("tokens.css"))
    assert ours.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ours.headers["content-type"] == "text/css; charset=utf-8"
    older = client.get("/static/0123456789ab/tokens.css")
    assert older.content == ours.content
    assert older.headers["cache-control"] == "no-cache"
    assert client.get(assets.static("home.js")).headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "path", ["../site.py", "..%2fpages.py", "%2e%2e/site.py", "nothing.js", "", "/etc/passwd"]
)
def test_nothing_but_the_files_can_be_had(client: httpx2.Client, path: str) -> None:
    answer = client.get(f"/static/{assets.version()}/{path}", follow_redirects=True)
    assert answer.status_code == 404
    assert "def " not in answer.text


# --- Errors ---


@pytest.mark.parametrize("path", ["/nothing", "/rules/nothing", "/games/nothing", "/games/nothing/review"])
def test_people_get_a_page_when_there_is_nothing_and_programs_an_object(server: Server, path: str) -> None:
    with server.client() as client:
        page = client.get(path, headers={"accept": "text/html"})
        assert page.status_code == 404
        assert "<h1>" in page.text
        assert 'href="/"' in page.text
        thing = client.get(path, headers={"accept": "application/json"})
        assert thing.status_code == 404
        assert list(thing.json()) == ["error"]
        assert thing.json()["error"] != "Not Found"


def test_what_cannot_be_done_is_told_to_programs_in_words(server: Server) -> None:
    with server.client() as client:
        assert client.delete("/api/solve").json() == {"error": "that cannot be done at this address"}
        assert client.get("/api/nothing").json() == {"error": "there is nothing at this address"}


def test_an_error_page_says_what_was_wrong_and_cannot_be_written_into(client: httpx2.Client) -> None:
    answer = client.get("/rules/<script>alert(1)")
    assert answer.status_code == 404
    assert "<script>alert" not in answer.text
    assert "There is no game of that name." in answer.text
    assert "<p>There is no such game here.</p>" in client.get("/games/nothing").text
    nothing = client.get("/nothing").text
    assert "<h1>There is nothing here</h1>" in nothing
    assert "Not Found" not in nothing


# --- The API's documentation ---


def test_the_documentation_has_every_request_of_the_document(server: Server) -> None:
    with server.client() as client:
        document = client.get("/openapi.json").json()
        text = client.get("/api", headers={"accept": "text/html"}).text
    told = [operation for group in reference.groups(document) for operation in group.operations]
    count = sum(len(methods) for methods in document["paths"].values())
    assert len(told) == count > 10
    assert len({operation.id for operation in told}) == count
    for operation in told:
        assert f'id="{operation.id}"' in text
        assert f"<b>{operation.method}</b> {operation.path}" in unescape(text)
    assert "POST /api/games" in [f"{each.method} {each.path}" for each in told]
    assert "Authorization: Bearer SECRET" in text
    assert ">Take back</h3>" in text


def test_the_documentation_reads_references_alternatives_and_examples() -> None:
    keys = {
        "book": {"anyOf": [{"type": "string"}, {"type": "object"}], "examples": ["grow"]},
        "seat": {"enum": [1, 2]},
        "size": {"type": "array", "items": {"type": "integer"}},
        "other": {"$ref": "#/components/schemas/Other"},
        "extra": {},
    }
    new = {"properties": keys, "required": ["book"]}
    told = {
        "tags": ["games"],
        "operationId": "begin",
        "summary": "Begin Now",
        "description": "One.\n\nTwo\nlines.",
        "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
        "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/New"}}}},
        "responses": {
            "201": {"description": "Successful Response", "content": {"text/plain": {"schema": {}}}},
            "404": {"description": "Not Found", "content": {"text/plain": {"schema": {}}}},
        },
    }
    schemas = {"New": new, "Other": {"type": "string"}}
    (games,) = reference.groups({"paths": {"/a": {"post": told}}, "components": {"schemas": schemas}})
    (begin,) = games.operations
    assert (games.title, begin.method, begin.title) == ("Games", "POST", "Begin now")
    assert begin.text == ("One.", "Two lines.")
    assert begin.parameters[0].where == "path"
    assert begin.body is not None
    kinds = ["string or object", "1 or 2", "list of integer", "string", "anything"]
    assert [field.kind for field in begin.body.fields] == kinds
    assert [field.is_needed for field in begin.body.fields] == [True, *[False] * 4]
    assert begin.body.example == '{\n  "book": "grow"\n}'
    assert [answer.text for answer in begin.answers] == ["Created", "Not Found"]
    new["required"] = ["book", "seat"]  # which has no example
    (games,) = reference.groups({"paths": {"/a": {"post": told}}, "components": {"schemas": schemas}})
    assert games.operations[0].body is not None
    assert games.operations[0].body.example == ""


# --- The bot of the papers ---


@pytest.mark.parametrize(
    ("book", "opponent"), [("sweep", "level:1"), ("chain", "level:2"), ("fifteen", "greedy")]
)
def test_the_bot_of_the_papers_plays_a_whole_game(server: Server, book: str, opponent: str) -> None:
    run = subprocess.run(
        [sys.executable, ROOT / "docs" / "examples" / "bot.py", server.url, book, opponent],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert run.stderr == ""
    found = re.fullmatch(r"\d+ to \d+, winner [012]: (\S+)\n", run.stdout)
    assert found is not None
    game = httpx2.get(found[1].replace("/games/", "/api/games/")).json()
    assert game["over"]
    assert game["players"] == ["human", opponent]


def test_the_paper_shows_the_bot_as_it_is() -> None:
    paper = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
    bot = (ROOT / "docs" / "examples" / "bot.py").read_text(encoding="utf-8")
    assert f"```py\n{bot}```\n" in paper
    assert len(bot.splitlines()) <= 35
