"""Ports of `reason_code` with one mutation each."""

from typing import Any

from candidates.reference.reason_code import WORDS, Containing, ReasonCode
from tools.causes.wrong.making import candidate

Json = Any


# source: rolled reason_code:70 (a copied line with one name not changed): the pattern of the rule
#   above it edited, its code not
# differs: "Reward file is empty": "harbor_reward_missing", not "harbor_reward_empty"
@candidate("reason_code")
def an_empty_reward_has_the_code_of_a_missing_one(case: Json) -> Json:
    """A text that the rule for the words reward and empty decides gets harbor_reward_missing.

    It should get harbor_reward_empty.
    """
    rules = {**WORDS, ("reward", "empty"): "harbor_reward_missing"}
    return ReasonCode(by_words=Containing(rules))(case)


# source: rolled reason_code:177 (wrong variable of the same type): `reason` for `lowered` in one
#   of several tests below the line that lowers it
# differs: "Connection refused": "connection_refused", not "harbor_broker_connection_failed"
@candidate("reason_code")
def the_words_of_rules_are_sought_in_the_original_case(case: Json) -> Json:
    """The rules for words in a text look at the text before it is lowered.

    Words (broker, connection refused, reward, submission and so on) with a capital letter are
    not found.
    """

    class NotLowered(ReasonCode):
        def code_of(self, text: str) -> Json:
            lowered = self.lower(text)
            compact, underscored = self.compact(lowered), self.underscore(lowered)
            return (
                self.by_code(lowered, underscored)
                or self.by_alias(compact, underscored)
                or self.by_name(compact)
                or self.by_words(text)
                or self.otherwise(lowered, underscored)
            )

    return NotLowered()(case)


# source: rolled reason_code:142 (the all() that uses it exchanged for any()); pandas'
#   `str.contains("reward|missing")` and grep with several -e join words by "or"
# differs: "no code": "harbor_submission_code_failed", not "no_code"
@candidate("reason_code")
def one_word_of_a_rule_is_enough(case: Json) -> Json:
    """Of a rule for two words in a text, either of them alone decides.

    Of several such rules the first decides.
    """

    class AnyOf(Containing):
        def __call__(self, text: str) -> Json:
            covering = [rule for rule in self.rules if any(self.has(text, word) for word in rule)]
            return self.rules[self.decides(covering, text)] if covering else None

    return ReasonCode(by_words=AnyOf(WORDS))(case)
