"""How a word is looked for in a reason."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, extreme, rare
from conformance.operations.reason_code import inputs
from conformance.operations.strategies.drawing import drawn
from conformance.protocol.values import Case

LEVEL = rare("a reason of free text: capital letters, other scripts, several lines")

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


@clause("parts-of-words", *inputs.RULES)
def inside_words() -> Cases:
    """The words count wherever their letters occur in a row, even in the middle of other words."""
    return inputs.texts(inputs.INSIDE, inputs.INSIDE, ("", "reward", *inputs.WORDS))


@clause("whole-words", *inputs.RULES, effort=1)
def split_words() -> Cases:
    """A word with anything between its letters, or with a letter less, is not the word."""
    return inputs.texts(
        ("reward", "reward", *inputs.ALMOST[:8]), (*inputs.ALMOST[8:], *inputs.WORDS)
    )


@clause("any-distance", *inputs.RULES)
def apart() -> Cases:
    """The words may have any order and any distance, on other lines too."""
    gap = ("\n", "\n\n", "\r", "\u2028", "\0", " " * 300, "\n" + "x" * 300, "x\ny\n" * 20)
    return inputs.texts(("reward",), inputs.WORDS, gap, separators=("", " ", "\n"))


@clause("long-reasons", *inputs.RULES, effort=0.3)
@drawn((*inputs.WORDS, "none"), (70_000, 300, 2_000, 5_000, 140_000), first=st.booleans())
def long_texts(word: str, length: int, *, first: bool) -> Case:
    """A reason is searched to its end, however long it is, and where no rule covers it, its code is
    not cut off."""
    return inputs.case_with(("x" * length).join(("reward", word) if first else (word, "reward")))


@clause("any-case", *inputs.RULES)
def any_case() -> Cases:
    """Capital and small letters are the same."""
    return inputs.texts(_REWARDS, _CASES)


@clause("ascii-letters", *inputs.RULES, effort=1)
def disguised() -> Cases:
    """No character stands for a letter of a word unless its small form is that letter, as the
    Kelvin sign's is k: not those that other foldings of case turn into one (long s, sharp s,
    dotless i), nor those that look like one."""
    # Words that only look like the rules' words, or are made them by some folding of case.
    rewards = inputs.texts(
        (*_REWARDS, *_DISGUISED_REWARDS), (*inputs.DISGUISED, *_CASES[:1], *_CASES[7:8])
    )
    return st.one_of(rewards, inputs.texts(_BROKERS, ("connection",)))


@clause("surrogates", *inputs.RULES, level=extreme("no reason has half of a surrogate pair"))
def surrogates() -> Cases:
    """A lone surrogate keeps the letters of a word apart, but not those of an exception's name."""
    broken = ("mis\ud800sing", "emp\udc00ty", "par\ud83dse", *inputs.WORDS, *inputs.WORDS)
    return inputs.texts(inputs.SURROGATES, ("reward", "rew\udfffard"), broken)
