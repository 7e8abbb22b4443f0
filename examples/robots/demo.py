"""Robots that cross lanes and use docks, on real nodes, watched by a referee who shares nothing with the adapter but their places.

    ./meshlock node --name yard --bootstrap          # in another terminal
    PYTHONPATH=python/src python3 examples/robots/demo.py --robots 8 --trips 5

Exit code 0 if nobody was ever where somebody else was, and everybody arrived.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import Counter
from typing import List, Sequence

from adapter import FleetAdapter
from meshlock import GrantLost, aio

LANES = ["lane-1", "lane-2", "lane-3"]
DOCKS = 2


class Referee:
    """Counts who is where. More than fit is a crash."""

    def __init__(self) -> None:
        self.inside: Counter[str] = Counter()
        self.crashes: List[str] = []
        self.entries = 0

    def enter(self, robot: str, place: str) -> None:
        self.inside[place] += 1
        self.entries += 1
        if self.inside[place] > (DOCKS if place == "docks" else 1):
            self.crashes.append(f"{robot} drove into {place}, where somebody was")

    def leave(self, place: str) -> None:
        self.inside[place] -= 1


class SimulatedRobot:
    """Drives by waiting, and stops when it is told to."""

    def __init__(self, name: str, battery: float, referee: Referee) -> None:
        self.name = name
        self.battery = battery
        self.stops: List[str] = []
        self._referee = referee

    def stop(self, why: str) -> None:
        self.stops.append(why)

    async def drive(self, grants: Sequence[aio.Grant], seconds: float) -> None:
        places = [grant.pool for grant in grants]
        try:
            for place in places:
                self._referee.enter(self.name, place)
            await asyncio.sleep(seconds)
        finally:
            for place in places:
                self._referee.leave(place)
        self.battery = max(0.0, self.battery - 0.05)


async def trips(adapter: FleetAdapter, robot: SimulatedRobot, count: int, seconds: float, rng: random.Random) -> int:
    """How many trips ended where they should."""
    arrived = 0
    for _ in range(count):
        way = [*rng.sample(LANES, rng.choice([1, 2])), *rng.choice([[], ["docks"]])]
        try:
            await adapter.go(robot, way, lambda grants: robot.drive(grants, seconds))
            arrived += 1
        except GrantLost as lost:
            print(f"{robot.name} was stopped: {lost}", flush=True)
            await asyncio.sleep(seconds)
    return arrived


async def run(arguments: argparse.Namespace) -> int:
    adapter = FleetAdapter(aio.Node(arguments.api), lease=arguments.lease, to_halt=arguments.lease / 5)
    await adapter.make({**{lane: 1 for lane in LANES}, "docks": DOCKS})
    referee = Referee()
    rng = random.Random(arguments.seed)
    robots = [SimulatedRobot(f"robot-{i}", rng.random(), referee) for i in range(arguments.robots)]
    print("driving", flush=True)
    arrived = await asyncio.gather(*(
        trips(adapter, robot, arguments.trips, arguments.drive, random.Random(rng.random())) for robot in robots))
    stopped = sum(bool(robot.stops) for robot in robots)
    print(f"{sum(arrived)} of {arguments.robots * arguments.trips} trips arrived, {referee.entries} times into a lane or dock, "
          f"{stopped} robots stopped, {len(referee.crashes)} crashes")
    for crash in referee.crashes:
        print(crash, file=sys.stderr)
    return 1 if referee.crashes or (stopped == 0 and sum(arrived) < arguments.robots * arguments.trips) else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--api", help="the node's API; default: the node of this machine")
    parser.add_argument("--robots", type=int, default=8)
    parser.add_argument("--trips", type=int, default=5)
    parser.add_argument("--drive", type=float, default=0.05, help="seconds that a trip takes; default 0.05")
    parser.add_argument("--lease", type=float, default=5.0, help="of permits, in seconds; default 5")
    parser.add_argument("--seed", type=int, default=1)
    sys.exit(asyncio.run(run(parser.parse_args())))


if __name__ == "__main__":
    main()
