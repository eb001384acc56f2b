"""What many games say about a player."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import Any, NamedTuple

from fivesquare.books import find_book
from fivesquare.errors import many, quote
from fivesquare.intervals import Estimate, wilson
from fivesquare.research.skill.accounts import FAULTS, RESULTS, Account, Fault
from fivesquare.research.skill.decisions import PHASES, Decision, Phase
from fivesquare.research.skill.estimates import Losses, added, difference_of, skill_of


class Standing(NamedTuple):
    """How games against one opponent ended."""

    won: int
    drawn: int
    lost: int
    rate: Estimate
    """A win is 1, a draw 1/2. Wilson's interval."""


@dataclass(frozen=True)
class Report:
    """What many games say about a player."""

    games: int
    unfinished: int
    boards: int
    """Places to begin, each played from one seat or from both."""
    unit: str
    """Of regret: "points" or "results"; over several books "stakes", parts of all that a game is about."""
    skill: Estimate
    """The headline. A forfeit adds what chance is expected to lose in the rest of its game to both sums.
    Over several books it is the plain mean of theirs. Its interval is a bootstrap over boards: what
    happened on one board stays together."""
    decision_skill: Estimate
    """The same of the decisions that were made, as if no game had been forfeited."""
    books: Mapping[str, Estimate]
    """The skill in each book."""
    decisions: int
    unsolved: int
    total: Losses
    phases: Mapping[Phase, Losses]
    results_lost: int
    """Moves that threw a result away: from a win to a draw or a loss, from a draw to a loss."""
    faults: Mapping[Fault, int]
    forfeits: int
    opponents: Mapping[str, Standing]

    def to_json(self) -> dict[str, Any]:
        return {
            **{name: value for name, value in vars(self).items() if isinstance(value, int | str)},
            "skill": self.skill._asdict(),
            "decision_skill": self.decision_skill._asdict(),
            "books": {name: skill._asdict() for name, skill in self.books.items()},
            "total": _told(self.total),
            "phases": {name: _told(losses) for name, losses in self.phases.items()},
            "faults": dict(self.faults),
            "opponents": {
                name: {**standing._asdict(), "rate": standing.rate._asdict()}
                for name, standing in self.opponents.items()
            },
        }

    def table(self) -> list[tuple[str, str]]:
        """What a terminal shows: a name and a text in each row."""
        unfinished = f", {self.unfinished} unfinished" if self.unfinished else ""
        rows = [
            ("games", f"{self.games} on {many(self.boards, 'board')}{unfinished}"),
            ("skill", f"{self.skill}; chance is 0, perfect 1"),
        ]
        if self.forfeits:
            rows.append(("skill of the moves made", f"{self.decision_skill}; forfeits cost nothing here"))
        if len(self.books) > 1:
            rows += [(f"skill in {name}", str(skill)) for name, skill in self.books.items()]
        rows.append(("critical decisions", f"{self.total.critical} of {self.decisions}"))
        if self.unsolved:
            rows.append(("not solved", f"{many(self.unsolved, 'decision')}, counted nowhere else"))
        rows += [(f"lost in the {name}", self._shown(self.phases[name])) for name in PHASES]
        rows.append(("results thrown away", str(self.results_lost)))
        rows += [(f"{fault} answers", str(self.faults[fault])) for fault in FAULTS]
        rows.append(("games forfeited", str(self.forfeits)))
        for name, (won, drawn, lost, rate) in self.opponents.items():
            rows.append((f"against {name or 'others'}", f"{rate}; won {won}, drawn {drawn}, lost {lost}"))
        return rows

    def _shown(self, losses: Losses) -> str:
        if not losses.critical:
            return "nothing to lose"
        lost, expected = losses.lost / losses.critical, losses.expected / losses.critical
        return f"{lost:.3g} {self.unit} a decision; chance {expected:.3g}, {losses.critical} decisions"


def _told(losses: Losses) -> dict[str, Any]:
    return {**losses._asdict(), "skill": losses.skill}


def report(accounts: Iterable[Account]) -> Report:
    """What these games say; their order does not matter."""
    games = list(accounts)
    for game in games:
        if not isinstance(game, Account):
            raise TypeError(f"a report is about accounts, not {quote(game)}")
    unit, weights = _weights(games)
    pairs: dict[tuple[str, ...], list[tuple[Decision, float]]] = {}
    for game, weight in zip(games, weights, strict=True):
        pairs.setdefault(game.pair, []).extend((decision, weight) for decision in game.decisions)
    weighed = [one for pair in sorted(pairs) for one in pairs[pair]]
    solved = [decision.regret for decision, _ in weighed if decision.regret is not None]
    with_rest, made, names = _by_book(games), _by_book(games, counts_rest=False), _names(games)
    results = Counter(game.result for game in games)
    return Report(
        games=len(games),
        unfinished=results[None],
        boards=len(pairs),
        unit=unit,
        skill=skill_of(_listed(with_rest)),
        decision_skill=skill_of(_listed(made)),
        books={names[book]: skill_of([list(boards.values())]) for book, boards in with_rest.items()},
        decisions=len(solved),
        unsolved=len(weighed) - len(solved),
        total=_losses(weighed),
        phases={name: _losses([one for one in weighed if one[0].phase == name]) for name in PHASES},
        results_lost=sum(regret.result_lost > 0 for regret in solved),
        faults={fault: sum(game.faults.get(fault, 0) for game in games) for fault in FAULTS},
        forfeits=sum(game.forfeited is not None for game in games),
        opponents={name: _standing(games, name) for name in sorted({game.opponent for game in games})},
    )


def difference(accounts: Iterable[Account], others: Iterable[Account]) -> tuple[Estimate, int]:
    """By how much the skill of one player is above that of another, on the boards that both have played;
    and how many boards these are."""
    ours, theirs = _by_book(accounts), _by_book(others)
    both = [
        [(ours[book][board], theirs[book][board]) for board in sorted(ours[book].keys() & theirs[book])]
        for book in ours
        if book in theirs
    ]
    return difference_of(both), sum(map(len, both))


Boards = dict[tuple[str, ...], Losses]


def _book_of(game: Account) -> str:
    """What a game counts with: its group, or else its book, however that is written."""
    return game.group or json.dumps(find_book(game.book).answers)


def _by_book(accounts: Iterable[Account], counts_rest: bool = True) -> dict[str, Boards]:
    """What was lost on each board of each book; with the rest of games that were forfeited, or without."""
    found: dict[str, dict[tuple[str, ...], list[Losses]]] = {}
    for game in accounts:
        weight = 1 / game.stake if game.group else 1.0  # a group has rules of many kinds
        losses = [_losses((decision, weight) for decision in game.decisions)]
        if counts_rest:
            losses.append(Losses(0, weight * game.rest, weight * game.rest))
        found.setdefault(_book_of(game), {}).setdefault(game.pair, []).extend(losses)
    return {
        book: {board: added(boards[board]) for board in sorted(boards)}
        for book, boards in sorted(found.items())
    }


def _listed(books: Mapping[str, Boards]) -> list[list[Losses]]:
    return [list(boards.values()) for boards in books.values()]


def _names(games: Iterable[Account]) -> dict[str, str]:
    """What each book is called; several of one's own with the same title are numbered."""
    titles: dict[str, str] = {}
    for game in games:
        rules = find_book(game.book)
        title = game.group or rules.name or rules.title
        titles[_book_of(game)] = min(title, titles.get(_book_of(game), title))
    counted = Counter[str]()
    for book in sorted(titles):
        counted[titles[book]] += 1
        if (number := counted[titles[book]]) > 1:
            titles[book] = f"{titles[book]} ({number})"
    return titles


def _weights(games: list[Account]) -> tuple[str, list[float]]:
    """The unit of regret, and what each game's has to be multiplied with: points of different games are
    not the same thing."""
    books = {find_book(game.book) for game in games}
    if len(books) > 1:
        return "stakes", [1 / game.stake for game in games]
    has_points = all(book.goal == "points" for book in books)
    return "points" if has_points else "results", [1.0] * len(games)


def _losses(weighed: Iterable[tuple[Decision, float]]) -> Losses:
    critical = [
        (decision.regret, weight)
        for decision, weight in weighed
        if decision.regret is not None and decision.regret.is_critical
    ]
    return Losses(
        critical=len(critical),
        lost=fsum(weight * regret.lost for regret, weight in critical),
        expected=fsum(weight * regret.expected for regret, weight in critical),
    )


def _standing(games: list[Account], opponent: str) -> Standing:
    results = Counter(game.result for game in games if game.opponent == opponent)
    won, drawn, lost = (results[name] for name in RESULTS)
    return Standing(won, drawn, lost, wilson(won + drawn / 2, won + drawn + lost))
