"""Speed of whole jobs: how long harbor takes for a scenario of so many trials.

Each figure is the median and the best of a few runs in one process, after a first run that
is not counted. "bare" is ``Job.create`` and ``run`` alone, without the folders that the
scenario describes being written, read back and removed.

    python benchmarks/run.py [RUNS]
"""

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast
from unittest import mock

from conformance.operations.run.questions import (
    rewarded,
    scenario,
    session,
    task,
    two_steps,
)
from conformance.protocol.scenario import Scenario, Script
from conformance.protocol.values import Value
from oracle import scratch
from oracle.run import Adapter, Play


def scenarios() -> dict[str, Scenario]:
    """Return the jobs to be timed."""
    ten = [rewarded(b"0.5")] * 10
    tasks = [task(name, [rewarded(b"1")]) for name in "abcdefghij"]
    interrupted: list[list[Script]] = [
        *ten[:5],
        [{"test": {"interrupts": True}}, *ten[5]],
        *ten[6:],
    ]
    one_by_one: dict[str, Value] = {"n_attempts": 10, "n_concurrent_trials": 1}
    return {
        "1 trial": scenario([task("a")]),
        "10 trials of 10 tasks": scenario(tasks),
        "10 trials of 1 task": scenario([task("a", ten)], {"n_attempts": 10}),
        "10 trials of 2 steps": scenario([two_steps()], {"n_attempts": 10}),
        "10 trials, resumed": {
            **scenario([task("a", interrupted)], one_by_one),
            "resume": [session()],
        },
        "100 trials of 10 tasks": scenario(tasks, {"n_attempts": 10}),
    }


def main() -> None:
    """Print a row a scenario."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 10
    print("scenario                     ms   best ms  bare ms  jobs/s")
    for name, played in scenarios().items():
        question = cast("dict[str, Value]", played)
        adapter = timed(partial(Adapter(), question), runs)
        bare = timed_bare(played, runs)
        median = statistics.median(adapter)
        print(
            f"{name:<24}{median * 1e3:>8.1f}{min(adapter) * 1e3:>10.1f}"
            f"{statistics.median(bare) * 1e3:>9.1f}{1 / median:>8.1f}"
        )


def timed(act: Callable[[], object], runs: int) -> list[float]:
    """Return the seconds that each of so many runs took, after one that is not counted."""
    act()
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - started)
    return seconds


def timed_bare(played: Scenario, runs: int) -> list[float]:
    """Return the seconds that harbor's part of a scenario took each time."""
    seconds = []
    for _ in range(runs):
        with scratch.folder() as folder:
            play = Play(played, Path(folder).resolve())
            with mock.patch.object(play, "_read", return_value=None):
                started = time.perf_counter()
                play.answer()
                seconds.append(time.perf_counter() - started)
    return seconds


if __name__ == "__main__":
    main()
