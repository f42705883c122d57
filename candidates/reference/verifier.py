"""From the two reward files to the rewards of one trial.

The steps are those of harbor/verifier/verifier.py:61-89 and 208-220.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict

from candidates.reference import lax_number, python_float, python_json

Rewards = dict[str, int | float]
Convert = Callable[[object], int | float | None]

VerifierInput = TypedDict(
    "VerifierInput", {"reward.txt": bytes | None, "reward.json": bytes | None}
)
"""The bytes of the two files; None stands for no file."""


class VerifierResult(TypedDict):
    """The rewards; None stands for a reward.json of null."""

    rewards: Rewards | None


class RewardFileNotFoundError(Exception):
    """There is neither a reward.txt nor a reward.json."""


class RewardFileEmptyError(Exception):
    """The reward file has no bytes."""


class VerifierOutputParseError(Exception):
    """The reward file does not hold what its name promises."""


class ValidationError(Exception):
    """The JSON of reward.json is not an object of names and numbers."""


def text_of(content: bytes) -> str:
    """Return a file as text: strict UTF-8, a byte order mark kept."""
    if content == b"":
        raise RewardFileEmptyError
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise VerifierOutputParseError from error


def only_reward(number: float) -> Rewards:
    """Return the rewards of a reward.txt."""
    return {"reward": number}


def rewards_of(value: object, number: Convert) -> Rewards | None:
    """Return the rewards of a parsed reward.json, each made by ``number``; null has none."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise ValidationError
    rewards: Rewards = {}
    for name, member in value.items():
        converted = number(member)
        if converted is None:
            raise ValidationError
        rewards[name] = converted
    return rewards


@dataclass(frozen=True, slots=True)
class RewardText:
    """The steps from the bytes of reward.txt to rewards; ``parse`` returns None for no number."""

    decode: Callable[[bytes], str] = text_of
    parse: Callable[[str], float | None] = python_float.parse
    rewards: Callable[[float], Rewards] = only_reward

    def __call__(self, content: bytes) -> Rewards:
        """Return the rewards, or raise one of the errors of this module."""
        number = self.parse(self.decode(content))
        if number is None:
            raise VerifierOutputParseError
        return self.rewards(number)


@dataclass(frozen=True, slots=True)
class RewardJson:
    """The steps from the bytes of reward.json to rewards; ``number`` converts one member."""

    decode: Callable[[bytes], str] = text_of
    parse: Callable[[str], object] = python_json.parse
    number: Convert = lax_number.convert
    rewards: Callable[[object, Convert], Rewards | None] = rewards_of

    def __call__(self, content: bytes) -> Rewards | None:
        """Return the rewards, or raise one of the errors of this module or RecursionError."""
        text = self.decode(content)
        try:
            value = self.parse(text)
        except ValueError as error:
            raise VerifierOutputParseError from error
        return self.rewards(value, self.number)


@dataclass(frozen=True, slots=True)
class Verifier:
    """How each of the two files is read."""

    text: Callable[[bytes], Rewards] = field(default_factory=RewardText)
    json: Callable[[bytes], Rewards | None] = field(default_factory=RewardJson)

    def __call__(self, files: VerifierInput) -> VerifierResult:
        """Return the rewards of the two files; reward.json wins, even if it cannot be read."""
        if (content := files["reward.json"]) is not None:
            return {"rewards": self.json(content)}
        if (content := files["reward.txt"]) is not None:
            return {"rewards": self.text(content)}
        raise RewardFileNotFoundError


verifier = Verifier()
