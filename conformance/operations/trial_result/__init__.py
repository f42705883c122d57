"""trial_result: a trial's result.json read back."""

from conformance.operations.operation import Operation, Typed, by_name
from conformance.protocol.containers import members, nullable
from conformance.protocol.rewards import VERIFIER_RESULT
from conformance.protocol.shapes import BYTES, TEXT

OPERATION = Operation(
    name="trial_result",
    stage=6,
    heading="A trial's result.json read back",
    input=members({"result": BYTES}),
    result=members({"verifier_result": VERIFIER_RESULT, "exception": nullable(TEXT)}),
    is_score=by_name,
    typed={"result": Typed.FILE_WORD},
    subjects=(
        "whole_file", "rewards", "members", "models", "fields", "document", "sizes",
    ),
)  # fmt: skip
