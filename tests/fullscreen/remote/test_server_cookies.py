"""The seats that survive leaving: the file of cookies, private and never in the way."""

import json
import os
import stat
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivesquare.fullscreen.remote import server_cookies
from fivesquare.fullscreen.remote.server_cookies import Cookie, ServerCookies, cookie_file

HERE = "http://127.0.0.1:8000"
SENT = "fivesquare-1a2b3c4d=qYx5b1C-9dEf_m; HttpOnly; Max-Age=31536000; Path=/; SameSite=lax"
ONE = Cookie("fivesquare-1a2b3c4d", "qYx5b1C-9dEf_m")
OTHER = Cookie("fivesquare-1a2b3c4d", "other")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "servers.json"


# --- Cookies ---


@pytest.mark.parametrize(
    ("header", "cookie"),
    [
        (SENT, ONE),
        (str(ONE), ONE),
        ("__Host-fivesquare-1a=x; Secure", Cookie("__Host-fivesquare-1a", "x")),
        ("fivesquare=x", Cookie("fivesquare", "x")),
        ("fivesquare-1a2b3c4d=; Max-Age=0", None),
        ("session=x", None),
        ("fivesquare-1=a b", None),
        ("fivesquare-1=a\r\nX: y", None),
        ("fivesquare-1=" + "x" * 201, None),
        ("", None),
        (7, None),
    ],
)
def test_only_cookies_of_ours_are_read(header: object, cookie: Cookie | None) -> None:
    assert Cookie.read(header) == cookie


# --- The file ---


def test_a_cookie_is_there_the_next_time(path: Path) -> None:
    cookies = ServerCookies(path)
    assert cookies.of(HERE) == []
    cookies.keep(HERE, ONE)
    assert cookies.of(HERE) == ServerCookies(path).of(HERE) == [ONE]
    assert ServerCookies(path).of("http://127.0.0.1:8001") == []
    assert cookies.is_saved


def test_the_file_is_beside_the_settings(tmp_path: Path) -> None:
    assert cookie_file() == tmp_path / "state" / "fivesquare" / "servers.json"
    ServerCookies().keep(HERE, ONE)
    assert ServerCookies().of(HERE) == [ONE]


@pytest.mark.parametrize("mode", [None, 0o644, 0o666])
def test_only_the_user_can_read_it(path: Path, mode: int | None) -> None:
    if mode is not None:
        path.parent.mkdir()
        path.touch()
        path.chmod(mode)
    before = os.umask(0)
    try:
        ServerCookies(path).keep(HERE, ONE)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "nonsense",
        '{"http://127.0.0.1:8000": ',
        '{"http://127.0.0.1:8000": "fivesquare=x"}',
        '{"http://127.0.0.1:8000": [7, null, {}, "session=x", "fivesquare=", [[]]]}',
        '{"http://127.0.0.1:8000": {"fivesquare": "x"}}',
        "[" * 10_000,
        "\0",
        " " * 2_000_000,
    ],
)
def test_a_damaged_file_is_an_empty_one(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    cookies = ServerCookies(path)
    assert cookies.of(HERE) == []
    cookies.keep(HERE, ONE)
    assert ServerCookies(path).of(HERE) == [ONE]


def test_a_file_that_is_a_folder_is_done_without(path: Path) -> None:
    path.mkdir(parents=True)
    cookies = ServerCookies(path)
    cookies.keep(HERE, ONE)
    assert (cookies.of(HERE), cookies.is_saved) == ([ONE], False)


def test_where_nothing_can_be_written_the_cookie_lasts_as_long_as_the_program(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "servers.json"
    cookies = ServerCookies(path)
    cookies.keep(HERE, ONE)
    assert (cookies.of(HERE), cookies.is_saved) == ([ONE], False)
    (tmp_path / "file").unlink()
    cookies.keep(HERE, ONE)
    assert cookies.is_saved
    assert ServerCookies(path).of(HERE) == [ONE]


def test_the_newest_comes_first_and_is_not_kept_twice(path: Path) -> None:
    cookies = ServerCookies(path)
    for cookie in (ONE, OTHER, ONE):
        cookies.keep(HERE, cookie)
    assert cookies.of(HERE) == ServerCookies(path).of(HERE) == [ONE, OTHER]


def test_two_programs_lose_nothing_of_each_other(path: Path) -> None:
    one, other = ServerCookies(path), ServerCookies(path)
    one.keep(HERE, ONE)
    other.keep(HERE, OTHER)
    other.keep("http://b.example", ONE)
    one.keep("http://c.example", ONE)
    assert ServerCookies(path).of(HERE) == [OTHER, ONE]
    assert ServerCookies(path).of("http://b.example") == [ONE]


def test_of_two_programs_that_join_at_the_same_moment_the_second_is_the_first(path: Path) -> None:
    one, other = ServerCookies(path), ServerCookies(path)
    assert one.keep(HERE, ONE, is_unused=True) == ONE
    assert other.keep(HERE, OTHER, is_unused=True) == ONE
    assert ServerCookies(path).of(HERE) == other.of(HERE) == [ONE]
    new = Cookie("fivesquare-of-another-database", "x")
    assert other.keep(HERE, new, is_unused=True) == new
    assert other.keep(HERE, OTHER, is_unused=True) == OTHER  # the server does not know the one we had


def test_what_was_not_used_for_longest_is_forgotten(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_cookies, "MOST_SERVERS", 3)
    monkeypatch.setattr(server_cookies, "MOST_COOKIES", 2)
    cookies = ServerCookies(path)
    for name in ("a", "b", "c", "a", "d"):
        cookies.keep(f"http://{name}.example", ONE)
    assert list(json.loads(path.read_text())) == [f"http://{name}.example" for name in "cad"]
    for value in ("1", "2", "3"):
        cookies.keep(HERE, Cookie("fivesquare", value))
    assert [cookie.value for cookie in ServerCookies(path).of(HERE)] == ["3", "2"]


@given(st.lists(st.tuples(st.sampled_from("abcdefg"), st.integers(0, 20)), min_size=1, max_size=40))
def test_the_file_is_bounded_and_what_came_last_is_in_it(uses: list[tuple[str, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as folder:
        patch.setattr(server_cookies, "MOST_SERVERS", 3)
        path = Path(folder) / "servers.json"
        for name, number in uses:
            ServerCookies(path).keep(name, Cookie("fivesquare", str(number)))
        stored = json.loads(path.read_text())
        assert len(stored) <= 3
        assert all(len(cookies) <= server_cookies.MOST_COOKIES for cookies in stored.values())
        name, number = uses[-1]
        assert list(stored)[-1] == name
        assert stored[name][-1] == f"fivesquare={number}"


def test_threads_lose_nothing_of_each_other(path: Path) -> None:
    cookies = ServerCookies(path)
    threads = [
        threading.Thread(target=cookies.keep, args=(HERE, Cookie("fivesquare", str(number))))
        for number in range(server_cookies.MOST_COOKIES)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ServerCookies(path).of(HERE)) == server_cookies.MOST_COOKIES
