"""Where two answers differ is named without the names of data, causes before effects."""

import pytest

from conformance.gate.symptoms import Touches, causes, symptoms, values
from conformance.protocol.values import Answer, Case, Failure, Result, Value

METRIC = Case("metric", {"metric": "mean", "rewards": []})
VERIFIER = Case("verifier", {"reward.txt": b"1", "reward.json": None})
RUN = Case("run", {"tasks": [{"name": "a"}]})
JOB = Case("job", {"n_total_trials": 1, "n_retries": 0, "metrics": {}, "trials": []})


TYPE, ZERO = "*: another type of number", "*: another sign of zero"
ORDER, SAME_JSON = "another order of names", "the same JSON in another text"


def whole_job(trial: Value, **stats: Value) -> Answer:
    job: Value = {"n_total_trials": 1, "stats": dict(stats)}
    return Result({"sessions": [None], "job": job, "configs": [], "trials": {"a__1": trial}})


def raised(name: str) -> Value:
    return {"verifier_result": None, "exception_info": {"exception_type": name}}


def rewarded(number: float) -> Value:
    return {"verifier_result": {"rewards": {"reward": number}}, "exception_info": None}


@pytest.mark.parametrize(
    ("case", "before", "after", "said", "touches"),
    [
        (METRIC, Result({"mean": 1}), Result({"mean": 2}), "*: another number", Touches.SCORE),
        (METRIC, Result({"mean": 1}), Result({"mean": 1.0}), TYPE, Touches.TEXT),
        (METRIC, Result({"mean": 1}), Failure("KeyError"), "a result → KeyError", Touches.SCORE),
        (METRIC, Failure("A"), Failure("B"), "A → B", Touches.ERROR),
        (METRIC, Result({"mean": 0.0}), Result({"mean": -0.0}), ZERO, Touches.TEXT),
        (METRIC, Result({"a": 1, "b": 1}), Result({"b": 1, "a": 1}), ORDER, Touches.TEXT),
        (JOB, Result({"stats": "{}"}), Result({"stats": "{ }"}), SAME_JSON, Touches.TEXT),
        (VERIFIER, Result({"rewards": {"x": 1.0}}), Result({"rewards": {"x": None}}),
         "rewards/*: a number → null", Touches.SCORE),
        (JOB, Result({"stats": '{"evals": {"a__b": {"metrics": [{"mean": 1.0}]}}}'}),
         Result({"stats": '{"evals": {"a__b": {"metrics": []}}}'}),
         "evals/*/metrics: fewer entries", Touches.SCORE),
        (RUN, whole_job(None, evals={}), whole_job(None, evals={"nop__adhoc": {}}),
         "job/stats/evals/*: added", Touches.SCORE),
        (RUN, whole_job(raised("ValueError")), whole_job(raised("KeyError")),
         "trials/*/exception_info/exception_type: ValueError → KeyError", Touches.ERROR),
        (JOB, Result({"stats": '{"cost_usd": 0.5}'}), Result({"stats": '{"cost_usd": null}'}),
         "cost_usd: a number → null", Touches.NUMBER),
        (JOB, Result({"stats": '{"n_retries": 1}'}), Result({"stats": "{}"}),
         "n_retries: gone", Touches.TEXT),
        (RUN, whole_job({"config": {"task": {}}}), whole_job({"config": {"task": {"ref": None}}}),
         "trials/*/config/task/ref: added", Touches.TEXT),
    ],
)  # fmt: skip
def test_a_place_is_named_and_weighed(
    case: Case, before: Answer, after: Answer, said: str, touches: Touches
) -> None:
    (symptom,) = symptoms(case, before, after)
    assert (str(symptom), symptom.touches) == (said, touches)


MEAN_OF_STEPS = Case("multi_step", {"strategy": "mean", "steps": []})


@pytest.mark.parametrize(
    ("case", "before", "after"),
    [
        (METRIC, Result({"mean": float("nan")}), Result({"mean": float("nan")})),
        (METRIC, Failure("ValueError", "one message"), Failure("ValueError", "another")),
        (METRIC, Result({"mean": -0.0}), Result({"mean": -0.0})),
        (MEAN_OF_STEPS, Result({"a": 1.0, "b": 1.0}), Result({"b": 1.0, "a": 1.0})),
    ],
)
def test_equal_answers_have_no_symptom(case: Case, before: Answer, after: Answer) -> None:
    assert symptoms(case, before, after) == []


def test_an_exception_that_became_a_reward_is_one_cause_that_touches_the_score() -> None:
    before = whole_job(raised("RewardFileNotFoundError"), n_errored_trials=1)
    after = whole_job(rewarded(1.0), n_errored_trials=0)
    ((cause, found),) = causes(symptoms(RUN, before, after)).items()
    assert cause == "trials/*/exception_info: RewardFileNotFoundError → null"
    assert min(symptom.touches for symptom in found) is Touches.SCORE


def test_the_name_that_a_script_raises_makes_no_cause_of_its_own() -> None:
    told = set()
    for name in ("ValueError", "OddError"):
        script: Value = {"test": {"raises": name}}
        case = Case("run", {"tasks": [{"name": "a", "attempts": [[script]]}]})
        told |= set(causes(symptoms(case, whole_job(raised(name)), whole_job(rewarded(1.0)))))
    assert told == {"trials/*/exception_info: what the script raises → null"}


def test_members_that_only_the_text_has_are_a_cause_each() -> None:
    before, after = whole_job({"config": {"a": 1}}), whole_job({"config": {"a": 1, "b": 2, "c": 3}})
    assert sorted(causes(symptoms(RUN, before, after))) == [
        "trials/*/config/b: added",
        "trials/*/config/c: added",
    ]


def test_values_show_the_places_as_they_are() -> None:
    before, after = whole_job(rewarded(0.5)), whole_job(rewarded(1.0))
    place = "trials/a__1/verifier_result/rewards/reward"
    assert values(RUN, before, after) == [(place, "0.5", "1.0")]
