"""A whole job, from its configuration to its result.json.

The candidates are harbor itself, in a process of its own, and its other releases.
"""

from conformance.checks import Examination, check
from conformance.model import Case
from conformance.strategies import asked_run_earlier as earlier
from conformance.strategies import asked_run_earlier_forms as earlier_forms
from conformance.strategies import asked_run_jobs as jobs
from conformance.strategies import asked_run_limits as limits
from conformance.strategies import asked_run_resume as resume
from conformance.strategies import asked_run_steps as steps
from conformance.strategies import asked_run_trials as trials
from conformance.strategies import asked_run_tries as tries
from conformance.strategies import run, run_failures, run_resume, run_settings, run_steps

SOME = 0.06
"""The part of a profile's questions that is asked here: a job takes harbor some 25 ms."""

EVERY = 0.1
"""The part that is enough to ask every question of a table."""

FEW = 0.03
"""The part of what other checks ask more closely."""


@check("run.whole-job", jobs.rewards_to_stats(), effort=SOME)
def test_rewards_become_the_statistics_of_a_job(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.whole-job", run.plain(), effort=SOME)
def test_the_result_of_a_job_is_that_of_its_trials(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.trial-order", jobs.configured_order(), effort=SOME)
def test_trials_count_in_configured_order(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.finishing-order", jobs.finishing_order(), effort=SOME)
def test_the_order_in_which_trials_end_changes_nothing(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.concurrency", jobs.concurrency(), effort=SOME)
def test_every_trial_is_run_however_few_at_a_time(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.attempts", jobs.attempts(), effort=SOME)
def test_each_task_has_its_attempts(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.groups", jobs.groups(), effort=SOME)
def test_groups_are_made_by_agent_model_and_source(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.sources", jobs.sources(), effort=SOME)
def test_a_task_belongs_to_its_dataset_or_source(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.unknown-source", jobs.unknown_sources(), effort=SOME)
def test_a_source_that_is_no_dataset_ends_the_job(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.metrics", jobs.metrics(), effort=SOME)
def test_a_group_has_the_metrics_of_its_dataset_and_of_the_job(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.double-underscore", jobs.double_underscores(), effort=SOME)
def test_metrics_follow_what_stands_after_the_last_two_underscores(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.shown-metric", jobs.shown_metrics(), effort=SOME)
def test_a_metric_that_cannot_be_shown_ends_the_job(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.dataset-order", jobs.dataset_order(), effort=SOME)
def test_the_tasks_of_a_dataset_come_as_they_are_listed(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.dataset-filters", run_settings.filtered(), effort=SOME)
def test_a_dataset_can_be_filtered(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.invalid-tasks", jobs.invalid_tasks(), effort=SOME)
def test_an_invalid_task_is_left_out_or_ends_the_job(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.configuration", jobs.configurations(), effort=EVERY)
def test_configurations_are_taken_or_refused_by_name(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.exit-code", trials.exit_codes(), effort=SOME)
def test_the_exit_code_of_the_tests_is_ignored(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.reward-errors", trials.reward_errors(), effort=SOME)
def test_a_reward_that_cannot_be_read_is_the_exception_of_its_trial(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.stale-reward", trials.stale_rewards(), effort=SOME)
def test_a_reward_left_before_the_tests_is_read(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.separate-verifier", trials.separate_verifiers(), effort=SOME)
def test_a_separate_verifier_reads_what_its_tests_leave(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.failed-agent", trials.agents_that_fail(), effort=SOME)
def test_a_failed_agent_is_verified(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.broken-agent", trials.agents_that_break(), effort=SOME)
def test_a_broken_agent_is_not_verified(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.before-agent", trials.before_agents(), effort=SOME)
def test_exceptions_before_the_agent_are_the_trials(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.verifier-exceptions", trials.verifiers_that_break(), effort=SOME)
def test_exceptions_of_the_verifier_have_names(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.stop-exceptions", trials.stops_that_fail(), effort=SOME)
def test_exceptions_at_the_end_leave_the_rewards(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.first-exception", trials.several_exceptions(), effort=SOME)
def test_the_first_exception_is_recorded(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.disabled", limits.disabled(), effort=SOME)
def test_disabled_verification_gives_no_rewards_and_no_errors(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.timeouts", limits.timeouts(), effort=SOME)
def test_no_time_at_all_is_a_timeout_with_a_name(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.timeout-limits", limits.timeout_limits(), effort=SOME)
def test_overrides_limits_and_multipliers_settle_a_timeout(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.variables", limits.variables(), effort=SOME)
def test_the_tests_get_variables_of_environment_task_and_job(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.secrets", limits.secrets(), effort=SOME)
def test_secrets_are_not_written(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.usage", run.usage(), effort=SOME)
def test_usage_is_summed_over_trials(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.retries", tries.retries(), effort=SOME)
def test_the_last_try_counts(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.not-retried", tries.not_retried(), effort=SOME)
def test_five_exceptions_are_not_retried_by_default(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.retried-names", tries.retried_names(), effort=EVERY)
def test_exceptions_are_retried_by_their_own_name(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.clean-retries", tries.clean_retries(), effort=SOME)
def test_a_try_finds_nothing_of_an_earlier_one(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.steps", steps.step_rewards(), effort=SOME)
def test_rewards_of_steps_become_the_trials(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.min-reward", steps.least_rewards(), effort=SOME)
def test_a_step_below_its_threshold_is_the_last(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.step-failure", steps.failing_steps(), effort=SOME)
def test_a_failed_step_is_the_last_and_no_error(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.step-agent", steps.agents_in_steps(), effort=SOME)
def test_a_step_whose_agent_raises_is_verified(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.step-preparation", steps.preparations(), effort=SOME)
def test_a_step_that_cannot_be_prepared_is_the_last(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.step-stale-reward", steps.stale_steps(), effort=SOME)
def test_only_what_the_tests_of_a_step_leave_counts(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-keeps", resume.kept_trials(), effort=SOME)
def test_trials_with_a_result_are_kept(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-order", resume.resumed_order(), effort=SOME)
def test_kept_trials_count_first(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-unfinished", resume.unfinished(), effort=SOME)
def test_trials_without_a_result_are_run_anew(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-changed", resume.changed_jobs(), effort=SOME)
def test_a_changed_job_is_not_run_again(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-damaged", resume.damaged_jobs(), effort=SOME)
def test_damaged_files_have_their_errors(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-not-finite", resume.not_finite(), effort=SOME)
def test_a_job_with_nan_is_not_run_again(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-without-files", resume.without_files(), effort=SOME)
def test_a_job_without_its_files_forgets_retries_or_trials(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("run.resume-earlier", earlier.resumed(), effort=EVERY)
def test_an_earlier_job_is_run_again_from_its_files(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-earlier", earlier.incomplete(), effort=SOME)
def test_an_earlier_job_may_have_lost_files(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-earlier-forms", earlier_forms.forms(), effort=EVERY)
def test_files_of_other_releases_are_understood(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-earlier-refused", earlier.refused(), effort=EVERY)
def test_an_earlier_job_that_does_not_fit_is_refused(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.interruption", resume.interruptions(), effort=SOME)
def test_an_interrupted_job_leaves_what_has_ended(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.retries", run_failures.retries(), effort=FEW)
def test_any_try_may_end_in_any_way(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.whole-job", run_failures.exceptions(), effort=FEW)
def test_any_stage_may_raise_anything(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.stale-reward", run_failures.stale(), effort=FEW)
def test_rewards_may_be_left_at_any_stage(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.steps", run_steps.failing_steps(), effort=FEW)
def test_any_step_may_fail(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.steps", run_steps.steps(), effort=FEW)
def test_any_steps_may_be_played(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-damaged", run_resume.resumed(), effort=FEW)
def test_a_job_may_be_resumed_after_any_damage(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.resume-damaged", run_resume.with_traces(), effort=FEW)
def test_a_folder_may_hold_files_of_others(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.metrics", run_settings.datasets(), effort=FEW)
def test_tasks_may_be_of_several_datasets(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.configuration", run_settings.configurations(), effort=FEW)
def test_any_members_may_be_configured(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("run.separate-verifier", run_settings.verification(), effort=FEW)
def test_verification_may_be_anywhere(examination: Examination, case: Case) -> None:
    examination.agree(case)
