"""HTTP calls that block. Each has a connection of its own: nothing is shared between threads, or with a child process."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any, Dict, Optional, Tuple

from .address import Address
from .errors import Refused, Unreachable

SECRET = "Meshlock-Secret"


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: str, timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def headers(address: Address, secret: Optional[str], key: Optional[str]) -> Dict[str, str]:
    """What goes with every call."""
    fields = {"Content-Type": "application/json"}
    if address.token:
        fields["Authorization"] = f"Bearer {address.token}"
    if secret:
        fields[SECRET] = secret
    if key:
        fields["Idempotency-Key"] = key
    return fields


def call(address: Address, method: str, path: str, body: Optional[Dict[str, Any]] = None, *, timeout: float,
         secret: Optional[str] = None, key: Optional[str] = None) -> Dict[str, Any]:
    """Makes one call; :class:`Unreachable` if there is no answer, :class:`Refused` if it is an error."""
    connection: http.client.HTTPConnection
    if address.socket:
        connection = _UnixConnection(address.socket, timeout)
    else:
        connection = http.client.HTTPConnection(address.host, address.port, timeout=timeout)
    try:
        data = None if body is None else json.dumps(body).encode()
        connection.request(method, path, data, headers(address, secret, key))
        answer = connection.getresponse()
        return document(address, answer.status, answer.getheader("Retry-After"), answer.read())
    except (OSError, http.client.HTTPException) as error:
        raise Unreachable(f"no node answers at {address} ({str(error) or type(error).__name__})") from error
    finally:
        connection.close()


def document(address: Address, status: int, retry_after: Optional[str], content: bytes) -> Dict[str, Any]:
    """The document of an answer, or the error that it is."""
    try:
        parsed = json.loads(content)
    except ValueError as error:
        raise Refused(status, f"the server at {address} is not a Meshlock node") from error
    if not isinstance(parsed, dict):
        raise Refused(status, f"the server at {address} is not a Meshlock node")
    if status >= 400 and "detail" in parsed:
        remaining = parsed.get("remainingMillis", 0) / 1000
        after = float(retry_after) if retry_after and retry_after.isdigit() else None
        raise Refused(status, str(parsed["detail"]), remaining, after)
    return parsed


def slots(request: Dict[str, Any]) -> Tuple[int, ...]:
    """The numbers of the permits that a request was given."""
    return tuple(request.get("slots") or ())
