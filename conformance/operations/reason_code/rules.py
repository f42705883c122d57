"""The rules: their words, their codes and their order."""

from hypothesis import strategies as st

from conformance.operations.check import Check
from conformance.operations.clause import Clause, Erratum
from conformance.operations.reason_code.questions import (
    FILL,
    REWARD_PARSE_ERROR,
    RULES,
    TEXT,
    WORDS,
    Cases,
    answer,
    any_of,
    question,
    texts,
)


def pairs(*words: str) -> Cases:
    """A word beside ``reward``, and sometimes another word or none of them."""
    return texts(any_of("reward", "reward", "reward", "score"), any_of(*words, *words, "file"))


def several_words() -> Cases:
    """Two or three of the rules' words beside ``reward``."""
    return texts(any_of("reward"), any_of(*WORDS), any_of(*WORDS), any_of("", *WORDS))


def without_reward() -> Cases:
    """The rules' words without ``reward``, or with what is almost that."""
    almost = any_of("award", "score", "rewar", "re ward", "re\nward", "result", "reward")
    return texts(any_of(*WORDS), almost)


def brokers() -> Cases:
    """A broker beside a connection, or what is almost one of them."""
    broker = any_of("broker", "broker", "Brokers", "bro\u212aer", "brok er", "docker")
    connection = any_of("connection", "connection", "disConnections", "connect", "connec-tion")
    return texts(broker, connection)


def connections() -> Cases:
    """What systems say of a connection that ended, and what is almost that."""
    says = any_of(
        *("connection refused", "connection reset", "Connection RESET by peer"),
        *("[Errno 111] Connection refused", "disconnection resets", "connection  refused"),
        *("connection\nreset", "connection-refused", "refused connection", "connection timed out"),
        *("ConnectionRefusedError", "ConnectionResetError", "connection\xa0reset"),
        *("connection was refused", "connection_reset", "connection aborted"),
    )
    return st.one_of(says.map(question), texts(says, any_of("", *FILL, "broker")))


def submissions() -> Cases:
    """A submission beside code or runtime, or what is almost one of them."""
    submission = any_of("submission", "submission", "Submissions", "resubmission", "submitted")
    return texts(
        submission,
        any_of("code", "runtime", "RuntimeError", "decode", "Code", "run time", "cod e", "exit"),
    )


def several_rules() -> Cases:
    """What two or three of the rules cover."""
    covered = any_of(
        *("CancelledError", "AgentTimeoutError", "broker connection", "Connection reset"),
        *("reward missing", "empty reward", "malformed reward", "reward parse", "submission code"),
        *("submission runtime", "submission", "code", "missing", "empty", "broker", "reward"),
        "connection",
    )
    return texts(covered, covered, st.one_of(st.just(""), covered))


CLAUSES = (
    Clause(
        "reason_code.broker",
        "A reason with broker and connection in it is harbor_broker_connection_failed.",
        RULES,
        checks=(Check("brokers", brokers(), effort=0.5),),
    ),
    Clause(
        "reason_code.connection",
        "A reason with connection refused or connection reset in it, one space between, is "
        "harbor_broker_connection_failed without a broker too.",
        RULES,
        checks=(Check("connections", connections(), effort=1.5),),
    ),
    Clause(
        "reason_code.missing",
        "A reason with reward and missing in it is harbor_reward_missing.",
        RULES,
        checks=(Check("pairs", pairs("missing"), effort=0.4),),
    ),
    Clause(
        "reason_code.empty",
        "A reason with reward and empty in it is harbor_reward_empty.",
        RULES,
        checks=(Check("pairs", pairs("empty"), effort=0.4),),
    ),
    Clause(
        "reason_code.parse",
        "A reason with reward and parse in it is harbor_reward_parse_error.",
        RULES,
        checks=(Check("pairs", pairs("parse"), effort=0.4),),
    ),
    Clause(
        "reason_code.malformed",
        "A reason with reward and malformed in it is harbor_reward_parse_error.",
        RULES,
        checks=(Check("pairs", pairs("malformed"), effort=0.4),),
        erratum=Erratum(
            text=TEXT,
            says='The third rule asks for ("parse" in lowered or "malformed"), which is always '
            "true: any reason with reward in it is harbor_reward_parse_error.",
            wheel="The program looks for malformed in the reason as well.",
            case=question("reward"),
            text_answer=answer(REWARD_PARSE_ERROR),
        ),
    ),
    Clause(
        "reason_code.reward-needed",
        "Without reward in it a reason has no code by missing, empty, parse or malformed.",
        RULES,
        checks=(Check("without-reward", without_reward(), effort=0.5),),
    ),
    Clause(
        "reason_code.submission",
        "A reason with submission and one of code and runtime in it is "
        "harbor_submission_code_failed.",
        RULES,
        checks=(Check("submissions", submissions(), effort=0.5),),
    ),
    Clause(
        "reason_code.first-rule-wins",
        "Of several rules that cover a reason the first decides: names of exceptions before "
        "connections, then beside reward missing before empty, and empty before parse and "
        "malformed, and submissions last.",
        RULES,
        checks=(
            Check("several-words", several_words(), effort=0.5),
            Check("several-rules", several_rules()),
        ),
    ),
)
