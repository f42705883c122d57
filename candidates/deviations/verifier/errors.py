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
    family,
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
        "any error gives a reward of {}",
        parameter=_value(_answering(Exception)),
        advice="Raise harbor's error for a file that cannot be read.",
    ),
    Deviation(
        "missing-file-is",
        _ONE_ERROR,
        "a missing file gives a reward of {}",
        parameter=_value(_answering(RewardFileNotFoundError)),
        advice="Raise RewardFileNotFoundError where neither file exists.",
    ),
    Deviation(
        "empty-file-is",
        "verifier.empty-text",
        "an empty file gives a reward of {}",
        parameter=_value(_answering(RewardFileEmptyError)),
        advice="Raise RewardFileEmptyError for a file of zero bytes.",
    ),
    Deviation(
        "unreadable-file-is",
        "verifier.text-number",
        "a file that cannot be parsed gives a reward of {}",
        parameter=_value(_answering(VerifierOutputParseError, RecursionError)),
        advice="Raise VerifierOutputParseError for a file that cannot be parsed.",
    ),
    Deviation(
        "refused-file-is",
        "verifier.json-not-a-number",
        "a file with values that are not numbers gives a reward of {}",
        parameter=_value(_answering(ValidationError)),
        advice="Raise ValidationError for values that are not numbers.",
    ),
    Deviation(
        "one-error",
        _ONE_ERROR,
        "every error is called {}",
        parameter=Parameter(
            "name",
            "VerifierOutputParseError",
            str,
            _one_error,
            usual=("ValueError", "Error", "ValidationError", "RewardFileNotFoundError"),
        ),
        advice="Give each error harbor's name.",
    ),
    Deviation(
        "no-rewards-are",
        "verifier.json-null",
        "null and empty rewards become a reward of {}",
        parameter=Parameter("value", "0.0", read_number, _no_rewards_are, usual=("0", "nan")),
        advice="Return null rewards for null, and empty rewards for an empty object.",
    ),
    Deviation(
        "empty-object-refused",
        "verifier.json-null",
        "an empty object raises ValidationError",
        before({"json.rewards": _not_empty}),
        advice="Return empty rewards for an empty object.",
    ),
    Deviation(
        "empty-object-unreadable",
        "verifier.json-null",
        "an empty object raises VerifierOutputParseError",
        before({"json.rewards": _readable}),
        advice="Return empty rewards for an empty object.",
    ),
    Deviation(
        "json-is-never-read",
        "verifier.json-wins",
        "only reward.txt is read",
        before(verifier=_no_json),
        advice="Read reward.json where it exists, and reward.txt if it does not.",
    ),
    Deviation(
        "text-is-never-read",
        "verifier.text-number",
        "only reward.json is read",
        before(verifier=_no_text),
        advice="Read reward.txt where there is no reward.json.",
    ),
    family(
        "text-understood",
        "verifier.text-number",
        "{}",
        {
            "verdicts": (
                "pass, true and yes are 1; fail, false and no are 0",
                around({"text.parse": _or_a_verdict}),
            ),
            "nan": (
                "text that is not a number is nan, as by Number() and parseFloat()",
                after({"text.parse": _or_nan}),
            ),
            "comma": (
                "a decimal comma is accepted",
                before({"text.parse": lambda text: text.replace(",", ".")}),
            ),
        },
        advice="Raise VerifierOutputParseError for text that float() does not read.",
    ),
)
"""Each answers something where harbor answers with an error, or the other way round."""
