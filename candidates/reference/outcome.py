"""From the bytes of a job's result.json to the line that reports the outcome.

No wheel has this stage: the rules are those of spec/000 §5. They are written for
Python, so the meaning of ``int()``, ``float()``, ``sum()`` and ``round()`` is Python's.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from candidates.reference import python_float, python_json
from candidates.reference.summation import Number
from candidates.reference.summation import total as sum_of

Members = dict[str, object]
Samples = list[list[list[float]]]
"""The samples of each metric of each group, in the order of the file."""

Mean = Callable[[list[float]], float]

INT_DIGITS_LIMIT = 4300
"""Python neither reads nor writes longer integers; sign and underscores do not count."""

ABSENT = {
    "n_total_trials": 0,
    "stats": {},
    "n_completed_trials": 0,
    "n_errored_trials": 0,
    "evals": {},
    "metrics": [],
}
"""What each member counts as where it is absent."""

_INTEGER = re.compile(r"[+-]?[0-9]+(?:_[0-9]+)*")


class OutcomeInput(TypedDict):
    """The bytes of result.json; None: no such file."""

    result: bytes | None


class Summary(TypedDict):
    """What the line says, its members in the order in which they are printed."""

    reason_code: str | None
    resolved: int
    score: float
    status: str
    total: int


class Counts(NamedTuple):
    """The three counts: n_total_trials, n_completed_trials and n_errored_trials."""

    trials: int
    completed: int
    errored: int


class MalformedError(Exception):
    """The file is not a result that the text's rules can read."""


def utf_8(content: bytes) -> str:
    """Return the text of a file, with its byte order mark, which is not valid JSON."""
    return content.decode("utf-8")


def object_of(value: object) -> Members:
    """Return a value that must be an object."""
    if not isinstance(value, dict):
        raise MalformedError
    return value


def member_of(members: Members, name: str) -> object:
    """Return a member, or the value that an absent one counts as."""
    return members.get(name, ABSENT[name])


def elements_of(value: object) -> list[object]:
    """Return what a loop over ``value`` meets.

    Text and objects are iterable too, but yield text, which is not a metric; so only empty ones are
    valid.
    """
    if isinstance(value, list):
        return value
    if value in ("", {}):
        return []
    raise MalformedError


def count_of(value: object) -> int:
    """Return ``int(value or 0)``: empty values count 0, fractions are cut off towards zero."""
    if value is None or value in ("", [], {}):
        return 0
    if isinstance(value, str):
        return integer_of(value)
    if isinstance(value, int | float):
        return int(value)
    raise MalformedError


def integer_of(text: str) -> int:
    """Return what ``int(text)`` reads: any white space and any digits of Unicode."""
    stripped = text.strip(python_float.WHITE_SPACE)
    plain = "".join(python_float.DIGITS.get(character, character) for character in stripped)
    digits = len(plain.replace("_", "").lstrip("+-"))
    if digits > INT_DIGITS_LIMIT or not _INTEGER.fullmatch(plain):
        raise MalformedError
    return int(plain)


def values_of(metric: Members) -> list[object]:
    """Return only the value named ``mean`` or, without that name, every value."""
    return [metric["mean"]] if "mean" in metric else list(metric.values())


def number_of(value: object) -> float:
    """Return ``float(value)``, for text as well; raises OverflowError beyond binary64."""
    if isinstance(value, str):
        number = python_float.parse(value)
        if number is None:
            raise MalformedError
        return number
    if isinstance(value, int | float):
        return float(value)
    raise MalformedError


def mean_of_all(samples: Samples, mean: Mean) -> float:
    """Return the mean of all samples, each of the same weight."""
    return mean([value for group in samples for metric in group for value in metric])


def product_of(score: float, counts: Counts) -> float:
    """Return the score times the trials, rounded to binary64.

    Raises OverflowError if the trials are beyond binary64.
    """
    return score * float(counts.trials)


def status_of(counts: Counts) -> str:
    """Return the status, which only errored trials decide."""
    return "completed" if counts.errored == 0 else "failed"


def total_of(counts: Counts) -> int:
    """Return the number of trials, or the sum of the other counts if it is 0."""
    return counts.trials if counts.trials != 0 else counts.completed + counts.errored


@dataclass(frozen=True, slots=True)
class MeanOf:
    """The mean of values, 0.0 for none."""

    add: Callable[[Sequence[float]], Number] = sum_of

    def __call__(self, values: list[float]) -> float:
        """Return the sum divided by the count."""
        return self.add(values) / len(values) if values else 0.0


@dataclass(frozen=True, slots=True)
class SummaryOf:
    """The steps from a parsed file to its summary line.

    ``member``, ``elements``, ``count``, ``values`` and ``number`` read it, and raise
    MalformedError, ValueError or OverflowError where they cannot. ``score`` is given the
    samples and ``mean``. The resolved trials are the whole number that is ``nearest`` to the
    ``product``, the even one of two that are as near; one of nan raises ValueError, and of
    an infinity OverflowError.
    """

    member: Callable[[Members, str], object] = member_of
    elements: Callable[[object], list[object]] = elements_of
    count: Callable[[object], int] = count_of
    values: Callable[[Members], list[object]] = values_of
    number: Callable[[object], float] = number_of
    mean: Mean = field(default_factory=MeanOf)
    score: Callable[[Samples, Mean], float] = mean_of_all
    product: Callable[[float, Counts], float] = product_of
    nearest: Callable[[float], int] = round
    status: Callable[[Counts], str] = status_of
    total: Callable[[Counts], int] = total_of

    def __call__(self, result: object) -> Summary:
        """Return the summary of a file that is a JSON object."""
        job = object_of(result)
        stats = object_of(self.member(job, "stats"))
        counts = Counts(
            trials=self.count(self.member(job, "n_total_trials")),
            completed=self.count(self.member(stats, "n_completed_trials")),
            errored=self.count(self.member(stats, "n_errored_trials")),
        )
        score = self.score(self._samples(stats), self.mean)
        return {
            "reason_code": None,
            "resolved": self.nearest(self.product(score, counts)),
            "score": score,
            "status": self.status(counts),
            "total": self.total(counts),
        }

    def _samples(self, stats: Members) -> Samples:
        groups = map(object_of, object_of(self.member(stats, "evals")).values())
        return [
            [
                [self.number(value) for value in self.values(object_of(metric))]
                for metric in self.elements(self.member(group, "metrics"))
            ]
            for group in groups
        ]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The steps from a file to a line: its text, its JSON, its summary, and what is written."""

    decode: Callable[[bytes], str] = utf_8
    parse: Callable[[str], object] = python_json.parse
    summary: Callable[[object], Summary] = field(default_factory=SummaryOf)
    missing: str = "harbor_result_missing"
    malformed: str = "harbor_result_malformed"
    label: str = "BASE_BENCHMARK_RESULT="
    write: Callable[[Summary], str] = json.dumps

    def __call__(self, case: OutcomeInput) -> dict[str, str]:
        """Return ``{"line": "BASE_BENCHMARK_RESULT={…}"}``.

        Raises ValueError for a total that is too long for Python to write: the text's code prints
        outside its ``try``.
        """
        return {"line": self.label + self.write(self._summary(case["result"]))}

    def _summary(self, content: bytes | None) -> Summary:
        if content is None:
            return failed(self.missing)
        try:
            return self.summary(self.parse(self.decode(content)))
        except (MalformedError, ValueError, OverflowError, RecursionError):
            return failed(self.malformed)


def failed(reason_code: str) -> Summary:
    """Return the summary without a file that can be read."""
    return {"reason_code": reason_code, "resolved": 0, "score": 0.0, "status": "failed", "total": 0}


outcome = Outcome()
