"""Other ways to choose among the results of steps, and to treat those that say nothing."""

from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Step,
    after,
    around,
    before,
    family,
    instead,
)
from candidates.reference.multi_step import MultiStepInput, Steps, VerifierResult

type Result = VerifierResult | None


def _with_result(steps: Steps) -> Steps:
    return [step for step in steps if step is not None]


def _best_last(steps: Steps) -> Steps:
    return sorted(steps, key=lambda step: sum(((step and step["rewards"]) or {}).values()))


def _never(unwanted: VerifierResult) -> Callable[[Result], Result]:
    return lambda result: None if result == unwanted else result


def _without(unwanted: VerifierResult) -> Callable[[Steps], Steps]:
    return lambda steps: [step for step in steps if step != unwanted]


def _nothing_is_zero(steps: Steps) -> Steps:
    return [{"rewards": {}} if step is None else step for step in steps]


def _refusing_no_steps(question: MultiStepInput) -> MultiStepInput:
    if not question["steps"]:
        raise IndexError("list index out of range")
    return question


def _zero_for_no_steps(multi_step: Step) -> Step:
    zero = {"rewards": {"reward": 0.0}}
    return lambda question: multi_step(question) if question["steps"] else zero


def _of_no_results(result: VerifierResult) -> Changes:
    """Return the change to another result where there are steps but none has a result."""

    def guarded(average: Step) -> Step:
        return lambda steps: result if steps and not _with_result(steps) else average(steps)

    return around(average=guarded)


def _of_no_names(result: VerifierResult) -> Changes:
    """Return the change to another result where there are results but no name."""

    def guarded(average: Step) -> Step:
        def guard(steps: Steps) -> Result:
            results = [step for step in steps if step is not None]
            nameless = results and not any(step["rewards"] for step in results)
            return result if nameless else average(steps)

        return guard

    return around(average=guarded)


DEVIATIONS = (
    Deviation(
        "unset-is-final",
        "multi_step.unset-is-mean",
        "a task that sets no strategy gets the last step's result",
        before(strategy=lambda strategy: strategy or "final"),
        advice="Average the steps of a task that sets no strategy.",
    ),
    family(
        "final-is",
        "multi_step.final-is-the-last-step",
        "the strategy final takes {}",
        {
            "the-best": ("the step with the greatest reward", before(final=_best_last)),
            "the-last-with-names": (
                "the last step, whose empty rewards count as no result",
                after(final=_never({"rewards": {}})),
                "multi_step.final-is-verbatim",
            ),
            "the-last-without-null": (
                "the last step, whose null rewards count as no result",
                after(final=_never({"rewards": None})),
                "multi_step.final-is-verbatim",
            ),
        },
        advice="Take the result of the last step, even where it has none.",
    ),
    family(
        "without-steps",
        "multi_step.no-steps",
        "a trial {}",
        {
            "refused": ("without steps raises an error", before(multi_step=_refusing_no_steps)),
            "final-refused": (
                "without steps raises IndexError for the strategy final",
                instead(final=lambda steps: steps[-1]),
            ),
            "null-rewards": (
                "without a result has null rewards",
                after(multi_step=lambda result: {"rewards": None} if result is None else result),
                "multi_step.final-without-result",
            ),
            "zero": ("without steps has a reward of 0", around(multi_step=_zero_for_no_steps)),
        },
        advice="Return no result where there are no steps or where the last step has none.",
    ),
    family(
        "without-results",
        "multi_step.steps-without-result",
        "{}",
        {
            "counted-as-zero": (
                "a step without a result counts as 0",
                before({"average.rows": _nothing_is_zero}),
            ),
            "null-rewards": (
                "steps without any result give null rewards",
                _of_no_results({"rewards": None}),
                "multi_step.no-results",
            ),
            "empty-rewards": (
                "a mean over nothing has empty rewards",
                after(average=lambda result: {"rewards": {}} if result is None else result),
                "multi_step.no-results",
            ),
            "zero": (
                "steps without any result give a reward of 0",
                _of_no_results({"rewards": {"reward": 0.0}}),
                "multi_step.no-results",
            ),
            "no-null": (
                "steps with null rewards are left out",
                before({"average.rows": _without({"rewards": None})}),
                "multi_step.null-rewards-count",
            ),
            "no-empty": (
                "steps with empty rewards are left out",
                before({"average.rows": _without({"rewards": {}})}),
                "multi_step.empty-rewards-count",
            ),
            "null-without-keys": (
                "steps without any key give null rewards",
                _of_no_names({"rewards": None}),
                "multi_step.no-names",
            ),
        },
        advice="Average over the steps that have a result, and return no result where no step"
        " has one or no step has a key.",
    ),
    Deviation(
        "no-names-give-empty-rewards",
        "multi_step.no-names",
        "steps without any key give empty rewards",
        _of_no_names({"rewards": {}}),
        advice="Return no result where no step has a reward key.",
    ),
)
"""Each breaks one clause about which result a trial has."""
