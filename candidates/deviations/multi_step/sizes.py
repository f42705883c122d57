"""Limits on steps and names that the rewards of a trial do not have."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, before
from candidates.deviations.sizes import cut_names, first_members, limited
from candidates.reference.metric import Rewards
from candidates.reference.multi_step import MultiStepInput, Steps


def _on_steps(change: Callable[[Steps], Steps]) -> Changes:
    def changed(question: MultiStepInput) -> MultiStepInput:
        return {**question, "steps": change(question["steps"])}

    return before(multi_step=changed)


def _on_rewards(change: Callable[[Rewards | None], Rewards | None]) -> Changes:
    return _on_steps(
        lambda steps: [step and {**step, "rewards": change(step["rewards"])} for step in steps]
    )


DEVIATIONS = (
    *limited(
        "first-@-steps",
        "multi_step.any-number-of-steps",
        "an agent is thought to need no more steps",
        parameter="number of steps",
        limits=(12, 64, 100, 255, 512),
        changes=lambda limit: _on_steps(lambda steps: steps[:limit]),
    ),
    *limited(
        "first-@-names-of-a-step",
        "multi_step.any-number-of-names",
        "a table has room for so many columns",
        parameter="number of names",
        limits=(8, 64, 255),
        changes=lambda limit: _on_rewards(first_members(limit)),
    ),
    *limited(
        "step-names-of-@-characters",
        "multi_step.names-of-any-length",
        "names are kept in a column of a database",
        parameter="number of characters",
        limits=(64, 255, 1024),
        changes=lambda limit: _on_rewards(cut_names(limit)),
    ),
)
"""Each has one limit that harbor does not have."""
