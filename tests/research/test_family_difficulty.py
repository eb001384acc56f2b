"""Difficulty as it is defined, found out once more by brute force; and games drawn by it."""

import itertools
import random
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.research import family
from fivesquare.research.family import FamilyError, TooLargeError, difficulty, family_levels, wishes
from fivesquare.research.family import __main__ as family_command
from fivesquare.solver import Worth
from fivesquare.solver.limits import GAME
from fivesquare.streams import stream
from solver_oracle import brute_force


def first(number: int, games: Iterable[family.FamilyGame]) -> list[family.FamilyGame]:
    return list(itertools.islice(games, number))


# --- What is measured ---


def greedy_moves(position: fs.Position) -> list[str]:
    """What brings the most at once: a win, else the larger lead, else another claim."""
    player = position.turn
    assert player is not None

    def gain(move: str) -> tuple[float, int, bool]:
        after = position.play(move)
        winner = after.outcome.winner if after.outcome else 0
        result = {0: 0, player: 1, 3 - player: -1}[winner]
        ours, theirs = after.counts if position.book.goal == "majority" else after.scores
        lead = ours - theirs if player == 1 else theirs - ours
        return result, lead, move != "stop" and after.turn == player

    best = max(map(gain, position.legal))
    return [move for move in position.legal if gain(move) == best]


def casual(start: fs.Position, chance: random.Random) -> list[fs.Position]:
    game = [start]
    while game[-1].legal:
        moves = greedy_moves(game[-1]) if chance.random() < 0.5 else list(game[-1].legal)
        game.append(game[-1].play(chance.choice(moves)))
    return game


def best_of(position: fs.Position) -> tuple[dict[str, Worth], list[str]]:
    worth, each = brute_force(position)
    return each, [move for move in position.legal if each[move] == worth]


@pytest.mark.parametrize("number", range(30))
def test_difficulty_is_what_its_definition_says(number: int) -> None:
    kind = list(family.KINDS)[number * 41 % 162]
    game = family.game(f"FS-1/{kind}/{('2x3', '3x2', '2x4')[number % 3]}/1-5/{number}")
    perfect = [game.position]
    while perfect[-1].legal:
        perfect.append(perfect[-1].play(best_of(perfect[-1])[1][0]))
    played = [casual(game.position, stream(game.name, "casual", each)) for each in range(4)]
    decisions = []
    for position in itertools.chain(perfect, *played):
        if len(position.legal) > 1 and position not in decisions:
            decisions.append(position)
    solved = [best_of(position) for position in decisions]
    critical = [len(set(each.values())) > 1 for each, _ in solved]
    decisive = [len({worth.winner for worth in each.values()}) > 1 for each, _ in solved]
    hits = [
        sum(move in best for move in greedy_moves(position)) / len(greedy_moves(position))
        for position, (_, best), matters in zip(decisions, solved, critical, strict=True)
        if matters
    ]
    waits = [ply for ply, now in enumerate(perfect[:-1]) if len(set(best_of(now)[0].values())) > 1]
    results = [{1: 1, 0: 0.5, 2: 0}[end.outcome.winner] for *_, end in played if end.outcome]
    measured = game.difficulty
    expected = family.Difficulty(
        critical=sum(critical) / len(decisions),
        decisive=sum(decisive) / len(decisions),
        greedy=sum(hits) / len(hits) if hits else 1,
        plies=waits[0] if waits else len(perfect) - 1,
        branching=sum(len(position.legal) for position in decisions) / len(decisions),
        nodes=measured.nodes,
        length=len(perfect) - 1,
        balance=sum(results) / 4,
        winner=brute_force(game.position)[0].winner,
    )
    assert measured == pytest.approx(expected)
    assert measured.nodes == fs.solve(game.position).nodes
    assert {decision.position for decision in game.decisions()} == set(decisions)


def test_it_is_the_same_in_bulk_and_one_position_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = first(40, family.games(seed=3))
    in_bulk = [game.difficulty for game in chosen]
    monkeypatch.setattr(difficulty, "_LITTLE", 0)  # no game is easy then
    fresh = [family.game(each.name) for each in chosen]
    assert [game.difficulty for game in fresh] == in_bulk
    assert [game.solution.nodes for game in fresh] == [each.nodes for each in in_bulk]
    assert [game.difficulty.nodes for game in fresh] == [
        fs.solve(game.position, memory=GAME.memory, threads=1).nodes for game in chosen
    ]


def test_decisions_are_what_solve_says_of_them() -> None:
    for game in first(5, family.games(seed=4)):
        decisions = game.decisions()
        assert decisions == [fs.solve(each.position) for each in decisions]
        assert decisions[-1].line == fs.solve(decisions[-1].position).line


def test_a_game_without_a_choice_is_measured() -> None:
    """A target of 1 among ones: whoever begins wins at once, whatever is claimed."""
    measured = family.game("FS-1/anywhere-nothing-never-exactly-draw/2x2/ones/0").difficulty
    assert measured == (0.0, 0.0, 1.0, 1, 4.0, measured.nodes, 1, 1.0, 1)


def test_what_takes_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difficulty, "GAME", GAME._replace(nodes=100))
    game = family.game("FS-1/edge-nothing-never-points-last/4x4/1-9/1")
    with pytest.raises(TooLargeError, match=r"100 positions are not enough; fs\.solve"):
        _ = game.solution
    with pytest.raises(TooLargeError):
        _ = game.difficulty
    with pytest.raises(TooLargeError, match="20 games were too large to solve"):
        next(family.games(sizes="4x4", kinds="edge-nothing-never-points-last"))


def test_some_that_are_too_large_do_not_keep_others_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difficulty, "GAME", GAME._replace(nodes=600))
    monkeypatch.setattr(wishes, "MOST_TOO_LARGE", 7)
    small = first(25, family.games(sizes="3x3", seed=2))
    assert all(game.difficulty.nodes <= 600 for game in small)
    monkeypatch.undo()
    assert set(small) < set(first(60, family.games(sizes="3x3", seed=2)))


def test_the_effort_is_for_everything_that_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    game = family.game("FS-1/edge-nothing-never-points-last/4x4/1-9/1")
    monkeypatch.setattr(difficulty, "GAME", GAME._replace(nodes=game.solution.nodes + 1))
    assert family.game(game.name).solution == game.solution
    with pytest.raises(TooLargeError):
        _ = family.game(game.name).difficulty


def test_all_games_of_4x4_are_solved_within_the_effort() -> None:
    """The hardest kinds that there are of that size."""
    for kind in ("anywhere-lower-enemy-chain-points-last", "anywhere-lower-enemy-chain-exactly-last"):
        assert family.game(f"FS-1/{kind}/4x4/shuffled/1").solution.nodes < GAME.nodes / 2


# --- Drawing ---


def test_games_are_the_same_for_the_same_seed_and_never_end() -> None:
    games = first(12, family.games(seed=5))
    assert games == first(12, family.games(seed=5))
    assert games[:4] == first(4, family.games(seed=5))
    assert not set(games) & set(first(12, family.games(seed=6)))
    assert len(set(games)) == 12


def test_games_are_as_wanted() -> None:
    wanted = family.games(
        split="held-out",
        kinds=["edge-*", "*-chain-points-last"],
        sizes=["3x3", "2x4"],
        values=["1-5", "0-3"],
        critical=(0.4, None),
        greedy=(None, 0.8),
        length=(3, 8),
        seed=1,
    )
    games = first(12, wanted)
    for game in games:
        assert game.split == "held-out"
        assert str(game.kind).startswith("edge-") or str(game.kind).endswith("-chain-points-last")
        assert str(game.parts.size) in ("3x3", "2x4")
        assert game.parts.values in ((1, 5), (0, 3))
        assert game.difficulty.critical >= 0.4
        assert game.difficulty.greedy <= 0.8
        assert 3 <= game.difficulty.length <= 8
    assert {str(game.parts.size) for game in games} == {"3x3", "2x4"}
    assert {game.parts.values for game in games} == {(1, 5), (0, 3)}


@pytest.mark.parametrize("field", family.Difficulty._fields)
def test_everything_that_is_measured_can_be_bounded(field: str) -> None:
    measured = [getattr(game.difficulty, field) for game in first(20, family.games(sizes="3x3"))]
    middle = sorted(measured)[10]
    for bounds, is_within in (
        ((middle, None), lambda each: each >= middle),
        ((None, middle), lambda each: each <= middle),
    ):
        games = first(8, family.games(sizes="3x3", **{field: bounds}))  # type: ignore[arg-type]
        assert [getattr(game.difficulty, field) for game in games] == list(filter(is_within, measured))[:8]


def test_a_wish_that_nothing_fulfils_is_told() -> None:
    with pytest.raises(
        FamilyError, match=r"50 games in a row .*\(public; 162 kinds; 2x2; .*length from 99 to any"
    ):
        next(family.games(split="public", sizes="2x2", length=(99, None), tries=50))


def test_boards_of_ones_are_given_once() -> None:
    games = family.games(kinds="anywhere-nothing-*", sizes=["2x2", "2x3"], values="ones", tries=300)
    names = {next(games).name for _ in range(36)}  # 18 kinds, two sizes
    assert len(names) == 36
    assert all(name.endswith("/ones/0") for name in names)
    with pytest.raises(FamilyError, match="300 games in a row"):
        next(games)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"split": "test"}, "the splits are public and held-out, not 'test'"),
        ({"kinds": "edge"}, "no kind of rule book is called 'edge'"),
        ({"kinds": ["edge-*", "Edge-nothing-never-points-last"]}, "is it edge-nothing"),
        ({"kinds": []}, "kinds are a text or a list of texts"),
        ({"kinds": 3}, "kinds are a text or a list of texts, not 3"),
        ({"sizes": "3"}, "not '3'"),
        ({"sizes": (3, 3)}, "rows x columns.*not 3"),
        ({"values": "1..9"}, 'low-high like "1-9"'),
        ({"seed": 1.5}, "a seed is a whole number, not 1.5"),
        ({"seed": "7"}, "a seed is a whole number"),
        ({"tries": 0}, "tries are counted by a whole number from 1 on, not 0"),
        ({"hard": (0, 1)}, "what is measured is critical, .*not 'hard'"),
        ({"greedy": 0.5}, "greedy is bounded by a pair"),
        ({"greedy": (1, 0)}, r"None for an open end, not '\(1, 0\)'"),
        ({"greedy": ("0", 1)}, "greedy is bounded by a pair"),
    ],
)
def test_a_wrong_wish_is_told_at_once(wish: dict[str, object], told: str) -> None:
    with pytest.raises(FamilyError, match=told):
        family.games(**wish)  # type: ignore[arg-type]


# --- Levels ---


@pytest.mark.parametrize("level", family.LEVELS)
def test_a_level_has_games_as_it_wants_them(level: int) -> None:
    wanted = family.wish(**family.wanted(level))
    games = first(2, family.curriculum(level, split="public", seed=3))
    assert games == first(2, family.curriculum(level, split="public", seed=3))
    assert all(wanted.suits(game) and game.split == "public" for game in games)


@pytest.mark.parametrize("level", [0, 7, "1", 1.0, True, None])
def test_there_are_no_other_levels(level: object) -> None:
    with pytest.raises(FamilyError, match="levels go from 1 to 6, not"):
        family.curriculum(level)  # type: ignore[arg-type]


def test_skill_is_0_by_chance_and_1_if_perfect() -> None:
    games = first(6, family.curriculum(2))
    assert family_levels.skill_of("perfect", games) == 1
    assert abs(family_levels.skill_of("random", games)) < 0.35
    assert 0.3 < family_levels.skill_of("greedy", games) < 1


def test_usual_sizes_and_values_can_be_read() -> None:
    assert family.wish() == family.wish(sizes=wishes.USUAL_SIZES, values=wishes.USUAL_VALUES)


def test_the_table_in_the_papers_is_what_is_measured() -> None:
    page = (Path(__file__).parents[2] / "docs" / "family.md").read_text(encoding="utf-8")
    assert family_levels.heading() in page
    for level in (1, 2):
        assert family_levels.measured(level, 40) in page
    assert [line[2] for line in page.splitlines() if line.startswith("| ") and line[2].isdigit()] == list(
        "123456"
    )


def test_the_command_makes_that_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["family", "2"])
    monkeypatch.setattr(family_levels, "LEVELS", {1: family_levels.LEVELS[1]})
    monkeypatch.setattr(family_command, "LEVELS", {1: family_levels.LEVELS[1]})
    family_command.main()
    assert capsys.readouterr().out == family_levels.heading() + family_levels.measured(1, 2)
