"""verifier: from the two reward files to the rewards of a trial."""

from conformance.operations.operation import Operation, Typed, everywhere
from conformance.protocol.containers import members
from conformance.protocol.rewards import FILE, REWARDS

OPERATION = Operation(
    name="verifier",
    stage=1,
    heading="Reward files to rewards",
    input=members({"reward.txt": FILE, "reward.json": FILE}),
    result=members({"rewards": REWARDS}),
    is_score=everywhere,
    edited=("reward.txt", "reward.json"),
    typed={"reward.txt": Typed.CONTENT, "reward.json": Typed.JSON_CONTENT},
    subjects=(
        "files", "text_form", "text_characters", "text_rounding", "json_syntax", "json_names",
        "json_limits", "encoding", "values", "member_text", "sizes",
    ),
)  # fmt: skip
