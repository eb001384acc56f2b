"""The signature of the search: how many positions it enters on fixed ones. `python bench/nodes.py` counts.

A wrong answer may hide behind a slow search, and a table or a bound that does nothing behind right answers:
here both are seen. A change of the search that means to change these numbers says so in its commit.
"""

import nodes

NODES = {
    "flip": 20,
    "sweep": 296,
    "grow": 211283,
    "chain": 1583,
    "fifteen": 2664,
    "flip midgames": 19698,
    "sweep midgames": 124,
    "grow midgames": 19662,
    "chain midgames": 3771,
    "fifteen midgames": 176,
    "other books": 151533,
    "wide tables": 105127,
    "each move": 272070,
}


def test_the_node_total_is_as_it_was() -> None:
    assert nodes.counts() == NODES
