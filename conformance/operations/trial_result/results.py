"""Where there is a verifier result, where there is an exception, and where neither."""

import json

from conformance.operations.clause import Cases, Erratum, Source, clause, common, rare
from conformance.operations.strategies.drawing import build, some
from conformance.operations.trial_result import sources
from conformance.operations.trial_result.inputs import (
    ALL_READ,
    BOTH_KINDS,
    EXCEPTION,
    VALUES,
    exception_with,
    json_object,
    with_member,
    with_members,
    with_rewards,
)
from conformance.protocol.values import Case, Result

LEVEL = common("marin-community/marin#7789: 297 results with rewards, three with an exception")
_RARE = rare("a file that another program wrote, or a person edited")

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


@clause(
    "no-verifier-result",
    sources.READ,
    sources.RESULT,
    sources.REWARDS,
    erratum=Erratum(
        text="spec/000 §2",
        says="rewards is None ⇒ no verifier result (trial errored before/within verify).",
        wheel="A trial that is read back may have a verifier result whose rewards are None.",
        case=with_rewards("null"),
        text_answer=Result({"verifier_result": None, "exception": None}),
    ),
)
def no_results() -> Cases:
    """A verifier result that is null or missing is null; one whose rewards are null or missing has
    rewards that are null, and one whose rewards are empty has empty rewards."""
    return build(_with_result, (*_RESULTS, None), (None, "null", json_object(EXCEPTION)))


@clause("result-type", sources.READ, sources.RESULT, sources.REWARDS, level=_RARE, **BOTH_KINDS)
def results_of_any_type() -> Cases:
    """A verifier result, or rewards, that are neither null nor an object are a ValidationError."""
    return with_member("verifier_result", _RESULTS[:5] + _NO_RESULTS)


@clause("exception", sources.READ, sources.EXCEPTION, **ALL_READ)
def exceptions() -> Cases:
    """The exception is the recorded type, unchanged, and null where none was recorded."""
    names = ("RuntimeError", "E", "", " ", "a.b.C", "CancelledError", "null", "None", "\u00e9", "0")
    infos = [exception_with("exception_type", json.dumps(name)) for name in names]
    return with_member("exception_info", infos, ("null", json_object(EXCEPTION)))


@clause("exception-members", sources.READ, sources.EXCEPTION, level=_RARE, **BOTH_KINDS, effort=2.5)
def exceptions_of_any_shape() -> Cases:
    """An exception needs its type, message and traceback as text and its time, and otherwise is a
    ValidationError."""
    changed = build(exception_with, (*EXCEPTION, "x"), (*VALUES, None))
    return with_member("exception_info", changed, VALUES)


@clause("rewards-beside-exception", sources.READ, sources.RESULT, sources.EXCEPTION)
def rewards_beside_exceptions() -> Cases:
    """A trial may have both rewards and an exception, and neither hides the other."""
    results = ("null", '{"rewards": {"a": 1}}', '{"rewards": {"a": 0.5}}', '{"rewards": null}')
    infos = ("null", json_object(EXCEPTION), exception_with("exception_type", '"CancelledError"'))
    return build(_with_result, results, infos)


@clause(
    "step-results",
    sources.READ,
    sources.RESULT,
    Source(sources.RESULTS, 88, 88, "step_results: list[StepResult] | None = None"),
    level=common("agent-learning-bench/web-exploration averages 187 steps"),
)
def results_of_steps() -> Cases:
    """The verifier result is the trial's own, not one of its steps', even if it is null."""
    steps = some(_STEPS, 1, 3).map(lambda steps: f"[{', '.join(steps)}]")
    own = ("null", '{"rewards": {"a": 0.5}}', '{"rewards": {"b": 0}}', '{"rewards": {}}', None)
    return build(
        lambda steps, own: with_members({"verifier_result": own, "step_results": steps}), steps, own
    )


def _with_result(result: str | None, exception: str | None) -> Case:
    return with_members({"verifier_result": result, "exception_info": exception})
