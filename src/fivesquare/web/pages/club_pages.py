"""The pages of a club: where an evening is opened, and the evening itself, for a screen and for phones."""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from markupsafe import Markup

from fivesquare.books import written
from fivesquare.books.explain import in_a_sentence
from fivesquare.web import links
from fivesquare.web.messages import Page, Request, Response, redirect
from fivesquare.web.pages import lesson_pages, miniatures, rules_address
from fivesquare.web.pages.templating import render
from fivesquare.web.play.evening import EveningState
from fivesquare.web.play.names import LONGEST_NAME, LONGEST_TITLE
from fivesquare.web.play.service import GameService

_CODE = re.compile(r"[\s-]")

NetworkHost = Callable[[], str | None]
"""What others in the room call this machine; None if they cannot reach it."""


class ReachableAddress(NamedTuple):
    """Where others find the evening; `is_only_here`: nobody but this computer does."""

    site: str
    path: str
    is_only_here: bool

    @property
    def link(self) -> str:
        return f"{self.site}{self.path}"

    @property
    def host(self) -> str:
        """The site as it is typed."""
        return self.site.partition("://")[2]


def routes(service: GameService, network_host: NetworkHost) -> list[Page]:
    pages = ClubPages(service, network_host)
    return [Page("/club", pages.club), Page("/club/{id}", pages.evening)]


class ClubPages:
    """An evening as it is shown to people."""

    def __init__(self, service: GameService, network_host: NetworkHost) -> None:
        self._service, self._network_host = service, network_host

    async def club(self, request: Request) -> Response:
        """Open an evening, or go to one by its code."""
        code = _CODE.sub("", request.query_params.get("code", "")).lower()
        if code.isalnum() and code.isascii():
            return redirect(links.path_of_evening(code), 303)
        rules = request.query_params.get("rules")
        own = None if rules is None else rules_address.read(rules)
        page = render(
            request,
            "club.html",
            here="club",
            cards=lesson_pages.lesson_cards(),
            scene=miniatures.scene,
            own=None if own is None else {"title": own.title, "sentence": in_a_sentence(own)},
            evenings=await self._evenings(request),
            is_only_here=self._address(request, "").is_only_here,
            longest_title=LONGEST_TITLE,
            data={"own": None if own is None else written(own)},
        )
        page.headers["cache-control"] = "no-store"
        return page

    async def evening(self, request: Request) -> Response:
        """The evening for whoever asks: its host, a player, or somebody who has just scanned it."""
        room = await self._service.evenings.find(request.path_params["id"].lower())
        browsers = self._service.browsers
        key = browsers.key_of(request)
        name = None if key is None else await self._service.people.name_of(key)
        address = self._address(request, links.path_of_evening(room.evening.id))
        page = render(
            request,
            "evening.html",
            here="club",
            evening=room.evening,
            reach=address,
            qr=Markup(links.qr(address.link)),
            longest_name=LONGEST_NAME,
            is_host=key == room.host,
            data={
                "evening": json.loads(room.body),
                "mine": room.player_of(key),
                "host": key == room.host,
                "name": name,
            },
        )
        page.headers["cache-control"] = "no-store"  # going back shows the evening as it is
        if not room.evening.is_over:  # so that who joins may ask twice
            page.headers["set-cookie"] = browsers.cookie(request, await browsers.secret(request))
        return page

    async def _evenings(self, request: Request) -> list[dict[str, Any]]:
        """The evenings of this browser that are not over."""
        key = self._service.browsers.key_of(request)
        found = [] if key is None else await self._service.evenings.evenings_of(key)
        return [_listed(evening) for evening in found if not evening.is_over]

    def _address(self, request: Request, path: str) -> ReachableAddress:
        if not links.is_only_here(request):
            return ReachableAddress(links.here(request), path, False)
        host = self._network_host()
        if host is None:
            return ReachableAddress(links.here(request), path, True)
        name = f"[{host}]" if ":" in host else host
        port = request.url.port
        return ReachableAddress(f"http://{name}{f':{port}' if port else ''}", path, False)


def _listed(evening: EveningState) -> dict[str, Any]:
    return {
        "id": evening.id,
        "title": evening.setting["title"],
        "label": evening.setting["label"],
        "players": len(evening.here),
        "round": len(evening.rounds),
    }
