"""The results of a survey, as frozen values, and how a reader's numbers compare with harbor's."""

import math
from collections.abc import Iterable
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from conformance.implementations.readers.showing import Files, ShownValue
from conformance.protocol.differences import Kind, answer_differences
from conformance.protocol.values import Result

BY_STATUS = ("exit 0", "exit 1")
"""The keys under which an adapter shows a number that depends on the exit status of test.sh."""


class Sign(StrEnum):
    """How a reader's number compares with harbor's."""

    SAME = "same as harbor 0.13.1"
    LATER = "as harbor 0.23.0 and later"
    NEWEST = "as harbor 0.26.0"
    ZERO = "0, as in harbor's mean up to 0.25.0"
    ROUNDED = "rounded"
    SECOND = "harbor's number, next to another"
    SINGLE = "one number, where harbor has several keys"
    STATUS = "by exit status"
    KIND = "a number of another kind"
    OTHER = "another number"
    ERROR = "an error"
    NUMBER = "no error, where harbor has one"
    LACKS = "not there"


NOT_AT_FAULT = frozenset({Sign.SAME, Sign.LATER, Sign.NEWEST, Sign.ZERO, Sign.ROUNDED, Sign.SECOND})
"""Signs of numbers that harbor shows too: now, later, in its mean, rounded, or among others."""

NOT_COUNTED = frozenset({Sign.LACKS, Sign.SINGLE, Sign.KIND})
"""Signs of rows in which a reader cannot show what harbor does."""


def sign_of(
    harbor: ShownValue,
    reader: ShownValue,
    newest: ShownValue | None = None,
    later: Sign = Sign.LATER,
) -> Sign:
    """Return how a reader's numbers compare with harbor's, exactly, nan equal to nan.

    A number that differs from the pinned harbor's and equals the newest one's has the sign
    ``later``.
    """
    if reader.lacks:
        return Sign.LACKS
    sign = _compared(harbor, reader)
    if sign is not Sign.SAME and newest is not None and _compared(newest, reader) is Sign.SAME:
        return later
    if reader.numbers is not None and set(reader.numbers) == set(BY_STATUS):
        return Sign.STATUS
    if sign is not Sign.OTHER or harbor.numbers is None or reader.numbers is None:
        return sign
    if len(harbor.numbers) > 1 and set(reader.numbers) == {""}:
        return Sign.SINGLE
    return _close(_keyless(harbor.numbers), _keyless(reader.numbers))


def _compared(harbor: ShownValue, reader: ShownValue) -> Sign:
    if harbor.numbers is None:
        if reader.numbers is None or reader.error:
            return Sign.SAME
        zero = set(map(float, reader.numbers.values())) == {0.0}
        return Sign.ZERO if zero else Sign.NUMBER
    if reader.numbers is None:
        return Sign.ERROR
    if equal(_keyless(harbor.numbers), _keyless(reader.numbers)):
        return Sign.SAME
    return Sign.ERROR if reader.error else Sign.OTHER


def _keyless(numbers: dict[str, str]) -> dict[str, str]:
    """Return numbers by key; a single number has no key."""
    return dict(zip([""], numbers.values(), strict=True)) if len(numbers) == 1 else numbers


def equal(one: dict[str, str] | None, other: dict[str, str] | None) -> bool:
    """Return whether numbers by key are equal, nan to nan; None equals only None."""
    if one is None or other is None:
        return one is other
    found = answer_differences(_numbers(one), _numbers(other))
    return all(difference.kind >= Kind.SPELLING for difference in found)


def _numbers(texts: dict[str, str]) -> Result:
    """Return the numbers in texts; one without a point is an integer."""
    kinds = {key: int if text.lstrip("-").isdecimal() else float for key, text in texts.items()}
    return Result({key: kinds[key](text) for key, text in texts.items()})


def _close(harbor: dict[str, str], reader: dict[str, str]) -> Sign:
    """Return the sign of numbers that are not harbor's."""
    if harbor.keys() == reader.keys():
        rounded = (_is_rounded(float(harbor[key]), float(text)) for key, text in reader.items())
        return Sign.ROUNDED if all(rounded) else Sign.OTHER
    if set(harbor) == {""} and "" in reader:
        whole = float(harbor[""])
        second = any(_is_rounded(whole, float(text)) for text in reader.values())
        return Sign.SECOND if second else Sign.OTHER
    return Sign.OTHER


def _is_rounded(harbor: float, reader: float) -> bool:
    """Return whether a number is harbor's, the next float, or harbor's as readers round it."""
    neighbours = {harbor, math.nextafter(harbor, math.inf), math.nextafter(harbor, -math.inf)}
    if reader in neighbours:
        return True
    return math.isfinite(harbor) and reader in {round(harbor, digits) for digits in (2, 3, 4)}


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CellCause(_Frozen):
    """Why a reader differs, and the lines of the package behind it."""

    entry: str
    cause: str
    source: str


class Seen(_Frozen):
    """What a reader showed for one input, and the entries of its files that explain it."""

    shown: ShownValue
    causes: tuple[str, ...] = ()


class Counts(_Frozen):
    """How many cases of an operation were sent, and in how many a deviation is expected."""

    cases: int
    declared: int
    divergences: int


class Reading(_Frozen):
    """Everything that a survey of one reader found.

    ``problem`` says why it could not be surveyed; ``verdict`` is that of its certificate, and
    ``holds`` whether its expected deviations do. ``written`` are the files that it writes, and
    ``later`` is what a reader of result.json shows for the folders of the newest release.
    """

    name: str
    version: str = ""
    problem: str = ""
    seen: dict[str, Seen] = {}
    later: dict[str, Seen] = {}
    verdict: str = ""
    holds: bool = True
    operations: dict[str, Counts] = {}
    findings: tuple[str, ...] = ()
    causes: tuple[CellCause, ...] = ()
    written: dict[str, dict[str, str]] = {}


def in_one_sentence(reading: Reading) -> str:
    """Return in how many cases a reader behaves as declared, and in how many like harbor."""
    cases = sum(of.cases for of in reading.operations.values())
    declared = sum(of.declared for of in reading.operations.values())
    if not reading.holds:
        broken = sum(of.divergences for of in reading.operations.values())
        return f"does not behave as declared in {broken:,} of {cases:,} cases"
    return f"behaves as declared in all {cases:,} cases, like harbor in {cases - declared:,}"


def written_by(readings: Iterable[Reading]) -> Files:
    """Return the files that writers write, with the writer in each title."""
    return {
        f"{reading.name}: {title}": files
        for reading in sorted(readings, key=lambda one: one.name)
        for title, files in reading.written.items()
    }


class Survey(_Frozen):
    """What harbor shows for each input, the pinned release and the newest, and every reader."""

    harbor: str
    seed: int
    profile: str
    shown: dict[str, ShownValue]
    readings: tuple[Reading, ...]
    newest: str = ""
    shown_later: dict[str, ShownValue] = {}

    @property
    def holds(self) -> bool:
        """Whether all expected deviations hold."""
        return all(reading.holds for reading in self.readings)

    @property
    def problems(self) -> list[str]:
        """Why readers could not be surveyed."""
        return [reading.problem for reading in self.readings if reading.problem]

    @property
    def verdict(self) -> str:
        """The survey in one line."""
        broken = [reading.name for reading in self.readings if not reading.holds]
        parts = [f"{len(self.readings)} readers surveyed"]
        parts += [f"the expected deviations of {', '.join(broken)} do not hold"] if broken else []
        parts += [f"{len(self.problems)} could not be surveyed"] if self.problems else []
        return "; ".join(parts)
