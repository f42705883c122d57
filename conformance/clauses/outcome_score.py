"""What spec/000 §5 requires of the score and of ``resolved``."""

from conformance.model import Clause, Erratum, Result, Section
from conformance.strategies.outcome_files import Group, Job, Number, of_job, of_metrics

_RULES = (Section("spec/000", "§5"),)
_SUMS = (*_RULES, Section("spec/000", "§6"))


def _job_with(reward: Number, metric: dict[str, Number]) -> Job:
    """Return the job of one trial with one reward."""
    stats = {"reward": {reward: ["a__1"]}}
    return Job(1, (Group("oracle__adhoc", (metric,), 1, reward_stats=stats),), 1)


NAN_JOB = _job_with(float("nan"), {"mean": float("nan")})
INFINITE_JOB = _job_with(float("inf"), {"mean": float("inf")})
TWO_REWARDS_JOB = Job(
    1,
    (
        Group(
            "oracle__adhoc",
            ({"mean": 1.0, "speed": 0.0},),
            n_trials=1,
            reward_stats={"mean": {1.0: ["a__1"]}, "speed": {0.0: ["a__1"]}},
        ),
    ),
    1,
)
"""Jobs of one trial, whose files prove errata; harbor writes the same text for them."""


def _line(score: str, resolved: int, total: int) -> Result:
    return Result(
        {
            "line": f'BASE_BENCHMARK_RESULT={{"reason_code": null, "resolved": {resolved}, '
            f'"score": {score}, "status": "completed", "total": {total}}}'
        }
    )


_SAMPLES = (
    Clause(
        "outcome.flat-mean",
        "The score is the mean of all samples of all metrics of all groups, each of the same "
        "weight.",
        _RULES,
    ),
    Clause(
        "outcome.mean-alone",
        "Of a metric that has the name mean, that value is the only sample.",
        _RULES,
        Erratum(
            text="spec/000 §5",
            says="A multi-metric task contributes each of its values as a sample.",
            wheel="Where one of the rewards is named mean, it is the only sample.",
            case=of_job(TWO_REWARDS_JOB),
            text_answer=_line("0.5", 0, 1),
        ),
    ),
    Clause(
        "outcome.every-value",
        "Of a metric without the name mean, every value is a sample, whatever its name.",
        _RULES,
    ),
    Clause(
        "outcome.no-samples",
        "Without a sample the score is 0.0, and that is no error.",
        _RULES,
    ),
    Clause(
        "outcome.sample-numbers",
        "A sample is a number rounded to binary64, true as 1 and false as 0; a list, an object or "
        "an integer beyond binary64 makes the file malformed.",
        _RULES,
    ),
    Clause(
        "outcome.sample-text",
        "A sample that is text is the number that float() reads from it, and text that holds "
        "none makes the file malformed.",
        _RULES,
    ),
)

_SCORE = (
    Clause(
        "outcome.compensated-score",
        "Samples are added by Python's sum(), which carries a correction for what rounding lost.",
        _SUMS,
        Erratum(
            text="spec/000 §6",
            says="sum() adds floats one after the other, from left to right.",
            wheel="Since CPython 3.12, sum() of floats carries a correction, in the score as well "
            "as in the metrics.",
            case=of_metrics('{"mean": 0.1}, {"mean": 0.2}, {"mean": 0.3}'),
            text_answer=_line(repr((0.1 + 0.2 + 0.3) / 3), 1, 3),
        ),
    ),
    Clause(
        "outcome.sample-order",
        "Samples are added in the order of the file: its groups, their metrics, their values.",
        _SUMS,
    ),
    Clause(
        "outcome.finite-score",
        "A score that is nan or infinite makes the file malformed, for it has no whole number of "
        "resolved trials.",
        _RULES,
    ),
    Clause(
        "outcome.nan-is-null",
        "A sample that is null, as harbor writes a metric that is nan, makes the file malformed.",
        _SUMS,
        Erratum(
            text="spec/000 §6",
            says="A nan reward makes the metric nan, for which comparisons must provide.",
            wheel="harbor writes the metric as null, and what reads the file sees no nan, nor any "
            "other score, but a malformed file.",
            case=of_job(NAN_JOB),
            text_answer=_line("NaN", 0, 1),
        ),
    ),
    Clause(
        "outcome.infinity-is-null",
        "One metric that is infinite, which harbor writes as null too, makes the file of a job "
        "malformed, whatever its other groups hold.",
        _SUMS,
        Erratum(
            text="spec/000 §6",
            says="An inf reward makes the metric inf or nan.",
            wheel="harbor writes the metric as null, and the file of the whole job is malformed.",
            case=of_job(INFINITE_JOB),
            text_answer=_line("Infinity", 0, 1),
        ),
    ),
)

_RESOLVED = (
    Clause(
        "outcome.half-even",
        "resolved is the product of score and total rounded to a whole number, and from halfway "
        "to the even one, below zero as well as above.",
        _RULES,
    ),
    Clause(
        "outcome.binary64-product",
        "What is rounded is the product as binary64, be it a tie that the decimal numbers do not "
        "have or none where they have one.",
        _RULES,
    ),
    Clause(
        "outcome.resolved-of-total",
        "resolved is the score times n_total_trials, and so 0 where the total falls back to the "
        "other counts.",
        _RULES,
    ),
    Clause(
        "outcome.large-totals",
        "A total is rounded to binary64 in the product and printed in full beside it; one beyond "
        "binary64, or such a product, makes the file malformed.",
        _RULES,
    ),
)

CLAUSES = _SAMPLES + _SCORE + _RESOLVED
