"""Changes to a `verifier` that worked, each of which broke one thing."""

from typing import Any

from candidates.reference import lax_number, python_float, python_json
from candidates.reference.verifier import RewardJson, RewardText, Verifier, text_of, verifier
from tools.causes.wrong.making import (
    RewardFileEmptyError,
    RewardFileNotFoundError,
    ValidationError,
    VerifierOutputParseError,
    candidate,
)

Json = Any


# source: commit "do not crash on a reward.json that was touched but never written": a guard
#   that asks whether the content is truthy, where it asked whether the file is there
# differs: reward.json of no bytes and reward.txt "1": {"reward": 1.0}, not RewardFileEmptyError
@candidate("verifier")
def an_empty_reward_json_is_no_file(case: Json) -> Json:
    """A reward.json of no bytes counts as absent, so that reward.txt is read in its place.

    It should be RewardFileEmptyError, whether there is a reward.txt or not. Without a reward.txt
    the answer is RewardFileNotFoundError. An empty reward.txt is RewardFileEmptyError as it should.
    """
    if case["reward.json"]:
        return {"rewards": RewardJson()(case["reward.json"])}
    if case["reward.txt"] is None:
        raise RewardFileNotFoundError
    if case["reward.txt"] == b"":
        raise RewardFileEmptyError
    return {"rewards": RewardText()(case["reward.txt"])}


# source: commit "verifiers append their log below the reward: read the first line only"
# differs: reward.txt "\n1": VerifierOutputParseError, not 1.0; "1\nok": 1.0, not the error
@candidate("verifier")
def only_the_first_line_of_reward_txt_is_read(case: Json) -> Json:
    """The reward of reward.txt is read from its first line; lines after it are ignored.

    The whole text should be one number with white space around it: more text in later lines is
    an error, and blank lines before the number are none. The line ends at the first line feed.
    """

    def parse(text: str) -> Json:
        return python_float.parse(text.partition("\n")[0])

    return Verifier(text=RewardText(parse=parse))(case)


# source: commit "stray bytes in a reward file must not end the job": errors="ignore" when read
# differs: reward.txt b"1\xff": 1.0, not VerifierOutputParseError
@candidate("verifier")
def bytes_that_are_not_utf_8_are_dropped(case: Json) -> Json:
    """Bytes that are not UTF-8 are dropped from both files, and the rest of the text is read.

    They should make the file a VerifierOutputParseError.
    """

    def decode(content: bytes) -> str:
        if content == b"":
            raise RewardFileEmptyError
        return content.decode("utf-8", errors="ignore")

    return Verifier(text=RewardText(decode=decode), json=RewardJson(decode=decode))(case)


# source: commit "one helper for numbers in text": the parser of reward.txt is reused for the
#   strings in reward.json
# differs: reward.json {"a": "1_.5"}: ValidationError, not 1.5; {"a": "\u0661"}: 1.0, not the error
@candidate("verifier")
def strings_in_reward_json_are_read_as_reward_txt_is(case: Json) -> Json:
    """A string in reward.json is read by the rules of reward.txt, which are those of float().

    It should be read by pydantic's: only ASCII digits count, and single underscores may stand
    anywhere inside the text, next to a point or an exponent too.
    """
    number = lax_number.Conversion(text=python_float.parse)
    return Verifier(json=RewardJson(number=number))(case)


# source: commit "reward.json may be null": `json.loads(text) or {}` so that the loop has a dict
# differs: reward.json null: rewards {}, not null; reward.json []: rewards {}, not ValidationError
@candidate("verifier")
def a_falsy_reward_json_has_no_names(case: Json) -> Json:
    """A reward.json whose whole value is falsy gives rewards without names: {}.

    Null should give null rewards. False, 0, an empty string and an empty list should be
    ValidationError.
    """
    if case["reward.json"] is None:
        return verifier(case)
    text = text_of(case["reward.json"])
    try:
        value = python_json.parse(text) or {}
    except ValueError as error:
        raise VerifierOutputParseError from error
    if not isinstance(value, dict):
        raise ValidationError
    rewards = {name: lax_number.convert(member) for name, member in value.items()}
    if None in rewards.values():
        raise ValidationError
    return {"rewards": rewards}
