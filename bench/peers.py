"""pgx played at random: what bench/environments.py sets our batches beside.

    PYTHON bench/peers.py GAMES STEPS

prints steps a second of its connect_four, the best of several runs, and versions. PYTHON has it:

    pip install pgx==2.6.0 jax==0.10.2

The whole loop is compiled by JAX, as it is meant to be used: choose a legal move by lot, step, begin anew
what is over; observation and mask are part of every state.
"""

import sys
import time
from collections.abc import Callable

RUNS = 7


def best(run: Callable[[], int]) -> float:
    """Steps a second in the fastest of several runs."""
    speeds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        steps = run()
        speeds.append(steps / (time.perf_counter() - start))
    return max(speeds)


def pgx_steps(games: int, steps: int) -> str:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("connect_four")
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(_, carried):
        key, state, seen = carried
        key, mine = jax.random.split(key)
        chances = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        choices = jax.random.categorical(mine, chances, axis=1)
        state = step(state, choices, jax.random.split(mine, games))
        return key, state, seen + state.observation.sum()  # somebody looks at it

    @jax.jit
    def play(key, state):
        return jax.lax.fori_loop(0, steps, turn, (key, state, jnp.float32(0)))

    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def run() -> int:
        jax.block_until_ready(play(key, state))
        return games * steps

    run()  # compile first
    return f"{best(run):.0f} pgx {pgx.__version__}, JAX {jax.__version__}"


if __name__ == "__main__":
    sys.stdout.write(pgx_steps(*map(int, sys.argv[1:])) + "\n")
