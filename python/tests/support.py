"""Real nodes for tests: processes of the command in MESHLOCK_TEST_COMMAND, a JSON list, which the build sets."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from typing import List, Optional, Sequence

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "src"))

import meshlock  # noqa: E402

PATIENCE = 90.0
"""How long a busy machine may take for anything."""

SLACK = 0.75
"""How late a busy machine may be with a tick of 50 ms."""

PROMPT = 0.1
"""How late it is if nothing else runs: a tick, and as much for the test itself."""

TRIES = 8
"""How often a busy machine may try to be prompt."""


def command() -> List[str]:
    text = os.environ.get("MESHLOCK_TEST_COMMAND")
    if not text:
        raise unittest.SkipTest("MESHLOCK_TEST_COMMAND is not set")
    parsed: List[str] = json.loads(text)
    return parsed


class TestNode:
    """A node with the pools 'docks' (3 permits) and 'lane' (1), or with others."""

    def __init__(self, pools: Sequence[str] = ("docks=3", "lane=1")) -> None:
        self.pools = pools
        self.folder = tempfile.mkdtemp(prefix="meshlock-")
        self.socket = os.path.join(self.folder, "api.sock")
        self.api = f"unix:{self.socket}"
        self.process: Optional["subprocess.Popen[bytes]"] = None
        self.start()

    def start(self) -> None:
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(
            [*command(), "node", "--name", "a", "--bootstrap", "--http", "127.0.0.1:0", "--socket", self.socket,
             "--state", os.path.join(self.folder, "state"),
             *(word for pool in self.pools for word in ("--pool", pool))], stdout=self.log, stderr=self.log)
        self.await_answer()

    def await_answer(self) -> None:
        node = meshlock.Node(self.api)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if len(node.pools()) >= len(self.pools):
                    return
            except meshlock.MeshlockError:
                if time.monotonic() > end:
                    raise
            time.sleep(0.05)

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()
        self.log.close()

    def close(self) -> None:
        self.signal(signal.SIGCONT)
        self.kill()
        shutil.rmtree(self.folder)

    def held(self, pool: str) -> int:
        return self._count(pool, "heldHere")

    def waiting(self, pool: str) -> int:
        return self._count(pool, "waitingHere")

    def _count(self, pool: str, key: str) -> int:
        return next(int(each[key]) for each in meshlock.Node(self.api).pools() if each["name"] == pool)

    def await_waiting(self, pool: str, count: int) -> None:
        until(lambda: self.waiting(pool) == count)


def until(condition: "object") -> None:
    """Waits until a condition holds."""
    assert callable(condition)
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it did not come about in time")
        time.sleep(0.02)
