"""Which rewards are numbers, and which numbers."""

from operator import mul

from hypothesis import strategies as st

from conformance.operations.clause import Cases, clause, extreme, rare
from conformance.operations.strategies.drawing import build, either, rows, some
from conformance.operations.strategies.texts import joined, object_of
from conformance.operations.trial_result import sources
from conformance.operations.trial_result.inputs import (
    ALL_READ,
    BOTH_KINDS,
    document,
    file,
    inserted,
    text_file,
    with_reward,
    with_rewards,
)
from conformance.operations.verifier import json_names, member_text
from conformance.operations.verifier import values as member_values
from conformance.operations.verifier.json_syntax import CONSTANTS, NEARLY_CONSTANTS
from conformance.protocol.values import Case

LEVEL = rare("a file that another program wrote, or a person edited")

_NO_NUMBERS = ("null", '"a"', '""', "[]", "{}", "[1]", '{"a": 1}', '"1,0"', '"true"', '"null"')

_NUMBERS = ("1", "0", "0.5", "-2", "true", '"3"', "NaN")


@clause("constants", sources.READ, sources.REWARDS, **BOTH_KINDS)
def constants() -> Cases:
    """NaN, Infinity and -Infinity, spelled exactly so, are numbers, although harbor does not write
    them."""
    others = [text for text in NEARLY_CONSTANTS if text != "1Infinity"]
    return st.sampled_from([*CONSTANTS * 6, *others, "null"]).map(with_reward)


@clause(
    "integers",
    sources.READ,
    sources.REWARDS,
    level=extreme("no reward is an integer beyond 2**53"),
    **ALL_READ,
    effort=0.4,
)
def integers() -> Cases:
    """A bare integer stays an integer of full precision, of up to 4300 digits."""
    return _as_rewards(member_values.integers())


@clause("rounding", sources.READ, sources.REWARDS, **ALL_READ, effort=0.5)
def floats() -> Cases:
    """A bare number with a point or an exponent becomes the nearest binary64, infinity and zero
    included."""
    return _as_rewards(member_values.floats())


@clause(
    "digit-limit",
    sources.READ,
    level=extreme("no file has a number of 4,300 digits"),
    **BOTH_KINDS,
    effort=0.5,
)
def long_numbers() -> Cases:
    """A number with more than 4300 digits before its point or exponent is a ValidationError,
    wherever it is; after the point there is no limit."""
    digits = build(mul, "19", (4300, 4301, 4299, 4302, 5000))
    numbers = joined(("", "-"), digits, ("", "", ".0", "e0", "e-4300", ".5e-5000"))
    long_fractions = [f"0.{'1' * length}" for length in (4300, 4301, 5000)]
    return build(
        lambda number, passed_over: (
            text_file(inserted(f', "x": {number}')) if passed_over else with_reward(number)
        ),
        either(numbers, long_fractions),
        st.booleans(),
    )


@clause("values", sources.READ, sources.REWARDS, **BOTH_KINDS, effort=0.6)
def any_values() -> Cases:
    """Each reward becomes a number by the rules of pydantic's float | int."""
    return _as_rewards(member_values.any_values())


@clause("booleans", sources.READ, sources.REWARDS, **BOTH_KINDS, effort=0.5)
def booleans() -> Cases:
    """A reward of true becomes 1.0, and one of false 0.0."""
    return _as_rewards(member_values.booleans())


@clause("text-rewards", sources.READ, sources.REWARDS, **BOTH_KINDS, effort=0.8)
def texts() -> Cases:
    """A reward that is text becomes the number that can be read from it, as in reward.json."""
    return _as_rewards(
        st.one_of(
            member_text.any_text(),
            member_text.text_words(),
            member_text.text_in_spaces(),
            member_text.text_of_integers(),
            member_text.text_with_underscores(),
        )
    )


@clause("no-number", sources.READ, sources.REWARDS, **BOTH_KINDS, effort=0.5)
def no_numbers() -> Cases:
    """One reward that is null, a list, an object or text of no number makes the whole file a
    ValidationError."""
    # As many numbers again, so that all three of a file often are.
    return some(_NUMBERS + _NUMBERS + _NO_NUMBERS, 1, 3).map(
        lambda values: with_rewards(object_of(zip("abc", values, strict=False)))
    )


@clause("repeated-rewards", sources.READ, sources.REWARDS, **BOTH_KINDS, effort=1.6)
def repeated() -> Cases:
    """Of a reward that occurs twice, the last number counts, in the place of the first, and the
    first must be a number too."""
    values = ("1", "0", "2", "0.5", "NaN", '"3"', "true", "null", "[1]")
    return rows(2, 3, ("a", "a", "b", "\\u0061"), values).map(object_of).map(with_rewards)


@clause("reward-names", sources.READ, sources.REWARDS)
def names() -> Cases:
    """Names of rewards are kept as they are: any text, empty too, not trimmed or normalised."""
    return _as_rewards(json_names.names())


def _as_rewards(reward_json: Cases) -> Cases:
    """Files whose rewards are the content of a reward.json."""
    before, _, after = document({"verifier_result": '{"rewards": @}'}).partition("@")
    start, end = before.encode(), after.encode()

    def embed(case: Case) -> Case:
        content = case.input["reward.json"]
        return file(start + content + end if isinstance(content, bytes) else start + end)

    return reward_json.map(embed)
