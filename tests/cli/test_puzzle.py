"""`fivesquare puzzle`: right, wrong, hints, nonsense, the score, and every way to leave."""

import json
import re
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.puzzles import DIFFICULTIES, next_seed
from fivesquare.terminal.puzzle_series import Posed
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import voice_for
from fivesquare.words.questions import question, question_of
from fivesquare.words.rules import in_short
from games import play, random_game
from terminal.running import Result, Terminal, run, run_piped

pytestmark = pytest.mark.usefixtures("warm")

ASKED = "Type your move, or hint, show, skip, help, quit."
NEXT = "Enter for the next, or quit: "


def puzzle(*lines: str, book: str = "sweep", options: tuple[str, ...] = ()) -> Result:
    result = run("puzzle", book, "--seed", "1", *options, given="".join(f"{line}\n" for line in lines))
    assert (result.err, result.status) == ("", 0)
    return result


def flat(text: str) -> str:
    """Prose without its line breaks."""
    return " ".join(text.split())


SWEEP = fs.puzzle("sweep", seed=1)
SECOND = fs.puzzle("sweep", seed=next_seed(1))
THIRD = fs.puzzle("sweep", seed=next_seed(next_seed(1)))
WRONG = next(move for move in SWEEP.position.legal if move != SWEEP.move)


# --- One puzzle ---


def test_what_is_shown() -> None:
    output = puzzle().out
    assert output.startswith("Capture Squares: a puzzle, medium, seed 1\n\n+---+")
    number = len(SWEEP.position.legal)
    name = f"Player {SWEEP.position.turn}"
    assert f"{name} is to act. Exactly one of {number} moves wins. {ASKED}" in flat(output)
    assert output.endswith("\nYour move: \n")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("book", CATALOGUE)
def test_the_right_move_of_every_kind_of_puzzle(book: str, difficulty: fs.puzzles.Difficulty) -> None:
    made = fs.puzzle(book, seed=1, difficulty=difficulty)
    output = puzzle(made.move, book=book, options=("--difficulty", difficulty)).out
    assert re.search(r"\nYour move: .*\nRight: \S+ wins, and no other move does\. ", output)
    assert output.endswith(f"\n\nSolved on the first try: 1 of 1.\n{NEXT}\n")


def test_a_right_move_shows_the_line() -> None:
    assert (
        "\nRight: (2,1) wins, and no other move does. Best play goes on (1,1), (3,2) and\nends 22-23.\n"
    ) in puzzle(SWEEP.move).out


def test_a_wrong_move_is_refuted_and_asked_again() -> None:
    output = puzzle(WRONG, SWEEP.move).out
    assert f"\nNo: after ({WRONG}) your opponent takes (3,2) and wins by 13.\n\nYour move: " in output
    assert output.count("Your move: ") == 2
    assert "\nRight: " in output


@pytest.mark.parametrize("book", CATALOGUE)
def test_every_wrong_move_has_a_refutation(book: str) -> None:
    made = fs.puzzle(book, seed=1, difficulty="easy")
    voice = voice_for(made.position.book, Screen().paint)
    for move in made.position.legal:
        if move != made.move:
            said = question(made).why_wrong(move, voice)
            assert said.startswith(f"after {voice.named(made.position, move)} ")
            assert "your opponent" in said
            assert re.search(r" (wins|has a draw)( by \d+| on the tie)?\.$", said)


@pytest.mark.parametrize("line", ["9,9", "what?", "", "\x00", "0"])
def test_nonsense_is_answered_asked_again_and_not_counted(line: str) -> None:
    output = puzzle(line, SWEEP.move).out
    assert output.count("Your move: ") == 2
    assert flat(output).count(ASKED) == 2
    assert "\nSolved on the first try: 1 of 1.\n" in output


@pytest.mark.parametrize("word", ["show", "answer", " SHOW "])
def test_show_tells_the_answer_and_counts_as_not_solved(word: str) -> None:
    output = puzzle(word).out
    assert "The answer: (2,1) wins, and no other move does. Best play goes on (1,1), (3,2)" in output
    assert output.endswith(f"Solved on the first try: 0 of 1.\n{NEXT}\n")


def test_rules_explains_the_game() -> None:
    assert flat(in_short(SWEEP.position.book, SWEEP.position.size)) in flat(puzzle("rules").out)


@pytest.mark.parametrize("word", ["help", "?", "h"])
def test_help_names_every_command(word: str) -> None:
    output = puzzle(word).out
    assert re.findall(r"^  ([a-z]+) ", output, re.MULTILINE) == list(Posed.commands)
    assert "You may capture any free square" in output


@pytest.mark.parametrize("word", ["score", "board"])
def test_score_shows_the_board_and_the_standing(word: str) -> None:
    output = puzzle(WRONG, word).out
    assert output.count("Player 1: 13, Player 2: 0; 23 points win.\n") == 2
    assert output.count("Exactly one of 6 moves wins.") == 2
    assert "\nSolved on the first try: 0 of 1.\n\nYour move: " in output
    assert "solved" not in puzzle(word).out


# --- Hints ---


def test_hints_narrow_the_choice_and_then_more() -> None:
    output = puzzle("hint", "hint", "hint").out
    assert "\nThe right move is in row 2.\n" in output
    assert "\nOne of (2,1) and (2,2) is right, and the other is not.\n" in output
    assert "\nThat was the last hint. Type show for the answer.\n" in output


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("book", CATALOGUE)
def test_no_hints_together_give_the_answer_away(book: str, difficulty: fs.puzzles.Difficulty) -> None:
    made = fs.puzzle(book, seed=2, difficulty=difficulty)
    left = set(made.position.legal)
    for hint in question(made).hints(voice_for(made.position.book, Screen().paint)):
        match = re.fullmatch(r"The right move is in (row|column) (\d)\.", hint)
        if match is not None:
            place = 0 if match[1] == "row" else 1
            left = {move for move in left if "," in move and move.split(",")[place] == match[2]}
        else:
            pair = re.fullmatch(r"One of (\S+) and (\S+) is right, and the other is not\.", hint)
            assert pair is not None
            left &= {pair[1].strip("()"), pair[2].strip("()")}
        assert made.move in left
        assert len(left) > 1


def test_a_hint_for_a_choice_of_two() -> None:
    (lesson,) = fs.lessons(fs.review(play("sweep", "1,1", board="1 2")))
    voice = voice_for(lesson.position.book, Screen().paint)
    assert question_of(lesson, "mistake", voice).hints(voice) == [
        "Only one move is wrong here. What would your opponent do after each?"
    ]


def test_what_was_solved_with_a_hint_is_counted_so() -> None:
    output = puzzle("hint", SWEEP.move, "", SECOND.move).out
    assert "\nSolved on the first try: 1 of 1 (1 with a hint).\n" in output
    assert "\nSolved on the first try: 2 of 2 (1 with a hint), 2 in a row.\n" in output


# --- A series ---


def test_the_score_and_the_streak() -> None:
    lines = [WRONG, SWEEP.move, "", SECOND.move, "next", THIRD.move, "quit"]
    output = puzzle(*lines).out
    assert re.findall(r"^Solved on .*$", output, re.MULTILINE) == [
        "Solved on the first try: 0 of 1.",
        "Solved on the first try: 1 of 2.",
        "Solved on the first try: 2 of 3, 2 in a row.",
    ]
    assert output.endswith(f"{NEXT}quit\n")


def test_only_the_first_try_counts() -> None:
    other = [move for move in SWEEP.position.legal if move not in (SWEEP.move, WRONG)]
    output = puzzle(WRONG, *other, "show").out
    assert output.endswith(f"Solved on the first try: 0 of 1.\n{NEXT}\n")


def test_a_seed_gives_a_series_and_each_of_it_can_be_had_alone() -> None:
    output = puzzle("skip", "skip").out
    assert re.findall(r"seed (\d+)\n", output) == ["1", str(SECOND.seed), str(THIRD.seed)]
    alone = run("puzzle", "sweep", "--seed", str(SECOND.seed), given="skip\n").out
    assert output.endswith(alone)


def test_skip_goes_on_and_does_not_count() -> None:
    output = puzzle("skip", SECOND.move, "").out
    assert "\nSolved on the first try: 1 of 1.\n" in output
    assert output.count(NEXT) == 1
    assert "solved" not in puzzle("skip").out


def test_whatever_else_is_typed_between_two_puzzles_is_asked_again() -> None:
    output = puzzle(SWEEP.move, "2,2", "what", "n").out
    assert output.count(NEXT) == 3
    assert f"seed {SECOND.seed}\n" in output


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_quit_leaves(word: str) -> None:
    assert puzzle(word, SWEEP.move).out.endswith(f"Your move: {word}\n")
    left = puzzle(WRONG, word).out
    assert left.endswith(f"Your move: {word}\nSolved on the first try: 0 of 1.\n")


def test_the_end_of_the_input_ends_it_with_the_score() -> None:
    assert puzzle(SWEEP.move, "").out.endswith("\nYour move: \nSolved on the first try: 1 of 1.\n")


def test_without_a_book_it_is_any_game_and_the_seed_decides() -> None:
    titles = set()
    for seed in ("1", "2", "3", "4"):
        one, same = (run("puzzle", "--seed", seed, "--difficulty", "easy").out for _ in range(2))
        assert one == same
        titles.add(one.partition(": a puzzle")[0])
    assert len(titles) > 1


def test_without_a_seed_it_says_which_it_was() -> None:
    output = run("puzzle", "sweep", "--difficulty", "easy", given="show\n").out
    match = re.search(r"seed (\d+)\n", output)
    assert match is not None
    assert run("puzzle", "sweep", "--difficulty", "easy", "--seed", match[1], given="show\n").out == output


# --- What the books need ---


def in_chain() -> fs.Puzzle:
    return next(
        made
        for seed in range(40)
        if (made := fs.puzzle("chain", seed=seed, difficulty="easy")).position.in_chain
    )


def test_inside_a_chain_it_says_what_was_just_claimed_and_what_may_follow() -> None:
    made = in_chain()
    output = flat(run("puzzle", "chain", "--seed", str(made.seed), "--difficulty", "easy").out)
    claims = ", ".join(f"({move})" for move in made.position.legal[:-1])
    assert (
        f" has just claimed ({made.position.moves[-1]}), and may claim {claims} as well, or stop. "
        in output
    )


@pytest.mark.parametrize("line", ["", "1,1", "5,5", "9,9"])
def test_a_slip_inside_a_chain_is_no_answer(line: str) -> None:
    """In a game an empty line or a claim elsewhere would end the chain."""
    made = in_chain()
    assert line not in made.position.legal
    given = f"{line}\n{made.move}\n"
    output = run("puzzle", "chain", "--seed", str(made.seed), "--difficulty", "easy", given=given).out
    assert "forfeit" not in output
    assert "\nSolved on the first try: 1 of 1.\n" in output


def test_fifteen_shows_the_list_that_its_numbers_come_from() -> None:
    made = fs.puzzle("fifteen", seed=1)
    output = puzzle(book="fifteen").out
    entries = re.findall(r"(\d+)\. \((\d,\d)\) - Value: (\d)", output)
    assert [move for _, move, _ in entries] == list(made.position.legal)
    number = made.position.legal.index(made.move) + 1
    assert "\nRight: " in puzzle(str(number), book="fifteen").out


@pytest.mark.parametrize("columns", ["80", "40"])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("book", CATALOGUE)
def test_a_puzzle_fits_a_screen(book: str, difficulty: str, columns: str) -> None:
    arguments = ("puzzle", book, "--seed", "1", "--difficulty", difficulty)
    terminal = Terminal(*arguments, TERM="xterm", rows="24", columns=columns)
    terminal.wait()
    terminal.child.send("quit\r")
    result = terminal.finish()
    assert result.status == 0
    lines = result.out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) < int(columns) or book == "chain"


# --- The mistakes of a game ---


def from_game(*lines: str, game: fs.Position, source: str = "game.json") -> str:
    Path("game.json").write_text(json.dumps(game.to_record()))
    result = run("puzzle", "--from", source, given="".join(f"{line}\n" for line in lines))
    assert (result.err, result.status) == ("", 0)
    return result.out


GAME = play("sweep", "1,2 1,3 2,2")


def with_players(*players: str) -> fs.Position:
    return fs.Position.from_record({**GAME.to_record(), "players": list(players)})


def test_what_would_have_been_right() -> None:
    output = from_game("1,1", "", "2,2", game=GAME)
    assert output.startswith("Capture Squares: mistake 1 of 2, move 1\n\n+---+")
    text = flat(output)
    assert (
        "Player 1 is to act. In the game (1,2) gave away the win. What would have been right? "
        f"5 of the 9 moves keep the win; any of them counts. {ASKED}"
    ) in text
    assert "Right: (1,1) keeps the win. So do 4 other moves. Best play goes on " in text
    assert "Capture Squares: mistake 2 of 2, move 2" in text
    assert output.endswith("\n\nSolved on the first try: 2 of 2, 2 in a row.\n")


def test_the_move_of_the_game_is_refuted() -> None:
    output = from_game("1,2", game=GAME)
    assert "\nNo: after (1,2) your opponent takes (2,2) and wins by 11.\n" in output


def test_where_only_points_were_given_away() -> None:
    output = from_game("1,3", "2,2", game=play("sweep", "1,1"))
    text = flat(output)
    assert "In the game (1,1) gave away 14 points. What would have been right?" in text
    assert "One of the 9 moves gives nothing away." in text
    assert "Right: (2,2) gives nothing away. Best play goes on " in text


@pytest.mark.parametrize(
    ("players", "titles"),
    [
        (("human", "level:3"), ["your mistake 1 of 1, move 1"]),
        (("level:3", "human"), ["your mistake 1 of 1, move 2"]),
        (("human", "human"), ["mistake 1 of 2, move 1", "mistake 2 of 2, move 2"]),
        (("greedy", "random"), ["mistake 1 of 2, move 1", "mistake 2 of 2, move 2"]),
    ],
)
def test_of_one_person_against_the_computer_it_is_that_ones_mistakes(
    players: tuple[str, str], titles: list[str]
) -> None:
    output = from_game("skip", "skip", game=with_players(*players))
    assert re.findall(r"^Capture Squares: (.*)$", output, re.MULTILINE) == titles


def test_who_made_no_mistake_gets_those_of_the_other() -> None:
    game = fs.Position.from_record(
        {**play("sweep", "1,2 2,2").to_record(), "players": ["level:1", "human"]}
    )
    assert "Capture Squares: your opponent's mistake 1 of 1, move 1\n" in from_game("skip", game=game)


def test_a_game_without_mistakes() -> None:
    assert from_game(game=play("sweep", "2,2 1,3 3,3 3,1 1,1")) == (
        "No mistakes in that game, so there is nothing to practise.\n"
    )


@pytest.mark.parametrize("source", ["last", "1"])
def test_a_game_that_is_kept(source: str, games: Path) -> None:
    games.mkdir(parents=True)
    end = play("sweep", "1,2 1,3 2,2 1,1 3,3 3,1")
    assert end.is_over
    (games / "one.json").write_text(json.dumps(end.to_record()))
    assert from_game("show", game=GAME, source=source).startswith(
        "Capture Squares: mistake 1 of 2, move 1\n"
    )


def test_without_any_game() -> None:
    result = run("puzzle", "--from", "last")
    assert (result.out, result.status) == ("", 1)
    assert result.err == "fivesquare: there is no finished game to show\n"


@pytest.mark.parametrize("more", [["sweep"], ["--seed", "1"], ["--difficulty", "easy"]])
def test_a_game_has_puzzles_of_its_own(more: list[str]) -> None:
    result = run("puzzle", "--from", "game.json", *more)
    assert (result.out, result.status) == ("", 2)
    assert "--from takes its puzzles from a game: leave out book, --seed and --difficulty." in result.err


@pytest.mark.parametrize(
    ("balance", "said"),
    [
        ("swap", "Player B is to act, or to swap. In the game "),
        ({"komi": 2.5}, "Player B has 2.5 points of komi at the end. "),
    ],
)
def test_the_mistakes_of_a_game_with_balance(balance: object, said: str) -> None:
    answers = {**CATALOGUE["flip"].answers, "size": [3, 3], "balance": balance}
    start = fs.start(answers, seed=1)
    games = [start.play(first).play(second) for first in start.legal for second in start.play(first).legal]
    game = next(game for game in games if fs.review(game).moves[1].result_lost)
    found = fs.lessons(fs.review(game))
    output = from_game(*[line for lesson in found for line in (lesson.right[0], "")], game=game)
    assert f"Solved on the first try: {len(found)} of {len(found)}" in output
    assert said in flat(output)


@pytest.mark.parametrize("book", CATALOGUE)
def test_the_mistakes_of_a_game_of_every_book(book: str) -> None:
    *_, end = random_game(CATALOGUE[book].answers, seed=8)
    found = fs.lessons(fs.review(end))
    lines = [line for lesson in found for line in (lesson.played, "hint", "hint", lesson.right[-1], "")]
    output = from_game(*lines, game=end)
    assert output.count("\nRight: ") == output.count("\nNo: ") == len(found)


# --- Leaving, and the rest ---


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_keys_that_leave(key: str, status: int) -> None:
    terminal = Terminal("puzzle", "sweep", "--seed", "1")
    terminal.answer(WRONG)
    terminal.press(key)
    result = terminal.finish()
    assert "Traceback" not in result.out
    assert result.status == status
    assert ("Solved on the first try: 0 of 1" in result.out) == (key == "d")


def test_behind_a_pipe() -> None:
    result = run_piped("puzzle", "sweep", "--seed", "1", given=f"{SWEEP.move}\n\nhint\n")
    assert (result.out, result.status) == (
        puzzle(SWEEP.move, "", "hint").out,
        0,
    )  # progress is on stderr


@pytest.mark.parametrize(
    "arguments", [("chess",), ("sweep", "--difficulty", "brutal"), ("sweep", "--seed", "x")]
)
def test_a_wrong_command_line(arguments: tuple[str, ...]) -> None:
    result = run("puzzle", *arguments)
    assert (result.out, result.status) == ("", 2)
    assert "Error: Invalid value for " in result.err


def test_a_long_search_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.terminal.progress._FIRST_WORD", 0.0)
    assert run("puzzle", "sweep", "--seed", "1").err == "(looking for a puzzle: 0 games tried)\n"
