"""Python in the browser answers what our own Python answers, to the byte: `random_games.py` asks."""

from web import random_games
from web.browser.conftest import Visit
from web.built_site import Host

GAMES = 60


def test_random_games_have_the_same_answers_in_the_browser(visit: Visit, host: Host) -> None:
    conversations = random_games.native(range(GAMES))
    assert random_games.counts(conversations)["POST /api/values"] > GAMES
    assert random_games.counts(conversations)["refusals"] > GAMES / 2
    page = visit(f"{host.url}rules/", forgive=("status of 4",))
    for conversation in conversations:
        answers = random_games.asked_on(page, host.path, conversation)
        for (step, expected), answer in zip(conversation, answers, strict=True):
            assert answer == expected, step
