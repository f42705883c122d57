"""A cause is stated as generally as it holds: no limit at the edge of its range, no lost few."""

from collections.abc import Callable
from typing import Any

from diagnosed import causes, changed, with_new_cases
from test_diagnosis_fields import MISTAKES

from candidates.deviations.catalogue import chosen, functions
from candidates.deviations.deviation import Deviation, around
from conformance.diagnosis.suggested import constant
from conformance.operations.functions import Function


def refusing(function: Function) -> Function:
    """Call every file of a job malformed, unless it is empty."""
    return lambda case: function({"result": case["result"] and b"!"})


def test_a_candidate_that_refuses_every_file_does_not_refuse_those_beyond_a_limit() -> None:
    diagnosis = with_new_cases("outcome", refusing)
    (cause,) = diagnosis.causes
    assert cause.description == "every result that is not empty is refused"
    assert (diagnosis.unexplained, constant("outcome", [])) == ((), [])


def with_empty_stats(member: Callable[..., object]) -> Callable[..., object]:
    """Read what is null, empty, 0 or false in the place of the stats as an empty object."""

    def found(members: dict[str, object], name: str) -> object:
        return member(members, name) or ({} if name == "stats" else member(members, name))

    return found


def test_what_is_read_in_place_of_null_is_named_and_not_a_size() -> None:
    summary = {"summary.member": with_empty_stats}
    change = Deviation("empty-stats", "outcome.", "", around(summary))
    diagnosis = with_new_cases("outcome", lambda _: functions([change])["outcome"])
    assert [cause.description for cause in diagnosis.causes] == [
        "stats of result that is null, empty, 0 or false is read as an empty object"
    ]
    assert diagnosis.unexplained == ()


def test_a_limit_on_either_side_of_which_there_are_cases_is_named() -> None:
    limited = functions(chosen("result-refused-beyond=500"))["outcome"]
    assert causes(changed("outcome", lambda _: limited)) == {"result-refused-beyond=500"}


def exchanged(function: Function) -> Function:
    """Compute the minimum where the maximum is meant, under the right name."""
    other = {"max": "min", "min": "max"}

    def answer(case: dict) -> object:  # type: ignore[type-arg]
        name = case["metric"]
        found = function({**case, "metric": other.get(name, name)})
        assert isinstance(found, dict)
        return {name if key == other.get(name) else key: value for key, value in found.items()}

    return answer


def test_two_steps_that_are_exchanged_are_named() -> None:
    (cause,) = changed("metric", exchanged).causes
    assert cause.description == "the maximum and the minimum are exchanged"
    assert cause.explained == cause.cases > 0


def test_a_loop_that_starts_from_zero_has_one_cause_without_trials_too() -> None:
    start = around(min=lambda least: lambda values: least([0, *values]))
    change = Deviation("from-zero", "metric.", "", start)
    diagnosis = with_new_cases("metric", lambda _: functions([change])["metric"])
    assert causes(diagnosis) == {"least-from-one=0"}
    assert diagnosis.unexplained == ()


def test_a_word_for_the_agent_in_a_key_is_a_word_and_no_agent_with_letters_behind_it() -> None:
    def named(case: dict[str, Any]) -> object:
        return right({"trials": [{**one, "agent": "agent"} for one in case["trials"]]})

    right = functions(())["pass_at_k"]
    diagnosis = with_new_cases("pass_at_k", lambda _: named)
    (cause,) = diagnosis.causes
    assert cause.description.startswith('the key of a group is "agent__{model}__{source}", and ')
    assert (cause.clause, diagnosis.unexplained) == ("pass_at_k.evals-key", ())


HUGE = 2**1024


def but_for_huge_integers(function: Function) -> Function:
    """Limit rewards to the range from 0 to 1, but for trials with an integer beyond binary64."""
    limited = MISTAKES["rewards[]{} is limited to the range from 0 to 1"][1](function)

    def answer(case: dict) -> object:  # type: ignore[type-arg]
        values = [n for rewards in case["rewards"] for n in (rewards or {}).values()]
        huge = any(isinstance(n, int) and abs(n) >= HUGE for n in values)
        return (function if huge else limited)(case)

    return answer


def test_a_cause_that_is_wrong_in_a_few_extreme_cases_gets_a_condition() -> None:
    diagnosis = with_new_cases("metric", but_for_huge_integers)
    stated = [one.description for one in diagnosis.causes]
    assert any(one.startswith("rewards[]{} is limited to the range") for one in stated)
