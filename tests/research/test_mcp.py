"""`fivesquare mcp` as a model meets it: the official client, over standard input and output."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE, NAMED, VARIANTS
from fivesquare.cli.mcp import mcp
from fivesquare.match import Match
from fivesquare.players import Luck, make_player
from fivesquare.research import family
from fivesquare.research.tools.mcp_games import KEEP_GAMES, KEEP_MINUTES
from fivesquare.research.tools.server import TOOLS
from fivesquare.solver.limits import PARALLEL_ANSWER
from research.mcpclient import Model, connected

SWEEP = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    with connected() as model:
        yield model


def agrees(seen: dict[str, Any], position: fs.Position) -> None:
    """Whether an answer shows this very position."""
    assert seen["moves"] == list(position.moves)
    assert seen["board"] == position.board.rows
    assert {key: seen[key] for key in position.view()} == position.view()
    assert seen["counts"] == list(position.counts)


# --- Names ---

FAMILY = "FS-1/edge-nothing-never-points-last/3x3/1-9/17"


def test_a_game_of_the_family_is_started_by_its_name(model: Model) -> None:
    opening = family.game(FAMILY).position
    agrees(model.done("start", book=FAMILY, opponent="none"), opening)
    moved = model.done("start", book=FAMILY, opponent="none", moves=["1,1"])
    agrees(moved, opening.play("1,1"))
    assert model.done("play", game=moved["game"], move="3,3")["moves"] == ["1,1", "3,3"]
    assert "outer edge" in model.done("rules", book=FAMILY)["books"][0]["rules"]
    for more in ({"size": [3, 3]}, {"board": [[1, 2], [3, 4]]}):
        refusal = model.refused("start", book=FAMILY, **more)
        assert refusal == f"{FAMILY} has a board of its own: leave out board and size"
    assert "the seed is a whole number" in model.refused("start", book=f"{FAMILY}x")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_started_by_its_name(model: Model, name: str) -> None:
    seen = model.done("start", book=name, seed=3, opponent="none")
    agrees(seen, fs.start(name, seed=3))
    assert model.done("rules", book=name)["books"][0]["title"] == VARIANTS[name].title


def test_a_client_that_checks_arguments_lets_all_of_these_names_pass(model: Model) -> None:
    tools = {tool.name: tool for tool in model.portal.call(model.client.list_tools).tools}
    for name in (*NAMED, FAMILY):
        for tool in ("start", "rules"):
            jsonschema.validate({"book": name}, tools[tool].input_schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"book": "chess"}, tools["start"].input_schema)


# --- Whole games ---

OTHERS: dict[str, Any] = {
    "swap": {"like": "sweep", "balance": "swap"},
    "komi": {"like": "grow", "size": [3, 3], "balance": {"komi": 2.5}},
    "tiny": {"like": "flip", "size": [1, 2]},
    "own": {
        "size": [3, 4],
        "values": [0, 4],
        "reach": "edge",
        "take": "lower-enemy",
        "again": "chain",
        "goal": {"exactly": 9},
        "tie": "last",
        "balance": "swap",
    },
}


@pytest.mark.parametrize("book", [*CATALOGUE, *OTHERS])
@pytest.mark.parametrize("seat", [1, 2])
def test_a_whole_game_is_the_one_that_the_rules_have(model: Model, book: str, seat: int) -> None:
    rules: Any = OTHERS.get(book, book)
    seen = model.done("start", book=rules, opponent="level:2", seat=seat, seed=5)
    position = fs.start(rules, seed=5)
    chance = random.Random(seat)
    while True:
        for done in seen["done"]:
            assert done["player"] == position.turn
            position = position.play(done["move"])
        agrees(seen, position)
        if seen["over"]:
            break
        assert seen["turn"] == seat
        move = chance.choice(seen["legal"])
        seen = model.done("play", game=seen["game"], move=move)
        assert [seen["done"][0]["player"], seen["done"][0]["move"]] == [seat, move]
    assert "The game is over" in model.call("look", game=seen["game"]).text
    reviewed = model.done("review", game=seen["game"])
    expected = fs.review(position).to_json()
    assert reviewed == {"game": seen["game"], **expected}


def test_the_opponent_is_the_one_of_the_terminal_with_the_same_seed(model: Model) -> None:
    seen = model.done("start", book="fifteen", opponent="level:4", seat=1, seed=11)
    match = Match(
        fs.start("fifteen", seed=11),
        make_player("greedy", Luck(11, "first")),
        make_player("level:4", Luck(11, "second")),
    )
    while not match.position.is_over:
        step = match.advance()
        if step.player == 1:
            seen = model.done("play", game=seen["game"], move=step.move)
    agrees(seen, match.position)


def test_both_sides_of_a_chain_with_a_stop(model: Model) -> None:
    seen = model.done("start", book="chain", opponent="none")
    assert (seen["you"], seen["opponent"]) == (None, None)
    position = fs.start("chain")
    for move in ("1,1", "5,5", "1,2", "stop", "5,4", "5,3", "2,2", "2,3"):
        answer = model.call("play", game=seen["game"], move=move)
        position = position.play(move)
        agrees(answer.content, position)
        if move == "1,2":
            assert "One more beside 1,2, which was just claimed, or stop." in answer.text
    assert position.turn == 2


def test_a_swap(model: Model) -> None:
    seen = model.done("start", book=OTHERS["swap"], opponent="none", board=SWEEP)
    assert '"swap" swaps' in seen["rules"]
    seen = model.done("play", game=seen["game"], move="2,2")
    assert seen["legal"][-1] == "swap"
    answer = model.call("play", game=seen["game"], move="swap")
    agrees(answer.content, fs.start(OTHERS["swap"], board=SWEEP).play("2,2").play("swap"))
    assert answer.text.startswith("Player 2 swaps and owns")


def test_who_is_skipped_is_told(model: Model) -> None:
    book, moves = {"like": "grow", "size": [3, 3]}, ["1,1", "1,2", "2,1", "2,2", "3,1"]
    game = model.done("start", book=book, opponent="none", seed=1, moves=moves)["game"]
    answer = model.call("play", game=game, move="3,2")
    assert answer.text.splitlines()[1] == "Player 1 cannot claim and is skipped."
    [done] = answer.content["done"]
    assert (done["player"], done["skipped"], answer.content["turn"]) == (2, 1, 2)


# --- What is told ---


def test_the_start_tells_everything_that_one_needs(model: Model) -> None:
    answer = model.call("start", book="sweep", board="5 3 8/2 9 1/6 4 7", opponent="greedy", seat=2)
    for part in (
        "Every free cell beside it (up, down, left or right) with a lower value comes along.",
        'Moves: a claim is "row,col", counted from 1 at the top left',
        "Player 1 claims 2,2 worth 9 and takes 1,2; 2,1; 2,3; 3,2.",
        "You are player 2 (B); player 1 (A) is greedy.",
        "Legal moves: 1,1 1,3 3,1 3,3",
    ):
        assert part in answer.text
    done = {"player": 1, "move": "2,2", "takes": ["1,2", "2,1", "2,3", "3,2"], "skipped": None}
    assert answer.content["done"] == [{**done, "forfeits": False, "remark": ""}]


def test_a_game_without_a_seed_can_be_had_again(model: Model) -> None:
    one = model.done("start", book="grow", opponent="random", seat=2)
    same = model.done("start", book="grow", opponent="random", seat=2, seed=one["seed"])
    other = model.done("start", book="grow", opponent="random", seat=2)
    assert (one["board"], one["moves"]) == (same["board"], same["moves"])
    assert one["board"] != other["board"]


def test_what_every_legal_move_would_do(model: Model) -> None:
    game = model.done("start", book="flip", opponent="none", seed=3, moves=["1,1", "2,2", "3,3"])["game"]
    position = fs.start("flip", seed=3).play("1,1").play("2,2").play("3,3")
    told = model.done("legal_moves", game=game)
    assert told["turn"] == position.turn
    assert [each["move"] for each in told["moves"]] == list(position.legal)
    for each in told["moves"]:
        after = position.play(each["move"])
        assert each["scores"] == list(after.scores)
        assert each["counts"] == list(after.counts)
        assert each["next"] == after.turn
        mine = {move for move in position.all_moves if _owner(after, move) == 2}
        assert set(each["takes"]) == mine - {each["move"]} - {
            move for move in position.all_moves if _owner(position, move) == 2
        }


def _owner(position: fs.Position, move: str) -> int:
    return position.owner(position.all_moves.index(move))


def test_the_rules_of_a_book_and_of_all(model: Model) -> None:
    every = model.call("rules")
    assert [book["name"] for book in every.content["books"]] == list(CATALOGUE)
    assert "level:10, never wrong" in every.text
    assert "human" not in every.content["players"]
    sized = model.call("rules", size=[2, 3])
    assert sized.text.count("2 rows of 3 cells") == len(CATALOGUE)
    assert all(book["size"] == [2, 3] for book in sized.content["books"])
    own = model.call("rules", book={"like": "grow", "balance": {"komi": 2.5}}, size=[2, 3])
    assert "2 rows of 3 cells" in own.text
    assert "2.5 points more" in own.text


def test_the_rules_are_resources_too(model: Model) -> None:
    listed = model.portal.call(model.client.list_resources).resources
    assert [str(each.uri) for each in listed] == [f"fivesquare://rules/{name}" for name in CATALOGUE]
    [content] = model.portal.call(model.client.read_resource, "fivesquare://rules/grow").contents
    assert "outer edge" in getattr(content, "text", "")


def test_the_tools_are_described_with_all_their_arguments(model: Model) -> None:
    tools = model.portal.call(model.client.list_tools).tools
    assert [tool.name for tool in tools] == [function.__name__ for function in TOOLS]
    for tool in tools:
        assert tool.description
        assert "\n    " not in tool.description
        assert tool.output_schema is not None
        assert tool.input_schema["additionalProperties"] is False
        for name, argument in tool.input_schema["properties"].items():
            assert argument["description"], f"{tool.name} {name}"
            assert "type" in argument or "anyOf" in argument, f"{tool.name} {name}"


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_older_and_newer_clients_are_told_how_it_goes(mode: str) -> None:
    with connected(mode=mode) as model:
        assert model.client.instructions is not None
        assert "`start` begins a game" in model.client.instructions
        assert model.done("start", book="sweep", opponent="none", seed=1)["game"] == "game-1"


# --- Refusals ---


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1,2", "cell 1,2 is already claimed, after 1 move of sweep"),
        ("4,1", "there is no cell 4,1: rows go from 1 to 3, columns from 1 to 3"),
        ("b3", 'a cell is written "row,col", like "1,2", not \'b3\''),
        ("stop", '"stop" is only a move inside a chain, after 1 move of sweep'),
        ("swap", '"swap" is not a move of this book, after 1 move of sweep'),
        (7, 'a move is text like "1,2", not 7'),
        (None, 'a move is text like "1,2", not null'),
        (["1,1"], 'a move is text like "1,2", not a list of 1'),
    ],
    ids=str,
)
def test_a_move_that_is_refused_says_why_and_changes_nothing(model: Model, move: Any, reason: str) -> None:
    game = model.done("start", book="sweep", board=SWEEP, opponent="none", moves=["1,2"])["game"]
    assert model.refused("play", game=game, move=move) == reason
    agrees(model.done("look", game=game), fs.start("sweep", board=SWEEP).play("1,2"))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"book": "chess"}, f"book: no book is called 'chess'; there are {', '.join(NAMED)}"),
        ({"book": {"like": "grow", "reach": "up"}}, "reach: must be"),
        ({"book": 7}, "book: must be a name or an object, not 7"),
        (
            {"opponent": "level:11"},
            "level:1 to level:10, net, perfect, or none if you move for both players",
        ),
        (
            {"opponent": "Level:3"},
            "an opponent is random, greedy, level:1 to level:10, net, perfect, or none",
        ),
        ({"opponent": "human"}, "not 'human'"),
        ({"seat": 3}, "a seat is 1 or 2, not 3"),
        ({"seat": True}, "a seat is 1 or 2, not true"),
        ({"seat": None}, "a seat is 1 or 2, not null"),
        ({"seat": "first"}, "a seat is 1 or 2, not 'first'"),
        ({"seed": "seven"}, "a seed is a whole number of at most 53 bits, not 'seven'"),
        ({"seed": 1.5}, "a seed is a whole number of at most 53 bits, not 1.5"),
        ({"seed": 2**53}, "a seed is a whole number of at most 53 bits"),
        ({"size": [9, 9]}, "a board has 1x2 to 8x8 cells, not 9x9"),
        ({"size": "big"}, "a size is written like \"4x5\", rows x columns, not 'big'"),
        ({"board": [[1, 2], [3]]}, "row 2 of the board has 1 value, the first 2"),
        ({"board": "1 x"}, "is not a value"),
        ({"board": [[5, 5], [5, 5]], "size": [2, 2]}, "give a board or a size, not both"),
        ({"moves": "1,1"}, "\"moves\" must be a list, not '1,1'"),
        ({"moves": ["1,1", "3,3"]}, "move 2: cell 3,3 is not on the outer edge, after 1 move of grow"),
        ({"oponent": "random"}, "start has no argument 'oponent'; it has book, opponent, seat"),
    ],
    ids=str,
)
def test_a_start_that_is_refused_says_why(model: Model, arguments: dict[str, Any], reason: str) -> None:
    assert reason in model.refused("start", **arguments)


def test_text_that_is_json_is_read_as_what_it_means(model: Model) -> None:
    """Some clients write lists and objects into texts."""
    seen = model.done(
        "start",
        book='{"like": "sweep", "size": [1, 3]}',
        board="[[1, 2, 3]]",
        moves='["1,1"]',
        opponent="none",
    )
    assert (seen["board"], seen["moves"]) == ([[1, 2, 3]], ["1,1"])


def test_what_is_missing_is_named_with_what_it_is(model: Model) -> None:
    assert model.refused("play", game="game-1").startswith('play needs move: "row,col"')
    assert model.refused("look").startswith("look needs game: ")


def test_tools_and_games_that_do_not_exist(model: Model) -> None:
    assert model.refused("undo").startswith("there is no tool 'undo'; there are start, look")
    assert model.refused("look", game="game-9999").startswith("there is no game 'game-9999'")
    assert model.refused("look", game=1).startswith("there is no game 1;")


@pytest.mark.parametrize("tool", ["hint", "review", "line", "legal_moves"])
def test_where_there_is_nothing_to_say(model: Model, tool: str) -> None:
    tiny = {"book": OTHERS["tiny"], "board": [[1, 2]], "opponent": "none"}
    opening = model.done("start", **tiny)["game"]
    over = model.done("start", **tiny, moves=["1,1", "1,2"])["game"]
    if tool == "hint":
        assert model.refused("hint", game=over) == "there is no move to choose: the game is over"
    if tool == "review":
        assert model.refused("review", game=opening) == "there is nothing to review: no move was made"
    if tool == "line":
        told = model.call("line", game=over)
        assert (told.content["line"], told.content["winner"]) == ([], 2)
        assert told.text.startswith("The game is over.")
    if tool == "legal_moves":
        assert model.done("legal_moves", game=over)["moves"] == []


# --- The solver ---


def test_a_hint_and_a_line_are_what_the_solver_says(model: Model) -> None:
    game = model.done("start", book="sweep", board=SWEEP, opponent="none")["game"]
    solution = fs.solve(fs.start("sweep", board=SWEEP))
    hint = model.call("hint", game=game)
    assert hint.content["exact"] is True
    assert hint.content["move"] in solution.best
    assert hint.content["best"] == list(solution.best)
    assert hint.content["each"] == {move: worth._asdict() for move, worth in solution.each.items()}
    assert hint.text.startswith(f"{hint.content['move']} keeps the win by")
    line = model.call("line", game=game)
    assert line.content == {
        "game": game,
        "exact": True,
        "winner": solution.winner,
        "margin": solution.margin,
        "line": list(solution.line),
    }
    assert f"In full: {' '.join(solution.line)}" in line.text


def test_a_puzzle_is_solved_by_its_line_and_a_wrong_move_is_not_played(model: Model) -> None:
    answer = model.call("puzzle", book="sweep", seed=4, difficulty="easy")
    expected = fs.puzzle("sweep", seed=4, difficulty="easy")
    game, player = answer.content["game"], answer.content["turn"]
    agrees(answer.content, expected.position)
    assert f"A puzzle for player {player}: Exactly one of" in answer.text
    wrong = next(move for move in expected.position.legal if move != expected.move)
    tried = model.call("play", game=game, move=wrong)
    assert tried.text.startswith("No: ")
    assert tried.content["done"] == []
    assert tried.content["puzzle"]["solved"] is False
    agrees(tried.content, expected.position)
    assert "is already claimed" in model.refused("play", game=game, move=expected.position.moves[0])
    line = model.done("line", game=game)["line"]
    assert line[0] == expected.move
    solved = model.call("play", game=game, move=line[0])
    assert solved.content["puzzle"] == {**tried.content["puzzle"], "solved": True, "tries": 2}
    assert "Right: " in solved.text
    for move in line[1:]:
        seen = model.done("play", game=game, move=move)
    assert (seen["over"], seen["winner"]) == (True, player)


def test_puzzles_that_there_are_not(model: Model) -> None:
    assert "puzzles are easy, medium, hard, not 'fun'" in model.refused("puzzle", difficulty="fun")
    assert "at most 25 cells" in model.refused("puzzle", book="grow", size=[6, 6])


# --- Bounds ---


def test_the_game_that_was_left_alone_longest_goes_first() -> None:
    with connected("--keep-games", "2") as model:
        for _ in range(2):
            model.done("start", book="sweep", opponent="none", seed=1)
        model.done("look", game="game-1")
        model.done("start", book="sweep", opponent="none", seed=1)
        assert model.done("look", game="game-1")["moves"] == []
        assert model.refused("look", game="game-2").startswith(
            "game-2 is gone: only the 2 games used last of a connection"
        )
        assert model.refused("look", game="game-4").startswith("there is no game 'game-4'")


# --- The page ---

PAGE = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")


def test_the_transcript_of_the_page_is_true() -> None:
    [transcript] = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    calls = re.findall(r"^> (\w+) (.*)\n((?:(?!> ).*\n)*)", transcript, re.MULTILINE)
    assert len(calls) > 5
    with connected() as model:
        for tool, arguments, told in calls:
            answer = model.call(tool, **json.loads(arguments))
            refused = "(refused) " if answer.is_error else ""
            assert f"{refused}{answer.text}" == told.rstrip("\n")


def test_the_page_lists_every_tool_with_its_arguments(model: Model) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    tools = model.portal.call(model.client.list_tools).tools
    assert {name: re.findall(r"`(\w+)`", arguments) for name, arguments in rows} == {
        tool.name: list(tool.input_schema["properties"]) for tool in tools
    }


def test_the_page_tells_the_limits_that_there_are() -> None:
    assert f"the {KEEP_GAMES} it used last" in PAGE
    assert f"for {KEEP_MINUTES} minutes" in PAGE
    assert f"in {PARALLEL_ANSWER.memory // 2**20} MiB" in PAGE
    options = {option.name: option.default for option in mcp.params}
    assert options == {"keep_games": KEEP_GAMES, "keep_minutes": KEEP_MINUTES}
