"""The rules: their words, how these are looked for, their codes and their order."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, Subject, clause, common, extreme, rare
from conformance.operations.reason_code import inputs
from conformance.operations.strategies.drawing import drawn, either
from conformance.protocol.values import Case

LEVEL = common("agent_challenge: the messages that its rules are for")
_RARE = rare("a reason that several rules cover, or that only seems to be about a reward")


@clause("broker", *inputs.RULES)
def brokers() -> Cases:
    """A reason with broker and connection in it is harbor_broker_connection_failed."""
    broker = ("broker", "broker", "Brokers", "bro\u212aer", "brok er", "docker")
    connection = ("connection", "connection", "disConnections", "connect", "connec-tion")
    return inputs.texts(broker, connection)


@clause("connection", *inputs.RULES, effort=1.5)
def connections() -> Cases:
    """A reason with connection refused or connection reset in it, one space between, is
    harbor_broker_connection_failed without a broker too."""
    says = (
        *("connection refused", "connection reset", "Connection RESET by peer"),
        *("[Errno 111] Connection refused", "disconnection resets", "connection  refused"),
        *("connection\nreset", "connection-refused", "refused connection", "connection timed out"),
        *("ConnectionRefusedError", "ConnectionResetError", "connection\xa0reset"),
        *("connection was refused", "connection_reset", "connection aborted"),
    )
    return inputs.alone_or_among(says, "broker")


def pairs(*words: str) -> Cases:
    """``reward`` and a word, and sometimes another word or none of them."""
    return inputs.texts(("reward", "reward", "reward", "score"), (*words, *words, "file"))


@clause("missing", *inputs.RULES, check="pairs", effort=0.4)
def missing() -> Cases:
    """A reason with reward and missing in it is harbor_reward_missing."""
    return pairs("missing")


@clause("empty", *inputs.RULES, check="pairs", effort=0.4)
def empty() -> Cases:
    """A reason with reward and empty in it is harbor_reward_empty."""
    return pairs("empty")


@clause("parse", *inputs.RULES, check="pairs", effort=0.4)
def parse() -> Cases:
    """A reason with reward and parse in it is harbor_reward_parse_error."""
    return pairs("parse")


@clause("malformed", *inputs.RULES, check="pairs", effort=0.4)
def malformed() -> Cases:
    """A reason with reward and malformed in it is harbor_reward_parse_error."""
    return pairs("malformed")


@clause("reward-needed", *inputs.RULES, level=_RARE)
def without_reward() -> Cases:
    """Without reward in it a reason has no code by missing, empty, parse or malformed."""
    almost = ("award", "score", "rewar", "re ward", "re\nward", "result", "reward")
    return inputs.texts(inputs.WORDS, almost)


@clause("submission", *inputs.RULES)
def submissions() -> Cases:
    """A reason with submission and one of code and runtime in it is
    harbor_submission_code_failed."""
    submission = ("submission", "submission", "Submissions", "resubmission", "submitted")
    code = ("code", "runtime", "RuntimeError", "decode", "Code", "run time", "cod e", "exit")
    return inputs.texts(submission, code)


@clause("first-rule-wins", *inputs.RULES, level=_RARE)
def first_rule_wins() -> tuple[Check, ...]:
    """Of several rules that cover a reason the first decides: names of exceptions before
    connections, then together with reward missing before empty, and empty before parse and
    malformed, and submissions last."""
    covered = (
        *("CancelledError", "AgentTimeoutError", "broker connection", "Connection reset"),
        *("reward missing", "empty reward", "malformed reward", "reward parse", "submission code"),
        *("submission runtime", "submission", "code", "missing", "empty", "broker", "reward"),
        "connection",
    )
    several_words = inputs.texts(("reward",), inputs.WORDS, inputs.WORDS, ("", *inputs.WORDS))
    several_rules = inputs.texts(covered, covered, either(st.just(""), covered))
    return (
        Check("several-words", several_words, effort=0.5),
        Check("several-rules", several_rules),
    )


TEXT = Subject("text", rare("a reason of free text: capital letters, other scripts, several lines"))

_CASES = (
    *("missing", "MISSING", "Missing", "mIsSiNg", "EMPTY", "Empty", "eMPTy"),
    *("PARSE", "Parse", "paRSE", "MALFORMED", "Malformed", "malForMed"),
)

_REWARDS = ("reward", "REWARD", "Reward", "rewarD", "ReWaRd")

_DISGUISED_REWARDS = (
    *("rew\u0430rd", "re\u0175ard", "\uff32eward", "r\xebward", "rewa\u0280d", "rewar\u2146"),
    "re\xadward",
)

_BROKERS = ("bro\u212aer", "BRO\u212aER", "bro\u0138er", "br\u03bfker", "bro\uff4ber", "broker")


@clause("parts-of-words", *inputs.RULES, of=TEXT)
def inside_words() -> Cases:
    """The words count wherever their letters occur in a row, even in the middle of other words."""
    return inputs.texts(inputs.INSIDE, inputs.INSIDE, ("", "reward", *inputs.WORDS))


@clause("whole-words", *inputs.RULES, effort=1, of=TEXT)
def split_words() -> Cases:
    """A word with anything between its letters, or with a letter less, is not the word."""
    return inputs.texts(
        ("reward", "reward", *inputs.ALMOST[:8]), (*inputs.ALMOST[8:], *inputs.WORDS)
    )


@clause("any-distance", *inputs.RULES, of=TEXT)
def apart() -> Cases:
    """The words may have any order and any distance, on other lines too."""
    gap = ("\n", "\n\n", "\r", "\u2028", "\0", " " * 300, "\n" + "x" * 300, "x\ny\n" * 20)
    return inputs.texts(("reward",), inputs.WORDS, gap, separators=("", " ", "\n"))


@clause("long-reasons", *inputs.RULES, effort=0.3, of=TEXT)
@drawn((*inputs.WORDS, "none"), (70_000, 300, 2_000, 5_000, 140_000), first=st.booleans())
def long_texts(word: str, length: int, *, first: bool) -> Case:
    """A reason is searched to its end, however long it is, and where no rule covers it, its code is
    not cut off."""
    return inputs.case_with(("x" * length).join(("reward", word) if first else (word, "reward")))


@clause("any-case", *inputs.RULES, of=TEXT)
def any_case() -> Cases:
    """Capital and small letters are the same."""
    return inputs.texts(_REWARDS, _CASES)


@clause("ascii-letters", *inputs.RULES, effort=1, of=TEXT)
def disguised() -> Cases:
    """No character stands for a letter of a word unless its small form is that letter, as the
    Kelvin sign's is k: not those that other foldings of case turn into one (long s, sharp s,
    dotless i), nor those that look like one."""
    # Words that only look like the rules' words, or are made them by some folding of case.
    rewards = inputs.texts(
        (*_REWARDS, *_DISGUISED_REWARDS), (*inputs.DISGUISED, *_CASES[:1], *_CASES[7:8])
    )
    return st.one_of(rewards, inputs.texts(_BROKERS, ("connection",)))


@clause(
    "surrogates", *inputs.RULES, level=extreme("no reason has half of a surrogate pair"), of=TEXT
)
def surrogates() -> Cases:
    """A lone surrogate keeps the letters of a word apart, but not those of an exception's name."""
    broken = ("mis\ud800sing", "emp\udc00ty", "par\ud83dse", *inputs.WORDS, *inputs.WORDS)
    return inputs.texts(inputs.SURROGATES, ("reward", "rew\udfffard"), broken)
