"""A limit by positions stops at the same place on any machine."""

import fivesquare as fs


def test_the_same_questions_stop_at_the_same_place() -> None:
    position = fs.start("grow", seed=3)
    one, other = (fs.Solver(position.book, position.board) for _ in range(2))
    for nodes in (1, 500, 30_000, 1000):
        first, second = (solver.solve(position, nodes=nodes) for solver in (one, other))
        assert first == second
        assert first.nodes == second.nodes <= nodes + 2
        assert not first.exact


def test_enough_positions_are_enough() -> None:
    position = fs.start("grow", seed=3)
    needed = fs.solve(position, threads=1).nodes
    assert fs.solve(position, nodes=3 * needed).exact


def test_a_stopped_search_goes_on_where_it_was() -> None:
    position = fs.start("grow", seed=3)
    solver = fs.Solver(position.book, position.board)
    rounds = 0
    while not solver.solve(position, nodes=3000).exact:
        rounds += 1
    assert rounds > 2
    assert solver.solve(position) == fs.solve(position)


def test_looking_ahead_by_positions_sees_equally_far() -> None:
    position = fs.start("flip", seed=3, size=(6, 6))
    one, other = (
        fs.Solver(position.book, position.board).look_ahead(position, seconds=None, nodes=40_000)
        for _ in range(2)
    )
    assert (one.move, one.depth, one.nodes) == (other.move, other.depth, other.nodes)
    assert one.nodes <= 40_002
