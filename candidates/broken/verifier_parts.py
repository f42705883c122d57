"""The reference's reading of reward files with one step exchanged."""

from collections.abc import Callable

from candidates import reference
from candidates.reference import lax_number, python_json
from candidates.reference.verifier import (
    RewardFileEmptyError,
    Rewards,
    ValidationError,
    VerifierInput,
    VerifierOutputParseError,
)

type Result = dict[str, Rewards | None]
type Function = Callable[[VerifierInput], Result]


def with_bytes_of(name: str, change: Callable[[bytes], bytes]) -> Function:
    """Return a reading of one file's bytes, if it has any, as ``change`` makes them."""

    def verifier(files: VerifierInput) -> Result:
        content = files[name]  # type: ignore[literal-required] # one of the two names
        changed = {**files, name: change(content)} if content else files
        return reference.verifier(changed)  # type: ignore[arg-type] # the same two names

    return verifier


def with_text(read: Callable[[str], float | None]) -> Function:
    """Return a reading of reward.txt, once decoded, by ``read``; None refuses the text."""

    def verifier(files: VerifierInput) -> Result:
        content = files["reward.txt"]
        if files["reward.json"] is not None or not content:
            return reference.verifier(files)
        number = read(decoded(content))
        if number is None:
            raise VerifierOutputParseError
        return {"rewards": {"reward": number}}

    return verifier


def with_parser(parse: Callable[[str], object]) -> Function:
    """Return a reading of reward.json, once decoded, by ``parse``; ValueError refuses it."""

    def verifier(files: VerifierInput) -> Result:
        content = files["reward.json"]
        if content is None:
            return reference.verifier(files)
        if not content:
            raise RewardFileEmptyError
        try:
            value = parse(decoded(content))
        except ValueError as error:
            raise VerifierOutputParseError from error
        return {"rewards": rewards_of(value, lax_number.convert)}

    return verifier


def lenient(repair: Callable[[str], str]) -> Function:
    """Return a reading of reward.json that repairs what it cannot parse."""

    def parse(text: str) -> object:
        try:
            return python_json.parse(text)
        except ValueError:
            return python_json.parse(repair(text))

    return with_parser(parse)


def with_document(store: Callable[[object], Rewards | None]) -> Function:
    """Return a reading of reward.json that makes rewards of the parsed document by ``store``."""

    def verifier(files: VerifierInput) -> Result:
        content = files["reward.json"]
        if not content:
            return reference.verifier(files)
        try:
            value = python_json.parse(decoded(content))
        except ValueError as error:
            raise VerifierOutputParseError from error
        return {"rewards": store(value)}

    return verifier


def with_conversion(convert: Callable[[object], int | float | None]) -> Function:
    """Return a reading of reward.json that makes numbers of its members by ``convert``."""
    return with_document(lambda value: rewards_of(value, convert))


def with_text_member(read: Callable[[str], int | float | None]) -> Function:
    """Return a reading of reward.json that makes numbers of its texts by ``read``."""
    return with_conversion(
        lambda value: read(value) if isinstance(value, str) else lax_number.convert(value)
    )


def rewards_of(value: object, convert: Callable[[object], int | float | None]) -> Rewards | None:
    """Return the rewards of a parsed document; None of ``convert`` refuses it."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ValidationError
    rewards: Rewards = {}
    for name, member in value.items():
        number = convert(member)
        if number is None or not isinstance(name, str):
            raise ValidationError
        rewards[name] = number
    return rewards


def decoded(content: bytes) -> str:
    """Return the bytes as strict UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise VerifierOutputParseError from error
