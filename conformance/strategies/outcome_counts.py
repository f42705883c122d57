"""Questions about the three counts, and about the status and the total that they decide."""

import json

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.characters import (
    NOT_DIGITS,
    NOT_WHITE_SPACE,
    WHITE_SPACE,
    ZEROS,
    edited,
)
from conformance.strategies.outcome_files import of_metrics

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


def falsy() -> st.SearchStrategy[Case]:
    """Counts that Python takes for false, and some that it does not."""
    return _counts(st.sampled_from(_FALSY * 2 + _TRUTHY))


def numbers() -> st.SearchStrategy[Case]:
    """Counts that are numbers and booleans, whole or not."""
    return _counts(st.sampled_from(_NUMBERS))


def texts() -> st.SearchStrategy[Case]:
    """Counts that are text, which hold an integer, almost one, or none."""
    around = st.sampled_from(("", "", *WHITE_SPACE, *NOT_WHITE_SPACE))
    spaced = st.builds("{1}{0}{2}".format, st.sampled_from(_INTEGERS), around, around)
    scripts = st.sampled_from(ZEROS + NOT_DIGITS).map(lambda digit: f"1{digit}")
    words = st.one_of(
        edited(_INTEGERS, _PIECES), spaced, scripts, st.sampled_from(_INTEGERS + _NO_INTEGERS)
    )
    return _one_count(words.map(json.dumps))


def one_unreadable() -> st.SearchStrategy[Case]:
    """Counts of which often one cannot be read, needed or not."""
    return _counts(st.sampled_from(_PLAIN * 4 + _OTHERS))


def totals() -> st.SearchStrategy[Case]:
    """Totals that are zero, absent or not, beside counts that add up to something else."""
    totals_ = st.sampled_from(("0", "0", "5", "1", "null", "0.5", '"0"', "false", "-2", "-0.5"))
    return st.builds(
        _case,
        totals_,
        st.sampled_from(_PLAIN),
        st.sampled_from(_PLAIN),
        st.sampled_from(_SCORES),
    )


def statuses() -> st.SearchStrategy[Case]:
    """Errored trials or none, beside scores and other counts that have no say."""
    others = st.sampled_from(
        (
            "",
            '"n_errors": 1, ',
            '"n_errors": 2, ',
            '"n_errors": 3, ',
            '"n_pending_trials": 1, ',
            '"n_cancelled_trials": 1, ',
            '"n_running_trials": 2, ',
            '"n_retries": 1, ',
        )
    )
    return st.builds(
        _case,
        st.sampled_from(_PLAIN[1:]),
        st.sampled_from(_PLAIN),
        st.sampled_from(_ERRORED),
        st.sampled_from(_SCORES),
        others,
    )


def _counts(values: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    return st.builds(_case, values, values, values, st.sampled_from(_SCORES[:3]))


def _one_count(values: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    return st.builds(_with_count, st.sampled_from(range(3)), values)


def _with_count(place: int, value: str) -> Case:
    total, completed, errored = (value if place == at else str(1 - at) for at in range(3))
    return _case(total, completed, errored, "1")


def _case(total: str, completed: str, errored: str | None, score: str, others: str = "") -> Case:
    counts = f'"n_completed_trials": {completed}, {others}'
    if errored is not None:
        counts += f'"n_errored_trials": {errored}, '
    return of_metrics(f'{{"mean": {score}}}', total, counts)
