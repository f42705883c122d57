"""From the reason that a trial gives to the code that stands for it."""

from conformance.checks import Examination, check
from conformance.model import Case
from conformance.strategies import reason_code, reason_code_messages


@check("reason_code.no-rule", reason_code.everything())
def test_any_words_in_any_order(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.no-rule", reason_code.without_word())
def test_a_reward_alone_has_no_code(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.no-reason", reason_code.nothing(), effort=0.2)
def test_without_a_reason_there_is_no_code(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.missing", reason_code.pairs("missing"), effort=0.4)
def test_reward_and_missing_are_covered_by_the_first_rule(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("reason_code.empty", reason_code.pairs("empty"), effort=0.4)
def test_reward_and_empty_are_covered_by_the_second_rule(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("reason_code.parse", reason_code.pairs("parse"), effort=0.4)
def test_reward_and_parse_are_covered_by_the_third_rule(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("reason_code.malformed", reason_code.pairs("malformed"), effort=0.4)
def test_reward_and_malformed_are_covered_by_the_third_rule(
    examination: Examination, case: Case
) -> None:
    examination.agree(case)


@check("reason_code.reward-needed", reason_code.without_reward(), effort=0.5)
def test_nothing_is_covered_without_reward(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.first-rule-wins", reason_code.several_words(), effort=0.5)
def test_the_first_of_several_rules_decides(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.parts-of-words", reason_code.inside_words(), effort=0.5)
def test_words_count_inside_of_others(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.whole-words", reason_code.split_words())
def test_parts_of_a_word_do_not_count(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.any-distance", reason_code.apart(), effort=0.5)
def test_words_may_be_far_apart(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.long-reasons", reason_code.long_texts(), effort=0.3)
def test_the_end_of_a_long_reason_counts(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.any-case", reason_code.any_case(), effort=0.5)
def test_case_does_not_count(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.ascii-letters", reason_code.disguised())
def test_letters_that_look_alike_do_not_count(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.surrogates", reason_code.surrogates(), effort=0.5)
def test_lone_surrogates_are_characters(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.codes", reason_code.codes(), effort=0.5)
def test_codes_stay_what_they_are(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.class-names", reason_code_messages.classes(), effort=0.5)
def test_names_of_exceptions_are_text(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.no-file-message", reason_code_messages.no_file(), effort=0.5)
def test_no_reward_file_is_not_called_missing(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.empty-file-message", reason_code_messages.empty_files(), effort=0.5)
def test_an_empty_file_may_be_called_missing(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.parse-message", reason_code_messages.unreadable_files(), effort=0.5)
def test_an_unreadable_file_may_be_called_empty(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.paths-count", reason_code_messages.paths())
def test_words_in_paths_count(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.cut-names", reason_code_messages.cut_names())
def test_words_cut_off_a_name_do_not_count(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("reason_code.validation-messages", reason_code_messages.validation_errors(), effort=0.5)
def test_what_rewards_are_called_counts(examination: Examination, case: Case) -> None:
    examination.agree(case)
