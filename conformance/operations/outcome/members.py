"""Members of result.json that are absent, null, of another type, or not read."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, rare
from conformance.operations.outcome.counts import one_unreadable
from conformance.operations.outcome.inputs import (
    BOTH,
    RULES,
    agree_on_reading,
    of_groups,
    of_metrics,
    of_text,
)
from conformance.operations.strategies.drawing import build

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


@clause("absent-members", *RULES)
def absent_members() -> Cases:
    """Every member that is read may be absent: a count is then 0, and stats, evals and metrics are
    empty."""
    return build(
        lambda total, stats: of_text("{" + ", ".join(filter(None, (total, stats))) + "}"),
        _TOTALS,
        _STATS,
    )


@clause("null-containers", *RULES, body=agree_on_reading, shares=BOTH)
def null_members() -> Cases:
    """stats, evals, a group or metrics that is null makes the file malformed."""
    # null, or what it might stand for, in place of an object or a list.
    return build(
        lambda place, value: of_text(place.format(value)),
        _PLACES[1:6],
        ("null", "null", "{}", '{"a": {}}'),
    )


@clause("other-types", *RULES, body=agree_on_reading, shares=BOTH, effort=3)
def other_types() -> Cases:
    """A document, stats, evals, group or metric that is no object, and metrics that are no list,
    make the file malformed, except empty text or an empty object for metrics."""
    values, places = st.sampled_from(_OTHER_TYPES), st.sampled_from(_PLACES)
    return st.builds(lambda place, value: of_text(place.format(value)), places, values)


def one_bad_member() -> Cases:
    """Readable samples and counts, and often one that cannot be read."""
    values = st.sampled_from(("1", "0.5", "0", "true", "2", "null", "[]", '"x"', "NaN"))
    counts = st.sampled_from(("3", "1", "0", "null", "3", "1", '"x"', "[1]"))
    return st.builds(
        lambda first, second, total, completed: of_metrics(
            f'{{"mean": {first}}}, {{"a": 1, "b": {second}}}',
            total,
            f'"n_completed_trials": {completed}, ',
        ),
        values,
        values,
        counts,
        counts,
    )


@clause("all-or-nothing", *RULES)
def all_or_nothing() -> tuple[Check, ...]:
    """One count or sample that cannot be read makes the whole file malformed, needed or not, and
    nothing of it reaches the line."""
    return (
        Check("one-bad-member", one_bad_member(), agree_on_reading, shares=BOTH),
        Check("one-unreadable", one_unreadable(), agree_on_reading, shares=BOTH),
    )


@clause("unread-members", *RULES, effort=1.5)
def unread_members() -> Cases:
    """Fields that the rules do not name are ignored, with any content."""
    values = st.sampled_from(_ANYTHING)
    return build(
        lambda count, member, first, second, total: of_groups(
            f'"e": {{{member.format(first)}, "metrics": [{{"mean": 1}}]}}',
            f'3, "status": {second}, "trial_results": {first}' if total else "3",
            count.format(second),
        ),
        _UNREAD,
        _UNREAD_IN_A_GROUP,
        values,
        values,
        st.booleans(),
    )
