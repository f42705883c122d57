"""Messages of harbor's exceptions and of pydantic, and names of exceptions.

The messages are spelled out, because nothing here may import harbor;
``tests/test_oracle_reason_code.py`` has harbor raise them and compares.
"""

from collections.abc import Sequence

from conformance.operations.clause import Cases, Subject, clause, common, rare
from conformance.operations.reason_code import inputs
from conformance.operations.strategies.drawing import build, either

LEVEL = common("Human-Agent-Society/reef#215: No reward file found at …")
_RARE = rare("the name of a job or task that holds a word of a rule")

NOT_FOUND = "No reward file found at {folder}/reward.txt or {folder}/reward.json"

EMPTY = (
    "Reward file is empty at {folder}/reward.txt",
    "Reward file is empty at {folder}/reward.json",
)

PARSE = (
    "Failed to parse rewards from text file {folder}/reward.txt",
    "Failed to parse rewards from JSON file {folder}/reward.json",
)
"""harbor's messages; ``folder`` is the trial's folder for what the verifier leaves behind."""

TASKS = (
    *("hello-world", "missing-values", "empty-trash", "parse-csv", "malformed-json"),
    *("Missing-Semicolon", "reward-shaping", "recover-empty-or-missing-rows", "PARSE_tree"),
    "find-every-path-that-is-missing-in-a-backup", "write-the-tests-that-the-missing-module-needs",
    "tell-why-the-directory-is-empty-now", "fix-logs-that-nobody-can-parse-yet",
    "drop-entries-that-are-malformed-now",
)  # fmt: skip
"""Names of tasks; of the last five, harbor keeps 32 characters in a trial's name."""

CUT_TASKS = (
    "find-the-longest-path-with-missing-files", "say-which-of-the-directories-is-empty",
    "write-a-tool-that-is-able-to-parse-dates", "mend-a-table-whose-rows-are-malformed",
    "report-on-every-file-that-is-missing", "sort-the-inbox-until-nothing-is-empty",
)  # fmt: skip
"""Names of tasks of which harbor cuts a word, in two or altogether."""

SUFFIXES = ("aB3dE7g", "Xk9mQ2v", "2345678", "Missing", "Empty42", "Parse9z")
"""Ends of trial names, which harbor draws at random: any seven of 57 letters and digits."""

JOBS = (
    "trials", "jobs/2026-01-31__12-00-00", "ci/nightly runs/jobs", "jobs/missing-tests",
    "empty/jobs/7", "Malformed/../jobs/x", "runs/submission-7/code",
)  # fmt: skip
"""Folders of jobs, which are named by those who run them."""

OTHERS = (
    "",
    "Failed to download verifier directory from environment",
    "Failed to add tests directory to environment.",
    "Verifier execution timed out after 600.0 seconds",
    "Agent execution timed out after 0.5 seconds",
)
"""Messages of harbor that name no file."""

CLASSES = (
    *("RewardFileNotFoundError", "RewardFileEmptyError", "VerifierOutputParseError"),
    *("DownloadVerifierDirError", "AddTestsDirError", "VerifierTimeoutError", "ValidationError"),
    *("AgentTimeoutError", "EnvironmentStartTimeoutError", "CancelledError", "RewardError"),
    *("MissingRewardError", "reward_missing", "EmptyRewardError", "harbor.RewardParseError"),
)
"""Names of exceptions, as a result.json has them; the last five are not harbor's."""


def trial_name(task: str, suffix: str) -> str:
    """Return the name that harbor gives to a trial of a task, with this end."""
    return f"{task[:32].rstrip('_-')}__{suffix}"


def verifier_folder(job: str, task: str, suffix: str) -> str:
    """Return the folder in which harbor looks for a trial's reward files."""
    return f"{job}/{trial_name(task, suffix)}/verifier"


def _messages(
    templates: Sequence[str],
    tasks: Sequence[str] = TASKS,
    jobs: Sequence[str] = JOBS[:3],
    suffixes: Sequence[str] = SUFFIXES[:3],
) -> Cases:
    folders = build(verifier_folder, jobs, tasks, suffixes)
    return build(
        lambda text, folder: inputs.case_with(text.format(folder=folder)), templates, folders
    )


@clause("class-names", *inputs.RULES)
def classes() -> Cases:
    """The names of harbor's exceptions are reasons like any other: RewardFileEmptyError has a code
    by its words, three timeouts (not AgentSetupTimeoutError) and CancelledError by their names, and
    any other is its own name in small letters."""
    with_message = build("{}: {}".format, CLASSES, OTHERS)
    return either(CLASSES, with_message).map(inputs.case_with)


@clause("no-file-message", *inputs.RULES)
def no_file() -> Cases:
    """harbor's message on a trial without a reward file says nothing of missing, and unless the
    path brings it under a rule, its code is made of the whole message, path and all."""
    return _messages((NOT_FOUND,))


@clause("empty-file-message", *inputs.RULES)
def empty_files() -> Cases:
    """harbor's message on an empty reward file is harbor_reward_empty unless its path matches an
    earlier rule, as one with missing does."""
    return _messages(EMPTY)


@clause("parse-message", *inputs.RULES)
def unreadable_files() -> Cases:
    """harbor's message on a reward file that holds no rewards is harbor_reward_parse_error unless
    its path matches an earlier rule, as one with missing or empty does."""
    return _messages(PARSE)


@clause("paths-count", *inputs.RULES, level=_RARE, effort=1)
def paths() -> Cases:
    """A word counts in the path of a message as anywhere else: in the name of the job, of the task,
    and in the end of the trial's name that harbor draws at random."""
    return _messages((NOT_FOUND, *EMPTY, *PARSE), jobs=JOBS, suffixes=SUFFIXES)


@clause("cut-names", *inputs.RULES, level=_RARE, effort=1)
def cut_names() -> Cases:
    """A trial's name has the first 32 characters of its task's, and a word of which a part is cut
    off there does not count."""
    return _messages((NOT_FOUND, *EMPTY, *PARSE), tasks=(*CUT_TASKS, *CUT_TASKS, *TASKS[1:4]))


VALIDATION = Subject(
    "validation", common("huggingface/Repo2RLEnv#74: a ValidationError for text in reward.json")
)

KEYS = ("reward", "speed", "missing", "empty", "malformed", "parse", "Missing", "tests")
"""Names of rewards, as a reward.json may have them."""


OF_NULL = """\
2 validation errors for VerifierResult
rewards.{name}.float
  Input should be a valid number [type=float_type, input_value=None, input_type=NoneType]
    For further information visit https://errors.pydantic.dev/2/v/float_type
rewards.{name}.int
  Input should be a valid integer [type=int_type, input_value=None, input_type=NoneType]
    For further information visit https://errors.pydantic.dev/2/v/int_type"""
"""What pydantic says of ``{name: null}`` as rewards."""

OF_TEXT = """\
2 validation errors for VerifierResult
rewards.{name}.float
  Input should be a valid number, unable to parse string as a number \
[type=float_parsing, input_value='x', input_type=str]
    For further information visit https://errors.pydantic.dev/2/v/float_parsing
rewards.{name}.int
  Input should be a valid integer, unable to parse string as an integer \
[type=int_parsing, input_value='x', input_type=str]
    For further information visit https://errors.pydantic.dev/2/v/int_parsing"""
"""What it says of ``{name: "x"}``."""

OF_LIST = """\
1 validation error for VerifierResult
rewards
  Input should be a valid dictionary [type=dict_type, input_value=['{name}'], input_type=list]
    For further information visit https://errors.pydantic.dev/2/v/dict_type"""
"""What it says of ``[name]``."""

OF_PYDANTIC = (OF_NULL, OF_TEXT, OF_LIST)


@clause("validation-messages", *inputs.RULES, of=VALIDATION)
def validation_errors() -> Cases:
    """The message about rewards that are not numbers has rewards in it, so the keys and values that
    it quotes may match a rule."""
    return build(
        lambda message, name: inputs.case_with(message.format(name=name)), OF_PYDANTIC, KEYS
    )
