"""The three counts, and the status and the total that they decide."""

import json

from conformance.operations.clause import Cases, clause, common, rare, seeing
from conformance.operations.outcome import inputs
from conformance.operations.strategies.characters import AROUND, NUMERALS, edited
from conformance.operations.strategies.drawing import build, either
from conformance.protocol.values import Answer, Case

LEVEL = rare("a file that another program wrote, or a person edited")

_FALSY = ("null", "0", "false", '""', "[]", "{}", "0.0", "-0.0", "-0")

_TRUTHY = ("1", "3", "true", '"2"', "2.0")

_NUMBERS = (
    "1", "2", "0.5", "1.5", "-1", "-0.5", "-1.5", "2.9999999999999996", "true", "false", "1e3",
    "2.5", "0.9", "-0.9", "1e15", "1e20", "12345678901234567890", "NaN", "Infinity", "1e400",
)  # fmt: skip

_INTEGERS = ("1", "0", "12", "-3", "+7", "007", "1_0", " 5 ", "-0", "1_000_000", "00", "\u0663")

_NO_INTEGERS = (
    "", "1.0", "1e3", "0.5", "2.0", "1e1", "0.0", "1_", "_1", "1__0", "0x10", "0b1", "1 0", "+ 1",
    "--1", "nan", "inf", "one", "true", "null", "1n", "1L", "12 trials", "1,000", "3.", ".3",
    "\u00bd", "+", " ", "4.0", "5e0",
)  # fmt: skip

_PIECES = ("_", " ", "-", "+", "0", "9", ".", "e", "x", "\u0661", "\u3000", "\ufeff", "\x00", ",")

_OTHERS = ("[1]", "[0]", '{"a": 1}', '"x"', '"1.5"', "NaN", "[null]", '[""]', "-Infinity")

_PLAIN = ("0", "1", "2", "3")

_ERRORED = (
    "0", "1", "2", "null", "false", "true", "0.0", "0.9", "-1", "-0.5", '"0"', '"1"', '""', "1.5",
    "[]", None, None, None, None,
)  # fmt: skip
"""Counts of errored trials; None: the member is absent."""

_SCORES = ("0", "1", "0.5", "0.0", "-1")


@clause("falsy-counts", *inputs.RULES, effort=0.6)
def falsy() -> Cases:
    """A count that is null, false, zero, or an empty text, list or object is 0."""
    return _counts(_FALSY * 2 + _TRUTHY)


@clause("count-numbers", *inputs.RULES, **inputs.BOTH_KINDS)
def numbers() -> Cases:
    """A count that is a number is cut off towards zero, true is 1, and nan or an infinity makes the
    file malformed."""
    return _counts(_NUMBERS)


@clause("count-text", *inputs.RULES, **inputs.BOTH_KINDS)
def texts() -> Cases:
    """A count that is text holds an integer as int() reads it: white space around it, a sign, and
    digits of any script with single underscores between them, and nothing else."""
    spaced = build("{1}{0}{2}".format, _INTEGERS, AROUND, AROUND)
    scripts = [f"1{digit}" for digit in NUMERALS]
    words = either(edited(_INTEGERS, _PIECES), spaced, scripts, _INTEGERS + _NO_INTEGERS)
    return build(_with_count, range(3), words.map(json.dumps))


def one_unreadable() -> Cases:
    """Counts of which often one cannot be read, needed or not."""
    return _counts(_PLAIN * 4 + _OTHERS)


def _status(answer: Answer) -> str:
    read = inputs.summary(answer)
    return "" if read is None else read.status


@clause(
    "status-by-errors",
    *inputs.RULES,
    level=common("agent_challenge: the file of a harbor job"),
    **seeing(
        ("the status is failed", lambda answer: _status(answer) == "failed", 0.2),
        ("the status is completed", lambda answer: _status(answer) == "completed", 0.2),
    ),
    effort=2,
)
def statuses() -> Cases:
    """The status is completed if n_errored_trials is 0 as a count, and else failed; the score does
    not count, and the reason code is null with both."""
    # Errored trials or none, with scores and other counts that have no effect.
    errors = (f'"n_errors": {count}, ' for count in (1, 2, 3))
    counts = ("n_pending_trials", 1), ("n_cancelled_trials", 1), ("n_running_trials", 2)
    more = (f'"{name}": {count}, ' for name, count in (*counts, ("n_retries", 1)))
    return build(_case, _PLAIN[1:], _PLAIN, _ERRORED, _SCORES, ("", *errors, *more))


def _counts(values: tuple[str, ...]) -> Cases:
    return build(_case, values, values, values, _SCORES[:3])


def _with_count(place: int, value: str) -> Case:
    total, completed, errored = (value if place == at else str(1 - at) for at in range(3))
    return _case(total, completed, errored, "1")


def _case(total: str, completed: str, errored: str | None, score: str, others: str = "") -> Case:
    counts = f'"n_completed_trials": {completed}, {others}'
    if errored is not None:
        counts += f'"n_errored_trials": {errored}, '
    return inputs.of_metrics(f'{{"mean": {score}}}', total, counts)


@clause("total-falls-back", *inputs.RULES, effort=0.6)
def totals() -> Cases:
    """The total is n_total_trials as a count or, where that is 0, the sum of completed and errored
    trials."""
    of_all = ("0", "0", "5", "1", "null", "0.5", '"0"', "false", "-2", "-0.5")
    return build(_case, of_all, _PLAIN, _PLAIN, _SCORES)
