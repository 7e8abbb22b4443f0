"""The asyncio client with a real node."""

from __future__ import annotations

import asyncio
import signal
import time
import unittest
from typing import Any, Dict, List

from . import support
from .support import SLACK, TestNode
import meshlock
from meshlock import aio, clock

node: TestNode


def setUpModule() -> None:
    global node
    node = TestNode()


def tearDownModule() -> None:
    node.close()


class AioTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.node = aio.Node(node.api, connect_wait=support.PATIENCE)

    async def asyncTearDown(self) -> None:
        node.signal(signal.SIGCONT)
        support.until(lambda: node.held("docks") + node.held("lane") + node.waiting("lane") == 0)

    async def test_holds_for_a_block(self) -> None:
        async with self.node.hold("docks", 2, lease=0.5) as grant:
            self.assertEqual(grant.slots, (1, 2))
            await asyncio.sleep(1.5)
            grant.check()
            self.assertEqual(node.held("docks"), 2)
        self.assertFalse(grant.valid())

    async def test_tells_what_is_not_granted(self) -> None:
        async with self.node.hold("lane"):
            with self.assertRaises(meshlock.NotGranted):
                await self.node.acquire("lane", wait=0.1)
        with self.assertRaises(meshlock.NotGranted):
            await self.node.acquire("docks", 4)

    async def test_a_cancelled_wait_leaves_nothing(self) -> None:
        async with self.node.hold("lane"):
            waiter = asyncio.ensure_future(self.node.acquire("lane"))
            while node.waiting("lane") == 0:
                await asyncio.sleep(0.02)
            waiter.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiter
            self.assertEqual(node.waiting("lane"), 0)

    async def test_a_cancelled_block_gives_back(self) -> None:
        entered = asyncio.Event()

        async def work() -> None:
            async with self.node.hold("lane"):
                entered.set()
                await asyncio.sleep(60)

        task = asyncio.ensure_future(work())
        await entered.wait()
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual(node.held("lane"), 0)

    async def test_a_lost_grant_ends_the_block_within_a_tick(self) -> None:
        late: List[float] = []
        while not late or (min(late) > support.PROMPT and len(late) < support.TRIES):
            with self.assertRaisesRegex(meshlock.GrantLost, "the lease ran out"):
                async with self.node.hold("lane", lease=0.6) as grant:
                    node.signal(signal.SIGSTOP)
                    try:
                        await asyncio.sleep(60)
                    finally:
                        late.append(clock.now() - grant.lease._until)
            self.assertTrue(grant.lost.is_set())
            self.assertLess(late[-1], SLACK)
            await asyncio.sleep(0)  # no cancellation is left behind
            node.signal(signal.SIGCONT)
            support.until(lambda: node.held("lane") == 0)
        self.assertLess(min(late), support.PROMPT)

    async def test_a_restart_loses_what_was_held_and_keeps_who_waits(self) -> None:
        with self.assertRaises(meshlock.GrantLost):
            async with self.node.hold("lane", lease=5.0):
                waiter = asyncio.ensure_future(self.node.acquire("lane"))
                while node.waiting("lane") == 0:
                    await asyncio.sleep(0.02)
                await asyncio.get_running_loop().run_in_executor(None, node.kill)
                await asyncio.get_running_loop().run_in_executor(None, node.start)
                await asyncio.sleep(60)
        granted = await asyncio.wait_for(waiter, support.PATIENCE)
        granted.check()
        await granted.release()

    async def test_a_callback_that_fails_keeps_nobody_else_from_being_told(self) -> None:
        told: List[str] = []
        failed: List[Dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: failed.append(context))

        def fail(reason: str) -> None:
            raise RuntimeError(reason)

        grant = await self.node.acquire("lane", lease=0.6)
        grant.on_lost(fail)
        grant.on_lost(told.append)
        node.signal(signal.SIGSTOP)
        await asyncio.wait_for(grant.lost.wait(), support.PATIENCE)
        await asyncio.sleep(0)
        self.assertEqual(len(told), 1)
        self.assertIn("lost permits of 'lane'", failed[0]["message"])

    async def test_a_loop_that_was_blocked_is_told_by_the_clock(self) -> None:
        with self.assertRaises(meshlock.GrantLost):
            async with self.node.hold("lane", lease=0.5) as grant:
                time.sleep(1.0)
                self.assertFalse(grant.valid())

    async def test_a_hundred_wait_in_one_thread(self) -> None:
        async def work() -> int:
            async with self.node.hold("lane") as grant:
                return grant.fencing or 0

        fencing = await asyncio.gather(*(work() for _ in range(100)))
        self.assertEqual(len(set(fencing)), 100)


class CancellationTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_cancellation_that_comes_with_the_answer_is_not_forgotten(self) -> None:
        answered = asyncio.Event()

        async def call() -> Dict[str, Any]:
            await answered.wait()
            return {}

        task = asyncio.ensure_future(aio._within(60.0, call()))
        for _ in range(3):
            await asyncio.sleep(0)
        answered.set()
        await asyncio.sleep(0)  # the call has its answer, and whoever waits for it has not gone on yet
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task


if __name__ == "__main__":
    unittest.main()
