"""Which move an answer names, if it names one.

An answer is any text whose last line is `MOVE:` and a move. It is read strictly: what could be meant in two
ways is not read at all, for a move that was not chosen is worse than none.

- The last line that holds anything must be it, and nothing else: what follows could take it back.
- Other lines that begin with `MOVE:` must say the same. Two moves could be a plan, or a change of mind.
- Markup makes no difference at the ends of a line, and around the move: bold, code, fences, lines across
  the page, quotation marks, brackets, a bullet, LaTeX's box, tags like <answer>; nor does one full stop
  or exclamation mark.
- Neither do capital letters, spaces beside a comma, what has no width, and the full width of East Asian
  digits and signs. Any other character that is not part of a move makes it unreadable.
- Thoughts, between <think> and </think> and the like, are not part of an answer; one must follow them.
- Other tags may mean anything, like <del> and <wrong>: a line that has one is not a move.
"""

import re
from functools import cache
from itertools import zip_longest

from fivesquare.errors import NotationError, quote
from fivesquare.research.wording.places import SPACES, normal

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0x3002: 0x2E}
_LINE_END = re.compile(r"\r\n|\r|\n")
_LONGEST_LINE = 1000  # characters: what is longer holds more than a move
_FENCE = re.compile(r"[ \t]*(?:(?:```+|~~~+)[ \t]*\w{0,20}|-{3,}|={3,})[ \t]*")
_THOUGHTS = (
    "think|thinking|thoughts?|reason|reasoning|rationale|reflection|analysis|scratchpad|plan|planning"
    "|explanation|notes?|draft|example"
)
_THOUGHT = re.compile(rf"<(/?)({_THOUGHTS})>|[\[\u25c1](/?)(think)[\]\u25b7]", re.IGNORECASE)
_NEUTRAL = "answer|final|final_answer|output|response|result|b|strong|i|em|u|code|pre|p|br|div|span|center"
_TAG = rf"(?:</?(?:{_NEUTRAL})>|</s>|<end_of_turn>|<\|[a-z_]{{1,20}}\|>)"
_TAG_IN_FRONT = re.compile(rf"\A{_TAG}", re.IGNORECASE)
_TAG_BEHIND = re.compile(rf"{_TAG}\Z", re.IGNORECASE)
_LATEX = re.compile(r"\A(?:boxed|text(?:bf|tt|rm)?|math(?:bf|tt|rm)) ?\{")
_NO_WIDTH = "\u200b\u200e\u200f\u2060\ufeff"
_MARKUP = f"{SPACES}{_NO_WIDTH}*_`'\"\u2018\u2019\u201c\u201d()[]{{}}$\\"
_BULLET = re.compile(r"(?:[-+\u2022]|#{1,6}) +")
_MOVE = "move"


def named_move(answer: str) -> str:
    """The text of the move that an answer names; NotationError says why if it names none, or several."""
    lines = lines_of(answer)
    if not lines:
        raise NotationError("the answer is empty")
    said = _move_in(lines[-1])
    if said is None:
        raise NotationError(f"the last line of the answer is {quote(lines[-1])}, not MOVE: and a move")
    if not said:
        raise NotationError("there is no move after MOVE:")
    for line in lines[:-1]:
        other = _move_in(line)
        if other is not None and normal(other) != normal(said):
            raise NotationError(f"the answer names several moves: {quote(other)} and {quote(said)}")
    return said


def _move_in(line: str) -> str | None:
    said = behind(_MOVE, line)
    return bare(said[:-1]) if said is not None and said.endswith((".", "!")) else said


def lines_of(answer: str) -> list[str]:
    """The lines of an answer that hold more than markup, without thoughts."""
    *before, after = _between_thoughts(answer)
    lines = _with_content(after)
    if before and not lines:
        raise NotationError("no answer follows the thoughts")
    return [*_with_content("\n".join(before)), *lines]


def _with_content(text: str) -> list[str]:
    lines = _LINE_END.split(text.translate(_FULL_WIDTH))
    return [line for line in lines if bare(line) and not _FENCE.fullmatch(line)]


def _between_thoughts(answer: str) -> list[str]:
    """What was said before, between and after thoughts."""
    marks = [(found, found[1] or found[3], found[2] or found[4]) for found in _THOUGHT.finditer(answer)]
    if len(marks) == 1 and marks[0][1]:  # some models show only where their thoughts end
        return ["", answer[marks[0][0].end() :]]
    parts, end = [], 0
    for (first, first_ends, name), mark in zip_longest(marks[::2], marks[1::2]):
        if mark is None or first_ends or not mark[1] or mark[2].casefold() != name.casefold():
            raise NotationError("it cannot be told where the thoughts end and the answer begins")
        parts.append(answer[end : first.start()])
        end = mark[0].end()
    return [*parts, answer[end:]]


def behind(keyword: str, line: str) -> str | None:
    """The rest of a line that begins with a keyword and a colon, without the markup around it."""
    pattern = _pattern(keyword)
    said = bare(line)
    found = pattern.match(said) or pattern.match(bare(_BULLET.sub("", said, count=1)))
    return None if found is None else bare(found.string[found.end() :])


@cache
def _pattern(keyword: str) -> re.Pattern[str]:
    return re.compile(rf"{keyword}[{re.escape(_MARKUP)}]*:", re.IGNORECASE)


def bare(text: str) -> str:
    """Without the markup at both ends."""
    if len(text) > _LONGEST_LINE:
        return text.lstrip(_MARKUP)
    while True:
        text = text.strip(_MARKUP)
        less = _LATEX.sub("", _TAG_BEHIND.sub("", _TAG_IN_FRONT.sub("", text)))
        if less == text:
            return text
        text = less
