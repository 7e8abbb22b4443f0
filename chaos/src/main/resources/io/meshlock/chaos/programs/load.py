"""The clients of a testbed: each asks its host's node for permits again and again, over HTTP, as any program would.

    load.py PLAN FOLDER WITNESS_SOCKET SOCKETS

Standard input says `stop` (no new requests), then `final HOST PERMITS` (one client asks for all permits at once). Standard
output has a line of counts per second, and `idle` when nobody waits or holds any more. The log of all clients is FOLDER/history.jsonl.
"""

import json
import os
import random
import socket
import sys
import threading
import time

from api import NO_ANSWER, call

POOL = "docks"
PATIENCE = 3.0  # seconds of a call that need not wait
LATE_SHARE = 0.1  # of the clients that lost their permits try to use them all the same
IMPATIENT_SHARE = 0.1  # of the requests are withdrawn after a while


class Log:
    """One line per event, in order of writing."""

    def __init__(self, path):
        self.file = open(path, "a", encoding="utf-8", buffering=1)
        self.lock = threading.Lock()
        self.counts = {}

    def write(self, **line):
        with self.lock:
            line["t"] = time.monotonic()
            self.file.write(json.dumps(line) + "\n")
            key = line["op"] + " " + line["type"]
            self.counts[key] = self.counts.get(key, 0) + 1
        return line["t"]


def sample(text, rng):
    """A sample of a distribution as scenarios write it."""
    words = text.split()
    if words[0] == "uniform":
        return rng.uniform(float(words[1]), float(words[2]))
    if words[0] == "exponential":
        return rng.expovariate(1 / float(words[1]))
    return float(words[-1])


def sample_whole(text, rng):
    words = text.split()
    if words[0] == "uniform":
        return rng.randint(int(float(words[1])), int(float(words[2])))
    return round(sample(text, rng))


class Client(threading.Thread):
    """One client at one host."""

    def __init__(self, name, host, path, plan, log, witness_path, stopping):
        super().__init__(name=name, daemon=True)
        self.host = host
        self.path = path
        self.plan = plan
        self.log = log
        self.witness_path = witness_path
        self.stopping = stopping
        self.rng = random.Random(f"{plan['seed']}/{name}")
        self.number = 0
        self.witness = None
        self.busy = False
        self.lease = plan["pool"]["lease"]

    def run(self):
        workload = self.plan["workload"]
        while not self.stopping.wait(sample(workload["think"], self.rng)):
            self.busy = True
            try:
                self.once(
                    max(1, sample_whole(workload["permits"], self.rng)),
                    sample_whole(workload["priority"], self.rng),
                    sample(workload["hold"], self.rng),
                    self.rng.random() < IMPATIENT_SHARE,
                )
            finally:
                self.busy = False

    def once(self, permits, priority, hold, impatient, final=False):
        """Asks once, and uses what it gets for a while. True if it was granted."""
        self.number += 1
        self.note("acquire", "invoke", permits=permits, priority=priority, hold=hold, **({"final": True} if final else {}))
        grant = self.acquire(permits, priority, impatient)
        if grant is None:
            return False
        self.hold(grant, hold)
        return True

    def note(self, op, kind, **more):
        return self.log.write(client=self.name, host=self.host, id=self.number, op=op, type=kind, **more)

    def ask(self, method, target, body=None, secret=None, timeout=PATIENCE, key=None):
        headers = {}
        if secret is not None:
            headers["Meshlock-Secret"] = secret
        if key is not None:
            headers["Idempotency-Key"] = key
        return call(self.path, method, target, body, headers, timeout)

    # ---- asking

    def acquire(self, permits, priority, impatient):
        """The grant, or None; the log says how it ended."""
        body = {"permits": permits, "priority": priority, "lease": f"{int(self.lease * 1000)}ms", "client": self.name}
        if impatient:
            body["timeout"] = f"{int(self.lease * 2000)}ms"
        # At most half a lease: a look is a sign of life, and the answer must not come after the lease is over.
        pause = min(1.0, self.lease / 2)
        wait = f"wait={int(pause * 1000)}ms"
        key = f"{self.name}-{self.number}-{os.getpid()}"
        document = None
        secret = None
        while True:
            sent = time.monotonic()
            try:
                if secret is None:
                    status, document = self.ask("POST", f"/api/v1/pools/{POOL}/requests?{wait}", body, None, PATIENCE + pause, key)
                    secret = document.get("secret")
                else:
                    status, document = self.ask("GET", f"/api/v1/requests/{document['id']}?{wait}", None, secret, PATIENCE + pause)
            except (ConnectionRefusedError, FileNotFoundError):
                # Nobody listens: if nothing was sent before, nothing happened.
                self.note("acquire", "fail" if secret is None else "info", why="the node is down")
                self.stopping.wait(0.3 + self.rng.random())
                return None
            except NO_ANSWER as trouble:
                self.note("acquire", "info", why=type(trouble).__name__)
                self.stopping.wait(0.3 + self.rng.random())
                return None
            state = document.get("state")
            if status in (429, 503):
                self.note("acquire", "fail", why=f"{status} {document.get('detail')}")
                self.stopping.wait(0.3 + self.rng.random())
                return None
            if state == "waiting":
                continue
            if state == "granted":
                return self.granted(document, secret, sent)
            self.note("acquire", "fail", why=f"{status} {state} {document.get('reason') or document.get('detail')}")
            self.stopping.wait(0.3 + self.rng.random())
            return None

    def granted(self, document, secret, sent):
        # A look does not extend the lease; `remainingMillis` counts from when the answer was written, at the earliest from `sent`.
        until = sent + document.get("remainingMillis", 0) / 1000
        self.note("acquire", "ok", slots=document["slots"], token=document["fencingToken"], until=until)
        return {"id": document["id"], "secret": secret, "slots": document["slots"], "token": document["fencingToken"],
                "until": until}

    # ---- holding

    def hold(self, grant, seconds):
        end = time.monotonic() + seconds
        self.use(grant)
        while time.monotonic() < end:
            time.sleep(max(0.0, min(self.lease / 4, end - time.monotonic())))
            if not self.renew(grant):
                self.lost(grant)
                return
            self.use(grant)
        self.release(grant)

    def renew(self, grant):
        """False if the permits are gone, or if nobody says that they are not."""
        while True:
            sent = time.monotonic()
            if sent >= grant["until"]:
                return False
            try:
                status, document = self.ask("POST", f"/api/v1/requests/{grant['id']}/renew", {}, grant["secret"],
                                            timeout=min(PATIENCE, max(0.05, grant["until"] - sent)))
            except NO_ANSWER:
                time.sleep(max(0.0, min(0.1, grant["until"] - time.monotonic())))
                continue
            if status == 200:
                grant["until"] = sent + document["remainingMillis"] / 1000
                self.note("renew", "ok", until=grant["until"])
                return True
            if status == 409 and "remainingMillis" in document:  # the node stops, and keeps them so long
                return time.monotonic() < grant["until"]
            if status in (404, 409):
                grant["until"] = min(grant["until"], time.monotonic())
                return False
            time.sleep(max(0.0, min(0.1, grant["until"] - time.monotonic())))

    def use(self, grant, late=False):
        if not late and time.monotonic() >= grant["until"]:
            return
        use = {"client": self.name, "id": self.number, "slots": grant["slots"], "token": grant["token"], "late": late}
        try:
            if self.witness is None:
                self.witness = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self.witness.settimeout(10)
                self.witness.connect(self.witness_path)
            self.witness.sendall(json.dumps(use).encode() + b"\n")
            self.witness.recv(100)
        except OSError:  # the testbed notices that the witness is gone
            if self.witness is not None:
                self.witness.close()
                self.witness = None

    def lost(self, grant):
        """A client whose permits are gone stops; some do not, as programs that were stopped in the middle of a write."""
        self.note("lost", "info")
        if self.rng.random() < LATE_SHARE:
            time.sleep(self.rng.uniform(0, 2 * self.lease))
            self.use(grant, late=True)

    def release(self, grant):
        self.note("release", "invoke")
        try:
            status, _ = self.ask("DELETE", f"/api/v1/requests/{grant['id']}", secret=grant["secret"])
            self.note("release", "ok" if status in (200, 204) else "info", status=status)
        except NO_ANSWER as trouble:
            self.note("release", "info", why=type(trouble).__name__)


def main(words):
    plan = json.load(open(words[0], encoding="utf-8"))
    log = Log(os.path.join(words[1], "history.jsonl"))
    sockets = json.loads(words[3])
    stopping = threading.Event()
    clients = [
        Client(f"{host}.{turn}", host, path, plan, log, words[2], stopping)
        for host, path in sockets.items()
        for turn in range(1, plan["workload"]["clients"] + 1)
    ]
    for client in clients:
        client.start()
    threading.Thread(target=report, args=(log, clients, stopping), daemon=True).start()
    for line in sys.stdin:
        orders = line.split()
        if orders == ["stop"]:
            stopping.set()
        elif orders and orders[0] == "final":
            last = Client("final", orders[1], sockets[orders[1]], plan, log, words[2], threading.Event())
            last.number = int(orders[3])
            print("final", last.once(int(orders[2]), 1_000_000, 0.0, False, final=True), flush=True)
    return 0


def report(log, clients, stopping):
    """A line per second; its reader says how the run goes on."""
    while True:
        time.sleep(1 if not stopping.is_set() else 0.2)
        busy = sum(client.busy for client in clients)
        with log.lock:
            counts = dict(log.counts)
        print("counts", json.dumps({"busy": busy, **counts}), flush=True)
        if stopping.is_set() and busy == 0:
            print("idle", flush=True)
            return


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
