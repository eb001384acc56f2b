"""What has to hold of a whole world, now and then and at its end."""

from typing import TYPE_CHECKING

from web.simulation.invariant import InvariantError

if TYPE_CHECKING:
    from web.simulation.world import World

NEWS = 10.0
"""Seconds within which news reach everybody, long before a game without news is sent again."""

REST = 100.0
"""Seconds in which everything that was begun comes to its end."""


def look_around(world: "World") -> None:
    """Between faults: is everything there, and answered?"""
    world.network.check_patience()
    if world.pick() is not None and not world.is_off:
        world.compare()
        if world.is_well:
            check_streams(world)


def check_streams(world: "World") -> None:
    """Whether everybody who follows a game sees what happened in it."""
    now = world.scheduler.now
    for stream in world.crowd.streams:
        game = world.model.games.get(stream.game)
        if stream.process is not world.server or not stream.is_open or game is None:
            continue
        since = max(game.touched, stream.begun, world.ill_until, world.well_since)
        if stream.version < game.version and now - since > NEWS:
            raise InvariantError(
                f"a stream of {stream.game} stays at version {stream.version} of {game.version}"
            )


def check_rest(world: "World") -> None:
    """Whether everything that was begun has come to its end."""
    server = world.pick()
    if server is None:
        raise InvariantError("the server does not come back")
    for browser in world.crowd.browsers:
        if browser.wish is not None:
            raise InvariantError(f"request {browser.wish.intent.number} is never answered")
    if world.network.serving:
        raise InvariantError(f"{world.network.serving} requests are never answered")
    world.compare()
    check_streams(world)
    for stream in world.crowd.streams:
        if stream.is_open and stream.process is server and stream.game not in world.model.games:
            raise InvariantError(f"a stream of {stream.game}, which is removed, stays open")
    for room in server.service.rooms:
        game = world.model.games.get(room.game.id)
        if game is not None and not room.is_stale and room.game.version != game.version:
            raise InvariantError(f"{room.game.id} is at version {room.game.version} of {game.version}")
        if room.game.computer_to_move is not None and "human" in room.game.beginning.players:
            raise InvariantError(f"the computer does not move in {room.game.id}")
        clock = room.game.clock
        if clock is not None and not room.game.is_over and clock.flag_at is not None:
            late = world.wall() - clock.flag_at
            if late > 10:
                raise InvariantError(
                    f"a flag of {room.game.id} does not fall; it is {late:.0f} seconds late"
                )
    for name, found in world.model.games.items():
        if (
            found.clock is not None
            and found.clock.is_running
            and not found.is_over
            and not world.model.jumps
        ):
            raise InvariantError(f"a flag of {name} does not fall, {REST:.0f} seconds after the last fault")
