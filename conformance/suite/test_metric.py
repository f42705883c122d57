"""From the rewards of many trials to one metric."""

from conformance.agreement import compare
from conformance.checks import Examination, check
from conformance.model import Agreement, Case
from conformance.strategies import metric, metric_numbers, metric_sums


@check("metric.aggregate-by-name", metric.everything())
def test_any_numbers_under_any_names_in_any_trial(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.aggregate-by-name", metric.plain_values())
def test_each_metric_is_its_own_aggregate(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.values-as-they-are", metric.plain_values())
def test_values_are_neither_clamped_nor_rounded(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.equal-values-all-count", metric.repeated_values())
def test_equal_values_count_once_a_trial(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.trial-order", metric_sums.any_order(), shares={"the order decides": 0.3})
def test_values_are_taken_in_trial_order(examination: Examination, case: Case) -> None:
    forward = examination.agree(case)
    backward = examination.agree(metric_sums.reversed_trials(case))
    decides = compare(case, forward, backward).agreement is Agreement.DIVERGENT
    examination.observe("the order decides", happened=decides)


@check("metric.keyed-by-metric-name", metric.one_name())
def test_one_reward_name_is_replaced_by_that_of_the_metric(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("metric.keyed-by-reward-name", metric.several_names())
def test_several_reward_names_are_kept_and_sorted(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.names-of-all-trials", metric.names_spread_over_trials())
def test_names_are_united_over_all_trials(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.names-are-code-points", metric.lookalike_names())
def test_names_that_look_alike_are_different(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.names-are-code-points", metric.padded_names())
def test_white_space_and_hidden_characters_in_names_are_kept(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("metric.names-keep-lone-surrogates", metric.surrogate_names())
def test_lone_surrogates_in_names_are_kept(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.no-name-is-special", metric.special_names())
def test_no_reward_name_has_a_meaning(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.none-counts-zero", metric.trials_without_rewards())
def test_a_trial_without_rewards_counts_as_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.empty-object-counts-zero", metric.trials_with_empty_rewards())
def test_a_trial_with_empty_rewards_counts_as_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.missing-name-counts-zero", metric.trials_without_a_name())
def test_a_name_that_a_trial_lacks_counts_as_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.missing-is-integer-zero", metric.missing_among_integers())
def test_what_is_missing_leaves_integers_exact(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.sum-of-nothing", metric.no_trials("sum"))
def test_the_sum_of_no_trials_is_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.mean-of-nothing", metric.no_trials("mean"))
def test_the_mean_of_no_trials_is_a_zero_division_error(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("metric.extreme-of-nothing", metric.no_trials("max", "min"))
def test_the_extreme_of_no_trials_is_a_value_error(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.mean-divides-by-all-trials", metric.means_with_missing())
def test_the_mean_divides_by_the_number_of_all_trials(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.mean-divides-the-sum", metric_numbers.means_of_fractions())
def test_the_mean_is_the_rounded_sum_divided(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.mean-of-integers", metric_numbers.means_of_wide_integers())
def test_the_mean_of_integers_is_rounded_once(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.mean-of-large-integers", metric_numbers.means_of_huge_integers())
def test_the_mean_of_integers_needs_no_float_sum(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.mean-too-large", metric_numbers.means_beyond_floats())
def test_a_mean_beyond_floats_is_an_overflow_error(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.extreme-is-a-value", metric_numbers.extremes_of_one_sign())
def test_the_extreme_is_one_of_the_values(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.extreme-with-nan", metric_numbers.extremes_with_nan())
def test_a_nan_stays_only_in_first_place(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.extreme-compares-exactly", metric_numbers.extremes_of_close_values())
def test_extremes_compare_integers_and_floats_exactly(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.extreme-beyond-floats", metric_numbers.extremes_beyond_floats())
def test_extremes_compare_integers_beyond_floats(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.compensated-sum", metric_sums.fractions())
def test_sums_of_scores_are_compensated(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.compensated-sum", metric_sums.scales())
def test_sums_of_cancelling_floats_are_compensated(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.correction-joins-last", metric_sums.scales())
def test_the_correction_is_neumaiers(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.correction-joins-last", metric_sums.layers())
def test_the_correction_stays_apart_until_the_end(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.sum-is-not-exact", metric_sums.layers())
def test_the_correction_is_rounded_itself(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.correction-is-finite", metric_sums.overflow_after_rounding())
def test_a_correction_that_is_not_finite_is_dropped(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.integer-sums-exact", metric_sums.integers())
def test_integers_are_added_exactly(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.integers-join-uncorrected", metric_sums.integers_among_floats())
def test_integers_after_a_float_are_not_compensated(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.leading-integers-exact", metric_sums.integers_before_floats())
def test_integers_before_the_first_float_are_added_exactly(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("metric.first-float-uncorrected", metric_sums.first_floats())
def test_the_first_float_after_integers_is_not_compensated(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("metric.wide-integer-ends-correction", metric_sums.integers_at_64_bits())
def test_an_integer_beyond_64_bits_ends_compensation(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.wide-sum-is-uncorrected", metric_sums.sums_at_64_bits())
def test_a_sum_beyond_64_bits_prevents_compensation(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.integer-too-large-for-float", metric_sums.integers_too_large_for_floats())
def test_an_integer_beyond_floats_cannot_join_a_float(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.float-overflow-is-infinite", metric_sums.floats_that_overflow())
def test_a_float_sum_overflows_to_infinity(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("metric.infinities-and-nan", metric_sums.infinities_and_nan())
def test_infinities_and_nan_are_added_as_ieee_754_says(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("metric.subnormals", metric_sums.subnormals())
def test_subnormal_numbers_are_kept(examination: Examination, case: Case) -> None:
    examination.agree(case)
