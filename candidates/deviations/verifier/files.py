"""Other ways to choose between the two files, and to find one empty."""

from collections.abc import Callable
from typing import cast

from candidates.deviations.deviation import Deviation, Step, after, around, before, family
from candidates.reference.verifier import (
    RewardFileEmptyError,
    ValidationError,
    VerifierInput,
    VerifierOutputParseError,
    VerifierResult,
)


def _without_json(files: VerifierInput) -> VerifierInput:
    return {**files, "reward.json": None}


def _text_first(files: VerifierInput) -> VerifierInput:
    return files if files["reward.txt"] is None else _without_json(files)


def _text_where_json_fails(verifier: Step) -> Step:
    def answer(files: VerifierInput) -> VerifierResult:
        try:
            return verifier(files)  # type: ignore[no-any-return] # a step
        except (RewardFileEmptyError, VerifierOutputParseError, ValidationError):
            if files["reward.txt"] is None:
                raise
            return verifier(_without_json(files))  # type: ignore[no-any-return] # a step

    return answer


def _none_if_empty(files: VerifierInput) -> VerifierInput:
    return cast("VerifierInput", {name: content or None for name, content in files.items()})


def _without_marks(files: VerifierInput) -> VerifierInput:
    """Drop a byte order mark before anything else; nothing is left of one alone."""
    return cast(
        "VerifierInput",
        {
            name: content and content.removeprefix(b"\xef\xbb\xbf")  # type: ignore[attr-defined] # bytes
            for name, content in files.items()
        },
    )


def rescued(error: type[Exception], answer: object) -> Callable[[Step], Step]:
    """Return the change of a step that gives an answer, or raises it, where the step fails so."""

    def change(step: Step) -> Step:
        def steady(question: object) -> object:
            try:
                return step(question)
            except error:
                if isinstance(answer, Exception):
                    raise answer from None
                return answer

        return steady

    return change


def _not_blank(text: str) -> str:
    if not text.strip():
        raise RewardFileEmptyError
    return text


def _or_empty(decode: Step) -> Step:
    """Take no bytes for empty text."""
    return lambda content: decode(content) if content else ""


def _text_where_json_is_empty(verifier: Step) -> Step:
    def answer(files: VerifierInput) -> VerifierResult:
        result: VerifierResult = verifier(files)
        if result["rewards"] or files["reward.txt"] is None:
            return result
        return verifier(_without_json(files))  # type: ignore[no-any-return] # a step

    return answer


DEVIATIONS = (
    Deviation(
        "text-wins",
        "verifier.json-wins",
        "reward.txt is preferred to reward.json",
        before(verifier=_text_first),
        advice="Read reward.json where both files exist.",
    ),
    family(
        "other-file",
        "verifier.json-wins",
        "reward.txt is read where reward.json {}",
        {
            "unreadable": ("cannot be read", around(verifier=_text_where_json_fails)),
            "no-rewards": ("has no rewards", around(verifier=_text_where_json_is_empty)),
        },
        advice="Read only reward.json where it exists, even if it is empty or unreadable.",
    ),
    family(
        "empty-files",
        "verifier.empty-text",
        "{}",
        {
            "ignored": ("an empty file counts as missing", before(verifier=_none_if_empty)),
            "parsed": (
                "an empty file is parsed, which fails",
                around({"text.decode": _or_empty, "json.decode": _or_empty}),
            ),
            "mark-dropped": (
                "a byte order mark is dropped before a file is tested for emptiness",
                before(verifier=_without_marks),
                "verifier.text-byte-order-mark",
            ),
        },
        advice="Raise RewardFileEmptyError for a file of zero bytes, and parse any other.",
    ),
    Deviation(
        "blank-text-by-strip",
        "verifier.empty-text",
        "a reward.txt of nothing but white space counts as empty",
        after({"text.decode": _not_blank}),
        advice="Raise RewardFileEmptyError only for a reward.txt of zero bytes.",
    ),
    Deviation(
        "blank-json-by-strip",
        "verifier.empty-json",
        "a reward.json of nothing but white space counts as empty",
        after({"json.decode": _not_blank}),
        advice="Raise RewardFileEmptyError only for a reward.json of zero bytes.",
    ),
)
"""Each breaks one clause about which file is read, and whether it is empty."""
