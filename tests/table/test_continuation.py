"""A game played on from a position of another one."""

from fivesquare.table.continuation import played_on, seats_against
from games import play


def test_a_person_takes_either_side() -> None:
    assert seats_against("level:3", 1) == ("human", "level:3")
    assert seats_against("level:3", 2) == ("level:3", "human")


def test_it_is_a_game_of_its_own() -> None:
    here = play("sweep", "1,2 1,3")
    setting = played_on(here, ("human", "greedy"))
    assert setting.position == here
    assert setting.position.moves == here.moves
    assert setting.seats == ("human", "greedy")
    assert {"seed", "id"} <= set(setting.position.extra)
    assert played_on(here, ("human", "greedy")).position.extra["id"] != setting.position.extra["id"]
