"""Ports of `verifier` with one mistake each."""

import re
from typing import Any

from candidates.reference import python_float
from candidates.reference.verifier import RewardText, Verifier
from tools.causes.wrong.making import candidate

Json = Any


# source: modelscope/ms-swift PR #10163: the pattern for a reward ends before an exponent
# differs: reward.txt is 1e-1: 1.0, not 0.1
@candidate("verifier")
def the_exponent_of_reward_txt_is_ignored(case: Json) -> Json:
    """Of reward.txt, everything from the first e or E on is ignored.

    So an exponent has no effect.
    """
    return Verifier(
        text=RewardText(parse=lambda text: python_float.parse(re.split("[eE]", text)[0]))
    )(case)
