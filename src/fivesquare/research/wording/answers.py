"""Which move an answer names, if it names one.

An answer is any text whose last line is `MOVE:` and a move. It is read strictly: what could be meant in two
ways is not read at all, for a move that was not chosen is worse than none.

- The last line that holds anything must be it, and nothing else: what follows could take it back.
- Other lines that begin with `MOVE:` must say the same. Two moves could be a plan, or a change of mind.
- Markup makes no difference at the ends of a line, and around the move: bold, code, fences, quotation
  marks, brackets, tags, a bullet; nor does a full stop.
- Neither do capital letters, spaces beside a comma, and the full width of East Asian digits and signs.
  Any other character that is not part of a move makes it unreadable.
- Thoughts in <think> and </think> at the front are not part of an answer; an answer must follow them.
"""

import re

from fivesquare.errors import NotationError, quote
from fivesquare.research.wording.places import normal

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_LINE_END = re.compile(r"\r\n|\r|\n")
_LONGEST_LINE = 1000  # characters: what is longer holds more than a move
_FENCE = re.compile(r"[ \t]*(?:```+|~~~+)[ \t]*\w{0,20}[ \t]*")
_TAG = r"(?:</?[A-Za-z_]{1,20}>|<\|[A-Za-z_]{1,20}\|>)"
_MARKUP = " \t\u00a0\u202f*_`'\"\u2018\u2019\u201c\u201d()[]{}"
_TAG_IN_FRONT = re.compile(_TAG)
_TAG_BEHIND = re.compile(rf"{_TAG}\Z")
_BULLET = re.compile(r"(?:[-+\u2022]|#{1,6}) +")
_KEYWORD = re.compile(rf"move[{re.escape(_MARKUP)}]*:", re.IGNORECASE)


def named_move(answer: str) -> str:
    """The text of the move that an answer names; NotationError says why if it names none, or several."""
    lines = _lines(answer)
    if not lines:
        raise NotationError("the answer is empty")
    said = _behind_keyword(lines[-1])
    if said is None:
        raise NotationError(f"the last line of the answer is {quote(lines[-1])}, not MOVE: and a move")
    if not said:
        raise NotationError("there is no move behind MOVE:")
    for line in lines[:-1]:
        other = _behind_keyword(line)
        if other is not None and normal(other) != normal(said):
            raise NotationError(f"the answer names several moves: {quote(other)} and {quote(said)}")
    return said


def _lines(answer: str) -> list[str]:
    """The lines of an answer that hold more than markup."""
    text = without_thoughts(answer).translate(_FULL_WIDTH)
    return [line for line in _LINE_END.split(text) if _bare(line) and not _FENCE.fullmatch(line)]


def without_thoughts(answer: str) -> str:
    """What follows the thoughts. Some models show only where their thoughts end."""
    thoughts, closed, rest = answer.partition("</think>")
    if not closed and "<think>" not in answer:
        return answer
    if closed and "<think>" not in thoughts.lstrip().removeprefix("<think>") and "think>" not in rest:
        return rest
    raise NotationError("it cannot be told where the thoughts end and the answer begins")


def _behind_keyword(line: str) -> str | None:
    """What stands behind MOVE: in a line that begins so, without the markup around it."""
    bare = _bare(line)
    keyword = _KEYWORD.match(bare) or _KEYWORD.match(_bare(_BULLET.sub("", bare, count=1)))
    if keyword is None:
        return None
    return _bare(_bare(keyword.string[keyword.end() :]).removesuffix("."))


def _bare(text: str) -> str:
    """Without the markup at both ends."""
    if len(text) > _LONGEST_LINE:
        return text.lstrip(_MARKUP)
    while True:
        text = text.strip(_MARKUP)
        less = _TAG_BEHIND.sub("", _TAG_IN_FRONT.sub("", text, count=1) if text[:1] == "<" else text)
        if less == text:
            return text
        text = less
