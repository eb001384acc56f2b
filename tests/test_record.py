"""Records as text and in files: round trips, garbage, and writing that cannot destroy."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.errors import quote
from fivesquare.record import format_record, load, parse_record, read_json, save
from games import play

RECORD = play("grow", "1,1 5,5 1,2 4,5").to_record()

json_values = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(), inner, max_size=3)),
    max_leaves=8,
)
ways_to_fail = st.one_of(st.text(), st.binary().map(lambda data: data.decode("latin-1")))


# --- Text ---


@given(st.dictionaries(st.text(), json_values, max_size=5))
def test_a_record_is_read_back_from_its_text(record: dict[str, Any]) -> None:
    text = format_record(record)
    assert parse_record(text) == record
    assert "\n" not in text
    assert text.isascii()


@given(st.dictionaries(st.text(), json_values, max_size=3))
def test_further_keys_survive_the_way_through_a_position(extra: dict[str, Any]) -> None:
    record = {**extra, **RECORD}
    assert fs.Position.from_record(parse_record(format_record(record))).to_record() == record


def test_a_record_is_written_as_the_contract_shows_it() -> None:
    assert format_record(play("sweep", "2,2").to_record()) == (
        '{"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": ["2,2"]}'
    )


@given(ways_to_fail)
def test_text_of_any_kind_gives_an_object_or_our_error(text: str) -> None:
    try:
        record = parse_record(text)
    except fs.RecordError as error:
        assert_short(error)
    else:
        assert isinstance(record, dict)


@given(st.dictionaries(st.sampled_from(["book", "board", "moves", "more"]), json_values))
def test_objects_of_any_kind_give_our_errors(record: dict[str, Any]) -> None:
    with pytest.raises(fs.FivesquareError) as caught:
        fs.Position.from_record(record)
    assert_short(caught.value)


@given(json_values, json_values, json_values)
def test_a_record_with_anything_in_its_places_gives_our_errors(book: Any, board: Any, moves: Any) -> None:
    for changes in ({"book": book}, {"board": board}, {"moves": [moves]}):
        with pytest.raises(fs.FivesquareError) as caught:
            fs.Position.from_record({**RECORD, **changes})
        assert_short(caught.value)


def assert_short(error: Exception) -> None:
    """One line that a person can read."""
    assert isinstance(error, ValueError)
    message = str(error)
    assert message
    assert message.isprintable()
    assert len(message) < 500


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON: Expecting value at line 1, column 1 in ''"),
        ("{", "this is not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ("{'book': 1}", "this is not JSON"),
        ("\ufeff\ufeff{}", "this is not JSON"),
        ("\0", "this is not JSON"),
        ('{"a": "\n"}', "this is not JSON: Invalid control character"),
        ("x" * 1_000_000, "this is not JSON"),
        ("[]", "a record is an object, not a list of 0"),
        ("null", "a record is an object, not null"),
        ("true", "a record is an object, not true"),
        ("5", "a record is an object, not 5"),
        ("1e400", "the number '1e400' is too large"),
        ('{"a": -1e999}', "the number '-1e999' is too large"),
        ('{"a": NaN}', "NaN is not JSON"),
        ('{"a": Infinity}', "Infinity is not JSON"),
        ('{"a": -Infinity}', "-Infinity is not JSON"),
        ('{"a": ' + "9" * 10_000 + "}", "a number in this JSON is too long"),
        ("[" * 100_000, "this JSON is nested too deeply for a record"),
        ('{"a":' * 100_000, "this JSON is nested too deeply for a record"),
        ("{\u0661: 2}", "this is not JSON"),
    ],
    ids=quote,
)
def test_text_that_is_no_record(text: str, message: str) -> None:
    with pytest.raises(fs.RecordError, match=message) as caught:
        parse_record(text)
    assert_short(caught.value)


@pytest.mark.parametrize("text", [None, 5, b"{}", {}, []], ids=quote)
def test_a_record_is_read_from_text_only(text: Any) -> None:
    with pytest.raises(fs.RecordError, match="a record is read from text, not from "):
        parse_record(text)


def test_lone_surrogates_survive() -> None:
    record = {**RECORD, "names": ["\ud800", "\udfff"]}
    assert parse_record(format_record(record)) == record


def endless() -> dict[str, Any]:
    nested: dict[str, Any] = {}
    nested["itself"] = nested
    return nested


def deep() -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for _ in range(100_000):
        nested = {"a": nested}
    return nested


@pytest.mark.parametrize(
    "extra",
    [float("nan"), float("inf"), {1, 2}, b"bytes", object(), 10**5000, endless(), deep(), {(1, 2): 3}],
    ids=lambda thing: type(thing).__name__,
)
def test_what_json_cannot_say_is_not_written(extra: object) -> None:
    with pytest.raises(
        fs.RecordError, match=r"this record (contains something that JSON cannot express|is nested)"
    ):
        format_record({**RECORD, "extra": extra})


# --- Files ---


def test_a_position_is_read_back_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, RECORD)
    assert load(path).to_record() == RECORD
    assert read_json(path) == RECORD
    assert path.read_bytes() == format_record(RECORD).encode() + b"\n"


def test_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, RECORD)
    later = play("grow", "1,1 5,5 1,2 4,5 1,3").to_record()
    save(path, later)
    assert read_json(path) == later
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, RECORD)
    with pytest.raises(fs.RecordError):
        save(path, {**RECORD, "time": float("nan")})
    assert read_json(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "'.*game.json': this is not JSON"),
        (b"[1, 2]", "'.*game.json': a record is an object, not a list of 2"),
        (b"{}", "'.*game.json': the record has no \"book\""),
        (format_record({**RECORD, "moves": ["1,1", "1,1"]}).encode(), "'.*game.json': cell 1,1 is already"),
    ],
    ids=["empty", "list", "no book", "bad move"],
)
def test_what_is_wrong_with_a_file_names_it(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(fs.RecordError, match=message) as caught:
        load(path)
    assert caught.value.at == (1 if b"1,1" in content else None)
    assert_short(caught.value)


def test_a_byte_order_mark_before_a_record_is_forgiven(tmp_path: Path) -> None:
    text = format_record(RECORD)
    assert parse_record(f"\ufeff{text}") == RECORD
    (tmp_path / "game.json").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load(tmp_path / "game.json").to_record() == RECORD
