"""What people do to a text, to its characters, to the text of a file, and to decode one."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from candidates.deviations.deviation import Deviation, around
from conformance.protocol.values import Value

type Edits = Mapping[str, Callable[[Any], Value]]
"""Edits by sentence; ``{}`` is for the name of the place."""

_SEPARATORS = {
    "slash": "/",
    "colon": ":",
    "colon and space": ": ",
    "dot": ".",
    "line break": "\n",
    "double underscore": "__",
}

CHARACTERS: Mapping[str, Callable[[str], str]] = {
    "{} converted to lower case": str.lower,
    "{} normalised to Unicode's form NFC": partial(unicodedata.normalize, "NFC"),
    "{} cut off at the first NUL": lambda text: text.partition("\0")[0],
    "{} written with replacements for lone surrogates": lambda text: re.sub(
        "[\ud800-\udfff]", "\ufffd", text
    ),
}
"""What people do to the characters of a text or of a key."""

_OTHERS = "each run of other characters than ASCII letters and digits in {} is"

_SUBSTITUTED: Mapping[str, tuple[str, str]] = {
    "repeated underscores in {} are one": ("_+", "_"),
    "only letters and digits of {} are read": (r"[\W_]+", ""),
    "characters of {} other than ASCII letters, digits and _ are dropped": ("[^a-zA-Z0-9_]", ""),
    f"{_OTHERS} a hyphen": ("[^a-zA-Z0-9]+", "-"),
    f"{_OTHERS} an underscore": ("[^a-zA-Z0-9]+", "_"),
    "an underscore precedes each capital of {} within a word": ("(?<=[a-z0-9])(?=[A-Z])", "_"),
}
"""What stands for what matches a pattern."""

TEXTS: Edits = {
    "white space at both ends of {} is dropped": str.strip,
    "{} is converted to upper case": str.upper,
    "{} is cut off after 64 characters": lambda text: text[:64],
    **{words.replace("{}", "{} is"): change for words, change in CHARACTERS.items()},
    "characters of {} that are not ASCII are dropped": lambda text: text.encode(
        "ascii", "ignore"
    ).decode(),
    **{
        sentence.format("{}", name): partial(change, mark)
        for name, mark in _SEPARATORS.items()
        for sentence, change in {
            "only what precedes the first {1} of {0} is read": lambda m, t: t.partition(m)[0],
            "only what follows the last {1} of {0} is read": lambda m, t: t.rpartition(m)[2],
            "what precedes the first {1} of {0} is left out": lambda m, t: (
                t.partition(m)[2] if m in t else t
            ),
            "what follows the last {1} of {0} is left out": lambda m, t: (
                t.rpartition(m)[0] if m in t else t
            ),
        }.items()
    },
    "only the last line of {} that is not blank is read": lambda text: [
        *filter(str.strip, text.split("\n")),
        text,
    ][-2 if text.strip() else -1],
    "only the last line of {} is read once it is stripped": lambda t: t.strip().rpartition("\n")[2],
    "only the first line of {} that is not blank is read": lambda text: next(
        filter(str.strip, text.split("\n")), text
    ),
    "only the first of splitlines() of {} that is not blank is read": lambda text: next(
        filter(str.strip, text.splitlines()), text
    ),
    "only the first line of {} is read": lambda text: (text.splitlines() or [text])[0],
    "only the first word of {} is read": lambda text: (text.split() or [text])[0],
    "only the last word of {} is read": lambda text: (text.split() or [text])[-1],
    "{} is normalized by NFKC": partial(unicodedata.normalize, "NFKC"),
    "{} is casefolded": str.casefold,
    "white space in {} is one space each": lambda text: " ".join(text.split()),
    "spaces in {} are underscores": lambda text: text.replace(" ", "_"),
    "underscores in {} are spaces": lambda text: text.replace("_", " "),
    "hyphens in {} are underscores": lambda text: text.replace("-", "_"),
    "slashes in {} are underscores": lambda text: text.replace("/", "_"),
    **{words: partial(re.sub, *other) for words, other in _SUBSTITUTED.items()},
    "white space in {} is dropped": lambda text: "".join(text.split()),
    "{} is a slug with underscores": lambda text: re.sub("[^a-zA-Z0-9]+", "_", text).strip("_"),
    "only the last of splitlines() of {} is read": lambda text: (
        text.strip().splitlines() or [text]
    )[-1],
    "hyphens in {} are dropped": lambda text: text.replace("-", ""),
    "underscores in {} are dropped": lambda text: text.replace("_", ""),
    "{} that is empty is null": lambda text: text or None,
}

_KEPT: Mapping[str, Callable[[str, str], str]] = {
    "capitals of {} are kept": lambda old, new: (
        old[place : place + len(new)] if new and (place := old.lower().find(new)) >= 0 else new
    ),
    "white space at the start of {} is kept": lambda old, new: (
        old[: len(old) - len(old.lstrip())] + new if old.strip() else new
    ),
    "white space at the end of {} is kept": lambda old, new: (
        new + old[len(old.rstrip()) :] if old.strip() else new
    ),
    "white space at both ends of {} is kept": lambda old, new: (
        old.replace(old.strip(), new) if old.strip() else new
    ),
}
"""What a step that changes a text may leave out: the new text, from those before and after it."""


def kept(operation: str, step: str, steps: Iterable[str], taken: str) -> Iterator[Deviation]:
    """Yield the deviations of a step, in all its places, that leave something as it was.

    ``taken`` are the words for what it takes.
    """
    for sentence, change in _KEPT.items():
        words = sentence.format(taken)
        changes = around(dict.fromkeys(steps, partial(_keeping, change)))
        yield Deviation(f"{operation}: {words} ({step})", f"{operation}.", words, changes)


def _keeping(change: Callable[[str, str], str], step: Callable[..., Any]) -> Callable[..., Any]:
    return lambda old, *rest: (new := step(old, *rest)) and change(old, new)


_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def _first_number(text: str) -> str:
    found = _NUMBER.search(text)
    return found[0] if found else text


FILES: Edits = {
    "every {} that is not empty is refused": lambda text: "!" if text else text,
    "what is not UTF-8 in {} is U+FFFD": lambda text: re.sub("[\udc80-\udcff]", "\ufffd", text),
    **TEXTS,
    "a byte order mark of {} is dropped": lambda text: text.removeprefix("\ufeff"),
    "commas of {} are read as points": lambda text: text.replace(",", "."),
    "a percent sign at the end of {} is dropped": lambda text: text.rstrip().removesuffix("%"),
    "only the first number in {} is read": _first_number,
    "{} is cut off after 4096 characters": lambda text: text[:4096],
    "a last comma of objects in {} is dropped": partial(re.sub, r"(?<=[^{,\s]),(?=\s*})", ""),
    "a last comma of lists in {} is dropped": partial(re.sub, r"(?<=[^[,\s]),(?=\s*])", ""),
    "NUL characters of {} are dropped": lambda text: text.replace("\0", ""),
    "what is not UTF-8 in {} is dropped": lambda text: re.sub("[\udc80-\udcff]", "", text),
    "a blank {} says 0": lambda text: text if text.strip() else "0",
}


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
