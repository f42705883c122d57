"""Runs one check on the oracle and a candidate, and keeps the smallest difference."""

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Self

import hypothesis

from conformance.examination.findings import (
    RECORDED,
    CheckResult,
    Finding,
    Observation,
    ResultCollector,
)
from conformance.examination.generating import Disagreement, EnoughError, generate, seed_of
from conformance.operations.clause import Check
from conformance.operations.comparing import Agreement, compare, diverges
from conformance.protocol.values import Answer, Candidate, Case, Fault, Implementation

MINIMUM_FOR_SHARES, ENOUGH_FOR_SHARES = 100, 1250
"""The least and the most examples that decide whether a share is met.

Each example is drawn once. If a strategy has few telling ones, all have been drawn after some
thousands, and further examples do not undo what they showed.
"""

MOST_TIMEOUTS = 2
"""Timeouts after which a check ends: shrinking by waiting would take hours."""

type Expect = Callable[[Case, Answer], Answer]
"""The expected answer of a candidate to a case, given harbor's answer."""


def everything(_: Case) -> bool:
    """Return True: every case is meant for the candidate."""
    return True


def as_harbor(_: Case, answer: Answer) -> Answer:
    """Return harbor's own answer: the candidate must give the same."""
    return answer


def nobody(_: Finding) -> None:
    """Ignore it."""


@dataclass
class LiveExamination:
    """The oracle and a candidate, which get the same cases, and the results.

    ``stops`` says whether a divergence ends an example. ``asks`` says which cases are meant for the
    candidate, and ``expect`` which answer is expected, given harbor's. ``tell`` gets each
    divergence while the example is drawn, or every difference if only what it raises ends an
    example.
    """

    harbor: Implementation
    candidate: Candidate
    clause: str
    stops: bool = True
    asks: Callable[[Case], bool] = everything
    expect: Expect = as_harbor
    tell: Callable[[Finding], None] = nobody
    cases: int = 0
    answered: int = 0
    declared: int = 0
    timeouts: int = 0
    not_asked: str = ""
    collector: ResultCollector = field(default_factory=ResultCollector)
    observed: dict[str, Counter[bool]] = field(default_factory=dict)

    @classmethod
    def of_everything(
        cls,
        harbor: Implementation,
        candidate: Candidate,
        clause: str,
        expect: Expect = as_harbor,
    ) -> Self:
        """Return an examination that no disagreement ends, and that keeps every observation."""
        collector = ResultCollector.of_everything()
        return cls(harbor, candidate, clause, stops=False, expect=expect, collector=collector)

    def agree(self, case: Case) -> Answer:
        """Run a case on both; return harbor's answer, or raise Disagreement.

        An example with a case that is not meant for the candidate does not count.
        """
        if not self.asks(case):
            hypothesis.reject()
        answer = self.harbor.answer(case)
        self.judge(case, answer, self.candidate.answer(case))
        return answer

    def agree_on_each(self, cases: Sequence[Case]) -> None:
        """Send these cases to both in advance; raise Disagreement at the first difference."""
        asked = [case for case in cases if self.asks(case)]
        of_harbor = [self.harbor.answer(case) for case in asked]
        given = list(self.candidate.answers(asked))
        for case, answer, actual in zip(asked, of_harbor, given, strict=True):
            self.judge(case, answer, actual)

    @property
    def noticed(self) -> bool:
        """Whether a recorded difference explains two results of one example."""
        return bool(self.collector.smallest)

    def judge(self, case: Case, harbor: Answer, actual: Answer) -> None:
        """Compare two answers to a case; raise Disagreement if they agree too little."""
        if isinstance(actual, Fault) and actual.given_up:
            self.not_asked = actual.reason
            raise EnoughError
        self.cases += 1
        expected = self.expect(case, harbor)
        oracle = None if expected is harbor else harbor
        self.answered += not isinstance(actual, Fault)
        self.declared += oracle is not None and diverges(case, oracle, expected)
        comparison = compare(case, expected, actual)
        observation = Observation(self.clause, case, expected, actual, oracle)
        finding = self.collector.add(observation, comparison)
        if finding is not None:
            self.timeouts += isinstance(actual, Fault) and actual.timed_out
            if self.timeouts >= MOST_TIMEOUTS and self.stops:
                raise EnoughError
            is_divergent = comparison.agreement is Agreement.DIVERGENT
            if is_divergent or not self.stops:
                self.tell(finding)
            if is_divergent and self.stops:
                raise Disagreement(finding)

    def result(self, check: str, seconds: float, seed: int = 0) -> CheckResult:
        """Return the result of the step."""
        return CheckResult(
            clause=self.clause,
            check=check,
            seed=seed,
            cases=self.cases,
            answered=self.answered,
            declared=self.declared,
            seconds=seconds,
            findings=self.collector.findings,
            observations=self.collector.observations,
            not_asked=self.not_asked,
        )

    def observe(self, label: str, *, happened: bool) -> None:
        """Count an example that has, or lacks, the property named ``label``."""
        self.observed.setdefault(label, Counter())[happened] += 1


def explore(  # noqa: PLR0913 - two implementations, a check, and how much of it
    check: Check,
    harbor: Implementation,
    candidate: Candidate,
    *,
    seed: int,
    examples: int,
    asks: Callable[[Case], bool] = everything,
    expect: Expect = as_harbor,
    shrinks: bool = True,
    tell: Callable[[Finding], None] = nobody,
    whole: bool = False,
    shares: Mapping[str, float] | None = None,
) -> CheckResult:
    """Run up to ``examples`` times its effort generated cases of a check; the seed decides which.

    If too few examples have the properties that the check requires, which happens by chance,
    further ones are run before the check fails. With ``whole`` it continues after a divergence, and
    its result has every case. ``shares`` replaces those of the check. Without shrinking, the first
    divergence is not made smaller. ``tell`` gets each disagreement while the example is drawn.
    """
    started = time.monotonic()
    examination = LiveExamination(harbor, candidate, check.clause, expect=expect)
    if whole:
        examination = LiveExamination.of_everything(harbor, candidate, check.clause, expect)
    examination.asks, examination.tell = asks, tell
    examples = math.ceil(examples * check.effort)
    ask = partial(generate, check, shrinks=shrinks)
    problem = ask(examination, seed_of(check, seed), examples)
    shares = check.shares if shares is None else shares
    blunt = partial(_bluntness, shares, examination)
    if not (problem or examination.not_asked) and blunt():
        more = max(4 * examples, ENOUGH_FOR_SHARES)
        problem = ask(examination, seed_of(check, seed, "more"), more)
    result = examination.result(check.name, time.monotonic() - started, seed)
    return replace(result, problem=problem or ("" if examination.not_asked else blunt()))


def replay(  # noqa: PLR0913 - two implementations, recorded cases, and how many of them twice
    clause: str,
    cases: Sequence[Case],
    harbor: Implementation,
    candidate: Candidate,
    expect: Expect = as_harbor,
    *,
    repeated: int,
) -> CheckResult:
    """Run all recorded cases of one clause, and the first ``repeated`` that agree twice.

    The worse answer counts, since answers must depend only on the input.
    """
    started = time.monotonic()
    examination = LiveExamination.of_everything(harbor, candidate, clause, expect)
    with suppress(EnoughError):
        of_harbor = map(harbor.answer, cases)
        for case, answer, actual in zip(cases, of_harbor, candidate.answers(cases), strict=True):
            examination.judge(case, answer, actual)
        agreed = examination.collector.agreeing[:repeated]
        again = candidate.answers([seen.case for seen in agreed])
        for seen, actual in zip(agreed, again, strict=True):
            if diverges(seen.case, seen.expected, actual):
                examination.judge(seen.case, seen.oracle_answer, actual)
    return examination.result(RECORDED, time.monotonic() - started)


def _bluntness(shares: Mapping[str, float], examination: LiveExamination) -> str:
    if examination.collector.diverges:
        return ""
    for label, least in shares.items():
        counts = examination.observed.get(label, Counter())
        total = counts.total()
        if total >= MINIMUM_FOR_SHARES and counts[True] < least * min(total, ENOUGH_FOR_SHARES):
            return f"too few telling examples: {label} in {counts[True]} of {total}"
        if total == 0:
            return f"no example was checked for: {label}"
    return ""
