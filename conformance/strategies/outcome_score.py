"""Questions about the score: which values are samples, how they are read and added."""

import itertools
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
from conformance.strategies.outcome_files import of_groups, of_metrics
from conformance.strategies.reward_text import NUMBERS

type Shape = tuple[tuple[str, ...], ...]
"""Evals groups, their metrics, and the names in each metric with blanks between."""

_PLAIN = ("0", "1", "0.5", "0.25", "0.75", "2", "-1", "0.1", "1.0")
_FLAT: tuple[Shape, ...] = (
    (("mean",), ("mean", "mean")), (("mean", "a b"),), (("a b c",), ("mean",)), (("max", "a b"),),
    (("mean",), ("a b c", "sum")), (("a b",), ("min",), ("mean", "mean")), (("mean",),),
    (("mean", "mean"), ("a b c",)), (("a b c d",), ("a",)), ((), ("mean",), ("a b",)),
)  # fmt: skip
_BESIDE_A_MEAN: tuple[Shape, ...] = (
    (("mean speed",),), (("speed mean",),), (("mean",), ("a mean b",)), (("mean mean_of_all",),),
    (("correctness speed",),), (("Mean speed",),), (("MEAN mean a",),), (("means a", "mean a"),),
    (("a b mean c",), ("mea n",)), (("reward.mean a",),),
)  # fmt: skip
_WITHOUT_A_MEAN: tuple[Shape, ...] = (
    (("max",),), (("correctness speed",),), (("max", "min", "sum"),), (("a b c", "mean"),),
    (("pass",), ("average score",)), (("10 9 a",),), (("reward", "mean"),), (("a b c d",),),
)  # fmt: skip
_FEW: tuple[Shape, ...] = (
    (), ((),), (("",),), (("", "mean"),), ((), ()), (("", ""), ("a b",)), (("mean",), ()),
    (("a", "", ""),), ((), ("",)), (("", "a b"), ("",)),
)  # fmt: skip

_ORDER_SENSITIVE = (
    ("1e32", "-1.0", "9007199254740992.0", "0.1"),
    ("1e32", "-1e32", "1e16", "1.0", "0.1"),
    ("1e308", "-1e308", "1.7e308", "1.0"),
    ("1e16", "-1e16", "1.0", "-1.0", "0.1"),
    ("-1e16", "-1.0", "3.0", "1e48", "-1e48"),
    ("1e32", "-1e32", "1.0", "9007199254740992.0", "0.1"),
)
"""Values whose sum depends on their order, by what rounding loses or by an overflow."""

_UNLIKE = ("0.1", "0.2", "0.3", "0.7", "1.1", "1e16", "-1e16", "1.0", "1e100", "-1e100", "1e-9")

_VALUES = (
    "1", "true", "0", "false", "0.5", "-0.0", "9007199254740993", "-9007199254740993", "1e3",
    "18446744073709551617", str(2**1024 - 2**970 - 1), str(2**1024 - 2**970), str(-(10**400)),
    "123456789012345678901234567890", "null", "[]", "[1]", "{}", '{"mean": 1}', '""', "5e-324",
)  # fmt: skip
_WORDS = (
    *(
        "nan",
        "inf",
        "-Infinity",
        "",
        " ",
        "true",
        "null",
        "None",
        "0x10",
        "1,5",
        "1/2",
        "50%",
        "1f",
    ),
    *("1e400", "1e", "--1", "1_", "_1", "1__0", ".", "+", "1 0", "\\n1\\t", "1\\u0000", "\\ud800"),
)
_PIECES = ("_", " ", ".", "e", "-", "+", "0", "1", "x", ",", "\u0661", "\u00a0", "\ufeff", "%")

_NOT_FINITE = ("Infinity", "-Infinity", "NaN", "1e400", "1e308", "1.7e308", "-1e308")
_OVERFLOWING = (
    ("1e308", "1e308"), ("1e308", "1e308", "-1e308"), ("1e308", "-1e308", "1e308"),
    ("-1.7e308", "-1e308"), ("1e308", "0", "1e308"), ("-1e308", "1.7e308", "0.5", "1.7e308"),
)  # fmt: skip
"""Values whose sum overflows on its way, or just does not."""


def flat() -> st.SearchStrategy[Case]:
    """Groups with unlike numbers of metrics and metrics with unlike numbers of values."""
    return _shaped(_FLAT)


def beside_a_mean() -> st.SearchStrategy[Case]:
    """Metrics in which ``mean``, or a name close to it, stands beside others."""
    return _shaped(_BESIDE_A_MEAN)


def without_a_mean() -> st.SearchStrategy[Case]:
    """Metrics of several names of which none is ``mean``, and some with."""
    return _shaped(_WITHOUT_A_MEAN)


def few_samples() -> st.SearchStrategy[Case]:
    """Groups of few metrics with few values, often none at all."""
    return _shaped(_FEW)


def numbers() -> st.SearchStrategy[Case]:
    """Samples of every type of JSON, small and large."""
    values = st.sampled_from(_VALUES[:10] * 2 + _VALUES)
    return _beside_others(values)


def texts() -> st.SearchStrategy[Case]:
    """Samples that are text, which hold a number, almost one, or none."""
    spaced = st.builds(
        "{1}{0}{2}".format,
        st.sampled_from(("1", "0.5", "1_0", "\u0663")),
        *[st.sampled_from(("", "", *WHITE_SPACE, *NOT_WHITE_SPACE))] * 2,
    )
    scripts = st.sampled_from(ZEROS + NOT_DIGITS).map(lambda digit: f"1{digit}.5")
    text = st.one_of(edited(NUMBERS, _PIECES), spaced, scripts).map(json.dumps)
    written_out = st.sampled_from(_WORDS).map(lambda word: f'"{word}"')
    return _beside_others(st.one_of(text, text, written_out))


def sums() -> st.SearchStrategy[Case]:
    """Samples whose sum depends on how rounding is dealt with."""
    unlike = st.lists(st.sampled_from(_UNLIKE), min_size=2, max_size=6)
    return st.one_of(unlike, _in_any_order()).map(
        lambda found: of_metrics(_metric_of(found), str(len(found)))
    )


def in_any_order() -> st.SearchStrategy[Case]:
    """Samples whose sum depends on their order, under names that some languages sort."""
    names = st.permutations(("2", "10", "b", "a", "1"))
    return st.builds(_named_in_order, names, _in_any_order(), st.booleans())


def not_finite() -> st.SearchStrategy[Case]:
    """Samples that are infinite or nan, or whose sum overflows, among plain ones."""
    plain = st.lists(st.sampled_from(_NOT_FINITE + _PLAIN[:4] * 2), min_size=1, max_size=3)
    more = st.lists(st.sampled_from(_PLAIN), max_size=2)
    overflowing = st.builds(lambda a, b: [*a, *b], st.sampled_from(_OVERFLOWING), more)
    values = st.one_of(plain, overflowing)
    return st.builds(
        lambda found, total: of_metrics(_metric_of(found), total),
        values,
        st.sampled_from(("1", "0", "3")),
    )


def backwards(case: Case) -> Case:
    """Return the question with groups, metrics and values in the opposite order."""
    content = case.input["result"]
    result = json.loads(content) if isinstance(content, bytes) else {}
    evals = result["stats"]["evals"]
    turned = {
        name: {"metrics": [dict(reversed(metric.items())) for metric in reversed(group["metrics"])]}
        for name, group in reversed(evals.items())
    }
    return of_groups(json.dumps(turned)[1:-1], str(result["n_total_trials"]))


def _shaped(shapes: tuple[Shape, ...]) -> st.SearchStrategy[Case]:
    """Groups of one of the shapes, filled with four values round and round."""
    values = st.tuples(*[st.sampled_from(_PLAIN)] * 4)
    totals = st.sampled_from(("4", "3", "8", "1", "12"))
    return st.builds(_filled, st.sampled_from(shapes), values, totals)


def _filled(shape: Shape, values: tuple[str, ...], total: str) -> Case:
    rest = itertools.cycle(values)
    groups = (
        _metrics([_object([(name, next(rest)) for name in names.split()]) for names in metrics])
        for metrics in shape
    )
    return _in_order([(f"e{number}", members) for number, members in enumerate(groups)], total)


def _in_order(groups: list[tuple[str, str]], total: str) -> Case:
    return of_groups(", ".join(f'"{name}": {{{members}}}' for name, members in groups), total)


def _beside_others(values: st.SearchStrategy[str]) -> st.SearchStrategy[Case]:
    places = st.sampled_from(('{{"mean": {}}}', '{{"a": {}}}', '{{"a": 0.5, "b": {}}}'))
    return st.builds(lambda place, value: of_metrics(place.format(value)), places, values)


def _in_any_order() -> st.SearchStrategy[list[str]]:
    return st.builds(
        lambda values, order: [values[place] for place in order if place < len(values)],
        st.sampled_from(_ORDER_SENSITIVE),
        st.permutations(range(5)),
    )


def _named_in_order(names: list[str], values: list[str], apart: bool) -> Case:  # noqa: FBT001 - a draw
    pairs = list(zip(names, values, strict=False))
    if not apart:
        return of_metrics(_object(pairs))
    return _in_order([(name, _metrics([_object([("mean", v)])])) for name, v in pairs], "3")


def _metrics(metrics: list[str]) -> str:
    return f'"metrics": [{", ".join(metrics)}]'


def _metric_of(values: list[str]) -> str:
    return _object([(f"v{number}", value) for number, value in enumerate(values)])


def _object(pairs: list[tuple[str, str]]) -> str:
    return "{" + ", ".join(f'"{name}": {value}' for name, value in pairs) + "}"
