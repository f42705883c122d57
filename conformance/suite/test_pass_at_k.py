"""From the trials of a job to pass@k."""

from typing import cast

from conformance.checks import Examination, check
from conformance.model import Answer, Case, Result, Value
from conformance.strategies import pass_at_k
from conformance.strategies import pass_at_k_names as names
from conformance.strategies import pass_at_k_numbers as numbers
from conformance.strategies import pass_at_k_rewards as rewards


@check("pass_at_k.mean-over-tasks", pass_at_k.anything(), shares={"some pass@k": 0.4})
def test_pass_at_k_of_any_trials(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("some pass@k", happened=answer != Result({}))


@check("pass_at_k.mean-over-tasks", numbers.uneven_tasks())
def test_tasks_weigh_the_same_however_often_they_were_tried(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("pass_at_k.no-trials", pass_at_k.no_trials())
def test_no_trials_give_an_empty_object(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.evals-key", names.full_names())
def test_a_group_is_named_by_agent_model_and_source(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.evals-key", names.free_names())
def test_a_group_may_have_any_name(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.missing-model", names.missing_models())
def test_a_missing_model_is_left_out_of_the_name(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.missing-source", names.missing_sources())
def test_a_missing_source_is_named_adhoc(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check(
    "pass_at_k.colliding-names",
    names.colliding_names(),
    shares={"one group": 0.4, "no second group": 1.0},
)
def test_names_that_join_to_one_text_are_one_group(examination: Examination, case: Case) -> None:
    groups = _groups(examination.agree(case))
    examination.observe("one group", happened=len(groups) == 1)
    examination.observe("no second group", happened=len(groups) < 2)  # noqa: PLR2004 - two drawn


@check("pass_at_k.names-as-they-stand", names.names_alike())
def test_names_that_look_alike_are_different(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.names-as-they-stand", names.inherited_names(), shares={"some pass@k": 0.4})
def test_no_name_is_special(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("some pass@k", happened=answer != Result({}))


@check("pass_at_k.groups-apart", names.one_task_in_many_groups())
def test_groups_that_share_a_task_stay_apart(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.task-name", names.task_names(), shares={"some pass@k": 0.2})
def test_the_task_name_alone_decides_which_task_it_is(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("some pass@k", happened=answer != Result({}))


@check("pass_at_k.other-members", rewards.other_members())
def test_exceptions_and_trial_names_change_nothing(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.absent-rewards-fail", rewards.absent_rewards(), shares={"some pass@k": 1.0})
def test_absent_rewards_are_a_failed_attempt(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("some pass@k", happened=answer != Result({}))


@check("pass_at_k.one-reward", rewards.no_or_several_rewards(), shares={"no pass@k": 0.5})
def test_no_reward_or_several_leave_a_group_without_pass_at_k(
    examination: Examination, case: Case
) -> None:
    answer = examination.agree(case)
    examination.observe("no pass@k", happened=answer == Result({}))


@check("pass_at_k.reward-name", rewards.reward_names(), shares={"some pass@k": 1.0})
def test_a_reward_may_have_any_name(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("some pass@k", happened=answer != Result({}))


@check("pass_at_k.binary-rewards", rewards.rewards_not_binary(), shares={"no pass@k": 0.5})
def test_a_reward_that_is_not_0_or_1_leaves_a_group_without_pass_at_k(
    examination: Examination, case: Case
) -> None:
    answer = examination.agree(case)
    examination.observe("no pass@k", happened=answer == Result({}))


@check("pass_at_k.number-types", rewards.binary_numbers(), shares={"some pass@k": 1.0})
def test_0_and_1_count_whatever_their_type_and_sign(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("some pass@k", happened=answer != Result({}))


@check("pass_at_k.whole-group-off", rewards.one_task_off(), shares={"no pass@k": 0.4})
def test_one_unfit_trial_switches_its_whole_group_off(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("no pass@k", happened=answer == Result({}))


@check("pass_at_k.other-groups-stay", rewards.one_group_off(), shares={"a group is absent": 0.4})
def test_a_group_without_pass_at_k_leaves_the_others_alone(
    examination: Examination, case: Case
) -> None:
    groups = _groups(examination.agree(case))
    examination.observe("a group is absent", happened=0 < len(groups) < _agents(case))


@check("pass_at_k.k-values", numbers.every_count())
def test_k_runs_over_powers_of_two_and_multiples_of_five(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("pass_at_k.two-attempts", numbers.few_attempts(), shares={"a group is absent": 0.3})
def test_a_task_with_one_attempt_leaves_its_group_out(examination: Examination, case: Case) -> None:
    groups = _groups(examination.agree(case))
    examination.observe("a group is absent", happened=len(groups) < _agents(case))


@check("pass_at_k.fewest-attempts", numbers.uneven_tasks())
def test_the_task_with_the_fewest_attempts_decides_which_k_there_are(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("pass_at_k.own-attempts", numbers.uneven_tasks())
def test_a_task_is_estimated_from_all_its_own_attempts(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("pass_at_k.running-product", numbers.one_task())
def test_the_estimate_is_a_running_product(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("pass_at_k.certain-success", numbers.near_certain())
def test_success_is_certain_where_fewer_than_k_attempts_failed(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check(
    "pass_at_k.corrected-sum",
    numbers.many_tasks(),
    shares={"plain addition rounds otherwise": 0.05},
)
def test_the_sum_over_tasks_is_corrected(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    tasks = [examination.agree(Case("pass_at_k", {"trials": trials})) for trials in _by_task(case)]
    otherwise = _plain_mean(tasks, "2") != _only_group(answer).get("2", 0.0)
    examination.observe("plain addition rounds otherwise", happened=otherwise)


@check("pass_at_k.any-order", numbers.shuffled_tasks(), shares={"the same numbers": 1.0})
def test_the_order_of_the_trials_changes_no_number(examination: Examination, case: Case) -> None:
    first = examination.agree(case)
    second = examination.agree(Case("pass_at_k", {"trials": _trials(case)[::-1]}))
    examination.observe("the same numbers", happened=first == second)


def _groups(answer: Answer) -> dict[str, dict[str, float]]:
    """Return evals key → k → estimate; an error has no groups."""
    value = answer.value if isinstance(answer, Result) else {}
    return cast("dict[str, dict[str, float]]", value)


def _only_group(answer: Answer) -> dict[str, float]:
    return next(iter(_groups(answer).values()), {})


def _trials(case: Case) -> list[Value]:
    return cast("list[Value]", case.input["trials"])


def _agents(case: Case) -> int:
    """Return how many different agents, models and sources the trials name."""
    described = cast("list[dict[str, str | None]]", _trials(case))
    return len({(trial["agent"], trial["model"], trial["source"]) for trial in described})


def _by_task(case: Case) -> list[list[Value]]:
    """Return the trials of each task, the tasks in the order of their first trial."""
    tasks: dict[str, list[Value]] = {}
    for trial in cast("list[dict[str, Value]]", _trials(case)):
        tasks.setdefault(str(trial["task_name"]), []).append(trial)
    return list(tasks.values())


def _plain_mean(tasks: list[Answer], k: str) -> float:
    """Return the mean of estimates of single tasks, added from left to right; none counts 0."""
    total = 0.0
    for answer in tasks:
        total += _only_group(answer).get(k, 0.0)
    return total / len(tasks)
