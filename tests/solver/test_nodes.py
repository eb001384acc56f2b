"""The signature of the search: how many positions it enters on fixed ones. `python bench/nodes.py` counts.

A wrong answer may hide behind a slow search, and a table or a bound that does nothing behind right answers:
here both are seen. A change of the search that means to change these numbers says so in its commit.
"""

import nodes

from node_counts import NODES


def test_the_node_total_is_as_it_was() -> None:
    assert nodes.counts() == NODES
