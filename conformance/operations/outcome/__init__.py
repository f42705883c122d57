"""outcome: from a job's result.json to the summary line of agent-challenge."""

from conformance.operations.operation import AGENT_CHALLENGE, FILE, Operation, everywhere
from conformance.protocol.containers import members
from conformance.protocol.differences import JsonText
from conformance.protocol.shapes import LINE

OPERATION = Operation(
    name="outcome",
    stage=7,
    heading="A job's result.json to the summary line",
    authority=AGENT_CHALLENGE,
    input=members({"result": FILE}),
    result=members({"line": LINE}),
    json_text=JsonText("line", prefix="BASE_BENCHMARK_RESULT="),
    is_score=everywhere,
    edited=("result",),
    subjects=("file", "harbor_files", "members", "samples", "resolved", "sizes"),
)
