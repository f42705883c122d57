"""Questions about the messages that harbor raises, with the paths of trials in them.

The messages are spelled out, because nothing here may import harbor;
``tests/test_oracle_reason_code.py`` has harbor raise them and compares.
"""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st

from conformance.model import Case

type Cases = st.SearchStrategy[Case]

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
    "find-every-path-that-is-missing-in-a-backup",
    "write-the-tests-that-the-missing-module-needs",
    "tell-why-the-directory-is-empty-now",
    "fix-logs-that-nobody-can-parse-yet",
    "drop-entries-that-are-malformed-now",
)
"""Names of tasks; of the last five, harbor keeps 32 characters in a trial's name."""

CUT_TASKS = (
    "find-the-longest-path-with-missing-files",
    "say-which-of-the-directories-is-empty",
    "write-a-tool-that-is-able-to-parse-dates",
    "mend-a-table-whose-rows-are-malformed",
    "report-on-every-file-that-is-missing",
    "sort-the-inbox-until-nothing-is-empty",
)
"""Names of tasks of which harbor cuts a word, in two or altogether."""

SUFFIXES = ("aB3dE7g", "Xk9mQ2v", "2345678", "Missing", "Empty42", "Parse9z")
"""Ends of trial names, which harbor draws at random: any seven of 57 letters and digits."""

JOBS = (
    "trials",
    "jobs/2026-01-31__12-00-00",
    "ci/nightly runs/jobs",
    "jobs/missing-tests",
    "empty/jobs/7",
    "Malformed/../jobs/x",
)
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


def question(reason: str | None) -> Case:
    """Return the case of a reason."""
    return Case("reason_code", {"reason": reason})


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
    return st.builds(
        lambda template, job, task, suffix: question(
            template.format(folder=verifier_folder(job, task, suffix))
        ),
        st.sampled_from(templates),
        st.sampled_from(jobs),
        st.sampled_from(tasks),
        st.sampled_from(suffixes),
    )


def no_file() -> Cases:
    """What harbor says where the test script left no file behind."""
    return _messages((NOT_FOUND,))


def empty_files() -> Cases:
    """What harbor says of a file without a byte."""
    return _messages(EMPTY)


def unreadable_files() -> Cases:
    """What harbor says of a file that holds no rewards."""
    return _messages(PARSE)


def paths() -> Cases:
    """Any of harbor's messages, with words in the job's folder and in the end of a trial's name."""
    return _messages((NOT_FOUND, *EMPTY, *PARSE), jobs=JOBS, suffixes=SUFFIXES)


def cut_names() -> Cases:
    """Messages with the name of a task that harbor cut in the middle of a word, or left whole."""
    return _messages((NOT_FOUND, *EMPTY, *PARSE), tasks=(*CUT_TASKS, *CUT_TASKS, *TASKS[1:4]))


def classes() -> Cases:
    """The name of an exception, alone or before its message."""
    name = st.sampled_from(CLASSES).map(question)
    with_message = st.builds(
        lambda name, message: question(f"{name}: {message}"),
        st.sampled_from(CLASSES),
        st.sampled_from(OTHERS),
    )
    return st.one_of(name, with_message)


NAMES = ("reward", "speed", "missing", "empty", "malformed", "parse", "Missing", "tests")
"""Names of rewards, as a reward.json may have them."""


def of_null(name: str) -> str:
    """Return pydantic's message on ``{name: null}`` as rewards."""
    return _validation_error(name, ("valid number", "valid integer"), ("float_type", "int_type"))


def of_text(name: str) -> str:
    """Return pydantic's message on ``{name: "x"}`` as rewards."""
    says = (
        "valid number, unable to parse string as a number",
        "valid integer, unable to parse string as an integer",
    )
    return _validation_error(name, says, ("float_parsing", "int_parsing"), "'x'", "str")


def of_list(name: str) -> str:
    """Return pydantic's message on ``[name]`` as rewards."""
    problem = _problem(
        "rewards", "valid dictionary", "dict_type", f"input_value=['{name}'], input_type=list"
    )
    return f"1 validation error for VerifierResult\n{problem}"


MESSAGES: tuple[Callable[[str], str], ...] = (of_null, of_text, of_list)


def _validation_error(
    name: str,
    says: Sequence[str],
    types: Sequence[str],
    value: str = "None",
    kind: str = "NoneType",
) -> str:
    found = f"input_value={value}, input_type={kind}"
    problems = [
        _problem(f"rewards.{name}.{member}", says[i], types[i], found)
        for i, member in enumerate(("float", "int"))
    ]
    return "\n".join(["2 validation errors for VerifierResult", *problems])


def _problem(where: str, says: str, kind: str, found: str) -> str:
    return (
        f"{where}\n  Input should be a {says} [type={kind}, {found}]\n"
        f"    For further information visit https://errors.pydantic.dev/2/v/{kind}"
    )


def validation_errors() -> Cases:
    """What pydantic says of rewards that are no numbers, or no object."""
    return st.builds(
        lambda message, name: question(message(name)),
        st.sampled_from(MESSAGES),
        st.sampled_from(NAMES),
    )
