"""The testbed's clients against a node that is not real: what they log is what happened, and they never say more than they know."""

import http.server
import json
import os
import socketserver
import sys
import tempfile
import threading
import unittest

PROGRAMS = os.path.join(os.path.dirname(__file__), "..", "..", "main", "resources", "io", "meshlock", "chaos", "programs")
sys.path.insert(0, PROGRAMS)
sys.dont_write_bytecode = True

import load  # noqa: E402

LEASE = 1.0
GRANTED = {"id": "r1", "secret": "s", "state": "granted", "slots": [2], "fencingToken": 7, "remainingMillis": int(LEASE * 1000)}


class Node(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Answers as a script says: for each kind of call a list of (status, document), the last one again and again."""

    daemon_threads = True

    def __init__(self, path, **script):
        self.script = {kind: list(answers) for kind, answers in script.items()}
        self.calls = []
        super().__init__(path, Handler)
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def answer(self, kind):
        self.calls.append(kind)
        answers = self.script[kind]
        return answers.pop(0) if len(answers) > 1 else answers[0]


class Handler(http.server.BaseHTTPRequestHandler):
    def handle_call(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        kind = "renew" if self.path.endswith("/renew") else {"POST": "ask", "GET": "look", "DELETE": "release"}[self.command]
        if kind != "ask" and self.headers.get("Meshlock-Secret") != "s":
            status, document = 403, {}
        else:
            status, document = self.server.answer(kind)
        if status == 0:  # a node that dies in the middle of a call
            self.close_connection = True
            return
        self.server.last_body = json.loads(body) if body else None
        text = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_POST = do_GET = do_DELETE = handle_call

    def address_string(self):
        return "unix"

    def log_message(self, *_):
        pass


class LoadTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "node")

    def lines(self, hold=0.0, **script):
        """What a client logs that asks once."""
        if script:
            node = Node(self.path, **script)
            self.addCleanup(node.server_close)
            self.addCleanup(node.shutdown)
            self.calls = node.calls
        log = load.Log(os.path.join(self.folder, "history.jsonl"))
        self.addCleanup(log.file.close)
        stopping = threading.Event()
        stopping.set()  # no pauses after failures
        plan = {"seed": 1, "pool": {"lease": LEASE}}
        client = load.Client("n1.1", "n1", self.path, plan, log, os.path.join(self.folder, "nobody"), stopping)
        client.once(1, 0, hold, False)
        with open(os.path.join(self.folder, "history.jsonl"), encoding="utf-8") as file:
            self.history = [json.loads(line) for line in file]
        return [(line["op"], line["type"]) for line in self.history]

    def test_a_grant_that_is_given_back(self):
        asked = self.lines(ask=[(201, GRANTED)], release=[(200, {})])
        self.assertEqual([("acquire", "invoke"), ("acquire", "ok"), ("release", "invoke"), ("release", "ok")], asked)
        self.assertEqual(([2], 7), (self.history[1]["slots"], self.history[1]["token"]))

    def test_a_wait(self):
        waiting = {"id": "r1", "state": "waiting"}
        looked = {key: value for key, value in GRANTED.items() if key != "secret"}
        asked = self.lines(ask=[(201, {**waiting, "secret": "s"})], look=[(200, waiting), (200, looked)], release=[(200, {})])
        self.assertEqual(("acquire", "ok"), asked[1])
        self.assertEqual(["ask", "look", "look", "release"], self.calls)

    def test_it_relies_on_its_permits_from_when_it_asked(self):
        self.lines(ask=[(201, GRANTED)], release=[(200, {})])
        invoke, ok = self.history[:2]
        self.assertLess(ok["until"], ok["t"] + LEASE)
        self.assertGreaterEqual(ok["until"], invoke["t"] + LEASE)

    def test_renewals(self):
        asked = self.lines(LEASE, ask=[(201, GRANTED)], renew=[(200, {"remainingMillis": int(LEASE * 1000)})], release=[(200, {})])
        self.assertGreaterEqual(asked.count(("renew", "ok")), 2)
        self.assertEqual([("release", "invoke"), ("release", "ok")], asked[-2:])

    def test_permits_that_are_gone(self):
        asked = self.lines(LEASE, ask=[(201, GRANTED)], renew=[(409, {"detail": "it is gone"})], release=[(200, {})])
        self.assertEqual(("lost", "info"), asked[-1])
        self.assertNotIn("release", self.calls)

    def test_a_node_that_does_not_renew_any_more(self):
        asked = self.lines(60.0, ask=[(201, GRANTED)], renew=[(0, {})], release=[(200, {})])
        self.assertEqual(("lost", "info"), asked[-1])
        lost = self.history[-1]
        self.assertGreaterEqual(lost["t"], self.history[1]["until"])
        self.assertLess(lost["t"], self.history[1]["until"] + 10)

    def test_a_node_that_is_down(self):
        self.assertEqual([("acquire", "invoke"), ("acquire", "fail")], self.lines())

    def test_a_node_that_dies_while_it_answers(self):
        self.assertEqual([("acquire", "invoke"), ("acquire", "info")], self.lines(ask=[(0, {})]))

    def test_a_refusal(self):
        asked = self.lines(ask=[(503, {"detail": "draining"})])
        self.assertEqual([("acquire", "invoke"), ("acquire", "fail")], asked)

    def test_a_give_back_without_an_answer(self):
        asked = self.lines(ask=[(201, GRANTED)], release=[(0, {})])
        self.assertEqual([("release", "invoke"), ("release", "info")], asked[-2:])

    def test_distributions(self):
        rng = __import__("random").Random(1)
        self.assertEqual(3.0, load.sample("constant 3", rng))
        self.assertTrue(all(1 <= load.sample("uniform 1 2", rng) <= 2 for _ in range(100)))
        self.assertEqual({1, 2, 3}, {load.sample_whole("uniform 1 3", rng) for _ in range(100)})
        self.assertAlmostEqual(10, sum(load.sample("exponential 10", rng) for _ in range(10_000)) / 10_000, delta=0.5)


if __name__ == "__main__":
    unittest.main()
