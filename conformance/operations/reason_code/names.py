"""The names of exceptions that have a code wherever they stand."""

from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.reason_code import inputs
from conformance.operations.strategies.drawing import build

LEVEL = rare("a name that punctuation, letters or another name of a rule interrupts")
_COMMON = common("NVIDIA-NeMo/nemo-platform#1792: an AgentTimeoutError")

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
    *(
        "\u2120",
        "\u2122",
        "\u2014",
        "\u203f",
        "\U0001f600",
        "\u266d",
        "+",
        "\u20ac",
        *inputs.SURROGATES,
    ),
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


@clause("timeouts", *inputs.RULES, level=_COMMON, check="names")
def timeouts() -> Cases:
    """A reason with AgentTimeoutError, VerifierTimeoutError or EnvironmentStartTimeoutError in it
    is harbor_agent_timeout_error, harbor_verifier_timeout_error or
    harbor_environment_start_timeout_error."""
    return names()


@clause("cancelled", *inputs.RULES, level=_COMMON, check="names")
def cancelled() -> Cases:
    """A reason with CancelledError in it, written with one l or with two, is
    harbor_cancelled_error."""
    return names()


@clause("letters-and-digits", *inputs.RULES, effort=1)
def with_dropped() -> Cases:
    """Such a name is looked for in the letters and digits of the small text alone: what Python's
    str.isalnum() refuses counts for nothing between them, marks and circled letters too."""
    return _joined(_DROPPED)


@clause("kept-apart", *inputs.RULES, effort=1)
def with_kept() -> Cases:
    """A letter or a digit of any script inside such a name keeps it apart, and so does what
    str.isalnum() takes for one: fractions, superscripts, numerals, ideographs."""
    return _joined((*_KEPT, ""))


@clause("first-name-wins", *inputs.RULES)
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
