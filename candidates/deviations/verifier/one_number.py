"""Readers that expect one number: under one key, and in a range."""

from collections.abc import Callable
from typing import Any

from candidates.deviations.deviation import Changes, Parameter, Table, after, before
from candidates.deviations.forms import refusing
from candidates.deviations.numbers import is_finite, is_nan, read_number
from candidates.deviations.parameters import nan_as, rounded_to, taking, taking_name
from candidates.reference.verifier import (
    Rewards,
    ValidationError,
    VerifierOutputParseError,
    VerifierResult,
)

type Members = dict[str, Any]
type Number = int | float


def _rewards(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards of either file, where there are any."""

    def changed(result: VerifierResult) -> VerifierResult:
        return {"rewards": change(result["rewards"])} if result["rewards"] else result

    return after(verifier=changed)


def _numbers(change: Callable[[Number], Number]) -> Changes:
    return _rewards(lambda rewards: {name: change(value) for name, value in rewards.items()})


def _in_object(change: Callable[[Members], Members]) -> Changes:
    """Return the change of the members of a document that is an object."""
    return before("json.rewards", lambda read: change(read) if isinstance(read, dict) else read)


def _only(name: str) -> Changes:
    """Return the change that passes over all other members."""
    return _in_object(lambda members: {key: one for key, one in members.items() if key == name})


def _required(name: str) -> Changes:
    """Return the change that reads one name, and refuses a document without it."""

    def lacks(document: object) -> bool:
        return not isinstance(document, dict) or name not in document

    return _only(name) + before("json.rewards", refusing(ValidationError, lacks))


def _or_zero(name: str) -> Changes:
    """Return the change that reads one name, and 0.0 where an object lacks it."""

    def only(document: object) -> object:
        if not isinstance(document, dict):
            raise ValidationError
        return {name: document.get(name, 0.0)}

    return before("json.rewards", only)


def _under(name: str) -> Changes:
    """Return the change that gives the only reward one name."""
    return _rewards(
        lambda found: dict.fromkeys((name,), *found.values()) if len(found) == 1 else found
    )


def _in_range(default: str, within: Callable[[Number, Number, Number], Number]) -> Parameter:
    """Return the parameter that is two numbers with ``..`` between them: a range for rewards.

    ``within`` is given a reward and both ends of the range.
    """

    def read(text: str) -> tuple[Number, Number]:
        least, found, greatest = text.partition("..")
        if not found:
            raise ValueError(text)
        return read_number(least), read_number(greatest)

    def changes(ends: tuple[Number, Number]) -> Changes:
        return _numbers(lambda value: within(value, *ends))

    ranges = (default, "0..1", "0.0..1.0", "-1..1", "0..100", "0..inf")
    return taking("range", read, changes, ranges)


def _refused_outside(error: type[Exception]) -> Parameter:
    def within(value: Number, least: Number, greatest: Number) -> Number:
        if not least <= value <= greatest:
            raise error
        return value

    return _in_range("0..1", within)


ROWS: Table = {
    "only-one-name": taking_name(_only, ("reward", "score", "accuracy")),
    "one-name-required": taking_name(_required, ("reward", "score", "accuracy")),
    "one-name-or-0": taking_name(_or_zero, ("reward", "score", "accuracy")),
    "first-name-only": _rewards(lambda rewards: {"reward": next(iter(rewards.values()))}),
    "renames-the-only-reward": taking_name(_under, ("reward", "score")),
    "clamped-to": _in_range(
        "0..1",
        lambda value, least, most: value if is_nan(value) else min(max(value, least), most),
    ),
    "clamped-by-min-and-max": _in_range(
        "0.0..1.0", lambda value, least, greatest: max(least, min(greatest, value))
    ),
    "refused-outside": _refused_outside(ValidationError),
    "unreadable-outside": _refused_outside(VerifierOutputParseError),
    "not-finite-unreadable": _numbers(
        refusing(VerifierOutputParseError, lambda value: not is_finite(value))
    ),
    "nan-reward-is": nan_as(_numbers, "0.0", "0", "-1", "1.0"),
    "judged-by": taking(
        "least value of a success",
        read_number,
        lambda least: _numbers(lambda value: 1.0 if value >= least else 0.0),
        ("1", "0.5", "5e-324", "0.99"),
    ),
    "rounded-rewards": rounded_to(_numbers, "4", "2", "3", "6", "1"),
}
