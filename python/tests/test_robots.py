"""The robots of examples/robots and the bridge, with a real node."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import unittest
from typing import Any, Dict, List

from . import support
from .support import TestNode

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
DEMO = os.path.join(ROOT, "examples", "robots", "demo.py")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.path.join(ROOT, "python", "src"), "PYTHONDONTWRITEBYTECODE": "1"}

node: TestNode


def setUpModule() -> None:
    global node
    node = TestNode()


def tearDownModule() -> None:
    node.close()


class RobotsTest(unittest.TestCase):
    def test_robots_arrive_and_a_stopped_node_stops_them(self) -> None:
        own = TestNode(pools=["x=1"])
        try:
            with subprocess.Popen([sys.executable, DEMO, "--api", own.api], env=ENVIRONMENT, stdout=subprocess.PIPE,
                                  text=True) as fine:
                out = fine.communicate(timeout=support.PATIENCE)[0]
                self.assertEqual(fine.returncode, 0, out)
                self.assertIn("40 of 40 trips arrived", out)
                self.assertIn("0 robots stopped, 0 crashes", out)
            with subprocess.Popen([sys.executable, DEMO, "--api", own.api, "--drive", "30", "--trips", "1", "--robots",
                                   "3", "--lease", "1"], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as doomed:
                support.until(lambda: own.held("lane-1") + own.held("lane-2") + own.held("lane-3") > 0)
                own.signal(signal.SIGSTOP)
                assert doomed.stdout is not None
                # One that waits for its next lane is told at the end of the lease, one that drives brakes before.
                stopped = next(line for line in doomed.stdout if "cannot be kept" in line)
                self.assertRegex(stopped, "robot-. was stopped: permits of '.*' cannot be kept: no node answers")
                doomed.kill()
        finally:
            own.close()


class BridgeTest(unittest.TestCase):
    def setUp(self) -> None:
        self.bridge = subprocess.Popen([sys.executable, "-m", "meshlock.bridge", "--api", node.api], env=ENVIRONMENT,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tearDown(self) -> None:
        node.signal(signal.SIGCONT)
        assert self.bridge.stdin is not None and self.bridge.stdout is not None
        self.bridge.stdin.close()
        self.bridge.wait(support.PATIENCE)
        self.bridge.stdout.close()
        support.until(lambda: node.held("docks") + node.held("lane") + node.waiting("lane") == 0)

    def send(self, **line: Any) -> None:
        assert self.bridge.stdin is not None
        self.bridge.stdin.write(json.dumps(line) + "\n")
        self.bridge.stdin.flush()

    def hear(self) -> Dict[str, Any]:
        assert self.bridge.stdout is not None
        heard: Dict[str, Any] = json.loads(self.bridge.stdout.readline())
        return heard

    def test_several_pools_are_granted_in_the_order_of_their_names(self) -> None:
        self.send(call="acquire", id="a", pools=["lane", "docks"], priority=7)
        granted = self.hear()
        self.assertEqual((granted["event"], granted["id"]), ("granted", "a"))
        self.assertEqual([grant["pool"] for grant in granted["grants"]], ["docks", "lane"])
        self.send(call="acquire", id="b", pool="lane", wait=0.1)
        self.assertEqual(self.hear(), {"event": "not-granted", "id": "b", "reason": "it timed out"})
        self.send(call="release", id="a")
        self.assertEqual(self.hear(), {"event": "released", "id": "a"})

    def test_a_waiting_request_is_withdrawn(self) -> None:
        self.send(call="acquire", id="a", pool="lane")
        self.hear()
        self.send(call="acquire", id="b", pool="lane")
        node.await_waiting("lane", 1)
        self.send(call="release", id="b")
        self.assertEqual(self.hear(), {"event": "withdrawn", "id": "b"})

    def test_a_loss_is_told(self) -> None:
        self.send(call="acquire", id="a", pool="lane", lease=0.6)
        self.assertEqual(self.hear()["event"], "granted")
        node.signal(signal.SIGSTOP)
        lost = self.hear()
        self.assertEqual((lost["event"], lost["id"]), ("lost", "a"))
        self.assertRegex(lost["reason"], "lease ran out")

    def test_wrong_lines_are_answered_with_what_was_expected(self) -> None:
        expected: List[str] = [
            "call: null is unknown; expected acquire, release or pools",
            "id: missing; expected a text that names the request from now on",
            "pool: missing; expected a name, or a list of names in pools",
            "id: 'none' holds and wants nothing; expected that of a request",
        ]
        lines: List[Dict[str, Any]] = [{}, {"call": "acquire"}, {"call": "acquire", "id": "a"},
                                       {"call": "release", "id": "none"}]
        for line, message in zip(lines, expected):
            self.send(**line)
            heard = self.hear()
            self.assertEqual((heard["event"], heard["message"]), ("error", message))


if __name__ == "__main__":
    unittest.main()
