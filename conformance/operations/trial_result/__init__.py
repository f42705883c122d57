"""trial_result: a trial's result.json read back."""

from conformance.operations.operation import Operation, by_name
from conformance.protocol.containers import Nullable, members
from conformance.protocol.rewards import VERIFIER_RESULT
from conformance.protocol.shapes import Bytes, Text

OPERATION = Operation(
    name="trial_result",
    stage=6,
    heading="A trial's result.json read back",
    input=members({"result": Bytes()}),
    result=members({"verifier_result": VERIFIER_RESULT, "exception": Nullable(Text())}),
    is_score=by_name,
    subjects=("whole_file", "rewards", "results", "members", "models", "document", "sizes"),
)
