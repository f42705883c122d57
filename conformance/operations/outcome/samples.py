"""The score: which values are samples, how they are read, and how they are added."""

import itertools
import json

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Subject, asked_twice, clause, common, rare
from conformance.operations.outcome import inputs
from conformance.operations.strategies.drawing import Choice, build, drawn, either, rows, some
from conformance.operations.strategies.sizes import MANY_ADDED, counts, layered
from conformance.operations.strategies.texts import AROUND, NUMERALS, edited
from conformance.operations.verifier.text_form import NUMBERS
from conformance.protocol.values import Case

LEVEL = common("agent_challenge: the file of a harbor job")
_RARE = rare("a file that another program wrote, or a person edited")

type Shape = tuple[tuple[str, ...], ...]
"""Evals groups, their metrics, and the names in each metric with blanks between."""

_FLAT: tuple[Shape, ...] = (
    (("mean",), ("mean", "mean")), (("mean", "a b"),), (("a b c",), ("mean",)), (("max", "a b"),),
    (("mean",), ("a b c", "sum")), (("a b",), ("min",), ("mean", "mean")), (("mean",),),
    (("mean", "mean"), ("a b c",)), (("a b c d",), ("a",)), ((), ("mean",), ("a b",)),
)  # fmt: skip

_BESIDE_A_MEAN: tuple[Shape, ...] = (
    (("mean speed",),), (("speed mean",),), (("mean",), ("a mean b",)), (("mean mean_of_all",),),
    (("correctness speed",),), (("Mean speed",),), (("MEAN mean a",),), (("means a", "mean a"),),
    (("a b mean c",), ("mea n",)), (("reward.mean a",),), (("speed MEAN",),),
)  # fmt: skip

_WITHOUT_A_MEAN: tuple[Shape, ...] = (
    (("max",),), (("correctness speed",),), (("max", "min", "sum"),), (("a b c", "mean"),),
    (("pass",), ("average score",)), (("10 9 a",),), (("reward", "mean"),), (("reward speed",),),
)  # fmt: skip

_FEW: tuple[Shape, ...] = (
    (), ((),), (("",),), (("", "mean"),), ((), ()), (("", ""), ("a b",)), (("mean",), ()),
    (("a", "", ""),), ((), ("",)), (("", "a b"), ("",)),
)  # fmt: skip

_VALUES = (
    "1", "true", "0", "false", "0.5", "-0.0", "9007199254740993", "-9007199254740993", "1e3",
    "18446744073709551617", str(2**1024 - 2**970 - 1), str(2**1024 - 2**970), str(-(10**400)),
    "123456789012345678901234567890", "null", "[]", "[1]", "{}", '{"mean": 1}', '""', "5e-324",
)  # fmt: skip

_DIGITS = "1" * 4_301
_LONG = (
    _DIGITS, f"-{_DIGITS}", f"0.{_DIGITS}", f"{_DIGITS}e-4300", *[
        f'"{text}"'
        for text in (
            f"{'0' * 4_300}1", f"0.{_DIGITS}", f"{_DIGITS}e-4300", "1_" * 4_300 + "1e-4300", _DIGITS
        )
    ],
)  # fmt: skip
"""Samples of more digits than Python reads as an integer, of which it reads some as a float."""

_WORDS = (
    *("nan", "inf", "-Infinity", "", " ", "true", "null", "None", "0x10"),
    *("1,5", "1/2", "50%", "1f"),
    *("1e400", "1e", "--1", "1_", "_1", "1__0", ".", "+", "1 0", "\\n1\\t", "1\\u0000", "\\ud800"),
)

_PIECES = ("_", " ", ".", "e", "-", "+", "0", "1", "x", ",", "\u0661", "\u00a0", "\ufeff", "%")


@clause("flat-mean", *inputs.RULES)
def flat_mean() -> tuple[Check, ...]:
    """The score is the mean of all samples of all metrics of all groups, each of the same
    weight."""
    # Groups with as many samples each, whose mean of means differs in the last digit alone.
    scores = ("0.1", "0.2", "0.3", "0.7", "1.0", "0.6", "0.0")
    several = st.integers(2, 3).flatmap(lambda size: rows(2, 4, *[scores] * size))
    # Groups with unlike numbers of metrics and metrics with unlike numbers of values.
    return (
        Check("flat", _shaped(_FLAT), effort=0.6),
        Check("groups-of-one-size", st.builds(_groups_of, several, st.booleans()), effort=0.4),
    )


def _groups_of(samples: list[tuple[str, ...]], apart: bool) -> Case:  # noqa: FBT001 - a draw
    """Return the case of groups of these samples, in a metric each or in one."""
    each = [inputs.means(values) if apart else [inputs.numbered(values, "k")] for values in samples]
    return inputs.of_pairs(
        [(f"g{n}", metrics) for n, metrics in enumerate(each)], str(len(samples))
    )


@clause("mean-alone", *inputs.RULES, effort=3)
def beside_a_mean() -> Cases:
    """If a metric has the name mean, that value is its only sample."""
    return _shaped(_BESIDE_A_MEAN)


@clause("every-value", *inputs.RULES, effort=0.6)
def without_a_mean() -> Cases:
    """Of a metric without the key mean, every value is a sample, under any key."""
    return _shaped(_WITHOUT_A_MEAN)


@clause("no-samples", *inputs.RULES, effort=0.6)
def few_samples() -> Cases:
    """Without a sample the score is 0.0, which is not an error."""
    return _shaped(_FEW)


@clause("sample-numbers", *inputs.RULES, level=_RARE, **inputs.BOTH_KINDS)
def numbers() -> Cases:
    """A sample is a number rounded to binary64, true as 1 and false as 0; a list, an object or an
    integer beyond binary64 makes the file malformed."""
    return _beside_others(_VALUES[:10] * 2 + _VALUES)


@clause("sample-text", *inputs.RULES, level=_RARE)
def sample_text() -> tuple[Check, ...]:
    """A sample that is text is the number that float() reads from it, and text that holds none
    makes the file malformed."""
    spaced = build("{1}{0}{2}".format, ("1", "0.5", "1_0", "\u0663"), AROUND, AROUND)
    scripts = [f"1{digit}.5" for digit in NUMERALS]
    text = either(edited(NUMBERS, _PIECES), spaced, scripts).map(json.dumps)
    texts = _beside_others(either(text, text, [f'"{word}"' for word in _WORDS]))
    long = st.sampled_from([inputs.of_metrics(f'{{"mean": {value}}}') for value in _LONG])
    return (Check("texts", texts, **inputs.BOTH_KINDS), Check("long-samples", long, effort=0.1))


def _shaped(shapes: tuple[Shape, ...]) -> Cases:
    """Groups of one of the shapes, filled with four values round and round."""
    values = st.tuples(*[st.sampled_from(inputs.PLAIN_SCORES)] * 4)
    return build(_filled, shapes, values, ("4", "3", "8", "1", "12"))


def _filled(shape: Shape, values: tuple[str, ...], total: str) -> Case:
    rest = itertools.cycle(values)
    groups = [
        (f"e{number}", [[(name, next(rest)) for name in names.split()] for names in metrics])
        for number, metrics in enumerate(shape)
    ]
    return inputs.of_pairs(groups, total)


def _beside_others(values: Choice) -> Cases:
    places = ('{{"mean": {}}}', '{{"a": {}}}', '{{"a": 0.5, "b": {}}}')
    return build(str.format, places, values).map(inputs.of_metrics)


SCORE = Subject("score", rare("metrics whose sum is not exact, or not finite"))

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


@clause("compensated-score", *inputs.SUMS, of=SCORE)
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


@clause("sample-order", *inputs.SUMS, **_IN_BOTH_ORDERS, effort=0.6, of=SCORE)
@drawn(st.permutations(("2", "10", "b", "a", "1")), _in_any_order(), apart=st.booleans())
def in_any_order(names: list[str], values: list[str], *, apart: bool) -> Case:
    """Samples are added in the order of the file: its groups, their metrics, their values."""
    # Samples whose sum depends on their order, under names that some languages sort.
    pairs = list(zip(names, values, strict=False))
    return inputs.of_pairs(
        [(n, inputs.means([v])) for n, v in pairs] if apart else [("e", [pairs])]
    )


@clause("finite-score", *inputs.RULES, **inputs.BOTH_KINDS, effort=1.2, of=SCORE)
def not_finite() -> Cases:
    """A score that is nan or infinite makes the file malformed, for it has no whole number of
    resolved trials."""
    plain = some(_NOT_FINITE + inputs.PLAIN_SCORES[:4] * 2, 1, 3)
    more = some(inputs.PLAIN_SCORES, 0, 2)
    overflowing = build(lambda a, b: [*a, *b], _OVERFLOWING, more)
    return build(_scored, st.one_of(plain, overflowing), ("1", "0", "3"))


def _scored(scores: list[str], total: str) -> Case:
    return inputs.of_pairs([("e", [inputs.numbered(scores)])], total)
