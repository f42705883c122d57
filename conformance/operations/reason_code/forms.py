"""What stands before the rules: no reason, white space around one, codes and aliases."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.reason_code.inputs import (
    ALIASES,
    CODES,
    FILL,
    NAMES,
    NO_SPACES,
    PLAIN,
    RULES,
    SPACES,
    TABLES,
    any_of,
    case_with,
    texts,
)
from conformance.operations.strategies.drawing import build, drawn, some
from conformance.protocol.values import Case

LEVEL = common("agent_challenge: the codes that it writes itself")
_RARE = rare("a reason that a person typed")

_JOINTS = ("_", "-", " ", "  ", "\n", "\t", "\x1c", "\u3000", " - ", "__", ".", "\u2010", "")
"""What may stand where a code or an alias has an underscore; the last five make it no code."""

_LETTERS = (str, str.upper, str.title, str.capitalize)

_OTHER_CODES = ("harbor_unknown", "harbor_trial_result", "terminal_bench_failed", "harbor_", "_")


@clause("no-reason", *RULES, effort=0.2)
def nothing() -> Cases:
    """Without a reason there is no code."""
    return st.sampled_from((None, "null", "None", "reward missing")).map(case_with)


@clause("blank", *RULES, level=_RARE)
def blanks() -> Cases:
    """A reason that is empty, or of nothing but what Python's str.strip() drops, has no code, and
    every other reason has one."""
    pieces = st.sampled_from((*SPACES, *SPACES, *NO_SPACES))
    return st.lists(pieces, max_size=3).map("".join).map(case_with)


_ENDS = some((*SPACES, *SPACES, *NO_SPACES), 0, 2).map("".join)


@clause("trimmed", *RULES, level=_RARE)
@drawn(_ENDS, (*CODES[:4], *ALIASES[:4], *PLAIN, "reward missing"), _ENDS)
def spaced(*parts: str) -> Case:
    """White space at either end is ignored: everything that str.strip() drops, including U+001C to
    U+001F and U+0085, but not U+200B, U+180E or U+FEFF."""
    return case_with("".join(parts))


@clause("codes", *TABLES)
def codes() -> Cases:
    """A reason that is one of the 20 codes is its own code."""
    code = any_of(*CODES)
    others = any_of(*CODES, *_OTHER_CODES)
    return st.one_of(others.map(case_with), texts(code, any_of("", *FILL)))


@clause("codes-written-otherwise", *TABLES, level=_RARE)
def written_otherwise() -> Cases:
    """A code may be written in capital letters, and with hyphens or stretches of white space for
    its underscores."""
    return _rewritten(CODES)


@clause("aliases", *TABLES)
def aliases() -> Cases:
    """Each of the nine aliases stands for its code, in capital letters too, and with hyphens, white
    space or nothing for its underscores."""
    return st.one_of(any_of(*ALIASES, *NAMES).map(case_with), _rewritten(ALIASES))


def _rewritten(words: tuple[str, ...]) -> Cases:
    return build(
        lambda word, letters, joint: case_with(letters(word).replace("_", joint)),
        words,
        _LETTERS,
        _JOINTS,
    )
