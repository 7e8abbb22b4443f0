"""Faults on hosts that are not real, in time that is not real: what the seed decides, and what faults must not do."""

import heapq
import os
import random
import sys
import unittest
from unittest import mock

PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "..", "main", "resources", "io", "meshlock", "chaos", "programs")
sys.path.insert(0, PROGRAMS)
sys.dont_write_bytecode = True

import faults  # noqa: E402
import kernel  # noqa: E402
from hosts import DOWN, GONE, STOPPED, UP, Air  # noqa: E402


class FakeHost:
    def __init__(self, index, state):
        self.index = index
        self.name = f"n{index + 1}"
        self.state = state
        self.starts = 0 if state == GONE else 1
        self.impaired = False
        self.forgotten = 0
        self.ahead = 0
        self.old = True

    def start(self, heap=None):
        self.state = UP
        self.starts += 1

    def is_old(self):
        return self.old

    def upgrade(self):
        self.old = False

    def set_clock(self, ahead):
        self.ahead = ahead

    def kill(self):
        self.state = DOWN

    def stop(self):
        self.state = STOPPED if self.state == UP else self.state

    def resume(self):
        self.state = UP if self.state == STOPPED else self.state

    def signal(self, _):
        self.state = DOWN

    def forget(self):
        self.forgotten += 1

    def fill_disk(self):
        pass

    def empty_disk(self):
        pass

    def has_copy(self):
        return True

    def restore_copy(self):
        pass


class FakeRun:
    def __init__(self, seed, kinds=(), hosts=12):
        self.plan = {"pool": {"lease": 2.0, "permits": 3}, "java": ["true"], "shim": "/nowhere/clock.so"}
        self.rng = random.Random(seed)
        self.clock = 0.0
        self.timetable = []
        self.facts = []
        self.hosts = [FakeHost(index, UP if index < hosts - 1 else GONE) for index in range(hosts)]
        self.air = Air(hosts, os.open(os.devnull, os.O_WRONLY))
        for index in range(1, hosts):
            self.air.move(index - 1, index, True)
        self.size = 3
        self.resizing = None
        self.folder = "/nowhere"
        self.faults = faults.Faults(self, list(kinds))

    def now(self):
        return self.clock

    def later(self, seconds, work):
        heapq.heappush(self.timetable, (self.clock + seconds, len(self.timetable) + len(self.facts), id(work), work))

    def fact(self, name, **more):
        self.facts.append((round(self.clock, 6), name, more))

    def holder(self):
        return next((host for host in self.hosts if host.state == UP), None)

    def voters_all_up(self):
        return all(host.state == UP for host in [host for host in self.hosts if host.state != GONE][:7])

    def resize(self, host, permits):
        self.size = permits

    def storm(self, count):
        """So many faults, half a second apart; returns the largest number of hosts in trouble at once."""
        worst = 0
        for _ in range(count):
            self.clock += 0.5
            while self.timetable and self.timetable[0][0] <= self.clock:
                heapq.heappop(self.timetable)[3]()
            self.faults.one()
            worst = max(worst, len(self.faults.hosts_in_trouble))
        return worst

    def kinds(self):
        return [(time, more["kind"], more["hosts"]) for time, name, more in self.facts if name == "fault"]


@mock.patch.object(faults.subprocess, "run")
@mock.patch.object(faults.shutil, "copyfile")
@mock.patch.object(faults.os, "replace")
@mock.patch.object(faults.kernel, "set_clock")
class FaultsTest(unittest.TestCase):
    def setUp(self):
        FakeHost.keys = "/nowhere"

    def test_the_seed_decides(self, *_):
        runs = [FakeRun(seed) for seed in (5, 5, 6)]
        for run in runs:
            run.storm(200)
        self.assertEqual(runs[0].kinds(), runs[1].kinds())
        self.assertNotEqual(runs[0].kinds(), runs[2].kinds())

    def test_every_kind_is_drawn_but_the_one_that_no_mesh_bears(self, *_):
        run = FakeRun(1)
        for _ in range(75):
            run.storm(40)
            run.faults.end_all()
            for host in run.hosts:
                host.resume()
                host.state = UP if host.state == DOWN else host.state
        expected = {kind for kind, weight in faults.WEIGHTS.items() if weight}
        self.assertEqual(expected, {kind for _, kind, _ in run.kinds()})
        self.assertNotIn("restore", expected)

    def test_only_kinds_that_were_named(self, *_):
        run = FakeRun(1, ["restore", "cut"])
        run.storm(100)
        self.assertEqual({"restore", "cut"}, {kind for _, kind, _ in run.kinds()})

    def test_a_third_of_the_hosts_at_most_but_for_restarts_in_turn_and_partitions(self, *_):
        several = {"partition", "rolling-restart"}
        kinds = [kind for kind, weight in faults.WEIGHTS.items() if weight and kind not in several]
        run = FakeRun(2, kinds)
        self.assertLessEqual(run.storm(1000), len(run.hosts) // 3)

    def test_one_host_forgets_at_a_time_and_only_while_all_voters_are_there(self, *_):
        run = FakeRun(3, ["forget", "kill", "leave-and-return"])
        run.storm(1000)
        times = [time for time, kind, _ in run.kinds() if kind in ("forget", "leave-and-return")]
        self.assertGreater(len(times), 3)
        self.assertTrue(all(later - earlier >= 16 for earlier, later in zip(times, times[1:])))

    def test_without_the_shim_no_clock_jumps_and_no_certificate_ends(self, *_):
        run = FakeRun(1, ["clock", "expire", "kill"])
        run.plan["shim"] = None
        run.storm(100)
        self.assertEqual({"kill"}, {kind for _, kind, _ in run.kinds()})

    def test_every_host_is_upgraded_once(self, *_):
        run = FakeRun(1, ["upgrade"])
        run.storm(200)
        upgraded = [hosts[0] for _, _, hosts in run.kinds()]
        self.assertEqual(sorted(set(upgraded)), sorted(upgraded))
        self.assertEqual(len([host for host in run.hosts if host.state != GONE]), len(upgraded))

    def test_a_certificate_that_ends_is_renewed(self, *_):
        run = FakeRun(1, ["expire"], hosts=3)
        run.faults.one()
        run.faults.end_all()
        self.assertEqual([10 - 86_400, 0], [call.args[1] for call in faults.kernel.set_clock.call_args_list])
        self.assertFalse(any(host.impaired for host in run.hosts))

    def test_everything_is_undone(self, *_):
        run = FakeRun(4)
        run.storm(300)
        run.faults.end_all()
        self.assertEqual(set(), run.faults.hosts_in_trouble)
        self.assertEqual({0}, set(run.air.cuts.values()))
        self.assertEqual({0}, {host.ahead for host in run.hosts})
        for host in run.hosts:
            host.resume()
        self.assertEqual(set(), {host.state for host in run.hosts} - {UP, GONE, DOWN})
        names = [(name, more["kind"], tuple(more["hosts"])) for _, name, more in run.facts]
        self.assertEqual(sum(name == "fault" for name, *_ in names), sum(name == "over" for name, *_ in names))


class MachineTest(unittest.TestCase):
    def test_one_line_says_what_is_missing(self):
        with mock.patch.object(kernel.os, "geteuid", return_value=1000):
            self.assertEqual("network namespaces need root, and this is user 1000; expected: sudo ./meshlock testbed …", kernel.missing())
        with mock.patch.object(kernel.os, "geteuid", return_value=0), mock.patch.object(kernel.os.path, "exists", return_value=False):
            self.assertIn("/dev/net/tun is missing", kernel.missing())


if __name__ == "__main__":
    unittest.main()
