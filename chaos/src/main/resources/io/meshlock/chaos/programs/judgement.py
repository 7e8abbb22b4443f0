"""The rules by which the witness judges a run; witness.py says what is in the files. Python alone, nothing of Meshlock."""


class Grant:
    """What is known of one grant: when it was asked for and given, and to what moment its client relied on it."""

    def __init__(self, line, invoked):
        self.name = line["client"] + "/" + str(line["id"])
        self.invoked = invoked
        self.start = line["t"]
        self.token = line["token"]
        self.slots = line["slots"]
        self.until = line["until"]
        self.given_back = None

    def end(self):
        return self.until if self.given_back is None else min(self.until, self.given_back)


class History:
    """The clients' log, understood."""

    def __init__(self, lines):
        self.grants = {}
        self.waits = []  # (host, from, to or None, how it ended, the planned hold)
        self.problems = []
        open_requests = {}
        self.end = 0.0
        for line in lines:
            self.end = max(self.end, line["t"])
            key = (line["client"], line["id"])
            if line["op"] == "acquire" and line["type"] == "invoke":
                open_requests[key] = line
            elif line["op"] == "acquire":
                self._ended(key, line, open_requests.pop(key, None))
            else:
                self._held(key, line)
        for line in open_requests.values():
            self.waits.append(Wait(line, None, "open"))

    def _ended(self, key, line, asked):
        if asked is None:
            self.problems.append(f"{key[0]}/{key[1]}: an answer without a request")
            return
        self.waits.append(Wait(asked, line["t"], line["type"]))
        if line["type"] == "ok":
            if len(line["slots"]) != asked["permits"] or len(set(line["slots"])) != len(line["slots"]):
                self.problems.append(f"{key[0]}/{key[1]} asked for {asked['permits']} permits and got slots {line['slots']}")
            self.grants[key] = Grant(line, asked["t"])

    def _held(self, key, line):
        grant = self.grants.get(key)
        if grant is None:
            self.problems.append(f"{key[0]}/{key[1]}: {line['op']} of a grant that was never given")
        elif line["op"] == "renew" and line["type"] == "ok":
            grant.until = max(grant.until, line["until"])
        elif grant.given_back is None and (line["op"] == "lost" or (line["op"], line["type"]) == ("release", "invoke")):
            grant.given_back = line["t"]  # or knows that it is gone


class Wait:
    def __init__(self, asked, ended, how):
        self.client = asked["client"]
        self.host = asked["host"]
        self.start = asked["t"]
        self.end = ended
        self.how = how
        self.hold = asked.get("hold", 0.0)
        self.final = asked.get("final", False)


def possible_sizes(facts):
    """Spans (from, to, permits) in which the pool may have had so many: from the wish for a size until another is in force."""
    spans = []
    for fact in facts:
        if fact["fact"] == "size" and fact["type"] == "invoke":
            spans.append([fact["t"], None, fact["permits"]])
        elif fact["fact"] == "size" and fact["type"] == "ok":
            for span in spans:
                if span[2] != fact["permits"] and span[1] is None and span[0] < fact["t"]:
                    span[1] = fact["t"]
    return spans


def largest_size(spans, start, end):
    return max((permits for begin, stop, permits in spans if begin <= end and (stop is None or stop >= start)), default=0)


def judge_permits(history, facts):
    """Never more than k permits are relied on at a moment, and no slot by two."""
    spans = possible_sizes(facts)
    found = []
    active = []
    for grant in sorted(history.grants.values(), key=lambda each: each.start):
        active = [other for other in active if other.end() > grant.start]
        if grant.end() <= grant.start:
            continue
        for other in active:
            shared = sorted(set(other.slots) & set(grant.slots))
            if shared:
                found.append(f"slot {shared[0]} is held by {other.name} (token {other.token}, until {other.end():.3f}) and by "
                             f"{grant.name} (token {grant.token}, from {grant.start:.3f})")
        active.append(grant)
        # The last of them that was decided was decided between its request and now, when all others were out.
        most = largest_size(spans, max(each.invoked for each in active), grant.start)
        out = sum(len(each.slots) for each in active)
        if out > most:
            found.append(f"{out} permits are held at {grant.start:.3f} by {', '.join(each.name for each in active)}; "
                         f"the pool has {most}")
    return found


def judge_tokens(history):
    """No two grants have one fencing token, and a grant that was asked for after another was given has a larger one."""
    found = []
    seen = {}
    events = []
    for grant in history.grants.values():
        if grant.token in seen:
            found.append(f"{seen[grant.token].name} and {grant.name} both have fencing token {grant.token}")
        seen[grant.token] = grant
        events.append((grant.start, 1, grant))
        events.append((grant.invoked, 0, grant))
    highest = None
    asked_after = {}
    for _, given, grant in sorted(events, key=lambda event: event[:2]):
        if not given:
            asked_after[grant.name] = highest
            continue
        earlier = asked_after[grant.name]
        if earlier is not None and grant.token < earlier.token:
            found.append(f"{grant.name} was asked for after {earlier.name} was given, and its fencing token {grant.token} is "
                         f"smaller than {earlier.token}")
        if highest is None or grant.token > highest.token:
            highest = grant
    return found


def judge_book(history, book):
    """No resource accepts a stale token, and none refuses a client that may rely on its permits."""
    found = []
    highest = {}
    for use in book:
        name = use["client"] + "/" + str(use["id"])
        stale = [slot for slot in use["slots"] if use["token"] < highest.get(slot, 0)]
        if use["answer"] == "accepted":
            if stale:
                found.append(f"{name}: slot {stale[0]} accepted token {use['token']} after {highest[stale[0]]}")
            for slot in use["slots"]:
                highest[slot] = max(highest.get(slot, 0), use["token"])
        grant = history.grants.get((use["client"], use["id"]))
        if grant is None or (grant.token, sorted(grant.slots)) != (use["token"], sorted(use["slots"])):
            found.append(f"{name}: a use with token {use['token']} of slots {use['slots']}, which it was not given")
        elif use["answer"] == "refused" and use["t"] < grant.end():
            found.append(f"{name}: refused at {use['t']:.3f} with token {use['token']}, though it held slots {use['slots']} "
                         f"until {grant.end():.3f}: somebody with a larger token was there before")
    return found


def judge_end(history, facts):
    """In the end one client gets all permits at once, and nobody waits any more."""
    found = []
    size = [fact["permits"] for fact in facts if fact["fact"] == "size" and fact["type"] == "ok"]
    final = [grant for (client, _), grant in history.grants.items() if client == "final"]
    if not any(size and sorted(grant.slots) == list(range(1, size[-1] + 1)) for grant in final):
        expected = size[-1] if size else "no known number of"
        found.append(f"not every permit is back: nobody got all {expected} permits at the end")
    for wait in history.waits:
        if wait.how == "open":
            found.append(f"{wait.client} at {wait.host} waits since {wait.start:.3f} and was never answered")
    return found


def bound(settings):
    """How long a pool may be without grants, as docs/protocols/recovery.md has it: q (G + 6 b + q L) + 4 d."""
    q = (1 + settings["drift"]) / (1 - settings["drift"])
    news = settings["hops"] * (settings["beacon"] / 4 + settings["delay"])
    return q * (settings["electionTimeout"] + 6 * settings["beacon"] + q * settings["lease"]) + 4 * news


def calms(facts):
    """Spans (from, to, hosts, settings) in which the mesh was connected and nothing was done to it."""
    spans = []
    current = None
    for fact in facts:
        if fact["fact"] == "connected":
            current = (fact["t"], set(fact["hosts"]), fact)
        elif fact["fact"] in ("fault", "disturbed", "end") and current is not None:
            spans.append((current[0], fact["t"], current[1], current[2]))
            current = None
    return spans


def pauses(history, facts):
    """For each calm the longest time without a grant though somebody waited, and what is allowed: (pause, bound, allowed, at).

    A pause is counted from the beginning of the calm, or from the last grant; or from when somebody began to wait. While
    permits are held nobody needs to be served, so the longest planned hold of those is allowed, too.
    """
    results = []
    starts = sorted(grant.start for grant in history.grants.values())
    for begin, end, hosts, settings in calms(facts):
        served = [start for start in starts if begin <= start <= end]
        longest = (0.0, begin)
        for wait in history.waits:
            if wait.host not in hosts:
                continue
            first = max(begin, wait.start)
            last = end if wait.end is None else min(end, wait.end)
            moments = [first] + [t for t in served if first < t < last] + [last]
            for earlier, later in zip(moments, moments[1:]):
                longest = max(longest, (later - earlier, earlier))
        holds = [wait.hold for wait in history.waits if wait.how == "ok" and begin <= wait.end + wait.hold and wait.end <= end]
        limit = bound(settings)
        results.append((longest[0], limit, settings["slack"] * limit + max(holds, default=0.0), longest[1]))
    return results


def judge_service(history, facts):
    """Once the mesh is connected, nobody waits while nothing is granted for longer than the documented bound."""
    return [f"nothing was granted for {pause:.3f} s from {at:.3f} on though somebody waited and the mesh was connected; "
            f"{allowed:.3f} s are allowed (bound {limit:.3f} s)"
            for pause, limit, allowed, at in pauses(history, facts) if pause > allowed]


def judge_links(facts):
    """Every calm becomes a connected mesh in time, and the run has an end."""
    found = [f"the mesh was not connected {fact['seconds']:.1f} s after everything was mended at {fact['t']:.3f}: {fact['why']}"
             for fact in facts if fact["fact"] == "unconnected"]
    if not any(fact["fact"] == "end" for fact in facts):
        found.append("facts.jsonl has no end: the run was interrupted")
    return found


RULES = ("permits", "tokens", "book", "end", "service", "links")


def judge(history_lines, book, facts):
    """All violations, by rule; and figures."""
    history = History(history_lines)
    violations = {
        "permits": history.problems + judge_permits(history, facts),
        "tokens": judge_tokens(history),
        "book": judge_book(history, book),
        "end": judge_end(history, facts),
        "service": judge_service(history, facts),
        "links": judge_links(facts),
    }
    return violations, figures(history, book, facts)


def spread(values):
    """Median, the value that nine in ten do not exceed, and the largest."""
    if not values:
        return {"count": 0}
    ordered = sorted(values)
    at = lambda share: round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)
    return {"count": len(ordered), "median": at(0.5), "p90": at(0.9), "longest": round(ordered[-1], 3)}


def figures(history, book, facts):
    kinds = {}
    for fact in facts:
        if fact["fact"] == "fault":
            kinds[fact["kind"]] = kinds.get(fact["kind"], 0) + 1
    found = pauses(history, facts)
    served = [wait.end - wait.start for wait in history.waits if wait.how == "ok"]
    return {
        "grants": len(history.grants),
        "uses": len(book),
        "refusedUses": sum(use["answer"] == "refused" for use in book),
        "waitSeconds": spread(served),
        "waitMean": round(sum(served) / len(served), 4) if served else None,
        "notGranted": sum(wait.how == "fail" for wait in history.waits),
        "unknown": sum(wait.how == "info" for wait in history.waits),
        "faults": sum(kinds.values()),
        "faultsByKind": dict(sorted(kinds.items())),
        "calms": len(found),
        "longestPauseInCalm": spread([pause for pause, _, _, _ in found]),
        "bound": round(max((limit for _, limit, _, _ in found), default=0.0), 3),
        "pausesBeyondBound": sum(pause > limit for pause, limit, _, _ in found),
        "secondsUntilConnected": spread([fact["seconds"] for fact in facts if fact["fact"] == "connected"]),
        "secondsUntilGrant": spread(outages(history, facts)),
    }


def outages(history, facts):
    """After each kill or stop of a token holder: the time until the next grant to anybody."""
    starts = sorted(grant.start for grant in history.grants.values())
    times = []
    for fact in facts:
        if fact["fact"] == "fault" and fact.get("holder"):
            later = next((start for start in starts if start > fact["t"]), None)
            if later is not None:
                times.append(later - fact["t"])
    return times
