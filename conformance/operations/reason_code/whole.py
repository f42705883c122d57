"""The code of a reason that no rule covers, which is made of the whole text."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Check, clause, common, rare
from conformance.operations.reason_code import inputs
from conformance.operations.strategies.drawing import build, either, some
from conformance.operations.strategies.texts import joined

LEVEL = rare("a reason of free text: white space, dashes, other scripts")

_HYPHENS = ("-", "-", "--", " - ", "-\n-", "_-", "-_", "\u2010", "\u2011", "\u2013", "\u2014")

_DASHES = ("\u2212", "\xad", "\uff0d", "\ufe63", "\u30fc", "~", "\u05be", "\u207b")
"""What looks like a hyphen and is none, as the last four of the hyphens are."""

_LETTERS = (
    *("\u03a3", "A\u03a3", "\u0391\u03a3.", "A\u03a3 B", "A\u03a3B", "A.\u03a3", "A\u0301\u03a3"),
    *("\u0130", "I\u0130", "\u1e9e", "\xdf", "\u212a", "\u212b", "\u2126", "\u01c5", "\u01c4"),
    *("\u1f88", "\u1fbc", "\u0410\u0401", "\u10a0", "\u1c90", "\u13a0", "\uff21", "\u24b6"),
    *("\u2160", "\U00010400", "\U0001e900", "\u017f", "\u0345", "\ufb01", "\xb5", "\xc9"),
    *("\u03a3\ud800", "A\u03a3'\u03a3", "\U0001d400", "\u2c2f", "\ua64a", "\u1e9b", "\u0406"),
)
"""Letters whose small form depends on their place, is two letters, or is in another block."""

_OTHERS = (
    *("/", "\\", ".", ":", "..", "_", "__", "%", "'", '"', "(", ")", "{}", "#1", "\0", "\x1b[0m"),
    *("\u0301", "\u200d", "\U0001f600", "\xb7", "\u4e2d", "\u0663", "&amp;", "\ufeff", "=", "@"),
    *inputs.SURROGATES,
)


@clause(
    "whole-text",
    *inputs.RULES,
    level=common("marin-community/marin#7789: InternalServerError, which no rule covers"),
)
def whole_text() -> tuple[Check, ...]:
    """A reason that no rule covers is a code of its own, made of the whole text: in small letters,
    with underscores for white space and hyphens."""
    pieces = (
        *("reward", "Reward", "REWARD", *inputs.WORDS, "MISSING", "Empty", "Malformed"),
        *(*inputs.PLAIN, *inputs.NAMES, "broker", "connection", "Connection refused"),
        *("submission", "code", "runtime", *inputs.FILL, *inputs.ALMOST[:20:4]),
        *(*inputs.INSIDE[::3], *inputs.SURROGATES[:2], *inputs.DISGUISED[::6]),
    )
    everything = build(str.join, inputs.SEPARATORS, some(pieces, 1, 4)).map(inputs.case_with)
    others = ("", *inputs.FILL, *inputs.ALMOST[8:], "missing")
    without_word = inputs.texts(("reward", "rewards", "Reward"), others)
    return (Check("everything", everything), Check("without-word", without_word))


@clause("spaces-to-underscores", *inputs.RULES, effort=1)
def with_spaces() -> Cases:
    """Each stretch of white space in it, as str.split() has it, becomes one underscore: U+001C to
    U+001F and U+0085 are white space, U+200B, U+180E and U+FEFF are not."""
    return _between((*inputs.SPACES, *inputs.SPACES, *inputs.NO_SPACES))


@clause("hyphens-to-underscores", *inputs.RULES, effort=1)
def with_hyphens() -> Cases:
    """Each ASCII hyphen in it becomes a separate underscore, also at the ends and next to others;
    no other dash does."""
    return _between((*_HYPHENS, *_HYPHENS, *_DASHES))


@clause("small-letters", *inputs.RULES, effort=2)
def with_letters() -> Cases:
    """Its letters are made small as str.lower() does it: letters of all scripts, a sigma by whether
    a word ends with it, a dotted capital I as two characters; nothing is folded."""
    return _between(_LETTERS)


@clause("rest-stays", *inputs.RULES, effort=1)
def with_others() -> Cases:
    """Every other character of it is kept in its place: underscores, punctuation, controls, marks,
    surrogates."""
    return _between(_OTHERS)


def _between(pieces: tuple[str, ...]) -> Cases:
    joint = some(pieces, 1, 3).map("".join)
    end = either(st.just(""), pieces)
    before, behind = ("exit", "Exit", "Task7", "OOM", ""), ("code", "Status", "137", "x", "")
    return joined(end, before, joint, behind, end).map(inputs.case_with)
