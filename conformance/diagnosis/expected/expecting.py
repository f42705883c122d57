"""What a candidate is compared with: harbor with exactly its expected deviations."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from candidates.deviations.deviation import Deviation
from candidates.deviations.releases import model_of
from conformance.diagnosis.expected.deviations import ExpectedDeviations, PinnedCase
from conformance.examination.findings import DECLARED, CheckResult, Observation
from conformance.operations.comparing import differs, diverges
from conformance.operations.functions import LocalCandidate
from conformance.operations.messages import key_of_case
from conformance.protocol import show
from conformance.protocol.values import (
    HARBOR_VERSION,
    Answer,
    Candidate,
    Case,
    Implementation,
    Misshapen,
)


def modelled(release: str) -> LocalCandidate:
    """Return the reference, which answers as a release of harbor does."""
    return LocalCandidate("reference", model_of(release))


type Predict = Callable[[str, Case, Answer], Answer]
"""Has ``module:function`` say what is expected, from the answer expected so far."""


class Expectation:
    """The expected answers, and which of the expected deviations made a difference.

    The expected answer is the reference's with the declared deviations where that differs from
    the reference's without, else harbor's own; then predictions have their say, and last the
    case that is pinned. ``applied`` holds the titles of entries that changed an answer.
    """

    def __init__(
        self, declared: ExpectedDeviations, predict: Predict, release: str = HARBOR_VERSION
    ) -> None:
        """Take the expected deviations, what runs predictions, and harbor's release."""
        self.applied: set[str] = set()
        self._predicted: set[str] = set()
        self._declared, self._predict, self._release = declared, predict, release
        self._plain = modelled(release)
        self._deviating = {
            operation: LocalCandidate("declared", model_of(release, rows))
            for operation in {op for one in declared.deviations for op in one.operations}
            if (rows := declared.rows(operation))
        }
        self._rests: dict[tuple[str, ...], LocalCandidate] = {}
        self._pinned = {key_of_case(one.case): one.candidate for one in declared.pinned}

    def __call__(self, case: Case, harbor: Answer) -> Answer:
        """Return the answer that is expected, given harbor's."""
        if self._pinned and (pinned := self._pinned.get(key_of_case(case))) is not None:
            return pinned
        expected = self._with_deviations(case, harbor)
        for prediction in self._declared.predictions:
            if case.operation in prediction.operations:
                before, expected = expected, self._predict(prediction.function, case, expected)
                if not _exact(case, before, expected):
                    self.applied.add(prediction.title)
                    self._predicted.add(key_of_case(case))
        return expected

    def take_applied(self) -> frozenset[str]:
        """Return which entries changed an answer since this was last asked."""
        applied, self.applied = frozenset(self.applied), set()
        return applied

    def take_predicted(self) -> int:
        """Return how many different cases rest on a prediction since this was last asked."""
        predicted, self._predicted = len(self._predicted), set()
        return predicted

    def _with_deviations(self, case: Case, harbor: Answer) -> Answer:
        deviating = self._deviating.get(case.operation)
        if deviating is None:
            return harbor
        expected = deviating.answer(case)
        if _exact(case, self._plain.answer(case), expected):
            return harbor
        self.applied.update(self._at_work(case, expected))
        return expected

    def _at_work(self, case: Case, expected: Answer) -> Iterator[str]:
        """Yield the deviations, not met yet, without which another answer would be expected."""
        rows = self._declared.rows(case.operation)
        parts = [[row for row in rows if row.name not in self.applied]]
        while parts:
            part = parts.pop()
            if not part or _exact(case, expected, self._without(part).answer(case)):
                continue
            half = len(part) // 2
            parts += [part[half:], part[:half]] if half else []
            yield from () if half else (part[0].name,)

    def _without(self, rows: Sequence[Deviation]) -> LocalCandidate:
        """Return the reference with the other declared deviations of their operation."""
        names = tuple(row.name for row in rows)
        if names not in self._rests:
            every = self._declared.rows(rows[0].operation)
            model = model_of(self._release, [row for row in every if row.name not in names])
            self._rests[names] = LocalCandidate(f"without {', '.join(names)}", model)
        return self._rests[names]


def _exact(case: Case, one: Answer, other: Answer) -> bool:
    if isinstance(one, Misshapen) and isinstance(other, Misshapen):
        return True
    return not differs(case, one, other)


def replay_pinned(
    entries: Sequence[PinnedCase], harbor: Implementation, candidate: Candidate
) -> CheckResult:
    """Ask the pinned cases of a clause; entries that no longer hold are stale."""
    started = time.monotonic()
    answers = [(harbor.answer(one.case), candidate.answer(one.case)) for one in entries]
    return replace(judge_pinned(entries, answers), seconds=time.monotonic() - started)


def judge_pinned(
    entries: Sequence[PinnedCase], answers: Iterable[tuple[Answer, Answer]]
) -> CheckResult:
    """Return the result of the pinned cases of a clause from the answers of both sides."""
    observed = [
        Observation(entry.clause, entry.case, entry.candidate, actual, harbor)
        for entry, (harbor, actual) in zip(entries, answers, strict=True)
    ]
    reasons = map(_staleness, entries, observed)
    return CheckResult(
        clause=entries[0].clause,
        check=DECLARED,
        seed=0,
        cases=len(entries),
        seconds=0,
        observations=observed,
        stale=tuple(
            f"{entry.clause}: {reason}: {show.case(entry.case)}"
            for entry, reason in zip(entries, reasons, strict=True)
            if reason
        ),
    )


def _staleness(entry: PinnedCase, seen: Observation) -> str:
    """Return how an entry is no longer true, or nothing."""
    harbor, candidate = seen.oracle_answer, seen.candidate
    if not diverges(entry.case, harbor, candidate):
        return "pinned, but no longer diverging"
    if differs(entry.case, entry.harbor, harbor):
        return f"harbor's answer is not as pinned: {show.answer(harbor)}"
    if differs(entry.case, entry.candidate, candidate):
        return f"the candidate's answer is not as pinned: {show.answer(candidate)}"
    return ""
