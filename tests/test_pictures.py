"""Pictures: well-formed, true, readable by everyone, and nobody else's business."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare import pictures
from fivesquare.board import Board, Size, cells_of
from fivesquare.books import CATALOGUE
from fivesquare.pictures import DARK, LIGHT, Note, Point, Side
from fivesquare.pictures.trends import Trend, trends
from fivesquare.reviews import Review, ReviewedMove
from fivesquare.solver import Worth
from games import Answers, books, play, random_game, seeds

DRAWN = CATALOGUE["grow"].answers | {"tie": "draw"}
SVG = "{http://www.w3.org/2000/svg}"


def parse(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def kinds(root: ElementTree.Element) -> Counter[str]:
    """How many elements there are of each class."""
    return Counter(kind for element in root.iter() for kind in element.get("class", "").split())


def tiles(root: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    """The cells of the board that are drawn so."""
    return [group for group in root.iter(f"{SVG}g") if group.get("class", "").split()[0] == f"fs-{kind}"]


def texts(element: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


def said(root: ElementTree.Element) -> str:
    return root.findtext(f"{SVG}desc") or ""


# --- A position ---


@given(books, seeds)
def test_every_cell_is_drawn_once_and_as_what_it_is(book: Answers, seed: int) -> None:
    for position in random_game(book, seed, longest=12):
        root = parse(position.to_svg())
        first, second = position.counts
        assert len(tiles(root, "first")) == first
        assert len(tiles(root, "second")) == second
        assert len(tiles(root, "open")) == position.claims.bit_count()
        rest = position.size.cells - first - second - position.claims.bit_count()
        assert len(tiles(root, "far")) == rest
        assert kinds(root)["fs-last"] == (position.last_claim is not None)


@settings(max_examples=60)
@given(books, seeds)
def test_the_same_position_gives_the_same_picture(book: Answers, seed: int) -> None:
    *_, end = random_game(book, seed)
    again = fs.Position.from_record(end.to_record())
    assert end.to_svg() == again.to_svg() == again._repr_svg_()


@pytest.mark.parametrize("size", [(1, 2), (2, 1), (1, 8), (8, 1), (3, 5), (8, 8)])
def test_everything_lies_within_the_frame(size: tuple[int, int]) -> None:
    position = fs.start("flip", seed=1, size=size).play("1,1")
    root = parse(position.to_svg())
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    corners = [
        tuple(map(float, re.findall(r"[\d.]+", group.attrib["transform"])))
        for group in root.iter(f"{SVG}g")
        if "transform" in group.attrib
    ]
    assert len(set(corners)) == len(corners) == position.size.cells
    for x, y in corners:
        assert 0 < x < width - pictures.CELL
        assert 0 < y < height - pictures.CELL
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 <= float(text.attrib["y"]) <= height


def test_tiles_show_their_values_and_the_rims_count_rows_and_columns() -> None:
    root = parse(play("flip", "1,4 3,4").to_svg())
    assert [texts(tile) for tile in tiles(root, "first")] == [["16"]]
    assert [texts(tile) for tile in tiles(root, "second")] == [["15"]]
    assert len(tiles(root, "open")) == 14
    rims = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "fs-rim"]
    assert rims == ["1", "2", "3", "4"] * 2


def test_a_cell_out_of_reach_is_printed_on_the_tray() -> None:
    root = parse(play("fifteen", "1,1").play("4,4").to_svg())
    assert [texts(tile) for tile in tiles(root, "open")] == [["4"], ["5"]]
    assert len(tiles(root, "far")) == 12


def test_where_all_values_are_one_the_shape_stands_in_their_place() -> None:
    root = parse(play("chain", "3,3 1,1").to_svg())
    for kind in ("first", "second", "open"):
        assert all(texts(tile) == [] for tile in tiles(root, kind))
    assert "Row 1: Second, free, free, free, free." in said(root)


def test_what_the_last_claim_took_has_a_broken_ring() -> None:
    root = parse(play("flip", "1,4 3,4 2,3 4,2 2,1 3,1").to_svg())
    assert (kinds(root)["fs-last"], kinds(root)["fs-taken"]) == (1, 1)
    assert "Last claim 3,1, which took 2,1." in said(root)
    root = parse(play("sweep", "2,2").to_svg())
    assert (kinds(root)["fs-last"], kinds(root)["fs-taken"]) == (1, 4)


def test_a_stop_leaves_the_last_claim_marked() -> None:
    book = CATALOGUE["chain"].answers | {"values": "shuffled", "take": "lower-free", "size": [2, 4]}
    position = play(book, "1,1 1,4 1,2", "3 7 2 1/4 8 5 6")
    assert position.in_chain
    for after in (position, position.play("stop")):
        root = parse(after.to_svg())
        assert "Last claim 1,2, which took 1,3." in said(root)
        assert (kinds(root)["fs-last"], kinds(root)["fs-taken"]) == (1, 1)


def test_a_reader_hears_how_the_game_stands() -> None:
    root = parse(play("sweep", "2,2 1,3").to_svg())
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root.findtext(f"{SVG}title") == "Capture Squares, after move 2"
    assert said(root) == (
        "First 19, to act. Second 8. Last claim 1,3. "
        "Row 1: free 5, First 3, Second 8. Row 2: First 2, First 9, First 1. "
        "Row 3: free 6, First 4, free 7."
    )
    root = parse(play("sweep").to_svg())
    assert root.findtext(f"{SVG}title") == "Capture Squares, the opening"


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (play("sweep", "2,2 1,3 3,3 3,1 1,1"), "First 31, wins. Second 14."),
        (play("flip", "1,2 1,1", "1 2"), "First 2, wins. Second 1."),
        (
            play(CATALOGUE["grow"].answers | {"tie": "draw"}, "1,1 1,2", "4 4"),
            "First 4, draw. Second 4, draw.",
        ),
        (play("chain", "3,3 1,1 3,4"), "First 2, may go on. Second 1."),
    ],
)
def test_scores_and_who_acts_or_won(position: fs.Position, line: str) -> None:
    assert said(parse(position.to_svg())).startswith(line)


def test_komi_counts_towards_the_goal_and_swap_is_offered() -> None:
    board = "5 3 8/2 9 1/6 4 7"
    root = parse(play(CATALOGUE["sweep"].answers | {"balance": {"komi": 8.5}}, "2,2", board).to_svg())
    assert said(root).startswith("First 19. Second 0+8.5, to act.")
    bars = {
        side.attrib["class"]: float(side[-1].attrib["width"])
        for side in root.iter(f"{SVG}g")
        if "fs-side" in side.get("class", "")
    }
    assert bars["fs-side fs-first"] / bars["fs-side fs-second"] == pytest.approx(19 / 8.5, rel=0.01)
    swap = CATALOGUE["sweep"].answers | {"balance": "swap"}
    root = parse(play(swap, "2,2", board).to_svg())
    assert said(root).startswith("First 19. Second 0, may swap.")
    root = parse(play(swap, "2,2 swap", board).to_svg())
    assert said(root).startswith("First 0, to act. Second 19. Last claim 2,2, which took 1,2 and 2,1")


def test_names_come_from_the_record_if_they_tell_the_players_apart() -> None:
    def names(players: object) -> list[str]:
        record = play("sweep").to_record() | {"players": players}
        root = parse(fs.Position.from_record(record).to_svg())
        return [text.text or "" for text in root.iter(f"{SVG}text") if "fs-name" in text.get("class", "")]

    assert names(["human", "level:3"]) == ["human", "level:3"]
    for players in (["human", "human"], ["human"], [1, 2], None, "ab"):
        assert names(players) == ["First", "Second"]


def test_a_long_name_is_cut_but_said_whole() -> None:
    sides = (Side("x" * 500, "1"), Side("Second", "2"))
    root = parse(pictures.board(Board.of([[1, 2]]), title="long", sides=sides))
    assert max(map(len, texts(root))) < 20
    assert "x" * 500 in said(root)


def test_notes_have_a_sign_and_the_best_a_ring() -> None:
    position = play("sweep", "2,2 1,3")
    notes = {0: Note("+15", 1), 6: Note("draw", 0), 8: Note("-17", -1, is_best=True)}
    root = parse(position.to_svg(notes))
    shown = {texts(tile)[-1]: texts(tile)[0] for tile in tiles(root, "open")}
    assert shown == {"5": "+15", "6": "draw", "7": "\N{MINUS SIGN}17"}
    signs = [path.get("d") for path in root.iter(f"{SVG}path") if "fs-note" in path.get("class", "")]
    assert len(set(signs)) == len(signs) == 3
    assert kinds(root)["fs-best"] == 1
    assert "free 7 (worth -17, best)" in said(root)


# --- Text of any kind ---

anything = st.text(st.characters(codec=None), max_size=40) | st.sampled_from(
    ["</title><script>alert(1)</script>", '"><', "&amp;", "]]>", "\x00\x0b\ufffe", "\ud800", "<!--"]
)


def readable(text: str) -> str:
    """What XML can hold of a text, as a parser gives it back."""
    held = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    return held.replace("\r\n", "\n").replace("\r", "\n")


@given(anything, anything, anything)
def test_no_text_gets_out_of_its_place(title: str, name: str, note: str) -> None:
    sides = (Side(name, "1", note), Side("Second", "2"))
    values = Board.of([[1, 2]])
    plain = pictures.board(values, title="t", claims=3, sides=sides[::-1], notes={0: Note("n", 1)})
    board = pictures.board(values, title=title, claims=3, sides=sides, notes={0: Note(note, 1)})
    curve = pictures.curve([Point(1, 0, note), Point(None, 1, name)], title=title, remark=note)
    cells = pictures.cells(Size(1, 2), {0: note}, title=title)
    for picture in (board, curve, cells):
        picture.encode()
        assert parse(picture).findtext(f"{SVG}title") == readable(title)
    assert Counter(e.tag for e in parse(board).iter()) - Counter(e.tag for e in parse(plain).iter()) in (
        Counter(),
        Counter({f"{SVG}text": 1}),  # the status
    )


# --- A curve ---


def with_curve(*worths: Worth | None) -> Review:
    """A review of a game that took this course."""
    moves = tuple(
        ReviewedMove(number, 1 + (number + 1) % 2, "1,1", worth, worth, ("1,1",), {})
        for number, worth in enumerate(worths[1:], 1)
    )
    return Review(fs.start("sweep", seed=1), worths[0], moves)


def points(root: ElementTree.Element) -> Iterator[tuple[str, float]]:
    """The points of a curve: whose, and how far down."""
    for group in root.findall(f"{SVG}g"):
        kind = group.get("class", "").split()
        if kind[0] == "fs-point":
            mark = next(part for part in group if part.get("class") == "fs-mark")
            y = mark.get("cy") or re.findall(r"[\d.]+", mark.attrib["d"])[1]
            yield kind[1], float(y)


def test_a_curve_rises_for_the_first_player_and_shows_who_moved() -> None:
    root = parse(with_curve(Worth(1, 5), Worth(2, -5), Worth(0, 0), Worth(1, 12))._repr_svg_())
    owners, depths = zip(*points(root), strict=True)
    assert owners == ("fs-nobody", "fs-first", "fs-second", "fs-first")
    opening, worst, level, best = depths
    assert best < opening < level < worst
    assert root.findtext(f"{SVG}title") == "Capture Squares, move by move"


@settings(max_examples=100)
@given(st.lists(st.none() | st.integers(-60000, 60000), min_size=1, max_size=120))
def test_a_curve_of_any_heights_lies_within_its_frame(heights: list[int | None]) -> None:
    root = parse(pictures.curve([Point(height, 0, "x") for height in heights], title="any"))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert kinds(root)["fs-unknown"] == heights.count(None)
    assert len(list(points(root))) == len(heights) - heights.count(None)
    for mark in root.iter(f"{SVG}circle"):
        assert 0 < float(mark.attrib["cx"]) < width
        assert 0 < float(mark.attrib["cy"]) < height
    labels = [text for text in root.iter(f"{SVG}text") if text.get("class") == "fs-rim fs-to"]
    assert 2 <= len(labels) <= 8
    assert all(40 < float(label.attrib["y"]) < height for label in labels)


def test_what_is_not_known_is_a_gap() -> None:
    root = parse(with_curve(Worth(1, 3), None, Worth(2, -3)).to_svg())
    assert len(list(points(root))) == 2
    assert kinds(root)["fs-line"] == 2
    assert kinds(root)["fs-unknown"] == 1
    assert list(points(parse(with_curve(None).to_svg()))) == []


def test_without_margins_heights_have_names() -> None:
    words = texts(parse(with_curve(Worth(1, None), Worth(2, None)).to_svg()))
    assert {"first wins", "draw", "second wins"} <= set(words)


def test_the_turning_point_has_a_ring_and_a_line() -> None:
    review = fs.review(play("sweep", "1,2 1,3 2,2"))
    root = parse(review.to_svg())
    assert kinds(root)["fs-turn"] == 1
    assert "Turning point: 2. 1,3: gives away the win." in texts(root)
    hints = [group.findtext(f"{SVG}title") for group in root.findall(f"{SVG}g") if len(group) > 1]
    assert "1. 1,2: gives away the win" in hints
    assert said(root).startswith("the opening. 1. 1,2: gives away the win. 2. 1,3: gives away the win.")
    assert kinds(parse(fs.review(play("sweep", "2,2")).to_svg()))["fs-turn"] == 0


# --- A map ---


def test_a_map_may_be_shaded_by_numbers_that_are_written_otherwise() -> None:
    entries, texts = {0: 0.5, 1: 0.25}, {0: "half of them", 1: "25"}
    root = parse(pictures.cells(Size(1, 2), entries, title="a map", texts=texts))
    written = [text for text in root.iter(f"{SVG}text") if text.get("class") == "fs-value"]
    assert [text.text for text in written] == ["half of them", "25"]
    assert len({text.get("font-size") for text in written}) == 1
    shades = [
        float(rect.get("fill-opacity", 0)) for rect in root.iter(f"{SVG}rect") if rect.get("fill-opacity")
    ]
    assert shades == [pictures.STRONGEST, pictures.STRONGEST / 2]


def test_a_map_shades_numbers_and_prints_words() -> None:
    root = parse(pictures.cells(Size(2, 3), {0: 10, 1: -5, 2: 0, 3: "win", 5: 2.5}, title="a map"))
    assert texts(root)[-5:] == ["+10", "\N{MINUS SIGN}5", "0", "win", "+2.5"]
    assert (kinds(root)["fs-first-shade"], kinds(root)["fs-second-shade"]) == (2, 1)
    strength = [float(rect.attrib["fill-opacity"]) for rect in root.iter() if "fill-opacity" in rect.attrib]
    assert strength == [0.45, 0.225, 0.113]
    assert said(root) == "1,1: +10. 1,2: \N{MINUS SIGN}5. 1,3: 0. 2,1: win. 2,3: +2.5."


# --- What holds for all ---


def examples() -> dict[str, str]:
    return {
        **{name: play(name, "1,1").to_svg() for name in CATALOGUE},
        "curve": with_curve(Worth(1, 3), None, Worth(2, -3)).to_svg(),
        "map": pictures.cells(Size(1, 2), {0: 1}, title="a map"),
    }


@pytest.mark.parametrize("picture", examples().values(), ids=examples())
def test_nothing_comes_from_outside_and_nothing_leaks(picture: str) -> None:
    root = parse(picture)
    assert pictures.is_ours(picture)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in ("script", "image", "use", "a", "foreignObject", "link")
        for name, value in element.attrib.items():
            assert "href" not in name
            assert name not in ("id", "style")
            assert not name.startswith("on")
            assert "url(" not in value
    style = root.findtext(f"{SVG}style") or ""
    assert not re.search(r"url\(|@import|@font-face|https?:", style)
    selectors = re.findall(r"(?:^|[{}])([^{}@]+)\{", style)
    assert len(selectors) > 20
    for selector in ",".join(selectors).split(","):
        assert selector.startswith(".fivesquare"), selector
    assert kinds(root).keys() - {"fivesquare"} == {kind for kind in kinds(root) if kind.startswith("fs-")}


@pytest.mark.parametrize("picture", examples().values(), ids=examples())
def test_every_class_that_has_a_colour_is_known_to_the_style_sheet(picture: str) -> None:
    for rect in parse(picture).iter(f"{SVG}rect"):
        kind = rect.attrib["class"].split()[0]
        assert f".{kind}" in pictures.style()


def test_every_colour_of_the_style_sheet_stands_in_both_palettes() -> None:
    used = set(re.findall(r"var\(--fs-([a-z-]+)\)", pictures.style()))
    assert used == LIGHT.keys() == DARK.keys()
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in [*LIGHT.values(), *DARK.values()])


# --- Contrast, as the Web Content Accessibility Guidelines reckon it ---


def channels(colour: str) -> list[float]:
    return [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]


def luminance(parts: list[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], other: list[float]) -> float:
    lighter, darker = sorted([luminance(one), luminance(other)], reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


SMALL_TEXT = [("ink", "paper"), ("muted", "paper"), ("ink", "surface"), ("muted", "surface")]
LARGE_TEXT = [
    ("faint", "tray"),  # numbers on the tray
    ("on-first", "first"),
    ("on-second", "second"),
    ("first-text", "paper"),
    ("second-text", "paper"),
]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read(palette: dict[str, str]) -> None:
    for text, ground in SMALL_TEXT:
        assert contrast(channels(palette[text]), channels(palette[ground])) >= 4.5, (text, ground)
    for text, ground in LARGE_TEXT:
        assert contrast(channels(palette[text]), channels(palette[ground])) >= 3, (text, ground)
    for number, tile in (("on-first", "first"), ("on-second", "second")):
        assert contrast(channels(palette[number]), channels(palette[tile])) >= 4.5


@pytest.mark.parametrize(("palette", "player"), list(product([LIGHT, DARK], ["first", "second"])))
def test_text_can_be_read_on_the_strongest_cell_of_a_map(palette: dict[str, str], player: str) -> None:
    mixed = [
        pictures.STRONGEST * strong + (1 - pictures.STRONGEST) * weak
        for strong, weak in zip(channels(palette[player]), channels(palette["surface"]), strict=True)
    ]
    assert contrast(channels(palette["ink"]), mixed) >= 3


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_players_differ_without_colours(palette: dict[str, str]) -> None:
    assert contrast(channels(palette["first"]), channels(palette["second"])) >= 2.5


def test_drawing_needs_neither_numpy_nor_numba() -> None:
    code = "import fivesquare as fs, sys; fs.start('flip', seed=1).to_svg(); print('numba' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_the_mask_of_a_position_is_what_is_drawn() -> None:
    position = play("grow", "1,1 5,5 1,2 4,5")
    root = parse(position.to_svg())
    values = [str(position.board.values[cell]) for cell in cells_of(position.claims)]
    assert [texts(tile)[-1] for tile in tiles(root, "open")] == values


# --- Trends ---


def test_a_trend_is_as_high_as_its_shares() -> None:
    drawn = trends([Trend("accuracy", [0.5, 0.75, 1.0])], label="Three", start="3 games ago", end="now")
    root = ElementTree.fromstring(drawn)
    (line,) = [path.get("d") for path in root if path.get("class") == "path accuracy"]
    assert line == "M36.0 140.0L220.0 77.0L404.0 14.0"
    assert root.get("aria-label") == "Three"
    assert [text.text for text in root if text.tag == "text"] == ["100", "75", "50", "3 games ago", "now"]


def test_a_trend_below_half_begins_at_zero_and_stays_on_the_sheet() -> None:
    drawn = trends([Trend("skill", [-0.4, 0.4]), Trend("accuracy", [0.8])], label="<&>", start="", end="")
    root = ElementTree.fromstring(drawn)
    paths = {path.get("class"): path.get("d") for path in root}
    assert paths["path skill"] == "M36.0 140.0L404.0 89.6"
    assert "path accuracy" not in paths  # one point is no line
    assert [text.text for text in root if text.tag == "text"][:3] == ["100", "50", "0"]
    assert trends([], label="", start="", end="")
