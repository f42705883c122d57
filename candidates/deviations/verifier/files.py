"""Other ways to choose between the two files, and to find one empty."""

from collections.abc import Callable
from typing import cast

from candidates.deviations.deviation import Deviation, Step, after, around, before
from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
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


def _blank_is_empty(content: bytes) -> bytes:
    return content.strip() and content


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
        "reward.txt is looked for first",
        before(verifier=_text_first),
    ),
    Deviation(
        "falls-back-to-text",
        "verifier.json-wins",
        "reward.txt serves where reward.json cannot be read",
        around(verifier=_text_where_json_fails),
    ),
    Deviation(
        "no-rewards-fall-back-to-text",
        "verifier.json-wins",
        "reward.txt serves where reward.json holds no reward",
        around(verifier=_text_where_json_is_empty),
    ),
    Deviation(
        "no-files-no-rewards",
        "verifier.missing-file",
        "without files there are no rewards, and no error",
        around(verifier=rescued(RewardFileNotFoundError, {"rewards": None})),
    ),
    Deviation(
        "file-without-bytes-is-none",
        "verifier.empty-text",
        "a file is only looked at if it has any bytes, as by [ -s reward.json ]",
        before(verifier=_none_if_empty),
    ),
    Deviation(
        "empty-files-are-parsed",
        "verifier.empty-text",
        "an empty file is parsed like any other, and cannot be",
        around({"text.decode": _or_empty, "json.decode": _or_empty}),
    ),
    Deviation(
        "either-mark-dropped",
        "verifier.text-byte-order-mark",
        "files are decoded as utf-8-sig before they are tested for emptiness",
        before(verifier=_without_marks),
    ),
    Deviation(
        "missing-is-empty",
        "verifier.missing-file",
        "a file that does not exist is read as an empty one",
        around(verifier=rescued(RewardFileNotFoundError, RewardFileEmptyError())),
    ),
    Deviation(
        "blank-text-is-empty",
        "verifier.empty-text",
        "the text is stripped before it is tested for emptiness",
        before({"text.decode": _blank_is_empty}),
    ),
    Deviation(
        "blank-json-is-empty",
        "verifier.empty-json",
        "the text is stripped before it is tested for emptiness",
        before({"json.decode": _blank_is_empty}),
    ),
    Deviation(
        "blank-text-by-strip",
        "verifier.empty-text",
        "white space of any kind is no content, as for str.strip() and trim()",
        after({"text.decode": _not_blank}),
    ),
    Deviation(
        "blank-json-by-strip",
        "verifier.empty-json",
        "white space of any kind is no content, as for str.strip() and trim()",
        after({"json.decode": _not_blank}),
    ),
)
"""Each breaks one clause about which file is read, and whether it is empty."""
