"""Other rules: their words, their codes and their order."""

from collections.abc import Callable

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    around,
    before,
    family,
    instead,
)
from candidates.reference.reason_code import Words

MISSING, EMPTY = "harbor_reward_missing", "harbor_reward_empty"
PARSE = "harbor_reward_parse_error"
BROKER = "harbor_broker_connection_failed"

Rules = dict[Words, str]


def with_code(code: str, *rules: Words) -> Changes:
    """Return the changes that give these words a code; new ones stand behind all others."""
    return around({"by_words.rules": lambda known: {**known, **dict.fromkeys(rules, code)}})


def _without(*rules: Words) -> Changes:
    return _only(lambda words: words not in rules)


def _only(keeps: Callable[[Words], bool]) -> Changes:
    def kept(known: Rules) -> Rules:
        return {words: code for words, code in known.items() if keeps(words)}

    return around({"by_words.rules": kept})


def _without_word(word: str) -> Changes:
    """Return the changes that look for the other words of each rule alone."""

    def shorter(known: Rules) -> Rules:
        return {tuple(w for w in words if w != word): code for words, code in known.items()}

    return around({"by_words.rules": shorter})


DEVIATIONS = (
    family(
        "rules-of-rewards",
        "reason_code.malformed",
        "{}",
        {
            "malformed-alone": ("malformed counts without reward", with_code(PARSE, ("reward",))),
            "empty-is-missing": (
                "an empty reward gives harbor_reward_missing",
                with_code(MISSING, ("reward", "empty")),
                "reason_code.empty",
            ),
            "no-malformed": ("malformed is not known", _without(("reward", "malformed"))),
            "reward-optional": (
                "missing, empty, parse and malformed count without reward",
                _without_word("reward"),
                "reason_code.reward-needed",
            ),
        },
        advice="Require reward, and look for missing, empty, parse and malformed in this order.",
    ),
    Deviation(
        "code-of-missing-results",
        "reason_code.missing",
        "a missing reward gives {}",
        parameter=Parameter(
            "code",
            "harbor_result_missing",
            str,
            lambda code: with_code(code, ("reward", "missing")),
        ),
        advice="Return harbor_reward_missing for a missing reward.",
    ),
    Deviation(
        "code-of-malformed-results",
        "reason_code.parse",
        "a reward that cannot be parsed gives {}",
        parameter=Parameter(
            "code",
            "harbor_result_malformed",
            str,
            lambda code: with_code(code, ("reward", "parse"), ("reward", "malformed")),
        ),
        advice="Return harbor_reward_parse_error for a reward that cannot be parsed.",
    ),
    family(
        "rules-of-connections",
        "reason_code.broker",
        "{}",
        {
            "no-brokers": ("brokers are not known", _without(("broker", "connection"))),
            "any-broker": ("broker counts without connection", with_code(BROKER, ("broker",))),
            "brokers-only": (
                "connections count only with a broker",
                _without(("connection refused",), ("connection reset",)),
                "reason_code.connection",
            ),
            "timed-out": (
                "connections that time out count as well",
                with_code(BROKER, ("connection timed out",), ("connection aborted",)),
                "reason_code.connection",
            ),
            "any-distance": (
                "connection and refused may be apart",
                with_code(BROKER, ("connection", "refused"), ("connection", "reset")),
                "reason_code.connection",
            ),
        },
        advice='Look for broker and connection, or for "connection refused" or "connection reset".',
    ),
    Deviation(
        "connections-over-any-space",
        "reason_code.connection",
        "white space is collapsed before words are looked for",
        before(by_words=lambda lowered: " ".join(lowered.split())),
        advice="Look for words in the reason unchanged.",
    ),
    family(
        "rules-of-submissions",
        "reason_code.submission",
        "{}",
        {
            "no-runtime": ("runtime is not known", _without(("submission", "runtime"))),
            "any": (
                "submission counts alone",
                with_code("harbor_submission_code_failed", ("submission",)),
            ),
        },
        advice="Look for submission and one of code and runtime.",
    ),
    family(
        "rule-decides",
        "reason_code.first-rule-wins",
        "{}",
        {
            "last": (
                "the last matching rule decides",
                instead({"by_words.decides": lambda rules, _: rules[-1]}),
            ),
            "empty-first": (
                "empty is looked for before missing",
                instead({"by_words.decides": lambda rules, _: min(rules)}),
            ),
            "earliest": (
                "the earliest word in the reason decides",
                instead(
                    {
                        "by_words.decides": lambda rules, text: min(
                            rules, key=lambda r: text.find(r[-1])
                        )
                    }
                ),
            ),
        },
        advice="Apply the rules in order: connections, then missing, empty, parse and"
        " malformed rewards, then submissions.",
    ),
)
"""Each breaks one clause about the rules."""
