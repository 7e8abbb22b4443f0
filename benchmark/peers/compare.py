#!/usr/bin/env python3
"""Measures Meshlock beside other lock services, in rounds: every contender in turn does all workloads, in a JVM, a
network namespace and a process namespace of its own. Prints Markdown; progress goes to stderr.

Started by ./benchmark/run peers, which has built Meshlock.
"""

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

HERE = Path(__file__).resolve().parent
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies"
START_SECONDS = 120  # the longest start
PATIENCE_SECONDS = 40  # a workload may take so much longer than it should: Load gives up after 30

# Hazelcast asks for these, and is slower without.
HAZELCAST_OPENS = [
    "--add-modules=java.se",
    "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.management/sun.management=ALL-UNNAMED",
    "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED",
]

Figures = Dict[str, Any]


@dataclass(frozen=True)
class Contender:
    key: str
    title: str
    folder: str
    main: str
    jar: str  # whose version goes into the title
    jvm: Tuple[str, ...] = ()


CONTENDERS = [
    Contender("meshlock", "Meshlock {}", "meshlock", "MeshlockNodes", "meshlock-node"),
    Contender(
        "meshlock-no-recovery",
        "Meshlock {} without recovery",
        "meshlock",
        "MeshlockNodes",
        "meshlock-node",
        ("-Dno-recovery=true",),
    ),
    Contender("jgroups", "JGroups {}", "jgroups", "JGroupsNodes", "jgroups"),
    Contender("hazelcast", "Hazelcast {}", "hazelcast", "HazelcastNodes", "hazelcast", tuple(HAZELCAST_OPENS)),
    Contender("curator", "ZooKeeper with Curator {}", "curator", "CuratorNodes", "curator-recipes"),
    Contender("redisson", "Redis with Redisson {}", "redisson", "RedissonNodes", "redisson"),
]

Column = Tuple[str, Callable[[Figures], float]]


def figure(key: str) -> Callable[[Figures], float]:
    return lambda figures: float(figures[key])


def of_node(key: str, place: int) -> Callable[[Figures], float]:
    """Of the best node (place 0) or the worst (-1), by their medians."""

    def get(figures: Figures) -> float:
        medians = figures["medianMicros"]
        node = sorted(range(len(medians)), key=medians.__getitem__)[place]
        return float(figures[key][node])

    return get


COSTS: List[Column] = [
    ("processor µs per grant", figure("processorMicrosPerGrant")),
    ("packets per grant", figure("packetsPerGrant")),
]
SHARED: List[Column] = [
    ("grants/s", figure("grantsPerSecond")),
    ("p99 wait, ms", figure("waitP99Millis")),
    ("least served client, share of the mean", figure("fewest")),
    *COSTS,
]
TABLES: List[Tuple[str, str, List[Column]]] = [
    (
        "alone",
        "Acquire and release, k = 1, while nobody else asks",
        [
            ("best node: median µs", of_node("medianMicros", 0)),
            ("p99 µs", of_node("p99Micros", 0)),
            ("worst node: median µs", of_node("medianMicros", -1)),
            ("p99 µs", of_node("p99Micros", -1)),
            *COSTS,
        ],
    ),
    (
        "hand-over",
        "k = 1, one client per node",
        [("hand-overs/s", figure("handOversPerSecond")), *SHARED],
    ),
    ("several", "k = 5, h 1 to 3, four clients per node", SHARED),
    ("crowd", "k = 5, h = 1, 100 clients", SHARED),
    (
        "start",
        "Start, until every node was granted once",
        [("ms", figure("millis")), ("MB resident", figure("residentMegabytes")), ("threads", figure("threads"))],
    ),
]


def die(message: str) -> None:
    sys.exit(f"benchmark/run peers: {message}")


def say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


# ---- options --------------------------------------------------------------------------------------------------------


def options() -> argparse.Namespace:
    keys = [contender.key for contender in CONTENDERS]
    parser = argparse.ArgumentParser(prog="benchmark/run peers", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("lib", type=Path, help=argparse.SUPPRESS)  # Meshlock's jars, from benchmark/run
    parser.add_argument("contenders", nargs="*", metavar="CONTENDER", help=", ".join(keys) + "; without any, all")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5, help="of measuring, per workload")
    parser.add_argument("--warmup", type=float, default=10, help="seconds before that")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures of all rounds there")
    parser.add_argument(
        "--continue", action="store_true", dest="go_on", help="add to the rounds that FILE has: for runs in pieces"
    )
    chosen = parser.parse_intermixed_args()
    unknown = [key for key in chosen.contenders if key not in keys]
    if unknown:
        parser.error(f"no contender '{unknown[0]}'; there are {', '.join(keys)}")
    if chosen.go_on and not chosen.json:
        parser.error("--continue needs --json FILE")
    if chosen.rounds < 1 or chosen.seconds <= 0 or chosen.warmup < 0:
        parser.error("rounds and seconds must be positive, and warm-up not negative")
    return chosen


def present(keys: List[str]) -> List[Contender]:
    """Those that were asked for and can run here."""
    if os.geteuid() != 0:
        die("needs root, to count packets in a network namespace for each contender")
    for tool in ("unshare", "ip"):
        if not shutil.which(tool):
            die(f"needs '{tool}': apt-get install util-linux iproute2")
    found = [contender for contender in CONTENDERS if not keys or contender.key in keys]
    if any(contender.key == "redisson" for contender in found) and not shutil.which("redis-server"):
        say("redisson is left out: there is no redis-server; apt-get install redis-server")
        found = [contender for contender in found if contender.key != "redisson"]
    if not found:
        die("nothing left to measure")
    return found


# ---- building -------------------------------------------------------------------------------------------------------


def tool(name: str) -> str:
    home = os.environ.get("JAVA_HOME")
    return f"{home}/bin/{name}" if home else name


def run_tool(command: List[str]) -> None:
    quiet = subprocess.DEVNULL
    done = subprocess.run(command, stdin=quiet, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        die(f"{command[0]} failed\n{done.stdout}")


def fetch(folder: Path) -> Path:
    """The libraries that the folder's pom.xml names, without going to the network if they are here."""
    lib = folder / "target/lib"
    pom = folder / "pom.xml"
    stamp = folder / "target/fetched"
    if not stamp.exists() or stamp.stat().st_mtime < pom.stat().st_mtime:
        shutil.rmtree(lib, ignore_errors=True)
        where = [f"-DoutputDirectory={lib}", "-DincludeScope=runtime"]
        run_tool(["mvn", "-B", "-q", "-ntp", "-f", str(pom), COPY, *where])
        stamp.touch()
    return lib


def keep(jars: Path, folder: Path) -> Path:
    """A copy: another ./benchmark/run removes those jars while we measure."""
    lib = folder / "target/lib"
    shutil.rmtree(lib, ignore_errors=True)
    shutil.copytree(jars, lib)
    return lib


def build(contender: Contender, meshlock: Path) -> Path:
    """Compiles a contender, and returns its libraries."""
    folder = HERE / contender.folder
    lib = keep(meshlock, folder) if contender.folder == "meshlock" else fetch(folder)
    classes = folder / "target/classes"
    shutil.rmtree(classes, ignore_errors=True)
    sources = sorted(map(str, [*HERE.glob("common/peers/*.java"), *folder.glob("peers/*.java")]))
    run_tool([tool("javac"), "--release", "17", "-encoding", "UTF-8", "-d", str(classes), "-cp", f"{lib}/*", *sources])
    return lib


def title(contender: Contender, lib: Path) -> str:
    jar = next(lib.glob(contender.jar + "-[0-9]*.jar"))
    return contender.title.format(jar.stem[len(contender.jar) + 1 :])


# ---- measuring ------------------------------------------------------------------------------------------------------


def command(contender: Contender, lib: Path, temporary: str, chosen: argparse.Namespace) -> List[str]:
    classes = HERE / contender.folder / "target/classes"
    return [
        *("unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"),
        *("sh", "-c", 'ip link set lo up && exec "$@"', "sh"),
        *(tool("java"), "-Xms256m", "-Xmx1g", *contender.jvm),
        *(f"-Djava.io.tmpdir={temporary}", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
        *("-cp", f"{classes}:{lib}/*", f"peers.{contender.main}", str(chosen.warmup), str(chosen.seconds)),
    ]


def measure(contender: Contender, lib: Path, chosen: argparse.Namespace) -> Dict[str, Figures]:
    """The figures of each workload that the contender can do, or why it failed."""
    limit = START_SECONDS + (len(TABLES) - 1) * (chosen.warmup + chosen.seconds + PATIENCE_SECONDS)
    log = HERE / "target" / f"{contender.key}.log"
    log.parent.mkdir(exist_ok=True)
    found: Dict[str, Figures] = {}
    with tempfile.TemporaryDirectory(prefix="peers-") as temporary, log.open("a") as errors:
        process = subprocess.Popen(
            command(contender, lib, temporary, chosen),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
        timer = threading.Timer(limit, process.kill)
        timer.start()
        try:
            assert process.stdout
            for line in process.stdout:
                figures = json.loads(line)
                found[figures.pop("workload")] = figures
            status = process.wait()
        finally:
            timer.cancel()
            process.kill()
            process.communicate()  # until all that it started is gone, too
    if status != 0:
        ended = f"no answer within {limit:.0f} s" if status == -signal.SIGKILL else f"ended with status {status}"
        reason = found.get("start", {}).get("failed", ended)
        for workload, _, _ in TABLES:
            found.setdefault(workload, {"failed": reason})
    return found


# ---- tables ---------------------------------------------------------------------------------------------------------


def number(value: float) -> str:
    if 0 < value < 0.001:
        return "< 0.001"
    digits = 0 if value >= 100 or value == int(value) else 1 if value >= 10 else 2 if value >= 0.1 else 3
    return f"{value:,.{digits}f}"


def cell(values: List[float]) -> str:
    middle = number(statistics.median(values))
    return middle if len(values) == 1 else f"{middle} ({number(min(values))}–{number(max(values))})"


def cells(columns: List[Column], rounds: List[Optional[Figures]]) -> List[str]:
    """What one contender did in one workload: medians and ranges, or why it failed, or dashes if it cannot do it."""
    failures = [figures["failed"] for figures in rounds if figures and "failed" in figures]
    if failures:
        reason = re.sub(r"\s+", " ", failures[0]).replace("|", "/")
        return [f"fails in {len(failures)} of {len(rounds)} rounds: {reason}"] + [""] * (len(columns) - 1)
    done = [figures for figures in rounds if figures is not None]
    return [cell([get(figures) for figures in done]) if done else "–" for _, get in columns]


def print_row(texts: List[str]) -> None:
    print("| " + " | ".join(texts) + " |")


def print_tables(titles: Dict[str, str], rounds: List[Dict[str, Dict[str, Figures]]]) -> None:
    for workload, heading, columns in TABLES:
        print_row([heading] + [name for name, _ in columns])
        print_row(["---"] + ["---:"] * len(columns))
        for key, name in titles.items():
            print_row([name] + cells(columns, [figures[key].get(workload) for figures in rounds]))
        print()


def earlier_rounds(chosen: argparse.Namespace, contenders: List[Contender]) -> List[Dict[str, Dict[str, Figures]]]:
    """The rounds that --json has already, if they are to be continued and were measured alike."""
    if not chosen.go_on or not chosen.json.exists():
        return []
    before = json.loads(chosen.json.read_text())
    alike = before["seconds"] == chosen.seconds and before["warmup"] == chosen.warmup
    if not alike or any(contender.key not in figures for figures in before["rounds"] for contender in contenders):
        die(f"--continue: {chosen.json} has rounds of other lengths, or of other contenders")
    rounds: List[Dict[str, Dict[str, Figures]]] = before["rounds"]
    return rounds


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # by way of 'finally', so that no contender goes on
    chosen = options()
    contenders = present(chosen.contenders)
    libs = {}
    for contender in contenders:
        say(f"building {contender.key}")
        libs[contender.key] = build(contender, chosen.lib)
    load = os.getloadavg()[0]
    rounds = earlier_rounds(chosen, contenders)
    for i in range(chosen.rounds):
        rounds.append({})
        for contender in contenders:
            say(f"round {i + 1} of {chosen.rounds}: {contender.key}")
            rounds[-1][contender.key] = measure(contender, libs[contender.key], chosen)
            if chosen.json:
                figures = {"seconds": chosen.seconds, "warmup": chosen.warmup, "rounds": rounds}
                chosen.json.write_text(json.dumps(figures, indent=1) + "\n")
    print(
        f"{len(rounds)} rounds, {chosen.seconds:g} s per workload after {chosen.warmup:g} s of warming up, "
        f"{os.cpu_count()} processors, load {load:.1f} before; medians, in brackets the extremes.\n"
    )
    print_tables({contender.key: title(contender, libs[contender.key]) for contender in contenders}, rounds)


if __name__ == "__main__":
    main()
