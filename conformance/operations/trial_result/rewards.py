"""Which rewards are numbers, and where there is a verifier result, an exception, or neither."""

import json
from operator import mul

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, extreme, rare
from conformance.operations.strategies.drawing import build, either, rows, some
from conformance.operations.strategies.texts import joined, object_of
from conformance.operations.trial_result import inputs
from conformance.operations.verifier import json_syntax
from conformance.operations.verifier import values as member_values
from conformance.protocol.values import Case

LEVEL = rare("a file that another program wrote, or a person edited")
_OF_RESULTS = common(
    "marin-community/marin#7789: 297 results with rewards, three with an exception"
)

_NO_NUMBERS = ("null", '"a"', '""', "[]", "{}", "[1]", '{"a": 1}', '"1,0"', '"true"', '"null"')

_NUMBERS = ("1", "0", "0.5", "-2", "true", '"3"', "NaN")


@clause("constants", sources.READ, sources.REWARDS, **inputs.BOTH_KINDS)
def constants() -> Cases:
    """NaN, Infinity and -Infinity, spelled exactly so, are numbers, although harbor does not write
    them."""
    others = [text for text in json_syntax.NEARLY_CONSTANTS if text != "1Infinity"]
    return st.sampled_from([*json_syntax.CONSTANTS * 6, *others, "null"]).map(inputs.with_reward)


@clause(
    "integers",
    sources.READ,
    sources.REWARDS,
    level=extreme("no reward is an integer beyond 2**53"),
    **inputs.ALL_READ,
    effort=0.4,
)
def integers() -> Cases:
    """A bare integer stays an integer of full precision, of up to 4300 digits."""
    return _as_rewards(member_values.integers())


@clause("rounding", sources.READ, sources.REWARDS, **inputs.ALL_READ, effort=0.5)
def floats() -> Cases:
    """A bare number with a point or an exponent becomes the nearest binary64, infinity and zero
    included."""
    return _as_rewards(member_values.floats())


@clause(
    "digit-limit",
    sources.READ,
    level=extreme("no file has a number of 4,300 digits"),
    **inputs.BOTH_KINDS,
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
            inputs.text_file(inputs.inserted(f', "x": {number}'))
            if passed_over
            else inputs.with_reward(number)
        ),
        either(numbers, long_fractions),
        st.booleans(),
    )


@clause("values", sources.READ, sources.REWARDS, **inputs.BOTH_KINDS, effort=0.6)
def any_values() -> Cases:
    """Each reward becomes a number by the rules of pydantic's float | int."""
    return _as_rewards(member_values.any_values())


@clause("booleans", sources.READ, sources.REWARDS, **inputs.BOTH_KINDS, effort=0.5)
def booleans() -> Cases:
    """A reward of true becomes 1.0, and one of false 0.0."""
    return _as_rewards(member_values.booleans())


@clause("text-rewards", sources.READ, sources.REWARDS, **inputs.BOTH_KINDS, effort=0.8)
def texts() -> Cases:
    """A reward that is text becomes the number that can be read from it, as in reward.json."""
    return _as_rewards(
        st.one_of(
            member_values.any_text(),
            member_values.text_words(),
            member_values.text_in_spaces(),
            member_values.text_of_integers(),
            member_values.text_with_underscores(),
        )
    )


@clause("no-number", sources.READ, sources.REWARDS, **inputs.BOTH_KINDS, effort=0.5)
def no_numbers() -> Cases:
    """One reward that is null, a list, an object or text of no number makes the whole file a
    ValidationError."""
    # As many numbers again, so that all three of a file often are.
    return some(_NUMBERS + _NUMBERS + _NO_NUMBERS, 1, 3).map(
        lambda values: inputs.with_rewards(object_of(zip("abc", values, strict=False)))
    )


@clause("repeated-rewards", sources.READ, sources.REWARDS, **inputs.BOTH_KINDS, effort=1.6)
def repeated() -> Cases:
    """Of a reward that occurs twice, the last number counts, in the place of the first, and the
    first must be a number too."""
    values = ("1", "0", "2", "0.5", "NaN", '"3"', "true", "null", "[1]")
    return rows(2, 3, ("a", "a", "b", "\\u0061"), values).map(object_of).map(inputs.with_rewards)


@clause("reward-names", sources.READ, sources.REWARDS)
def names() -> Cases:
    """Names of rewards are kept as they are: any text, empty too, not trimmed or normalised."""
    return _as_rewards(json_syntax.names())


def _as_rewards(reward_json: Cases) -> Cases:
    """Files whose rewards are the content of a reward.json."""
    before, _, after = inputs.document({"verifier_result": '{"rewards": @}'}).partition("@")
    start, end = before.encode(), after.encode()

    def embed(case: Case) -> Case:
        content = case.input["reward.json"]
        return inputs.file(start + content + end if isinstance(content, bytes) else start + end)

    return reward_json.map(embed)


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

_STEPS = (
    *('{"step_name": "s"}', '{"step_name": "s", "verifier_result": null}'),
    *(f'{{"step_name": "s", "verifier_result": {{"rewards": {{"a": {n}}}}}}}' for n in (0, 1, 2.5)),
)


@clause("no-verifier-result", sources.READ, sources.RESULT, sources.REWARDS, level=_OF_RESULTS)
def no_results() -> Cases:
    """A verifier result that is null or missing is null; one whose rewards are null or missing has
    rewards that are null, and one whose rewards are empty has empty rewards."""
    return build(
        _with_result, (*_RESULTS, None), (None, "null", inputs.json_object(inputs.EXCEPTION))
    )


@clause("result-type", sources.READ, sources.RESULT, sources.REWARDS, **inputs.BOTH_KINDS)
def results_of_any_type() -> Cases:
    """A verifier result, or rewards, that are neither null nor an object are a ValidationError."""
    return inputs.with_member("verifier_result", _RESULTS[:5] + _NO_RESULTS)


@clause("exception", sources.READ, sources.EXCEPTION, level=_OF_RESULTS, **inputs.ALL_READ)
def exceptions() -> Cases:
    """The exception is the recorded type, unchanged, and null where none was recorded."""
    names = ("RuntimeError", "E", "", " ", "a.b.C", "CancelledError", "null", "None", "\u00e9", "0")
    infos = [inputs.exception_with("exception_type", json.dumps(name)) for name in names]
    return inputs.with_member(
        "exception_info", infos, ("null", inputs.json_object(inputs.EXCEPTION))
    )


@clause("exception-members", sources.READ, sources.EXCEPTION, **inputs.BOTH_KINDS, effort=2.5)
def exceptions_of_any_shape() -> Cases:
    """An exception needs its type, message and traceback as text and its time, and otherwise is a
    ValidationError."""
    changed = build(inputs.exception_with, (*inputs.EXCEPTION, "x"), (*inputs.VALUES, None))
    return inputs.with_member("exception_info", changed, inputs.VALUES)


@clause(
    "rewards-beside-exception", sources.READ, sources.RESULT, sources.EXCEPTION, level=_OF_RESULTS
)
def rewards_beside_exceptions() -> Cases:
    """A trial may have both rewards and an exception, and neither hides the other."""
    results = ("null", '{"rewards": {"a": 1}}', '{"rewards": {"a": 0.5}}', '{"rewards": null}')
    infos = (
        "null",
        inputs.json_object(inputs.EXCEPTION),
        inputs.exception_with("exception_type", '"CancelledError"'),
    )
    return build(_with_result, results, infos)


@clause(
    "step-results",
    sources.READ,
    sources.RESULT,
    sources.RESULTS.lines(88),
    level=common("agent-learning-bench/web-exploration averages 187 steps"),
)
def results_of_steps() -> Cases:
    """The verifier result is the trial's own, not one of its steps', even if it is null."""
    steps = some(_STEPS, 1, 3).map(lambda steps: f"[{', '.join(steps)}]")
    own = ("null", '{"rewards": {"a": 0.5}}', '{"rewards": {"b": 0}}', '{"rewards": {}}', None)
    return build(
        lambda steps, own: inputs.with_members({"verifier_result": own, "step_results": steps}),
        steps,
        own,
    )


def _with_result(result: str | None, exception: str | None) -> Case:
    return inputs.with_members({"verifier_result": result, "exception_info": exception})
