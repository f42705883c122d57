"""Where two answers differ is named without the names of data, causes before effects."""

import pytest

from conformance.gate.symptoms import Touches, causes, symptoms, values
from conformance.protocol.values import Answer, Case, Failure, Result, Value

METRIC = Case("metric", {"metric": "mean", "rewards": []})
VERIFIER = Case("verifier", {"reward.txt": b"1", "reward.json": None})
RUN = Case("run", {"tasks": [{"name": "a"}]})
JOB = Case("job", {"n_total_trials": 1, "n_retries": 0, "metrics": {}, "trials": []})


TYPE = "*: another type of number"


def whole_job(trial: Value, **stats: Value) -> Answer:
    """Return an answer of ``run`` with one trial."""
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
        (
            VERIFIER,
            Result({"rewards": {"x": 1.0}}),
            Result({"rewards": {"x": None}}),
            "rewards/*: a number → null",
            Touches.SCORE,
        ),
        (
            JOB,
            Result({"stats": '{"evals": {"a__b": {"metrics": [{"mean": 1.0}]}}}'}),
            Result({"stats": '{"evals": {"a__b": {"metrics": []}}}'}),
            "evals/*/metrics: fewer entries",
            Touches.SCORE,
        ),
        (
            RUN,
            whole_job(None, evals={}),
            whole_job(None, evals={"nop__adhoc": {}}),
            "job/stats/evals/*: added",
            Touches.SCORE,
        ),
        (
            RUN,
            whole_job(raised("ValueError")),
            whole_job(raised("KeyError")),
            "trials/*/exception_info/exception_type: ValueError → KeyError",
            Touches.ERROR,
        ),
        (
            RUN,
            whole_job({"config": {"task": {}}}),
            whole_job({"config": {"task": {"ref": None}}}),
            "trials/*/config/task/ref: added",
            Touches.TEXT,
        ),
    ],
)
def test_a_place_is_named_and_weighed(
    case: Case, before: Answer, after: Answer, said: str, touches: Touches
) -> None:
    (symptom,) = symptoms(case, before, after)
    assert (str(symptom), symptom.touches) == (said, touches)


@pytest.mark.parametrize(
    "answer",
    [
        Result({"mean": float("nan")}),
        Failure("ValueError", "one message"),
        Result({"mean": -0.0}),
    ],
)
def test_equal_answers_have_no_symptom(answer: Answer) -> None:
    again = Failure(answer.error, "another") if isinstance(answer, Failure) else answer
    assert symptoms(METRIC, answer, again) == []


def test_the_sign_of_zero_and_the_order_of_names_are_changes() -> None:
    assert symptoms(METRIC, Result({"mean": 0.0}), Result({"mean": -0.0}))
    assert symptoms(METRIC, Result({"a": 1, "b": 1}), Result({"b": 1, "a": 1}))


def test_the_same_json_in_another_text_is_a_change_of_the_text_alone() -> None:
    texts = Result({"stats": '{"evals": {}}'}), Result({"stats": '{"evals":{}}'})
    (symptom,) = symptoms(JOB, *texts)
    assert (symptom.what, symptom.touches) == ("the same JSON in another text", Touches.TEXT)


def test_the_order_of_a_mean_over_steps_is_none() -> None:
    case = Case("multi_step", {"strategy": "mean", "steps": []})
    first, second = Result({"a": 1.0, "b": 1.0}), Result({"b": 1.0, "a": 1.0})
    assert symptoms(case, first, second) == []


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
