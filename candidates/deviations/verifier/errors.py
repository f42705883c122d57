"""Readers that have one error or none, one file, and words for a number that is missing."""

import math
from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
)
from candidates.deviations.numbers import read_number
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    ValidationError,
    VerifierInput,
    VerifierOutputParseError,
    VerifierResult,
)

type Number = int | float

_ONE_ERROR = "verifier.missing-file"


def _read_value(text: str) -> Number | None:
    """Return a number, or None for null; raises ValueError."""
    return None if text == "null" else read_number(text)


def _answering(*errors: type[Exception]) -> Callable[[Number | None], Changes]:
    """Return the change to an answer of one number, or of none, where these errors are raised."""

    def changes(value: Number | None) -> Changes:
        answer = {"rewards": None if value is None else {"reward": value}}

        def steady(verifier: Step) -> Step:
            def verified(files: VerifierInput) -> object:
                try:
                    return verifier(files)
                except errors:
                    return answer

            return verified

        return around(verifier=steady)

    return changes


def _one_error(name: str) -> Changes:
    """Return the change that raises every error under one name."""
    error = type(name, (Exception,), {})

    def renamed(verifier: Step) -> Step:
        def verified(files: VerifierInput) -> object:
            try:
                return verifier(files)
            except Exception as other:
                raise error(str(other)) from other

        return verified

    return around(verifier=renamed)


def _no_rewards_are(value: Number) -> Changes:
    def filled(result: VerifierResult) -> VerifierResult:
        return result if result["rewards"] else {"rewards": {"reward": value}}

    return after(verifier=filled)


def _no_json(files: VerifierInput) -> VerifierInput:
    return {**files, "reward.json": None}


def _no_text(files: VerifierInput) -> VerifierInput:
    return {**files, "reward.txt": None}


def _not_empty(document: object) -> object:
    if document == {}:
        raise ValidationError
    return document


def _readable(document: object) -> object:
    if document == {}:
        raise VerifierOutputParseError
    return document


def _verdict(text: str) -> float | None:
    """Understand words of a verdict where there is no number."""
    passed = {"pass": 1.0, "passed": 1.0, "true": 1.0, "yes": 1.0, "ok": 1.0, "success": 1.0}
    failed = dict.fromkeys(("fail", "failed", "false", "no", "failure", "error"), 0.0)
    return {**passed, **failed}.get(text.strip().lower())


def _or_a_verdict(read: Step) -> Step:
    def change(text: str) -> object:
        number = read(text)
        return _verdict(text) if number is None else number

    return change


def _or_nan(number: float | None) -> float:
    return math.nan if number is None else number


_USUAL = ("0", "null", "nan", "-1", "-1.0", "1.0")


def _value(changes: Callable[[Number | None], Changes], default: str = "0.0") -> Parameter:
    return Parameter("value", default, _read_value, changes, usual=_USUAL)


DEVIATIONS = (
    Deviation(
        "any-error-is",
        _ONE_ERROR,
        "whatever goes wrong is one number, 0.0 as a rule, and no error",
        parameter=_value(_answering(Exception)),
    ),
    Deviation(
        "missing-file-is",
        _ONE_ERROR,
        "without files the reward is one number, 0.0 as a rule",
        parameter=_value(_answering(RewardFileNotFoundError)),
    ),
    Deviation(
        "empty-file-is",
        "verifier.empty-text",
        "an empty file stands for one number, 0.0 as a rule",
        parameter=_value(_answering(RewardFileEmptyError)),
    ),
    Deviation(
        "unreadable-file-is",
        "verifier.text-number",
        "a file that cannot be parsed stands for one number, 0.0 as a rule",
        parameter=_value(_answering(VerifierOutputParseError, RecursionError)),
    ),
    Deviation(
        "refused-file-is",
        "verifier.json-not-a-number",
        "a file of other values than numbers stands for one number, 0.0 as a rule",
        parameter=_value(_answering(ValidationError)),
    ),
    Deviation(
        "one-error",
        _ONE_ERROR,
        "every error has the same name",
        parameter=Parameter(
            "name",
            "VerifierOutputParseError",
            str,
            _one_error,
            usual=("ValueError", "Error", "ValidationError", "RewardFileNotFoundError"),
        ),
    ),
    Deviation(
        "no-rewards-are",
        "verifier.json-null",
        "null and an empty object stand for one number, 0.0 as a rule",
        parameter=Parameter("value", "0.0", read_number, _no_rewards_are, usual=("0", "nan")),
    ),
    Deviation(
        "empty-object-refused",
        "verifier.json-null",
        "an empty object is an error: there has to be a reward",
        before({"json.rewards": _not_empty}),
    ),
    Deviation(
        "empty-object-unreadable",
        "verifier.json-null",
        "an empty object cannot be parsed: there has to be a reward",
        before({"json.rewards": _readable}),
    ),
    Deviation(
        "json-is-never-read",
        "verifier.json-wins",
        "only reward.txt is known",
        before(verifier=_no_json),
    ),
    Deviation(
        "text-is-never-read",
        "verifier.text-number",
        "only reward.json is known",
        before(verifier=_no_text),
    ),
    Deviation(
        "words-of-a-verdict",
        "verifier.text-words",
        "pass, true and yes are 1, fail, false and no are 0",
        around({"text.parse": _or_a_verdict}),
    ),
    Deviation(
        "unreadable-text-is-nan",
        "verifier.text-number",
        "text that is no number is NaN, as for Number() and parseFloat()",
        after({"text.parse": _or_nan}),
    ),
    Deviation(
        "comma-is-a-point",
        "verifier.text-number",
        "a comma may stand for the point",
        before({"text.parse": lambda text: text.replace(",", ".")}),
    ),
)
"""Each answers something where harbor answers with an error, or the other way round."""
