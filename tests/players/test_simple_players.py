"""Who can sit at the board."""

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.match import Match
from fivesquare.players import PLAYERS, Luck, find_player, make_player
from fivesquare.players.registry import LEVEL_WORDS
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES

COMPUTERS = ("random", "greedy")  # those that search have tests of their own


def play_out(position: fs.Position, first: str, second: str, seed: int) -> fs.Position:
    match = Match(
        position, make_player(first, Luck(seed, "first")), make_player(second, Luck(seed, "second"))
    )
    for _ in match:
        pass
    return match.position


def choices(name: str, position: fs.Position, times: int) -> set[str]:
    """What a player chooses here with one luck or another."""
    return {make_player(name, Luck(seed)).choose(position) for seed in range(times)}


@pytest.mark.parametrize("book", CATALOGUE)
@pytest.mark.parametrize("name", COMPUTERS)
def test_computers_choose_legal_moves_to_the_end(name: str, book: str) -> None:
    for seed in range(10):
        assert play_out(fs.start(book, seed=seed), name, name, seed).is_over


@pytest.mark.parametrize("name", COMPUTERS)
@pytest.mark.parametrize("reach", REACHES)
@pytest.mark.parametrize("take", TAKES)
def test_computers_play_any_book(name: str, reach: str, take: str) -> None:
    for again in AGAINS:
        for tie in TIES:
            for goal in ("points", "majority", {"exactly": 7}):
                answers = {"size": [3, 3], "values": [0, 4], "reach": reach, "take": take, "again": again}
                book = fs.RuleBook.of({**answers, "goal": goal, "tie": tie})
                assert play_out(fs.start(book, seed=1), name, name, 1).is_over


@pytest.mark.parametrize("book", CATALOGUE)
@pytest.mark.parametrize("name", COMPUTERS)
def test_the_same_luck_gives_the_same_game(name: str, book: str) -> None:
    games = [play_out(fs.start(book, seed=2), name, "random", 5).moves for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("book", CATALOGUE)
def test_greedy_beats_random_clearly(book: str) -> None:
    """Sixty games, on each board once from either side; a draw is half a win."""
    wins = 0.0
    for seed in range(30):
        position = fs.start(book, seed=seed)
        for greedy, seats in ((1, ("greedy", "random")), (2, ("random", "greedy"))):
            outcome = play_out(position, *seats, seed).outcome
            assert outcome is not None
            wins += 0.5 if outcome.winner == 0 else float(outcome.winner == greedy)
    assert wins >= 42


def test_random_plays_every_legal_move() -> None:
    position = fs.start("sweep", seed=1)
    assert choices("random", position, 200) == set(position.legal)


@pytest.mark.parametrize(
    ("book", "board", "moves", "best"),
    [
        ("sweep", "5 3 8/2 9 1/6 4 7", "", {"2,2"}),
        ("grow", "1 9 2/3 9 4", "", {"1,2", "2,2"}),
        ("flip", "1 2 3/4 5 6", "1,2 2,1", {"2,2"}),
        ("fifteen", "5 5 5/1 5 1", "1,1 2,1 1,2 2,2", {"1,3"}),
        ("chain", "1 1 1 1 1", "1,1 1,5 1,2", {"1,3"}),
    ],
)
def test_greedy_takes_the_most_at_once(book: str, board: str, moves: str, best: set[str]) -> None:
    position = fs.start(book, board=board)
    for move in moves.split():
        position = position.play(move)
    assert choices("greedy", position, 30) == best


def test_greedy_goes_for_a_chain() -> None:
    position = fs.start("chain").play("3,3").play("1,1")
    assert choices("greedy", position, 60) == {"2,3", "3,2", "3,4", "4,3"}


def test_a_human_is_asked_with_the_position() -> None:
    asked = []

    def ask(position: fs.Position) -> str:
        asked.append(position)
        return "1,1"

    player = make_player("human", ask=ask)
    position = fs.start("grow", seed=1)
    assert player.choose(position) == "1,1"
    assert asked == [position]
    assert player.is_person


@pytest.mark.parametrize("name", COMPUTERS)
def test_computers_are_no_persons(name: str) -> None:
    assert not make_player(name).is_person


@pytest.mark.parametrize("name", ["human", *COMPUTERS])
def test_every_name_can_sit_down_and_has_a_summary(name: str) -> None:
    find_player(name)
    assert PLAYERS[name].summary


@pytest.mark.parametrize("name", ["", "Greedy", "deep blue", ":", "\x00", "x" * 10_000], ids=range(6))
def test_an_unknown_name_is_refused_and_quoted(name: str) -> None:
    with pytest.raises(
        fs.PlayerError, match=r"there is no player '.*'.*; choose from human, random, greedy"
    ) as caught:
        find_player(name)
    assert ("(did you mean greedy?)" in str(caught.value)) == (name == "Greedy")
    assert len(str(caught.value)) < 200


def test_a_detail_that_a_player_does_not_take_is_refused() -> None:
    with pytest.raises(fs.PlayerError, match="takes nothing after a colon, not '3'"):
        find_player("greedy:3")


def test_a_human_without_anybody_to_ask_is_refused() -> None:
    with pytest.raises(fs.PlayerError, match="a human cannot be asked for moves here"):
        make_player("human")


def test_a_player_that_comes_back_to_a_move_makes_it_again() -> None:
    """After an undo, and in another process that goes on with the game."""
    position = fs.start("grow", seed=3)
    player = make_player("random", Luck(3, "first"))
    first = player.choose(position)
    player.choose(position.play(first).play(position.play(first).legal[0]))
    assert player.choose(position) == make_player("random", Luck(3, "first")).choose(position) == first


def test_a_random_player_knows_nothing_of_its_board() -> None:
    """With one stream for board and players, the first cell was worth 5.5 in the mean of 4000 seeds."""
    total = 0
    for seed in range(4000):
        position = fs.start("sweep", seed=seed)
        row, column = map(int, make_player("random", Luck(seed, "first")).choose(position).split(","))
        total += position.board.rows[row - 1][column - 1]
    assert abs(total / 4000 - 5.0) < 0.15  # the standard error is 0.04


def test_greedy_swaps_where_that_leaves_the_better_lead() -> None:
    """A swap of v leads by v; a claim of w by w - v."""
    swapping = fs.start({"like": "grow", "balance": "swap"}, board="3 4 9")
    assert choices("greedy", swapping.play("1,1"), 20) == {"1,3"}
    assert choices("greedy", swapping.play("1,3"), 20) == {"swap"}
    assert choices("greedy", fs.start({"like": "chain", "balance": "swap"}).play("1,1"), 20) == {"swap"}


def test_random_players_swap_now_and_then() -> None:
    position = fs.start({"like": "grow", "balance": "swap"}, board="3 4 9").play("1,1")
    assert choices("random", position, 40) == {"1,2", "1,3", "swap"}


def test_every_level_has_a_word_of_its_own() -> None:
    assert len(set(LEVEL_WORDS)) == len(PLAYERS["level"].details) == 10
    assert (LEVEL_WORDS[0], LEVEL_WORDS[-1]) == ("has just read the rules", "never wrong")
