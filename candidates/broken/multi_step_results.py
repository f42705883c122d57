"""Wrong ways to choose among the results of steps, and to treat those that say nothing."""

from typing import Literal

from candidates import reference
from candidates.broken.multi_step_tools import Steps, names_of, on_answer, on_steps, rows_of
from candidates.broken.variant import Function, Variant
from candidates.reference.multi_step import MultiStepInput, VerifierResult
from candidates.reference.summation import total


def _rewards(step: VerifierResult | None) -> dict[str, int | float]:
    return (step and step["rewards"]) or {}


def _with_result(steps: Steps) -> Steps:
    return [step for step in steps if step is not None]


def _best(steps: Steps) -> Steps:
    return sorted(steps, key=lambda step: sum(_rewards(step).values()))


def _never_null(answer: VerifierResult | None) -> VerifierResult | None:
    return None if answer == {"rewards": None} else answer


def _never_empty(answer: VerifierResult | None) -> VerifierResult | None:
    return None if answer == {"rewards": {}} else answer


def _without_null(steps: Steps) -> Steps:
    return [step for step in steps if step is not None and step["rewards"] is not None]


def _without_empty(steps: Steps) -> Steps:
    return [step for step in steps if step is None or step["rewards"] != {}]


def _nothing_is_zero(steps: Steps) -> Steps:
    return [{"rewards": {}} if step is None else step for step in steps]


def _instead(strategy: str | None, other: Literal["mean", "final"]) -> Function:
    """Return the reference that takes one strategy for another."""

    def multi_step(question: MultiStepInput) -> VerifierResult | None:
        replaced = other if question["strategy"] == strategy else question["strategy"]
        return reference.multi_step({**question, "strategy": replaced})

    return multi_step


def refuses_no_steps(question: MultiStepInput) -> VerifierResult | None:
    """Raise the error of a list without a last element."""
    if not question["steps"]:
        message = "list index out of range"
        raise IndexError(message)
    return reference.multi_step(question)


def zero_for_no_steps(question: MultiStepInput) -> VerifierResult | None:
    """Give a trial without steps a reward of 0."""
    if not question["steps"]:
        return {"rewards": {"reward": 0.0}}
    return reference.multi_step(question)


def divides_by_all_steps(question: MultiStepInput) -> VerifierResult | None:
    """Add the values of the steps that have a result, and divide by the number of all steps."""
    answer, count = reference.multi_step(question), len(question["steps"])
    rows = rows_of(question["steps"])
    if question["strategy"] == "final" or answer is None or len(rows) == count:
        return answer
    return {"rewards": {n: total([row.get(n, 0) for row in rows]) / count for n in names_of(rows)}}


def _of_no_results(answer: VerifierResult) -> Function:
    """Return the reference with another answer where there are steps but no result."""

    def multi_step(question: MultiStepInput) -> VerifierResult | None:
        steps = question["steps"]
        nothing = bool(steps) and not _with_result(steps) and question["strategy"] != "final"
        return answer if nothing else reference.multi_step(question)

    return multi_step


def _of_no_names(answer: VerifierResult) -> Function:
    """Return the reference with another answer where there are results but no name."""

    def multi_step(question: MultiStepInput) -> VerifierResult | None:
        results = _with_result(question["steps"])
        named = any(_rewards(step) for step in results)
        nothing = results and not named and question["strategy"] != "final"
        return answer if nothing else reference.multi_step(question)

    return multi_step


VARIANTS = (
    Variant(
        "takes-the-first-step",
        "multi_step.final-is-the-last-step",
        "steps are kept with the latest in front",
        on_steps(lambda steps: steps[:1], final=True),
    ),
    Variant(
        "takes-the-best-step",
        "multi_step.final-is-the-last-step",
        "the final reward is thought to be the greatest",
        on_steps(_best, final=True),
    ),
    Variant(
        "final-is-averaged",
        "multi_step.final-is-the-last-step",
        "only one strategy is known",
        _instead("final", "mean"),
    ),
    Variant(
        "takes-the-last-result",
        "multi_step.final-without-result",
        "the last step that has a result is looked for",
        on_steps(_with_result, final=True),
    ),
    Variant(
        "final-null-rewards-are-no-result",
        "multi_step.final-is-verbatim",
        "null rewards are taken for no result",
        on_answer(_never_null, final=True),
    ),
    Variant(
        "final-empty-rewards-are-no-result",
        "multi_step.final-is-verbatim",
        "the mean's rule for results without a name is applied to the last step",
        on_answer(_never_empty, final=True),
    ),
    Variant(
        "unset-is-final",
        "multi_step.unset-is-mean",
        "the last step is thought to be the default",
        _instead(None, "final"),
    ),
    Variant(
        "refuses-no-steps",
        "multi_step.no-steps",
        "the last of no steps is asked for",
        refuses_no_steps,
    ),
    Variant(
        "zero-for-no-steps",
        "multi_step.no-steps",
        "a trial that ran nothing is thought to have failed",
        zero_for_no_steps,
    ),
    Variant(
        "steps-without-result-count-zero",
        "multi_step.steps-without-result",
        "a step that broke is given a 0, as trials are in a metric",
        on_steps(_nothing_is_zero),
    ),
    Variant(
        "no-results-give-null-rewards",
        "multi_step.no-results",
        "no result and a result without rewards are one thing",
        _of_no_results({"rewards": None}),
    ),
    Variant(
        "no-results-give-zero",
        "multi_step.no-results",
        "a division by zero is guarded against",
        _of_no_results({"rewards": {"reward": 0.0}}),
    ),
    Variant(
        "null-rewards-are-left-out",
        "multi_step.null-rewards-count",
        "null rewards are no result, as the text says",
        on_steps(_without_null),
    ),
    Variant(
        "empty-rewards-are-left-out",
        "multi_step.empty-rewards-count",
        "an empty object is taken for no result",
        on_steps(_without_empty),
    ),
    Variant(
        "no-names-give-empty-rewards",
        "multi_step.no-names",
        "a loop over no names gives an empty object",
        _of_no_names({"rewards": {}}),
    ),
    Variant(
        "no-names-give-null-rewards",
        "multi_step.no-names",
        "rewards without a name are read as null",
        _of_no_names({"rewards": None}),
    ),
    Variant(
        "divides-by-all-steps",
        "multi_step.steps-without-result",
        "the sum is divided by the number of steps",
        divides_by_all_steps,
    ),
)
"""Each breaks one clause about which result a trial has."""
