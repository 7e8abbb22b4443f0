"""The blocking client: nodes, and the grants that they give."""

from __future__ import annotations

import os
import sys
import threading
import urllib.parse
import uuid
import weakref
from types import TracebackType
from typing import Any, Callable, Dict, List, Optional, Tuple, Type

from . import address, clock, interrupt, lease, transport
from .errors import GrantLost, MeshlockError, NotGranted, Refused, Unreachable
from .keeper import Keeper

POLL = 10.0
"""How long one look at a waiting request lasts. If this process dies, the node notices after this and the lease."""

_ANSWER = 5.0
_RETRY = 0.1
_FAREWELL = 2.0

_nodes: "weakref.WeakSet[Node]" = weakref.WeakSet()


class Node:
    """A node's API. Safe to use from several threads, and in a child process after a fork.

    :param api: as ``http://127.0.0.1:7480`` or ``unix:/run/meshlock/7480.sock``; without it ``MESHLOCK_API``, or the node of
        this machine
    :param token: what the node wants over TCP; without it ``MESHLOCK_TOKEN_FILE``, or what a node of this machine left
    :param connect_wait: for how many seconds a node that does not answer, since it starts or restarts, is tried again
    """

    def __init__(self, api: Optional[str] = None, *, token: Optional[str] = None, connect_wait: float = 10.0) -> None:
        self._api = api
        self._given_token = token
        self.connect_wait = connect_wait
        self._keeper = Keeper()
        self._grants: "weakref.WeakSet[Grant]" = weakref.WeakSet()
        address.find(api, token)  # tells a wrong one at once
        _nodes.add(self)

    def call(self, method: str, path: str, body: Optional[Dict[str, Any]] = None, *, timeout: float = _ANSWER,
             secret: Optional[str] = None, key: Optional[str] = None) -> Dict[str, Any]:
        """One call of the API, without retries."""
        # Looked up each time: a node that was restarted may have another token.
        where = address.find(self._api, self._given_token)
        return transport.call(where, method, path, body, timeout=timeout, secret=secret, key=key)

    def pools(self) -> List[Dict[str, Any]]:
        """What the node knows of its pools."""
        pools: List[Dict[str, Any]] = self.call("GET", "/api/v1/pools")["pools"]
        return pools

    def hold(self, pool: str, permits: int = 1, **options: Any) -> "Grant":
        """The same as :meth:`acquire`: a grant is a context manager."""
        return self.acquire(pool, permits, **options)

    def acquire(self, pool: str, permits: int = 1, *, priority: int = 0, wait: Optional[float] = None,
                lease: Optional[float] = None, deadline: Optional[str] = None, client: Optional[str] = None,
                interrupt: bool = True) -> "Grant":
        """Waits for permits.

        :param priority: larger goes first
        :param wait: how many seconds to wait at most; None for ever
        :param lease: for how many seconds they are kept without a sign of life of this process
        :param deadline: until when they are wanted, for pools that order by it, as ``2026-11-15T10:00:00Z``
        :param client: a name for people
        :param interrupt: whether a ``with`` block is interrupted when they are lost; it is told at its end in any case
        :raises NotGranted: if they are not granted in time, or refused; nothing is held and nothing waits then
        """
        asked = _Asked(self, pool, permits, priority, wait, lease, deadline, client or f"python {os.getpid()}")
        try:
            request, sent = asked.until_granted()
        except BaseException:  # KeyboardInterrupt, too: whatever was asked for must not stay
            asked.withdraw()
            raise
        grant = Grant(self, request, asked.secret, sent, interrupt)
        self._grants.add(grant)
        self._keeper.add(grant)
        return grant

    def _after_fork(self) -> None:
        self._keeper = Keeper()
        for grant in list(self._grants):
            grant._after_fork()
        self._grants = weakref.WeakSet()


class _Asked:
    """A request, until it is granted."""

    def __init__(self, node: Node, pool: str, permits: int, priority: int, wait: Optional[float],
                 seconds: Optional[float], deadline: Optional[str], client: str) -> None:
        self._node = node
        self._path = f"/api/v1/pools/{urllib.parse.quote(pool, safe='')}/requests"
        self._until = None if wait is None else clock.now() + wait
        self._options = (permits, priority, seconds, deadline, client)
        self._key: Optional[str] = None
        self._self: Optional[str] = None
        self.secret = ""

    def until_granted(self) -> Tuple[Dict[str, Any], float]:
        """The granted request, and when the call was sent whose answer it is."""
        while True:
            sent = clock.now()
            request: Optional[Dict[str, Any]] = self._place()
            while request is not None and request["state"] == "waiting":
                sent = clock.now()
                request = self._look()
            if request is None:
                continue  # the node was restarted and has forgotten it: ask again
            if request["state"] == "granted":
                return request, sent
            raise NotGranted(str(request.get("reason") or f"it is {request['state']}"))

    def _left(self) -> Optional[float]:
        return None if self._until is None else self._until - clock.now()

    def _place(self) -> Dict[str, Any]:
        """Asks, under a key: however often the call is repeated, there is one request."""
        permits, priority, seconds, deadline, client = self._options
        body = lease.body(permits, priority, self._left(), seconds, deadline, client)
        self._key, self._body = str(uuid.uuid4()), body
        request = self._retry(lambda: self._node.call("POST", self._path, body, key=self._key))
        self._self, self.secret = f"/api/v1/requests/{request['id']}", str(request["secret"])
        return request

    def _look(self) -> Optional[Dict[str, Any]]:
        try:
            return self._retry(lambda: self._node.call(
                "GET", f"{self._self}?wait={round(POLL)}s", timeout=POLL + _ANSWER, secret=self.secret))
        except Refused as error:
            if error.status != 404:
                raise
            self._self = self._key = None
            return None

    def _retry(self, attempt: Callable[[], Dict[str, Any]]) -> Dict[str, Any]:
        """Tries what may pass again: for as long as a node may take to start, and no longer than permits are waited for."""
        give_up = clock.now() + self._node.connect_wait
        if self._until is not None:
            give_up = min(give_up, max(self._until, clock.now()))
        while True:
            try:
                return attempt()
            except MeshlockError as error:
                passing = isinstance(error, Unreachable) or (isinstance(error, Refused) and error.passing)
                if not passing:
                    if isinstance(error, Refused) and error.status == 422:
                        raise NotGranted(str(error)) from error
                    raise
                if clock.now() >= give_up:
                    raise
                pause = error.retry_after if isinstance(error, Refused) and error.retry_after else _RETRY
                threading.Event().wait(min(pause, max(0.0, give_up - clock.now())))

    def withdraw(self) -> None:
        """Takes it back; if the answer that names it was lost, asks for that first. If it fails, the lease ends it."""
        if self._key is None:
            return
        try:
            if self._self is None:
                request = self._node.call("POST", self._path, self._body, timeout=_FAREWELL, key=self._key)
                self._self, self.secret = f"/api/v1/requests/{request['id']}", str(request["secret"])
            self._node.call("DELETE", self._self, timeout=_FAREWELL, secret=self.secret)
        except MeshlockError:
            pass


class Grant:
    """Permits that this process holds, as long as they are renewed, which happens by itself.

    As a context manager it gives them back at the end of the block. If they are lost before, :class:`GrantLost` is raised
    inside the block, and at its end if the block did not notice.
    """

    def __init__(self, node: Node, request: Dict[str, Any], secret: str, sent: float, interrupts: bool) -> None:
        self._node = node
        self._secret = secret
        self._interrupts = interrupts
        self._block: Optional[interrupt.Block] = None
        self._callbacks: List[Callable[[str], object]] = []
        self._lock = threading.Lock()
        self._released = False
        self._forked = False
        self.id: str = request["id"]
        self.pool: str = request["pool"]
        self.permits: int = request["permits"]
        self.fencing: Optional[int] = request.get("fencingToken")
        """Larger than that of every earlier grant of the pool; None in a pool without fencing."""
        self.slots: Tuple[int, ...] = transport.slots(request)
        """The permits' numbers."""
        self.lost = threading.Event()
        """Set when they are lost. Whoever waits for it is told within a tick, 50 ms."""
        self.reason: Optional[str] = None
        """Why they were lost."""
        self.lease = lease.Lease(request["leaseMillis"] / 1000)
        self.lease.renewed(sent, request["remainingMillis"] / 1000)

    def valid(self) -> bool:
        """Whether they are held at this moment, by the clock: true even if nobody could tell anybody yet."""
        return not self._released and not self._forked and self.lease.over is None

    def remaining(self) -> float:
        """For how many seconds they are certainly held."""
        return self.lease.remaining if self.valid() else 0.0

    def check(self) -> None:
        """Raises :class:`GrantLost` unless they are held: for blocks that work in steps."""
        if not self.valid():
            raise GrantLost(self._why())

    def on_lost(self, callback: Callable[[str], object]) -> None:
        """Calls this with the reason when they are lost, on a thread of this package; at once if they are already."""
        with self._lock:
            if not self.lost.is_set():
                self._callbacks.append(callback)
                return
        callback(self._why())

    def release(self) -> None:
        """Gives them back. Doing it again, or after a loss, does nothing."""
        with self._lock:
            if self._released or self._forked:
                return
            self._released = True
        self._node._keeper.remove(self)
        gone = self.lease.over is not None
        self.lease.end("given back")
        if gone:
            return
        for _ in range(2):
            try:
                self._node.call("DELETE", f"/api/v1/requests/{self.id}", timeout=_FAREWELL, secret=self._secret)
                return
            except Unreachable:
                continue  # then they are back when the lease ends
            except Refused:
                return

    def __enter__(self) -> "Grant":
        if self._interrupts:
            self._block = interrupt.Block()
            if self.lost.is_set():
                self._leave()
                raise GrantLost(self._why())
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self._leave()
        held = self.valid() or self._forked or self._released
        self.release()
        if not held and kind is None:
            raise GrantLost(self._why())

    def _leave(self) -> None:
        block, self._block = self._block, None
        if block is not None:
            block.leave()

    def _why(self) -> str:
        return f"permits of '{self.pool}' are lost: {self.reason or self.lease.over or 'given back'}"

    # ---- for the keeper ----

    def _look(self) -> None:
        why = self.lease.over
        with self._lock:
            if why is None or self._released or self.lost.is_set():
                return
            self.reason = why
            self.lost.set()
            callbacks, self._callbacks = self._callbacks, []
            block = self._block
        self._node._keeper.remove(self)
        if block is not None:
            block.fire(self._why())
        for callback in callbacks:
            try:
                callback(why)
            except Exception:  # somebody else's code: told as Python tells of any thread, and the others go on
                threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))

    def _renew(self) -> None:
        sent = clock.now()
        try:
            request = self._node.call("POST", f"/api/v1/requests/{self.id}/renew", {}, timeout=self.lease.call_timeout,
                                      secret=self._secret)
            self.lease.renewed(sent, request["remainingMillis"] / 1000)
        except MeshlockError as error:
            self.lease.failed(error)

    def _after_fork(self) -> None:
        """A child has no share in its parent's permits: they are not its to renew or to give back."""
        self._lock = threading.Lock()
        self._forked = True
        self._block = None
        self.lease.fork()
        self.lost = threading.Event()
        self.reason = "this process was forked, and they belong to its parent"
        self.lost.set()

    def __repr__(self) -> str:
        state = "held" if self.valid() else "given back" if self._released else "lost"
        return f"<{self.permits} of '{self.pool}', fencing {self.fencing}, {state}>"


def _after_fork_in_child() -> None:
    interrupt.after_fork()
    for node in list(_nodes):
        node._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)
