"""Calls of a node's HTTP API over its Unix socket."""

import http.client
import json
import socket


class Connection(http.client.HTTPConnection):
    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def call(path, method, target, body=None, headers=None, timeout=2.0):
    """Status and document of an answer; OSError or HTTPException if there is none."""
    connection = Connection(path, timeout)
    try:
        sent = dict(headers or {})
        if body is not None:
            sent["Content-Type"] = "application/json"
        connection.request(method, target, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        text = answer.read()
        try:
            return answer.status, json.loads(text) if text else {}
        except ValueError:
            return answer.status, {}
    finally:
        connection.close()


# What a call that has no answer raises.
NO_ANSWER = (OSError, http.client.HTTPException)
