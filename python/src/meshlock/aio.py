"""The client for asyncio.

    async with aio.hold("docks", 2, priority=90, wait=10) as grant:
        await land(grant.fencing)

If the permits are lost, the task that runs the block is cancelled, and the block ends with :class:`GrantLost`. Cancelling a
task that waits for permits withdraws its request.
"""

from __future__ import annotations

import asyncio
import json
import os
import urllib.parse
import uuid
from types import TracebackType
from typing import Any, Awaitable, Callable, Coroutine, Dict, List, Optional, Set, Tuple, Type

from . import address, clock, lease, transport
from .errors import GrantLost, MeshlockError, NotGranted, Refused, Unreachable

__all__ = ["Grant", "Node", "hold"]

POLL = 10.0
_ANSWER = 5.0
_RETRY = 0.1
_FAREWELL = 2.0
_LONGEST_HEAD = 64 * 1024


async def _call(where: address.Address, method: str, path: str, body: Optional[Dict[str, Any]], secret: Optional[str],
                key: Optional[str]) -> Dict[str, Any]:
    data = b"" if body is None else json.dumps(body).encode()
    fields = transport.headers(where, secret, key)
    fields.update({"Host": "localhost" if where.socket else f"{where.host}:{where.port}", "Connection": "close",
                   "Content-Length": str(len(data))})
    head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    if where.socket:
        reader, writer = await asyncio.open_unix_connection(where.socket, limit=_LONGEST_HEAD)
    else:
        reader, writer = await asyncio.open_connection(where.host, where.port, limit=_LONGEST_HEAD)
    try:
        writer.write(head.encode("ascii") + b"\r\n" + data)
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        answered = {name.strip().lower(): value.strip()
                    for name, _, value in (line.partition(":") for line in lines[1:] if line)}
        content = await _content(reader, answered)
        return transport.document(where, int(lines[0].split(" ")[1]), answered.get("retry-after"), content)
    finally:
        writer.close()


async def _within(timeout: float, call: Coroutine[Any, Any, Dict[str, Any]]) -> Dict[str, Any]:
    """As ``asyncio.wait_for``, which before Python 3.12 forgets a cancellation that comes together with the result."""
    task = asyncio.ensure_future(call)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        done, _ = await asyncio.wait({task}, timeout=timeout)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not done:
        task.cancel()
        raise asyncio.TimeoutError()
    return task.result()


async def _content(reader: asyncio.StreamReader, fields: Dict[str, str]) -> bytes:
    if "content-length" in fields:
        return await reader.readexactly(int(fields["content-length"]))
    if fields.get("transfer-encoding", "").lower() != "chunked":
        return await reader.read(-1)
    content = b""
    while True:
        size = int((await reader.readline()).split(b";")[0], 16)
        content += await reader.readexactly(size)
        await reader.readline()
        if size == 0:
            return content


class Node:
    """A node's API, as :class:`meshlock.Node` is for programs that block."""

    def __init__(self, api: Optional[str] = None, *, token: Optional[str] = None, connect_wait: float = 10.0) -> None:
        self._api = api
        self._token = token
        self.connect_wait = connect_wait
        self._farewells: Set["asyncio.Future[None]"] = set()
        address.find(api, token)

    async def call(self, method: str, path: str, body: Optional[Dict[str, Any]] = None, *, timeout: float = _ANSWER,
                   secret: Optional[str] = None, key: Optional[str] = None) -> Dict[str, Any]:
        """One call of the API, without retries."""
        where = address.find(self._api, self._token)
        try:
            return await _within(timeout, _call(where, method, path, body, secret, key))
        except (OSError, EOFError, ValueError, IndexError, asyncio.TimeoutError, asyncio.LimitOverrunError) as error:
            raise Unreachable(f"no node answers at {where} ({str(error) or type(error).__name__})") from error

    async def pools(self) -> List[Dict[str, Any]]:
        """What the node knows of its pools."""
        pools: List[Dict[str, Any]] = (await self.call("GET", "/api/v1/pools"))["pools"]
        return pools

    def hold(self, pool: str, permits: int = 1, **options: Any) -> "_Hold":
        """An asynchronous context manager: permits for a block; the options are those of :meth:`acquire`."""
        return _Hold(lambda: self.acquire(pool, permits, **options))

    async def acquire(self, pool: str, permits: int = 1, *, priority: int = 0, wait: Optional[float] = None,
                      lease: Optional[float] = None, deadline: Optional[str] = None,
                      client: Optional[str] = None) -> "Grant":
        """Waits for permits; give them back with :meth:`Grant.release`. As :meth:`meshlock.Node.acquire`."""
        asked = _Asked(self, pool, (permits, priority, lease, deadline, client or f"python {os.getpid()}"), wait)
        try:
            request, sent = await asked.until_granted()
        except BaseException:  # a cancellation, too: what was asked for must not stay
            await self._shielded(asked.withdraw())
            raise
        return Grant(self, request, asked.secret, sent)

    async def _shielded(self, farewell: Awaitable[None]) -> None:
        """Brings a last call to its end, whatever happens to the task that makes it."""
        task: "asyncio.Future[None]" = asyncio.ensure_future(farewell)
        self._farewells.add(task)
        task.add_done_callback(self._farewells.discard)
        await asyncio.shield(task)


class _Asked:
    """A request, until it is granted."""

    def __init__(self, node: Node, pool: str, options: Tuple[int, int, Optional[float], Optional[str], str],
                 wait: Optional[float]) -> None:
        self._node = node
        self._path = f"/api/v1/pools/{urllib.parse.quote(pool, safe='')}/requests"
        self._options = options
        self._until = None if wait is None else clock.now() + wait
        self._key: Optional[str] = None
        self._self: Optional[str] = None
        self._body: Dict[str, Any] = {}
        self.secret = ""

    async def until_granted(self) -> Tuple[Dict[str, Any], float]:
        while True:
            sent = clock.now()
            request: Optional[Dict[str, Any]] = await self._place()
            while request is not None and request["state"] == "waiting":
                sent = clock.now()
                request = await self._look()
            if request is None:
                continue
            if request["state"] == "granted":
                return request, sent
            raise NotGranted(str(request.get("reason") or f"it is {request['state']}"))

    async def _place(self) -> Dict[str, Any]:
        permits, priority, seconds, deadline, client = self._options
        left = None if self._until is None else self._until - clock.now()
        self._body = lease.body(permits, priority, left, seconds, deadline, client)
        self._key = str(uuid.uuid4())
        request = await self._retry(lambda: self._node.call("POST", self._path, self._body, key=self._key))
        self._self, self.secret = f"/api/v1/requests/{request['id']}", str(request["secret"])
        return request

    async def _look(self) -> Optional[Dict[str, Any]]:
        try:
            return await self._retry(lambda: self._node.call(
                "GET", f"{self._self}?wait={round(POLL)}s", timeout=POLL + _ANSWER, secret=self.secret))
        except Refused as error:
            if error.status != 404:
                raise
            self._self = self._key = None
            return None

    async def _retry(self, attempt: Callable[[], Awaitable[Dict[str, Any]]]) -> Dict[str, Any]:
        give_up = clock.now() + self._node.connect_wait
        if self._until is not None:
            give_up = min(give_up, max(self._until, clock.now()))
        while True:
            try:
                return await attempt()
            except MeshlockError as error:
                if isinstance(error, Refused) and not error.passing:
                    if error.status == 422:
                        raise NotGranted(str(error)) from error
                    raise
                if clock.now() >= give_up:
                    raise
                pause = error.retry_after if isinstance(error, Refused) and error.retry_after else _RETRY
                await asyncio.sleep(min(pause, max(0.0, give_up - clock.now())))

    async def withdraw(self) -> None:
        if self._key is None:
            return
        try:
            if self._self is None:
                request = await self._node.call("POST", self._path, self._body, timeout=_FAREWELL, key=self._key)
                self._self, self.secret = f"/api/v1/requests/{request['id']}", str(request["secret"])
            await self._node.call("DELETE", self._self, timeout=_FAREWELL, secret=self.secret)
        except MeshlockError:
            pass  # then its lease ends it


class Grant:
    """Permits that this process holds, as long as its event loop renews them, which happens by itself."""

    def __init__(self, node: Node, request: Dict[str, Any], secret: str, sent: float) -> None:
        self._node = node
        self._secret = secret
        self._released = False
        self._process = os.getpid()
        self._callbacks: List[Callable[[str], object]] = []
        self.id: str = request["id"]
        self.pool: str = request["pool"]
        self.permits: int = request["permits"]
        self.fencing: Optional[int] = request.get("fencingToken")
        self.slots: Tuple[int, ...] = transport.slots(request)
        self.lost = asyncio.Event()
        """Set when they are lost, within a tick of a loop that is not blocked."""
        self.reason: Optional[str] = None
        self.lease = lease.Lease(request["leaseMillis"] / 1000)
        self.lease.renewed(sent, request["remainingMillis"] / 1000)
        self._keeper = asyncio.ensure_future(self._keep())

    def valid(self) -> bool:
        """Whether they are held at this moment, by the clock: also right while the loop was blocked."""
        return not self._released and self._process == os.getpid() and self.lease.over is None

    def remaining(self) -> float:
        """For how many seconds they are certainly held."""
        return self.lease.remaining if self.valid() else 0.0

    def check(self) -> None:
        """Raises :class:`GrantLost` unless they are held."""
        if not self.valid():
            raise GrantLost(self._why())

    def on_lost(self, callback: Callable[[str], object]) -> None:
        """Calls this with the reason when they are lost, in the event loop; at once if they are already."""
        if self.lost.is_set():
            callback(self._why())
        else:
            self._callbacks.append(callback)

    async def release(self) -> None:
        """Gives them back. Doing it again, or after a loss, does nothing."""
        if self._released or self._process != os.getpid():
            return
        self._released = True
        self._keeper.cancel()
        gone = self.lease.over is not None
        self.lease.end("given back")
        if not gone:
            await self._node._shielded(self._give_back())

    async def _give_back(self) -> None:
        for _ in range(2):
            try:
                await self._node.call("DELETE", f"/api/v1/requests/{self.id}", timeout=_FAREWELL, secret=self._secret)
                return
            except Unreachable:
                continue
            except Refused:
                return

    async def _keep(self) -> None:
        """Looks every tick. A renewal is a task of its own, so that one that waits delays nothing."""
        renewal: Optional["asyncio.Future[None]"] = None
        try:
            while self.lease.over is None:
                due = self.lease.due
                if due is not None and due <= clock.now() and (renewal is None or renewal.done()):
                    renewal = asyncio.ensure_future(self._renew())
                await asyncio.sleep(lease.TICK)
            self.reason = self.lease.over
            self.lost.set()
            callbacks, self._callbacks = self._callbacks, []
            for callback in callbacks:
                try:
                    callback(self._why())
                except Exception as error:  # somebody else's code: told as asyncio tells it, and the others go on
                    asyncio.get_running_loop().call_exception_handler(
                        {"message": f"a callback of lost permits of '{self.pool}' failed", "exception": error})
        finally:
            if renewal is not None:
                renewal.cancel()

    async def _renew(self) -> None:
        sent = clock.now()
        try:
            request = await self._node.call("POST", f"/api/v1/requests/{self.id}/renew", {},
                                            timeout=self.lease.call_timeout, secret=self._secret)
            self.lease.renewed(sent, request["remainingMillis"] / 1000)
        except MeshlockError as error:
            self.lease.failed(error)

    def _why(self) -> str:
        return f"permits of '{self.pool}' are lost: {self.reason or self.lease.over or 'given back'}"

    def __repr__(self) -> str:
        state = "held" if self.valid() else "given back" if self._released else "lost"
        return f"<{self.permits} of '{self.pool}', fencing {self.fencing}, {state}>"


class _Hold:
    """Permits for a block, whose task is cancelled when they are lost; as ``asyncio.timeout`` does it."""

    def __init__(self, acquire: Callable[[], Awaitable[Grant]]) -> None:
        self._acquire = acquire
        self._grant: Optional[Grant] = None
        self._task: Optional["asyncio.Task[Any]"] = None
        self._interrupted = False

    async def __aenter__(self) -> Grant:
        self._task = asyncio.current_task()
        grant = await self._acquire()
        self._grant = grant
        grant.on_lost(self._interrupt)
        return grant

    def _interrupt(self, reason: str) -> None:
        if self._task is not None and not self._interrupted:
            self._interrupted = True
            self._task.cancel()

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        task, self._task = self._task, None
        grant = self._grant
        assert grant is not None
        held = grant.valid() or grant._released
        if self._interrupted and task is not None:
            others = task.uncancel() if hasattr(task, "uncancel") else 0
            if others > 0:
                await grant.release()
                return  # somebody else cancels it as well
            if kind is not asyncio.CancelledError:
                try:
                    await asyncio.sleep(0)  # the block ended in the same moment: the cancellation is on its way still
                except asyncio.CancelledError:
                    pass
        await grant.release()
        if not held and (kind is None or (self._interrupted and kind is asyncio.CancelledError)):
            raise GrantLost(grant._why()) from None


def hold(pool: str, permits: int = 1, **options: Any) -> _Hold:
    """Permits of a node that is found as the commands find it, for a block."""
    return Node().hold(pool, permits, **options)
