"""Where a node's API is, and how a node of this machine is found."""

from __future__ import annotations

import getpass
import os
import stat
import tempfile
import urllib.parse
from dataclasses import dataclass
from typing import Iterator, Optional

DEFAULT_PORT = 7480


@dataclass(frozen=True)
class Address:
    """Of a socket, or of a host and port."""

    socket: Optional[str]
    host: str = "localhost"
    port: int = 80
    token: Optional[str] = None

    def __str__(self) -> str:
        return f"unix:{self.socket}" if self.socket else f"http://{self.host}:{self.port}"


def find(api: Optional[str], token: Optional[str]) -> Address:
    """The address that was given, or ``MESHLOCK_API``, or the node of this machine with port 7480.

    A node leaves its socket, and its token for TCP, in a folder that only some may enter.
    """
    text = api or os.environ.get("MESHLOCK_API") or ""
    if not text:
        socket = _file(f"{DEFAULT_PORT}.sock")
        if socket:
            return Address(socket)
        text = f"http://127.0.0.1:{DEFAULT_PORT}"
    if text.startswith("unix:") and len(text) > len("unix:"):
        return Address(text[len("unix:"):])
    url = urllib.parse.urlsplit(text)
    if url.scheme != "http" or not url.hostname:
        raise ValueError(
            f"'{text}' is no address; expected one such as http://127.0.0.1:7480 or unix:/run/meshlock/7480.sock")
    port = url.port or 80
    return Address(None, url.hostname, port, token or _token(url.hostname, port))


def _token(host: str, port: int) -> Optional[str]:
    path = os.environ.get("MESHLOCK_TOKEN_FILE")
    if not path and host in ("127.0.0.1", "localhost", "::1"):  # a token that was found is sent nowhere else
        path = _file(f"{port}.token")
    if not path:
        return None
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def _file(name: str) -> Optional[str]:
    for folder in _folders():
        path = os.path.join(folder, name)
        if _is_trustworthy(folder) and os.access(path, os.R_OK):
            return path
    return None


def _folders() -> Iterator[str]:
    given = os.environ.get("MESHLOCK_RUNTIME")
    if given:
        yield given
        return
    user = os.environ.get("XDG_RUNTIME_DIR")
    if user:
        yield os.path.join(user, "meshlock")
    yield "/run/meshlock"
    yield os.path.join(tempfile.gettempdir(), f"meshlock-{getpass.getuser()}")


def _is_trustworthy(folder: str) -> bool:
    """Whether nobody but its owner can have put anything there, and its owner is this user or the system's."""
    try:
        status = os.stat(folder)
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return True
    own = status.st_uid in (os.getuid(), 0) or folder.startswith("/run/")
    return own and not status.st_mode & stat.S_IWOTH
