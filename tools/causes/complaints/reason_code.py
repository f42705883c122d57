"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode, whole_text
from tools.causes.wrong.making import candidate

Json = Any

REASON_LIMIT = 600


# source: pmcelhaney/jQuery-Slugify-Plugin issue #11: each of several spaces adds a dash
# differs: "Harbor  Result Missing": "harbor__result_missing", not "harbor_result_missing"
@candidate("reason_code")
def each_space_gives_an_underscore(case: Json) -> Json:
    """Each character of white space becomes an underscore of its own.

    A stretch of them should become one.
    """
    return ReasonCode(underscore=lambda lowered: re.sub(r"[-\s]", "_", lowered))(case)


# source: mogenius/mogenius-operator PR #1186: the label of a reason is cut at 600 characters
# differs: 601 times "x": 600 times "x", not 601 times
@candidate("reason_code")
def long_reasons_are_cut(case: Json) -> Json:
    """The code of a text that no rule covers is cut at 600 characters."""

    def otherwise(lowered: str, underscored: str) -> str:
        return whole_text(lowered, underscored)[:REASON_LIMIT]

    return ReasonCode(otherwise=otherwise)(case)


# source: envoyproxy/ai-gateway PR #510: the search does not stop at the first rule that matches,
#   so the last wins
# differs: "empty reward, missing file": "harbor_reward_empty", not "harbor_reward_missing"
@candidate("reason_code")
def the_last_rule_decides(case: Json) -> Json:
    """Of several rules for names, and of several for words, the last that covers a text decides.

    Rules for names still come before those for words.
    """

    def last_of(rules: Json, _text: str) -> Json:
        return rules[-1]

    return ReasonCode(
        by_name=Containing(NAMES, decides=last_of), by_words=Containing(WORDS, decides=last_of)
    )(case)
