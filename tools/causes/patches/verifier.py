"""Patches to `verifier` that break one rule each."""

from typing import Any

from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardJson,
    RewardText,
    Verifier,
    text_of,
)
from tools.causes.wrong.making import candidate

Json = Any


# source: patch "guard against blank files" at `if content == b""` (verifier.py:45)
# differs: reward.txt of one line break: RewardFileEmptyError, not VerifierOutputParseError
@candidate("verifier")
def a_blank_file_is_an_empty_one(case: Json) -> Json:
    """A file with nothing but white space of ASCII is an empty file.

    Both files raise RewardFileEmptyError for it, where they should raise
    VerifierOutputParseError.
    """

    def decode(content: bytes) -> str:
        if not content.strip():
            raise RewardFileEmptyError
        return text_of(content)

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)
