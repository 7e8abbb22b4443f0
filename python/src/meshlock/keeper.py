"""Keeps grants alive, and notices when they are not: two threads per node, which are there while anything is held.

One renews. The other looks at the clock every tick and does nothing that could wait, so that a node that does not answer
never delays the news that a lease is over.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Dict, Optional, Set

from . import clock
from .lease import TICK

if TYPE_CHECKING:
    from .client import Grant


class Keeper:
    """All grants of one node object."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._grants: Dict[str, Grant] = {}
        self._running: Set[str] = set()

    def add(self, grant: Grant) -> None:
        with self._changed:
            self._grants[grant.id] = grant
            for work in (self._renew, self._watch):
                if work.__name__ not in self._running:
                    self._running.add(work.__name__)
                    threading.Thread(target=work, name="meshlock-keeper", daemon=True).start()
            self._changed.notify_all()

    def remove(self, grant: Grant) -> None:
        with self._changed:
            self._grants.pop(grant.id, None)
            self._changed.notify_all()

    def _watch(self) -> None:
        while True:
            with self._changed:
                if not self._grants:
                    self._running.discard("_watch")
                    return
                held = list(self._grants.values())
                self._changed.wait(TICK)
            for grant in held:
                grant._look()

    def _renew(self) -> None:
        while True:
            with self._changed:
                if not self._grants:
                    self._running.discard("_renew")
                    return
                next_one = self._next()
                if next_one is None:
                    self._changed.wait(TICK)
                    continue
            next_one._renew()

    def _next(self) -> Optional[Grant]:
        """The grant that is due first, if it is due now; the wait for it is a tick at most, as its timer may have slept."""
        dues = [(grant.lease.due, grant) for grant in self._grants.values()]
        waiting = [(due, grant) for due, grant in dues if due is not None]
        if not waiting:
            return None
        due, first = min(waiting, key=lambda pair: pair[0])
        return first if due <= clock.now() else None
