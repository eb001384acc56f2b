"""Joining a game from home: links that are pasted, typed, wrong, or lead to a silent server."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest
from textual import events

from fivesquare.fullscreen.join_page import JoinPage
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.remote.game_links import GameLink
from fivesquare.fullscreen.remote.remote_game import RemoteGame
from fivesquare.fullscreen.remote_page import RemotePage
from fullscreen.remote.joined import Begun
from fullscreen.running import Shown, show
from patience import PATIENCE
from web.server import Server

UNKNOWN = "A" * 22
SIZES = [(80, 24), (60, 20)]


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of a server that takes connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


async def paste(shown: Shown, text: str) -> None:
    shown.program.post_message(events.Paste(text))
    await shown.settle()


def is_game(page: Page) -> bool:
    return isinstance(page, RemotePage)


@pytest.mark.parametrize("size", SIZES)
def test_a_link_is_pasted_at_home_and_the_game_is_left_and_found_again(
    size: tuple[int, int], server: Server
) -> None:
    begun = Begun(server.url)

    async def script(shown: Shown) -> None:
        await shown.press("up", "up", "enter")
        assert "Join a game" in shown.text
        await paste(shown, f"Come and play:\n{begun.links[1]}\n")
        await shown.press("enter")
        await shown.until(lambda: is_game(shown.page))
        assert isinstance(shown.page, RemotePage)
        assert set(shown.page.remote.mine) == {2}
        await shown.press("escape")
        assert "games of claiming squares" in shown.text
        assert "The game stays on the server: Join a game brings you back." in shown.text
        await shown.press("enter")
        assert begun.page in shown.text
        await shown.press("enter")
        await shown.until(lambda: is_game(shown.page))
        assert isinstance(shown.page, RemotePage)
        assert set(shown.page.remote.mine) == {2}

    show(script, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_link_is_explained_below_it(size: tuple[int, int], server: Server) -> None:
    async def script(shown: Shown) -> None:
        for typed, said in (
            ("hello", "'hello' is not a link to a game"),
            (f"{server.url}/learn", "is not the page of a game"),
            (f"{server.url}/games/{UNKNOWN}", "has no such game"),
            ("http://127.0.0.1:1/games/x", "does not answer"),
        ):
            await shown.press("ctrl+u", "enter")
            assert "is not a link to a game" in shown.text
            await paste(shown, typed)
            assert "is not" not in shown.text
            await shown.press("enter")
            await shown.until_said(said)
            assert typed in "".join(shown.lines).replace(" ", "")

    show(script, JoinPage, size=size)


def test_joining_can_be_stopped(silent: str) -> None:
    async def script(shown: Shown) -> None:
        await shown.until_said("Joining ...")
        await shown.pilot.press("x")
        assert "gamesx" not in shown.text
        await shown.pilot.press("escape")
        await shown.until_said("Stopped.")
        assert "Joining ..." not in shown.text
        await shown.pilot.press("escape")
        await shown.until_said("games of claiming squares")

    show(script, lambda: JoinPage(f"{silent}/games/{UNKNOWN}"), settles=False)


def test_a_game_that_comes_too_late_is_not_shown(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end, join = Begun(server.url), threading.Event(), RemoteGame.join

    def join_late(link: GameLink) -> RemoteGame:
        assert may_end.wait(PATIENCE)
        return join(link)

    monkeypatch.setattr(RemoteGame, "join", join_late)

    async def script(shown: Shown) -> None:
        await paste(shown, begun.links[0])
        page = shown.page
        await shown.pilot.press("enter", "escape")
        may_end.set()
        await shown.until(lambda: not page.is_thinking)
        assert shown.page is page
        await shown.press("enter")
        await shown.until(lambda: is_game(shown.page))

    show(script, JoinPage)


def test_a_line_is_edited_like_any_other(server: Server) -> None:
    async def script(shown: Shown) -> None:
        assert isinstance(shown.page, JoinPage)
        field = shown.page.field
        await shown.press(*"qt? hx", "backspace", "home", "a", "right", "delete", "end", "!", "left", "b")
        assert field.value == "aq? hb!"
        await shown.press("ctrl+w")
        assert field.value == "aq? !"
        await shown.press("end", "ctrl+u")
        assert not field.value
        await paste(shown, "x" * 9000)
        assert len(field.value) == 4000
        assert "…" in shown.text

    show(script, JoinPage)
