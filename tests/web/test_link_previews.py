"""The pictures behind links: the right size, the owners in their colours, and never too slow."""

import io
import time
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image
from starlette.applications import Starlette
from starlette.testclient import TestClient

import fivesquare as fs
from fivesquare.pictures import cards, raster
from fivesquare.pictures.shapes import Frame
from fivesquare.pictures.styles import CELL, LIGHT
from fivesquare.scenes import scene
from fivesquare.web.app import HANDLERS, page_route
from fivesquare.web.pages import link_previews
from fivesquare.web.pages.link_previews import card
from fivesquare.web.settings import Settings
from fivesquare.web.study.solver_pool import SolverPool

FLIP = fs.Position.from_record(scene("flip").to_record() | {"players": ["human", "human"]})


def opened(png: bytes) -> Image.Image:
    assert png.startswith(b"\x89PNG")
    picture = Image.open(io.BytesIO(png))
    assert picture.size == (1200, 630)
    return picture.convert("RGB")


def near(colour: tuple[int, ...], wanted: str) -> bool:
    """Whether a colour is that one, as far as anybody sees: a picture has only so many."""
    hexes = [int(wanted[start : start + 2], 16) for start in (1, 3, 5)]
    return all(abs(one - other) <= 6 for one, other in zip(colour, hexes, strict=True))


def pixel(picture: Image.Image, x: float, y: float) -> tuple[int, ...]:
    found = picture.getpixel((round(x), round(y)))
    assert isinstance(found, tuple)
    return found


FACES = (LIGHT["surface"], LIGHT["first"], LIGHT["second"])
INKS = (LIGHT["ink"], LIGHT["on-first"], LIGHT["on-second"])


def box_of(position: fs.Position, cell: int) -> tuple[float, float, float, float]:
    """Where a cell is on a card: left, top, right and bottom."""
    frame = Frame(position.size, with_sides=False)
    across, down, scale = cards.placed(frame)
    x, y = frame.corner(cell)
    return across + scale * x, down + scale * y, across + scale * (x + CELL), down + scale * (y + CELL)


def beside_the_number(position: fs.Position, cell: int) -> tuple[float, float]:
    """A place in a cell where neither its number nor a shape nor a ring is."""
    left, top, right, bottom = box_of(position, cell)
    return left + 0.82 * (right - left), top + 0.2 * (bottom - top)


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_every_owner_has_a_colour(book: str) -> None:
    position = scene(book)
    picture = opened(card(position))
    for cell in range(position.size.cells):
        owner = position.owner(cell)
        is_open = bool(position.claims >> cell & 1)
        wanted = FACES[owner] if owner or is_open else LIGHT["tray"]
        assert near(pixel(picture, *beside_the_number(position, cell)), wanted), cell


def test_every_owner_has_a_shape() -> None:
    """A circle fills more of its square than a diamond does of its own."""
    picture = opened(card(FLIP))
    for cell, least, most in ((1, 0.57, 0.85), (3, 0.3, 0.52)):
        ink = INKS[FLIP.owner(cell)]
        left, top, right, _ = box_of(FLIP, cell)
        side = right - left
        reach = round(5.5 / 72 * side * (1.2 if FLIP.owner(cell) == 2 else 1))
        middle = round(left + 12.5 / 72 * side), round(top + 12.5 / 72 * side)
        around = range(-reach, reach + 1)
        inside = [near(pixel(picture, middle[0] + x, middle[1] + y), ink) for x in around for y in around]
        assert least < sum(inside) / len(inside) < most


def test_without_numbers_the_shapes_are_large() -> None:
    position = scene("chain")
    picture = opened(card(position))
    for cell in range(25):
        left, top, right, bottom = box_of(position, cell)
        middle = pixel(picture, (left + right) / 2, (top + bottom) / 2)
        owner = position.owner(cell)
        assert near(middle, INKS[owner] if owner else LIGHT["surface"])


def test_the_last_claim_has_a_ring() -> None:
    picture = opened(card(FLIP))
    for cell in range(16):
        left, top, right, bottom = box_of(FLIP, cell)
        side = right - left
        on_the_ring = pixel(picture, right - 6 / 72 * side - 0.5, (top + bottom) / 2 + 0.25 * side)
        assert near(on_the_ring, INKS[2]) == (cell == FLIP.last_claim)


def test_a_stopped_chain_still_marks_the_claim() -> None:
    position = fs.Position.from_record(
        {"book": "chain", "board": [[1] * 4] * 4, "moves": ["1,1", "4,4", "1,2", "stop"]}
    )
    assert (position.last_claim, position.last_taken) == (1, ())


def test_a_swap_marks_what_was_swapped() -> None:
    position = fs.start({"like": "sweep", "balance": "swap"}, board="5 3 8/2 9 1/6 4 7")
    position = position.play("2,2").play("swap")
    assert (position.last_claim, position.last_taken) == (4, (1, 3, 5, 7))


def test_what_was_taken_is_marked() -> None:
    board = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
    position = fs.start("sweep", board=board).play("2,2")
    assert position.last_taken == (1, 3, 5, 7)
    picture = opened(card(position))
    assert any(near(pixel(picture, x, y), INKS[1]) for x, y in edge_of(position, 1))  # a thin ring


def edge_of(position: fs.Position, cell: int) -> Iterator[tuple[float, float]]:
    left, top, right, bottom = box_of(position, cell)
    side = right - left
    for pixels in range(round(0.12 * side)):
        for place in (0.2, 0.25, 0.3):  # the ring of what was taken is broken
            yield right - pixels, (top + bottom) / 2 + place * side


def test_the_bar_shows_how_far_each_has_come() -> None:
    picture = opened(card(FLIP))
    assert [side.part for side in FLIP.sides] == [32 / 68, 39 / 68]
    y, groove = 341, "#ddd9d3"
    ends = [cards._LEFT + cards._ROOM * part for part in (32 / 136, 1 - 39 / 136)]
    assert near(pixel(picture, ends[0] - 8, y), FACES[1])
    assert near(pixel(picture, ends[0] + 8, y), groove)
    assert near(pixel(picture, ends[1] - 8, y), groove)
    assert near(pixel(picture, ends[1] + 8, y), FACES[2])


def test_whoever_has_won_is_past_the_middle() -> None:
    books: list[Any] = [*fs.CATALOGUE, {"like": "flip", "balance": {"komi": 9.5}}]
    for book in books:
        for seed in range(10):
            position = fs.start(book, seed=seed)
            while not position.is_over:
                position = position.play(position.legal[-1])
            assert position.outcome is not None
            if position.outcome.reason in (fs.Reason.POINTS, fs.Reason.MAJORITY, fs.Reason.EXACT):
                winner, loser = position.outcome.winner, 3 - position.outcome.winner
                told = [side.part for side in position.sides]
                assert told[winner - 1] > told[loser - 1]
                if position.outcome.reason != fs.Reason.POINTS:
                    assert told[winner - 1] >= 1


@pytest.mark.parametrize("size", [(1, 2), (2, 1), (1, 8), (8, 1), (3, 7), (8, 8)])
@pytest.mark.parametrize("book", ["flip", "chain", "grow"])
def test_any_board_fits(book: str, size: tuple[int, int]) -> None:
    position = fs.start(book, seed=1, size=size)
    left, top, _, _ = box_of(position, 0)
    _, _, right, bottom = box_of(position, position.size.cells - 1)
    assert left >= 40
    assert right <= 600
    assert top >= 40
    assert bottom <= 590
    opened(card(position))
    opened(card(position.play(position.legal[0])))


@pytest.mark.parametrize(
    "title",
    [
        "x" * 80,
        "W" * 80,
        "one two three four five six seven eight nine ten",
        "Ωμέγα",
        "<b>&amp;",
        "囲碁",
        "a",
    ],
)
def test_any_title_fits(title: str) -> None:
    position = fs.start({"like": "grow", "values": [100, 999], "title": title}, seed=1, size=(8, 8))
    picture = opened(card(position, "W" * 300))
    for y in range(0, 630, 3):  # nothing is written beyond the margin
        assert near(pixel(picture, 1190, y), LIGHT["paper"])


def test_what_the_font_does_not_have_is_left_out() -> None:
    assert cards.known("Ωmega 囲碁 game") == "mega game"
    assert cards.known("Café “x” … 5 €") == "Café “x” … 5 €"


def test_a_long_text_is_cut() -> None:
    lines, size = cards.fitted("word " * 100, (38, 32), cards.PLAIN, 3)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(cards.width_of(line, size, cards.PLAIN) <= cards._ROOM for line in lines)


def test_another_sentence_makes_another_picture() -> None:
    assert card(FLIP) == card(FLIP) == card(FLIP, f"After move {len(FLIP.moves)}.")
    assert card(FLIP, "Your turn.") != card(FLIP)


def test_a_picture_is_drawn_in_a_moment() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    card(position)
    begun = time.process_time()
    for _ in range(5):
        card(position)
    assert (time.process_time() - begun) / 5 < 0.2


# --- Over HTTP ---


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    pool = SolverPool(Settings())
    app = Starlette(routes=[*map(page_route, link_previews.routes(pool))], exception_handlers=HANDLERS)
    with TestClient(app) as client:
        yield client
    pool.close()


@pytest.mark.parametrize(
    "path",
    ["/picture.png", "/rules/grow/picture.png", "/puzzles/picture.png?book=sweep&seed=3&difficulty=easy"],
)
def test_pictures_behind_links(client: TestClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/png"
    assert "max-age" in response.headers["cache-control"]
    opened(response.content)


def test_the_picture_of_a_puzzle_shows_its_position(client: TestClient) -> None:
    picture = client.get("/puzzles/picture.png?book=grow&seed=3&difficulty=easy").content
    position = fs.puzzle("grow", seed=3, difficulty="easy").position
    assert picture == card(position, link_previews._QUESTION)


def test_a_puzzle_without_a_seed_has_the_cover(client: TestClient) -> None:
    assert client.get("/puzzles/picture.png?book=grow").content == raster.png(cards.cover())


def test_there_are_no_rules_of_other_games(client: TestClient) -> None:
    assert client.get("/rules/chess/picture.png").status_code == 404
