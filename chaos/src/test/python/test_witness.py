"""The witness against forged histories: each rule has one that breaks it, and one that is just legal."""

import contextlib
import io
import json
import os
import sys
import tempfile
import unittest

PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "..", "main", "resources", "io", "meshlock", "chaos", "programs")
sys.path.insert(0, PROGRAMS)
sys.dont_write_bytecode = True

import judgement  # noqa: E402
import witness  # noqa: E402

SETTINGS = {"lease": 2.0, "beacon": 0.1, "electionTimeout": 1.0, "drift": 0.01, "delay": 0.01, "hops": 2, "slack": 1}
BOUND = judgement.bound(SETTINGS)


class Forgery:
    """A run that went well, to be bent: two permits, and a final client that got both."""

    def __init__(self, permits=2):
        self.history = []
        self.book = []
        self.facts = [self.size(0.0, "invoke", permits), self.size(0.0, "ok", permits)]
        self.permits = permits

    @staticmethod
    def size(t, kind, permits):
        return {"t": t, "fact": "size", "type": kind, "permits": permits}

    def line(self, t, client, number, op, kind, **more):
        self.history.append({"t": t, "client": client, "host": "n1", "id": number, "op": op, "type": kind, **more})

    def ask(self, t, client, permits=1, number=1, hold=1.0, host="n1"):
        self.line(t, client, number, "acquire", "invoke", permits=permits, hold=hold)
        self.history[-1]["host"] = host

    def give(self, t, client, slots, token, until, number=1):
        self.line(t, client, number, "acquire", "ok", slots=slots, token=token, until=until)

    def grant(self, asked, t, client, slots, token, until, number=1):
        self.ask(asked, client, len(slots), number)
        self.give(t, client, slots, token, until, number)

    def back(self, t, client, number=1):
        self.line(t, client, number, "release", "invoke")
        self.line(t + 0.01, client, number, "release", "ok")

    def use(self, t, client, slots, token, answer, number=1, late=False):
        self.book.append({"t": t, "client": client, "id": number, "slots": slots, "token": token, "late": late, "answer": answer})

    def end(self, t=100.0, token=1000):
        slots = list(range(1, self.permits + 1))
        self.grant(t, t + 0.1, "final", slots, token, t + 2)
        self.back(t + 0.2, "final")
        self.facts.append({"t": t + 1, "fact": "end"})
        return self

    def broken(self):
        """The rules that the witness says are broken."""
        self.history.sort(key=lambda line: line["t"])
        self.facts.sort(key=lambda line: line["t"])
        violations, _ = judgement.judge(self.history, self.book, self.facts)
        return {rule for rule, found in violations.items() if found}


class PermitsTest(unittest.TestCase):
    def test_one_after_the_other_is_fine(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.back(3, "a")
        run.grant(1, 3.1, "b", [1], 2, 5)
        run.back(4, "b")
        self.assertEqual(set(), run.end().broken())

    def test_a_slot_that_two_hold(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.grant(1, 3.9, "b", [1], 2, 6)
        self.assertEqual({"permits"}, run.end().broken())

    def test_a_lease_that_is_over_is_fine(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.grant(1, 4, "b", [1], 2, 6)
        self.assertEqual(set(), run.end().broken())

    def test_a_renewal_that_went_well_counts(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.line(3, "a", 1, "renew", "ok", until=5.0)
        run.grant(1, 4.5, "b", [1], 2, 6)
        self.assertEqual({"permits"}, run.end().broken())

    def test_a_client_that_knows_of_its_loss_relies_on_nothing(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.line(2.5, "a", 1, "lost", "info")
        run.grant(1, 3, "b", [1], 2, 5)
        self.assertEqual(set(), run.end().broken())

    def test_more_than_there_are(self):
        run = Forgery()
        for number, client in enumerate("abc", 1):
            run.grant(1, 1 + number / 10, client, [number], number, 4)
        self.assertEqual({"permits"}, run.end().broken())

    def test_other_slots_than_asked_for(self):
        run = Forgery()
        run.ask(1, "a", 2)
        run.give(2, "a", [1], 1, 4)
        self.assertEqual({"permits"}, run.end().broken())

    def test_what_nobody_asked_for(self):
        run = Forgery()
        run.give(2, "a", [1], 1, 4)
        self.assertEqual({"permits"}, run.end().broken())

    def resized(self, confirmed, asked):
        """The pool gets two permits instead of three, and then three clients hold one each."""
        run = Forgery(3)
        run.facts += [run.size(1, "invoke", 2)] + ([run.size(2, "ok", 2)] if confirmed else [])
        for number, client in enumerate("abc", 1):
            run.grant(asked, 3 + number / 10, client, [number], number, 8)
        run.permits = 2 if confirmed else 3
        return run.end().broken()

    def test_a_smaller_size_that_is_in_force(self):
        self.assertEqual({"permits"}, self.resized(True, 2.5))

    def test_a_smaller_size_that_may_have_come_later(self):
        self.assertEqual(set(), self.resized(True, 1.5))

    def test_a_smaller_size_that_was_only_asked_for(self):
        self.assertEqual(set(), self.resized(False, 2.5))


class TokensTest(unittest.TestCase):
    def test_a_token_given_twice(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.grant(1, 2.1, "b", [2], 1, 4)
        self.assertEqual({"tokens"}, run.end().broken())

    def test_a_later_request_with_a_smaller_token(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 7, 4)
        run.grant(2.1, 3, "b", [2], 6, 5)
        self.assertEqual({"tokens"}, run.end().broken())

    def test_requests_at_the_same_time_may_be_answered_in_any_order(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 7, 4)
        run.grant(1.9, 3, "b", [2], 6, 5)
        self.assertEqual(set(), run.end().broken())


class BookTest(unittest.TestCase):
    def run_of_two(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.grant(1, 5, "b", [1], 2, 7)
        run.use(2.5, "a", [1], 1, "accepted")
        run.use(5.5, "b", [1], 2, "accepted")
        return run

    def test_a_late_use_that_is_refused_is_fine(self):
        run = self.run_of_two()
        run.use(6, "a", [1], 1, "refused", late=True)
        self.assertEqual(set(), run.end().broken())

    def test_a_stale_token_that_is_accepted(self):
        run = self.run_of_two()
        run.use(6, "a", [1], 1, "accepted", late=True)
        self.assertEqual({"book"}, run.end().broken())

    def test_a_holder_that_is_refused(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 3, 3)
        run.grant(1, 4, "b", [1], 2, 7)
        run.use(2.5, "a", [1], 3, "accepted")
        run.use(5, "b", [1], 2, "refused")
        self.assertEqual({"book"}, run.end().broken())

    def test_a_use_of_what_was_not_given(self):
        run = self.run_of_two()
        run.use(6, "b", [2], 2, "accepted")
        self.assertEqual({"book"}, run.end().broken())


class EndTest(unittest.TestCase):
    def test_a_permit_that_is_not_back(self):
        run = Forgery()
        run.permits = 1
        self.assertEqual({"end"}, run.end().broken())

    def test_somebody_who_still_waits(self):
        run = Forgery()
        run.ask(1, "a")
        self.assertEqual({"end"}, run.end().broken())

    def test_a_wait_whose_end_is_unknown_is_fine(self):
        run = Forgery()
        run.ask(1, "a")
        run.line(2, "a", 1, "acquire", "info")
        self.assertEqual(set(), run.end().broken())

    def test_a_run_without_an_end(self):
        run = Forgery().end()
        run.facts = [fact for fact in run.facts if fact["fact"] != "end"]
        self.assertEqual({"links"}, run.broken())


class ServiceTest(unittest.TestCase):
    def calm(self, length, wait, connected=True, host="n1"):
        """A calm of that length in which somebody waits so long for the only grant."""
        run = Forgery()
        run.facts.append({"t": 5.0, "fact": "fault", "kind": "kill", "hosts": ["n2"]})
        if connected:
            run.facts.append({"t": 10.0, "fact": "connected", "hosts": ["n1", "n2"], "seconds": 1.0, **SETTINGS})
        run.facts.append({"t": 10.0 + length, "fact": "fault", "kind": "cut", "hosts": []})
        run.ask(6, "a", host=host, hold=0.0)
        run.give(10 + wait, "a", [1], 1, 10 + wait + 2)
        return run.end()

    def test_a_wait_within_the_bound(self):
        self.assertEqual(set(), self.calm(20, BOUND - 0.01).broken())

    def test_a_wait_beyond_the_bound(self):
        self.assertEqual({"service"}, self.calm(20, BOUND + 0.01).broken())

    def test_a_calm_that_is_too_short_proves_nothing(self):
        self.assertEqual(set(), self.calm(BOUND - 0.01, 30).broken())

    def test_without_a_connected_mesh_there_is_no_bound(self):
        self.assertEqual(set(), self.calm(20, 15, connected=False).broken())

    def test_a_client_out_of_reach_has_no_bound(self):
        self.assertEqual(set(), self.calm(20, 15, host="n9").broken())

    def test_waiting_while_others_hold_is_fine(self):
        run = self.calm(20, 1)
        run.ask(12, "b", hold=8.0)
        run.give(12.1, "b", [2], 2, 30)
        run.ask(13, "c")
        run.give(20, "c", [1], 3, 22)
        self.assertEqual(set(), run.broken())

    def test_a_mesh_that_is_not_connected_in_time(self):
        run = Forgery().end()
        run.facts.append({"t": 50.0, "fact": "unconnected", "seconds": 60.0, "why": "no links lead to n7"})
        self.assertEqual({"links"}, run.broken())

    def test_the_bound_is_the_documented_one(self):
        q = 1.01 / 0.99
        self.assertAlmostEqual(q * (1.0 + 0.6 + q * 2.0) + 4 * 2 * (0.025 + 0.01), BOUND)


class ResourcesTest(unittest.TestCase):
    def test_each_slot_refuses_what_is_older(self):
        resources = witness.Resources()
        self.assertEqual("accepted", resources.use([1, 2], 5))
        self.assertEqual("refused", resources.use([2, 3], 4))
        self.assertEqual("accepted", resources.use([3], 4))
        self.assertEqual("accepted", resources.use([1], 5))


class CommandTest(unittest.TestCase):
    def check(self, run):
        with tempfile.TemporaryDirectory() as folder:
            for name, lines in (("history", run.history), ("book", run.book), ("facts", run.facts)):
                with open(os.path.join(folder, name + ".jsonl"), "w", encoding="utf-8") as file:
                    file.writelines(json.dumps(line) + "\n" for line in lines)
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                code = witness.main(["check", folder])
            with open(os.path.join(folder, "verdict.json"), encoding="utf-8") as file:
                return code, said.getvalue(), json.load(file)

    def test_a_clean_run(self):
        code, said, verdict = self.check(Forgery().end())
        self.assertEqual((0, "verdict: clean\n", True), (code, said, verdict["clean"]))

    def test_a_run_with_a_violation(self):
        run = Forgery()
        run.grant(1, 2, "a", [1], 1, 4)
        run.grant(1, 3, "b", [1], 2, 6)
        code, said, verdict = self.check(run.end())
        self.assertEqual((1, False), (code, verdict["clean"]))
        self.assertIn("permits: slot 1 is held by a/1", said)
        self.assertIn("verdict: 1 violation\n", said)

    def test_a_folder_that_is_none(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(2, witness.main(["check", "/nowhere"]))
        self.assertIn("/nowhere/history.jsonl: No such file or directory; expected a folder", said.getvalue())

    def test_wrong_words(self):
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(2, witness.main(["judge"]))


if __name__ == "__main__":
    unittest.main()
