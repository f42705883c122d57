"""What a survey establishes, as frozen values that are kept and that pages are made from."""

import math
from collections.abc import Iterable
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from conformance.implementations.readers.showing import Files, ShownValue
from conformance.protocol.agreement import Agreement, agreement_of
from conformance.protocol.differences import answer_differences
from conformance.protocol.values import Result


class Sign(StrEnum):
    """How what a reader shows compares with what harbor shows."""

    SAME = "same as harbor"
    LATER = "as the newest harbor"
    ZERO = "0, as in harbor's mean"
    ROUNDED = "rounded"
    SINGLE = "one number, where harbor has several keys"
    OTHER = "another number"
    ERROR = "an error"
    NUMBER = "a number where harbor has an error"
    LACKS = "not there"


NOT_AT_FAULT = frozenset({Sign.SAME, Sign.LATER, Sign.ZERO, Sign.ROUNDED})
"""Signs of what harbor shows too: now, later, in its mean, or with more digits."""

NOT_COUNTED = frozenset({Sign.LACKS, Sign.SINGLE})
"""Signs of questions that a reader of one number cannot answer as harbor does."""


def sign_of(harbor: ShownValue, reader: ShownValue, newest: ShownValue | None = None) -> Sign:
    """Return how what a reader shows compares with harbor's, exactly, nan equal to nan.

    What differs from the pinned harbor may be what the newest one shows.
    """
    if reader.lacks:
        return Sign.LACKS
    sign = _compared(harbor, reader)
    if sign is not Sign.SAME and newest is not None and _compared(newest, reader) is Sign.SAME:
        return Sign.LATER
    if sign is Sign.NUMBER and set(map(float, (reader.numbers or {}).values())) == {0.0}:
        return Sign.ZERO
    if sign is Sign.OTHER and harbor.numbers is not None and reader.numbers is not None:
        if len(harbor.numbers) > 1 and set(reader.numbers) == {""}:
            return Sign.SINGLE
        if harbor.numbers.keys() == reader.numbers.keys() and all(
            _is_rounded(float(harbor.numbers[key]), float(text))
            for key, text in reader.numbers.items()
        ):
            return Sign.ROUNDED
    return sign


_DIGITS = (2, 3)
"""How many digits readers print."""


def _is_rounded(harbor: float, reader: float) -> bool:
    """Return whether a number is harbor's, the next float, or harbor's in a few digits."""
    beside = {harbor, math.nextafter(harbor, math.inf), math.nextafter(harbor, -math.inf)}
    if reader in beside:
        return True
    return math.isfinite(harbor) and reader in {round(harbor, digits) for digits in _DIGITS}


def _compared(harbor: ShownValue, reader: ShownValue) -> Sign:
    if reader.numbers is None:
        return Sign.SAME if harbor.numbers is None else Sign.ERROR
    if harbor.numbers is None:
        return Sign.NUMBER
    found = answer_differences(_numbers(harbor.numbers), _numbers(reader.numbers))
    agreement = agreement_of(found).agreement
    return Sign.OTHER if agreement is Agreement.DIVERGENT else Sign.SAME


def _numbers(texts: dict[str, str]) -> Result:
    """Return the numbers of their texts; one without a point is an integer."""
    return Result(
        {
            key: int(text) if text.lstrip("-").isdecimal() else float(text)
            for key, text in texts.items()
        }
    )


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CellCause(_Frozen):
    """Why a reader differs: an expected deviation, and the lines of the package behind it."""

    entry: str
    cause: str
    source: str


class Seen(_Frozen):
    """What a reader showed for one question, and the expected deviations that show in it."""

    shown: ShownValue
    causes: tuple[str, ...] = ()


class Counts(_Frozen):
    """How many cases of an operation were asked, and in how many a deviation is expected."""

    cases: int
    declared: int
    divergences: int


class Reading(_Frozen):
    """All that one reader was surveyed for.

    ``problem`` says why it could not be surveyed; ``verdict`` is that of its certificate, and
    ``holds`` whether its expected deviations do. ``written`` are the files that it writes.
    """

    name: str
    version: str = ""
    problem: str = ""
    seen: dict[str, Seen] = {}
    verdict: str = ""
    holds: bool = True
    operations: dict[str, Counts] = {}
    findings: tuple[str, ...] = ()
    causes: tuple[CellCause, ...] = ()
    written: dict[str, dict[str, str]] = {}


def in_one_sentence(reading: Reading) -> str:
    """Return in how many cases a reader behaves as is declared, and in how many like harbor."""
    asked = sum(of.cases for of in reading.operations.values())
    declared = sum(of.declared for of in reading.operations.values())
    if not reading.holds:
        broken = sum(of.divergences for of in reading.operations.values())
        return f"does not behave as declared in {broken:,} of {asked:,} cases"
    return f"behaves as declared in all {asked:,} cases, like harbor in {asked - declared:,}"


def written_by(readings: Iterable[Reading]) -> Files:
    """Return the files that writers write, with the writer in each title."""
    return {
        f"{reading.name}: {title}": files
        for reading in readings
        for title, files in reading.written.items()
    }


class Survey(_Frozen):
    """What harbor shows for each question, the pinned release and the newest, and every reader."""

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
