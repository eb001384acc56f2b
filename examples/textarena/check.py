"""Shows that the example works: whole games through TextArena, held against the rules step by step."""

import contextlib
import io
import random
import re
from pathlib import Path

import fivesquare_textarena
import textarena as ta

import fivesquare as fs

OWN = {
    "size": [3, 4],
    "values": [0, 4],
    "reach": "edge",
    "take": "lower-enemy",
    "again": "chain",
    "goal": {"exactly": 9},
    "tie": "last",
    "balance": "swap",
}
HERE = Path(__file__).parent


def play(env: ta.Env, position: fs.Position, seed: int) -> None:
    """A random game: who acts, what each is shown, and the rewards are those of the rules."""
    chance = random.Random(seed)
    moves = {1: 0, 2: 0}
    while not position.is_over:
        player, observation = env.get_observation()
        assert player + 1 == position.turn
        assert "It is your turn" in str(observation)
        move = chance.choice(position.legal)
        moves[player + 1] += 1
        position = position.play(move)
        done, _ = env.step(f"I think about it.\nMOVE: {move}")
        assert done == position.is_over
        assert env.state.game_state["record"]["moves"] == list(position.moves)
    rewards, info = env.close()
    winner = position.outcome.winner
    assert rewards == {seat: 0 if not winner else 1 if seat == winner - 1 else -1 for seat in (0, 1)}
    assert {seat: info[seat]["turn_count"] for seat in (0, 1)} == {0: moves[1], 1: moves[2]}
    assert info[0]["reason"] == str(position.outcome.reason)


def check_games() -> None:
    for name in fs.CATALOGUE:
        for seed in range(10):
            for suffix in ("", "-raw"):
                env = ta.make(f"Fivesquare{name.capitalize()}-v0{suffix}")
                env.reset(num_players=2, seed=seed)
                play(env, fs.start(name, seed=seed), seed)
    for seed in range(40):
        env = fivesquare_textarena.FivesquareEnv(OWN)
        for _ in range(2):  # a second game in the same environment
            env.reset(num_players=2, seed=seed)
            play(env, fs.start(OWN, seed=seed), seed)


def check_refusals() -> None:
    env = ta.make("FivesquareSweep-v0", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]], show_legal=True)
    env.reset(num_players=2)
    _, shown = env.get_observation()
    assert "lower value comes along" in shown
    assert "Legal moves: 1,1 1,2" in shown
    for answer, reason in (("I claim 2,2.", "cannot be read"), ("MOVE: 9,9", "cannot be read")):
        assert env.step(answer) == (False, {})
        player, shown = env.get_observation()
        assert (player, reason in shown.splitlines()[-1]) == (0, True), shown
    env.step("MOVE: 2,2")
    player, shown = env.get_observation()
    assert player == 1
    assert "The first player played 2,2. With it came 1,2, 2,1, 2,3, 3,2." in shown
    assert "I claim" not in shown  # what a player thinks is not told to the other
    for _ in range(2):
        assert not env.step("MOVE: 2,2")[0]
    assert "Your move is not legal: 2,2 is already claimed." in env.get_observation()[1]
    assert env.step("MOVE: 2,2")[0]
    rewards, info = env.close()
    assert rewards == {0: 1, 1: -1}
    assert info[1]["invalid_move"]


def check_readme() -> None:
    """Its code prints what it says."""
    [code] = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)", code), printed.getvalue()


if __name__ == "__main__":
    check_games()
    check_refusals()
    check_readme()
