"""What nemo-platform does differently from harbor and no row of the catalogue has."""

import json
import math
import re
from collections.abc import Callable
from typing import cast

from conformance.protocol.values import Answer, Case, Result, Value

type Rewards = dict[str, Value]

LONGEST = 255


def always_a_mapping(_case: Case, expected: Answer) -> Answer:
    """Give a trial without rewards an empty mapping of them."""
    return _with(expected, lambda rewards: rewards)


def safe_names(_case: Case, expected: Answer) -> Answer:
    """Leave out the rewards with names that the package keeps for itself, or takes for unsafe."""

    def is_safe(name: str) -> bool:
        printable = not re.search("[\x00-\x1f\x7f]", name)
        return 0 < len(name) <= LONGEST and printable and not re.search(r"\.pass@\d+$", name)

    return _with(expected, lambda rewards: {n: v for n, v in rewards.items() if is_safe(n)})


def booleans_left_out(case: Case, expected: Answer) -> Answer:
    """Leave out the rewards that stand as true and false in the file."""
    if not isinstance(expected, Result):
        return expected
    document = json.loads(cast("bytes", case.input["result"]))
    written = (document.get("verifier_result") or {}).get("rewards") or {}
    return _with(
        expected,
        lambda rewards: {n: v for n, v in rewards.items() if not isinstance(written[n], bool)},
    )


def finite_floats(_case: Case, expected: Answer) -> Answer:
    """Make floats of the rewards, and leave out what is none or not finite."""
    return _with(
        expected,
        lambda rewards: {n: f for n, v in rewards.items() if (f := _finite(v)) is not None},
    )


def blank_exception(_case: Case, expected: Answer) -> Answer:
    """Name an exception of no name."""
    if not isinstance(expected, Result):
        return expected
    answer = cast("dict[str, Value]", expected.value)
    name = answer["exception"]
    blank = isinstance(name, str) and not name.strip()
    return Result({**answer, "exception": "UnknownException"}) if blank else expected


def _with(expected: Answer, change: Callable[[Rewards], Rewards]) -> Answer:
    if not isinstance(expected, Result):
        return expected
    answer = cast("dict[str, Value]", expected.value)
    result = cast("dict[str, Rewards | None]", answer["verifier_result"] or {})
    rewards = change(result.get("rewards") or {})
    return Result({**answer, "verifier_result": {"rewards": cast("Value", rewards)}})


def _finite(value: Value) -> float | None:
    try:
        number = float(cast("float", value))
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
