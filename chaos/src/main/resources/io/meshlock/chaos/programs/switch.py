"""The air between the hosts: a switch in user space that carries frames between their network interfaces.

Each host has a TAP interface in a network namespace of its own; this process has the other ends. A frame from one host gets to
another if the link is up in that direction, after the link's delay, unless it is lost; multicasts get to everybody in reach, as
radio does. No traffic shaping of the kernel is needed. If this process ends, the interfaces are gone with it.
"""

import heapq
import os
import random
import select
import struct
import time

PREFIX = b"\x02\x4d\x4c\x00"
MTU = 1500
LARGEST_FRAME = MTU + 64
MOST_DELAYED = 100_000  # frames; more are lost, as in any switch that is full


def mac(index):
    """The hardware address of a host."""
    return PREFIX + struct.pack("!H", index + 1)


class Switch:
    def __init__(self, taps, control, seed, network):
        self.taps = taps
        self.control = control
        self.rng = random.Random(f"{seed}/air")
        self.reach = [set() for _ in taps]
        self.delay = network["delay"].split()
        self.loss = network["loss"]
        self.duplicate = network["duplicate"]
        self.reorder = network["reorder"]
        self.last_due = {}
        self.delayed = []
        self.sequence = 0
        self.frames = 0
        self.dropped = 0
        self.pending = b""

    def serve(self):
        poller = select.epoll()
        for tap in self.taps:
            os.set_blocking(tap, False)
            poller.register(tap, select.EPOLLIN)
        os.set_blocking(self.control, False)
        poller.register(self.control, select.EPOLLIN | select.EPOLLHUP)
        index = {tap: number for number, tap in enumerate(self.taps)}
        while True:
            timeout = max(0.0, self.delayed[0][0] - time.monotonic()) if self.delayed else -1
            for descriptor, _ in poller.poll(timeout):
                if descriptor == self.control:
                    if not self.listen():
                        return
                else:
                    self.carry(index[descriptor], descriptor)
            self.deliver()

    def listen(self):
        """Orders: `u FROM TO` and `d FROM TO`, one direction of a link up or down. False at the end of orders."""
        data = os.read(self.control, 65_536)
        if not data:
            return False
        *lines, self.pending = (self.pending + data).split(b"\n")
        for line in lines:
            order, start, end = line.split()
            (self.reach[int(start)].add if order == b"u" else self.reach[int(start)].discard)(int(end))
        return True

    def carry(self, start, tap):
        for _ in range(64):  # then the others have a turn
            try:
                frame = os.read(tap, LARGEST_FRAME)
            except BlockingIOError:
                return
            except OSError:  # its interface is down
                return
            self.frames += 1
            if frame[0] & 1:
                for end in self.reach[start]:
                    self.send(start, end, frame)
            elif frame[:4] == PREFIX:
                end = struct.unpack("!H", frame[4:6])[0] - 1
                if end in self.reach[start]:
                    self.send(start, end, frame)

    def send(self, start, end, frame):
        if self.loss and self.rng.random() < self.loss:
            self.dropped += 1
            return
        copies = 2 if self.duplicate and self.rng.random() < self.duplicate else 1
        for _ in range(copies):
            delay = self.sample()
            if delay <= 0:
                self.write(end, frame)
                continue
            due = time.monotonic() + delay
            if not (self.reorder and self.rng.random() < self.reorder):  # otherwise first in, first out
                due = max(due, self.last_due.get((start, end), 0.0))
                self.last_due[(start, end)] = due
            if len(self.delayed) < MOST_DELAYED:
                self.sequence += 1
                heapq.heappush(self.delayed, (due, self.sequence, start, end, frame))

    def sample(self):
        if self.delay[0] == "uniform":
            return self.rng.uniform(float(self.delay[1]), float(self.delay[2]))
        if self.delay[0] == "exponential":
            return self.rng.expovariate(1 / float(self.delay[1]))
        return float(self.delay[-1])

    def deliver(self):
        now = time.monotonic()
        while self.delayed and self.delayed[0][0] <= now:
            _, _, start, end, frame = heapq.heappop(self.delayed)
            if end in self.reach[start]:  # what is under way on a link that goes down is lost
                self.write(end, frame)

    def write(self, end, frame):
        try:
            os.write(self.taps[end], frame)
        except OSError:  # its interface is down, or its queue is full
            self.dropped += 1
