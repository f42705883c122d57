"""The rules by which a cause is confirmed, one by one."""

from candidates.deviations.catalogue import chosen, functions
from conformance.diagnosis.conditions import Condition, Fact
from conformance.diagnosis.confirming import Confirming
from conformance.diagnosis.experiments import Experiment
from conformance.diagnosis.explanations import Conditional
from conformance.diagnosis.growing import Growing
from conformance.diagnosis.predicting import Predictor
from conformance.diagnosis.searching import Search
from conformance.examination.findings import Observation
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import Answer, Case, Result

NAIVE = chosen("naive-sum")
RIGHT, WRONG = (LocalCandidate("one", functions(rows)) for rows in ((), NAIVE))
OF_MEAN = Conditional(NAIVE[0], Condition((Fact("metric is mean", 1),)))


def case(metric: str, number: int) -> Case:
    """Return a case of which an addition from left to right gives another number."""
    return Case("metric", {"metric": metric, "rewards": [{"a": 0.1}] * (10 + number)})


def seen(case: Case, answer: Answer | None = None) -> Observation:
    given = WRONG.answer(case) if answer is None else answer
    return Observation("metric.mean", case, RIGHT.answer(case), given)


MEANS = [seen(case("mean", n)) for n in (0, 1, 2, 8, 9)]
REST = seen(case("max", 0), Result({"max": 5.0}))
SUMS = [seen(one, RIGHT.answer(one)) for one in (case("sum", n) for n in (0, 1, 2, 8, 9))]


def confirming(run: list[Observation]) -> tuple[Search, Confirming]:
    search = Search("metric", Predictor(run))
    return search, Confirming("metric", search, Experiment(RIGHT, WRONG, 1))


def test_what_changes_one_right_or_one_wrong_prediction_is_not_stated() -> None:
    wrong = seen(case("mean", 20), Result({"mean": 5.0}))
    for more, stated in (([], NAIVE), ([wrong], ()), ([SUMS[0]], ())):
        search, rules = confirming([*MEANS, *more])
        scored = search.of(NAIVE)
        assert len(scored.missed | scored.contradicted) == len(more)
        assert rules.upheld(scored).deviations == stated


def test_one_under_a_condition_gives_way_to_an_edit_that_predicts_all_of_few_divergences() -> None:
    search, _ = confirming(MEANS)
    growing = Growing(search.predictor, [], NAIVE, conditions=True)
    growing.part |= {*range(len(MEANS))}
    found = growing.instead(OF_MEAN, search.of((OF_MEAN,)), search.of(()))
    assert (found.deviations, found.wrong) == (NAIVE, 0)


def test_next_to_something_unexplained_a_condition_is_confirmed_on_both_sides() -> None:
    for new, stated in (([], False), (MEANS, False), (SUMS, False), ([*MEANS, *SUMS], True)):
        search, rules = confirming([*MEANS, REST])
        search.predictor.add(new)
        assert len(search.of((OF_MEAN,)).missed) == 1
        assert rules.upheld(search.of((OF_MEAN,))).deviations == ((OF_MEAN,) if stated else ())
