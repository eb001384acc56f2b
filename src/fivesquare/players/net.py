"""A player that is a small neural network: one forward pass a move, no search, by NumPy.

It always chooses the same move, whatever its luck: the one that its network prefers, the first of equals.
There are weights for each named book, made from exact labels on public boards by examples/net/train.py. In
a book of your own it plays with those of the named book that has the most answers in common.
"""

from fivesquare import engine
from fivesquare.books import NAMED, known_as
from fivesquare.errors import PlayerError
from fivesquare.position import STOP, SWAP, Position
from fivesquare.rulebook import Exactly, RuleBook

_DIGITS = 3
"""Of a preference: moves that are as good by symmetry differ by less, on any machine."""
_WEIGHTS = {"values": 1, "reach": 2, "tie": 1, "again": 1, "goal": 3, "take": 4}
"""How much each answer says about the weights that suit a book."""


def weights_for(book: RuleBook) -> str:
    """The name of the book whose weights play this one best: its own, or those of the most similar book."""

    def likeness(name: str) -> tuple[bool, bool, bool, int, bool]:
        other = NAMED[name]
        same = sum(
            weight for answer, weight in _WEIGHTS.items() if getattr(other, answer) == getattr(book, answer)
        )
        takes = (other.take == "nothing") == (book.take == "nothing")
        exactly = isinstance(other.goal, Exactly) == isinstance(book.goal, Exactly)
        return takes, exactly, known_as(book) == name, same, book.like == name

    return max(NAMED, key=likeness)


class Net:
    """Chooses the move that its network prefers."""

    is_person = False
    remark = ""

    def __init__(self) -> None:
        try:
            # NumPy takes a tenth of a second to import, and a browser has none.
            from fivesquare.players import network
        except ImportError:
            missing = "the player net needs NumPy, which is not installed: pip install 'fivesquare[arrays]'"
            raise PlayerError(missing) from None
        self._network = network

    def choose(self, position: Position) -> str:
        legal = position.legal
        if len(legal) == 1:
            return legal[0]
        if engine.is_before_swap(position.setup, position.state):
            return self._evenest(position)
        name = weights_for(position.book)
        weights = self._network.trained(name)
        asked = [position]
        if position.may_swap:
            asked.append(position.play(SWAP))
        said = weights(self._network.inputs(self._network.Situations.of(asked)))
        if position.may_swap and -said.result[1] > said.result[0]:
            return SWAP
        wishes = dict(zip(position.all_moves, said.cells[0].tolist(), strict=False))
        if NAMED[name].again == "chain":  # the others have never seen that one may stop
            wishes[STOP] = float(said.stop[0])
        moves = [move for move in legal if move in wishes]
        return max(moves, key=lambda move: round(wishes[move], _DIGITS))

    def _evenest(self, position: Position) -> str:
        """The claim after which neither side seems to be ahead, because the opponent may swap."""
        after = [position.play(move) for move in position.legal]
        if any(one.is_over for one in after):
            return position.legal[0]
        weights = self._network.trained(weights_for(position.book))
        said = weights(self._network.inputs(self._network.Situations.of(after)))
        ahead = [abs(round(float(value), _DIGITS)) for value in said.result + said.margin]
        return position.legal[ahead.index(min(ahead))]
