"""Holds permits of a Meshlock node while a block runs. Standard library only.

    with permits("docks", permits=2, priority=90, timeout="10s") as grant:
        land(grant["fencingToken"], grant["slots"])
"""
import contextlib, json, os, threading, urllib.parse, urllib.request, uuid

API = os.environ.get("MESHLOCK_API", "http://127.0.0.1:7480")
TOKEN = open(os.environ["MESHLOCK_TOKEN_FILE"]).read().strip()


def call(method, path, body=None, timeout=30, **headers):
    data = None if body is None else json.dumps(body).encode()
    headers["Content-Type"] = "application/json"
    headers["Authorization"] = "Bearer " + TOKEN
    request = urllib.request.Request(API + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        return json.load(answer)


@contextlib.contextmanager
def permits(pool, permits=1, **options):
    path = f"/api/v1/pools/{urllib.parse.quote(pool, safe='')}/requests"
    # The key makes it safe to send the call again if the answer got lost.
    request = call("POST", path, {"permits": permits, **options}, **{"Idempotency-Key": str(uuid.uuid4())})
    path, done = f"/api/v1/requests/{request['id']}", threading.Event()
    secret = {"Meshlock-Secret": request["secret"]}
    renewals = threading.Thread(target=renew, args=(path, secret, request["leaseMillis"] / 4000, done), daemon=True)
    try:
        while request["state"] == "waiting":
            request = call("GET", path + "?wait=10s", **secret)
        if request["state"] != "granted":
            raise TimeoutError(request["reason"])
        renewals.start()
        yield request
    finally:
        done.set()
        call("DELETE", path, **secret)


def renew(path, secret, seconds, done):
    while not done.wait(seconds):
        call("POST", path + "/renew", {}, timeout=seconds, **secret)
