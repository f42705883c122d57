"""What wrong ways to do multi_step are made of."""

from collections.abc import Callable

from candidates import reference
from candidates.broken.metric_tools import Aggregate, Number
from candidates.broken.variant import Function
from candidates.reference.multi_step import MultiStepInput, Rewards, VerifierResult

type Steps = list[VerifierResult | None]
type Rows = list[Rewards]


def rows_of(steps: Steps) -> Rows:
    """Return the rewards of the steps that have a verifier result; null rewards are empty."""
    return [step["rewards"] or {} for step in steps if step is not None]


def names_of(rows: Rows) -> list[str]:
    """Return the names of all rows, each once."""
    return list(dict.fromkeys(name for row in rows for name in row))


def with_mean(mean: Callable[[Rows], Rewards]) -> Function:
    """Return the reference with another mean of rows that have at least one name."""

    def multi_step(question: MultiStepInput) -> VerifierResult | None:
        rows = rows_of(question["steps"])
        if question["strategy"] == "final" or not names_of(rows):
            return reference.multi_step(question)
        return {"rewards": mean(rows)}

    return multi_step


def with_mean_of_values(mean: Callable[[list[Number]], Number]) -> Function:
    """Return the reference with another mean of one name's values; missing ones are 0."""
    return with_mean(
        lambda rows: {name: mean([row.get(name, 0) for row in rows]) for name in names_of(rows)}
    )


def with_sum(total: Aggregate) -> Function:
    """Return the reference with another sum in its means."""
    return with_mean_of_values(lambda values: total(values) / len(values))


def on_steps(change: Callable[[Steps], Steps], *, final: bool = False) -> Function:
    """Return the reference after a change of the steps, with the strategy final or the others."""

    def multi_step(question: MultiStepInput) -> VerifierResult | None:
        if (question["strategy"] == "final") is not final:
            return reference.multi_step(question)
        return reference.multi_step({**question, "steps": change(list(question["steps"]))})

    return multi_step


def on_answer(
    change: Callable[[VerifierResult | None], VerifierResult | None], *, final: bool
) -> Function:
    """Return the reference with a change of its answer, with the strategy final or the others."""

    def multi_step(question: MultiStepInput) -> VerifierResult | None:
        answer = reference.multi_step(question)
        return change(answer) if (question["strategy"] == "final") is final else answer

    return multi_step
