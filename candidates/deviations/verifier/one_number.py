"""Readers that have one number in mind: one name, and a range for it."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, after, before
from candidates.deviations.means import rounded
from candidates.deviations.numbers import is_finite, is_nan, read_number
from candidates.deviations.parameters import taking, taking_name, taking_number
from candidates.deviations.rows import Table
from candidates.reference.verifier import (
    Rewards,
    ValidationError,
    VerifierOutputParseError,
    VerifierResult,
)

type Number = int | float
type Range = tuple[Number, Number]


def _rewards(change: Callable[[Rewards], Rewards]) -> Changes:
    """Return the change of the rewards of either file, where there are any."""

    def changed(result: VerifierResult) -> VerifierResult:
        return {"rewards": change(result["rewards"])} if result["rewards"] else result

    return after(verifier=changed)


def _numbers(change: Callable[[Number], Number]) -> Changes:
    return _rewards(lambda rewards: {name: change(value) for name, value in rewards.items()})


def _only(name: str) -> Changes:
    """Return the change that passes over all other members."""
    return before(
        {
            "json.rewards": lambda document: (
                ({name: document[name]} if name in document else {})
                if isinstance(document, dict)
                else document
            )
        }
    )


def _required(name: str) -> Changes:
    """Return the change that reads one name, and refuses a document without it."""

    def only(document: object) -> object:
        if not isinstance(document, dict) or name not in document:
            raise ValidationError
        return {name: document[name]}

    return before({"json.rewards": only})


def _or_zero(name: str) -> Changes:
    """Return the change that reads one name, and 0.0 where an object lacks it."""

    def only(document: object) -> object:
        if not isinstance(document, dict):
            raise ValidationError
        return {name: document.get(name, 0.0)}

    return before({"json.rewards": only})


def _first(rewards: Rewards) -> Rewards:
    return {"reward": next(iter(rewards.values()))}


def _under(name: str) -> Changes:
    """Return the change that gives the only reward one name."""
    return _rewards(
        lambda rewards: (
            dict(zip([name], rewards.values(), strict=True)) if len(rewards) == 1 else rewards
        )
    )


def _read_range(text: str) -> Range:
    """Return the two numbers on both sides of ``..``; raises ValueError."""
    least, found, greatest = text.partition("..")
    if not found:
        raise ValueError(text)
    return read_number(least), read_number(greatest)


def _clamped(bounds: Range) -> Changes:
    least, greatest = bounds
    return _numbers(lambda value: value if is_nan(value) else min(max(value, least), greatest))


def _clamped_with_nan(bounds: Range) -> Changes:
    least, greatest = bounds
    return _numbers(lambda value: max(least, min(greatest, value)))


def _refused_outside(error: type[Exception]) -> Callable[[Range], Changes]:
    def changes(bounds: Range) -> Changes:
        least, greatest = bounds

        def within(value: Number) -> Number:
            if not least <= value <= greatest:
                raise error
            return value

        return _numbers(within)

    return changes


def _finite(value: Number) -> Number:
    if not is_finite(value):
        raise VerifierOutputParseError
    return value


def _nan_as(replacement: Number) -> Changes:
    return _numbers(lambda value: replacement if is_nan(value) else value)


def _judged(least: Number) -> Changes:
    return _numbers(lambda value: 1.0 if value >= least else 0.0)


def _rounded(digits: int) -> Changes:
    return _numbers(lambda value: rounded(digits)([value])[0])


def _nested(document: object) -> object:
    """Take the first object in a document for the rewards."""
    members = document.values() if isinstance(document, dict) else ()
    return next((member for member in members if isinstance(member, dict)), document)


_RANGES = ("0..1", "0.0..1.0", "-1..1", "0..100", "0..inf")


ROWS: Table = {
    "only-one-name": taking_name(_only, ("reward", "score", "accuracy")),
    "one-name-required": taking_name(_required, ("reward", "score", "accuracy")),
    "one-name-or-0": taking_name(_or_zero, ("reward", "score", "accuracy")),
    "first-name-only": _rewards(_first),
    "renames-the-only-reward": taking_name(_under, ("reward", "score")),
    "nested-rewards": before({"json.rewards": _nested}),
    "clamped-to": taking("range", _read_range, _clamped, ("0..1", *_RANGES)),
    "clamped-by-min-and-max": taking(
        "range", _read_range, _clamped_with_nan, ("0.0..1.0", *_RANGES)
    ),
    "refused-outside": taking(
        "range", _read_range, _refused_outside(ValidationError), ("0..1", *_RANGES)
    ),
    "unreadable-outside": taking(
        "range", _read_range, _refused_outside(VerifierOutputParseError), ("0..1", *_RANGES)
    ),
    "not-finite-unreadable": _numbers(_finite),
    "nan-reward-is": taking_number(_nan_as, ("0.0", "0", "-1", "1.0")),
    "judged-by": taking(
        "least value of a success", read_number, _judged, ("1", "0.5", "5e-324", "0.99")
    ),
    "rounded-rewards": taking("number of digits", int, _rounded, ("4", "2", "3", "6", "1")),
}
