"""A fleet adapter that asks Meshlock for lanes and docks by name, where others ask a central supervisor.

    adapter = FleetAdapter(aio.Node())
    await adapter.go(robot, ["dock-2", "lane-7"], drive)

``drive`` runs while the robot has all of them, and no longer: if one cannot be renewed, the robot is stopped while it has them still,
as long before the end as it takes to halt; then whoever waits may have them.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any, Awaitable, Callable, Dict, Iterable, Protocol, Sequence

from meshlock import GrantLost, aio
from meshlock.lease import TICK


class Robot(Protocol):
    """What an adapter needs of a robot."""

    name: str

    @property
    def battery(self) -> float:
        """From 0, empty, to 1, full."""

    def stop(self, why: str) -> None:
        """Brings it to a halt at once. Called in the event loop, so it must not wait."""


def priority(robot: Robot) -> int:
    """The emptier, the more urgent: 0 to 100."""
    return round(100 * (1 - min(1.0, max(0.0, robot.battery))))


class FleetAdapter:
    """Lets robots of one fleet into lanes and docks, which are pools of a mesh.

    A lane is a pool of one permit; a row of equal docks is a pool of as many as there are.
    """

    def __init__(self, node: aio.Node, *, lease: float = 5.0, to_halt: float = 1.0) -> None:
        """:param to_halt: how many seconds a robot needs to come to a halt; well under three quarters of the lease, which
            is what is left when a renewal goes well"""
        self._node = node
        self._lease = lease
        self._to_halt = to_halt

    async def make(self, resources: Dict[str, int]) -> None:
        """Makes the pools, once for the whole mesh; needs the operator's role. Doing it again changes nothing."""
        for name, permits in resources.items():
            await self._node.call("PUT", f"/api/v1/pools/{name}", {"permits": permits})

    async def go(self, robot: Robot, resources: Iterable[str], drive: Callable[[Sequence[aio.Grant]], Awaitable[Any]],
                 *, wait: float = 3600.0) -> None:
        """Waits for all of these, then drives.

        They are asked for one after the other, in the order of their names: whoever does that cannot wait in a circle with
        others. A robot that waits for the second keeps the first, so it should ask for what it needs next, not for the whole
        way.

        :raises meshlock.NotGranted: if they are not to be had in time; the robot has none of them then
        :raises meshlock.GrantLost: if one was lost on the way; the robot was stopped
        """
        async with AsyncExitStack() as stack:
            grants = []
            for name in sorted(set(resources)):
                grant = await stack.enter_async_context(self._node.hold(
                    name, priority=priority(robot), wait=wait, lease=self._lease, client=robot.name))
                grant.on_lost(robot.stop)
                grants.append(grant)
            for grant in grants:
                grant.check()  # while the last one was waited for, an earlier one may have gone
            await self._drive(robot, grants, drive)

    async def _drive(self, robot: Robot, grants: Sequence[aio.Grant],
                     drive: Callable[[Sequence[aio.Grant]], Awaitable[Any]]) -> None:
        """Drives, and brakes when what is left of a lease is just enough for it."""
        driving = asyncio.ensure_future(drive(grants))
        try:
            while not driving.done():
                for grant in grants:
                    if grant.remaining() <= self._to_halt:
                        why = grant.lease.trouble or "its lease ends"
                        robot.stop(f"'{grant.pool}' cannot be kept: {why}")
                        raise GrantLost(f"permits of '{grant.pool}' cannot be kept: {why}")
                await asyncio.wait({driving}, timeout=TICK)
            driving.result()
        finally:
            driving.cancel()
            await asyncio.gather(driving, return_exceptions=True)
