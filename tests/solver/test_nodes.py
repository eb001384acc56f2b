"""The signature of the search: how many positions it enters on fixed ones. `python bench/nodes.py` counts.

A wrong answer may hide behind a slow search, and a table or a bound that does nothing behind right answers:
here both are seen. A change of the search that means to change these numbers says so in its commit.
"""

import nodes

NODES = {
    "flip": 20,
    "sweep": 298,
    "grow": 231308,
    "chain": 1575,
    "fifteen": 2998,
    "flip midgames": 19698,
    "sweep midgames": 124,
    "grow midgames": 19472,
    "chain midgames": 8655,
    "fifteen midgames": 176,
    "other books": 160278,
    "wide tables": 138044,
    "each move": 311673,
}


def test_the_node_total_is_as_it_was() -> None:
    assert nodes.counts() == NODES
