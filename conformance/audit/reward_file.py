"""Checks one reward file: what harbor makes of it, and what to write instead."""

import json
import math
from codecs import BOM_UTF8, BOM_UTF16
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import cast

from conformance.implementations.installed_harbor import Harbor
from conformance.protocol import show
from conformance.protocol.values import Case, Failure, Result, Value

TEXT, JSON = "reward.txt", "reward.json"
"""The two files from which harbor reads rewards."""

LARGEST = 64 * 2**20
"""The largest file that is read, in bytes."""


class Severity(StrEnum):
    """Whether harbor loses the trial, or others may read the file differently."""

    REFUSED = "refused"
    RISKY = "risky"


@dataclass(frozen=True, slots=True)
class Advice:
    """What is wrong with a reward file, at least for other readers, and what to write instead."""

    severity: Severity
    what: str
    instead: str


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What harbor makes of a reward file, in words, and the advice."""

    name: str
    answer: Result | Failure
    advice: tuple[Advice, ...]

    @property
    def refused(self) -> bool:
        """Whether harbor gets no rewards from the file."""
        return isinstance(self.answer, Failure)

    @property
    def words(self) -> str:
        """What harbor makes of it."""
        if isinstance(self.answer, Failure):
            return f"refused: {self.answer.error}, and the trial has no rewards"
        rewards = cast("dict[str, Value]", self.answer.value)["rewards"]
        if not rewards:
            return f"no rewards: {show.value(rewards)}, which every metric counts as 0"
        return f"rewards {show.value(rewards)}"


def check(harbor: Harbor, name: str, content: bytes) -> CheckedFile:
    """Return what harbor makes of a file of this name, which is reward.txt or reward.json."""
    case: dict[str, Value] = {TEXT: None, JSON: None, name: content}
    answer = harbor.answer(Case("verifier", case))
    say = _of_json if name == JSON else _of_text
    advice = tuple(say(content, answer))
    if isinstance(answer, Failure) and not any(a.severity is Severity.REFUSED for a in advice):
        what = f"harbor cannot read it: {answer.error}" if name == JSON else "it is not a number"
        instead = "write 1 or 0" if content.strip().isalpha() else _INSTEAD[name]
        if content.startswith((BOM_UTF8, BOM_UTF16)):
            what, instead = "it begins with a byte order mark", "save it as UTF-8 without one"
        advice = (*advice, _refused(what, instead))
    return CheckedFile(name, answer, advice)


_refused, _risky = partial(Advice, Severity.REFUSED), partial(Advice, Severity.RISKY)

_DETAILS = "put it into reward-details.json, and only numbers into reward.json"
_INSTEAD = {
    TEXT: "write only one number, such as 0.5",
    JSON: 'write an object of numbers, such as {"reward": 0.5}',
}
_STRICT = "0.23.0"
"""The first release that refuses text and numbers that are not finite; see docs/upgrades.md."""

_MISSED = "readers that look for the key reward find none, or take another key's number"
_FINITE = "write a finite number, or 0 if there is none"


def _of_text(content: bytes, answer: Result | Failure) -> Iterator[Advice]:
    refused = isinstance(answer, Failure)
    text = content.decode("utf-8", "replace").strip()
    if not text:
        yield _refused("it is empty or only white space", _INSTEAD[TEXT])
    elif refused and _is_json(text):
        yield _refused("it contains JSON", f"name it {JSON}")
    elif refused and "," in text and _is_number(text.replace(",", ".")):
        yield _refused("it has a decimal comma", "write a decimal point")
    elif refused and text.endswith("%"):
        yield _refused("it is a percentage", "write a fraction, such as 0.85")
    elif not refused:
        yield from _of_number("reward", float(text))
        if "_" in text or not text.isascii():
            what = "only Python reads underscores between digits, and digits of other scripts"
            yield _risky(what, "write the digits 0 to 9")


def _is_json(text: str) -> bool:
    with suppress(ValueError, RecursionError):
        return isinstance(json.loads(text), dict | list)
    return False


def number_of(text: str) -> float | str:
    """Return the number that a text represents, or the text if it represents none."""
    try:
        return float(text)
    except ValueError:
        return text


def _is_number(text: str) -> bool:
    return isinstance(number_of(text), float)


def _of_json(content: bytes, answer: Result | Failure) -> Iterator[Advice]:
    names: list[str] = []

    def members(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names[:] = [name for name, _ in pairs]  # of the outermost object, which comes last
        return dict(pairs)

    try:
        value = json.loads(content, object_pairs_hook=members)
    except (ValueError, RecursionError) as error:
        where = f" ({error})" if isinstance(error, json.JSONDecodeError) else ""
        what = f"it is not JSON{where}" if content.strip() else "it is empty"
        yield _refused(what, _INSTEAD[JSON])
        return
    if not isinstance(value, dict):
        if isinstance(answer, Failure) or value is None:
            say = _risky if value is None else _refused
            yield say(f"it contains {show.TYPES[type(value)]}, not an object", _INSTEAD[JSON])
        return
    yield from _of_members(value, isinstance(answer, Failure))
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None and twice in value:
        what = f"{_name(twice)} occurs more than once, and the last value counts"
        yield _risky(what, "write each key once")


def _of_members(value: dict[str, object], refused: bool) -> Iterator[Advice]:  # noqa: FBT001 - a fact of the file
    if not value:
        what = "an empty object gives no reward, even next to a valid reward.txt"
        yield _risky(what, _INSTEAD[JSON])
    elif "reward" not in value and len(value) > 1:
        what = f"harbor makes a metric of each key, and no pass@k of several keys; {_MISSED}"
        yield _risky(what, "write only one number, under the key reward")
    elif "reward" not in value:
        yield _risky(_MISSED, "add the key reward")
    for name, member in value.items():
        yield from _of_member(name, member, refused)


def _of_member(name: str, member: object, refused: bool) -> Iterator[Advice]:  # noqa: FBT001 - a fact of the file
    if isinstance(member, str):
        if _is_number(member):
            what = f"{_name(name)} is text, which harbor from {_STRICT} on and other readers refuse"
            yield _risky(what, f"write it without quotation marks: {member.strip()}")
        elif refused:
            what = f"text in {_name(name)} gives the whole file a ValidationError"
            yield _refused(what, "write 1 or 0" if name == "reward" else _DETAILS)
    elif isinstance(member, bool):
        what = f"{_name(name)} is true or false: harbor reads 1 or 0, and others refuse it"
        yield _risky(what, f"write {int(member)}")
    elif isinstance(member, int | float):
        yield from _of_number(name, member)
    elif refused:
        what = f"{show.TYPES[type(member)]} in {_name(name)} gives the whole file a ValidationError"
        yield _refused(what, _FINITE if name == "reward" else _DETAILS)


def _of_number(name: str, value: float) -> Iterator[Advice]:
    if isinstance(value, float) and not math.isfinite(value):
        what = f"{_name(name)} is {value}: null in result.json, refused from harbor {_STRICT} on"
        yield _risky(what, _FINITE)
    elif not 0 <= value <= 1:
        what = f"{_name(name)} is outside 0 to 1, which some readers refuse"
        yield _risky(what, "write a number from 0 to 1 if you can")


def _name(name: str) -> str:
    return show.shorten(show.printable(name), 60) or "the empty key"
