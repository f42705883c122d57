"""Questions about the rewards in a trial's result.json, and about where there are none."""

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies import reward_json_text, reward_json_values
from conformance.strategies.trial_result import (
    EXCEPTION,
    document,
    file,
    inserted,
    json_object,
    text_file,
    with_member,
    with_members,
    with_rewards,
)

_FORMS = (
    "0", "1", "-1", "1.5", "1e5", "1E-2", "-0", "0.10", "10", "-0.0", "0e0", "1.0e+2", "1e05",
    "01", "00", "-01", "+1", ".5", "1.", "-.5", "1.e5", "1e", "1e+", "--1", "- 1", "0x10", "1_0",
    "1.5.1", "1,5", "1f", "-", "1n", "0b1", "0.", "00.5", "-00", "+0", "+1.5", ".0", "007", "e5",
)  # fmt: skip
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
_NEARLY_CONSTANTS = (
    "nan", "NAN", "-NaN", "+NaN", "+Infinity", "infinity", "inf", "-inf", "Inf", "INFINITY",
    "- Infinity", "-infinity", "Nan", "NaN0", "Infinit", "--Infinity", "\u221e", "NaNs", "null",
)  # fmt: skip
_NO_NUMBERS = ("null", '"a"', '""', "[]", "{}", "[1]", '{"a": 1}', '"1,0"', '"true"', '"null"')
_NUMBERS = ("1", "0", "0.5", "-2", "true", '"3"', "NaN")
_RESULTS = (
    "null", "{}", '{"rewards": null}', '{"rewards": {}}', '{"rewards": {"a": 1}}',
    '{"rewards": {"a": 0}}', '{"reward": 1}', '{"Rewards": {"a": 1}}', '{"rewards": {}, "x": 1}',
)  # fmt: skip
_NO_RESULTS = (
    "[]", "1", '"a"', "true", "false", "0", '""', '[["rewards", null]]', '{"rewards": []}',
    '{"rewards": 1}', '{"rewards": "a"}', '{"rewards": true}', '{"rewards": [["a", 1]]}',
    '{"rewards": "{}"}', '{"rewards": 0}', '{"rewards": false}', '{"rewards": ""}',
    '{"rewards": [{"a": 1}]}',
)  # fmt: skip


def any_values() -> st.SearchStrategy[Case]:
    """Rewards of any type, mostly of those that become numbers."""
    return _as_rewards(reward_json_values.any_values())


def forms() -> st.SearchStrategy[Case]:
    """Numbers that JSON knows and numbers that others write, as a reward or elsewhere."""
    numbers = st.sampled_from(_FORMS)
    elsewhere = numbers.map(lambda number: text_file(inserted(f', "x": {number}')))
    return st.one_of(numbers.map(_reward), elsewhere)


def constants() -> st.SearchStrategy[Case]:
    """The three words that pydantic adds to JSON's numbers, and words close to them."""
    return st.sampled_from(_CONSTANTS * 6 + _NEARLY_CONSTANTS).map(_reward)


def integers() -> st.SearchStrategy[Case]:
    """Integers that a binary64 or a machine word does not hold."""
    return _as_rewards(reward_json_values.integers())


def floats() -> st.SearchStrategy[Case]:
    """Numbers with a point or an exponent, between two neighbouring binary64."""
    return _as_rewards(reward_json_values.floats())


def long_numbers() -> st.SearchStrategy[Case]:
    """Numbers of about 4300 digits before the point, and behind it, read or passed over."""
    number = st.builds(
        lambda sign, digit, length, end: sign + digit * length + end,
        st.sampled_from(("", "-")),
        st.sampled_from("19"),
        st.sampled_from((4300, 4301, 4299, 4302, 5000)),
        st.sampled_from(("", "", ".0", "e0", "e-4300", ".5e-5000")),
    )
    long_fraction = st.sampled_from((4300, 4301, 5000)).map(lambda length: f"0.{'1' * length}")
    return st.builds(
        lambda number, passed_over: (
            text_file(inserted(f', "x": {number}')) if passed_over else _reward(number)
        ),
        st.one_of(number, number, long_fraction),
        st.booleans(),
    )


def booleans() -> st.SearchStrategy[Case]:
    """Rewards that are true and false among numbers and text."""
    return _as_rewards(reward_json_values.booleans())


def texts() -> st.SearchStrategy[Case]:
    """Rewards that are text, of a number or not."""
    return _as_rewards(
        st.one_of(
            reward_json_text.any_text(),
            reward_json_text.text_words(),
            reward_json_text.text_in_spaces(),
            reward_json_text.text_of_integers(),
            reward_json_text.text_with_underscores(),
        )
    )


def no_numbers() -> st.SearchStrategy[Case]:
    """Rewards among which there may be one that is no number."""
    values = st.lists(st.sampled_from(_NUMBERS + _NO_NUMBERS), min_size=1, max_size=3)
    return values.map(
        lambda found: with_rewards(json_object(dict(zip("abc", found, strict=False))))
    )


def repeated() -> st.SearchStrategy[Case]:
    """Rewards whose names come twice, in one spelling or two, with values good and bad."""
    names = st.sampled_from(('"a"', '"a"', '"b"', '"\\u0061"'))
    values = st.sampled_from(("1", "0", "2", "0.5", "NaN", '"3"', "true", "null", "[1]"))
    pairs = st.lists(st.tuples(names, values), min_size=2, max_size=3)
    return pairs.map(
        lambda pairs: with_rewards("{" + ", ".join(f"{name}: {v}" for name, v in pairs) + "}")
    )


def no_results() -> st.SearchStrategy[Case]:
    """Files whose verifier result, or whose rewards, are missing, null or empty."""
    exceptions = st.sampled_from((None, "null", json_object(EXCEPTION)))
    return st.builds(_with_result, st.sampled_from((*_RESULTS, None)), exceptions)


def results_of_any_type() -> st.SearchStrategy[Case]:
    """Files whose verifier result, or whose rewards, are no object."""
    return with_member("verifier_result", st.sampled_from((*_RESULTS[:5], *_NO_RESULTS)))


def _with_result(result: str | None, exception: str | None) -> Case:
    return with_members({"verifier_result": result, "exception_info": exception})


def _reward(number: str) -> Case:
    return with_rewards(f'{{"reward": {number}}}')


def _as_rewards(reward_json: st.SearchStrategy[Case]) -> st.SearchStrategy[Case]:
    """Files whose rewards are what stands in a reward.json."""
    before, _, after = document({"verifier_result": '{"rewards": @}'}).partition("@")
    start, end = before.encode(), after.encode()

    def embed(case: Case) -> Case:
        content = case.input["reward.json"]
        return file(start + content + end if isinstance(content, bytes) else start + end)

    return reward_json.map(embed)
