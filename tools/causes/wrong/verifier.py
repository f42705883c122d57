"""Wrong implementations of `verifier`."""

import json
import math
import re
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from tools.causes.wrong.making import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    VerifierOutputParseError,
    candidate,
)


class Checked(BaseModel):
    """What a verifier's result must be."""

    rewards: dict[str, float | int] | None = None


def text_of(raw: bytes) -> str:
    """Return the text of a file as Python reads one."""
    return raw.decode().replace("\r\n", "\n").replace("\r", "\n")


def from_text(raw: bytes, number: Callable[[str], float] = float) -> Any:
    """Return the rewards of a reward.txt."""
    if not raw:
        raise RewardFileEmptyError
    try:
        return {"reward": number(text_of(raw))}
    except ValueError as error:
        raise VerifierOutputParseError from error


def from_json(raw: bytes, load: Callable[[str], Any] = json.loads) -> Any:
    """Return the rewards of a reward.json, not yet checked."""
    if not raw:
        raise RewardFileEmptyError
    try:
        return load(text_of(raw))
    except ValueError as error:
        raise VerifierOutputParseError from error


def read(
    case: Any,
    text: Callable[[bytes], Any] = from_text,
    document: Callable[[bytes], Any] = from_json,
    check: Callable[[Any], Any] = lambda rewards: Checked(rewards=rewards).rewards,
) -> Any:
    """Return the result of a verifier's files as harbor reads them."""
    if case["reward.json"] is not None:
        return {"rewards": check(document(case["reward.json"]))}
    if case["reward.txt"] is not None:
        return {"rewards": check(text(case["reward.txt"]))}
    raise RewardFileNotFoundError


def of_number(case: Any, number: Callable[[str], float]) -> Any:
    """Return the result where the text's number is read by another function."""
    return read(case, text=lambda raw: from_text(raw, number))


def of_document(case: Any, change: Callable[[Any], Any]) -> Any:
    """Return the result where the document of reward.json is changed before it is checked."""
    return read(case, document=lambda raw: change(from_json(raw)))


def of_object(case: Any, change: Callable[[dict[str, Any]], Any]) -> Any:
    """Return the result where the object of reward.json is changed before it is checked."""
    return of_document(case, lambda found: change(found) if isinstance(found, dict) else found)


@candidate("verifier")
def right(case: Any) -> Any:
    """No mistake."""
    return read(case)


@candidate("verifier")
def text_first(case: Any) -> Any:
    """Of both files reward.txt is read."""
    return read({**case, "reward.json": None if case["reward.txt"] else case["reward.json"]})


@candidate("verifier")
def text_where_json_fails(case: Any) -> Any:
    """Where reward.json cannot be read, reward.txt is."""
    try:
        return read(case)
    except Exception:
        if case["reward.txt"] is None or case["reward.json"] is None:
            raise
        return read({**case, "reward.json": None})


@candidate("verifier")
def empty_json_is_absent(case: Any) -> Any:
    """A reward.json of no bytes is as good as none."""
    return read({**case, "reward.json": case["reward.json"] or None})


@candidate("verifier")
def blank_is_empty(case: Any) -> Any:
    """A reward.txt of white space is empty."""

    def text(raw: bytes) -> Any:
        if not raw.strip():
            raise RewardFileEmptyError
        return from_text(raw)

    return read(case, text=text)


@candidate("verifier")
def failures_are_zero(case: Any) -> Any:
    """A file that cannot be read is a reward of 0."""
    try:
        return read(case)
    except Exception:  # noqa: BLE001 - the mistake
        return {"rewards": {"reward": 0.0}}


@candidate("verifier")
def missing_is_zero(case: Any) -> Any:
    """No file is a reward of 0."""
    try:
        return read(case)
    except RewardFileNotFoundError:
        return {"rewards": {"reward": 0.0}}


@candidate("verifier")
def ascii_numbers(case: Any) -> Any:
    """reward.txt is a decimal number in ASCII digits, by a pattern."""

    def number(text: str) -> float:
        if not re.fullmatch(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", text.strip(), re.ASCII):
            raise ValueError
        return float(text)

    return of_number(case, number)


@candidate("verifier")
def no_underscores(case: Any) -> Any:
    """Underscores between digits are refused."""

    def number(text: str) -> float:
        if "_" in text:
            raise ValueError
        return float(text)

    return of_number(case, number)


@candidate("verifier")
def finite_only(case: Any) -> Any:
    """nan and infinities in reward.txt are refused."""

    def number(text: str) -> float:
        value = float(text)
        if not math.isfinite(value):
            raise ValueError
        return value

    return of_number(case, number)


@candidate("verifier")
def first_line(case: Any) -> Any:
    """Only the first line of reward.txt counts."""
    return of_number(case, lambda text: float(text.split("\n")[0]))


@candidate("verifier")
def last_line(case: Any) -> Any:
    """Only the last line of reward.txt that is not blank counts."""
    return of_number(case, lambda text: float((text.strip().splitlines() or [""])[-1]))


@candidate("verifier")
def first_word(case: Any) -> Any:
    """Only the first word of reward.txt counts."""
    return of_number(case, lambda text: float((text.split() or [""])[0]))


@candidate("verifier")
def comma_is_point(case: Any) -> Any:
    """A comma is read as a decimal point."""
    return of_number(case, lambda text: float(text.replace(",", ".")))


@candidate("verifier")
def words_are_numbers(case: Any) -> Any:
    """true and pass are 1, false and fail are 0."""
    words = {"true": 1.0, "pass": 1.0, "false": 0.0, "fail": 0.0}

    def number(text: str) -> float:
        return words[text.strip().lower()] if text.strip().lower() in words else float(text)

    return of_number(case, number)


@candidate("verifier")
def percent(case: Any) -> Any:
    """A percent sign divides by 100."""

    def number(text: str) -> float:
        return float(text.strip()[:-1]) / 100 if text.strip().endswith("%") else float(text)

    return of_number(case, number)


@candidate("verifier")
def clipped_text(case: Any) -> Any:
    """The number in reward.txt is clipped to 0 and 1."""
    return of_number(case, lambda text: max(0.0, min(1.0, float(text))))


@candidate("verifier")
def integers_stay(case: Any) -> Any:
    """A whole number in reward.txt is an integer of any size."""

    def number(text: str) -> float:
        try:
            return int(text)
        except ValueError:
            return float(text)

    return of_number(case, number)


@candidate("verifier")
def single_precision(case: Any) -> Any:
    """reward.txt is read in single precision."""
    import struct  # noqa: PLC0415 - one of thirty needs it

    def number(text: str) -> float:
        value = float(text)
        try:
            return float(struct.unpack("f", struct.pack("f", value))[0])
        except OverflowError:
            return math.copysign(math.inf, value)

    return of_number(case, number)


@candidate("verifier")
def json_floats(case: Any) -> Any:
    """Every number in reward.json becomes a float."""
    return read(case, check=lambda rewards: as_floats(Checked(rewards=rewards).rewards))


def as_floats(rewards: Any) -> Any:
    """Return the rewards with floats for integers."""
    return rewards and {key: float(value) for key, value in rewards.items()}


@candidate("verifier")
def strict_json(case: Any) -> Any:
    """NaN and Infinity in reward.json cannot be parsed."""

    def refuse(word: str) -> Any:
        raise ValueError(word)

    return read(
        case,
        document=lambda raw: from_json(raw, lambda text: json.loads(text, parse_constant=refuse)),
    )


@candidate("verifier")
def strict_values(case: Any) -> Any:
    """Booleans and text in reward.json are refused."""

    def check(found: Any) -> Any:
        if isinstance(found, dict) and any(isinstance(one, bool | str) for one in found.values()):
            return Checked(rewards="unfit")  # type: ignore[arg-type]
        return Checked(rewards=found).rewards

    return read(case, check=check)


@candidate("verifier")
def no_text_values(case: Any) -> Any:
    """Text in reward.json is refused, also where it is a number."""

    def change(found: dict[str, Any]) -> Any:
        return {key: [one] if isinstance(one, str) else one for key, one in found.items()}

    return of_object(case, change)


@candidate("verifier")
def booleans_refused(case: Any) -> Any:
    """Booleans in reward.json are refused."""

    def change(found: dict[str, Any]) -> Any:
        return {key: [one] if isinstance(one, bool) else one for key, one in found.items()}

    return of_object(case, change)


@candidate("verifier")
def unfit_values_left_out(case: Any) -> Any:
    """Values of reward.json that are no numbers are left out."""

    def change(found: dict[str, Any]) -> Any:
        return {key: one for key, one in found.items() if isinstance(one, int | float)}

    return of_object(case, change)


@candidate("verifier")
def nulls_left_out(case: Any) -> Any:
    """Keys of reward.json whose value is null are left out."""
    return of_object(case, lambda found: {k: v for k, v in found.items() if v is not None})


@candidate("verifier")
def nulls_are_zero(case: Any) -> Any:
    """A null value in reward.json is 0."""
    return of_object(case, lambda found: {k: 0 if v is None else v for k, v in found.items()})


@candidate("verifier")
def bare_number(case: Any) -> Any:
    """A reward.json that is a number is the reward."""
    return of_document(
        case, lambda found: {"reward": found} if isinstance(found, int | float) else found
    )


@candidate("verifier")
def reward_key_alone(case: Any) -> Any:
    """Of reward.json only the key reward is kept, where it is there."""
    return of_object(
        case, lambda found: {"reward": found["reward"]} if "reward" in found else found
    )


@candidate("verifier")
def nested_rewards(case: Any) -> Any:
    """A key rewards with an object is taken for the rewards."""
    return of_object(
        case,
        lambda found: found["rewards"] if isinstance(found.get("rewards"), dict) else found,
    )


@candidate("verifier")
def empty_object_refused(case: Any) -> Any:
    """A reward.json without any key is a parse error."""

    def change(found: dict[str, Any]) -> Any:
        if not found:
            raise VerifierOutputParseError
        return found

    return of_object(case, change)


@candidate("verifier")
def null_document_refused(case: Any) -> Any:
    """A reward.json that is null is refused."""
    return of_document(case, lambda found: [] if found is None else found)


@candidate("verifier")
def repeated_key_refused(case: Any) -> Any:
    """A key given twice is a parse error."""

    def pairs(found: list[tuple[str, Any]]) -> Any:
        if len({key for key, _ in found}) < len(found):
            raise ValueError
        return dict(found)

    return read(
        case,
        document=lambda raw: from_json(raw, lambda text: json.loads(text, object_pairs_hook=pairs)),
    )


@candidate("verifier")
def first_of_repeated_keys(case: Any) -> Any:
    """Of a key given twice the first counts."""

    def pairs(found: list[tuple[str, Any]]) -> Any:
        return dict(reversed(found))

    return read(
        case,
        document=lambda raw: from_json(raw, lambda text: json.loads(text, object_pairs_hook=pairs)),
    )


@candidate("verifier")
def byte_order_mark_skipped(case: Any) -> Any:
    """A byte order mark before either file is skipped."""
    return read({key: raw and raw.removeprefix(b"\xef\xbb\xbf") for key, raw in case.items()})


@candidate("verifier")
def latin_one(case: Any) -> Any:
    """Bytes that are not UTF-8 are read as Latin-1."""

    def readable(raw: bytes | None) -> bytes | None:
        try:
            return raw if raw is None else raw.decode().encode()
        except UnicodeDecodeError:
            return (raw or b"").decode("latin-1").encode()

    return read({key: readable(raw) for key, raw in case.items()})


@candidate("verifier")
def lossy_text(case: Any) -> Any:
    """Bytes that are not UTF-8 are dropped."""
    return read({key: raw and raw.decode(errors="ignore").encode() for key, raw in case.items()})


@candidate("verifier")
def one_error(case: Any) -> Any:
    """Every unreadable file is a VerifierOutputParseError, also an empty one."""
    try:
        return read(case)
    except RewardFileEmptyError as error:
        raise VerifierOutputParseError from error


@candidate("verifier")
def refused_is_unparsed(case: Any) -> Any:
    """Values that harbor's model refuses are a VerifierOutputParseError."""
    try:
        return read(case)
    except (RewardFileEmptyError, RewardFileNotFoundError):
        raise
    except ValueError as error:
        raise VerifierOutputParseError from error
