"""Play a game over HTTP, always the claim that brings the most: bot.py [SERVER [BOOK [OPPONENT]]]"""

import json
import sys
from urllib.request import Request, urlopen

USUAL = ["http://127.0.0.1:8000", "grow", "level:3"]
server, book, opponent = [*sys.argv[1:], *USUAL[len(sys.argv) - 1 :]]


def post(path, body, secret=""):
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    with urlopen(Request(server + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def lead_after(claim):
    first, second = claim["scores"]
    return first - second


begun = post("/api/games", {"book": book, "first": "human", "second": opponent})
path = f"/api/games/{begun['id']}"
with urlopen(f"{server}{path}/events") as events:
    for line in events:  # every event is the whole game
        if not line.startswith(b"data:"):
            continue
        game = json.loads(line.removeprefix(b"data:"))
        if game["over"]:
            break
        if game["turn"] == 1:
            best = max(game["claims"], key=lambda cell: lead_after(game["claims"][cell]))
            post(f"{path}/moves", {"ply": game["ply"], "move": best}, begun["seats"]["1"])
print(f"{game['scores'][0]} to {game['scores'][1]}, winner {game['winner']}: {server}/games/{game['id']}")
