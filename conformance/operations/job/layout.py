"""How the stats of a job are laid out, and how its names and numbers are written."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, extreme, rare, seeing
from conformance.operations.job import inputs
from conformance.operations.strategies.drawing import build, drawn, either, some
from conformance.protocol.values import Answer, Case

LEVEL = rare("names with quotes, backslashes or control characters")
_OF_NUMBERS = common("NVIDIA-NeMo/nemo-platform#1792: a reward of 0.8")

_REWARDS: tuple[inputs.Rewards, ...] = (
    {"reward": 1}, {"reward": 0}, {"reward": 1.0}, {"reward": 0.5}, None, {"reward": 0.1},
    {"a": 1, "b": 0.25}, {}, {"b": 1e-6}, {"reward": inputs.NAN}, {"reward": inputs.INFINITY},
    {"reward": 1e16}, {"reward": -0.0}, {"reward": 2**53 + 1},
)  # fmt: skip

_GROUPS = (
    inputs.JobGroup(), inputs.JobGroup("a", "m"), inputs.JobGroup("a", None, "s"),
    inputs.JobGroup("b"), inputs.JobGroup("a__m", "", ""),
    inputs.JobGroup("a", "m", "s__t"),
)  # fmt: skip

_EXCEPTIONS = (None, None, None, "AgentTimeoutError", "CancelledError", "E")

_USAGES = (
    None, inputs.TrialUsage(1200, 300, 45, 0.1), inputs.TrialUsage(7, None, 0, 0.2),
    inputs.TrialUsage(None, None, None, None),
    inputs.TrialUsage(2**53 + 1, 0, 3, 1e-6),
)  # fmt: skip

_TABLES = (
    {"adhoc": ["mean"], "s": ["mean"], "s__t": ["mean"]},
    {"adhoc": ["mean", "max"], "s": ["sum"], "s__t": ["min"], "t": ["max", "mean"]},
    {"adhoc": ["max"], "s": ["min", "min"], "s__t": ["sum"], "t": ["mean"]},
    {"adhoc": ["mean"], "s": ["mean"]},
)

_PARTS = (
    tuple((rewards, group) for group in _GROUPS for rewards in _REWARDS),
    tuple((task, exception) for exception in _EXCEPTIONS for task in ("t", "t", "u")),
    tuple((usage, name) for usage in _USAGES for name in ("", "", "", "", "x")),
)
"""The parts of a trial; one draw a trial, since several would take most of a check's time."""


@clause(
    "layout",
    sources.WRITTEN,
    sources.STATS.lines(28, 41),
    level=common("auto_harness and nemo_platform read the result.json of a job"),
    **inputs.seeing_outcomes(results=0.5),
    effort=0.43,
)
@drawn(
    some(st.integers(0, (len(_PARTS[0]) * len(_PARTS[1]) * len(_PARTS[2])) - 1), 0, 6),
    _TABLES,
    st.integers(0, 8),
    (0, 1, 2),
)
def anything(
    numbers: Sequence[int], table: dict[str, list[str]], planned: int, retries: int
) -> Case:
    """The stats are JSON with an indent of four, an empty object or array in two characters, and
    every member in harbor's order, those that are null or empty included."""
    return inputs.case_with(map(_trial, numbers), table, planned=planned, retries=retries)


def _trial(number: int) -> inputs.Trial:
    """Return the ``number``-th trial that the parts make up."""
    number, first = divmod(number, len(_PARTS[0]))
    third, second = divmod(number, len(_PARTS[1]))
    rewards, group = _PARTS[0][first]
    task, exception = _PARTS[1][second]
    usage, name = _PARTS[2][third]
    return inputs.trial(
        rewards, name=name, task=task, group=group, exception=exception, usage=usage
    )


_ODD = (
    "a", "\n", '"', "\\", "\t\r\b\f", "\x00", "\x1f", "\x7f", "\x85", "\u2028", "\u00e9", "e\u0301",
    "\U0001f600", "/", "<&'>", "\\u0041", " a ", "\ufeff", "\ufffd", "\uffff", "constructor",
    "__proto__",
)  # fmt: skip
"""Text that a writer of JSON has to escape, must not escape, or is often tempted to change."""

_WITH_SURROGATES = ("\ud800", "a\udfff", "\udc00b", "\udbff\ud800", "a\ud83d", "\udcff/")
_AROUND_SURROGATES = ("a", "\ud7ff", "\ue000", "\ufffd", "\U00010000", "\u00e9")


@clause("strings", sources.WRITTEN, **inputs.seeing_outcomes(results=1.0), effort=1.4)
def strings() -> Cases:
    """In a string, quotes, backslashes and the characters below U+0020 are escaped; every other
    character is unchanged."""

    def named(name: str, key: str, exception: str, agent: str) -> inputs.Trial:
        return inputs.trial({key: 1}, name=name, exception=exception, group=inputs.JobGroup(agent))

    return build(inputs.case_with, some(build(named, *[_ODD] * 4), 1, 2))


@clause(
    "lone-surrogates",
    sources.WRITTEN,
    sources.STATS.lines(150),
    level=extreme("no encoder writes half of a surrogate pair"),
    **inputs.seeing_outcomes(results=0.5),
    effort=0.6,
)
@drawn(
    st.lists(st.sampled_from(_WITH_SURROGATES * 2 + _AROUND_SURROGATES), max_size=2, unique=True),
    ("1",) * 7 + _WITH_SURROGATES[:3],
    (None, None, None, *_WITH_SURROGATES[:2]),
    rewarded=(True, True, True, False),
)
def surrogates(names: list[str], name: str, other: str | None, *, rewarded: bool) -> Case:
    """A lone surrogate in the name of a reward, a group or an exception is written as three U+FFFD,
    and one in the name of a listed trial ends the job with an ExceptionGroup."""
    # harbor's progress bar shows the first name of several, and whether it can show a surrogate is
    # up to the terminal, so the first of these is a plain one; of one name it shows the metric's.
    first = ["A"] if len(names) > 1 else []
    rewards = {key: number for number, key in enumerate([*first, *names])} if rewarded else None
    odd = inputs.trial(rewards, name=name, exception=other, group=inputs.JobGroup("a", other))
    return inputs.case_with([odd, inputs.trial({"A": 1})])


_EXTREMES = ("max", "min", "sum")
_INTEGERS = (1, 0, -1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 + 1, 10**22 + 1, 10**300)
_COSTS = (None, None, inputs.NAN, inputs.INFINITY, -inputs.INFINITY, 0.1)


@clause("floats", sources.WRITTEN, sources.METRICS, level=_OF_NUMBERS, effort=0.43)
def floats() -> Cases:
    """A float is written with the fewest digits that read back to it: plainly from 0.00001 to below
    1e+16, otherwise with an exponent that has a sign and no leading zero."""
    # One float, which is its own maximum: any bits, a few digits, or an edge.
    decades = [float(f"1e{power}") for power in range(-8, 19)]
    few_digits = build(lambda digits, ten: digits * ten / 1000, st.integers(1, 99_999), decades)
    any_float = st.floats(allow_nan=False, allow_infinity=False)
    drawn = either(inputs.EDGES, few_digits, any_float)
    return build(lambda metric, value: inputs.values([value], [metric]), _EXTREMES, drawn)


@clause(
    "not-finite",
    sources.WRITTEN,
    sources.METRICS,
    level=rare("nan or infinity among rewards"),
    **seeing(("null", lambda answer: None in inputs.metrics_of(answer), 0.5)),
    effort=0.41,
)
@drawn(
    inputs.METRICS,
    some((inputs.NAN, inputs.INFINITY, -inputs.INFINITY, 1.0), 1, 3),
    some(_COSTS, 3, 3),
)
def not_finite(name: str, each: list[inputs.Number], costs: list[float | None]) -> Case:
    """A metric or cost that is nan or infinite is written as null."""
    used = [None if cost is None else inputs.TrialUsage(cost_usd=cost) for cost in costs]
    trials = [
        inputs.trial({"reward": one}, usage=use) for one, use in zip(each, used, strict=False)
    ]
    return inputs.case_with(trials, {"adhoc": [name]})


def _has_integer(answer: Answer) -> bool:
    return any(type(value) is int for value in inputs.metrics_of(answer))


@clause(
    "integers",
    sources.WRITTEN,
    sources.STATS.lines(163),
    level=extreme("no reward is an integer of dozens of digits"),
    **seeing(("an integer", _has_integer, 0.6)),
    effort=0.41,
)
@drawn(_EXTREMES, _INTEGERS, (None, *_INTEGERS))
def integers(metric: str, value: int, tokens: int | None) -> Case:
    """An integer among metrics or tokens is written with all its digits, however many."""
    usage = inputs.TrialUsage(n_input_tokens=tokens)
    return inputs.case_with([inputs.trial({"reward": value}, usage=usage)], {"adhoc": [metric]})
