"""From the bytes of a job's result.json to the summary line."""

import json
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from conformance.checks import Examination, check
from conformance.model import Answer, Case, Result
from conformance.strategies import (
    outcome,
    outcome_counts,
    outcome_jobs,
    outcome_rounding,
    outcome_score,
)
from conformance.strategies.outcome_rounding import is_half

READ = "the file is read"
MALFORMED = "the file is malformed"
BOTH = {READ: 0.1, MALFORMED: 0.1}
"""A rule about what is read and what is not must be put to both kinds."""

TIE = "an exact tie"
LOOKS_TIED = "a tie that only looks exact"
ROUNDED_TIE = "a tie that rounding made"
REORDERED = "another order gives another score"
FELL_BACK = "the total falls back to other counts"
LARGE = "the total is no binary64"
FAILED, COMPLETED = "the status is failed", "the status is completed"


class Summary(NamedTuple):
    """What the line says of a file that was read."""

    resolved: int
    score: float
    status: str
    total: int


def summary(answer: Answer) -> Summary | None:
    """Return what the line says; None where the file is missing or malformed."""
    if not isinstance(answer, Result) or not isinstance(answer.value, dict):
        return None
    members = json.loads(str(answer.value["line"]).partition("=")[2])
    return Summary(**members) if members.pop("reason_code") is None else None


def agree(examination: Examination, case: Case) -> None:
    """Ask the case, and note whether the file could be read."""
    read = summary(examination.agree(case)) is not None
    examination.observe(READ, happened=read)
    examination.observe(MALFORMED, happened=not read)


def agree_on_product(examination: Examination, case: Case) -> None:
    """Ask the case, and note what kind of half the product of score and total is."""
    said = summary(examination.agree(case))
    if said is None:
        return
    rounded = is_half(said.score * said.total)
    written = is_half(Decimal(repr(said.score)) * said.total)
    examination.observe(TIE, happened=rounded)
    examination.observe(LOOKS_TIED, happened=written and not rounded)
    true = is_half(Fraction(said.score) * said.total)
    examination.observe(ROUNDED_TIE, happened=rounded and not true)


@check("outcome.harbor-files", outcome_jobs.files(), shares={READ: 0.5}, effort=0.5)
def test_files_of_harbor_are_summed_up(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.file-missing", outcome.present_or_absent())
def test_a_missing_file_has_a_reason_code_of_its_own(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.file-malformed", outcome.not_json(), shares=BOTH)
def test_a_file_that_is_not_json_is_malformed(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.file-malformed", outcome_jobs.damaged_files(), shares=BOTH, effort=0.5)
def test_a_damaged_file_of_harbor_is_malformed(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.json-of-python", outcome.json_of_python(), shares=BOTH)
def test_the_file_is_read_as_python_reads_json(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.encoding", outcome.encodings(), shares=BOTH)
def test_the_file_is_utf_8_without_a_mark(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.limits", outcome.limits(), shares=BOTH)
def test_what_python_refuses_to_read_is_malformed(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.line-form", outcome.lines(), effort=0.5)
def test_the_line_is_a_label_and_an_object(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.absent-members", outcome.absent_members())
def test_absent_members_have_defaults(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.null-containers", outcome.null_members(), shares=BOTH)
def test_null_is_not_an_absent_member(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.other-types", outcome.other_types(), shares=BOTH)
def test_members_of_other_types_are_malformed(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.all-or-nothing", outcome.one_bad_member(), shares=BOTH)
def test_one_bad_sample_spoils_the_file(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.all-or-nothing", outcome_counts.one_unreadable(), shares=BOTH)
def test_one_bad_count_spoils_the_file(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.unread-members", outcome.unread_members(), effort=0.6)
def test_other_members_are_not_looked_at(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.falsy-counts", outcome_counts.falsy(), effort=0.6)
def test_falsy_counts_are_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.count-numbers", outcome_counts.numbers(), shares=BOTH)
def test_counts_are_cut_off_towards_zero(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.count-text", outcome_counts.texts(), shares=BOTH)
def test_counts_as_text_are_integers(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.status-by-errors", outcome_counts.statuses(), shares={FAILED: 0.2, COMPLETED: 0.2})
def test_errored_trials_decide_the_status(examination: Examination, case: Case) -> None:
    said = summary(examination.agree(case))
    for label, status in ((FAILED, "failed"), (COMPLETED, "completed")):
        examination.observe(label, happened=said is not None and said.status == status)


@check("outcome.total-falls-back", outcome_counts.totals(), effort=0.6)
def test_a_total_of_zero_falls_back(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.resolved-of-total", outcome_counts.totals(), shares={FELL_BACK: 0.1}, effort=0.6)
def test_resolved_does_not_fall_back(examination: Examination, case: Case) -> None:
    said = summary(examination.agree(case))
    fell_back = said is not None and said.resolved != round(said.score * said.total)
    examination.observe(FELL_BACK, happened=fell_back)


@check("outcome.flat-mean", outcome_score.flat(), effort=0.6)
def test_all_samples_weigh_the_same(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.mean-alone", outcome_score.beside_a_mean())
def test_a_mean_stands_for_its_metric(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.every-value", outcome_score.without_a_mean(), effort=0.6)
def test_every_value_of_other_metrics_is_a_sample(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.no-samples", outcome_score.few_samples(), effort=0.6)
def test_no_samples_score_zero(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.sample-numbers", outcome_score.numbers(), shares=BOTH)
def test_samples_are_rounded_to_binary64(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.sample-text", outcome_score.texts(), shares=BOTH)
def test_samples_as_text_are_floats(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.compensated-score", outcome_score.sums())
def test_the_sum_of_samples_is_compensated(examination: Examination, case: Case) -> None:
    examination.agree(case)


@check("outcome.sample-order", outcome_score.in_any_order(), shares={REORDERED: 0.2}, effort=0.6)
def test_samples_are_added_in_the_order_of_the_file(examination: Examination, case: Case) -> None:
    answers = [examination.agree(asked) for asked in (case, outcome_score.backwards(case))]
    examination.observe(REORDERED, happened=answers[0] != answers[1])


@check("outcome.finite-score", outcome_score.not_finite(), shares=BOTH, effort=0.6)
def test_a_score_that_is_not_finite_is_malformed(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.nan-is-null", outcome_jobs.files_with_nan(), shares=BOTH, effort=0.5)
def test_a_metric_that_was_nan_is_malformed(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.infinity-is-null", outcome_jobs.files_with_infinity(), shares=BOTH, effort=0.5)
def test_a_metric_that_was_infinite_is_malformed(examination: Examination, case: Case) -> None:
    agree(examination, case)


@check("outcome.half-even", outcome_rounding.halves(), shares={TIE: 0.3, LOOKS_TIED: 0.2})
def test_ties_go_to_the_even_number(examination: Examination, case: Case) -> None:
    agree_on_product(examination, case)


@check("outcome.half-even", outcome_rounding.means_of_trials(), shares={TIE: 0.08})
def test_means_of_a_few_trials_are_rounded(examination: Examination, case: Case) -> None:
    agree_on_product(examination, case)


@check(
    "outcome.binary64-product",
    outcome_rounding.beside_halves(),
    shares={LOOKS_TIED: 0.2, ROUNDED_TIE: 0.2},
)
def test_the_product_is_a_binary64(examination: Examination, case: Case) -> None:
    agree_on_product(examination, case)


@check("outcome.large-totals", outcome_rounding.large(), shares={LARGE: 0.15})
def test_totals_of_any_size_are_printed_in_full(examination: Examination, case: Case) -> None:
    said = summary(examination.agree(case))
    no_binary64 = said is not None and said.total != float(said.total)
    examination.observe(LARGE, happened=no_binary64)
