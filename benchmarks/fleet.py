"""What workers on other machines give: two of them measured, a thousand simulated.

Two workers of Dask's on loopback against two processes here, in turns in one run: the wall time of
the steps alone. Then each step's time, and what a part costs on its way, go into a simulation in
which a free worker gets the next part, as Dask's queue does.

    python benchmarks/fleet.py [ROUNDS] [PROFILE]
"""

import heapq
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import batched
from pathlib import Path

from conformance.attestation.surroundings import identity
from conformance.certification import plan
from conformance.certification.plan import EXAMPLES, Profile, RunSettings
from conformance.certification.run import run
from conformance.examination.findings import CheckResult
from conformance.executor.workers import DaskScheduler, Workers
from conformance.implementations.start import CandidateSpec
from conformance.operations import OPERATIONS

DASK = str(Path(sys.executable).with_name("dask"))
TWO = 2
WORKERS = (1, 2, 10, 100, 1000)
SIZES = (1, 5, 25, 125)
"""Steps of a part."""


@contextmanager
def fleet() -> Iterator[Workers]:
    """Yield a worker with two processes on loopback, as a user starts it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        processes = []

        def start(kind: str, *words: str, ready: str) -> str:
            log = folder / kind
            with log.open("wb") as stream:
                command = [DASK, kind, *words, "--host", "127.0.0.1", "--no-dashboard"]
                processes.append(subprocess.Popen(command, stdout=stream, stderr=stream))  # noqa: S603
            while not (found := re.findall(ready, log.read_text())):
                time.sleep(0.1)
            return str(found[0])

        try:
            address = start("scheduler", "--port", "0", ready=r"Scheduler at: +(\S+)")
            start("worker", address, "--nthreads", "2", "--no-nanny", ready="Registered to")
            tell = partial(print, file=sys.stderr)
            yield Workers(TWO, DaskScheduler(address, identity, tell))
        finally:
            for process in processes:
                process.terminate()
                process.wait()


def timed(workers: Workers, settings: RunSettings) -> tuple[float, list[CheckResult]]:
    """Return how long all steps took, and what they found."""
    began = time.perf_counter()
    results = list(run(settings, plan.steps(OPERATIONS), workers))
    return time.perf_counter() - began, results


def rate(workers: Workers, calls: int = 500) -> tuple[float, float]:
    """Return the seconds that one part takes for its way, and those that the client has for it."""
    with workers.executor() as pool:
        for _ in range(4):
            pool.submit(os.getpgid, 0).result()
        ways = []
        for number in range(20):
            began = time.perf_counter()
            pool.submit(max, number, number).result()
            ways.append(time.perf_counter() - began)
        began = time.perf_counter()
        futures = [pool.submit(max, number, -1) for number in range(calls)]
        for future in futures:
            future.result()
        return statistics.median(ways), (time.perf_counter() - began) / calls


def simulated(parts: Sequence[float], workers: int, way: float, cost: float, start: float) -> float:
    """Return the seconds until all parts are in.

    Each takes so long on a worker, ``way`` there and back and ``cost`` of the client's time;
    ``start`` is what a worker needs before its first.
    """
    free = [start] * min(workers, len(parts))
    client = last = 0.0
    for part in parts:
        client += cost
        answered = max(heapq.heappop(free), client + way / 2) + part
        heapq.heappush(free, answered)
        last = max(last, answered + way / 2)
    return last


def sized(results: Sequence[CheckResult], size: int) -> list[float]:
    """Return the seconds of the parts that have this many steps."""
    by_step = {(one.clause, one.check): one.seconds for one in results}
    seconds = [by_step[step.clause, step.check] for step in plan.steps(OPERATIONS)]
    return [sum(part) for part in batched(seconds, size)]


def main() -> None:
    """Print efficiency, the way of a part, and the simulation."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else 3
    profile = Profile(sys.argv[2] if sys.argv[2:] else "default")
    settings = RunSettings(CandidateSpec("reference"), 1, EXAMPLES[profile])
    with fleet() as workers:
        first, _ = timed(workers, settings)
        taken: dict[str, list[float]] = {"here": [], "fleet": []}
        results: list[CheckResult] = []
        for _ in range(rounds):
            taken["here"].append(timed(Workers(TWO), settings)[0])
            seconds, results = timed(workers, settings)
            taken["fleet"].append(seconds)
        way, cost = rate(workers)
    here, there = (statistics.median(taken[name]) for name in ("here", "fleet"))
    print(f"load of this machine: {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")
    print(f"profile {profile.value}, {rounds} rounds in turns, medians")
    print(f"two processes here    {here:8.2f} s   {taken['here']}")
    print(f"two workers of Dask's {there:8.2f} s   {taken['fleet']}; first run {first:.2f} s")
    print(f"efficiency            {here / there:8.2f}")
    print(f"way of a part {way * 1000:.1f} ms, the client's share {cost * 1000:.1f} ms")
    for deeper in dict.fromkeys((profile, Profile.DEEP)):
        factor = EXAMPLES[deeper] / settings.examples
        print(f"\nprofile {deeper.value}: steps as long as measured, times {factor:g}")
        print("steps       parts  longest s " + "".join(f"{count:>14,}" for count in WORKERS))
        for size in SIZES:
            parts = [one * factor for one in sized(results, size)]
            print(row(size, parts, way, cost))


def row(size: int, parts: Sequence[float], way: float, cost: float) -> str:
    """Return the seconds that parts of a size take on each number of workers, and the speed-up."""
    cells = []
    for count in WORKERS:
        seconds = simulated(parts, count, way, cost, _START)
        cells.append(f"{seconds:7.1f} {sum(parts) / seconds:6.1f}")
    return f"{size:>5,}  {len(parts):>10,} {max(parts):10.2f} " + "".join(
        map("{:>14}".format, cells)
    )


_START = 1.0
"""Seconds, about, in which a worker holds its harbor against the recorded answers."""


if __name__ == "__main__":
    main()
