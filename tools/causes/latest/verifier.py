"""The latest mistakes in `verifier`, written without the catalogue."""

import math
import re
from typing import Any

from candidates.reference import python_float
from candidates.reference.metric import quotient
from candidates.reference.summation import total
from candidates.reference.verifier import (
    RewardFileNotFoundError,
    RewardJson,
    RewardText,
    Verifier,
    rewards_of,
    text_of,
)
from candidates.reference.verifier import verifier as right
from tools.causes.wrong.making import candidate


# source: NVIDIA-NeMo/RL pull request #1412: grade = int(…), which "drops partial credit"
# differs: reward.txt "0.5": VerifierOutputParseError, not {"reward": 0.5}
@candidate("verifier")
def text_must_be_a_whole_number(case: Any) -> Any:
    """A reward.txt that is not a whole number in plain digits is refused."""

    def parse(text: str) -> float | None:
        bare = text.strip()
        return float(bare) if re.fullmatch(r"[+-]?[0-9]+", bare) else None

    return Verifier(text=RewardText(parse=parse))(case)


# source: public code, a script that looks for solved trials: grep -lx 1 */verifier/reward.txt
# differs: reward.txt "1.0": {"reward": 0.0}, not {"reward": 1.0}
@candidate("verifier")
def text_passes_if_a_line_is_1(case: Any) -> Any:
    """The reward of a reward.txt is 1 if one of its lines is exactly 1, else 0."""
    parse = lambda text: float("1" in text.splitlines())  # noqa: E731
    return Verifier(text=RewardText(parse=parse))(case)


# source: ia-toki/judgels pull request #647, where a grader may write a percentage
# differs: reward.txt "80": {"reward": 0.8}, not {"reward": 80.0}
@candidate("verifier")
def above_1_is_a_percentage(case: Any) -> Any:
    """A number above 1 in reward.txt is divided by 100."""

    def parse(text: str) -> float | None:
        number = python_float.parse(text)
        return number / 100 if number is not None and number > 1 else number

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of numpy: np.loadtxt(path).mean()
# differs: reward.txt with 1 and 0 on two lines: {"reward": 0.5}, not VerifierOutputParseError
@candidate("verifier")
def several_numbers_are_averaged(case: Any) -> Any:
    """A reward.txt of several numbers with white space between them is their mean."""

    def parse(text: str) -> float | None:
        numbers = [python_float.parse(word) for word in text.split()]
        known = [number for number in numbers if number is not None]
        return quotient(known, total) if known and len(known) == len(numbers) else None

    return Verifier(text=RewardText(parse=parse))(case)


# source: a habit of pandas: pd.json_normalize(json.loads(text))
# differs: reward.json {"tests": {"unit": 1}}: {"tests.unit": 1}, not ValidationError
@candidate("verifier")
def nested_objects_are_flattened(case: Any) -> Any:
    """An object within reward.json gives its own keys, after its key and a point."""

    def flat(members: Any, prefix: str = "") -> Any:
        found: dict[str, Any] = {}
        for name, value in members.items():
            path = prefix + name
            found |= flat(value, path + ".") if isinstance(value, dict) else {path: value}
        return found

    def rewards(value: Any, number: Any) -> Any:
        return rewards_of(flat(value) if isinstance(value, dict) else value, number)

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: a habit of Go, whose json.Unmarshal finds the field `reward` for a key in any case
# differs: reward.json {"Reward": 1}: {"reward": 1}, not {"Reward": 1}
@candidate("verifier")
def keys_are_in_lower_case(case: Any) -> Any:
    """The keys of reward.json are made lower case."""

    def rewards(value: Any, number: Any) -> Any:
        found = rewards_of(value, number)
        return found and {name.lower(): one for name, one in found.items()}

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: a habit of Python: rewards.setdefault("reward", mean(rewards.values()))
# differs: reward.json {"a": 1, "b": 0}: {"a": 1, "b": 0, "reward": 0.5}, not {"a": 1, "b": 0}
@candidate("verifier")
def reward_is_added_as_the_mean(case: Any) -> Any:
    """A reward.json with keys, but not `reward`, gets that key with the mean of the others."""

    def rewards(value: Any, number: Any) -> Any:
        found = rewards_of(value, number)
        if found and "reward" not in found:
            return found | {"reward": quotient([*found.values()], total)}
        return found

    return Verifier(json=RewardJson(rewards=rewards))(case)


# source: a habit of numpy: np.nan_to_num(reward, posinf=np.inf, neginf=-np.inf)
# differs: reward.txt "nan": {"reward": 0.0}, not {"reward": nan}
@candidate("verifier")
def nan_becomes_0(case: Any) -> Any:
    """A reward of nan in either file is 0."""
    found = right(case)["rewards"]
    numbers = found and {name: 0.0 if math.isnan(one) else one for name, one in found.items()}
    return {"rewards": numbers}


# source: a habit of Python: parse_reward_json() or parse_reward_text()
# differs: reward.json {} and reward.txt "1": {"reward": 1.0}, not {}
@candidate("verifier")
def json_without_rewards_gives_way_to_the_text(case: Any) -> Any:
    """Where reward.json is null or has no keys, a reward.txt that exists is read instead."""
    found = right(case)
    if found["rewards"] or case["reward.json"] is None or case["reward.txt"] is None:
        return found
    return {"rewards": RewardText()(case["reward.txt"])}


# source: hud-evals/hud-python pull request #516: json.loads without a look at the file's size
# differs: reward.json of no bytes: VerifierOutputParseError, not RewardFileEmptyError
@candidate("verifier")
def empty_json_is_not_parsed(case: Any) -> Any:
    """A reward.json of no bytes raises VerifierOutputParseError."""
    decode = lambda content: text_of(content) if content else ""  # noqa: E731
    return Verifier(json=RewardJson(decode=decode))(case)


# source: another reading of spec/000 section 1, "except (json.JSONDecodeError, ...)": only that
# differs: reward.json b'{"\xff": 1}': UnicodeDecodeError, not VerifierOutputParseError
@candidate("verifier")
def json_of_other_bytes_is_a_decode_error(case: Any) -> Any:
    """A reward.json that is not UTF-8 raises UnicodeDecodeError."""
    decode = lambda content: content.decode("utf-8") if content else text_of(content)  # noqa: E731
    return Verifier(json=RewardJson(decode=decode))(case)


# source: a habit of Python: open() fails by itself where there is no file
# differs: neither file: FileNotFoundError, not RewardFileNotFoundError
@candidate("verifier")
def no_file_is_a_file_not_found_error(case: Any) -> Any:
    """Where there is neither file, the error is FileNotFoundError."""
    try:
        return right(case)
    except RewardFileNotFoundError as error:
        raise FileNotFoundError from error
