"""The reward names of steps, what is missing under them, and those easily taken for one another.

In which order the names of a mean come follows the hash seed (harbor/trial/multi_step.py:220)
and is no clause.
"""

from typing import cast

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, Examination, clause, common, rare
from conformance.operations.comparing import differs
from conformance.operations.metric.inputs import in_pairs, sets_of, trials_of
from conformance.operations.multi_step import inputs
from conformance.operations.strategies.drawing import build, some
from conformance.protocol.values import Case, Value

LEVEL = common("morluto/jacobian#831: verifiers that write several keys")
_RARE = rare("keys that differ in case or normal form, and sums whose last digit depends on a 0")

_LOOKALIKES = (
    ("a", "A"), ("i", "\u0131"), ("\xe9", "e\u0301"), ("a", "\u0430"), ("\xdf", "ss"),
    ("fi", "\ufb01"), ("1", "01"),
)  # fmt: skip
_PADDED = (
    ("a", "a "), ("a", "\ta"), ("a", "a\0"), ("a\0b", "a\0c"), ("a", "a\u200b"), ("\ufeffa", "a"),
)  # fmt: skip
_UNUSUAL = (
    *("a", "", "__proto__", "constructor", "mean", "final", "rewards", "10", "9", "score"),
    *("\ud800", "\udfff", "\ud800a", "\ufffd", "?", "\uffff", "\U00010000"),
)


def everything() -> Cases:
    """Any numbers under any keys in any steps, with any strategy."""
    kinds = ("reward",), None, ("a", "b"), inputs.NULL, (), ("b",), ("c", "a")
    return inputs.deal(
        st.one_of(trials_of(*kinds, least=0, most=8), trials_of(("reward",), None, most=8)),
        strategies=(*inputs.MEANS, "final"),
        values=inputs.ODD,
    )


def names_of_some_steps() -> Cases:
    """Several names, of which each step has some."""
    return inputs.deal(trials_of(("a", "b"), ("a",), ("b", "c"), ("c",), least=2))


@clause("mean-by-name", sources.STEP_NAMES, sources.STEP_MEAN)
def mean_by_name() -> tuple[Check, ...]:
    """A mean has, under each reward name of any step, the sum of the name's values divided by the
    number of steps that have a verifier result."""
    return (
        Check("everything", everything()),
        Check("names-of-some-steps", names_of_some_steps(), effort=0.5),
    )


@clause("names-stay", sources.MULTI_STEP.lines(226, 229), sources.STEP_MEAN)
def names_stay() -> tuple[Check, ...]:
    """A mean has the reward's own key, even if that is the only one."""
    several_names = inputs.deal(
        trials_of(("a", "b"), ("b", "a"), ("c", "a", "b"), ("\U00010000", "\uffff"))
    )
    one_name = st.one_of(
        *(inputs.deal(trials_of((name,), None, ())) for name in ("reward", "mean", "a"))
    )
    return (
        Check("one-name", one_name, effort=0.5),
        Check("several-names", several_names, effort=0.5),
    )


def _asked_in_other_orders(examination: Examination, case: Case) -> None:
    """Ask the names of each step in other orders."""
    answer = examination.agree(case)
    others = [examination.agree(_sorted(case, backwards)) for backwards in (False, True)]
    same = all(not differs(case, answer, other) for other in others)
    examination.observe("every order gives the same numbers", happened=same)


@clause(
    "order-of-names",
    sources.STEP_NAMES,
    sources.STEP_MEAN,
    level=_RARE,
    body=_asked_in_other_orders,
    shares={"every order gives the same numbers": 1.0},
)
def in_any_order() -> Cases:
    """In which order the steps state their names changes no number of a mean."""
    return build(
        inputs.dealt,
        inputs.MEANS,
        some(st.permutations(("a", "b", "c")).map(tuple), 2, 4),
        some((0.1, 1, 0.2, 1e16, 2**53 + 1, -1e16), 4, 6),
    )


def _sorted(case: Case, backwards: bool) -> Case:  # noqa: FBT001 - a private helper
    """Return the same case with the names of each step sorted, or sorted backwards."""
    steps = cast("list[dict[str, dict[str, Value]]]", case.input["steps"])
    turned = [dict(sorted(step["rewards"].items(), reverse=backwards)) for step in steps]
    return inputs.case_with(
        cast("str | None", case.input["strategy"]), [{"rewards": r} for r in turned]
    )


@clause("names-are-code-points", sources.STEP_NAMES, level=_RARE)
def names_are_code_points() -> tuple[Check, ...]:
    """Two names are the same only if they are the same code points, and no name is special."""
    return (
        Check("lookalikes", inputs.deal(in_pairs(_LOOKALIKES), most=4), effort=1.2),
        Check("padded", inputs.deal(in_pairs(_PADDED), most=4), effort=0.5),
        Check("unusual", inputs.deal(sets_of(_UNUSUAL), most=4), effort=0.5),
    )


@clause("missing-name-counts-zero", sources.STEP_MEAN, check="names-of-some-steps")
def missing_name_counts_zero() -> Cases:
    """A step with a verifier result that lacks a name counts as a value of 0 under it."""
    return names_of_some_steps()


@clause("missing-is-integer-zero", sources.STEP_MEAN, level=_RARE, effort=3)
def missing_among_integers() -> Cases:
    """The 0 for a missing value is an integer, so it and other integers are still added exactly."""
    return inputs.deal(
        trials_of((), ("a",), ("a", "b"), inputs.NULL, least=2),
        values=(2**53 + 1, 3**40, 10**400, 1, -(2**60) - 1),
    )
