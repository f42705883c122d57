"""Other ways to decode a file, at any step that does."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial

from candidates.deviations.deviation import Deviation, around

type Decode = Callable[[bytes], str]

_WAYS: Mapping[str, Decode] = {
    "what is not UTF-8 becomes U+FFFD": partial(bytes.decode, errors="replace"),
    "what is not UTF-8 is dropped": partial(bytes.decode, errors="ignore"),
    "a byte order mark is dropped": lambda content: content.decode("utf-8-sig"),
    "bytes are read as Latin-1": lambda content: content.decode("latin-1"),
}


def decoded(operation: str, step: str, file: str) -> Iterator[Deviation]:
    """Yield the deviations of a step of an operation that decodes a file as UTF-8."""
    for way, decode in _WAYS.items():
        yield Deviation(
            name=f"{operation}: {way} in step {step}",
            clause=f"{operation}.",
            description=f"{way} in {file}",
            changes=around({step: partial(_by, decode)}),
            advice="Decode the file as UTF-8, keep a byte order mark, and refuse the rest.",
        )


def _by(decode: Decode, step: Decode) -> Decode:
    """Return a step that decodes in another way; what that refuses, and no bytes, it leaves."""

    def changed(content: bytes) -> str:
        with suppress(UnicodeDecodeError):
            return decode(content) if content else step(content)
        return step(content)

    return changed
