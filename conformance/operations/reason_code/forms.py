"""What decides before the rules: no reason, codes, aliases and names of exceptions."""

from collections.abc import Callable

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Subject, clause, common, rare
from conformance.operations.reason_code import inputs
from conformance.operations.strategies.drawing import build, some
from conformance.operations.strategies.texts import joined
from conformance.protocol.values import Case

LEVEL = common("agent_challenge: the codes that it writes itself")
_RARE = rare("a reason that a person typed")

_JOINTS = ("_", "-", " ", "  ", "\n", "\t", "\x1c", "\u3000", " - ", "__", ".", "\u2010", "")
"""What may stand where a code or an alias has an underscore; the last five make it no code."""

_PIECES = (*inputs.SPACES, *inputs.SPACES, *inputs.NO_SPACES)
_ENDS = some(_PIECES, 0, 2).map("".join)

_OTHER_CODES = ("harbor_unknown", "harbor_trial_result", "terminal_bench_failed", "harbor_", "_")


@clause("no-reason", *inputs.RULES, effort=0.2)
def nothing() -> Cases:
    """Without a reason there is no code."""
    return st.sampled_from((None, "null", "None", "reward missing")).map(inputs.case_with)


@clause("blank", *inputs.RULES, level=_RARE)
def blanks() -> Cases:
    """A reason that is empty, or of nothing but what Python's str.strip() drops, has no code, and
    every other reason has one."""
    return some(_PIECES, 0, 3).map("".join).map(inputs.case_with)


@clause("trimmed", *inputs.RULES, level=_RARE)
def spaced() -> Cases:
    """White space at either end is ignored: everything that str.strip() drops, including U+001C to
    U+001F and U+0085, but not U+200B, U+180E or U+FEFF."""
    reasons = (*inputs.CODES[:4], *inputs.ALIASES[:4], *inputs.PLAIN, "reward missing")
    return joined(_ENDS, reasons, _ENDS).map(inputs.case_with)


@clause("codes", *inputs.TABLES)
def codes() -> Cases:
    """A reason that is one of the 20 codes is its own code."""
    return st.one_of(
        build(inputs.case_with, inputs.CODES + _OTHER_CODES),
        inputs.texts(inputs.CODES, ("", *inputs.FILL)),
    )


@clause("codes-written-otherwise", *inputs.TABLES, level=_RARE)
def written_otherwise() -> Cases:
    """A code may be written in capital letters, and with hyphens or stretches of white space for
    its underscores."""
    return _rewritten(inputs.CODES)


@clause("aliases", *inputs.TABLES)
def aliases() -> Cases:
    """Each of the nine aliases stands for its code, in capital letters too, and with hyphens, white
    space or nothing for its underscores."""
    return st.one_of(
        build(inputs.case_with, inputs.ALIASES + inputs.NAMES), _rewritten(inputs.ALIASES)
    )


def _rewritten(words: tuple[str, ...]) -> Cases:
    def rewritten(word: str, letters: Callable[[str], str], joint: str) -> Case:
        return inputs.case_with(letters(word).replace("_", joint))

    return build(rewritten, words, (str, str.upper, str.title, str.capitalize), _JOINTS)


NAMES = Subject(
    "names", rare("a name that punctuation, letters or another name of a rule interrupts")
)
_TIMEOUTS = common("NVIDIA-NeMo/nemo-platform#1792: an AgentTimeoutError")

_ALMOST = (
    *("CancelError", "Cancelled", "CancelllederError", "Canceled", "cancellation error"),
    *("TimeoutError", "StartTimeoutError", "AgentTimeout", "AgentTimedOutError"),
    *("VerificationTimeoutError", "EnvironmentTimeoutError", "EnvironmentStartError"),
)

_PARTS = (
    *(("Agent", "Timeout", "Error"), ("Verifier", "Timeout", "Error"), ("Cancelled", "Error")),
    *(("Environment", "Start", "Timeout", "Error"), ("Canceled", "Error"), ("can", "celederror")),
    *(("AGENT", "T", "\u0130", "MEOUT", "ERROR"), ("verifier", "t", "\u0131", "meouterror")),
)
"""Names in pieces; of the last two, one has a letter whose small form is an i and a mark."""

_DROPPED = (
    *("_", "-", " ", ".", "/", "\n", "::", " of the ", "\x1f", "\0", "\xad", "\u200b", "\ufeff"),
    *("\u0301", "\u0903", "\u093e", "\u0345", "\u20dd", "\u24b6", "\u24e9", "\U0001f130"),
    *("\u2120", "\u2122", "\u2014", "\u203f", "\U0001f600", "\u266d", "+", "\u20ac"),
    *inputs.SURROGATES,
)
"""No letters and no digits, but for the words: marks, circled letters, symbols, signs, halves."""

_KEPT = (
    *("x", "7", "\xb2", "\xbd", "\u2460", "\u2167", "\u0663", "\u0bf0", "\u4e00", "\u3007"),
    *("\xe9", "\xdf", "\u0430", "\u05d0", "\u02b0", "\u3042", "\uff11", "\u1d2c", "\xaa"),
    *("\U0001d7ce", "\U00020000", "\u17f0", "\u0f33", "\u3220"),
)
"""Letters and digits outside ASCII: numerals, ideographs, letters that modify others."""


def names() -> Cases:
    """A name, or almost one, alone or with other words."""
    return inputs.alone_or_among((*inputs.NAMES, *inputs.NAMES, *_ALMOST))


@clause("timeouts", *inputs.RULES, level=_TIMEOUTS, check="names", of=NAMES)
def timeouts() -> Cases:
    """A reason with AgentTimeoutError, VerifierTimeoutError or EnvironmentStartTimeoutError in it
    is harbor_agent_timeout_error, harbor_verifier_timeout_error or
    harbor_environment_start_timeout_error."""
    return names()


@clause("cancelled", *inputs.RULES, level=_TIMEOUTS, check="names", of=NAMES)
def cancelled() -> Cases:
    """A reason with CancelledError in it, written with one l or with two, is
    harbor_cancelled_error."""
    return names()


@clause("letters-and-digits", *inputs.RULES, effort=1, of=NAMES)
def with_dropped() -> Cases:
    """Such a name is looked for in the letters and digits of the small text alone: what Python's
    str.isalnum() refuses counts for nothing between them, marks and circled letters too."""
    return _joined(_DROPPED)


@clause("kept-apart", *inputs.RULES, effort=1, of=NAMES)
def with_kept() -> Cases:
    """A letter or a digit of any script inside such a name keeps it apart, and so does what
    str.isalnum() takes for one: fractions, superscripts, numerals, ideographs."""
    return _joined((*_KEPT, ""))


@clause("first-name-wins", *inputs.RULES, of=NAMES)
def several_names() -> Cases:
    """Of several such names CancelledError decides before EnvironmentStartTimeoutError,
    AgentTimeoutError and VerifierTimeoutError, wherever they stand."""
    words = ("", "reward missing", "broker connection", "submission code")
    return inputs.texts(inputs.NAMES, inputs.NAMES, ("", *inputs.NAMES), words)


def _joined(pieces: tuple[str, ...]) -> Cases:
    return build(
        lambda parts, piece, before, after: inputs.case_with(before + piece.join(parts) + after),
        _PARTS,
        pieces,
        ("", "harbor.", "x"),
        ("", "()", "s"),
    )
