"""What spec/000 §5 requires of the three counts, the status and the total."""

from conformance.model import Clause, Erratum, Result, Section
from conformance.strategies.outcome_files import of_text

_RULES = (Section("spec/000", "§5"),)

CLAUSES = (
    Clause(
        "outcome.falsy-counts",
        "A count that is null, false, zero, or an empty text, list or object is 0.",
        _RULES,
    ),
    Clause(
        "outcome.count-numbers",
        "A count that is a number is cut off towards zero, true is 1, and nan or an infinity "
        "makes the file malformed.",
        _RULES,
    ),
    Clause(
        "outcome.count-text",
        "A count that is text holds an integer as int() reads it: white space around it, a sign, "
        "and digits of any script with single underscores between them, and nothing else.",
        _RULES,
    ),
    Clause(
        "outcome.status-by-errors",
        "The status is completed if n_errored_trials is 0 as a count and failed otherwise, "
        "whatever the score; the reason code is null with both.",
        _RULES,
        Erratum(
            text="spec/000 §5",
            says="The status is completed if and only if n_errored_trials == 0.",
            wheel="The code block takes a count that is absent or null for 0, and so the file of "
            "an older harbor, which counts under n_errors, for one without errors.",
            case=of_text(
                '{"n_total_trials": 1, "stats": {"n_trials": 1, "n_errors": 1, "evals": {}}}'
            ),
            text_answer=Result(
                {
                    "line": 'BASE_BENCHMARK_RESULT={"reason_code": null, "resolved": 0, '
                    '"score": 0.0, "status": "failed", "total": 1}'
                }
            ),
        ),
    ),
    Clause(
        "outcome.total-falls-back",
        "The total is n_total_trials as a count or, where that is 0, the sum of completed and "
        "errored trials.",
        _RULES,
        Erratum(
            text="spec/000 §5",
            says="The total is n_total_trials if that is truthy.",
            wheel="The code block makes an integer of it first, and 0.5 becomes 0.",
            case=of_text('{"n_total_trials": 0.5, "stats": {"n_completed_trials": 3}}'),
            text_answer=Result(
                {
                    "line": 'BASE_BENCHMARK_RESULT={"reason_code": null, "resolved": 0, '
                    '"score": 0.0, "status": "completed", "total": 0.5}'
                }
            ),
        ),
    ),
)
