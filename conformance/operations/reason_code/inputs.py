"""What cases about reasons are made of: codes, names, the words of the rules, and others.

harbor has no such stage, so the program's rules are the clause. A text, spec/000, quotes
three of them and has a table of what they give for harbor's exceptions; where the program
differs, that is an erratum. Every character is one that Unicode 15.0 has and that no later
version changes, written out because an interpreter's tables grow.
"""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations.clause import Cases
from conformance.operations.sources import Section
from conformance.operations.strategies.drawing import Choice, build
from conformance.operations.strategies.texts import NOT_WHITE_SPACE, WHITE_SPACE
from conformance.protocol.json_text import join_surrogates
from conformance.protocol.values import Case

PROGRAM = "agent-challenge evaluation/terminal_bench.py"
RULES = (Section(PROGRAM, "lines 622-660"),)
TABLES = (*RULES, Section(PROGRAM, "lines 40-80"))

CODES = (
    *("harbor_broker_connection_failed", "harbor_cancelled_error", "harbor_reward_empty"),
    *("harbor_environment_start_timeout_error", "terminal_bench_broker_ref_missing"),
    *("terminal_bench_job_dir_missing", "terminal_bench_lease_expired", "harbor_nonzero_exit"),
    *("harbor_agent_timeout_error", "harbor_result_invalid", "harbor_result_malformed"),
    *("harbor_result_missing", "harbor_result_partial", "harbor_reward_missing"),
    *("harbor_reward_parse_error", "harbor_submission_code_failed", "harbor_trial_failed"),
    *("harbor_trial_result_malformed", "harbor_trial_result_missing"),
    "harbor_verifier_timeout_error",
)

ALIASES = (
    *("agent_timeout_error", "agenttimeouterror", "cancelled_error", "cancellederror"),
    *("environment_start_timeout_error", "environmentstarttimeouterror"),
    *("submission_code_failure", "verifier_timeout_error", "verifiertimeouterror"),
)

NAMES = (
    *("CancelledError", "CanceledError", "EnvironmentStartTimeoutError", "AgentTimeoutError"),
    "VerifierTimeoutError",
)
"""Names of exceptions that have a code wherever they stand."""


def case_with(reason: str | None) -> Case:
    """Return the case of a reason; the halves of a pair side by side are one, as JSON has it."""
    return Case("reason_code", {"reason": None if reason is None else join_surrogates(reason)})


WORDS = ("missing", "empty", "parse", "malformed")

FILL = ("the file", "task 7", "error", "of", "a trial", "score", "no result")

INSIDE = (
    *("rewards", "rewarding", "unrewarded", "REWARD_FILE", "rewardmissing", "malformedreward"),
    *("dismissing", "missings", "emptyish", "nonempty", "parser", "reparsed", "malformedness"),
)
"""Words that hold one of the rules' words."""

ALMOST = (
    *("rewar", "eward", "re-ward", "re ward", "rewad", "awards", "re\nward", "war"),
    *("miss", "mising", "mis sing", "mis-sing", "missin g", "mis\nsing", "issing", "absent"),
    *("emty", "emp ty", "emp-ty", "emp.ty", "empt", "blank"),
    *("parsing", "pars e", "par-se", "par\nse", "unparsable"),
    *("malform", "mal formed", "mal-formed", "mal\nformed", "formed", "bad"),
)
"""What a reader may take for one of the rules' words."""

SPACES = (*WHITE_SPACE, "\x1c", "\x1d", "\x1e", "\x1f")
"""What Python's ``str.isspace`` holds for, and so ``str.strip`` and ``str.split``."""

NO_SPACES = tuple(sorted(set(NOT_WHITE_SPACE) - set(SPACES)))

PLAIN = (
    *("Exit status 137", "no such container", "task-7 failed", "OOMKilled", "out of disk space"),
    *("exec format error", "reward 0.5 found", "Agent execution timed out after 600.0 seconds"),
)
"""Reasons that no rule covers."""

SEPARATORS = (" ", "", ": ", "\n", " \r\n\t", "/", "__", "\u2028", "\0", ".")

DISGUISED = (
    *("m\u0130ssing", "MISS\u0130NG", "m\u0131ssing", "mi\u0307ssing", "mi\u017f\u017fing"),
    *("mi\xdfing", "mi\u1e9eing", "MI\u1e9eING", "m\xefssing", "miss\u0131ng"),
    *("\uff4d\uff49\uff53\uff53\uff49\uff4e\uff47", "\uff2dissing", "mi\xadssing"),
    *("\u0435mpty", "emp\u200bty", "\xe9mpty", "em\u1d18ty"),
    *("emp\u0163y", "empt\xfd", "\u24d4mpty"),
    *("par\u017fe", "\u1d3darse", "pars\u0435", "p\xe4rse", "pa\u0301rse", "parse\u0301"),
    *("malfor\u2098ed", "ma\u217cformed", "malf\xf8rmed", "\u2133alformed", "malformed\u0307"),
)
"""Words of which some letter is not the ASCII letter that it looks like or is folded to."""

SURROGATES = ("\ud800", "\udfff", "\udc80", "\ud83d", "\ufffd", "\U0001f600", "\uffff")


def texts(*parts: Choice, separators: Sequence[str] = SEPARATORS) -> Cases:
    """Return the parts in any order, with fill words before, between or after them."""
    return build(
        lambda separator, order, fill, before, *drawn: case_with(
            separator.join([fill] * before + [drawn[i] for i in order])
        ),
        separators,
        st.permutations(range(len(parts))),
        FILL,
        st.integers(0, 1),
        *parts,
    )


def alone_or_among(word: Choice, *others: str) -> Cases:
    """Return one of these texts, alone or with another one or a fill word."""
    return st.one_of(build(case_with, word), texts(word, ("", *FILL, *others)))
