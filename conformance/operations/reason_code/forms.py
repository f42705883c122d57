"""What stands before the rules: no reason, white space around one, codes and aliases."""

from collections.abc import Callable

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, common, rare
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
