"""What is said to players about their own games."""

import pytest

from fivesquare.words import my_games


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([0.87], "Accuracy 87% in your last 1 game."),
        ([0.5, 0.7], "Accuracy 60% in your last 2 games."),
        ([0.9] * 12, "Accuracy 90% in your last ten games."),
        ([0.9] * 10 + [0.86] * 3, "Accuracy 90% in your last ten games, 4 better than before."),
        ([0.6] * 10 + [0.86] * 10, "Accuracy 60% in your last ten games, 26 worse than before."),
        ([0.6] * 20, "Accuracy 60% in your last ten games, the same as before."),
        ([-0.25], "Accuracy \N{MINUS SIGN}25% in your last 1 game."),
    ],
)
def test_a_mean_is_set_against_the_games_before(numbers: list[float], words: str) -> None:
    assert my_games.measured("Accuracy", numbers) == words


def test_games_in_numbers() -> None:
    assert my_games.facts(1, 0, 0) == ["1 game", "0 won"]
    assert my_games.facts(7, 5, 3) == ["7 games", "5 won", "puzzle of the day: 3 days in a row"]
    assert [my_games.won_and_lost(*each) for each in ((0, 0), (2, 0), (1, 3))] == [
        "",
        "2 won, 0 lost",
        "1 won, 3 lost",
    ]
    assert my_games.accurate(0.666) == "67% accurate"


def test_a_ladder_leads_to_a_level_or_is_climbed() -> None:
    led = [my_games.next_rung(then) for then in ("level:4", "perfect", None)]
    assert led == ["Level 4", "Perfect play", "All beaten"]


@pytest.mark.parametrize(
    ("state", "word"), [("won", "Won"), ("draw", "Draw"), ("yours", "Your turn"), ("running", "Running")]
)
def test_how_a_game_stands_in_a_word(state: str, word: str) -> None:
    assert my_games.how_it_stands(state) == word
