"""From a trial's own result.json to what harbor knows of the trial when a job is resumed."""

from conformance.checks import Examination, check
from conformance.model import Case, Failure, Result
from conformance.strategies import (
    trial_result,
    trial_result_json,
    trial_result_members,
    trial_result_models,
    trial_result_rewards,
    trial_result_written,
)

READ = "harbor reads it"
REFUSED = "harbor refuses it"
NOT_UTF8 = "the file is not UTF-8"
BOTH = {READ: 0.1, REFUSED: 0.1}
"""A rule about what is read and what is not must be put to both kinds."""


def agree(examination: Examination, case: Case) -> None:
    """Ask the case, and note whether harbor's answer is a result."""
    answer = examination.agree(case)
    read = isinstance(answer, Result)
    examination.observe(READ, happened=read)
    examination.observe(REFUSED, happened=not read)


@check("trial_result.whole-file", trial_result.edited_anywhere(), shares=BOTH)
def test_the_whole_file_has_to_fit(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.written-by-harbor", trial_result_written.files(), shares={READ: 1}, effort=0.5)
def test_what_harbor_wrote_is_read_back(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check(
    "trial_result.cut-short", trial_result_written.cut_short(), shares={REFUSED: 0.9}, effort=0.6
)
def test_an_interrupted_write_cannot_be_read_back(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check(
    "trial_result.not-finite",
    trial_result_written.files_of_nan_and_infinity(),
    shares=BOTH,
    effort=0.5,
)
def test_a_trial_of_nan_or_infinity_cannot_be_read_back(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("trial_result.constants", trial_result_rewards.constants(), shares=BOTH)
def test_three_words_of_a_result_are_numbers(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.integers", trial_result_rewards.integers(), shares={READ: 1}, effort=0.4)
def test_an_integer_in_a_result_stays_one(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.rounding", trial_result_rewards.floats(), shares={READ: 1}, effort=0.5)
def test_a_number_in_a_result_becomes_the_nearest_binary64(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("trial_result.digit-limit", trial_result_rewards.long_numbers(), shares=BOTH, effort=0.5)
def test_no_number_has_more_than_4300_digits_before_its_point(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("trial_result.values", trial_result_rewards.any_values(), shares=BOTH, effort=0.6)
def test_every_reward_of_a_result_becomes_a_number(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.booleans", trial_result_rewards.booleans(), shares=BOTH, effort=0.5)
def test_true_and_false_in_a_result_are_floats(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.text-rewards", trial_result_rewards.texts(), shares=BOTH, effort=0.8)
def test_text_in_a_result_is_read_as_a_number(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.no-number", trial_result_rewards.no_numbers(), shares=BOTH, effort=0.5)
def test_one_reward_that_is_no_number_spoils_the_file(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.repeated-rewards", trial_result_rewards.repeated(), shares=BOTH, effort=0.5)
def test_the_last_of_two_rewards_holds_but_both_count(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.no-verifier-result", trial_result_rewards.no_results())
def test_no_verifier_result_is_not_one_without_rewards(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("trial_result.result-type", trial_result_rewards.results_of_any_type(), shares=BOTH)
def test_a_verifier_result_is_an_object_or_null(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.exception", trial_result_members.exceptions(), shares={READ: 1})
def test_the_type_of_the_exception_is_kept(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check(
    "trial_result.exception-members", trial_result_members.exceptions_of_any_shape(), shares=BOTH
)
def test_an_exception_has_four_members(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.rewards-beside-exception", trial_result_members.rewards_beside_exceptions())
def test_rewards_and_an_exception_are_both_kept(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("trial_result.required-members", trial_result_members.required(), shares=BOTH)
def test_required_members_are_there_and_others_may_be(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.text-members", trial_result_members.texts(), shares=BOTH)
def test_text_is_not_made_of_anything_else(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.unknown-members", trial_result_members.unknown(), shares={READ: 1})
def test_unknown_members_are_ignored(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.repeated-members", trial_result_json.repeated_members(), shares=BOTH)
def test_the_last_of_two_members_counts_alone(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.times", trial_result_members.times(), shares=BOTH, effort=0.8)
def test_a_time_has_one_of_several_forms(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.id", trial_result_members.uuids(), shares=BOTH)
def test_an_id_is_a_uuid(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.task-id", trial_result_models.task_ids(), shares=BOTH)
def test_a_task_id_is_of_one_of_three_kinds(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.config", trial_result_models.configs(), shares=BOTH)
def test_the_configuration_has_to_fit(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.usage", trial_result_models.usage(), shares=BOTH)
def test_tokens_are_integers_and_costs_are_numbers(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.steps", trial_result_models.steps(), shares=BOTH, effort=0.5)
def test_every_step_has_to_fit(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.syntax", trial_result_json.syntax(), shares=BOTH)
def test_only_json_is_read(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.one-object", trial_result_json.around_the_object(), shares=BOTH, effort=0.6)
def test_nothing_but_white_space_stands_around_the_object(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("trial_result.one-object", trial_result_json.no_objects(), shares=BOTH, effort=0.4)
def test_a_result_is_an_object(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.number-form", trial_result_rewards.forms(), shares=BOTH)
def test_numbers_in_a_result_have_the_form_of_json(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.escapes", trial_result_json.escapes(), shares=BOTH)
def test_control_characters_are_escaped_in_one_of_nine_ways(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("trial_result.surrogates", trial_result_json.surrogates(), shares=BOTH, effort=0.5)
def test_escaped_surrogates_come_in_pairs(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("trial_result.nesting", trial_result_json.nested(), shares=BOTH, effort=0.4)
def test_values_are_nested_at_most_200_levels_deep(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check(
    "trial_result.utf8",
    trial_result_json.bytes_of_other_encodings(),
    shares={READ: 0.1, NOT_UTF8: 0.2},
    effort=0.7,
)
def test_bytes_that_are_not_utf8_are_an_error_of_their_own(
    examination: Examination, case: Case
) -> None:
    answer = examination.agree(case)
    examination.observe(READ, happened=isinstance(answer, Result))
    examination.observe(NOT_UTF8, happened=answer == Failure("UnicodeDecodeError"))


@check(
    "trial_result.byte-order-mark", trial_result_json.byte_order_marks(), shares=BOTH, effort=0.4
)
def test_a_byte_order_mark_is_no_json(examination: Examination, case: Case) -> None:
    agree(examination, case)
