"""What cases about steps are made of: results of some names, and values dealt to them."""

from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import cast

from hypothesis import strategies as st

from conformance.operations.clause import Cases
from conformance.operations.metric.inputs import TELLING, Number
from conformance.operations.metric.numbers import ODD_VALUES
from conformance.operations.strategies.drawing import build, some
from conformance.protocol.values import Case, Value

type Step = tuple[str, ...] | str | None
"""The reward names of one step; NULL stands for null rewards, None for no verifier result."""

NULL = "null"

MEANS: tuple[str | None, ...] = ("mean", None)
"""What a task may say to have its steps averaged; None: it says nothing."""

ODD: tuple[Number, ...] = (1, 0, *ODD_VALUES[2:])
"""The values of the inputs, 1 before 0, next to which a missing value would not show."""


def case_with(strategy: str | None, steps: Iterable[Value]) -> Case:
    """Return the case of a strategy and the verifier result of each step."""
    return Case("multi_step", {"strategy": strategy, "steps": list(steps)})


def of_values(strategy: str | None, values: Iterable[Number]) -> Case:
    """Return the case of steps that have one reward of one name each."""
    return case_with(strategy, [{"rewards": {"reward": value}} for value in values])


def dealt(strategy: str | None, steps: Iterable[Step], values: Iterable[Number]) -> Case:
    """Return the case that deals out the values to the names of the steps, in order, in turn."""
    deck = cycle(values)
    return case_with(strategy, [_result(names, deck) for names in steps])


def _result(names: Step, deck: Iterable[Number]) -> Value:
    if names is None:
        return None
    if names == NULL:
        return {"rewards": None}
    return {"rewards": dict(zip(names, deck, strict=False))}


def deal(
    steps: st.SearchStrategy[Sequence[Step]],
    *,
    strategies: Sequence[str | None] = MEANS,
    values: Sequence[Number] = TELLING,
    most: int = 6,
) -> Cases:
    """Return cases that deal values to steps."""
    return build(dealt, strategies, steps, some(values, 2, most))


def values_of(*values: Number, least: int = 1, most: int = 5) -> Cases:
    """Return means over steps that have one of these values each."""
    return build(of_values, MEANS, some(values, least, most))


def of_metrics(cases: Cases) -> Cases:
    """Return the cases about a metric as cases about steps of the same rewards."""
    return build(as_steps, MEANS, cases)


def as_steps(strategy: str | None, case: Case) -> Case:
    """Return the case about steps with the rewards of a metric's trials."""
    trials = cast("list[Value]", case.input["rewards"])
    return case_with(strategy, [None if trial is None else {"rewards": trial} for trial in trials])
