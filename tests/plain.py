"""The rules once more, as plainly as they can be written, to check the engine against.

Written from the contract in the design and from the rule books alone. It shares nothing with the package:
lists of lists, no masks, nothing clever, and every question is answered by looking at the whole board.
"""

from copy import copy
from typing import Any

Answers = dict[str, Any]
Cell = tuple[int, int]  # row and column, counted from 0

BOOKS: dict[str, Answers] = {
    "flip": {
        "size": [4, 4],
        "values": "shuffled",
        "reach": "anywhere",
        "take": "lower-enemy",
        "again": "never",
        "goal": "points",
        "tie": "draw",
    },
    "sweep": {
        "size": [3, 3],
        "values": "shuffled",
        "reach": "anywhere",
        "take": "lower-free",
        "again": "never",
        "goal": "points",
        "tie": "draw",
    },
    "grow": {
        "size": [5, 5],
        "values": [1, 9],
        "reach": "edge",
        "take": "nothing",
        "again": "never",
        "goal": "points",
        "tie": "last",
    },
    "chain": {
        "size": [5, 5],
        "values": "ones",
        "reach": "anywhere",
        "take": "nothing",
        "again": "chain",
        "goal": "majority",
        "tie": "draw",
    },
    "fifteen": {
        "size": [4, 4],
        "values": [1, 5],
        "reach": "adjacent",
        "take": "nothing",
        "again": "never",
        "goal": {"exactly": 15},
        "tie": "second",
    },
}


class Game:
    """A game that goes on by changing itself. Players are 1 and 2, nobody is 0."""

    def __init__(self, book: Answers, board: list[list[int]]) -> None:
        self.book = book
        self.board = board
        self.owners = [[0 for _ in row] for row in board]
        self.turn: int | None = None  # None: the game is over
        self.chained: Cell | None = None  # inside a chain, the cell just claimed
        self.claimed_last = 0
        self.second_has_acted = False
        self._give_turn_to_whoever_can_claim(1, 2)

    def set_up(self, owners: list[list[int]], turn: int, chained: Cell | None = None) -> None:
        """Start elsewhere than at the opening, where it is this player's turn."""
        self.owners = [list(row) for row in owners]
        self.chained = chained
        claimed = [owner for row in owners for owner in row if owner]
        self.claimed_last = 3 - turn if claimed else 0
        self.second_has_acted = not self._has_second_yet_to_act(turn)
        if any(self.has_won_at_once(player) for player in (1, 2)):
            self.turn = None
        elif chained is not None:
            self.turn = turn
        else:
            self._give_turn_to_whoever_can_claim(turn, 3 - turn)

    def _has_second_yet_to_act(self, turn: int) -> bool:
        """On an empty board with the first to move, and where they own nothing. If cells can be lost,
        owning nothing shows it only as the answer to a single claim."""
        first, second = len(self.cells_of(1)), len(self.cells_of(2))
        if first == 0 and second == 0:
            return turn == 1
        if self.book["take"] == "lower-enemy":
            return second == 0 and first == 1 and turn == 2
        return second == 0

    def copy(self) -> "Game":
        """Another game that stands where this one stands."""
        other = copy(self)
        other.owners = [list(row) for row in self.owners]
        return other

    # --- The board ---

    def all_cells(self) -> list[Cell]:
        return [(row, column) for row in range(len(self.board)) for column in range(len(self.board[0]))]

    def neighbours(self, cell: Cell) -> list[Cell]:
        row, column = cell
        around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        return [
            (near_row, near_column)
            for near_row, near_column in around
            if 0 <= near_row < len(self.board) and 0 <= near_column < len(self.board[0])
        ]

    def is_on_edge(self, cell: Cell) -> bool:
        row, column = cell
        return row in (0, len(self.board) - 1) or column in (0, len(self.board[0]) - 1)

    def value(self, cell: Cell) -> int:
        row, column = cell
        return self.board[row][column]

    def owner(self, cell: Cell) -> int:
        row, column = cell
        return self.owners[row][column]

    def cells_of(self, player: int) -> list[Cell]:
        return [cell for cell in self.all_cells() if self.owner(cell) == player]

    def score(self, player: int) -> int:
        return sum(self.value(cell) for cell in self.cells_of(player))

    # --- What may be claimed ---

    def is_beside_own(self, player: int, cell: Cell) -> bool:
        return any(self.owner(near) == player for near in self.neighbours(cell))

    def is_in_reach(self, player: int, cell: Cell) -> bool:
        reach = self.book["reach"]
        if reach == "anywhere":
            return True
        if self.cells_of(player):
            return self.is_beside_own(player, cell)
        return reach == "adjacent" or self.is_on_edge(cell)

    def taken_along(self, player: int, cell: Cell) -> list[Cell]:
        whose = {"nothing": None, "lower-free": 0, "lower-enemy": 3 - player}[self.book["take"]]
        return [
            near
            for near in self.neighbours(cell)
            if self.owner(near) == whose and self.value(near) < self.value(cell)
        ]

    def is_within_target(self, player: int, cell: Cell) -> bool:
        if not isinstance(self.book["goal"], dict):
            return True
        gained = [cell, *self.taken_along(player, cell)]
        target: int = self.book["goal"]["exactly"]
        return self.score(player) + sum(self.value(one) for one in gained) <= target

    def claims_of(self, player: int) -> list[Cell]:
        """What a player could claim at the beginning of a turn."""
        return [
            cell
            for cell in self.all_cells()
            if self.owner(cell) == 0
            and self.is_in_reach(player, cell)
            and self.is_within_target(player, cell)
        ]

    def chain_claims(self, player: int, cell: Cell) -> list[Cell]:
        """What a player could claim in addition to the cell just claimed."""
        return [
            near
            for near in self.neighbours(cell)
            if self.owner(near) == 0 and self.is_within_target(player, near)
        ]

    def legal(self) -> list[str]:
        if self.turn is None:
            return []
        if self.chained is not None:
            cells = self.chain_claims(self.turn, self.chained)
            return [f"{row + 1},{column + 1}" for row, column in sorted(cells)] + ["stop"]
        cells = self.claims_of(self.turn)
        return [f"{row + 1},{column + 1}" for row, column in cells] + (["swap"] if self.may_swap() else [])

    def may_swap(self) -> bool:
        return self.book.get("balance") == "swap" and self.turn == 2 and not self.second_has_acted

    # --- Moving ---

    def play(self, move: str) -> None:
        if self.turn is None or move not in self.legal():
            raise ValueError(move)
        player = self.turn
        if player == 2:
            self.second_has_acted = True
        if move == "swap":
            self.owners = [[{0: 0, 1: 2, 2: 1}[owner] for owner in row] for row in self.owners]
            self.claimed_last = {1: 2, 2: 1}[self.claimed_last]
            self._end_turn(player)
            return
        if move == "stop":
            self._end_turn(player)
            return
        row, column = (int(number) - 1 for number in move.split(","))
        cell = (row, column)
        may_chain = (
            self.book["again"] == "chain" and self.chained is None and self.is_beside_own(player, cell)
        )
        for gained_row, gained_column in [cell, *self.taken_along(player, cell)]:
            self.owners[gained_row][gained_column] = player
        self.claimed_last = player
        self.chained = None
        if self.has_won_at_once(player):
            self.turn = None
        elif may_chain and self.chain_claims(player, cell):
            self.chained = cell
        else:
            self._end_turn(player)

    def _end_turn(self, player: int) -> None:
        self.chained = None
        self._give_turn_to_whoever_can_claim(3 - player, player)

    def _give_turn_to_whoever_can_claim(self, *players: int) -> None:
        self.turn = None
        for player in reversed(players):
            if self.claims_of(player):
                self.turn = player

    # --- How it ends ---

    def has_won_at_once(self, player: int) -> bool:
        if self.book["goal"] == "majority":
            return len(self.cells_of(player)) > len(self.all_cells()) / 2
        if isinstance(self.book["goal"], dict):
            return self.score(player) == int(self.book["goal"]["exactly"])
        return False

    def komi(self) -> float:
        balance = self.book.get("balance")
        return float(balance["komi"]) if isinstance(balance, dict) else 0.0

    def winner(self) -> int | None:
        """1, 2, 0 for a draw, None while the game goes on."""
        if self.turn is not None:
            return None
        for player in (1, 2):
            if self.has_won_at_once(player):
                return player
        if self.book["goal"] == "majority":
            first, second = len(self.cells_of(1)), float(len(self.cells_of(2)))
        else:
            first, second = self.score(1), self.score(2) + self.komi()
        if first != second:
            return 1 if first > second else 2
        return {"draw": 0, "last": self.claimed_last, "second": 2}[self.book["tie"]]


def perft(game: Game, depth: int) -> int:
    """How many sequences of exactly so many moves there are."""
    if depth == 0:
        return 1
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total
