"""The clock of leases. They go on while the machine sleeps, so the clock must, too: ``time.monotonic`` does not on Linux."""

from __future__ import annotations

import sys
import time
from typing import Callable


def _choose() -> Callable[[], float]:
    if hasattr(time, "CLOCK_BOOTTIME"):
        boottime = time.CLOCK_BOOTTIME
        return lambda: time.clock_gettime(boottime)
    if sys.platform == "darwin":
        # There it counts sleep; Python's own time.monotonic() reads another clock, which does not.
        return lambda: time.clock_gettime(time.CLOCK_MONOTONIC)
    return time.monotonic  # counts sleep on Windows


now: Callable[[], float] = _choose()
"""Seconds since some moment, time asleep included. Never goes back."""
