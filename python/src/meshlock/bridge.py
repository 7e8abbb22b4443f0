"""Meshlock for programs in any language: JSON lines on standard input and output.

    $ python3 -m meshlock.bridge
    {"call": "acquire", "id": "r1", "pools": ["dock-2", "lane-7"], "priority": 80, "wait": 30}
    {"event": "granted", "id": "r1", "grants": [{"pool": "dock-2", "permits": 1, "fencing": 17, "slots": [1]}, ...]}
    {"event": "lost", "id": "r1", "reason": "..."}
    {"call": "release", "id": "r1"}
    {"event": "released", "id": "r1"}

Several pools are asked for one after the other, in the order of their names whatever order they were given in: who always does
that cannot wait in a circle. If one of them is lost, the others are given back, and there is one line about all of them. When
standard input ends, everything is given back.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import threading
from contextlib import AsyncExitStack
from typing import Any, Dict, List, Optional, TextIO

from . import aio
from .errors import MeshlockError

LONGEST_LINE = 64 * 1024
MOST_REQUESTS = 1_000

_ACQUIRE = {"call", "id", "pool", "pools", "permits", "priority", "wait", "lease", "deadline", "client"}


class Mistake(Exception):
    """A line that makes no sense: what is wrong with it, and what was expected."""


class Bridge:
    """One conversation."""

    def __init__(self, node: aio.Node, out: TextIO) -> None:
        self._node = node
        self._out = out
        self._tasks: Dict[str, "asyncio.Task[None]"] = {}
        self._given_back: Dict[str, asyncio.Event] = {}

    def say(self, event: str, **fields: Any) -> None:
        self._out.write(json.dumps({"event": event, **fields}, separators=(",", ":")) + "\n")
        self._out.flush()

    async def hear(self, line: str) -> None:
        """Does what a line asks for. A wrong one is answered, and changes nothing."""
        request: Any = None
        try:
            try:
                request = json.loads(line)
            except ValueError:
                raise Mistake("is not JSON; expected one object on a line") from None
            if not isinstance(request, dict):
                raise Mistake("is no object; expected one on a line")
            call = request.get("call")
            if call == "acquire":
                self._acquire(request)
            elif call == "release":
                self._release(_name(request))
            elif call == "pools":
                self.say("pools", pools=await self._node.pools())
            else:
                raise Mistake(f"call: {json.dumps(call)[:40]} is unknown; expected acquire, release or pools")
        except (Mistake, MeshlockError) as error:
            fields = {"id": request["id"]} if isinstance(request, dict) and "id" in request else {}
            self.say("error", **fields, message=str(error))

    def _acquire(self, request: Dict[str, Any]) -> None:
        name = _name(request)
        unknown = sorted(set(request) - _ACQUIRE)
        if unknown:
            raise Mistake(f"'{unknown[0]}': is not known here; expected some of {', '.join(sorted(_ACQUIRE))}")
        if name in self._tasks:
            raise Mistake(f"id: '{name}' is in use; expected one of its own for each request")
        if len(self._tasks) >= MOST_REQUESTS:
            raise Mistake(f"{MOST_REQUESTS} requests wait or hold permits here, which is the limit")
        pools = _pools(request)
        options = {key: request[key] for key in ("priority", "wait", "lease", "deadline", "client") if key in request}
        self._given_back[name] = asyncio.Event()
        self._tasks[name] = asyncio.ensure_future(self._hold(name, pools, int(request.get("permits", 1)), options))

    async def _hold(self, name: str, pools: List[str], permits: int, options: Dict[str, Any]) -> None:
        granted = False
        try:
            async with AsyncExitStack() as stack:
                grants = [await stack.enter_async_context(self._node.hold(pool, permits, **options)) for pool in pools]
                granted = True
                self.say("granted", id=name, grants=[
                    {"pool": grant.pool, "permits": grant.permits, "fencing": grant.fencing, "slots": grant.slots}
                    for grant in grants])
                await self._given_back[name].wait()
            self.say("released", id=name)
        except (MeshlockError, TypeError, ValueError) as error:
            self.say("lost" if granted else "not-granted", id=name, reason=str(error))
        except asyncio.CancelledError:
            self.say("released" if granted else "withdrawn", id=name)
        finally:
            self._tasks.pop(name, None)
            self._given_back.pop(name, None)

    def _release(self, name: str) -> None:
        """Gives back, or withdraws what waits."""
        if name not in self._tasks:
            raise Mistake(f"id: '{name}' holds and wants nothing; expected that of a request")
        self._tasks[name].cancel()

    async def close(self) -> None:
        """Gives everything back."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _name(request: Dict[str, Any]) -> str:
    name = request.get("id")
    if not isinstance(name, str) or not name:
        raise Mistake("id: missing; expected a text that names the request from now on")
    return name


def _pools(request: Dict[str, Any]) -> List[str]:
    given = request.get("pools", [request.get("pool")])
    if not isinstance(given, list) or not given or not all(isinstance(pool, str) and pool for pool in given):
        raise Mistake("pool: missing; expected a name, or a list of names in pools")
    if len(set(given)) < len(given):
        raise Mistake("pools: has a name twice; expected each once, with the number in permits")
    return sorted(given)


async def serve(node: aio.Node, source: TextIO, out: TextIO) -> None:
    """Answers lines until there are no more."""
    loop = asyncio.get_running_loop()
    lines: "asyncio.Queue[Optional[str]]" = asyncio.Queue()

    def read() -> None:
        while True:
            line = source.readline(LONGEST_LINE)
            loop.call_soon_threadsafe(lines.put_nowait, line or None)
            if not line:
                return

    threading.Thread(target=read, daemon=True).start()
    bridge = Bridge(node, out)
    try:
        while True:
            line = await lines.get()
            if line is None:
                return
            if line.strip():
                await bridge.hear(line)
    finally:
        await bridge.close()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="meshlock-bridge", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--api", help="the node's API, as http://127.0.0.1:7480 or unix:/run/meshlock/7480.sock")
    arguments = parser.parse_args()
    try:
        node = aio.Node(arguments.api)
    except ValueError as error:
        parser.error(str(error))
    try:
        asyncio.run(serve(node, sys.stdin, sys.stdout))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
