"""What can go wrong."""

from __future__ import annotations

from typing import Optional


class MeshlockError(Exception):
    """Everything that this package raises."""


class Unreachable(MeshlockError):
    """No node answers. The same call may succeed later."""


class Refused(MeshlockError):
    """A node answered with an error: one line that names the place and what was expected."""

    def __init__(self, status: int, detail: str, remaining: float = 0.0, retry_after: Optional[float] = None) -> None:
        super().__init__(detail)
        self.status = status
        self.remaining = remaining
        """For how many seconds a grant that cannot be renewed any more is held still."""
        self.retry_after = retry_after

    @property
    def passing(self) -> bool:
        """Whether the same call may succeed later."""
        return self.status == 429 or self.status >= 500

    @property
    def gone(self) -> bool:
        """Whether the request that the call was about is no more."""
        return self.status in (404, 409)


class NotGranted(MeshlockError, TimeoutError):
    """The permits were not granted in time, or were refused. Nothing is held and nothing waits."""


class GrantLost(MeshlockError):
    """The permits are gone: somebody else may have them. Raised inside the block that relied on them."""
