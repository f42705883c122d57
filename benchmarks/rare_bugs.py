"""Which rare bugs a run finds: by its profile, by siblings, and by more examples in equal time.

    python benchmarks/rare_bugs.py [--seeds 2] [--operation NAME]... [--mode NAME]...

Each candidate is the reference with one bug that few inputs show. The cases of a mode are
generated against harbor, and each bug is tried on all of them. No recorded case is used. The
seconds are those of generating all cases and having harbor answer them.
"""

import argparse
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from conformance.certification.plan import EXAMPLES, Profile
from conformance.examination.generating import generate, seed_of
from conformance.examination.siblings import AMOUNT
from conformance.implementations.recording import Exchange, RecordingOracle
from conformance.implementations.start import open_candidate, open_harbor
from conformance.operations.catalogue import checks
from conformance.operations.comparing import compare
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import Answer, Case, Implementation, Result, Value

type Input = Mapping[str, Value]

REFERENCE = open_candidate("reference")


@dataclass(frozen=True, slots=True)
class Bug:
    """A wrong candidate of one operation; ``wrong`` answers an input, or None where it is right."""

    operation: str
    what: str
    wrong: Callable[[Input], Answer | None]


def as_if(
    change: Callable[[Value], Value], name: str, operation: str
) -> Callable[[Input], Answer | None]:
    """Return a bug that takes one field for another value."""

    def wrong(given: Input) -> Answer | None:
        changed = change(given[name])
        if changed == given[name]:
            return None
        return REFERENCE.answer(Case(operation, {**given, name: changed}))

    return wrong


def in_file(file: str, pattern: bytes, replacement: bytes) -> Callable[[Input], Answer | None]:
    """Return a bug that reads a reward file as if its text were another."""
    compiled = re.compile(pattern, re.DOTALL)

    def change(data: Value) -> Value:
        return compiled.sub(replacement, data) if isinstance(data, bytes) else data

    return as_if(change, file, "verifier")


def values_of(given: Input) -> list[float]:
    """Return the finite rewards of trials that all have one and the same key, or nothing."""
    rewards = cast("list[dict[str, float] | None]", given["rewards"])
    keys = {key for reward in rewards for key in reward or ()}
    if len(keys) != 1 or not all(rewards):
        return []
    values = [value for reward in rewards for value in (reward or {}).values()]
    return values if all(map(_is_plain, values)) else []


def _is_plain(value: float) -> bool:
    return isinstance(value, float) and abs(value) < 2**900


_LARGE, _BLOCK = 500, 16


def exact_from_500_on(given: Input) -> Answer | None:
    """Add many values exactly, as a library does that has another way for large arrays."""
    values = values_of(given) if len(cast("list[Value]", given["rewards"])) >= _LARGE else []
    if not values or given["metric"] != "sum":
        return None
    return Result({"sum": math.fsum(values)})


def mean_of_means(given: Input) -> Answer | None:
    """Return the mean of the means of two halves where there are sixteen trials."""
    values = values_of(given)
    if given["metric"] != "mean" or len(values) != _BLOCK:
        return None
    halves = (values[: _BLOCK // 2], values[_BLOCK // 2 :])
    return Result({"mean": sum(sum(half) / len(half) for half in halves) / 2})


def failed_last(rewards: Value) -> Value:
    """Return the trials in the opposite order where two or more without rewards come last."""
    trials = cast("list[Value]", rewards)
    worked = [trial for trial in trials if trial]
    failed = trials[len(worked) :]
    return [*reversed(worked), *failed] if len(failed) > 1 and not any(failed) else trials


BUGS = (
    Bug("verifier", "a `\\r` before a number", in_file("reward.txt", rb"^\r(\d)", rb"x\1")),
    Bug("verifier", "NUL ends the number", in_file("reward.txt", rb"(\d)\0.*", rb"\1")),
    Bug(
        "verifier",
        "`1_000.00` is in cents",
        in_file("reward.txt", rb"^(\d+)_(\d+)\.(0+)(\s*)$", rb"\1\2\3\4"),
    ),
    Bug(
        "verifier",
        "a plus before the number and in its exponent",
        in_file("reward.txt", rb"^(\+\d+\.\d*[eE])\+(\d)", rb"\1x\2"),
    ),
    Bug(
        "verifier",
        "U+2212 is a minus in an exponent",
        in_file("reward.txt", rb"(\d[eE])\xe2\x88\x92(\d)", rb"\1-\2"),
    ),
    Bug(
        "verifier",
        "a key of exactly 32 characters loses one",
        in_file("reward.json", rb'"(\w{31})\w"(\s*:)', rb'"\1"\2'),
    ),
    Bug(
        "verifier",
        "an exponent of three digits after `E+` loses one",
        in_file("reward.json", rb"(\dE\+\d\d)\d\b", rb"\1"),
    ),
    Bug(
        "verifier",
        "zero with a sign and an exponent is refused",
        in_file("reward.json", rb"-0([eE])", rb"-0x\1"),
    ),
    Bug("metric", "sums are exact from 500 values on", exact_from_500_on),
    Bug("metric", "sixteen trials: a mean of two means", mean_of_means),
    Bug(
        "metric",
        "additions in another order where failed trials come last",
        as_if(failed_last, "rewards", "metric"),
    ),
)


@dataclass(frozen=True, slots=True)
class Mode:
    """How many examples a check has, and how many siblings each."""

    examples: int
    siblings: int


MODES = {
    "default": Mode(EXAMPLES[Profile.DEFAULT], 0),
    "default, siblings of a fifth": Mode(EXAMPLES[Profile.DEFAULT] // 5, AMOUNT),
    "deep without siblings": Mode(EXAMPLES[Profile.DEEP], 0),
    "deep": Mode(EXAMPLES[Profile.DEEP], AMOUNT),
    "5,500 examples": Mode(5500, 0),
}


@dataclass
class Outcome:
    """What the runs of one mode found: how often each bug, in how many seconds and cases."""

    found: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    cases: int = 0


def search(
    harbor: Implementation,
    bugs: Sequence[Bug],
    mode: Mode,
    seed: int,
    into: Outcome,
) -> None:
    """Try each bug of an operation on the cases of one seed, until it is found."""
    left = list(bugs)
    (operation,) = {bug.operation for bug in bugs}

    def look(exchange: Exchange) -> None:
        for bug in list(left):
            wrong = bug.wrong(exchange.case.input)
            if wrong is not None and _differ(exchange, wrong):
                into.found[bug.what] += 1
                left.remove(bug)

    oracle = RecordingOracle(harbor, look)
    started = time.perf_counter()
    for check in checks([operation]):
        examples = math.ceil(mode.examples * check.effort)
        generate(check, oracle, seed_of(check, seed), examples, siblings=mode.siblings)
    into.seconds += time.perf_counter() - started
    into.cases += oracle.cases


def _differ(exchange: Exchange, wrong: Answer) -> bool:
    return compare(exchange.case, exchange.answer, wrong).agreement is Agreement.DIVERGENT


def table(bugs: Sequence[Bug], outcomes: Mapping[str, Outcome], seeds: int) -> Iterator[str]:
    """Yield a table in Markdown: a line a bug, with how many of the seeds found it."""
    yield f"| of {seeds} seeds | {' | '.join(outcomes)} |"
    yield f"|---|{'---|' * len(outcomes)}"
    for bug in bugs:
        counts = " | ".join(str(one.found[bug.what]) for one in outcomes.values())
        yield f"| {bug.operation}: {bug.what} | {counts} |"
    every = outcomes.values()
    yield f"| found | {' | '.join(_share(one, bugs, seeds) for one in every)} |"
    yield f"| cases a seed | {' | '.join(f'{one.cases // seeds:,}' for one in every)} |"
    yield f"| seconds a seed | {' | '.join(f'{one.seconds / seeds:.0f}' for one in every)} |"


def _share(outcome: Outcome, bugs: Sequence[Bug], seeds: int) -> str:
    return f"{outcome.found.total()} of {len(bugs) * seeds}"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2)
    operations = tuple(dict.fromkeys(bug.operation for bug in BUGS))
    parser.add_argument("--operation", action="append", choices=operations)
    parser.add_argument("--mode", action="append", choices=MODES)
    given = parser.parse_args()
    bugs = [bug for bug in BUGS if bug.operation in (given.operation or operations)]
    outcomes = {name: Outcome() for name in given.mode or MODES}
    harbor = open_harbor()
    for name, outcome in outcomes.items():
        for operation in dict.fromkeys(bug.operation for bug in bugs):
            of_operation = [bug for bug in bugs if bug.operation == operation]
            for seed in range(given.seeds):
                search(harbor, of_operation, MODES[name], seed, outcome)
    harbor.close()
    for line in table(bugs, outcomes, given.seeds):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
