"""Server-sent events, in whatever pieces they come."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivesquare.fullscreen.remote.event_parser import EventParser
from fivesquare.fullscreen.remote.remote_errors import ServerError

lines = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=20)
ends = st.sampled_from(["\n", "\r\n", "\r"])


def fed(*pieces: bytes, largest: int = 1000) -> list[str]:
    parser = EventParser(largest)
    return [event for piece in pieces for event in parser.feed(piece)]


def test_events_as_our_server_sends_them() -> None:
    assert fed(b'id: 0\ndata: {"ply":0}\n\nid: 1\ndata: {"ply":1}\n\n') == ['{"ply":0}', '{"ply":1}']


def test_what_is_not_data_is_passed_over() -> None:
    assert fed(b": a comment\n\nretry: 10\nevent: game\ndata\n\ndata:x\n\nfoo: bar\n\n") == ["", "x"]


def test_data_of_several_lines_is_one_event() -> None:
    assert fed(b"data: a\ndata:  b\n\n") == ["a\n b"]


def test_an_event_counts_when_it_is_complete() -> None:
    assert fed(b"data: a\n") == []
    assert fed(b"data: a\r\n\r") == []
    assert fed(b"data: a\r\n\r", b"\n") == ["a"]
    assert fed(b"data: a\r", b"\rdata: b\n", b"\n") == ["a", "b"]


@given(st.lists(lines), ends, st.lists(st.integers(1, 30)))
def test_the_pieces_make_no_difference(told: list[str], end: str, cuts: list[int]) -> None:
    stream = "".join(f"data: {line}{end}{end}" for line in told).encode()
    pieces = []
    rest = stream
    for cut in cuts:
        pieces.append(rest[:cut])
        rest = rest[cut:]
    assert fed(*pieces, rest, b"\n") == told


@given(st.lists(st.binary(max_size=200)))
def test_no_bytes_do_harm(pieces: list[bytes]) -> None:
    for event in fed(*pieces, largest=100_000):
        assert isinstance(event, str)


@pytest.mark.parametrize(
    "pieces",
    [
        [b"x" * 600, b"x" * 600],
        [b"data: " + b"x" * 1200 + b"\n\n"],
        [b"data: " + b"x" * 600 + b"\n", b"data: " + b"x" * 600 + b"\n\n"],
        [b"x"] * 1200,
    ],
)
def test_an_event_without_end_is_refused(pieces: list[bytes]) -> None:
    with pytest.raises(ServerError, match="more than 1,000 bytes"):
        fed(*pieces)


def test_many_events_together_may_be_larger_than_one() -> None:
    assert fed(b"data: xx\n\n" * 1000, largest=100) == ["xx"] * 1000
