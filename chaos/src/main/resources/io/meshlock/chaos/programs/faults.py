"""Faults: what is done to the hosts of a testbed, and undone. Everything random comes from the run's seed."""

import os
import shutil
import signal
import subprocess

import kernel
from hosts import DOWN, GONE, UP, present

# Kinds and how often each is drawn, relative to the others. What only a warning in the documentation covers is not drawn
# unless a plan names it: a node whose folder was restored from a copy has forgotten promises that others count on.
WEIGHTS = {
    "kill": 10,
    "kill-holder": 6,
    "pause": 8,
    "pause-holder": 4,
    "slow": 4,
    "cut": 8,
    "one-way-cut": 6,
    "isolate": 5,
    "isolate-holder": 3,
    "partition": 3,
    "flap": 4,
    "full-disk": 2,
    "forget": 3,
    "restart": 4,
    "rolling-restart": 2,
    "leave-and-return": 3,
    "leave-for-good": 1,
    "join": 3,
    "revoke": 1,
    "expire": 2,
    "clock": 3,
    "small-heap": 2,
    "upgrade": 4,
    "resize": 4,
    "restore": 0,
}

SMALL_HEAP_MEGABYTES = (12, 20)
LAST_SECONDS = 10  # of a certificate that is about to end


class Faults:
    """Begins and ends faults. `run` is the testbed: hosts, air, random numbers, a timetable, and the book of facts."""

    def __init__(self, run, names):
        self.run = run
        self.rng = run.rng
        self.lease = run.plan["pool"]["lease"]
        self.active = []  # [name of the host or None, what ends it]
        self.hosts_in_trouble = set()
        self.last_forgotten = None
        self.revoked = 0
        self.left = 0
        self.weights = {kind: WEIGHTS[kind] or 1 for kind in names} if names else WEIGHTS

    def one(self):
        """Begins a fault, of whatever kind is possible now. False if none is."""
        kinds = [kind for kind, weight in self.weights.items() if weight]
        while kinds:
            kind = self.rng.choices(kinds, [self.weights[each] for each in kinds])[0]
            if getattr(self, kind.replace("-", "_"))(kind):
                return True
            kinds.remove(kind)
        return False

    def end_all(self):
        """Undoes everything that still lasts."""
        while self.active:
            self.active.pop(0)[1]()

    # ---- the frame

    def last(self, kind, hosts, seconds, undo, **more):
        """A fault has begun that lasts so long: notes it, and ends it in time."""
        names = [host.name for host in hosts]
        self.run.fact("fault", kind=kind, hosts=names, seconds=round(seconds, 3), **more)
        entry = [names, None]

        def finish():
            if entry in self.active:
                self.active.remove(entry)
            self.hosts_in_trouble.difference_update(names)
            undo()
            self.run.fact("over", kind=kind, hosts=names)

        entry[1] = finish
        self.active.append(entry)
        self.hosts_in_trouble.update(names)
        self.run.later(seconds, lambda: finish() if entry in self.active else None)
        return True

    def victim(self, holder=False):
        """A host that is well, or None; not so many that the mesh could not bear it."""
        well = [host for host in self.run.hosts if host.state == UP and host.name not in self.hosts_in_trouble]
        if len(self.hosts_in_trouble) >= max(1, len(present(self.run.hosts)) // 3):
            return None
        if holder:
            found = self.run.holder()
            return found if found in well else None
        return self.rng.choice(well) if well else None

    def span(self, shortest, longest):
        """A time in leases."""
        return self.rng.uniform(shortest, longest) * self.lease

    # ---- processes

    def kill(self, kind, holder=False):
        host = self.victim(holder)
        if host is None:
            return False
        host.kill()
        return self.last(kind, [host], self.span(0.05, 2), host.start, **({"holder": True} if holder else {}))

    def kill_holder(self, kind):
        return self.kill(kind, True)

    def pause(self, kind, holder=False):
        """Around the lease: some come back just in time, some just too late."""
        host = self.victim(holder)
        if host is None:
            return False
        host.stop()
        return self.last(kind, [host], self.span(0.5, 1.5), host.resume, **({"holder": True} if holder else {}))

    def pause_holder(self, kind):
        return self.pause(kind, True)

    def slow(self, kind):
        """Stopped half of the time, in short bursts."""
        host = self.victim()
        if host is None:
            return False
        turns = self.rng.randint(6, 20)
        for turn in range(turns):
            self.run.later(0.2 * turn, lambda: host.name in self.hosts_in_trouble and host.stop())
            self.run.later(0.2 * turn + 0.1, host.resume)
        return self.last(kind, [host], 0.2 * turns, host.resume)

    def restart(self, kind):
        """In good order, with its folder."""
        host = self.victim()
        if host is None:
            return False
        host.signal(signal.SIGTERM)
        return self.last(kind, [host], self.span(0.5, 2), lambda: self.again(host))

    def again(self, host):
        host.kill()
        host.start()

    def small_heap(self, kind):
        """Too little memory: it collects garbage most of the time, or ends."""
        host = self.victim()
        if host is None:
            return False
        host.kill()
        host.start(heap=self.rng.randint(*SMALL_HEAP_MEGABYTES))
        return self.last(kind, [host], self.span(2, 5), lambda: self.again(host))

    def upgrade(self, kind):
        """From the earlier build to this one, in good order, with its folder."""
        host = self.victim()
        if host is None or not host.is_old():
            return False
        host.signal(signal.SIGTERM)

        def new():
            host.kill()
            host.upgrade()
            host.start()

        return self.last(kind, [host], self.span(0.5, 1.5), new)

    def rolling_restart(self, kind):
        """Up to five hosts, one after the other, each in good order."""
        well = [host for host in self.run.hosts if host.state == UP and host.name not in self.hosts_in_trouble]
        if len(self.hosts_in_trouble) > 1 or len(well) < 3:
            return False
        chosen = self.rng.sample(well, min(5, 1 + len(well) // 3))
        step = 2 * self.lease
        for turn, host in enumerate(chosen):
            self.run.later(step * turn, lambda host=host: host.name in self.hosts_in_trouble and host.signal(signal.SIGTERM))
            self.run.later(step * turn + 0.6 * step, lambda host=host: host.name in self.hosts_in_trouble and self.again(host))
        return self.last(kind, chosen, step * len(chosen), lambda: [host.start() for host in chosen if host.state == DOWN])

    # ---- coming and going

    def leave_and_return(self, kind):
        """As somebody new: its folder is gone."""
        host = self.victim() if self.may_forget() else None
        if host is None:
            return False
        host.signal(signal.SIGTERM)

        def back():
            host.kill()
            host.forget()
            host.start()

        return self.last(kind, [host], self.span(1.5, 4), back)

    def leave_for_good(self, kind):
        host = self.victim()
        if host is None or self.left >= len(self.run.hosts) // 10:
            return False
        self.left += 1
        host.signal(signal.SIGTERM)
        return self.last(kind, [host], self.span(2, 3), lambda: self.gone(host))

    def gone(self, host):
        host.kill()
        host.state = GONE

    def join(self, kind):
        new = [host for host in self.run.hosts if host.state == GONE and host.starts == 0]
        if not new:
            return False
        host = self.rng.choice(new)
        host.start()
        return self.last(kind, [host], 0.1, lambda: None)

    def revoke(self, kind):
        """Its certificate is revoked: nobody speaks with it any more, and it stays away."""
        host = self.victim() if self.revoked < 1 and len(self.run.hosts) >= 10 else None
        if host is None:
            return False
        self.revoked += 1
        authority = os.path.join(self.run.folder, "authority")
        subprocess.run([*self.run.plan["java"], "keys", "revoke", host.name, "--dir", authority],
                       check=True, stdout=subprocess.DEVNULL)
        for other in self.run.hosts:
            shutil.copyfile(os.path.join(authority, "revoked.pem"), os.path.join(other.keys, "revoked.new"))
            os.replace(os.path.join(other.keys, "revoked.new"), os.path.join(other.keys, "revoked.pem"))
        host.impaired = True
        return self.last(kind, [host], self.span(2, 4), lambda: self.gone(host))

    # ---- wall clocks and certificates

    def clock(self, kind):
        """Its wall clock jumps, forwards or back, and later back again. Clocks that measure spans go on, as they do on real machines."""
        host = self.victim() if self.run.plan.get("shim") else None
        if host is None:
            return False
        jump = self.rng.choice([-1, 1]) * self.rng.choice([60, 3600, 86_400])
        host.set_clock(jump)
        return self.last(kind, [host], self.span(1, 4), lambda: host.set_clock(0), jump=jump)

    def expire(self, kind):
        """Starts with a certificate that ends while it runs; later it gets a new one, and takes it without a restart."""
        host = self.victim() if self.run.plan.get("shim") else None
        if host is None:
            return False
        host.kill()
        self.issue(host, LAST_SECONDS - 86_400)
        host.start()
        host.impaired = True

        def renewed():
            host.impaired = False
            self.issue(host, 0)

        return self.last(kind, [host], LAST_SECONDS + self.span(1, 3), renewed)

    def issue(self, host, jump):
        """A certificate for a day, by an authority whose clock is so many seconds ahead."""
        clock = os.path.join(self.run.folder, "authority.clock")
        kernel.set_clock(clock, jump)
        environment = dict(os.environ, **kernel.clock_settings(self.run.plan["shim"], clock))
        authority = os.path.join(self.run.folder, "authority")
        subprocess.run([*self.run.plan["java"], "keys", "issue", host.name, "--renew", "--days", "1", "--dir", authority],
                       check=True, stdout=subprocess.DEVNULL, env=environment)

    # ---- disks

    def may_forget(self):
        """A majority of voters that lose their memory cannot be made up for: one at a time, when the others are there."""
        since = None if self.last_forgotten is None else self.run.now() - self.last_forgotten
        if self.hosts_in_trouble or (since is not None and since < 8 * self.lease) or not self.run.voters_all_up():
            return False
        self.last_forgotten = self.run.now()
        return True

    def forget(self, kind):
        host = self.victim() if self.may_forget() else None
        if host is None:
            return False
        host.kill()
        host.forget()
        return self.last(kind, [host], self.span(0.05, 2), host.start)

    def restore(self, kind):
        """Starts with an older copy of its folder, which the documentation forbids."""
        host = self.victim()
        if host is None:
            return False
        if not host.has_copy():
            host.keep_copy()
            return False
        host.kill()
        host.restore_copy()
        return self.last(kind, [host], self.span(0.05, 1), host.start)

    def full_disk(self, kind):
        """What it promises cannot be kept; then there is room again, and it is restarted, as the guide says."""
        host = self.victim()
        if host is None:
            return False
        host.fill_disk()
        host.impaired = True

        def room():
            host.impaired = False
            host.kill()
            host.empty_disk()
            host.start()

        return self.last(kind, [host], self.span(1, 4), room)

    # ---- links

    def linked(self):
        return sorted(pair for pair in self.run.air.in_range)

    def cut(self, kind):
        if not self.linked():
            return False
        low, high = self.rng.choice(self.linked())
        return self.cut_directions(kind, [(low, high), (high, low)], self.span(0.2, 4))

    def one_way_cut(self, kind):
        if not self.linked():
            return False
        pair = list(self.rng.choice(self.linked()))
        self.rng.shuffle(pair)
        return self.cut_directions(kind, [tuple(pair)], self.span(0.2, 4))

    def cut_directions(self, kind, directions, seconds, hosts=(), **more):
        self.run.air.cut(directions)
        return self.last(kind, list(hosts), seconds, lambda: self.run.air.mend(directions),
                         links=sorted({(min(pair) + 1, max(pair) + 1) for pair in directions})[:50], **more)

    def around(self, indexes):
        """All directions between these hosts and the others, in range or not: whoever comes into range meanwhile is cut, too."""
        others = [host.index for host in self.run.hosts if host.index not in indexes]
        return [pair for one in indexes for other in others for pair in ((one, other), (other, one))]

    def isolate(self, kind, holder=False):
        host = self.victim(holder)
        if host is None:
            return False
        return self.cut_directions(kind, self.around([host.index]), self.span(0.5, 3), [host],
                                   **({"holder": True} if holder else {}))

    def isolate_holder(self, kind):
        return self.isolate(kind, True)

    def partition(self, kind):
        if self.hosts_in_trouble:
            return False
        members = present(self.run.hosts)
        side = self.rng.sample(members, self.rng.randint(1, max(1, len(members) // 2)))
        return self.cut_directions(kind, self.around([host.index for host in side]), self.span(1, 4), side)

    def flap(self, kind):
        if not self.linked():
            return False
        low, high = self.rng.choice(self.linked())
        directions = [(low, high), (high, low)]
        turns = self.rng.randint(3, 8)
        state = {"cut": False, "over": False}

        def toggle():
            if not state["over"]:
                (self.run.air.mend if state["cut"] else self.run.air.cut)(directions)
                state["cut"] = not state["cut"]

        def undo():
            if state["cut"]:
                toggle()
            state["over"] = True

        for turn in range(2 * turns):
            self.run.later(0.3 * turn, toggle)
        return self.last(kind, [], 0.6 * turns, undo, links=[(low + 1, high + 1)])

    # ---- operators

    def resize(self, kind):
        if self.run.resizing is not None:
            return False
        asked = [host for host in self.run.hosts if host.state == UP and host.name not in self.hosts_in_trouble]
        if not asked:
            return False
        wanted = self.rng.randint(max(1, self.run.plan["pool"]["permits"] - 1), self.run.plan["pool"]["permits"] + 2)
        if wanted == self.run.size:
            return False
        self.run.resize(self.rng.choice(asked), wanted)
        return self.last(kind, [], 0.1, lambda: None, permits=wanted)
