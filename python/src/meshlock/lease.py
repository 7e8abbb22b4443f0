"""What a holder knows about its permits, without any input or output: shared by the blocking and the asyncio client."""

from __future__ import annotations

import threading
from typing import Any, Callable, Dict, Optional

from . import clock
from .errors import MeshlockError, Refused

TICK = 0.05
"""How often holders look at the clock, in seconds."""

RENEWALS_PER_LEASE = 4
LONGEST_CALL = 2.0
SHORTEST_PAUSE = 0.02


def body(permits: int, priority: int, wait: Optional[float], lease: Optional[float], deadline: Optional[str],
         client: Optional[str]) -> Dict[str, Any]:
    """The body of the call that asks for permits."""
    document: Dict[str, Any] = {"permits": permits, "priority": priority}
    if wait is not None:
        document["timeout"] = f"{round(max(0.0, wait) * 1000)}ms"
    if lease is not None:
        document["lease"] = f"{round(lease * 1000)}ms"
    if deadline is not None:
        document["deadline"] = deadline
    if client is not None:
        document["client"] = client
    return document


class Lease:
    """How long permits are certainly held. Counted from the moment a renewal was *sent*: the node counts from its
    arrival, so it never gives them to anybody else earlier. Safe to use from several threads."""

    def __init__(self, seconds: float, now: Callable[[], float] = clock.now) -> None:
        self.seconds = seconds
        self._now = now
        self._lock = threading.Lock()
        self._until = now()
        self._due = self._until
        self._over: Optional[str] = None
        self._ending = False
        self.trouble = ""
        """Why the last renewal failed; empty if it did not."""

    def fork(self) -> None:
        """In a child process: its parent's lock may be held by a thread that does not exist here."""
        self._lock = threading.Lock()

    def renewed(self, sent: float, remaining: float) -> None:
        """A call that was sent at this moment was answered well."""
        with self._lock:
            if self._over is None:
                self._until = sent + remaining
                self._due = self._now() + (self._until - self._now()) / RENEWALS_PER_LEASE
                self.trouble = ""

    def failed(self, error: MeshlockError) -> None:
        """A renewal failed. What may pass is tried again, soon, until the lease is over."""
        with self._lock:
            self.trouble = str(error)
            left = max(0.0, self._until - self._now())
            self._due = self._now() + min(left / RENEWALS_PER_LEASE / 4 + SHORTEST_PAUSE, LONGEST_CALL)
            if isinstance(error, Refused) and error.gone:
                if error.remaining > 0:
                    self._ending = True
                    self._until = min(self._until, self._now() + error.remaining)
                elif self._over is None:
                    self._over = str(error)

    def end(self, why: str) -> None:
        """They are given back, or known to be lost."""
        with self._lock:
            if self._over is None:
                self._over = why

    @property
    def remaining(self) -> float:
        """Seconds for which they are held without another renewal; 0 once they are not."""
        with self._lock:
            return 0.0 if self._over is not None else max(0.0, self._until - self._now())

    @property
    def over(self) -> Optional[str]:
        """Why they are held no more; None while they are."""
        with self._lock:
            if self._over is None and self._until <= self._now():
                self._over = "the lease ran out" + (f" ({self.trouble})" if self.trouble else "")
            return self._over

    @property
    def due(self) -> Optional[float]:
        """When to renew next; None if that makes no sense any more."""
        with self._lock:
            return None if self._over is not None or self._ending else self._due

    @property
    def call_timeout(self) -> float:
        """How long one renewal may take."""
        return max(SHORTEST_PAUSE, min(self.seconds / RENEWALS_PER_LEASE, LONGEST_CALL))
