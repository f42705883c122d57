"""What the gate says of a change: where two answers differ, without data, and what it means."""

import pytest
from recorded import recorded
from worded import contradicted

from candidates.deviations.catalogue import CATALOGUE as DEVIATIONS
from candidates.deviations.releases import MODELLED, deviations_of
from conformance.examination import corpus
from conformance.gate.explanations import GROUPS, Explanation, explanations
from conformance.gate.symptoms import Touches, causes, symptoms, values
from conformance.implementations.environments.versions import Pair
from conformance.operations.catalogue import CATALOGUE
from conformance.protocol.values import Answer, Case, Failure, Result, Value
from tools import upgrades


def test_each_deviation_of_a_release_is_explained_except_those_of_recorded_configurations() -> None:
    explained = {name for entry in explanations() for name in entry.deviations}
    modelled = {row.name for release in MODELLED for row in deviations_of(release)}
    assert {one for one in modelled - explained if not one.startswith("trial-config-")} == set()
    assert len({one.name for one in explanations()}) == len(explanations())


@pytest.mark.parametrize("entry", explanations(), ids=lambda one: one.means[:40])
def test_each_names_what_there_is_and_recorded_cases_that_show_it_or_are_left_alone(
    entry: Explanation,
) -> None:
    assert {*entry.clauses} <= CATALOGUE.keys()
    assert {*entry.deviations} <= DEVIATIONS.keys()
    assert entry.clauses or entry.deviations
    assert entry.group in GROUPS
    named = {one.id: one for one in recorded() if one.id in {*entry.shows, *entry.leaves}}
    assert entry.shows
    assert entry.leaves
    assert named.keys() == {*entry.shows, *entry.leaves}
    before = MODELLED[MODELLED.index(entry.release) - 1]
    shown = []
    for one in named.values():
        if one.case.operation in corpus.OF_RELEASES:  # tests/test_release_real.py asks the others
            answers = one.answer_of(before), one.answer_of(entry.release)
            assert bool(symptoms(one.case, *answers)) == (one.id in entry.shows), one.id
            shown += [(one.case, *answers)] if one.id in entry.shows else []
    assert not shown or [*contradicted(entry.means, shown)] == []


NAN = Case("verifier", {"reward.txt": None, "reward.json": b'{"a": NaN}'})
NAN_SHOWN = [(NAN, Result({"rewards": {"a": 1.0}}), Failure("VerifierOutputParseError"))]


@pytest.mark.parametrize(
    ("means", "names"),
    [
        ("nan raise VerifierOutputParseError; before, it was a number", []),
        ("nan is a ValueError", ["ValueError"]),
        ("nan is read; before, it was a VerifierOutputParseError", ["VerifierOutputParseError"]),
    ],
)
def test_a_statement_with_an_error_of_no_answer_is_found(means: str, names: list[str]) -> None:
    assert [*contradicted(means, NAN_SHOWN)] == names


def test_the_page_of_upgrades_is_written_of_them_and_short() -> None:
    text = upgrades.PAGE.read_text(encoding="utf-8")
    assert text == upgrades.to_text()
    assert len(text.split()) <= 3000


SKILLS = next(one for one in explanations() if "run.configuration.skills" in one.shows)


def test_an_entry_is_of_releases_after_the_first_up_to_the_second() -> None:
    told = [SKILLS.lies_in(Pair(*two)) for two in (("0.23.0", "0.24.0"), ("0.24.0", "0.25.0"))]
    assert told == [True, False]


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


def test_members_that_only_the_text_has_are_a_cause_each_and_values_have_their_places() -> None:
    before, after = whole_job({"config": {"a": 1}}), whole_job({"config": {"a": 1, "b": 2, "c": 3}})
    added = [f"trials/*/config/{name}: added" for name in ("b", "c")]
    assert sorted(causes(symptoms(RUN, before, after))) == added
    place = "trials/a__1/verifier_result/rewards/reward"
    rewards = (whole_job(rewarded(number)) for number in (0.5, 1.0))
    assert values(RUN, *rewards) == [(place, "0.5", "1.0")]
