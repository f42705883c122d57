"""What harbor requires of a trial's result.json when it is read back to resume a job."""

from conformance.clauses import trial_result_json, trial_result_members, trial_result_rewards
from conformance.model import Clause, Source

_JOB = "harbor/job.py"
_READ = Source(_JOB, 229, 229, "TrialResult.model_validate_json(")
_WRITE = Source("harbor/trial/trial.py", 328, 328, "self.result.model_dump_json(indent=4)")

_FILE = (
    Clause(
        "trial_result.whole-file",
        "Either the whole file fits harbor's models, or it is a ValidationError and the job "
        "cannot be resumed.",
        (_READ, Source("harbor/models/trial/result.py", 69, 88, "class TrialResult(BaseModel)")),
    ),
    Clause(
        "trial_result.written-by-harbor",
        "What harbor wrote for finite rewards is read back as the same numbers under the same "
        "names.",
        (_WRITE, _READ),
    ),
    Clause(
        "trial_result.cut-short",
        "The first part of a file, of no bytes even, is a ValidationError, or a "
        "UnicodeDecodeError where it ends within a character.",
        (_WRITE, _READ),
    ),
)

CLAUSES = (
    _FILE + trial_result_rewards.CLAUSES + trial_result_members.CLAUSES + trial_result_json.CLAUSES
)
