"""trial_result: a trial's result.json read back."""

from conformance.operations.operation import VERIFIER_RESULT, Operation, by_name
from conformance.protocol.containers import members, nullable
from conformance.protocol.shapes import BYTES, TEXT

OPERATION = Operation(
    name="trial_result",
    stage=6,
    heading="A trial's result.json read back",
    input=members({"result": BYTES}),
    result=members({"verifier_result": VERIFIER_RESULT, "exception": nullable(TEXT)}),
    is_score=by_name,
    subjects=("whole_file", "rewards", "members", "models", "fields", "document"),
)
