"""How plain a case is: of cases that show the same, a report has one that people could write."""

import re
import sys

from conformance.examination.findings import Finding, size
from conformance.protocol import show
from conformance.protocol.differences import Kind
from conformance.protocol.values import Case, Value

_USUAL = re.compile(r"[A-Za-z0-9 _./{}\[\]\":,-]*")

_ODD = {"nan", "inf", "-inf", "-0.0"}
"""Numbers that nobody writes, besides long ones and those with an exponent."""

_SHORT = 6
"""Characters of a number that people write."""


def text_of(value: Value) -> str:
    """Return the text of a value as it is shown, whole; integers of any size have one."""
    return show.value(value, longest=sys.maxsize)


def rank_of_sample(finding: Finding) -> tuple[int, Kind, tuple[int, str]]:
    """Return what samples are ordered by: what nobody writes, the kind of difference, the size."""
    return _odd(finding.case.input), finding.kind, size(finding.case)


def plainness(case: Case) -> tuple[int, tuple[int, str]]:
    """Return what cases are ordered by: values that are unusual in files and names, the size."""
    return _odd(case.input), size(case)


def _odd(value: Value) -> int:
    match value:
        case list():
            return sum(map(_odd, value))
        case dict():
            return sum(_odd(key) + _odd(inner) for key, inner in value.items())
        case bytes():
            return _odd(value.decode("latin-1"))
        case str():
            return int(not _USUAL.fullmatch(value))
    if value is None or isinstance(value, bool):
        return 0
    text = text_of(value)
    return int(len(text) > _SHORT or "e" in text or text in _ODD)
