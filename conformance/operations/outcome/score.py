"""The score: the order in which samples are added, and how."""

import json

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, asked_twice, clause, rare
from conformance.operations.outcome import inputs
from conformance.operations.strategies.additions import MANY_ADDED, layered
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.operations.strategies.sizes import counts
from conformance.protocol.values import Case

LEVEL = rare("metrics whose sum is not exact, or not finite")

_ORDER_SENSITIVE = (
    ("1e32", "-1.0", "9007199254740992.0", "0.1"), ("1e32", "-1e32", "1e16", "1.0", "0.1"),
    ("1e308", "-1e308", "1.7e308", "1.0"), ("1e16", "-1e16", "1.0", "-1.0", "0.1"),
    ("-1e16", "-1.0", "3.0", "1e48", "-1e48"),
    ("1e32", "-1e32", "1.0", "9007199254740992.0", "0.1"),
)  # fmt: skip
"""Values whose sum depends on their order, because of rounding or overflow."""

_UNLIKE = ("0.1", "0.2", "0.3", "0.7", "1.1", "1e16", "-1e16", "1.0", "1e100", "-1e100", "1e-9")

_NOT_FINITE = ("Infinity", "-Infinity", "NaN", "1e400", "1e308", "1.7e308", "-1e308")

_OVERFLOWING = (
    ("1e308", "1e308"), ("1e308", "1e308", "-1e308"), ("1e308", "-1e308", "1e308"),
    ("-1.7e308", "-1e308"), ("1e308", "0", "1e308"), ("-1e308", "1.7e308", "0.5", "1.7e308"),
)  # fmt: skip
"""Values whose sum overflows on its way, or just does not."""


@clause("compensated-score", *inputs.SUMS)
def compensated_score() -> tuple[Check, ...]:
    """Samples are added by Python's sum(), which carries a correction for what rounding lost."""
    # Samples of which each way of adding makes another sum, in one metric or one in each.
    long_additions = build(_samples_of, counts(MANY_ADDED, often=40), st.booleans())
    # Samples whose sum depends on how rounding is dealt with.
    unlike = some(_UNLIKE, 2, 6)
    sums = st.one_of(unlike, _in_any_order()).map(lambda scores: _scored(scores, str(len(scores))))
    return Check("sums", sums), Check("long-additions", long_additions, effort=0.04)


def _samples_of(count: int, apart: bool) -> Case:  # noqa: FBT001 - a draw
    values = [repr(one) for one in layered(count)]
    return inputs.of_pairs(
        [("e", [inputs.numbered([one]) for one in values] if apart else [inputs.numbered(values)])]
    )


def backwards(case: Case) -> Case:
    """Return the case with groups, metrics and values in the opposite order."""
    content = case.input["result"]
    result = json.loads(content) if isinstance(content, bytes) else {}
    evals = result["stats"]["evals"]
    turned = {
        name: {"metrics": [dict(reversed(metric.items())) for metric in reversed(group["metrics"])]}
        for name, group in reversed(evals.items())
    }
    return inputs.of_groups(json.dumps(turned)[1:-1], str(result["n_total_trials"]))


_IN_BOTH_ORDERS = asked_twice(
    backwards, "another order gives another score", lambda _, one, other: one != other, 0.2
)


def _in_any_order() -> st.SearchStrategy[list[str]]:
    return build(
        lambda values, order: [values[place] for place in order if place < len(values)],
        _ORDER_SENSITIVE,
        st.permutations(range(5)),
    )


@clause("sample-order", *inputs.SUMS, **_IN_BOTH_ORDERS, effort=0.6)
@drawn(st.permutations(("2", "10", "b", "a", "1")), _in_any_order(), apart=st.booleans())
def in_any_order(names: list[str], values: list[str], *, apart: bool) -> Case:
    """Samples are added in the order of the file: its groups, their metrics, their values."""
    # Samples whose sum depends on their order, under names that some languages sort.
    pairs = list(zip(names, values, strict=False))
    return inputs.of_pairs(
        [(n, inputs.means([v])) for n, v in pairs] if apart else [("e", [pairs])]
    )


@clause("finite-score", *inputs.RULES, **inputs.BOTH_KINDS, effort=1.2)
def not_finite() -> Cases:
    """A score that is nan or infinite makes the file malformed, for it has no whole number of
    resolved trials."""
    plain = some(_NOT_FINITE + inputs.PLAIN_SCORES[:4] * 2, 1, 3)
    more = some(inputs.PLAIN_SCORES, 0, 2)
    overflowing = build(lambda a, b: [*a, *b], _OVERFLOWING, more)
    return build(_scored, st.one_of(plain, overflowing), ("1", "0", "3"))


def _scored(scores: list[str], total: str) -> Case:
    return inputs.of_pairs([("e", [inputs.numbered(scores)])], total)
