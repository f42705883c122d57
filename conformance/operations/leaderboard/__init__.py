"""leaderboard: from trials to the verdicts and accuracies of a submission."""

from conformance.operations.leaderboard.shapes import INPUT, RESULT
from conformance.operations.operation import Operation, everywhere

OPERATION = Operation(
    name="leaderboard",
    stage=9,
    heading="Trials to a submission's verdicts and accuracy",
    input=INPUT,
    result=RESULT,
    is_score=everywhere,
    needs="leaderboard/static_validation.py",
    effort=0.3,
    subjects=("rewards", "accuracy", "checks", "names"),
)
