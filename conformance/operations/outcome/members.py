"""Members of result.json: what may be absent, null or of another type, and the counts."""

import json

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Subject, clause, common, rare, seeing
from conformance.operations.outcome import inputs
from conformance.operations.strategies.drawing import build, drawn, either
from conformance.operations.strategies.texts import AROUND, NUMERALS, edited
from conformance.protocol.values import Answer, Case

LEVEL = rare("a file that another program wrote, or a person edited")

_OTHER_TYPES = (
    "[]", "{}", "null", '"x"', "1", "true", '""', '"ab"', "[1]", '{"a": 1}', '{"mean": 1}', "0",
)  # fmt: skip

_PLACES = (
    "{}", '{{"stats": {}}}', '{{"n_total_trials": 3, "stats": {{"evals": {}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": {}}}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": {}}}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": [{}]}}}}}}}}',
    '{{"n_total_trials": 3, "stats": {{"evals": {{"a": {{"metrics": [{{"mean": 1}}, {}]}}}}}}}}',
)  # fmt: skip

_TOTALS = ("", '"n_total_trials": 3', '"n_total_trials": 1')

_STATS = (
    "", '"stats": {}', '"stats": {"evals": {}}', '"stats": {"n_completed_trials": 2}',
    '"stats": {"n_errored_trials": 1}', '"stats": {"evals": {"e": {}}}',
    '"stats": {"evals": {"e": {"metrics": []}}}', '"stats": {"evals": {"e": {}, "f": {}}}',
    '"stats": {"evals": {"e": {}, "f": {"metrics": [{"mean": 1}]}}}', '"id": "x"',
)  # fmt: skip

_UNREAD = (
    '"n_running_trials": {}, ', '"n_pending_trials": {}, ', '"n_cancelled_trials": {}, ',
    '"n_trials": {}, ', '"n_errors": {}, ', '"metrics": {}, ', '"cost_usd": {}, ', '"total": {}, ',
)  # fmt: skip

_UNREAD_IN_A_GROUP = (
    '"n_trials": {}', '"n_errors": {}', '"n_errors": {}', '"pass_at_k": {}', '"reward_stats": {}',
    '"exception_stats": {}', '"trials": {}', '"mean": {}',
)  # fmt: skip

_ANYTHING = ("1", "0", "null", '"x"', "NaN", "[]", "{}", "-3", "[null]", '{"2": null}', "0.5")


@clause("absent-members", *inputs.RULES)
@drawn(_TOTALS, _STATS)
def absent_members(total: str, stats: str) -> Case:
    """Every member that is read may be absent: a count is then 0, and stats, evals and metrics are
    empty."""
    return inputs.of_text("{" + ", ".join(filter(None, (total, stats))) + "}")


@clause("null-containers", *inputs.RULES, **inputs.BOTH_KINDS)
@drawn(_PLACES[1:6], ("null", "null", "{}", '{"a": {}}'))
def null_members(place: str, value: str) -> Case:
    """stats, evals, a group or metrics that is null makes the file malformed."""
    return inputs.of_text(place.format(value))


@clause("other-types", *inputs.RULES, **inputs.BOTH_KINDS, effort=3)
@drawn(_PLACES, _OTHER_TYPES)
def other_types(place: str, value: str) -> Case:
    """A document, stats, evals, group or metric that is not an object, and metrics that are not a
    list, make the file malformed, except empty text or an empty object for metrics."""
    return inputs.of_text(place.format(value))


_MOSTLY_SAMPLES = ("1", "0.5", "0", "true", "2", "null", "[]", '"x"', "NaN")
_MOSTLY_COUNTS = ("3", "1", "0", "null", "3", "1", '"x"', "[1]")


@drawn(_MOSTLY_SAMPLES, _MOSTLY_SAMPLES, _MOSTLY_COUNTS, _MOSTLY_COUNTS)
def one_bad_member(first: str, second: str, total: str, completed: str) -> Case:
    """Readable samples and counts, and often one that cannot be read."""
    metrics = f'{{"mean": {first}}}, {{"a": 1, "b": {second}}}'
    return inputs.of_metrics(metrics, total, f'"n_completed_trials": {completed}, ')


@clause("all-or-nothing", *inputs.RULES)
def all_or_nothing() -> tuple[Check, ...]:
    """One count or sample that cannot be read makes the whole file malformed, needed or not, and
    nothing of it reaches the line."""
    return (
        Check("one-bad-member", one_bad_member(), **inputs.BOTH_KINDS),
        Check("one-unreadable", one_unreadable(), **inputs.BOTH_KINDS),
    )


@clause("unread-members", *inputs.RULES, effort=1.5)
@drawn(_UNREAD, _UNREAD_IN_A_GROUP, _ANYTHING, _ANYTHING, total=st.booleans())
def unread_members(count: str, member: str, first: str, second: str, *, total: bool) -> Case:
    """Fields that the rules do not name are ignored, with any content."""
    return inputs.of_groups(
        f'"e": {{{member.format(first)}, "metrics": [{{"mean": 1}}]}}',
        f'3, "status": {second}, "trial_results": {first}' if total else "3",
        count.format(second),
    )


COUNTS = Subject("counts", LEVEL)

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


@clause("falsy-counts", *inputs.RULES, effort=0.6, of=COUNTS)
def falsy() -> Cases:
    """A count that is null, false, zero, or an empty text, list or object is 0."""
    return _counts(_FALSY * 2 + _TRUTHY)


@clause("count-numbers", *inputs.RULES, **inputs.BOTH_KINDS, of=COUNTS)
def numbers() -> Cases:
    """A count that is a number is cut off towards zero, true is 1, and nan or an infinity makes the
    file malformed."""
    return _counts(_NUMBERS)


@clause("count-text", *inputs.RULES, **inputs.BOTH_KINDS, of=COUNTS)
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
    of=COUNTS,
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


@clause("total-falls-back", *inputs.RULES, effort=0.6, of=COUNTS)
def totals() -> Cases:
    """The total is n_total_trials as a count or, where that is 0, the sum of completed and errored
    trials."""
    of_all = ("0", "0", "5", "1", "null", "0.5", '"0"', "false", "-2", "-0.5")
    return build(_case, of_all, _PLAIN, _PLAIN, _SCORES)
