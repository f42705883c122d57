"""What spec/000 §5 requires of the step from a job's result.json to the summary line.

No wheel has this stage. The code block of §5 decides; where the rules in words beside
it, or another section, say something else, that is an erratum.
"""

from conformance.clauses import outcome_counts, outcome_score
from conformance.model import Clause, Section

_RULES = (Section("spec/000", "§5"),)

_FILE = (
    Clause(
        "outcome.file-missing",
        "Without a result.json the reason code is harbor_result_missing, the status failed, and "
        "score, resolved and total are zero.",
        _RULES,
    ),
    Clause(
        "outcome.file-malformed",
        "A result.json that is not JSON, an empty one included, gives the reason code "
        "harbor_result_malformed, and all else is as without a file.",
        _RULES,
    ),
    Clause(
        "outcome.json-of-python",
        "The file is read as Python's json reads it: NaN, Infinity and -Infinity are numbers, and "
        "of equal names the last value holds.",
        _RULES,
    ),
    Clause(
        "outcome.encoding",
        "The file is strict UTF-8, and a byte order mark makes it malformed.",
        _RULES,
    ),
    Clause(
        "outcome.limits",
        "What Python refuses to read, wherever it stands, makes the file malformed: an integer of "
        "more than 4300 digits, bare or as the text of a count, and nesting of 100,000 levels.",
        _RULES,
    ),
    Clause(
        "outcome.harbor-files",
        "A file as harbor writes it, of a job that is finished or still runs, is summed up from "
        "its three counts and its metrics.",
        _RULES,
    ),
    Clause(
        "outcome.line-form",
        "The line is BASE_BENCHMARK_RESULT= and an object of reason_code, resolved, score, status "
        "and total in this order, as json.dumps writes it.",
        _RULES,
    ),
)

_MEMBERS = (
    Clause(
        "outcome.absent-members",
        "Every member that is read may be absent: a count is then 0, and stats, evals and metrics "
        "are empty.",
        _RULES,
    ),
    Clause(
        "outcome.null-containers",
        "stats, evals, a group or metrics that is null makes the file malformed.",
        _RULES,
    ),
    Clause(
        "outcome.other-types",
        "A document, stats, evals, group or metric that is no object, and metrics that are no "
        "list, make the file malformed, except empty text or an empty object for metrics.",
        _RULES,
    ),
    Clause(
        "outcome.all-or-nothing",
        "One count or sample that cannot be read makes the whole file malformed, needed or not, "
        "and nothing of it reaches the line.",
        _RULES,
    ),
    Clause(
        "outcome.unread-members",
        "Members that the rules do not name are not looked at, whatever they hold.",
        _RULES,
    ),
)

CLAUSES = _FILE + _MEMBERS + outcome_counts.CLAUSES + outcome_score.CLAUSES
