"""A study as pictures: the map of first claims, the margins, the shares."""

from collections.abc import Sequence

from fivesquare.arena.study.study_report import MEANS, Bin, binned, is_single, mark_of, percent, which
from fivesquare.arena.study.tally import Study
from fivesquare.board import Size, parse_cell
from fivesquare.pictures import cells
from fivesquare.pictures.charts import Bar, Mark, bars, chart

_WINNERS = {"first": "the first player wins", "second": "the second player wins", "nobody": "nobody wins"}
_SHORT = {
    "critical": "critical decisions",
    "decisive": "decisive decisions",
    "greedy": "greedy right there",
}


def pictures(study: Study) -> dict[str, str]:
    """The name of a file and what belongs into it, for each picture of a study."""
    if not study["solved"]:
        return {}
    drawn = {"map.svg": _map(study), "shares.svg": _shares(study)}
    if study["margin"] is not None and len(study["margin"]["counts"]) > 1:
        drawn["margins.svg"] = _margins(study)
    return drawn


def _name(study: Study) -> str:
    name = study["book"] if isinstance(study["book"], str) else study["title"]
    return f"{name} {study['size'][0]}x{study['size'][1]}"


def _map(study: Study) -> str:
    size = Size(*study["size"])
    shares = {parse_cell(cell, size): told["wins"]["value"] for cell, told in study["claims"].items()}
    if is_single(study):
        title = f"{_name(study)}: first claims that win (W), draw (=) and lose (.)"
        texts = {parse_cell(cell, size): mark_of(told) for cell, told in study["claims"].items()}
    else:
        title = f"{_name(study)}: percent of the boards on which a first claim wins"
        texts = {cell: percent(share) for cell, share in shares.items()}
    return cells(size, shares, title=title, texts=texts)


def _margins(study: Study) -> str:
    bins = binned(study["margin"]["counts"])
    drawn = [
        Bar(each.name.replace("-", "\N{MINUS SIGN}"), each.boards / study["solved"], _whose(each))
        for each in bins
    ]
    title = f"{_name(study)}: the first player's margin, percent of boards"
    return bars(drawn, title=title, remark=_remark(study))


def _whose(each: Bin) -> int:
    """Whose win such a margin is, as far as it says so."""
    if each.low == each.high == 0:
        return 0
    return 1 if each.low >= 0 else 2


def _shares(study: Study) -> str:
    rows: Sequence[tuple[str, dict[str, float | None]]] = [
        *((words, study["winners"][who]) for who, words in _WINNERS.items()),
        *((_SHORT[name], study[name]) for name in MEANS),
    ]
    marks = [Mark(name, *_in_percent(told)) for name, told in rows]
    labels = {each: str(each) for each in (0.0, 25.0, 50.0, 75.0, 100.0)}
    named = {at: text.removesuffix(".0") for at, text in labels.items()}
    title = f"{_name(study)}: who wins, and what is at stake, in percent"
    return chart(marks, title=title, labels=named, digits=1, remark=_remark(study))


def _in_percent(told: dict[str, float | None]) -> list[float | None]:
    numbers = (told["value"], told["low"], told["high"])
    return [None if number is None else 100 * number for number in numbers]


def _remark(study: Study) -> str:
    said = f"all {study['boards']:,} boards" if study["all"] and study["boards"] > 1 else which(study)
    return said[0].upper() + said[1:]
