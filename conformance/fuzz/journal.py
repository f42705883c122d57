"""The journal of fuzzing: the results of work items as lines of JSON, and what they add up to."""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from conformance.certification.reporting import answer_of, answer_to_json
from conformance.examination.findings import RECORDED, CheckResult, Observation, ResultCollector
from conformance.fuzz.config import FuzzError
from conformance.fuzz.coverage import Behaviour, is_line
from conformance.fuzz.work import HARBOR_ALONE, NOT_GENERATED, Done, Example, WorkResult
from conformance.operations import messages
from conformance.operations.comparing import compare
from conformance.protocol.differences import Kind

_PLAIN = (
    "candidate", "clause", "check", "drawn_from", "at", "cases", "answered", "declared",
    "predicted", "problem", "not_asked",
)  # fmt: skip
_LISTS = ("faults", "stale", "examples")
_ANSWERS = ("expected", "candidate", "oracle")


@contextmanager
def opened(file: Path) -> Iterator[Callable[[WorkResult], None]]:
    """Yield a function that appends a result to a journal, after removing a partial last line.

    Written results survive any end of this process. Raises OSError, also on appending.
    """
    with file.open("ab", buffering=0) as stream:
        stream.truncate(len(_whole(file)))

        def append(result: WorkResult) -> None:
            line = f"{json.dumps(to_json(result))}\n".encode()
            while line:
                line = line[stream.write(line) :]

        yield append
        os.fsync(stream)


def read(file: Path) -> Iterator[WorkResult]:
    """Yield the results of a journal, except a partial last line; raises FuzzError."""
    for number, line in enumerate(_whole(file).splitlines() if file.exists() else (), 1):
        try:
            yield from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FuzzError(f"{file}, line {number}: invalid journal entry") from error


def _whole(file: Path) -> bytes:
    """Return a file up to the end of its last complete line."""
    content = file.read_bytes()
    return content[: content.rfind(b"\n") + 1]


def to_json(result: WorkResult) -> dict[str, Any]:
    """Return a result as JSON, its cases and answers in the form of reports."""
    plain: dict[str, Any] = {name: getattr(result, name) for name in (*_PLAIN, *_LISTS)}
    return plain | {
        "applied": sorted(result.applied),
        "new": [[one.behaviours, messages.input_to_json(one.case)] for one in result.new],
        "observations": [
            {
                "clause": one.clause,
                "input": messages.input_to_json(one.case),
                **{
                    name: answer_to_json(one.case.operation, answer)
                    for name in _ANSWERS
                    if (answer := getattr(one, name)) is not None
                },
            }
            for one in result.observations
        ],
    }


def from_json(line: dict[str, Any]) -> WorkResult:
    """Return the result of JSON; raises KeyError, TypeError or ValueError for other JSON."""
    operation = line["clause"].partition(".")[0]
    plain: dict[str, Any] = {name: line[name] for name in _PLAIN}
    return WorkResult(
        **plain | {name: tuple(line[name]) for name in _LISTS},
        seconds=0.0,
        seed=0,
        applied=frozenset(line["applied"]),
        new=tuple(
            Example(tuple(behaviours), messages.case_from_json(operation, case))
            for behaviours, case in line["new"]
        ),
        observations=tuple(
            Observation(
                one["clause"],
                messages.case_from_json(operation, one["input"]),
                **{name: answer_of(operation, one[name]) for name in _ANSWERS if name in one},
            )
            for one in line["observations"]
        ),
    )


@dataclass(frozen=True, slots=True)
class CoveragePoint:
    """harbor's coverage at one time: seconds, cases, lines that ran, and kinds of answer."""

    seconds: float
    cases: int
    lines: int
    kinds: int


@dataclass
class FuzzState:
    """The sum of results: one for each candidate, clause and check, under all seeds.

    ``shown`` has the behaviour of harbor that no recorded case of these operations shows. ``quiet``
    counts the inputs since harbor last did anything new, each once for all candidates. ``examples``
    are the choices that this fuzzing has stored.
    """

    done: set[Done] = field(default_factory=set)
    results: dict[tuple[str, str, str], CheckResult] = field(default_factory=dict)
    behaviours: set[Behaviour] = field(default_factory=set)
    shown: list[tuple[WorkResult, Example]] = field(default_factory=list)
    found: set[tuple[str, str, Kind]] = field(default_factory=set)
    examples: set[str] = field(default_factory=set)
    coverage: list[CoveragePoint] = field(default_factory=list)
    cases: int = 0
    seconds: float = 0.0
    quiet: int = 0
    given_up: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def of(cls, results: Iterable[WorkResult]) -> "FuzzState":
        """Return the sum of results."""
        state = cls()
        for result in results:
            state.add(result)
        return state

    @property
    def latest(self) -> CoveragePoint:
        """The current coverage of harbor."""
        lines = sum(map(is_line, self.behaviours))
        return CoveragePoint(self.seconds, self.cases, lines, len(self.behaviours) - lines)

    def unseen(self, new: Iterable[Example]) -> tuple[Example, ...]:
        """Return which behaviours of one process no other process has seen before."""
        seen, unseen = set(self.behaviours), []
        for one in new:
            if behaviours := tuple(b for b in one.behaviours if b not in seen):
                seen.update(behaviours)
                unseen.append(Example(behaviours, one.case))
        return tuple(unseen)

    def add(self, result: WorkResult) -> bool:
        """Add a result, unless it was added before; return whether a finding is the smallest."""
        if result.item in self.done:
            return False
        name, clause, check, seed = result.item
        if not any((other, clause, check, seed) in self.done for other, *_ in self.results):
            self.quiet += result.cases
        self.done.add(result.item)
        self.seconds = max(self.seconds, result.at)
        self.cases += result.cases
        new = self.unseen(result.new)
        for one in new:
            self.behaviours.update(one.behaviours)
            self.quiet = 0
        self.shown += [(result, one) for one in new if check not in NOT_GENERATED]
        if new or not self.coverage:
            self.coverage.append(self.latest)
        if result.not_asked:
            self.given_up.add((name, result.operation))
        self.examples.update(result.examples)
        return check != HARBOR_ALONE and self.merge(name, result)

    def merge(self, name: str, result: CheckResult) -> bool:
        """Add to the sum of a candidate's check; return whether a finding is the smallest."""
        key = name, result.clause, result.check
        before = self.results.get(key)
        self.results[key] = whole = _sum(before, result)
        self.found |= {(name, result.clause, one.kind) for one in whole.divergences}
        return before is None or before.findings != whole.findings


def _sum(before: CheckResult | None, result: CheckResult) -> CheckResult:
    """Return the sum of results of a check, which is unreliable if it is under every seed."""
    nothing = CheckResult(result.clause, result.check, seed=0, cases=0, seconds=0.0)
    parts = (before or nothing, result)
    kept = ResultCollector.of_everything() if result.check == RECORDED else ResultCollector()
    known = parts[0].observations
    for seen in (*known, *(one for one in result.observations if one not in known)):
        kept.add(seen, compare(seen.case, seen.expected, seen.candidate))
    is_sound = any(one.cases and not one.problem for one in parts)
    return replace(
        nothing,
        cases=sum(one.cases for one in parts),
        findings=kept.findings,
        observations=kept.observations,
        applied=parts[0].applied | result.applied,
        problem="" if is_sound else parts[0].problem or result.problem,
        faults=tuple(dict.fromkeys(fault for one in parts for fault in one.faults)),
        stale=tuple(dict.fromkeys(stale for one in parts for stale in one.stale)),
        not_asked=parts[0].not_asked or result.not_asked,
        answered=sum(one.answered for one in parts),
        declared=sum(one.declared for one in parts),
        predicted=sum(one.predicted for one in parts),
    )
