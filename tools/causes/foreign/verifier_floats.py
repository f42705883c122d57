"""Verifier's reward files as floats.

Deviations from the specified behaviour:

1. An empty reward.json next to a reward.txt is passed over, and reward.txt is read, instead of RewardFileEmptyError
   (if there is no non-empty reward.txt, the error is that).
2. A reward.txt of nothing but white space is RewardFileEmptyError instead of VerifierOutputParseError.
3. reward.json must be an object whose values float() takes: anything else (a list, a scalar, null or a list as a value,
   text that is no number) is VerifierOutputParseError instead of ValidationError, and so is the JSON null, which should give
   null rewards. Integers become floats (numerically different only above 2**53; OverflowError above the range of floats).
4. reward.json is parsed from bytes, so UTF-8 with a byte order mark, UTF-16 and UTF-32, and encoded lone surrogates are
   accepted instead of VerifierOutputParseError.
5. reward.txt is stripped by str.strip(), so the separators U+001C to U+001F around a number are accepted.
"""

import json

from candidates.reference.verifier import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    VerifierOutputParseError,
)


def verifier(case):
    raw_json, raw_text = case["reward.json"], case["reward.txt"]
    if raw_json is None and raw_text is None:
        raise RewardFileNotFoundError("No reward file found")
    if raw_json:
        try:
            return {"rewards": {key: float(value) for key, value in json.loads(raw_json).items()}}
        except (ValueError, TypeError, AttributeError) as error:
            raise VerifierOutputParseError("Failed to parse reward.json") from error
    try:
        text = (raw_text or b"").decode("utf-8").strip()
        if not text:
            raise RewardFileEmptyError("Reward file is empty")
        return {"rewards": {"reward": float(text)}}
    except ValueError as error:
        raise VerifierOutputParseError("Failed to parse reward.txt") from error
