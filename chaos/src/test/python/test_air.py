"""Links of the testbed: what the scenario wants and what faults hold down, and the switch that carries frames."""

import os
import sys
import unittest

PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "..", "main", "resources", "io", "meshlock", "chaos", "programs")
sys.path.insert(0, PROGRAMS)
sys.dont_write_bytecode = True

from hosts import Air, address  # noqa: E402
from switch import Switch, mac  # noqa: E402


class FakeHost:
    def __init__(self, index):
        self.index = index


class AirTest(unittest.TestCase):
    def setUp(self):
        self.orders, control = os.pipe()
        self.air = Air(4, control)
        for low, high in ((0, 1), (1, 2), (2, 3)):
            self.air.move(low, high, True)
        self.said()

    def tearDown(self):
        os.close(self.orders)
        os.close(self.air.control)

    def said(self):
        os.set_blocking(self.orders, False)
        try:
            return os.read(self.orders, 10_000).decode().splitlines()
        except BlockingIOError:
            return []

    def test_one_direction_alone(self):
        self.air.cut([(1, 2)])
        self.assertEqual(["d 1 2"], self.said())
        self.assertEqual({0, 1}, self.air.part_of(0, {0, 1, 2, 3}))
        self.air.mend([(1, 2)])
        self.assertEqual(["u 1 2"], self.said())

    def test_two_faults_on_one_link(self):
        self.air.cut([(1, 2)])
        self.air.cut([(1, 2)])
        self.said()
        self.air.mend([(1, 2)])
        self.assertEqual([], self.said())
        self.air.mend([(1, 2)])
        self.assertEqual(["u 1 2"], self.said())

    def test_a_link_that_comes_into_range_while_it_is_cut(self):
        self.air.cut([(0, 3), (3, 0)])
        self.air.move(0, 3, True)
        self.assertEqual([], self.said())
        self.air.mend([(0, 3), (3, 0)])
        self.assertEqual(["u 0 3", "u 3 0"], self.said())

    def test_nobody_is_alone_beside_hosts_that_are_gone(self):
        for low, high in ((0, 1), (1, 2), (2, 3)):
            self.air.move(low, high, False)
        self.air.line_up([FakeHost(0), FakeHost(2), FakeHost(3)])
        self.assertEqual({0, 2, 3}, self.air.part_of(0, {0, 2, 3}))

    def test_hops(self):
        self.assertEqual(3, self.air.hops({0, 1, 2, 3}))
        self.air.move(0, 3, True)
        self.assertEqual(2, self.air.hops({0, 1, 2, 3}))

    def test_addresses_of_many_hosts(self):
        self.assertEqual(("10.77.0.1", "10.77.1.0"), (address(0), address(255)))


class SwitchTest(unittest.TestCase):
    """With pairs of sockets in the place of interfaces: one end is the host's."""

    def setUp(self):
        import socket

        self.pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(3)]
        self.addCleanup(lambda: [end.close() for pair in self.pairs for end in pair])
        for pair in self.pairs:
            for end in pair:
                end.setblocking(False)
        orders, control = os.pipe()
        self.addCleanup(lambda: [os.close(end) for end in (orders, control)])
        network = {"delay": "constant 0", "loss": 0, "duplicate": 0, "reorder": 0}
        self.switch = Switch([pair[0].fileno() for pair in self.pairs], orders, 1, network)
        os.write(control, b"u 0 1\nu 0 2\nu 1 0\n")
        self.switch.listen()

    def send(self, start, frame):
        self.pairs[start][1].send(frame)
        self.switch.carry(start, self.pairs[start][0].fileno())

    def received(self, end):
        try:
            return self.pairs[end][1].recv(2000)
        except BlockingIOError:
            return None

    def test_a_frame_for_one(self):
        frame = mac(1) + mac(0) + b"hello"
        self.send(0, frame)
        self.assertEqual([frame, None], [self.received(1), self.received(2)])

    def test_a_multicast_reaches_everybody_in_range(self):
        frame = b"\x01\x00\x5e\x07\x04\x00" + mac(0) + b"here"
        self.send(0, frame)
        self.assertEqual([frame, frame], [self.received(1), self.received(2)])
        self.send(2, frame)
        self.assertEqual([None, None], [self.received(0), self.received(1)])

    def test_a_direction_that_is_down(self):
        self.send(2, mac(0) + mac(2) + b"nobody hears")
        self.assertIsNone(self.received(0))

    def test_delayed_frames_stay_in_order_and_die_with_their_link(self):
        self.switch.delay = ["constant", "0.000001"]
        for number in range(3):
            self.send(0, mac(1) + mac(0) + bytes([number]))
        self.send(0, mac(2) + mac(0) + b"lost")
        self.switch.reach[0].discard(2)
        while self.switch.delayed:
            self.switch.deliver()
        self.assertEqual([0, 1, 2], [self.received(1)[-1] for _ in range(3)])
        self.assertIsNone(self.received(2))

    def test_loss_and_duplication(self):
        self.switch.duplicate = 1
        self.send(0, mac(1) + mac(0) + b"twice")
        self.assertEqual([True, True, False], [self.received(1) is not None for _ in range(3)])
        self.switch.loss = 1
        self.send(0, mac(1) + mac(0) + b"never")
        self.assertIsNone(self.received(1))


if __name__ == "__main__":
    unittest.main()
