"""How the numbers of a job are written as values: floats, what is not finite, integers."""

from hypothesis import strategies as st

from conformance.operations.clause import (
    Cases,
    Erratum,
    Source,
    clause,
    common,
    extreme,
    rare,
    seeing,
)
from conformance.operations.job import sources
from conformance.operations.job.inputs import (
    EDGES,
    INFINITY,
    METRICS,
    NAN,
    Number,
    TrialUsage,
    case_with,
    metrics_of,
    stats,
    trial,
    values,
)
from conformance.operations.strategies.drawing import build, drawn, either, some
from conformance.protocol.values import Answer, Case

LEVEL = common("NVIDIA-NeMo/nemo-platform#1792: a reward of 0.8")

_EXTREMES = ("max", "min", "sum")
_INTEGERS = (1, 0, -1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 + 1, 10**22 + 1, 10**300)
_COSTS = (None, None, NAN, INFINITY, -INFINITY, 0.1)


@clause("floats", sources.WRITTEN, sources.METRICS, effort=0.43)
def floats() -> Cases:
    """A float is written with the fewest digits that read back to it: plainly from 0.00001 to below
    1e+16, otherwise with an exponent that has a sign and no leading zero."""
    # One float, which is its own maximum: any bits, a few digits, or an edge.
    decades = [float(f"1e{power}") for power in range(-8, 19)]
    few_digits = build(lambda digits, ten: digits * ten / 1000, st.integers(1, 99_999), decades)
    any_float = st.floats(allow_nan=False, allow_infinity=False)
    drawn = either(EDGES, few_digits, any_float)
    return build(lambda metric, value: values([value], [metric]), _EXTREMES, drawn)


@clause(
    "not-finite",
    sources.WRITTEN,
    sources.METRICS,
    level=rare("nan or infinity among rewards"),
    **seeing(("null", lambda answer: None in metrics_of(answer), 0.5)),
    effort=0.41,
    erratum=Erratum(
        text="spec/000 §6",
        says="inf propagates to inf or nan, and a comparator has to treat nan as equal to nan.",
        wheel="The metric is inf while harbor runs; the file that it writes has null.",
        case=values([INFINITY], ["max"]),
        text_answer=stats(
            "a__adhoc", {"metrics": [{"max": INFINITY}], "reward_stats": {"reward": {"inf": ["1"]}}}
        ),
    ),
)
@drawn(METRICS, some((NAN, INFINITY, -INFINITY, 1.0), 1, 3), some(_COSTS, 3, 3))
def not_finite(name: str, each: list[Number], costs: list[float | None]) -> Case:
    """A metric or cost that is nan or infinite is written as null."""
    used = [None if cost is None else TrialUsage(cost_usd=cost) for cost in costs]
    trials = [trial({"reward": one}, usage=use) for one, use in zip(each, used, strict=False)]
    return case_with(trials, {"adhoc": [name]})


def _has_integer(answer: Answer) -> bool:
    return any(type(value) is int for value in metrics_of(answer))


@clause(
    "integers",
    sources.WRITTEN,
    Source(sources.STATS, 163, 163, "self.n_input_tokens = (self.n_input_tokens or 0)"),
    level=extreme("no reward is an integer of dozens of digits"),
    **seeing(("an integer", _has_integer, 0.6)),
    effort=0.41,
)
@drawn(_EXTREMES, _INTEGERS, (None, *_INTEGERS))
def integers(metric: str, value: int, tokens: int | None) -> Case:
    """An integer among metrics or tokens is written with all its digits, however many."""
    usage = TrialUsage(n_input_tokens=tokens)
    return case_with([trial({"reward": value}, usage=usage)], {"adhoc": [metric]})
