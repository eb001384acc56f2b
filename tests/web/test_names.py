"""What can be a player's name: what people are called, and nothing that hides or passes for the page."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivesquare.players.registry import LEVELS, PLAYERS
from fivesquare.web.exceptions import UnusableError
from fivesquare.web.play.names import LONGEST_NAME, checked_name, decoded, encoded, same_name


@pytest.mark.parametrize(
    "name",
    [
        *("Mara", "Li", "Ö", "O'Brien", "Jean-Luc", "Anna Maria", "R2 D2", "李雷", "דנה", "Ελένη"),
        *("Олександр", "Nguyễn", "Sam 🦊", "Mel", "Lee", "Leo", "Levin", "Friedrich", "w" * LONGEST_NAME),
    ],
)
def test_what_people_are_called_is_a_name(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    ("typed", "shown"), [("  Mara  ", "Mara"), ("Anna   Maria", "Anna Maria"), ("Jose\u0301", "José")]
)
def test_a_name_is_shown_normalized(typed: str, shown: str) -> None:
    assert checked_name(typed) == shown


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "w" * (LONGEST_NAME + 1), "7", "...", "🦊"),
        *("a\nb", "a\tb", "a\x00b", "\x1b[31mred", "a\u2028b", "a\u00a0b", "\ud800a"),
        *("\u202eevil", "a\u2066b", "\u200fa", "a\u200bb", "a\u200db", "\ufeffa", "a\u00adb"),
        *("\u3164", "\u2800a", "\u115fa", "a\ufe0f", "a\U000e0101"),
        *("a" + "\u0301" * 3, "\u0301a", "Z\u0351\u036b\u0343a"),
    ],
)
def test_what_hides_or_reorders_is_no_name(name: str) -> None:
    with pytest.raises(UnusableError):
        checked_name(name)


PAGE_WORDS = [
    *("You", "Your friend", "Opponent", "First", "Second", "Player 1", "player2", "Computer", "Nobody"),
    *(name.capitalize() for name in PLAYERS),
    *(f"Level {level}" for level in LEVELS),
]
DISGUISES = [
    *(
        "YOU",
        "y o u",
        "Y0u",
        "Yóu",
        "\u028f\u1d0f\u1d1c",
        "\u13bbost",
        "\uff39\uff4f\uff55",
        "\U0001d418\U0001d428\U0001d42e",
        "You!",
        "Your Majesty",
        "Leve1 3",
        "LEVEL-3",
        "level:3",
    ),
    *("The Computer", "C0mputer", "Second player", "Player One", "\u0423\u043eu", "y\u043eu"),
]


@pytest.mark.parametrize("name", [*PAGE_WORDS, *DISGUISES])
def test_what_passes_for_a_word_of_the_page_is_no_name(name: str) -> None:
    with pytest.raises(UnusableError):
        checked_name(name)


@given(st.text(max_size=40))
def test_a_name_stands_in_an_entry_and_comes_out_as_it_was(text: str) -> None:
    try:
        name = checked_name(text)
    except UnusableError:
        return
    assert checked_name(name) == name == decoded(encoded(name))
    assert encoded(name).isascii()
    assert encoded(name).isprintable()
    assert " " not in encoded(name)
    assert len(name) <= LONGEST_NAME
    assert not {unicodedata.category(letter) for letter in name} & {
        "Cc",
        "Cf",
        "Cs",
        "Co",
        "Cn",
        "Zl",
        "Zp",
    }


def test_names_that_look_alike_are_the_same() -> None:
    assert same_name("Mara", "m4ra")
    assert same_name("Mara", "MÁRA")
    assert not same_name("Mara", "Maria")
    assert not same_name("李", "雷")
