"""Whether a verdict depends on the seed: the same candidates, and a gate, under many of them.

    python benchmarks/steadiness.py [--seeds 20] [--candidate NAME]... [--gate AFTER --base BEFORE]

An outcome is the exit status, the causes, the diverging clauses, and the declared deviations
that were seen; of a gate it is the clauses and what changes there.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from conformance.implementations.process.reaper import run_tool

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
CANDIDATES = ("reference", "javascript", "rust", "spec-000", "spec-001", "spec-002", "spec-003")

type Outcome = tuple[str, ...]


def certified(name: str, seed: int) -> Outcome:
    """Return what a certification comes to."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["certify", name, "--profile", "quick", "--seed", str(seed), "--report", folder]
        ended = run_tool([COMMAND, *words], seconds=900)
        file = Path(folder) / "report.json"
        if not file.exists():
            return (f"exit {ended.returncode}", ended.stderr.strip()[-200:])
        report: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    clauses = sorted({one["clause"] for one in report["findings"]})
    causes = sorted(str(one["deviations"]) for one in report["causes"])
    declared = sorted(str(one.get("title", one)) for one in report["declared"])
    return (f"exit {report['exit_code']}", *causes, *clauses, *(_title(one) for one in declared))


def _title(declared: str) -> str:
    return declared.partition(",")[0]


def gated(after: str, before: str, seed: int, profile: str = "quick") -> Outcome:
    """Return what a gate comes to."""
    how = ["--seed", str(seed), "--profile", profile, "--format", "json"]
    ended = run_tool([COMMAND, "gate", after, "--base", before, *how], seconds=3600)
    (pair,) = json.loads(ended.stdout)["pairs"]
    changes = {f"{one['clause']}: {one['description'] or one['causes']}" for one in pair["changes"]}
    return (pair["verdict"], *sorted(changes))


def lines(name: str, outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield a row of the table, and what some seeds alone show."""
    most, times = Counter(outcomes).most_common(1)[0]
    yield f"| {name} | {most[0]} | {len(most) - 1} | {times} of {len(outcomes)} |"
    for seed, outcome in enumerate(outcomes):
        for one in sorted(set(outcome) ^ set(most)):
            which = "more" if one in outcome else "less"
            yield f"|   seed {seed}: {which} | {one.replace('|', ' ')[:160]} | | |"


def main() -> int:
    """Print the table; exit status 1 where an outcome depends on the seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--candidate", action="append")
    parser.add_argument("--gate")
    parser.add_argument("--base", default="0.13.1")
    given = parser.parse_args()
    print("| who | verdict | causes, clauses, declared deviations | alike |\n|---|---|---|---|")
    steady = True
    runs: list[tuple[str, Callable[[int], Outcome]]] = [
        (name, partial(certified, name)) for name in _candidates(given)
    ]
    if given.gate:
        gate = f"gate {given.base} → {given.gate}"
        runs.append((gate, partial(gated, given.gate, given.base)))
    for name, run in runs:
        outcomes = [run(seed) for seed in range(given.seeds)]
        steady = steady and len(set(outcomes)) == 1
        print("\n".join(lines(name, outcomes)), flush=True)
    return 0 if steady else 1


def _candidates(given: argparse.Namespace) -> Sequence[str]:
    return given.candidate or (() if given.gate else CANDIDATES)


if __name__ == "__main__":
    sys.exit(main())
