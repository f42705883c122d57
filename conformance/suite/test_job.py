"""From the trials of a job to the stats of its result.json."""

from typing import cast

from conformance import json_text
from conformance.checks import Examination, check
from conformance.model import Answer, Case, Failure, Result, Value
from conformance.strategies import job, job_counts, job_metrics, job_names, job_values


@check("job.layout", job.anything(), shares={"a result": 0.5}, effort=0.43)
def test_the_stats_of_any_trials(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("a result", happened=isinstance(answer, Result))


@check("job.strings", job_names.strings(), shares={"a result": 1.0}, effort=0.41)
def test_names_are_written_as_they_stand(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("a result", happened=isinstance(answer, Result))


@check("job.lone-surrogates", job_names.surrogates(), shares={"a result": 0.5}, effort=0.41)
def test_a_lone_surrogate_is_replaced_or_ends_the_job(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("a result", happened=isinstance(answer, Result))


@check("job.floats", job_values.floats(), effort=0.43)
def test_a_float_reads_back_to_the_same_number(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.not-finite", job_values.not_finite(), shares={"null": 0.5}, effort=0.41)
def test_nan_and_infinities_become_null(examination: Examination, case: Case) -> None:
    examination.observe("null", happened=None in _metrics(examination.agree(case)))


@check("job.integers", job_values.integers(), shares={"an integer": 0.6}, effort=0.41)
def test_integers_keep_all_their_digits(examination: Examination, case: Case) -> None:
    found = _metrics(examination.agree(case))
    examination.observe("an integer", happened=any(type(value) is int for value in found))


@check("job.no-trials", job_counts.no_trials(), shares={"a result": 1.0}, effort=0.41)
def test_no_trials_give_no_groups(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("a result", happened=isinstance(answer, Result))


@check("job.completed-trials", job_counts.outcomes(), effort=0.2)
def test_every_trial_is_completed(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.pending-trials", job_counts.planned(), effort=0.2)
def test_planned_trials_that_did_not_end_are_pending(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.errored-trials", job_counts.outcomes(), effort=0.2)
def test_every_exception_is_an_errored_trial(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.cancelled-trials", job_counts.cancelled(), effort=0.2)
def test_names_of_cancelled_trials_are_counted(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.retries", job_counts.retried(), effort=0.2)
def test_a_name_that_ended_before_is_a_retry(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.tokens", job_counts.tokens(), effort=0.2)
def test_tokens_are_added_kind_by_kind(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.cost", job_counts.costs(), effort=0.2)
def test_costs_are_added_one_by_one(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.groups", job_names.groups(), effort=0.2)
def test_trials_are_grouped_by_agent_model_and_source(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.rewarded-trials", job_counts.rewarded(), effort=0.2)
def test_a_group_counts_the_trials_whose_rewards_are_not_null(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("job.reward-stats", job_values.reward_values(), effort=0.2)
def test_a_trial_is_listed_under_each_of_its_rewards(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.equal-rewards", job_values.equal_values(), effort=0.2)
def test_equal_rewards_share_a_list(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.nan-rewards", job_values.nans(), effort=0.2)
def test_each_nan_has_a_list_of_its_own(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.reward-names", job_values.value_names(), effort=0.2)
def test_a_list_is_named_by_the_number_as_text(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.exception-stats", job_counts.exceptions(), effort=0.2)
def test_a_trial_is_listed_under_its_exception(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.reward-and-exception", job_counts.both(), effort=0.2)
def test_an_exception_takes_no_reward_away(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.metrics", job_metrics.metrics_of_groups(), effort=0.2)
def test_a_group_has_its_metrics_in_configured_order(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("job.metrics-by-key", job_names.metrics_by_end(), shares={"other metrics": 0.3}, effort=0.41)
def test_the_end_of_a_groups_key_decides_about_its_metrics(
    examination: Examination, case: Case
) -> None:
    answer = examination.agree(case)
    own = sum(1 for evals in _groups(answer).values() if _names(evals["metrics"]) == ["mean"])
    examination.observe("other metrics", happened=own < len(_groups(answer)))


@check(
    "job.source-without-metrics",
    job_names.unlisted_sources(),
    shares={"ExceptionGroup": 0.4},
    effort=0.41,
)
def test_a_source_without_metrics_ends_the_job(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("ExceptionGroup", happened=answer == Failure("ExceptionGroup"))


@check(
    "job.running-metrics",
    job_metrics.running(),
    shares={"ExceptionGroup": 0.3, "a result": 0.1},
    effort=0.41,
)
def test_what_overflows_while_trials_end_ends_the_job(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("ExceptionGroup", happened=answer == Failure("ExceptionGroup"))
    examination.observe("a result", happened=isinstance(answer, Result))


@check(
    "job.metrics-at-the-end",
    job_metrics.at_the_end(),
    shares={"OverflowError": 0.1},
    effort=0.41,
)
def test_an_error_at_the_end_keeps_its_name(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    examination.observe("OverflowError", happened=answer == Failure("OverflowError"))


@check("job.pass-at-k", job_values.binary_rewards(), shares={"some pass@k": 0.4}, effort=0.41)
def test_a_group_has_its_pass_at_k(examination: Examination, case: Case) -> None:
    found = _groups(examination.agree(case)).values()
    examination.observe("some pass@k", happened=any(evals["pass_at_k"] for evals in found))


@check(
    "job.order-of-numbers",
    job_metrics.order_of_numbers(),
    shares={"the order decides": 0.15},
    effort=0.41,
)
def test_metrics_take_the_rewards_in_trial_order(examination: Examination, case: Case) -> None:
    metrics = [
        _metrics(examination.agree(asked)) for asked in (case, job_metrics.reversed_trials(case))
    ]
    examination.observe("the order decides", happened=repr(metrics[0]) != repr(metrics[1]))


@check(
    "job.order-of-names",
    job_metrics.order_of_names(),
    shares={"the order decides": 0.5},
    effort=0.41,
)
def test_names_come_in_trial_order(examination: Examination, case: Case) -> None:
    answers = [examination.agree(asked) for asked in (case, job_metrics.reversed_trials(case))]
    examination.observe("the order decides", happened=answers[0] != answers[1])


def _groups(answer: Answer) -> dict[str, dict[str, Value]]:
    """Return the groups of an answer by key; an error has none."""
    if not isinstance(answer, Result):
        return {}
    text = cast("dict[str, str]", answer.value)["stats"]
    stats = cast("dict[str, dict[str, dict[str, Value]]]", json_text.parse(text))
    return stats["evals"]


def _metrics(answer: Answer) -> list[Value]:
    """Return the values of the metrics of all groups."""
    entries = [cast("list[dict[str, Value]]", e["metrics"]) for e in _groups(answer).values()]
    return [value for metrics in entries for metric in metrics for value in metric.values()]


def _names(metrics: Value) -> list[str]:
    return [name for metric in cast("list[dict[str, Value]]", metrics) for name in metric]
