"""Mistakes in `verifier` that public threads report."""

import re
from typing import Any

from candidates.reference import python_float, python_json
from candidates.reference.verifier import RewardJson, RewardText, Verifier, text_of
from tools.causes.wrong.making import candidate

Json = Any


# source: niznik-dev/cruijff_kit issue 448: a pattern of digits and points read 6.05e-06 as 6.05
# differs: reward.txt of 5e-1: {"reward": 5.0}, not {"reward": 0.5}
@candidate("verifier")
def exponent_in_reward_txt_is_dropped(files: Json) -> Json:
    """An exponent in reward.txt is dropped, and the digits before it are the reward."""

    def parse(text: str) -> float | None:
        return python_float.parse(re.sub(r"(?i)(?<=[0-9.])e[+-]?[0-9]+\s*\Z", "", text))

    return Verifier(text=RewardText(parse=parse))(files)


# source: a review of PrimeIntellect-ai/verifiers pull 1401: each file is looked for with test -s
# differs: reward.json of no bytes, reward.txt of 1: {"reward": 1.0}, not RewardFileEmptyError
@candidate("verifier")
def reward_json_of_no_bytes_counts_as_absent(files: Json) -> Json:
    """A reward.json of no bytes counts as no file, and reward.txt is read instead."""
    found: Json = {**files, "reward.json": files["reward.json"] or None}
    return Verifier()(found)


# source: witnet/witnet-rust issue 2315: integers in JSON are read as binary64
# differs: reward.json of {"reward": 9007199254740993}: 9007199254740992.0, not the integer
@candidate("verifier")
def integers_in_reward_json_become_floats(files: Json) -> Json:
    """An integer in reward.json is read as the nearest binary64."""

    def integer(digits: str) -> Json:
        return float(python_json.integer(digits))

    return Verifier(json=RewardJson(parse=python_json.Parser(integer=integer)))(files)


# source: cityjson/cjio issue 21 and many like it: JSON with a mark is opened as utf-8-sig
# differs: reward.json of a byte order mark and {"reward": 1}: 1, not VerifierOutputParseError
@candidate("verifier")
def byte_order_mark_of_reward_json_is_dropped(files: Json) -> Json:
    """A byte order mark at the start of reward.json is dropped."""

    def decode(content: bytes) -> str:
        return text_of(content).removeprefix("\ufeff")

    return Verifier(json=RewardJson(decode=decode))(files)
