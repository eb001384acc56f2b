"""What was chosen last time is remembered, and nothing is worth an error."""

import json
from pathlib import Path

import pytest

from fivesquare.table.settings import Choices, remember, remember_opponent, remembered

ALL = Choices("flip", "level:7", "random", "clear")


def memory(place: Path) -> Path:
    return place / "state" / "fivesquare" / "memory.json"


def test_at_first_there_are_good_answers() -> None:
    assert remembered() == Choices("grow", "level:3", "first", "book")


def test_what_was_chosen_is_remembered() -> None:
    remember(ALL)
    assert remembered() == ALL


@pytest.mark.parametrize("seats", [("human", "level:4"), ("level:4", "human")])
def test_another_opponent_is_remembered_and_the_rest_stays(seats: tuple[str, str]) -> None:
    remember(ALL)
    remember_opponent(seats)
    assert remembered() == ALL._replace(opponent="level:4")


@pytest.mark.parametrize(
    ("field", "answer"),
    [
        ("book", "checkers"),
        ("book", 3),
        ("opponent", "deep blue"),
        ("opponent", ["level:3"]),
        ("seat", "third"),
        ("seat", None),
        ("style", "loud"),
    ],
)
def test_what_cannot_be_chosen_any_more_is_forgotten_and_the_rest_kept(
    place: Path, field: str, answer: object
) -> None:
    remember(ALL)
    file = memory(place)
    known = json.loads(file.read_text())
    file.write_text(json.dumps({"choices": {**known["choices"], field: answer}}))
    assert remembered() == ALL._replace(**{field: getattr(Choices(), field)})


@pytest.mark.parametrize("text", ["", "{", "[]", '{"choices": 3}', "\x00", '{"choices": []}'])
def test_nonsense_is_as_if_nothing_had_been_chosen(place: Path, text: str) -> None:
    memory(place).parent.mkdir(parents=True)
    memory(place).write_text(text)
    assert remembered() == Choices()


def test_where_nothing_can_be_written_nothing_is_remembered(place: Path) -> None:
    (place / "state").write_text("a file")
    remember(ALL)
    assert remembered() == Choices()
