"""Permits and locks that the nodes of a mesh share.

    with meshlock.hold("docks", 2, priority=90, wait=10) as grant:
        land(grant.fencing, grant.slots)

The block runs while the permits are held, and no longer: if they are lost, :class:`GrantLost` is raised inside it.
:mod:`meshlock.aio` has the same for asyncio.
"""

from __future__ import annotations

from typing import Any

from .client import Grant, Node
from .errors import GrantLost, MeshlockError, NotGranted, Refused, Unreachable

__all__ = ["Grant", "GrantLost", "MeshlockError", "Node", "NotGranted", "Refused", "Unreachable", "hold"]


def hold(pool: str, permits: int = 1, **options: Any) -> Grant:
    """Permits of a node that is found as the commands find it; see :meth:`Node.acquire` for the options."""
    return Node().acquire(pool, permits, **options)
