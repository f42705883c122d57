"""Which numbers a metric has, and what they are called.

Several names come sorted by code point, which is not the order of UTF-16 (base.py:21): no
verdict, and the checks see to it as exact agreement.
"""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, common, extreme, rare
from conformance.operations.metric import sources
from conformance.operations.metric.inputs import deal, in_pairs, sets_of, trials_of

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
