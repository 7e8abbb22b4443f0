"""Shows the page of a testbed's nodes outside of their networks: a forwarder from a port of this machine into the hosts' namespaces.

Each connection goes to the first host that answers, at its own loopback address, so that whoever looks has the rights of somebody
who looks without a token: none but that.
"""

import socket
import threading

import kernel

NODE = ("127.0.0.1", 7480)
USUAL_PORT = 7490
MOST_CONNECTIONS = 64
CHUNK = 65_536


def listen():
    """A listening socket of the network that this process is in, at the usual port or any."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", USUAL_PORT))
    except OSError:
        listener.bind(("127.0.0.1", 0))
    listener.listen(16)
    return listener


def connect(namespaces):
    """A connection to the first node that answers, or None. A socket belongs to the network that it was made in."""
    for namespace in namespaces:
        kernel.enter(namespace)
        try:
            return socket.create_connection(NODE, timeout=1)
        except OSError:
            continue
    return None


def serve(listener, namespaces):
    """Forwards until it is ended."""
    free = threading.BoundedSemaphore(MOST_CONNECTIONS)
    while True:
        browser, _ = listener.accept()
        node = connect(namespaces) if free.acquire(blocking=False) else None
        if node is None:
            browser.close()
            continue
        node.settimeout(None)
        both = threading.Barrier(2, action=free.release)
        for start, end in ((browser, node), (node, browser)):
            threading.Thread(target=forward, args=(start, end, both), daemon=True).start()


def forward(start, end, both):
    try:
        while data := start.recv(CHUNK):
            end.sendall(data)
    except OSError:
        pass
    for each in (start, end):
        try:
            each.shutdown(socket.SHUT_RDWR)
        except OSError:  # the other direction was faster
            pass
    both.wait()
    start.close()
