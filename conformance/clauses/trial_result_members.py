"""What harbor requires of the other members of a trial's result.json.

None of them is in the answer, but one that is wrong keeps the job from being resumed.
"""

from conformance.model import Clause, Source

_READ = Source("harbor/job.py", 229, 229, "TrialResult.model_validate_json(")
_RESULTS = "harbor/models/trial/result.py"
_TRIAL = Source(_RESULTS, 69, 88, "class TrialResult(BaseModel)")

CLAUSES = (
    Clause(
        "trial_result.required-members",
        "Names, URI, task id, checksum, configuration and agent must be there; the others may be "
        "missing and, but for the id, null.",
        (_READ, _TRIAL),
    ),
    Clause(
        "trial_result.text-members",
        "Where a text belongs, a number or a boolean is a ValidationError, and not converted.",
        (_READ, Source(_RESULTS, 71, 77, "task_name: str")),
    ),
    Clause(
        "trial_result.unknown-members",
        "Members that harbor does not know are ignored, at any depth.",
        (_READ, _TRIAL),
    ),
    Clause(
        "trial_result.repeated-members",
        "Of a member that comes twice the last counts alone, and the first may be anything.",
        (_READ, _TRIAL),
    ),
    Clause(
        "trial_result.times",
        "A time is a date of the years 1 to 9999, with or without a time of day and an offset, "
        "or a count of seconds or milliseconds; the other forms asked are a ValidationError.",
        (_READ, Source(_RESULTS, 82, 83, "started_at: datetime | None = None")),
    ),
    Clause(
        "trial_result.id",
        "The id is a UUID of 32 digits or of five groups, the groups also in braces or as a URN; "
        "the other forms asked are a ValidationError.",
        (_READ, Source(_RESULTS, 70, 70, "id: UUID = Field(default_factory=uuid4)")),
    ),
    Clause(
        "trial_result.task-id",
        "A task id has the members of a folder, of a repository or of a package; it is enough "
        "that those of one kind are right.",
        (
            _READ,
            Source(_RESULTS, 74, 74, "task_id: LocalTaskId | GitTaskId | PackageTaskId"),
            Source("harbor/models/task/id.py", 9, 42, "class GitTaskId(BaseModel)"),
        ),
    ),
    Clause(
        "trial_result.config",
        "A configuration needs a task with either a path or a name, and its other members, which "
        "may be missing, have to be of their type.",
        (
            _READ,
            Source("harbor/models/trial/config.py", 291, 321, "class TrialConfig(BaseModel)"),
            Source("harbor/models/trial/config.py", 244, 261, "def validate_task_source(self)"),
        ),
    ),
    Clause(
        "trial_result.usage",
        "Counts of tokens are integers, or what pydantic makes integers of, and a cost is a "
        "number; a fraction of a token is a ValidationError.",
        (
            _READ,
            Source("harbor/models/agent/context.py", 9, 20, "n_input_tokens: int | None"),
        ),
    ),
    Clause(
        "trial_result.steps",
        "Every step has a name, and its verifier result and exception are held to the same rules "
        "as the trial's.",
        (_READ, Source(_RESULTS, 60, 66, "class StepResult(BaseModel)")),
    ),
)
