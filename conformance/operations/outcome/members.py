"""Members of result.json that are absent, null, of another type, or not read."""

from hypothesis import strategies as st

from conformance.operations.clause import Check, clause, rare
from conformance.operations.outcome import inputs
from conformance.operations.outcome.counts import one_unreadable
from conformance.operations.strategies.drawing import drawn
from conformance.protocol.values import Case

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
