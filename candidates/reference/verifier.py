"""From the two reward files to the rewards of one trial.

The steps are those of harbor/verifier/verifier.py:61-89 and 208-220.
"""

from typing import TypedDict

from candidates.reference import lax_number, python_float, python_json

Rewards = dict[str, int | float]

VerifierInput = TypedDict(
    "VerifierInput", {"reward.txt": bytes | None, "reward.json": bytes | None}
)


class RewardFileNotFoundError(Exception):
    """There is neither a reward.txt nor a reward.json."""


class RewardFileEmptyError(Exception):
    """The reward file has no bytes."""


class VerifierOutputParseError(Exception):
    """The reward file does not hold what its name promises."""


class ValidationError(Exception):
    """The JSON of reward.json is not an object of names and numbers."""


def verifier(files: VerifierInput) -> dict[str, Rewards | None]:
    """Return ``{"rewards": …}`` for the bytes of the two files; None stands for no file.

    reward.json wins where both exist, even if it cannot be read.
    """
    if (content := files["reward.json"]) is not None:
        return {"rewards": _rewards_of(_parse_json(content))}
    if (content := files["reward.txt"]) is not None:
        return {"rewards": {"reward": _parse_number(content)}}
    raise RewardFileNotFoundError


def _parse_number(content: bytes) -> float:
    number = python_float.parse(_text_of(content))
    if number is None:
        raise VerifierOutputParseError
    return number


def _parse_json(content: bytes) -> object:
    text = _text_of(content)
    try:
        return python_json.parse(text)
    except ValueError as error:
        raise VerifierOutputParseError from error


def _text_of(content: bytes) -> str:
    """Return the file as text: strict UTF-8, a byte order mark kept."""
    if content == b"":
        raise RewardFileEmptyError
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise VerifierOutputParseError from error


def _rewards_of(value: object) -> Rewards | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ValidationError
    rewards = {name: lax_number.convert(member) for name, member in value.items()}
    kept = {name: number for name, number in rewards.items() if number is not None}
    if len(kept) != len(rewards):
        raise ValidationError
    return kept
