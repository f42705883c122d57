"""Other rules: their words, their codes and their order."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Deviation, Parameter, around, before, instead
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
    Deviation(
        "third-rule-as-written",
        "reason_code.malformed",
        "a word by itself is taken for a condition, as it stands in the text",
        with_code(PARSE, ("reward",)),
    ),
    Deviation(
        "code-of-missing-results",
        "reason_code.missing",
        "the code of a job without a result is used",
        parameter=Parameter(
            "code",
            "harbor_result_missing",
            str,
            lambda code: with_code(code, ("reward", "missing")),
        ),
    ),
    Deviation(
        "empty-is-missing",
        "reason_code.empty",
        "a file without content is thought to be no file",
        with_code(MISSING, ("reward", "empty")),
    ),
    Deviation(
        "code-of-malformed-results",
        "reason_code.parse",
        "the code of a job's result that cannot be read is used",
        parameter=Parameter(
            "code",
            "harbor_result_malformed",
            str,
            lambda code: with_code(code, ("reward", "parse"), ("reward", "malformed")),
        ),
    ),
    Deviation(
        "malformed-is-no-word",
        "reason_code.malformed",
        "the last of the words beside reward is left out",
        _without(("reward", "malformed")),
    ),
    Deviation(
        "reward-is-not-needed",
        "reason_code.reward-needed",
        "only the second word of each rule is looked for",
        _without_word("reward"),
    ),
    Deviation(
        "brokers-are-unknown",
        "reason_code.broker",
        "only refused and reset connections are known",
        _without(("broker", "connection")),
    ),
    Deviation(
        "any-broker",
        "reason_code.broker",
        "whatever a broker says is thought to be about its connection",
        with_code(BROKER, ("broker",)),
    ),
    Deviation(
        "connections-of-brokers-alone",
        "reason_code.connection",
        "a connection that is none of a broker is thought to be the submission's own",
        _without(("connection refused",), ("connection reset",)),
    ),
    Deviation(
        "connections-that-time-out",
        "reason_code.connection",
        "every way to lose a connection is thought to be known",
        with_code(BROKER, ("connection timed out",), ("connection aborted",)),
    ),
    Deviation(
        "connections-in-any-words",
        "reason_code.connection",
        "the words are looked for one by one",
        with_code(BROKER, ("connection", "refused"), ("connection", "reset")),
    ),
    Deviation(
        "connections-over-any-space",
        "reason_code.connection",
        "white space is made one space before the search",
        before(by_words=lambda lowered: " ".join(lowered.split())),
    ),
    Deviation(
        "runtime-is-no-word",
        "reason_code.submission",
        "code alone is looked for beside submission",
        _without(("submission", "runtime")),
    ),
    Deviation(
        "any-submission",
        "reason_code.submission",
        "whatever is said of a submission is thought to be about its code",
        with_code("harbor_submission_code_failed", ("submission",)),
    ),
    Deviation(
        "last-rule-wins",
        "reason_code.first-rule-wins",
        "each rule overwrites the code of the one before",
        instead({"by_words.decides": lambda rules, _: rules[-1]}),
    ),
    Deviation(
        "empty-before-missing",
        "reason_code.first-rule-wins",
        "the rules are sorted by name",
        instead({"by_words.decides": lambda rules, _: min(rules)}),
    ),
    Deviation(
        "earliest-word-wins",
        "reason_code.first-rule-wins",
        "one regular expression looks for all words",
        instead(
            {"by_words.decides": lambda rules, text: min(rules, key=lambda r: text.find(r[-1]))}
        ),
    ),
)
"""Each breaks one clause about the rules."""
