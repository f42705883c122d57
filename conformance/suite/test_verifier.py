"""From the two reward files to the rewards of one trial."""

from conformance.checks import Examination, check
from conformance.model import Case, Failure, Result
from conformance.strategies import (
    reward_json,
    reward_json_text,
    reward_json_values,
    reward_text,
    verifier,
)

READ = "harbor reads it"
REFUSED = "harbor refuses it"
DEEP = "the nesting is too deep for Python"
BOTH = {READ: 0.03, REFUSED: 0.03}
"""A rule about what is read and what is not must be put to both kinds."""


def agree(examination: Examination, case: Case) -> None:
    """Ask the case, and note whether harbor's answer is a result."""
    answer = examination.agree(case)
    read = isinstance(answer, Result)
    examination.observe(READ, happened=read)
    examination.observe(REFUSED, happened=not read)


@check("verifier.json-wins", verifier.both_files())
def test_reward_json_wins_over_reward_txt(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.missing-file", verifier.present_or_absent(), shares=BOTH)
def test_no_file_is_an_error_of_its_own(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.empty-text", verifier.empty_text())
def test_reward_txt_is_empty_at_zero_bytes(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.empty-json", verifier.empty_json())
def test_reward_json_is_empty_at_zero_bytes(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.text-number", reward_text.anything(), shares=BOTH)
def test_reward_txt_is_read_as_python_reads_a_float(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-name", reward_text.integers_as_text())
def test_reward_txt_gives_one_reward_named_reward(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.text-whole-file", reward_text.beside_numbers(), shares=BOTH)
def test_reward_txt_is_read_to_its_end(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-integer", reward_text.integers_as_text())
def test_whole_numbers_in_reward_txt_are_rounded_to_binary64(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("verifier.text-sign", reward_text.signs(), shares=BOTH)
def test_at_most_one_sign_precedes_the_number(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-point", reward_text.points(), shares=BOTH)
def test_the_point_has_digits_at_one_side_at_least(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-exponent", reward_text.exponents(), shares=BOTH)
def test_an_exponent_has_digits(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-underscore", reward_text.underscores(), shares=BOTH)
def test_underscores_stand_between_two_digits(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-white-space", reward_text.white_space(), shares=BOTH)
def test_white_space_around_the_number_is_dropped(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-unicode-digits", reward_text.unicode_digits(), shares=BOTH)
def test_digits_of_every_script_count(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-words", reward_text.words(), shares=BOTH)
def test_nan_inf_and_infinity_are_numbers_in_any_case(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-decimal-only", reward_text.other_notations(), shares=BOTH)
def test_notations_of_other_languages_are_not_understood(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("verifier.text-rounding", reward_text.rounded())
def test_a_number_becomes_the_nearest_binary64(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.text-overflow", reward_text.large())
def test_large_numbers_become_infinity(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.text-underflow", reward_text.small())
def test_small_numbers_become_subnormal_and_then_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.text-nul", reward_text.null_characters(), shares=BOTH)
def test_a_nul_does_not_end_the_text(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-utf8", reward_text.encodings(), shares=BOTH)
def test_reward_txt_is_strict_utf_8(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.text-byte-order-mark", reward_text.byte_order_marks(), shares=BOTH)
def test_reward_txt_has_no_byte_order_mark(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-document", reward_json.any_document(), shares=BOTH)
def test_reward_json_is_read_as_python_reads_json(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-strict", reward_json.not_quite_json(), shares=BOTH)
def test_reward_json_is_not_relaxed_json(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-one-document", reward_json.more_than_one_document(), shares=BOTH)
def test_reward_json_is_read_to_its_end(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-white-space", reward_json.white_space(), shares=BOTH)
def test_four_characters_are_white_space_between_tokens(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("verifier.json-number-form", reward_json.numbers(), shares=BOTH)
def test_bare_numbers_have_the_form_of_json(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-constants", reward_json.constants(), shares=BOTH)
def test_nan_and_the_infinities_are_spelled_as_python_spells_them(
    examination: Examination, case: Case
) -> None:
    agree(examination, case)


@check("verifier.json-control-characters", reward_json.control_characters(), shares=BOTH)
def test_control_characters_are_escaped(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-escapes", reward_json.escapes(), shares=BOTH)
def test_only_the_escapes_of_json_are_known(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-surrogates", reward_json.surrogates())
def test_surrogates_are_joined_or_kept(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.json-names", reward_json.names())
def test_names_are_kept_as_they_are(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.json-duplicate-names", reward_json.duplicate_names(), shares=BOTH)
def test_the_last_of_duplicate_names_holds(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-digit-limit", reward_json_values.long_integers(), shares=BOTH)
def test_integers_have_at_most_4300_digits(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-deep-nesting", reward_json.nested(), shares={DEEP: 0.03})
def test_deep_nesting_is_a_recursion_error(examination: Examination, case: Case) -> None:
    answer = examination.agree(case)
    deep = isinstance(answer, Failure) and answer.error == "RecursionError"
    examination.observe(DEEP, happened=deep)


@check("verifier.json-utf8", reward_json.encodings(), shares=BOTH)
def test_reward_json_is_strict_utf_8(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-byte-order-mark", reward_json.byte_order_marks(), shares=BOTH)
def test_reward_json_has_no_byte_order_mark(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-values", reward_json_values.any_values(), shares=BOTH)
def test_members_become_numbers(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-null", reward_json_values.null_documents(), shares=BOTH)
def test_null_is_not_an_empty_object(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check(
    "verifier.json-not-an-object",
    reward_json_values.documents_of_any_type(),
    shares=BOTH,
)
def test_other_documents_than_objects_are_refused(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-not-a-number", reward_json_values.members_of_any_type(), shares=BOTH)
def test_members_that_are_no_numbers_are_refused(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-all-or-nothing", reward_json_values.one_bad_among_good(), shares=BOTH)
def test_one_bad_member_refuses_the_document(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-booleans", reward_json_values.booleans(), shares=BOTH)
def test_booleans_become_one_and_zero(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-integers", reward_json_values.integers())
def test_integers_keep_all_their_digits(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.json-rounding", reward_json_values.floats())
def test_bare_numbers_become_the_nearest_binary64(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.json-text", reward_json_text.any_text(), shares=BOTH)
def test_text_becomes_the_number_that_it_holds(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-text-white-space", reward_json_text.text_in_spaces(), shares=BOTH)
def test_white_space_around_text_is_dropped(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-text-underscore", reward_json_text.text_with_underscores(), shares=BOTH)
def test_underscores_in_text_are_dropped(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check(
    "verifier.json-text-ascii-digits",
    reward_json_text.text_with_digits_of_other_scripts(),
    shares=BOTH,
)
def test_only_ascii_digits_count_in_text(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-text-words", reward_json_text.text_words(), shares=BOTH)
def test_words_are_numbers_as_text_too(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-text-binary64", reward_json_text.text_beyond_binary64())
def test_text_is_rounded_to_binary64(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("verifier.json-text-integer", reward_json_text.text_of_integers(), shares=BOTH)
def test_text_that_is_no_float_may_be_an_integer(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-text-leading-zeros", reward_json_text.text_with_leading_zeros(), shares=BOTH)
def test_zeros_before_an_integer_in_text_are_dropped(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("verifier.json-text-digit-limit", reward_json_text.text_of_long_integers(), shares=BOTH)
def test_integers_in_text_have_at_most_4300_digits(examination: Examination, case: Case) -> None:
    agree(examination, case)
