"""The witness: plays the protected resources of a testbed, keeps a book, and judges what happened.

It shares no code with Meshlock and needs Python alone, so that anybody can read it, and judge a run again:

    python3 witness.py check FOLDER

Three files are judged, one JSON document per line, times in seconds of one clock (CLOCK_MONOTONIC of the machine):

history.jsonl   what clients did: `type` is invoke, ok (it happened), fail (it certainly did not) or info (unknown), `op` is
                acquire, renew, release or lost, `id` says which grant, and `client` who. An ok of acquire and renew has
                `until`: to that moment the client may rely on its permits.
book.jsonl      what clients did to the resources, as the resources saw it: slots, fencing token, and the answer.
facts.jsonl     what was done to the mesh: sizes, faults, calms, and when the mesh was connected again.
"""

import json
import os
import selectors
import socket
import sys
import time

from judgement import RULES, judge

# ---- the resources ---------------------------------------------------------------------------------------------------


class Resources:
    """One resource per slot. Each remembers the highest fencing token it saw, and refuses smaller ones."""

    def __init__(self):
        self.highest = {}

    def use(self, slots, token):
        stale = [slot for slot in slots if token < self.highest.get(slot, 0)]
        if stale:
            return "refused"
        for slot in slots:
            self.highest[slot] = token
        return "accepted"


LONGEST_LINE = 65_536


def serve(path, book_path):
    """Answers uses, one JSON document per line, until it is ended. One thread: the order of the book is the order of uses."""
    resources = Resources()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(path)
    listener.listen(512)
    chooser = selectors.DefaultSelector()
    chooser.register(listener, selectors.EVENT_READ, None)
    with open(book_path, "a", encoding="utf-8", buffering=1) as book:
        while True:
            for key, _ in chooser.select():
                if key.data is None:
                    client, _ = listener.accept()
                    chooser.register(client, selectors.EVENT_READ, bytearray())
                elif not answer(key.fileobj, key.data, resources, book):
                    chooser.unregister(key.fileobj)
                    key.fileobj.close()


def answer(client, pending, resources, book):
    """Answers what a client has sent; false if it is gone, or sends what no client sends."""
    try:
        received = client.recv(LONGEST_LINE)
    except OSError:
        return False
    pending += received
    if not received or len(pending) > LONGEST_LINE:
        return False
    while b"\n" in pending:
        line, _, rest = bytes(pending).partition(b"\n")
        pending[:] = rest
        try:
            use = json.loads(line)
            verdict = resources.use(use["slots"], use["token"])
        except (ValueError, KeyError, TypeError):
            return False
        use.update(t=time.monotonic(), answer=verdict)
        book.write(json.dumps(use) + "\n")
        try:
            client.sendall(verdict.encode() + b"\n")
        except OSError:
            return False
    return True


# ---- the command -----------------------------------------------------------------------------------------------------


def read(folder, name):
    lines = []
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                lines.append(json.loads(text))
            except ValueError:
                raise SystemExit(f"{folder}/{name}:{number}: is not JSON; expected one document per line")
    return sorted(lines, key=lambda line: line["t"]) if name != "book.jsonl" else lines


def check(folder):
    try:
        violations, numbers = judge(read(folder, "history.jsonl"), read(folder, "book.jsonl"), read(folder, "facts.jsonl"))
    except OSError as trouble:
        print(f"{trouble.filename}: {trouble.strerror}; expected a folder that a testbed wrote", file=sys.stderr)
        return 2
    except KeyError as missing:
        print(f"{folder}: a line has no {missing}; expected a folder that a testbed wrote", file=sys.stderr)
        return 2
    found = sum(len(each) for each in violations.values())
    with open(os.path.join(folder, "verdict.json"), "w", encoding="utf-8") as file:
        json.dump({"clean": found == 0, "violations": violations, **numbers}, file, indent=2)
        file.write("\n")
    for rule in RULES:
        for violation in violations[rule][:10]:
            print(f"{rule}: {violation}")
        if len(violations[rule]) > 10:
            print(f"{rule}: and {len(violations[rule]) - 10} more")
    print("verdict: clean" if found == 0 else f"verdict: {found} violation{'' if found == 1 else 's'}")
    return 0 if found == 0 else 1


def main(words):
    if len(words) == 2 and words[0] == "check":
        return check(words[1])
    if len(words) == 3 and words[0] == "serve":
        return serve(words[1], words[2])
    print("expected: witness.py check FOLDER, or witness.py serve SOCKET BOOK", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
