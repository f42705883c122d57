"""From the file that a test script leaves to a reward.

spec/002 has the script write a number, and lets it be any number. What is none is an
error here, under the name that harbor records for it: the text names no errors.
"""

from pathlib import Path


class RewardFileNotFoundError(Exception):
    """The test script left no reward.txt."""


class RewardFileEmptyError(Exception):
    """The reward.txt has no bytes."""


class VerifierOutputParseError(Exception):
    """The reward.txt holds no number, or more than one."""


def reward_of(content: bytes | None) -> float:
    """Return the reward that a reward.txt holds; None stands for no file.

    Raises one of the errors above where there is none.
    """
    if content is None:
        raise RewardFileNotFoundError("there is no reward.txt")
    if not content:
        raise RewardFileEmptyError("reward.txt is empty")
    try:
        return float(content.decode())
    except ValueError as error:
        raise VerifierOutputParseError("reward.txt holds no number") from error


def read_reward(file: Path) -> float:
    """Return the reward of a file; raises OSError where it is there and cannot be read."""
    try:
        content = file.read_bytes()
    except FileNotFoundError:
        return reward_of(None)
    return reward_of(content)
