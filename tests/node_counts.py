"""How many positions the search enters on the fixed ones of `bench/nodes.py`, wherever it runs."""

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
