"""From the verifier results of steps to that of their trial."""

from conformance.agreement import compare
from conformance.checks import Examination, check
from conformance.model import Agreement, Case
from conformance.strategies import multi_step, multi_step_names, multi_step_sums


@check("multi_step.mean-by-name", multi_step.everything())
def test_any_strategy_of_any_numbers_under_any_names(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.mean-by-name", multi_step.names_of_some_steps(), effort=0.5)
def test_names_are_united_over_all_steps(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.final-is-the-last-step", multi_step.final_steps(), effort=0.5)
def test_the_last_step_decides(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.final-without-result", multi_step.final_steps_without_result(), effort=0.5)
def test_a_last_step_without_result_decides_as_well(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.final-is-verbatim", multi_step.final_steps_of_any_form())
def test_the_result_of_the_last_step_is_kept_as_it_is(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.unset-is-mean", multi_step.unset_strategies(), effort=0.5)
def test_without_a_strategy_steps_are_averaged(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.no-steps", multi_step.no_steps(), effort=0.2)
def test_a_trial_without_steps_has_no_result(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.names-stay", multi_step.one_name(), effort=0.5)
def test_a_mean_stands_under_the_only_reward_name(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.names-stay", multi_step.several_names(), effort=0.5)
def test_means_stand_under_each_of_several_names(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check(
    "multi_step.order-of-names",
    multi_step_names.in_any_order(),
    shares={"every order gives the same numbers": 1.0},
    effort=0.5,
)
def test_the_order_of_names_changes_no_number(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    others = [examination.agree(other) for other in multi_step_names.rearranged(case)]
    same = all(compare(case, answer, other).agreement is Agreement.EXACT for other in others)
    examination.observe("every order gives the same numbers", happened=same)


@check("multi_step.names-are-code-points", multi_step_names.lookalikes(), effort=0.5)
def test_names_that_look_alike_have_means_of_their_own(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("multi_step.names-are-code-points", multi_step_names.padded(), effort=0.5)
def test_hidden_characters_in_names_are_kept(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.names-are-code-points", multi_step_names.unusual(), effort=0.5)
def test_unusual_names_are_names_like_any_other(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.steps-without-result", multi_step.steps_without_result(), effort=0.5)
def test_steps_without_a_result_are_left_out(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.no-results", multi_step.no_results(), effort=0.2)
def test_without_any_result_there_is_none(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.null-rewards-count", multi_step.null_rewards(), effort=0.5)
def test_null_rewards_count_as_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.empty-rewards-count", multi_step.empty_rewards(), effort=0.5)
def test_empty_rewards_count_as_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.no-names", multi_step.no_names(), effort=0.2)
def test_without_any_name_there_is_no_result(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.missing-name-counts-zero", multi_step.names_of_some_steps(), effort=0.5)
def test_a_name_that_a_step_lacks_counts_as_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.missing-is-integer-zero", multi_step.missing_among_integers())
def test_what_is_missing_leaves_integers_exact(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.values-as-they-are", multi_step_sums.plain_values(), effort=0.5)
def test_values_are_neither_clamped_nor_rounded(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.equal-values-all-count", multi_step_sums.equal_values(), effort=0.5)
def test_equal_values_count_once_a_step(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check(
    "multi_step.step-order",
    multi_step_sums.in_an_order_that_counts(),
    shares={"the order decides": 0.3},
    effort=0.5,
)
def test_values_are_added_in_step_order(examination: Examination, case: Case) -> None:
    forward = examination.agree(case)
    backward = examination.agree(multi_step_sums.reversed_steps(case))
    decides = compare(case, forward, backward).agreement is Agreement.DIVERGENT
    examination.observe("the order decides", happened=decides)


@check("multi_step.divides-the-sum", multi_step_sums.fractions(), effort=0.5)
def test_the_sum_is_divided_once(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.compensated-sum", multi_step_sums.fractions(), effort=0.5)
def test_a_sum_of_scores_is_compensated(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.compensated-sum", multi_step_sums.scales())
def test_a_sum_of_different_sizes_is_compensated(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.integers-join-uncorrected", multi_step_sums.integers_among_floats())
def test_integers_among_floats_are_added_as_python_does(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("multi_step.mean-of-integers", multi_step_sums.wide_integers())
def test_a_mean_of_wide_integers_is_rounded_once(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.mean-of-large-integers", multi_step_sums.huge_integers(), effort=0.5)
def test_a_sum_beyond_floats_may_have_a_mean_within(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.mean-too-large", multi_step_sums.integers_beyond_floats(), effort=0.5)
def test_a_mean_beyond_floats_is_an_error(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check(
    "multi_step.integer-too-large-for-float",
    multi_step_sums.integers_too_large_for_floats(),
    effort=0.5,
)
def test_an_integer_beyond_floats_meets_no_float(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.float-overflow-is-infinite", multi_step_sums.floats_that_overflow(), effort=0.5)
def test_a_sum_of_floats_may_overflow(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.infinities-and-nan", multi_step_sums.infinities_and_nan(), effort=0.5)
def test_infinities_and_nan_are_values(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("multi_step.subnormals", multi_step_sums.subnormals(), effort=0.5)
def test_the_least_values_are_kept(examination: Examination, case: Case) -> None:
    examination.agree(case)
