"""verifier: from the two reward files to the rewards of a trial."""

from conformance.operations.operation import FILE, REWARDS, Operation, everywhere
from conformance.protocol.containers import members

OPERATION = Operation(
    name="verifier",
    stage=1,
    heading="Reward files to rewards",
    input=members({"reward.txt": FILE, "reward.json": FILE}),
    result=members({"rewards": REWARDS}),
    is_score=everywhere,
    edited=("reward.txt", "reward.json"),
    subjects=("files", "text_form", "json_syntax", "encoding", "values", "sizes"),
)
