"""What nemo-evaluator does differently from harbor and no row of the catalogue has."""

from conformance.protocol.values import Answer, Case, Failure, Result


def exit_status(case: Case, expected: Answer) -> Answer:
    """Take a verifier that left either file for a test.sh that ended with status 0."""
    if not isinstance(expected, Failure):
        return expected
    left = any(content is not None for content in case.input.values())
    return Result({"rewards": {"reward": 1.0 if left else 0.0}})
