"""What a holder believes, by a clock that the test drives."""

from __future__ import annotations

import time
import unittest

from . import support  # noqa: F401
from meshlock import clock
from meshlock.errors import Refused, Unreachable
from meshlock.lease import Lease


class LeaseTest(unittest.TestCase):
    def setUp(self) -> None:
        self.now = 100.0
        self.lease = Lease(10.0, lambda: self.now)
        self.lease.renewed(100.0, 10.0)

    def test_is_renewed_four_times_in_its_time(self) -> None:
        self.assertEqual(self.lease.due, 102.5)
        self.now = 102.5
        self.lease.renewed(102.5, 10.0)
        self.assertEqual(self.lease.remaining, 10.0)

    def test_counts_from_the_sending_of_the_last_good_renewal(self) -> None:
        self.now = 104.0
        self.lease.renewed(102.5, 10.0)
        self.assertEqual(self.lease.remaining, 8.5)

    def test_is_over_at_once_after_a_long_sleep(self) -> None:
        self.now += 20
        self.assertEqual(self.lease.over, "the lease ran out")
        self.lease.renewed(self.now, 10.0)  # an answer that was on its way all the time
        self.assertEqual(self.lease.remaining, 0.0)

    def test_tries_again_what_may_pass(self) -> None:
        for error in (Unreachable("no answer"), Refused(429, "busy"), Refused(503, "busy"), Refused(401, "new token")):
            self.lease.failed(error)
            self.assertIsNone(self.lease.over)
            self.assertLess(self.lease.due or 0, self.now + 1)
        self.now += 10
        self.assertEqual(self.lease.over, "the lease ran out (new token)")

    def test_believes_the_node_that_they_are_gone(self) -> None:
        for status in (404, 409):
            lease = Lease(10.0, lambda: self.now)
            lease.renewed(100.0, 10.0)
            lease.failed(Refused(status, "gone"))
            self.assertEqual(lease.over, "gone")
            self.assertIsNone(lease.due)

    def test_holds_to_the_end_of_the_lease_at_a_node_that_stops(self) -> None:
        self.lease.failed(Refused(409, "stopping", remaining=7.0))
        self.assertIsNone(self.lease.over)
        self.assertIsNone(self.lease.due)
        self.assertEqual(self.lease.remaining, 7.0)
        self.now += 7
        self.assertIsNotNone(self.lease.over)

    @unittest.skipUnless(hasattr(time, "CLOCK_BOOTTIME"), "Linux")
    def test_the_clock_counts_sleep(self) -> None:
        before = time.clock_gettime(time.CLOCK_BOOTTIME)
        self.assertLessEqual(before, clock.now())
        self.assertLessEqual(clock.now(), time.clock_gettime(time.CLOCK_BOOTTIME))


if __name__ == "__main__":
    unittest.main()
