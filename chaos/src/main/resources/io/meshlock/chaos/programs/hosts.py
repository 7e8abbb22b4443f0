"""The hosts of a testbed: network namespaces, the air between them, and a node in each."""

import json
import os
import shutil
import signal
import subprocess

import kernel
from api import NO_ANSWER, call
from switch import Switch, mac

DISK_BYTES = 4 << 20
HEAP_MEGABYTES = 64
LINK_TIMEOUT_SECONDS = 2.5  # of nodes, unless their settings say something else
LONGEST_SOCKET_PATH = 100  # the kernel takes 107 bytes
POOL = "docks"

# What became of a host.
DOWN, STARTING, UP, STOPPED, GONE = "down", "starting", "up", "stopped", "gone"


def address(index):
    return f"10.77.{(index + 1) >> 8}.{(index + 1) & 255}"


class Air:
    """The links: what the scenario wants up, and what faults hold down, direction by direction."""

    def __init__(self, count, control):
        self.count = count
        self.control = control
        self.in_range = set()  # (low, high)
        self.cuts = {}  # (from, to) -> how many faults hold it down
        self.up = set()

    def move(self, low, high, up):
        (self.in_range.add if up else self.in_range.discard)((low, high))
        self.apply([(low, high), (high, low)])

    def line_up(self, hosts):
        """Brings each of the hosts into range of the next: nobody is alone because those between are gone, or never came."""
        for host, following in zip(hosts, hosts[1:]):
            self.move(host.index, following.index, True)

    def cut(self, directions):
        for direction in directions:
            self.cuts[direction] = self.cuts.get(direction, 0) + 1
        self.apply(directions)

    def mend(self, directions):
        for direction in directions:
            self.cuts[direction] -= 1
        self.apply(directions)

    def apply(self, directions):
        orders = []
        for start, end in directions:
            wanted = (min(start, end), max(start, end)) in self.in_range and self.cuts.get((start, end), 0) == 0
            if wanted != ((start, end) in self.up):
                (self.up.add if wanted else self.up.discard)((start, end))
                orders.append(f"{'u' if wanted else 'd'} {start} {end}\n")
        if orders:
            os.write(self.control, "".join(orders).encode())

    def neighbours(self, index):
        return [other for other in range(self.count) if (index, other) in self.up and (other, index) in self.up]

    def part_of(self, index, members):
        """The members that this one reaches over links that are up in both directions."""
        seen = {index}
        queue = [index]
        while queue:
            for other in self.neighbours(queue.pop()):
                if other in members and other not in seen:
                    seen.add(other)
                    queue.append(other)
        return seen

    def hops(self, members):
        """The longest way between any two members, over links that are up in both directions."""
        longest = 0
        for first in members:
            distance = {first: 0}
            queue = [first]
            for at in queue:
                for other in self.neighbours(at):
                    if other in members and other not in distance:
                        distance[other] = distance[at] + 1
                        queue.append(other)
            longest = max([longest, *distance.values()])
        return longest


class Host:
    """One host: its namespace, its folder, its node."""

    def __init__(self, index, namespace, folder, socket_folder, plan):
        self.index = index
        self.name = f"n{index + 1}"
        self.namespace = namespace
        self.folder = os.path.join(folder, "hosts", self.name)
        self.keys = os.path.join(folder, "authority", "nodes", self.name)
        self.socket = os.path.join(socket_folder, self.name + ".sock")
        self.plan = plan
        self.process = None
        self.state = GONE
        self.impaired = False  # its disk is full, or nobody trusts it
        self.starts = 0
        self.words = plan.get("before") or plan["java"]
        os.makedirs(os.path.join(self.folder, "state"), mode=0o700)
        kernel.small_disk(self.state_folder(), DISK_BYTES)
        self.set_clock(0)

    def state_folder(self):
        return os.path.join(self.folder, "state")

    def write_settings(self, permits):
        pool = self.plan["pool"]
        settings = (
            f"name: {self.name}\nkeys: {self.keys}\nlisten: {address(self.index)}:7400\n"
            f"discover: {{group: 239.7.4.0:7400, interfaces: [eth0]}}\n{self.link_timeout()}state: {self.state_folder()}\n"
            f"journal: {os.path.join(self.folder, 'journal')}\n"
            f"pools:\n  {POOL}: {{permits: {permits}, policy: {pool['policy']}, aging: {pool['aging']}, algorithm: {pool['algorithm']},"
            f" options: {json.dumps(pool['options'])}, lease: {int(pool['lease'] * 1000)}ms}}\n"
            f"http: {{listen: 127.0.0.1:7480, socket: {self.socket}, lease: {int(pool['lease'] * 1000)}ms}}\n"
        )
        with open(os.path.join(self.folder, "node.yaml"), "w", encoding="utf-8") as file:
            file.write(settings)

    def link_timeout(self):
        """Leases that are long because the machine is busy need links that are as patient. An earlier build may not know the key."""
        seconds = self.plan["pool"]["lease"] / 4
        return f"linkTimeout: {int(seconds * 1000)}ms\n" if seconds > LINK_TIMEOUT_SECONDS and not self.is_old() else ""

    def is_old(self):
        return self.words != self.plan["java"]

    def upgrade(self):
        self.words = self.plan["java"]

    def start(self, heap=HEAP_MEGABYTES):
        self.starts += 1
        environment = dict(os.environ, MESHLOCK_RUNTIME=os.path.join(self.folder, "run"), **self.clock_settings())
        words = [f"-Xmx{heap}m" if word.startswith("-Xmx") else word for word in self.words]
        environment["MESHLOCK_OPTS"] = f"-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx{heap}m"  # of the earlier build's command
        with open(os.path.join(self.folder, "node.log"), "ab") as log:
            self.process = subprocess.Popen(
                [*words, "node", "--config", os.path.join(self.folder, "node.yaml")],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder, env=environment, preexec_fn=self.enter)
        self.state = STARTING

    def enter(self):
        kernel.tie_to_parent()
        kernel.enter(self.namespace)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def signal(self, number):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self):
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()
        self.state = DOWN

    def stop(self):
        if self.state == UP:
            self.signal(signal.SIGSTOP)
            self.state = STOPPED

    def resume(self):
        if self.state == STOPPED:
            self.signal(signal.SIGCONT)
            self.state = UP

    def look(self):
        """Notices that a node has come up, or has ended."""
        if self.state in (STARTING, UP) and self.process.poll() is not None:
            self.state = DOWN
        elif self.state == STARTING and self.get("/api/v1/health") is not None:
            self.state = UP

    def get(self, target, timeout=1.0):
        try:
            status, document = call(self.socket, "GET", target, timeout=timeout)
            return document if status == 200 else None
        except NO_ANSWER:
            return None

    def post(self, target, body, timeout=2.0):
        try:
            return call(self.socket, "POST", target, body, timeout=timeout)
        except NO_ANSWER as trouble:
            return 0, {"detail": type(trouble).__name__}

    def cost(self):
        """What its process takes: memory of its own and with its share of what is common, and processor time; or None."""
        try:
            with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as file:
                sizes = {words[0]: int(words[1]) for words in map(str.split, file) if words[0] in ("Rss:", "Pss:")}
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
                ticks = file.read().rpartition(")")[2].split()[11:13]
        except OSError:
            return None
        seconds = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        return {"rssKilobytes": sizes["Rss:"], "pssKilobytes": sizes["Pss:"], "processorSeconds": seconds}

    def set_clock(self, ahead):
        kernel.set_clock(os.path.join(self.folder, "clock"), ahead)

    def clock_settings(self):
        if self.plan.get("shim") is None:
            return {}
        return kernel.clock_settings(self.plan["shim"], os.path.join(self.folder, "clock"))

    # ---- disks

    def forget(self):
        """Everything that it had promised is gone."""
        for name in os.listdir(self.state_folder()):
            path = os.path.join(self.state_folder(), name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def keep_copy(self):
        copy = os.path.join(self.folder, "state.copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.state_folder(), copy)

    def restore_copy(self):
        self.forget()
        shutil.copytree(os.path.join(self.folder, "state.copy"), self.state_folder(), dirs_exist_ok=True)

    def has_copy(self):
        return os.path.isdir(os.path.join(self.folder, "state.copy"))

    def fill_disk(self):
        with open(os.path.join(self.state_folder(), "filler"), "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:  # it is full
                pass

    def empty_disk(self):
        filler = os.path.join(self.state_folder(), "filler")
        if os.path.exists(filler):
            os.remove(filler)


def present(hosts):
    """Those that are part of the mesh, or about to be."""
    return [host for host in hosts if host.state != GONE]


def fork(work):
    """A child that does this and nothing else, and ends with its parent."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            kernel.tie_to_parent()
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def build(plan, folder, socket_folder):
    """Namespaces, air and hosts; nothing runs yet. Returns hosts, air and the switch's process."""
    home = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    count = plan["hosts"]
    namespaces, taps = zip(*(kernel.new_host(address(index), mac(index)) for index in range(count)))
    kernel.enter(home)
    orders, control = os.pipe()

    def carry():
        os.close(control)
        Switch(taps, orders, plan["seed"], plan["network"]).serve()

    child = fork(carry)
    os.close(orders)
    for tap in taps:
        os.close(tap)
    hosts = [Host(index, namespace, folder, socket_folder, plan) for index, namespace in enumerate(namespaces)]
    return hosts, Air(count, control), child
