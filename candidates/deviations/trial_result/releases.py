"""What newer releases of harbor do otherwise."""

from collections.abc import Callable

from candidates.deviations.deviation import Deviation, Step, around
from candidates.reference.trial_result import Answer, TrialResultInput


class TrialPassedOverError(Exception):
    """A trial whose result cannot be read is run again, and no error."""


def _passed_over(read: Step) -> Callable[[TrialResultInput], Answer]:
    def read_or_pass_over(question: TrialResultInput) -> Answer:
        try:
            return read(question)  # type: ignore[no-any-return] # a step
        except Exception as error:
            raise TrialPassedOverError from error

    return read_or_pass_over


DEVIATIONS = (
    Deviation(
        "trial-unreadable-is-run-again",
        "trial_result.syntax",
        "a trial whose result cannot be read is run again, as in harbor from 0.16.0 on",
        around(trial_result=_passed_over),
    ),
)
"""Each is a change between two releases."""
