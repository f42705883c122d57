"""Questions about reasons: free text, made of the words that the rules look for and of others."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.strategies.reason_code_messages import Cases, question

_WORDS = ("missing", "empty", "parse", "malformed")
_FILL = ("the file", "task 7", "error", "of", "a trial", "score", "no result")
_INSIDE = (
    *("rewards", "rewarding", "unrewarded", "REWARD_FILE", "rewardmissing", "malformedreward"),
    *("dismissing", "missings", "emptyish", "nonempty", "parser", "reparsed", "malformedness"),
)
"""Words that hold one of the rules' words."""

_ALMOST = (
    *("rewar", "eward", "re-ward", "re ward", "rewad", "awards", "re\nward", "war"),
    *("miss", "mising", "mis sing", "mis-sing", "missin g", "mis\nsing", "issing", "absent"),
    *(
        "emty",
        "emp ty",
        "emp-ty",
        "emp.ty",
        "empt",
        "blank",
        "parsing",
        "pars e",
        "par-se",
        "par\nse",
        "unparsable",
    ),
    *("malform", "mal formed", "mal-formed", "mal\nformed", "formed", "bad"),
)
"""What a reader may take for one of the rules' words."""

_SEPARATORS = (" ", "", ": ", "\n", " \r\n\t", "/", "__", "\u2028", "\0", ".")

_DISGUISED = (
    *("m\u0130ssing", "MISS\u0130NG", "m\u0131ssing", "mi\u0307ssing", "mi\u017f\u017fing"),
    *("mi\xdfing", "mi\u1e9eing", "MI\u1e9eING", "m\xefssing", "miss\u0131ng"),
    *("\uff4d\uff49\uff53\uff53\uff49\uff4e\uff47", "\uff2dissing", "mi\xadssing"),
    *(
        "\u0435mpty",
        "emp\u200bty",
        "\xe9mpty",
        "em\u1d18ty",
        "emp\u0163y",
        "empt\xfd",
        "\u24d4mpty",
    ),
    *("par\u017fe", "\u1d3darse", "pars\u0435", "p\xe4rse", "pa\u0301rse", "parse\u0301"),
    *("malfor\u2098ed", "ma\u217cformed", "malf\xf8rmed", "\u2133alformed", "malformed\u0307"),
)
"""Words of which some letter is not the ASCII letter that it looks like or is folded to."""

_CASES = (
    *("missing", "MISSING", "Missing", "mIsSiNg", "EMPTY", "Empty", "eMPTy"),
    *("PARSE", "Parse", "paRSE", "MALFORMED", "Malformed", "malForMed"),
)
_REWARDS = ("reward", "REWARD", "Reward", "rewarD", "ReWaRd")
_DISGUISED_REWARDS = (
    *("rew\u0430rd", "re\u0175ard", "\uff32eward", "r\xebward", "rewa\u0280d", "rewar\u2146"),
    "re\xadward",
)

_SURROGATES = ("\ud800", "\udfff", "\udc80", "\ud83d", "\ufffd", "\U0001f600", "\uffff")


def _texts(*parts: st.SearchStrategy[str], separators: Sequence[str] = _SEPARATORS) -> Cases:
    """Return the parts in any order, with fill words before, between or after them."""
    return st.builds(
        lambda separator, order, fill, before, *drawn: question(
            separator.join([fill] * before + [drawn[i] for i in order])
        ),
        st.sampled_from(separators),
        st.permutations(range(len(parts))),
        st.sampled_from(_FILL),
        st.integers(0, 1),
        *parts,
    )


def _any(*texts: str) -> st.SearchStrategy[str]:
    return st.sampled_from(texts)


def pairs(*words: str) -> Cases:
    """A word beside ``reward``, and sometimes another word or none of them."""
    return _texts(_any("reward", "reward", "reward", "score"), _any(*words, *words, "file"))


def several_words() -> Cases:
    """Two or three of the rules' words beside ``reward``."""
    return _texts(_any("reward"), _any(*_WORDS), _any(*_WORDS), _any("", *_WORDS))


def without_reward() -> Cases:
    """The rules' words without ``reward``, or with what is almost that."""
    almost = _any("award", "score", "rewar", "re ward", "re\nward", "result", "reward")
    return _texts(_any(*_WORDS), almost)


def without_word() -> Cases:
    """``reward`` without any of the other words, or with what is almost one of them."""
    others = _any("", *_FILL, *_ALMOST[8:], "missing")
    return _texts(_any("reward", "rewards", "Reward"), others)


def inside_words() -> Cases:
    """The rules' words as parts of longer ones."""
    return _texts(_any(*_INSIDE), _any(*_INSIDE), _any("", "reward", *_WORDS))


def split_words() -> Cases:
    """Words with something between their letters, beside whole ones."""
    return _texts(_any("reward", "reward", *_ALMOST[:8]), _any(*_ALMOST[8:], *_WORDS))


def apart() -> Cases:
    """Words far apart: on other lines, behind long text, before and after each other."""
    gap = _any("\n", "\n\n", "\r", "\u2028", "\0", " " * 300, "\n" + "x" * 300, "x\ny\n" * 20)
    return _texts(_any("reward"), _any(*_WORDS), gap, separators=("", " ", "\n"))


def any_case() -> Cases:
    """Small and capital letters."""
    return _texts(_any(*_REWARDS), _any(*_CASES))


def disguised() -> Cases:
    """Words that only look like the rules' words, or are made them by some folding of case."""
    return _texts(
        _any(*_REWARDS, *_DISGUISED_REWARDS), _any(*_DISGUISED, *_CASES[:1], *_CASES[7:8])
    )


def surrogates() -> Cases:
    """Lone surrogates and characters beyond the basic plane beside the words, or inside them."""
    broken = _any("mis\ud800sing", "emp\udc00ty", "par\ud83dse", *_WORDS, *_WORDS)
    return _texts(_any(*_SURROGATES), _any("reward", "rew\udfffard"), broken)


def codes() -> Cases:
    """The codes of the three rules themselves, and what is made of them."""
    code = _any("harbor_reward_missing", "harbor_reward_empty", "harbor_reward_parse_error")
    return st.one_of(code.map(question), _texts(code, _any("", *_FILL)))


def nothing() -> Cases:
    """No reason at all, an empty one, and one that is not empty."""
    return st.sampled_from((None, "", " ", "reward missing", "null", "None")).map(question)


def long_texts() -> Cases:
    """The words at the far ends of very long text, or beyond some limit."""
    return st.builds(
        lambda word, length, order: question(
            ("x" * length).join(("reward", word) if order else (word, "reward"))
        ),
        st.sampled_from((*_WORDS, "none")),
        st.sampled_from((70_000, 300, 2_000, 5_000, 140_000)),
        st.booleans(),
    )


def everything() -> Cases:
    """Any pieces in any order."""
    pieces = (
        *("reward", "Reward", "REWARD", *_WORDS, "MISSING", "Empty", "Malformed"),
        *(*_FILL, *_ALMOST[:20:4], *_INSIDE[::3], *_SURROGATES[:2], *_DISGUISED[::6]),
    )
    return st.builds(
        lambda separator, parts: question(separator.join(parts)),
        st.sampled_from(_SEPARATORS),
        st.lists(st.sampled_from(pieces), min_size=1, max_size=6),
    )
