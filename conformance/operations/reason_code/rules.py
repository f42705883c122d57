"""The rules: their words, their codes and their order."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, common, rare
from conformance.operations.reason_code import inputs
from conformance.operations.strategies.drawing import either

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
