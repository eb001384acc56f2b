"""Links to games as people paste them, and what is said of all others."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivesquare.fullscreen.remote.game_links import GameLink, parse_link
from fivesquare.fullscreen.remote.remote_errors import LinkError

ID = "3VdT0yq9aXk_Qm-0bZtW1A"
SECRET = "qYx5b1C-9dEfGhIjKl_mNo"
PAGE = f"http://127.0.0.1:8000/games/{ID}"
INVITATION = f"{PAGE}#{SECRET}"

ids = st.from_regex(r"[A-Za-z0-9_-]{1,64}", fullmatch=True)
secrets = st.from_regex(r"[A-Za-z0-9_-]{1,60}", fullmatch=True)
hosts = st.one_of(
    st.from_regex(r"[a-z][a-z0-9]{0,9}(\.[a-z]{2,5}){0,2}", fullmatch=True),
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(lambda address: f"[{address}]"),
)
ports = st.one_of(st.just(""), st.integers(1, 65535).map(lambda port: f":{port}"))
servers = st.builds("{}://{}{}".format, st.sampled_from(["http", "https"]), hosts, ports)
spaces = st.text(" \t\r\n", max_size=3)


def test_an_invitation_names_server_game_and_secret() -> None:
    link = parse_link(INVITATION)
    assert link == GameLink("http://127.0.0.1:8000", ID, SECRET)
    assert (link.host, link.page, link.path) == ("127.0.0.1:8000", PAGE, f"/api/games/{ID}")


def test_a_secret_is_not_shown_by_accident() -> None:
    assert SECRET not in repr(parse_link(INVITATION))


@pytest.mark.parametrize(
    "text",
    [
        f"  {INVITATION}\n",
        f"<{INVITATION}>",
        f"<URL:{INVITATION}>",
        f"<http://127.0.0.1:8000/games/\n  {ID}#{SECRET}>",
        f"({INVITATION}).",
        f'"{INVITATION}",',
        f"\u201c{INVITATION}\u201d",
        f"Your turn in Flip: {INVITATION} !",
        f"<b> {INVITATION}",
        INVITATION.replace("http://", "HTTP://"),
        INVITATION.replace("#", "%23"),
        INVITATION.replace("#", "/#"),
        INVITATION.replace("#", "?from=chat#"),
    ],
)
def test_what_mail_and_messengers_add_is_ignored(text: str) -> None:
    assert parse_link(text) == GameLink("http://127.0.0.1:8000", ID, SECRET)


@given(servers, ids, st.one_of(st.none(), secrets), spaces, spaces, st.booleans())
def test_every_link_of_a_server_is_read(
    server: str, game: str, secret: str | None, before: str, after: str, in_brackets: bool
) -> None:
    text = f"{server}/games/{game}" + ("" if secret is None else f"#{secret}")
    link = parse_link(f"{before}{f'<{text}>' if in_brackets else text}{after}")
    assert (link.id, link.secret) == (game, secret)
    assert parse_link(f"{link.page}#{secret}" if secret else link.page) == link


@pytest.mark.parametrize(
    ("address", "server"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:80", "http://games.example.org"),
        ("https://games.example.org:8443", "https://games.example.org:8443"),
        ("https://GAMES.example.org", "https://games.example.org"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_one_server_has_one_address(address: str, server: str) -> None:
    assert parse_link(f"{address}/games/{ID}").server == server


@pytest.mark.parametrize("page", ["review", "analysis"])
def test_the_review_of_a_game_leads_to_the_game(page: str) -> None:
    assert parse_link(f"{PAGE}/{page}#7") == parse_link(PAGE)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("https://a.example/fivesquare/games/?x3#letter=eJyrVk", "carries its game"),
        (f"{PAGE}#letter=eJyrVk", "carries its game"),
        ("https://a.example/fivesquare/review/#7.q1bKTyzJ", "carries its game"),
        ("http://127.0.0.1:8000/review#12.q1bKTyzJ", "carries its game"),
        ("https://a.example/fivesquare/games/?x3", "kept in one browser"),
        ("https://a.example/games/review/?x3#7", "kept in one browser"),
        ("http://127.0.0.1:8000/club/3VdT0yq9", "evening"),
    ],
)
def test_what_only_a_browser_can_open_is_said_to_be_so(link: str, sentence: str) -> None:
    with pytest.raises(LinkError, match=f"{sentence}.*open (it|the link)"):
        parse_link(link)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a link to a game: it would look like http://127.0.0.1:8000/games/..."),
        (ID, f"'{ID}' is not a link to a game: it would look like http://127.0.0.1:8000/games/..."),
        ("127.0.0.1:8000/games/x", "is not a link to a game"),
        ("ftp://a.example/games/x", "is not a link to a game"),
        ("http://a.example", "'/' is not the page of a game"),
        ("http://a.example/rules/grow", "'/rules/grow' is not the page of a game"),
        ("http://a.example/games/", "is not the page of a game"),
        ("http://a.example/games/x/y", "is not the page of a game"),
        ("http://a.example/games/" + "x" * 65, "is not the page of a game"),
        ("http://a.example/games/x\u00e4", "is not the page of a game"),
        ("http:///games/x", "'' is not the name of a server"),
        ("http://a b.example/games/x", "is not the page of a game"),
        ("http://a.example:port/games/x", "is not an address"),
        ("http://a.example:70000/games/x", "is not an address"),
        ("http://[::1/games/x", "is not an address"),
        ("http://me:word@a.example/games/x", "password"),
        (f"{PAGE}#sec%72et!x", "is damaged"),
        (f"{PAGE}#{'x' * 201}", "is damaged"),
        (f"{PAGE}#{'x' * 3000}", "too long"),
    ],
)
def test_what_is_no_link_to_a_game_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(LinkError, match=re.escape(sentence)):
        parse_link(text)


garbage = st.one_of(
    st.text(),
    st.builds("http://{}".format, st.text()),
    st.builds("https://{}/games/{}".format, st.text(), st.text()),
    st.builds("<{}>".format, st.text()),
    st.builds((INVITATION + "{}").format, st.text()),
)


def read_or_refusal(text: str) -> GameLink | str:
    try:
        return parse_link(text)
    except LinkError as error:
        return str(error)


@given(garbage)
def test_whatever_is_pasted_is_read_or_refused_on_one_line(text: str) -> None:
    read = read_or_refusal(text)
    if isinstance(read, GameLink):
        assert " " not in read.page
    shown = read.page if isinstance(read, GameLink) else read
    assert shown.isprintable()
    assert len(shown) < 2100


@pytest.mark.parametrize(
    ("server", "is_only_here"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://a.localhost", True),
        ("http://[::1]", True),
        ("http://192.168.1.7:8000", False),
        ("https://games.example.org", False),
    ],
)
def test_links_that_work_on_one_computer_only_are_known(server: str, is_only_here: bool) -> None:
    assert GameLink(server, ID).is_only_here == is_only_here
