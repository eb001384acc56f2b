"""Whose turn it is, and what a claim would do before it is made: what is said beside a board."""

from fivesquare.board import cell_name
from fivesquare.engine import other_player
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.words.listener import Listener, capital


def whose(position: Position, listener: Listener) -> str:
    """Whose turn it is: "Your turn", "Level 3's turn"; how the game ended if it is over."""
    if position.is_over:
        return listener.result(position)
    player = position.state.turn
    name = listener.name(player)
    whose = "Your" if player == listener.you else f"{name}'" if name.endswith("s") else f"{name}'s"
    return f"{whose} turn"


def resignation(winner: int, listener: Listener) -> str:
    """That the other player has given the game up."""
    loser, wins = capital(listener.called(other_player(winner))), listener.who(winner, "wins")
    return f"{loser} resigned. {capital(wins)}!"


def choice(position: Position, listener: Listener) -> str:
    """What there is to choose besides claims: inside a chain, or where a swap is possible."""
    if position.in_chain:
        beside = listener.link(position)
        return f"One more claim beside {beside}, or stop."
    if position.may_swap:
        return f"Claim, or swap: {listener.swappable(position)} becomes {_owned(position, listener)}."
    return ""


def _owned(position: Position, listener: Listener) -> str:
    player = position.state.turn
    return "yours" if player == listener.you else f"{listener.name(player)}'s"


def preview(step: Step, listener: Listener) -> str:
    """What a claim takes, and both totals after it: "(2,3) worth 8, takes (2,2): 24-20"."""
    before, after = step.before, step.after
    text = f"({cell_name(step.cell, before.size)})"
    if before.book.values != "ones":
        text += f" is worth {step.value}"
    if step.taken:
        places = listener.between.join(listener.place(before, cell) for cell in step.taken)
        text += f"{' and' if before.book.values != 'ones' else ''} takes {places}"
    first, second = after.totals
    ends = " and ends the game" if after.is_over else " and may go on" if after.in_chain else ""
    return f"{text}: {first}-{second}{ends}"


def refused(position: Position, cell: int, listener: Listener) -> str:
    """Why a cell may not be claimed, as a sentence; empty if it may."""
    refusal = position.refusal(cell)
    return "" if refusal is None else capital(f"{listener.place(position, cell)} {refusal}.")


def forfeited(step: Step, listener: Listener) -> str:
    """Why a turn ends though the claim earned another one (ruling chain-3)."""
    whose = "your" if step.player == listener.you else "the"
    return f"No cell beside {listener.place(step.before, step.cell)} can be claimed, so {whose} turn ends."


def happened(step: Step, listener: Listener) -> str:
    """What a move did, whether it ends a turn early, and who is skipped after it."""
    said = [f"{listener.called(step.player)} {listener.did(step)}"]
    if step.is_forfeited:
        said.append(forfeited(step, listener))
    if step.skipped is not None:
        said.append(capital(listener.skip(step.skipped)))
    return capital(" ".join(said))
