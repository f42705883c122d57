"""multi_step: from the rewards of a trial's steps to those of the trial."""

from conformance.operations.operation import VERIFIER_RESULT, Operation, everywhere
from conformance.protocol.containers import list_of, members, nullable
from conformance.protocol.shapes import choice

OPERATION = Operation(
    name="multi_step",
    stage=2,
    heading="Rewards of steps to those of a trial",
    input=members(
        {"strategy": nullable(choice("mean", "final")), "steps": list_of(VERIFIER_RESULT)}
    ),
    result=VERIFIER_RESULT,
    is_score=everywhere,
    # A mean names the rewards from a set (harbor/trial/multi_step.py:220).
    follows_hash_seed=lambda case: case.input.get("strategy") != "final",
    edited=("steps",),
    effort=0.5,
    subjects=("results", "names", "means"),
)
