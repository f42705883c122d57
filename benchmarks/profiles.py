"""Seconds that certifications of the reference take, with the speed of the machine meanwhile.

    python benchmarks/profiles.py [RUNS]

Between two commands harbor's verifier alone runs cases that lie ready, in one process: where
the machine's speed drifts, both drift.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from conformance.examination import corpus
from conformance.examination.findings import weight
from conformance.implementations.process.reaper import run_tool
from conformance.protocol.values import Case
from oracle.implementation import Oracle, open_oracle

_LIMITS = {"quick": 8, "default": 25}
"""Seconds on two cores within which a certification of the reference is to end."""

_COMMAND = str(Path(sys.executable).parent / "harbor-conformance")

_SMALL = 100
"""Characters of a verification that is run for its speed: most reward files have fewer."""

_LOOK = 1.0
"""Seconds that one look at the machine's speed takes."""


def pace(oracle: Oracle, cases: Sequence[Case]) -> float:
    """Return how many verifications a second harbor makes."""
    started, asked = time.perf_counter(), 0
    while (seconds := time.perf_counter() - started) < _LOOK:
        for case in cases:
            oracle.answer(case)
        asked += len(cases)
    return asked / seconds


def timed(profile: str) -> float:
    """Return the seconds of one certification; raises SystemExit where it fails."""
    started = time.perf_counter()
    words = [_COMMAND, "certify", "reference", "--profile", profile, "--seed", "0"]
    ended = run_tool(words)
    if ended.returncode:
        raise SystemExit(f"{' '.join(words)}: exit status {ended.returncode}: {ended.stderr}")
    return time.perf_counter() - started


def main() -> None:
    """Print a row a profile; each command is run once before, for what it compiles."""
    runs = int(sys.argv[1]) if sys.argv[1:] else 3
    cases = [one.case for one in corpus.load("verifier") if weight(one.case.input) <= _SMALL]
    print(f"{'profile':<9}{'limit':>6}{'least':>7}{'median':>8}{'most':>6}{'verifications/s':>17}")
    with open_oracle() as oracle:
        pace(oracle, cases)
        for profile, limit in _LIMITS.items():
            timed(profile)
            seconds, paces = [], []
            for _ in range(runs):
                seconds.append(timed(profile))
                paces.append(pace(oracle, cases))
            least, median, most = min(seconds), statistics.median(seconds), max(seconds)
            print(
                f"{profile:<9}{limit:>6}{least:>7.1f}{median:>8.1f}{most:>6.1f}"
                f"{statistics.median(paces):>17,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
