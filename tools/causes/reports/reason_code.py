"""Ports of `reason_code` with one mistake each."""

from typing import Any

from candidates.reference.reason_code import ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: debpalash/VoiceStudio PR #1373: an error with an empty message ended in the catch-all of
#   the classification
# differs: "": "harbor_trial_failed", not null
@candidate("reason_code")
def a_blank_reason_is_a_failed_trial(case: Json) -> Json:
    """A reason that is an empty text or only white space becomes harbor_trial_failed, not null."""
    return ReasonCode(blank=lambda _reason: "harbor_trial_failed")(case)
