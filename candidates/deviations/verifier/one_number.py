"""Readers that have one number in mind: one name, and a range for it."""

from collections.abc import Callable

from candidates.deviations import descriptions
from candidates.deviations.deviation import Changes, Deviation, Parameter, after, before
from candidates.deviations.means import rounded
from candidates.deviations.numbers import is_finite, is_nan, read_number
from candidates.reference.verifier import (
    Rewards,
    ValidationError,
    VerifierOutputParseError,
    VerifierResult,
)

type Number = int | float
type Range = tuple[Number, Number]

_VALUES = "verifier.json-values"


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
    """Return two numbers that are joined by two points; raises ValueError."""
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


DEVIATIONS = (
    Deviation(
        "only-one-name",
        "verifier.json-all-or-nothing",
        "only the key {} is read",
        parameter=Parameter("name", "reward", str, _only, usual=("score", "accuracy")),
        advice="Return every key of the rewards.",
    ),
    Deviation(
        "one-name-required",
        "verifier.json-all-or-nothing",
        "only the key {} is read, and it is required",
        parameter=Parameter("name", "reward", str, _required, usual=("score", "accuracy")),
        advice="Return every key of the rewards.",
    ),
    Deviation(
        "one-name-or-0",
        "verifier.json-all-or-nothing",
        "only the key {} is read, and counts 0.0 where it is missing",
        parameter=Parameter("name", "reward", str, _or_zero, usual=("score", "accuracy")),
        advice="Return every key of the rewards.",
    ),
    Deviation(
        "first-name-only",
        _VALUES,
        descriptions.FIRST_NAME,
        _rewards(_first),
        advice="Return every key of the rewards.",
    ),
    Deviation(
        "renames-the-only-reward",
        _VALUES,
        "a single reward is called {}",
        parameter=Parameter("name", "reward", str, _under, usual=("score",)),
        advice="Keep the key of a single reward.",
    ),
    Deviation(
        "nested-rewards",
        "verifier.json-not-a-number",
        "an object inside the document is used as the rewards",
        before({"json.rewards": _nested}),
        advice="Raise ValidationError for a value that is an object.",
    ),
    Deviation(
        "clamped-to",
        _VALUES,
        "rewards are clamped to {}",
        parameter=Parameter("range", "0..1", _read_range, _clamped, usual=_RANGES),
        advice="Return rewards unchanged, of any size.",
    ),
    Deviation(
        "clamped-by-min-and-max",
        "verifier.text-words",
        "rewards are clamped to {} by max() and min(), which turn a nan into a limit",
        parameter=Parameter("range", "0.0..1.0", _read_range, _clamped_with_nan, usual=_RANGES),
        advice="Return rewards unchanged, of any size.",
    ),
    Deviation(
        "refused-outside",
        _VALUES,
        "a reward outside {} raises ValidationError",
        parameter=Parameter(
            "range", "0..1", _read_range, _refused_outside(ValidationError), usual=_RANGES
        ),
        advice="Accept rewards of any size.",
    ),
    Deviation(
        "unreadable-outside",
        _VALUES,
        "a reward outside {} raises VerifierOutputParseError",
        parameter=Parameter(
            "range", "0..1", _read_range, _refused_outside(VerifierOutputParseError), usual=_RANGES
        ),
        advice="Accept rewards of any size.",
    ),
    Deviation(
        "not-finite-unreadable",
        "verifier.text-words",
        "infinities and nan raise VerifierOutputParseError",
        _numbers(_finite),
        advice="Accept infinities and nan.",
    ),
    Deviation(
        "nan-reward-is",
        "verifier.text-words",
        "a nan counts as {}",
        parameter=Parameter("value", "0.0", read_number, _nan_as, usual=("0", "-1", "1.0")),
        advice="Return nan unchanged.",
    ),
    Deviation(
        "judged-by",
        _VALUES,
        "a reward is 1.0 if it is at least {}, and 0.0 if it is not",
        parameter=Parameter(
            "least value of a success", "1", read_number, _judged, usual=("0.5", "5e-324", "0.99")
        ),
        advice="Return rewards unchanged.",
    ),
    Deviation(
        "rounded-rewards",
        "verifier.text-rounding",
        "rewards are rounded to {} digits",
        parameter=Parameter("number of digits", "4", int, _rounded, usual=("2", "3", "6", "1")),
        advice="Return rewards unrounded.",
    ),
)
"""Each keeps less of a reward than harbor does."""
