"""Ports of `reason_code` with one mistake each."""

import re
from typing import Any

from candidates.reference.reason_code import NAMES, WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: zingolabs/zingolib issue #2701: texts about timeouts are recognised by one of two words
# differs: "Command timed out": "harbor_agent_timeout_error", not "command_timed_out"
@candidate("reason_code")
def any_timeout_is_the_agent_s(case: Json) -> Json:
    """A lowered reason with "timed out" or "timeout" becomes harbor_agent_timeout_error.

    That is so where no other rule covers it.
    """
    timeouts: Json = {(word,): "harbor_agent_timeout_error" for word in ("timed out", "timeout")}
    return ReasonCode(by_words=Containing({**WORDS, **timeouts}))(case)


# source: openclaw/openclaw PR #100755: a message with the words of two kinds went to whichever
#   check ran first
# differs: "AgentTimeoutError: connection refused": "harbor_broker_connection_failed", not
#   "harbor_agent_timeout_error"
@candidate("reason_code")
def words_are_tried_before_names(case: Json) -> Json:
    """The rules of words (broker, reward, submission) are tried before the names of exceptions.

    So they win where both match.
    """

    class Swapped(ReasonCode):
        def code_of(self, text: str) -> str | None:
            lowered = self.lower(text)
            compact, underscored = self.compact(lowered), self.underscore(lowered)
            return (
                self.by_code(lowered, underscored)
                or self.by_alias(compact, underscored)
                or self.by_words(lowered)
                or self.by_name(compact)
                or self.otherwise(lowered, underscored)
            )

    return Swapped()(case)


# source: vellum-ai/vellum-assistant PR #5599: patterns ask for word boundaries
# differs: "rewards missing": "rewards_missing", not "harbor_reward_missing"
@candidate("reason_code")
def words_have_to_stand_alone(case: Json) -> Json:
    r"""The words of the rules of words have to be between word boundaries (\b).

    So "rewards" is not "reward".
    """

    def has(text: str, word: str) -> bool:
        return re.search(rf"\b{re.escape(word)}\b", text) is not None

    return ReasonCode(by_words=Containing(WORDS, has=has))(case)


# source: radiasoft/sirepo issue #2664: the same CancelledError goes by different qualified names,
#   one of which was missed
# differs: "asyncio.exceptions.CancelledError: stop": "asyncio.exceptions.cancellederror:_stop", not
#   "harbor_cancelled_error"
@candidate("reason_code")
def a_name_has_to_begin_the_reason(case: Json) -> Json:
    """The name of an exception counts only at the beginning of the compact reason.

    It does not count behind a module or other text.
    """
    return ReasonCode(by_name=Containing(NAMES, has=str.startswith))(case)


# source: debpalash/VoiceStudio PR #1373: an error with an empty message ended in the catch-all of
#   the classification
# differs: "": "harbor_trial_failed", not null
@candidate("reason_code")
def a_blank_reason_is_a_failed_trial(case: Json) -> Json:
    """A reason that is an empty text or only white space becomes harbor_trial_failed, not null."""
    return ReasonCode(blank=lambda _reason: "harbor_trial_failed")(case)
