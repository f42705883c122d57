"""What harbor requires of the rewards and the exception in a trial's result.json."""

import math

from conformance.model import Answer, Case, Clause, Erratum, Result, Source, Value

_READ = Source("harbor/job.py", 229, 229, "TrialResult.model_validate_json(")
_WRITE = Source("harbor/trial/trial.py", 328, 328, "self.result.model_dump_json(indent=4)")
_RESULTS = "harbor/models/trial/result.py"
_RESULT = Source(_RESULTS, 80, 80, "verifier_result: VerifierResult | None = None")
_REWARDS = Source("harbor/models/verifier/result.py", 5, 5, "rewards: dict[str, float | int]")
_EXCEPTION = Source(_RESULTS, 20, 26, "class ExceptionInfo(BaseModel)")
_SOURCES = (_READ, _REWARDS)

_FILE = (
    b'{"verifier_result": {"rewards": %s}, "task_name": "t", "trial_name": "t__1", "trial_uri": "",'
    b' "task_id": {"path": "t"}, "task_checksum": "", "config": {"task": {"path": "t"}, '
    b'"trial_name": "t__1"}, "agent_info": {"name": "a", "version": ""}}'
)


def _file(rewards: bytes) -> Case:
    return Case("trial_result", {"result": _FILE % rewards})


def _result(verifier_result: Value) -> Answer:
    return Result({"verifier_result": verifier_result, "exception": None})


CLAUSES = (
    Clause(
        "trial_result.not-finite",
        "A reward that was nan or infinite stands in the file that harbor wrote as null, which "
        "is a ValidationError: the job cannot be resumed.",
        (_WRITE, *_SOURCES),
        Erratum(
            text="spec/000 §1",
            says='A reward of nan gives {"reward": nan}, which is accepted.',
            wheel="harbor writes it to the trial's result.json as null, and refuses that file.",
            case=_file(b'{"reward": null}'),
            text_answer=_result({"rewards": {"reward": math.nan}}),
        ),
    ),
    Clause(
        "trial_result.constants",
        "NaN, Infinity and -Infinity, spelled exactly so, are numbers, although harbor does not "
        "write them.",
        _SOURCES,
    ),
    Clause(
        "trial_result.integers",
        "A bare integer stays an integer of full precision, of up to 4300 digits.",
        _SOURCES,
    ),
    Clause(
        "trial_result.rounding",
        "A bare number with a point or an exponent becomes the nearest binary64, infinity and "
        "zero included.",
        _SOURCES,
    ),
    Clause(
        "trial_result.digit-limit",
        "A number with more than 4300 digits before its point or exponent is a ValidationError, "
        "wherever it stands; behind the point there is no limit.",
        (_READ,),
    ),
    Clause(
        "trial_result.values",
        "Each reward becomes a number by the rules of pydantic's float | int.",
        _SOURCES,
    ),
    Clause(
        "trial_result.booleans",
        "A reward of true becomes 1.0, and one of false 0.0.",
        _SOURCES,
    ),
    Clause(
        "trial_result.text-rewards",
        "A reward that is text becomes the number that can be read from it, as in reward.json.",
        _SOURCES,
    ),
    Clause(
        "trial_result.no-number",
        "One reward that is null, a list, an object or text of no number makes the whole file a "
        "ValidationError.",
        _SOURCES,
    ),
    Clause(
        "trial_result.repeated-rewards",
        "Of a reward that comes twice the last number holds, at the place of the first, and the "
        "first must be a number too.",
        _SOURCES,
    ),
    Clause(
        "trial_result.no-verifier-result",
        "A verifier result that is null or missing is null; one whose rewards are null or "
        "missing has rewards that are null, and one whose rewards are empty has empty rewards.",
        (_READ, _RESULT, _REWARDS),
        Erratum(
            text="spec/000 §2",
            says="rewards is None ⇒ no verifier result (trial errored before/within verify).",
            wheel="A trial that is read back may have a verifier result whose rewards are None.",
            case=_file(b"null"),
            text_answer=_result(None),
        ),
    ),
    Clause(
        "trial_result.result-type",
        "A verifier result, or rewards, of another type than null and an object is a "
        "ValidationError.",
        (_READ, _RESULT, _REWARDS),
    ),
    Clause(
        "trial_result.exception",
        "The exception is the recorded type as it stands, and null where none was recorded.",
        (_READ, _EXCEPTION),
    ),
    Clause(
        "trial_result.exception-members",
        "An exception needs its type, message and traceback as text and its time, and otherwise "
        "is a ValidationError.",
        (_READ, _EXCEPTION),
    ),
    Clause(
        "trial_result.rewards-beside-exception",
        "A trial may have both rewards and an exception, and neither hides the other.",
        (_READ, _RESULT, _EXCEPTION),
    ),
)
