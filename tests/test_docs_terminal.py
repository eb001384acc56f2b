"""docs/terminal.md and docs/prompts.md have everything one can type, and nothing else."""

import re
from pathlib import Path

import click
import pytest

import fivesquare as fs
from fivesquare import cache
from fivesquare.books import CATALOGUE
from fivesquare.cli import main as cli
from fivesquare.cli.benchmark import Benchmark
from fivesquare.fullscreen.remote.server_cookies import cookie_file
from fivesquare.players import PLAYERS
from fivesquare.table import kept_reviews, saved_games, settings
from fivesquare.table.settings import SEATS, STYLES, Choices
from fivesquare.terminal import after_game, game_wishes, menu, prompts, save_prompt
from fivesquare.terminal import walk as walking
from fivesquare.terminal.daily_puzzle import PosedClaim
from fivesquare.terminal.puzzle_series import Posed
from fivesquare.terminal.session import Session
from fivesquare.terminal.walk import ReviewWalk
from fivesquare.web.settings import Settings
from fivesquare.words import typed as words

ROOT = Path(__file__).parent.parent
PAGE = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("terminal.md", "prompts.md"))
SOURCES = sorted((ROOT / "src").rglob("*.py"))

Row = list[list[str]]
"""What stands in backticks in each cell of a row."""


def section(heading: str) -> str:
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def tables(heading: str) -> list[list[str]]:
    """The rows of each table under a heading, as they are written."""
    found = re.findall(r"^\|(?:---\|)+\n((?:\|.*\|\n)+)", section(heading), re.MULTILINE)
    return [table.splitlines() for table in found]


def table(heading: str, which: int = 0) -> list[Row]:
    return [[spans(cell) for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in tables(heading)[which]]


def spans(text: str) -> list[str]:
    """What stands in backticks."""
    return [span.replace(r"\|", "|") for span in re.findall(r"`([^`]+)`", text)]


# --- Commands and options ---


def commands() -> dict[str, click.Command]:
    context = click.Context(cli.cli)
    named = [(name, cli.cli.get_command(context, name)) for name in cli.cli.list_commands(context)]
    found: dict[str, click.Command] = {"fivesquare": cli.cli}
    for name, command in named:
        if isinstance(command, click.Group):
            words = [f"{name} {word}" for word in command.commands]
            if isinstance(command, Benchmark):  # the first of its commands needs no word of its own
                words[0] = name
            found |= zip(words, command.commands.values(), strict=True)
        elif command is not None:
            found[name] = command
    return found


def usage(name: str, command: click.Command) -> str:
    """A command with its arguments, as help shows it; the names of the books are a word on the page."""
    context = click.Context(command)
    arguments = [each.make_metavar(context) for each in command.params if isinstance(each, click.Argument)]
    return " ".join([name, *arguments]).replace(f"[{'|'.join((*CATALOGUE, 'VARIANT'))}]", "[BOOK]")


def options(command: click.Command) -> dict[str, click.Option]:
    found = [each for each in command.params if isinstance(each, click.Option)]
    return {name: each for each in found for name in each.opts}


def option_rows() -> list[tuple[list[str], list[str], str]]:
    """Options as they are written, the commands that have them, and the row."""
    return [
        (typed, of, row)
        for which, rows in enumerate(tables("Options"))
        for (typed, of, *_), row in zip(table("Options", which), rows, strict=True)
        if typed != ["--help", "-h"]
    ]


def test_every_command_is_there_with_its_arguments() -> None:
    assert [row[0] for row in table("Commands")] == [[usage(*each)] for each in commands().items()]


def test_every_option_is_there_with_the_commands_that_have_it() -> None:
    listed = [
        (name, spelled.split()[0]) for typed, of, _ in option_rows() for name in of for spelled in typed
    ]
    exist = {(name, option) for name, command in commands().items() for option in options(command)}
    assert sorted(exist - set(listed)) == [], "these are not on the page"
    assert sorted(set(listed) - exist) == [], "these are on the page, and do not exist"
    assert len(listed) == len(set(listed)), "an option is listed twice"


def test_an_option_has_something_behind_it_on_the_page_if_it_takes_something() -> None:
    for typed, of, row in option_rows():
        for spelled in typed:
            name, _, value = spelled.partition(" ")
            for command in of:
                option = options(commands()[command])[name]
                assert bool(value) == (not option.is_flag), f"{command} {spelled}"
                assert value.startswith("[") == bool(option.metavar and option.metavar.startswith("["))
                if isinstance(option.type, click.Choice):
                    assert set(option.type.choices) <= set(spans(row)), f"{command} {spelled}"


def test_help_and_its_short_form_are_there() -> None:
    assert cli.cli.context_settings["help_option_names"] == ["-h", "--help"]
    assert ["--help", "-h"] in [row[0] for row in table("Options", -1)]


# --- Words ---


def typed(heading: str, which: int = 0) -> dict[str, list[str]]:
    """Each word of a table, without what follows it, and what else can be typed for it."""
    rows = table(heading, which)
    assert all(len(row) == 3 for row in rows)
    return {row[0][0]: row[1] for row in rows}


def aliases(known: list[str], others: dict[str, str]) -> dict[str, list[str]]:
    """What the code knows, in the same shape; Enter alone is said otherwise on the page."""
    return {
        word: sorted(short for short, long in others.items() if long == word and short) for word in known
    }


def in_order(words: dict[str, list[str]]) -> dict[str, list[str]]:
    return {word.removesuffix(" FILE"): sorted(others) for word, others in words.items()}


def test_words_at_the_prompt_of_a_game() -> None:
    expected = aliases(list(Session.commands), Session.aliases)
    assert in_order(typed("At the prompt of a game")) == expected


def test_words_in_a_walk() -> None:
    listed = in_order(typed("In a walk"))
    assert listed.pop("5") == []  # the number of a move
    assert listed == aliases(list(ReviewWalk.commands), ReviewWalk.aliases)
    assert {word for word in walking._WORDS_TO_CANCEL if len(word) > 1} <= set(spans(section("In a walk")))
    assert "Enter, `forward`" in section("In a walk")
    assert ReviewWalk.aliases[""] == "next"


def test_words_in_a_puzzle() -> None:
    assert in_order(typed("In a puzzle")) == aliases(list(Posed.commands), Posed.aliases)


def test_words_in_the_puzzle_of_the_day() -> None:
    expected = aliases(list(PosedClaim.commands), PosedClaim.aliases)
    assert in_order(typed("In the puzzle of the day")) == expected


def test_words_in_the_menu() -> None:
    game = fs.start("chain")
    items = list(menu.items_of(menu.Known(Choices(), left=game, last=game)))
    leave = {word: prompts.QUIT for word in prompts.LEAVE if word != prompts.QUIT}
    assert in_order(typed("In the menu")) == aliases(items, {**menu.OTHER_WORDS, **leave})
    assert {*SEATS, "back", "b", "more"} <= set(spans(section("In the menu")))


def test_words_behind_more_in_the_menu() -> None:
    rows = table("In the menu", 1)
    assert [row[0] for row in rows] == [[word] for word in game_wishes.CHANGES]
    assert {"style": list(STYLES)}.items() <= {row[0][0]: row[1] for row in rows}.items()


def test_words_after_a_game() -> None:
    offered = {word for name, word in vars(after_game).items() if name.isupper() and isinstance(word, str)}
    assert {word for row in table("After a game") for word in row[0]} == offered


def test_answers_to_whether_to_save() -> None:
    listed = typed("At the prompt of a game", 1)
    assert listed.pop("game.json") == []  # the name of a file
    answers = (save_prompt.YES, save_prompt.NO, save_prompt._CANCEL)
    assert {frozenset([word, *others]) for word, others in listed.items()} == set(map(frozenset, answers))


def test_players_and_how_they_may_be_written() -> None:
    rows = {row[0][0].partition(":")[0]: row for row in table("Players")}
    assert set(rows) == set(PLAYERS)
    for word, (names, others, _) in rows.items():
        details = PLAYERS[word].details
        assert names == list(
            dict.fromkeys(f"{word}:{each}".rstrip(":") for each in (details[0], details[-1]))
        )
        for text in (*names, *others):
            assert words.read_player(text).partition(":")[0] == word, text
    assert set(words._PEOPLE) <= set(rows["human"][1])


def test_every_way_to_write_a_cell_is_read_so() -> None:
    ways, *others = [row[0] for row in table("A cell")]
    assert {words.read_pair(way) for way in ways} == {(2, 1)}
    documented = (words.__doc__ or "").split("\n\n")[1].split("and a single number")[0]
    assert {way for way in re.split(r"\s{3,}", documented) if way} <= set(ways)
    assert [word for row in others for word in row] == [fs.STOP, fs.SWAP]


# --- Around the program ---


def test_every_variable_that_is_read_is_there() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    read = re.findall(r"""\benviron(?:\.get\(|\[)["'](\w+)["']""", sources)
    for_the_shell = 1  # that of completion, which nobody sets by hand
    passed_on = len(  # to programs that we start
        re.findall(r"\*\*os\.environ\b|\bos\.environ\.items\(", sources)
    )
    all_uses = len(re.findall(r"\bos\.environ\b", sources))
    assert len(read) + for_the_shell + passed_on == all_uses, "read in another way"
    sizes = (
        {"COLUMNS", "LINES"} if "get_terminal_size" in sources else set[str]()
    )  # it looks at these first
    assert {name for row in table("The environment") for name in row[0]} == {*read, *sizes}


def test_every_exit_status_is_there() -> None:
    listed = [row.split("|")[1].strip() for row in tables("Exit status")[0]]
    told = (cli.__doc__ or "").partition("Exit status:")[2]
    assert listed == re.findall(r"\b(\d+) \w", told)
    assert str(cli.INTERRUPTED) in listed


def test_places_are_where_things_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    compiled = cache.folder.__wrapped__().parent
    served = Settings().database_file
    assert served is not None
    places = [saved_games.games_folder(), settings.settings_file(), kept_reviews.reviews_file()]
    places += [cookie_file(), served, compiled]
    listed = [row[0] for row in table("Files")]
    assert listed == [[f"~/{place.relative_to(tmp_path)}"] for place in places]
