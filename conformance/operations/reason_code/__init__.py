"""reason_code: from the reason of a trial's failure to its code.

No wheel has this stage: the program agent-challenge decides, whose rules
``docs/outcome-and-reason-code.md`` has in words.
"""

from conformance.operations.operation import AGENT_CHALLENGE, Operation
from conformance.protocol.containers import members, nullable
from conformance.protocol.shapes import TEXT

OPERATION = Operation(
    name="reason_code",
    stage=8,
    heading="A reason to its code",
    authority=AGENT_CHALLENGE,
    input=members({"reason": nullable(TEXT)}),
    result=members({"reason_code": nullable(TEXT)}),
    edited=("reason",),
    effort=0.5,
    subjects=("forms", "rules", "whole", "messages"),
)
