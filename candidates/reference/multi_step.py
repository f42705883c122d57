"""From what a trial's steps were rewarded with to the rewards of the trial.

The steps are those of harbor/trial/multi_step.py:196-230.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from candidates.reference.metric import Aggregate, Rewards, Values, quotient
from candidates.reference.summation import Number, total

Strategy = Literal["mean", "final"]


class VerifierResult(TypedDict):
    """What a verifier said; its rewards may be None."""

    rewards: Rewards | None


class MultiStepInput(TypedDict):
    """A strategy, None where the task sets none, and what the verifier said at each step.

    A step is None where its verifier said nothing.
    """

    strategy: Strategy | None
    steps: list[VerifierResult | None]


Steps = list[VerifierResult | None]
Rows = list[Rewards]


def mean_unless_set(strategy: Strategy | None) -> Strategy:
    """Return the strategy of a task; where it sets none, steps are averaged."""
    return strategy or "mean"


def last_result(steps: Steps) -> VerifierResult | None:
    """Return what the last step's verifier said, None without steps."""
    return steps[-1] if steps else None


def rewards_of_results(steps: Steps) -> Rows:
    """Return the rewards of the steps that have a result; null rewards have no names."""
    return [step["rewards"] or {} for step in steps if step is not None]


def names_of(rows: Rows) -> list[str]:
    """Return the names of all rows, in the order in which the steps bring them up.

    harbor's come out of a set, in an order that differs from one of its processes to the next.
    """
    return list(dict.fromkeys(name for row in rows for name in row))


def value_of(row: Rewards, name: str) -> Number:
    """Return a step's value of a name; what is missing counts as 0."""
    return row.get(name, 0)


@dataclass(frozen=True, slots=True)
class Columns:
    """The steps from rows of rewards to the values of each name."""

    names: Callable[[Rows], list[str]] = names_of
    value: Callable[[Rewards, str], Number] = value_of

    def __call__(self, rows: Rows) -> dict[str, Values]:
        """Return the values of all rows, in the order of the steps, by name."""
        return {name: [self.value(row, name) for row in rows] for name in self.names(rows)}


@dataclass(frozen=True, slots=True)
class Average:
    """The steps to a mean over those steps that have a result."""

    rows: Callable[[Steps], Rows] = rewards_of_results
    columns: Callable[[Rows], dict[str, Values]] = field(default_factory=Columns)
    sum: Aggregate = total
    mean: Callable[[Values, Aggregate], Number] = quotient

    def __call__(self, steps: Steps) -> VerifierResult | None:
        """Return the mean of each name, None where no step has any name."""
        rows = self.rows(steps)
        if not any(rows):
            return None
        columns = self.columns(rows)
        return {"rewards": {name: self.mean(values, self.sum) for name, values in columns.items()}}


@dataclass(frozen=True, slots=True)
class MultiStep:
    """The steps from the results of steps to that of their trial, one for each strategy."""

    strategy: Callable[[Strategy | None], Strategy] = mean_unless_set
    final: Callable[[Steps], VerifierResult | None] = last_result
    average: Callable[[Steps], VerifierResult | None] = field(default_factory=Average)

    def __call__(self, case: MultiStepInput) -> VerifierResult | None:
        """Return the trial's verifier result; None stands for no result.

        Raises OverflowError if a mean is beyond binary64, or an integer beyond it meets a float.
        """
        strategy = self.strategy(case["strategy"])
        return (self.final if strategy == "final" else self.average)(case["steps"])


multi_step = MultiStep()
