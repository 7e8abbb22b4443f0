"""Runs a testbed: hosts, load, storms of faults, calms, and the verdict.

    run.py FOLDER

FOLDER has plan.json and the keys of all hosts. Standard input is the lifeline: when it ends, everything is ended.
"""

import heapq
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import kernel
import page
from faults import Faults
from hosts import DOWN, LONGEST_SOCKET_PATH, POOL, STARTING, UP, build, fork, present
from judgement import bound

HERE = os.path.dirname(os.path.abspath(__file__))
STARTS_AT_ONCE = 4
LONGEST_START = 180.0  # seconds for a host, on a busy machine
LONGEST_LINKING = 90.0  # links that flapped are held down for 30 s, dialled after 10 s, and may flap once more meanwhile


class Interrupted(Exception):
    """Somebody wants the run to end."""


class Failed(Exception):
    """The run cannot go on, and says nothing about the mesh."""


class Testbed:
    def __init__(self, folder):
        self.folder = folder
        self.plan = json.load(open(os.path.join(folder, "plan.json"), encoding="utf-8"))
        self.rng = random.Random(f"{self.plan['seed']}/faults")
        self.facts = open(os.path.join(folder, "facts.jsonl"), "a", encoding="utf-8", buffering=1)
        self.timetable = []
        self.sequence = 0
        self.children = []
        self.size = None
        self.resizing = None
        self.voters = set()
        self.counts = {}
        self.load_said = b""
        self.load_words = []
        self.interrupted = False
        self.finals = 0
        self.short = None

    # ---- time and records

    def now(self):
        return time.monotonic()

    def later(self, seconds, work):
        self.sequence += 1
        heapq.heappush(self.timetable, (self.now() + seconds, self.sequence, work))

    def fact(self, name, **more):
        self.facts.write(json.dumps({"t": self.now(), "fact": name, **more}) + "\n")

    def say(self, text):
        print(f"{self.now() - self.begun:7.1f} s  {text}", flush=True)

    def pass_time(self, until, enough=lambda: False):
        """Does what is due, and looks after the hosts, until a moment has come or something is enough. True if it is."""
        while self.now() < until:
            if self.interrupted:
                raise Interrupted
            for child in self.children:
                if not isinstance(child, int) and child.poll() is not None:
                    raise Failed(f"a program ended: see the logs in {self.folder}")
            while self.timetable and self.timetable[0][0] <= self.now():
                heapq.heappop(self.timetable)[2]()
            for host in self.hosts:
                host.look()
            self.watch_resize()
            if enough():
                return True
            due = self.timetable[0][0] if self.timetable else until
            self.listen(max(0.0, min(due - self.now(), until - self.now(), 0.1)))
        return enough()

    def listen(self, seconds):
        """Waits so long for words of the load, or for the end of standard input."""
        inputs = [0] + ([self.load.stdout.fileno()] if self.load_runs() else [])
        for descriptor in select.select(inputs, [], [], seconds)[0]:
            data = os.read(descriptor, 65_536)
            if descriptor == 0:
                self.interrupted = self.interrupted or not data
            elif data:
                *lines, self.load_said = (self.load_said + data).split(b"\n")
                for line in lines:
                    word, _, rest = line.decode().partition(" ")
                    if word == "counts":
                        self.counts = json.loads(rest)
                    else:
                        self.load_words.append(line.decode())

    def load_runs(self):
        return getattr(self, "load", None) is not None and self.load.poll() is None

    # ---- what the mesh is like

    def ups(self):
        return [host for host in self.hosts if host.state == UP and not host.impaired]

    def holder(self):
        """The host whose node has the token, or None."""
        for host in self.ups():
            pool = host.get(f"/api/v1/pools/{POOL}")
            if pool and pool.get("status", {}).get("tokenHere"):
                return host
        return None

    def look_at_voters(self):
        for host in self.ups():
            members = host.get(f"/api/v1/pools/{POOL}/members")
            if members and members["voters"]:
                self.voters = {voter["number"] - 1 for voter in members["voters"]}
                return

    def voters_all_up(self):
        self.look_at_voters()
        return bool(self.voters) and all(self.hosts[index].state == UP for index in self.voters)

    def main_part(self):
        """The largest set of hosts that are up and reach each other, as far as the air goes."""
        members = {host.index for host in self.ups()}
        parts = []
        left = set(members)
        while left:
            part = self.air.part_of(min(left), members)
            parts.append(part)
            left -= part
        return max(parts, key=lambda part: (len(part & self.voters), len(part)), default=set())

    def linked(self, part):
        """Why these hosts are not connected by links that nodes at both ends report; None if they are."""
        known = {}
        for index in part:
            said = self.hosts[index].get("/api/v1/neighbours")
            known[index] = {int(name[1:]) - 1 for name in said["neighbours"]} if said else set()
        seen = {min(part)}
        queue = list(seen)
        while queue:
            at = queue.pop()
            for other in known[at]:
                if other in part and at in known[other] and other not in seen:
                    seen.add(other)
                    queue.append(other)
        missing = sorted(part - seen)
        if missing:
            return "no links lead to " + ", ".join(self.hosts[index].name for index in missing[:10])
        self.look_at_voters()
        if len(self.voters & part) * 2 <= len(self.voters):
            return "no majority of the voters is in reach"
        return None

    # ---- sizes

    def resize(self, host, permits):
        self.fact("size", type="invoke", permits=permits)
        status, answer = host.post(f"/api/v1/pools/{POOL}/resize", {"permits": permits})
        self.resizing = (host, permits)
        self.note_size(status, answer)

    def note_size(self, status, answer):
        host, permits = self.resizing
        if status == 200 and answer.get("permits") == permits and "wantedPermits" not in answer:
            self.fact("size", type="ok", permits=permits)
            self.size = permits
            self.resizing = None

    def watch_resize(self):
        if self.resizing is not None and self.resizing[0].state == UP and self.now() >= getattr(self, "next_size_look", 0):
            self.next_size_look = self.now() + 0.5
            answer = self.resizing[0].get(f"/api/v1/pools/{POOL}")
            if answer:
                self.note_size(200, answer)

    def settle_size(self):
        """A wish that died with its node is repeated elsewhere, until it is in force."""
        if self.resizing is not None:
            self.resize(self.rng.choice(self.ups()), self.resizing[1])
            self.pass_time(self.now() + 10, lambda: self.resizing is None)

    # ---- the phases

    def start(self):
        self.begun = self.now()
        kernel.own_mounts()
        run = os.path.join(self.folder, "run")
        if len(os.path.join(run, "n1000.sock")) > LONGEST_SOCKET_PATH:
            run = self.short = tempfile.mkdtemp(prefix=f"meshlock-testbed-{os.getpid()}-")
        os.makedirs(run, exist_ok=True)
        self.plan["shim"] = kernel.clock_shim(run)
        self.hosts, self.air, switch = build(self.plan, self.folder, run)
        self.children.append(switch)
        self.witness_socket = os.path.join(run, "witness")
        self.witness = self.program("witness.py", "serve", self.witness_socket, os.path.join(self.folder, "book.jsonl"))
        self.changes = self.plan["links"]
        while self.changes and self.changes[0][0] <= 0:
            self.move(self.changes.pop(0))
        reserve = self.plan["chaos"]["reserve"] if self.plan["chaos"]["on"] else 0
        waiting = self.hosts[: len(self.hosts) - reserve]
        for host in self.hosts:
            host.write_settings(self.plan["pool"]["permits"])
        self.size = self.plan["pool"]["permits"]
        self.fact("size", type="invoke", permits=self.size)
        self.fact("size", type="ok", permits=self.size)
        if self.plan["shim"] is None and self.plan["chaos"]["on"]:
            self.say("no wall clock jumps and no certificate ends: that needs a C compiler, cc")
        self.say(f"{len(waiting)} hosts start" + (f", {reserve} are to join later" if reserve else ""))
        pending = list(waiting)

        def all_up():
            for host in waiting:
                if host.state == DOWN:
                    raise Failed(f"{host.name} does not start: see {host.folder}/node.log")
            while pending and sum(host.state == STARTING for host in waiting) < STARTS_AT_ONCE:
                pending.pop(0).start()
            return not pending and all(host.state == UP for host in waiting)

        if not self.pass_time(self.now() + LONGEST_START + 6 * len(waiting), all_up):
            raise Failed("not all hosts came up: see " + os.path.join(self.folder, "hosts"))
        self.fact("started", hosts=[host.name for host in waiting], seconds=round(self.now() - self.begun, 3))
        listener = page.listen()
        self.children.append(fork(lambda: page.serve(listener, [host.namespace for host in self.hosts])))
        self.say(f"all are up; watch them at http://127.0.0.1:{listener.getsockname()[1]}/page/")
        listener.close()
        with open(os.path.join(self.folder, "hosts.json"), "w", encoding="utf-8") as file:
            json.dump({host.name: {"pid": host.process.pid, "socket": host.socket} for host in waiting}, file, indent=2)

    def move(self, change):
        _, low, high, up = change
        self.air.move(low, high, up)

    def begin_movement(self):
        self.moving_since = self.now()
        for change in self.changes:
            self.later(change[0], lambda change=change: self.move(change))

    def program(self, name, *words, **options):
        child = subprocess.Popen([sys.executable, os.path.join(HERE, name), *words], preexec_fn=kernel.tie_to_parent,
                                 stderr=open(os.path.join(self.folder, name + ".log"), "ab"), **options)
        self.children.append(child)
        return child

    def begin_load(self):
        sockets = {host.name: host.socket for host in self.hosts}
        self.load = self.program("load.py", os.path.join(self.folder, "plan.json"), self.folder, self.witness_socket,
                                 json.dumps(sockets), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def tell_load(self, order):
        self.load.stdin.write(order.encode() + b"\n")
        self.load.stdin.flush()

    def calm(self, faults, seconds):
        """Mends everything, waits until the mesh is connected, and leaves it alone for a while. True if it was connected."""
        faults.end_all()
        for host in present(self.hosts):
            host.resume()
            if host.state == DOWN:
                host.start()
        if not self.pass_time(self.now() + LONGEST_START, lambda: self.all_present_up()):
            raise Failed("a host does not come back: see " + os.path.join(self.folder, "hosts"))
        mended = self.now()
        why = "?"
        while self.now() < mended + LONGEST_LINKING:
            part = self.main_part()
            why = self.linked(part) if part else "nobody is up"
            if why is None:
                break
            self.pass_time(self.now() + 0.2)
        took = self.now() - mended
        if why is not None:
            self.fact("unconnected", seconds=took, why=why)
            self.say(f"not connected after {took:.1f} s: {why}")
            return False
        pool = self.plan["pool"]
        settings = {
            "lease": pool["lease"], "beacon": pool["beacon"], "electionTimeout": pool["electionTimeout"], "drift": pool["drift"],
            "delay": self.plan["network"]["meanDelay"], "hops": self.air.hops(part), "slack": self.plan["chaos"]["slack"]}
        self.fact("connected", hosts=[self.hosts[index].name for index in sorted(part)], seconds=round(took, 3), **settings)
        self.allowed = settings["slack"] * bound(settings)
        if self.pass_time(self.now() + max(seconds, self.allowed), lambda: self.disturbed(part)):
            self.fact("disturbed")
        return True

    def all_present_up(self):
        for host in present(self.hosts):
            if host.state == DOWN:  # it ended by itself, or while it was leaving
                host.start()
        return all(host.state == UP for host in present(self.hosts))

    def disturbed(self, part):
        return not part <= self.main_part()

    def storm(self, faults, until):
        """Faults at random intervals."""
        before = self.faults_begun
        while self.now() < until:
            self.pass_time(min(until, self.now() + self.rng.expovariate(1 / self.plan["chaos"]["every"])))
            if self.now() < until and faults.one():
                self.faults_begun += 1
        return self.faults_begun - before

    def run(self):
        self.start()
        chaos = self.plan["chaos"]
        faults = Faults(self, chaos["kinds"])
        self.faults_begun = 0
        self.calm(faults, 0)
        self.begin_load()
        self.begin_movement()
        end = self.now() + self.plan["seconds"]
        turn = 0
        while self.now() < end:
            if not chaos["on"]:
                self.calm(faults, end - self.now())
                continue
            turn += 1
            begun = self.storm(faults, min(end, self.now() + chaos["storm"]))
            self.calm(faults, 0)
            self.say(f"storm {turn}: {begun} faults; {self.counts.get('acquire ok', 0)} grants so far, "
                     f"{self.counts.get('lost info', 0)} lost")
        self.finish(faults)

    def finish(self, faults):
        """Everybody who waits is served, and one client gets all permits at once."""
        self.timetable = []  # nobody moves any more, and the mesh is whole
        self.air.line_up(present(self.hosts))
        self.tell_load("stop")
        self.calm(faults, 0)
        self.settle_size()
        self.pass_time(self.now() + 60 + 2 * self.allowed, lambda: "idle" in self.load_words)
        self.finals += 1
        self.tell_load(f"final {self.ups()[0].name} {self.size} {self.finals}")
        self.pass_time(self.now() + 10 + 2 * self.allowed, lambda: any(word.startswith("final") for word in self.load_words))
        self.fact("end")
        self.note_costs()

    def note_costs(self):
        """What a host takes, and what its node counted since it was started last."""
        costs = [cost for cost in (host.cost() for host in self.ups()) if cost is not None]
        pools = [pool for pool in (host.get(f"/api/v1/pools/{POOL}") for host in self.ups()) if pool is not None]
        if not costs or not pools:
            return
        self.fact("cost", hosts=len(costs), **{name: round(sum(cost[name] for cost in costs) / len(costs), 2) for name in costs[0]},
                  counts={name: sum(pool["counts"][name] for pool in pools) for name in pools[0]["counts"]})

    def close(self):
        """Ends what this run began. What is left of namespaces and mounts goes with this process."""
        for child in self.children:
            try:
                os.kill(child if isinstance(child, int) else child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        for host in getattr(self, "hosts", []):
            host.kill()
        self.facts.close()
        if self.short is not None:
            shutil.rmtree(self.short, ignore_errors=True)


def main(words):
    trouble = kernel.missing()
    if trouble is not None:
        print("testbed: " + trouble, file=sys.stderr)
        return 2
    testbed = Testbed(words[0])

    def interrupt(*_):
        testbed.interrupted = True

    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGINT, interrupt)
    try:
        testbed.run()
    except Interrupted:
        print("interrupted: all hosts are ended; " + words[0] + " has what was recorded", file=sys.stderr)
        return 130
    except Failed as failure:
        print(f"testbed: {failure}", file=sys.stderr)
        return 3
    finally:
        testbed.close()
    return subprocess.run([sys.executable, os.path.join(HERE, "witness.py"), "check", words[0]]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
