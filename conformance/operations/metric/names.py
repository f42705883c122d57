"""Which numbers a metric has: what they are called, and what is missing under them.

Several names come sorted by code point, which is not the order of UTF-16 (base.py:21): no
verdict, and the checks see to it as exact agreement.
"""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, Subject, clause, common, extreme, rare
from conformance.operations.metric.inputs import (
    TELLING,
    Trial,
    case_with,
    deal,
    in_pairs,
    sets_of,
    trials_of,
)
from conformance.operations.strategies.drawing import build

LEVEL = common("Handshake-AI-Research/gandalf-the-grader#7: one key; morluto/jacobian#831: several")
_RARE = rare("keys that differ in case or normal form, or are reserved words")

_LOOKALIKES = (
    ("a", "A"), ("\xe9", "e\u0301"), ("a", "\u0430"), ("\xdf", "ss"), ("K", "\u212a"),
    ("fi", "\ufb01"), ("1", "01"), ("i", "\u0131"),
)  # fmt: skip
"""Pairs of names that differ in code points and are one name to some way of comparing."""

_PADDED = (
    ("a", "a "), ("a", " a"), ("a\0", "a"), ("a\0b", "a\0c"), ("a", "a\n"), ("a", "a\u200b"),
    ("\ufeffa", "a"),
)  # fmt: skip
"""Pairs of names that differ in white space or in what does not show."""

_SURROGATES = ("\ud800", "\udfff", "\ud800a", "a\udfff", "\ufffd", "?", "\uffff", "\U00010000")

_SPECIAL = ("a", "", "__proto__", "constructor", "mean", "max", "min", "sum", "score", "9", "10")


@clause("keyed-by-metric-name", sources.ONE_NAME)
def one_name() -> Cases:
    """With one reward name or none over all trials, the answer has one number, under
    the name of the metric."""
    named = [trials_of((name,), None, (), most=4) for name in ("reward", "mean", "a")]
    return deal(st.one_of(*named, trials_of(None, ())))


@clause("keyed-by-reward-name", sources.SEVERAL_NAMES, sources.NAMES)
def several_names() -> Cases:
    """With two or more reward names the answer has one number under each of them, sorted by code
    point, and the name of the metric is lost."""
    # Trials of several reward names; their order in a trial is not that of the answer.
    return deal(trials_of(("a", "b"), ("b", "a"), ("c", "a", "b"), ("\U00010000", "\uffff")))


@clause("names-of-all-trials", sources.NAMES)
def names_spread_over_trials() -> Cases:
    """The reward names are those of all trials together, so trials of one name each may make
    several."""
    # Trials of one name at most, which is not the same in all of them.
    return deal(trials_of(("a",), ("b",), None, (), ("a", "b"), least=2))


@clause("names-are-code-points", sources.NAME, level=_RARE)
def names_are_code_points() -> tuple[Check, ...]:
    """Two names are the same only if they are the same code points: case, normal form, white space
    and NUL all tell them apart."""
    return (
        Check("lookalike-names", deal(in_pairs(_LOOKALIKES), most=4), effort=2),
        Check("padded-names", deal(in_pairs(_PADDED), most=4)),
    )


@clause(
    "names-keep-lone-surrogates",
    sources.NAME,
    level=extreme("no encoder writes half of a surrogate pair"),
)
def surrogate_names() -> Cases:
    """Names may contain lone surrogates, each of which is a separate character."""
    return deal(sets_of(_SURROGATES))


@clause("no-name-is-special", sources.NAME, sources.SEVERAL_NAMES, level=_RARE)
def special_names() -> Cases:
    """The empty name, the names of metrics and names that programming languages reserve are reward
    names like any other."""
    return deal(sets_of(_SPECIAL))


MISSING = Subject(
    "missing",
    common(
        "oh-my-dsh/dsh-plugin-upgrade-skill#98: stopped trials count as 0; "
        "harbor_rewardkit writes {}"
    ),
)
_NO_TRIALS = rare("a job of which no trial has ended, and sums whose last digit depends on a 0")


@clause("none-counts-zero", sources.ONE_VALUE, sources.VALUE_OF_NAME, of=MISSING)
def trials_without_rewards() -> Cases:
    """A trial whose rewards are null counts as a value of 0, under each name."""
    return _beside_rewards(None)


@clause("empty-object-counts-zero", sources.ONE_VALUE, sources.VALUE_OF_NAME, of=MISSING)
def trials_with_empty_rewards() -> Cases:
    """A trial whose rewards are an empty object counts as a value of 0, under each name."""
    return _beside_rewards(())


def _beside_rewards(kind: Trial) -> Cases:
    """Trials of a kind among those with one reward, and among those with two."""
    one, two = (trials_of(kind, names, most=4) for names in (("reward",), ("a", "b")))
    return st.one_of(deal(one, values=TELLING), deal(two, values=TELLING))


@clause("missing-name-counts-zero", sources.VALUE_OF_NAME, of=MISSING)
def trials_without_a_name() -> Cases:
    """A trial that lacks one of several names counts as a value of 0 under it."""
    return deal(trials_of(("a", "b"), ("a",), ("b", "c"), least=2), values=TELLING)


@clause(
    "missing-is-integer-zero",
    sources.ONE_VALUE,
    sources.VALUE_OF_NAME,
    level=_NO_TRIALS,
    of=MISSING,
)
def missing_among_integers() -> Cases:
    """The 0 for a missing value is an integer, so it and other integers are still added exactly."""
    return deal(
        trials_of(None, ("a",), (), ("a", "b"), least=2),
        metrics=("sum", "mean"),
        values=(2**53 + 1, 1, 2**53, 2, 10**400, -(2**60) - 1, 3**40),
    )


def no_trials(*metrics: str) -> Cases:
    """Metrics of nothing, among metrics of one trial."""
    return build(case_with, metrics, ((), (None,), ({},)))


@clause(
    "sum-of-nothing",
    sources.SUM,
    sources.BASE.lines(30),
    level=_NO_TRIALS,
    check="no-trials",
    of=MISSING,
)
def sum_of_nothing() -> Cases:
    """The sum of no trials is the integer 0 under the name of the metric."""
    return no_trials("sum")


@clause("mean-of-nothing", sources.MEAN, level=_NO_TRIALS, check="no-trials", of=MISSING)
def mean_of_nothing() -> Cases:
    """The mean of no trials is a ZeroDivisionError."""
    return no_trials("mean")


@clause(
    "extreme-of-nothing", sources.MAX, sources.MIN, level=_NO_TRIALS, check="no-trials", of=MISSING
)
def extreme_of_nothing() -> Cases:
    """The maximum and the minimum of no trials are a ValueError."""
    return no_trials("max", "min")


@clause(
    "mean-divides-by-all-trials", sources.MEAN, sources.ONE_VALUE, sources.VALUE_OF_NAME, of=MISSING
)
def means_with_missing() -> Cases:
    """The mean divides by the number of all trials, those without rewards included."""
    return deal(trials_of(("a",), None, (), ("a", "b"), least=2), metrics=("mean",), values=TELLING)
