"""Raises an exception in a thread that runs a block: the other half of "the block runs while the permits are held".

In the main thread a signal does it, so that also a call that waits, such as ``time.sleep``, ends at once. SIGURG is chosen
because it is ignored by default and hardly used. In other threads Python can only raise between two of its own
instructions: a call that waits there returns first.
"""

from __future__ import annotations

import ctypes
import signal
import threading
from types import FrameType
from typing import Any, List, Optional, Type

from .errors import GrantLost

_lock = threading.RLock()
_blocks: List["Block"] = []
_previous: Any = None


class Block:
    """A block that may be interrupted, from when it is made to :meth:`leave`, by the thread that made it."""

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self._reason: Optional[str] = None
        self._pending = False
        with _lock:
            _blocks.append(self)
        if threading.current_thread() is threading.main_thread():
            _install()

    def fire(self, reason: str) -> None:
        """Interrupts the block, if it runs still. From any thread."""
        with _lock:
            if self not in _blocks or self._reason is not None:
                return
            self._reason = reason
            if self.thread == threading.main_thread().ident and _is_installed():
                signal.pthread_kill(self.thread, signal.SIGURG)
            elif self.thread != threading.get_ident():
                self._pending = True
                _raise_in(self.thread, _lost(reason))

    def leave(self) -> None:
        """The block has ended: nothing is raised from here on."""
        with _lock:
            if self in _blocks:
                _blocks.remove(self)
            if self._pending:
                self._pending = False
                _raise_in(self.thread, None)


def _lost(reason: str) -> Type[GrantLost]:
    """Python raises a class in another thread, not an object: so this one brings its own words."""

    class Lost(GrantLost):
        def __init__(self) -> None:
            super().__init__(reason)

    Lost.__name__ = Lost.__qualname__ = "GrantLost"
    Lost.__module__ = GrantLost.__module__
    return Lost


def _raise_in(thread: int, error: Optional[Type[BaseException]]) -> None:
    target = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), target)


def _handler(number: int, frame: Optional[FrameType]) -> None:
    for block in list(_blocks):
        if block.thread == threading.get_ident() and block._reason is not None:
            _blocks.remove(block)
            raise GrantLost(block._reason)
    if callable(_previous):
        _previous(number, frame)


def _is_installed() -> bool:
    return hasattr(signal, "SIGURG") and signal.getsignal(signal.SIGURG) is _handler


def _install() -> None:
    global _previous
    if hasattr(signal, "pthread_kill") and hasattr(signal, "SIGURG") and not _is_installed():
        _previous = signal.signal(signal.SIGURG, _handler)


def after_fork() -> None:
    """In a child process: no block of its parent is its own."""
    global _lock
    _lock = threading.RLock()
    _blocks.clear()
