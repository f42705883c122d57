"""Other ways to choose among the results of steps, and to treat those that say nothing."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, Step, after, around, before, instead
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
        "takes-the-first-step",
        "multi_step.final-is-the-last-step",
        "steps are kept with the latest in front",
        before(final=lambda steps: steps[:1]),
    ),
    Deviation(
        "takes-the-best-step",
        "multi_step.final-is-the-last-step",
        "the final reward is thought to be the greatest",
        before(final=_best_last),
    ),
    Deviation(
        "final-is-averaged",
        "multi_step.final-is-the-last-step",
        "only one strategy is known",
        after(strategy=lambda _: "mean"),
    ),
    Deviation(
        "takes-the-last-result",
        "multi_step.final-without-result",
        "the last step that has a result is looked for",
        before(final=_with_result),
    ),
    Deviation(
        "final-null-rewards-are-no-result",
        "multi_step.final-is-verbatim",
        "null rewards are taken for no result",
        after(final=_never({"rewards": None})),
    ),
    Deviation(
        "final-empty-rewards-are-no-result",
        "multi_step.final-is-verbatim",
        "the mean's rule for results without a name is applied to the last step",
        after(final=_never({"rewards": {}})),
    ),
    Deviation(
        "unset-is-final",
        "multi_step.unset-is-mean",
        "the last step is thought to be the default",
        before(strategy=lambda strategy: strategy or "final"),
    ),
    Deviation(
        "refuses-no-steps",
        "multi_step.no-steps",
        "the last of no steps is asked for",
        before(multi_step=_refusing_no_steps),
    ),
    Deviation(
        "final-of-no-steps-fails",
        "multi_step.no-steps",
        "steps[-1] is asked for without a look at their number",
        instead(final=lambda steps: steps[-1]),
    ),
    Deviation(
        "no-result-is-null-rewards",
        "multi_step.final-without-result",
        "a trial always has a result, with rewards that are null where there are none",
        after(multi_step=lambda result: {"rewards": None} if result is None else result),
    ),
    Deviation(
        "zero-for-no-steps",
        "multi_step.no-steps",
        "a trial that ran nothing is thought to have failed",
        around(multi_step=_zero_for_no_steps),
    ),
    Deviation(
        "steps-without-result-count-zero",
        "multi_step.steps-without-result",
        "a step that broke is given a 0, as trials are in a metric",
        before({"average.rows": _nothing_is_zero}),
    ),
    Deviation(
        "no-results-give-null-rewards",
        "multi_step.no-results",
        "no result and a result without rewards are one thing",
        _of_no_results({"rewards": None}),
    ),
    Deviation(
        "mean-of-nothing-has-empty-rewards",
        "multi_step.no-results",
        "a mean over no steps, or over no names, is an object without members",
        after(average=lambda result: {"rewards": {}} if result is None else result),
    ),
    Deviation(
        "no-results-give-zero",
        "multi_step.no-results",
        "a division by zero is guarded against",
        _of_no_results({"rewards": {"reward": 0.0}}),
    ),
    Deviation(
        "null-rewards-are-left-out",
        "multi_step.null-rewards-count",
        "null rewards are no result, as the text says",
        before({"average.rows": _without({"rewards": None})}),
    ),
    Deviation(
        "empty-rewards-are-left-out",
        "multi_step.empty-rewards-count",
        "an empty object is taken for no result",
        before({"average.rows": _without({"rewards": {}})}),
    ),
    Deviation(
        "no-names-give-empty-rewards",
        "multi_step.no-names",
        "a loop over no names gives an empty object",
        _of_no_names({"rewards": {}}),
    ),
    Deviation(
        "no-names-give-null-rewards",
        "multi_step.no-names",
        "rewards without a name are read as null",
        _of_no_names({"rewards": None}),
    ),
    Deviation(
        "divides-by-all-steps",
        "multi_step.steps-without-result",
        "the sum is divided by the number of steps",
        # A step that adds 0 changes the count alone: as steps-without-result-count-zero answers.
        before({"average.rows": _nothing_is_zero}),
    ),
)
"""Each breaks one clause about which result a trial has."""
