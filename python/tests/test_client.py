"""The blocking client with a real node, which the tests stop, kill and start again."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import unittest
from typing import List, Optional

from . import support
from .support import SLACK, TestNode
import meshlock
from meshlock import clock

node: TestNode


def setUpModule() -> None:
    global node
    # A process that was started in the background ignores Control-C, and so would its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    node = TestNode()


def tearDownModule() -> None:
    node.close()


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.node = meshlock.Node(node.api, connect_wait=support.PATIENCE)

    def tearDown(self) -> None:
        node.signal(signal.SIGCONT)
        support.until(lambda: node.held("docks") + node.held("lane") + node.waiting("lane") == 0)

    def test_holds_for_a_block(self) -> None:
        with self.node.hold("docks", 2, priority=90, client="me") as first:
            self.assertEqual(first.slots, (1, 2))
            self.assertTrue(first.valid())
            self.assertEqual(node.held("docks"), 2)
            with self.node.hold("docks") as second:
                self.assertGreater(second.fencing or 0, first.fencing or 0)
        self.assertFalse(first.valid())
        self.assertFalse(first.lost.is_set())
        first.release()
        with self.assertRaises(meshlock.GrantLost):
            first.check()

    def test_tells_what_is_not_granted(self) -> None:
        with self.node.hold("lane"):
            with self.assertRaisesRegex(meshlock.NotGranted, "timed out"):
                self.node.acquire("lane", wait=0.1)
        with self.assertRaisesRegex(meshlock.NotGranted, "at most 3 permits"):
            self.node.acquire("docks", 4)
        with self.assertRaisesRegex(meshlock.Refused, "not known at this node"):
            self.node.acquire("nowhere")
        with self.assertRaisesRegex(ValueError, "is no address; expected"):
            meshlock.Node("ftp://x")

    def test_renews_while_the_block_lasts(self) -> None:
        with self.node.hold("lane", lease=0.4) as grant:
            time.sleep(1.5)
            grant.check()
        self.assertEqual(node.held("lane"), 0)

    def test_the_more_urgent_goes_first(self) -> None:
        order: List[str] = []

        def work(name: str, priority: int) -> None:
            with self.node.hold("lane", priority=priority):
                order.append(name)

        with self.node.hold("lane"):
            threads = [threading.Thread(target=work, args=each) for each in (("low", 1), ("high", 2))]
            for i, thread in enumerate(threads):
                thread.start()
                node.await_waiting("lane", i + 1)
        for thread in threads:
            thread.join()
        self.assertEqual(order, ["high", "low"])

    def test_many_threads_share_a_node(self) -> None:
        inside: List[int] = []
        most: List[int] = []
        errors: List[BaseException] = []

        def work(number: int) -> None:
            try:
                for _ in range(4):
                    with self.node.hold("docks", 1 + number % 2, lease=5.0) as grant:
                        inside.extend([number] * grant.permits)
                        most.append(len(inside))
                        time.sleep(0.01)
                        for _ in range(grant.permits):
                            inside.remove(number)
                        grant.check()
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(support.PATIENCE)
        self.assertEqual(errors, [])
        self.assertLessEqual(max(most), 3)
        support.until(lambda: all(each.name != "meshlock-keeper" for each in threading.enumerate()))

    def test_over_tcp_with_the_token(self) -> None:
        with open(os.path.join(node.folder, "log"), encoding="utf-8") as log:
            uri = [line.split("HTTP at ")[1].strip() for line in log if "HTTP at " in line][-1]
        with open(os.path.join(node.folder, "api.token"), encoding="ascii") as file:
            token = file.read().strip()
        with meshlock.Node(uri, token=token).hold("lane"):
            self.assertEqual(node.held("lane"), 1)
        with self.assertRaisesRegex(meshlock.Refused, "needs the node's token"):
            meshlock.Node(uri).acquire("lane")

    # ---- loss ----

    def test_a_stopped_node_interrupts_the_block_within_a_tick_of_the_end_of_its_lease(self) -> None:
        late: List[float] = []
        while not late or (min(late) > support.PROMPT and len(late) < support.TRIES):
            with self.assertRaisesRegex(meshlock.GrantLost, "permits of 'lane' are lost: the lease ran out"):
                with self.node.hold("lane", lease=0.6) as grant:
                    node.signal(signal.SIGSTOP)
                    try:
                        time.sleep(60)
                    except meshlock.GrantLost:
                        late.append(clock.now() - grant.lease._until)
                        raise
            self.assertTrue(grant.lost.is_set())
            self.assertLess(late[-1], SLACK)
            node.signal(signal.SIGCONT)
            support.until(lambda: node.held("lane") == 0)
        self.assertLess(min(late), support.PROMPT)

    def test_a_thread_is_interrupted_between_its_steps(self) -> None:
        seen: List[Optional[BaseException]] = []

        def work() -> None:
            try:
                with self.node.hold("lane", lease=0.6):
                    node.signal(signal.SIGSTOP)
                    while True:
                        time.sleep(0.01)
            except meshlock.GrantLost as error:
                seen.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join(support.PATIENCE)
        self.assertIn("the lease ran out", str(seen[0]))

    def test_a_block_that_does_not_notice_is_told_at_its_end(self) -> None:
        reasons: List[str] = []
        with self.assertRaises(meshlock.GrantLost):
            with self.node.hold("lane", lease=0.6, interrupt=False) as grant:
                grant.on_lost(reasons.append)
                node.signal(signal.SIGSTOP)
                self.assertTrue(grant.lost.wait(support.PATIENCE))
                self.assertFalse(grant.valid())
        support.until(lambda: len(reasons) == 1)

    def test_a_node_that_is_away_for_less_than_a_lease_does_no_harm(self) -> None:
        with self.node.hold("lane", lease=8.0) as grant:
            node.signal(signal.SIGSTOP)
            time.sleep(4.0)
            node.signal(signal.SIGCONT)
            time.sleep(0.5)
            grant.check()
            support.until(lambda: grant.remaining() > 5)

    def test_an_outer_block_goes_on_when_an_inner_one_is_lost(self) -> None:
        with self.node.hold("docks", lease=30.0) as outer:
            with self.assertRaises(meshlock.GrantLost):
                with self.node.hold("lane", lease=0.6):
                    node.signal(signal.SIGSTOP)
                    time.sleep(60)
            node.signal(signal.SIGCONT)
            outer.check()

    # ---- a node that restarts ----

    def test_a_restart_loses_what_was_held_and_keeps_who_waits(self) -> None:
        granted: List[meshlock.Grant] = []
        with self.assertRaises(meshlock.GrantLost):
            with self.node.hold("lane", lease=5.0):
                waiter = threading.Thread(target=lambda: granted.append(self.node.acquire("lane")))
                waiter.start()
                node.await_waiting("lane", 1)
                node.kill()
                node.start()
                time.sleep(60)
        waiter.join(support.PATIENCE)
        granted[0].check()
        granted[0].release()

    # ---- interruptions ----

    def test_control_c_withdraws_what_waits(self) -> None:
        with self.node.hold("lane"):
            threading.Thread(target=self._interrupt_when_waiting).start()
            with self.assertRaises(KeyboardInterrupt):
                self.node.acquire("lane")
            self.assertEqual(node.waiting("lane"), 0)

    @staticmethod
    def _interrupt_when_waiting() -> None:
        node.await_waiting("lane", 1)
        main = threading.main_thread().ident
        assert main is not None
        signal.pthread_kill(main, signal.SIGINT)

    def test_control_c_in_a_block_gives_back(self) -> None:
        with self.assertRaises(KeyboardInterrupt):
            with self.node.hold("lane"):
                signal.raise_signal(signal.SIGINT)
        self.assertEqual(node.held("lane"), 0)

    def test_a_child_has_no_share_in_its_parents_permits(self) -> None:
        with self.node.hold("lane") as grant:
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    grant.release()
                    if not grant.valid() and grant.lost.is_set():
                        with self.node.hold("docks", lease=1.0) as own:  # it may have its own
                            time.sleep(1.5)
                            own.check()
                        code = 0
                finally:
                    os._exit(code)
            _, status = os.waitpid(child, 0)
            self.assertEqual(status, 0)
            grant.check()
            self.assertEqual(node.held("lane"), 1)

    # ---- answers that get lost ----

    def test_asking_again_after_a_lost_answer_is_granted_once(self) -> None:
        with Dropping(node.socket, os.path.join(node.folder, "p.sock")) as proxy:
            with meshlock.Node(f"unix:{proxy.path}").hold("docks"):
                self.assertEqual(node.held("docks"), 1)
            self.assertGreaterEqual(proxy.dropped, 1)


class Dropping:
    """A socket before a node's own, which passes the first call on and swallows the answer."""

    def __init__(self, behind: str, path: str) -> None:
        self.behind = behind
        self.path = path
        self.dropped = 0

    def __enter__(self) -> "Dropping":
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with client, socket.socket(socket.AF_UNIX) as server:
                server.connect(self.behind)
                server.sendall(self._call(client))
                answer = server.recv(65536)
                if self.dropped == 0:
                    self.dropped += 1
                else:
                    client.sendall(answer)

    @staticmethod
    def _call(client: socket.socket) -> bytes:
        call = b""
        while b"\r\n\r\n" not in call:
            call += client.recv(65536)
        head, _, content = call.partition(b"\r\n\r\n")
        length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                       if line.startswith(b"content-length")), 0)
        while len(content) < length:
            more = client.recv(65536)
            call, content = call + more, content + more
        return call

    def __exit__(self, *unused: object) -> None:
        self._listener.close()


if __name__ == "__main__":
    unittest.main()
