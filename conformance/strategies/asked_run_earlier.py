"""Questions about jobs that harbor wrote in a process that is over, and that are run again."""

from collections.abc import Iterable, Mapping

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Scenario, Script, Task
from conformance.strategies.run import Cases, case, leaving, rewarded
from conformance.strategies.run_earlier import JOBS, files, trials

type Files = dict[str, bytes]

CONFIG, LOCK, RESULT = "job/config.json", "job/lock.json", "job/result.json"
FIRST, SECOND = "job/a__attempt-1", "job/a__attempt-2"

UNREADABLE = ("nan", "infinity", "nan-beside-numbers")
"""Jobs of ``JOBS`` of which harbor cannot read a reward back."""

FINITE = tuple(name for name in JOBS if name not in UNREADABLE)

NOT_RETRIED: Value = [
    "AgentTimeoutError",
    "RewardFileEmptyError",
    "RewardFileNotFoundError",
    "VerifierOutputParseError",
    "VerifierTimeoutError",
]
"""What ``retry.exclude_exceptions`` is where a job does not say it."""

_NEW = (b"0.25", b"1e16", b"8")
"""What the attempts leave that are run from now on, by their number."""


def again(  # noqa: PLR0913 - which job, and what is otherwise
    job: str,
    *,
    gone: Iterable[str] = (),
    changed: Mapping[str, bytes] | None = None,
    settings: Mapping[str, Value] | None = None,
    backwards: bool = False,
    by_default: bool = False,
) -> Case:
    """Return the question about a job of ``JOBS`` that is run again.

    Of what the earlier process wrote the paths in ``gone``, and all below them, are not
    there, and ``changed`` stands instead; ``settings`` are members of the job's configuration.
    Other releases have another default of ``exclude_exceptions``, and with it another job, so
    that all else can be seen only where it is said; ``by_default`` leaves it to the release.
    """
    asked: Scenario = {**JOBS[job]}
    asked["tasks"] = [_to_come(task) for task in asked["tasks"]]
    asked["job"] = {**asked["job"], **(settings or {})}
    if not by_default:
        asked["job"]["retry"] = _not_retried(asked["job"].get("retry", {}))
    asked["before"] = {**_without(files(job), tuple(gone)), **(changed or {})}
    if backwards:
        asked["listing"] = "reversed"
    return case(asked)


def _not_retried(retry: Value) -> Value:
    return {**retry, "exclude_exceptions": NOT_RETRIED} if isinstance(retry, dict) else retry


def _to_come(task: Task) -> Task:
    """Return a task whose trials leave other rewards from now on."""
    steps = "[[steps]]" in task.get("config", "")
    return {**task, "attempts": [_both(text) if steps else rewarded(text) for text in _NEW]}


def _both(text: bytes) -> list[Script]:
    return [{"steps": [{"test": leaving(text=text)}, {"test": leaving(text=b"2")}]}]


def _without(left: Files, gone: tuple[str, ...]) -> Files:
    return {
        path: text
        for path, text in left.items()
        if not any(path == lost or path.startswith(f"{lost}/") for lost in gone)
    }


def resumed() -> Cases:
    """Jobs of which any trials' results are gone, in folders that list either way."""
    return st.sampled_from(FINITE).flatmap(_resumed)


def _resumed(job: str) -> Cases:
    results = [f"job/{trial}/result.json" for trial in trials(job)]
    return st.builds(
        lambda gone, backwards, by_default: again(
            job, gone=gone, backwards=backwards, by_default=by_default
        ),
        st.lists(st.sampled_from([*results, LOCK]), unique=True),
        st.booleans(),
        st.booleans(),
    )


LOST: dict[str, tuple[str, ...]] = {
    "lock": (LOCK,),
    "job-result": (RESULT,),
    "job-config": (CONFIG,),
    "job-files": (LOCK, RESULT, CONFIG),
    "trial": (FIRST,),
    "trial-and-lock": (FIRST, LOCK),
    "result-and-job-result": (f"{FIRST}/result.json", RESULT),
}
"""What may be gone of a job's folder beside the results of trials."""


def incomplete() -> Cases:
    """Jobs of whose folder more is gone than results of trials."""
    jobs = st.sampled_from(("rewards", "failed", "interrupted", "steps"))
    lost = st.sampled_from(tuple(LOST.values()))
    return st.builds(lambda job, gone: again(job, gone=gone), jobs, lost)


def _with(job: str, path: str, text: bytes) -> Case:
    return again(job, changed={path: text})


_PATHS = {
    "job-config": CONFIG,
    "job-result": RESULT,
    "lock": LOCK,
    "trial-config": f"{FIRST}/config.json",
    "trial-result": f"{FIRST}/result.json",
}
_OTHER = files("disabled")
_PART = files("one")[_PATHS["trial-result"]][:200]
_NEXT_SCHEMA = files("one")[LOCK].replace(b'"schema_version": 1', b'"schema_version": 2')

REFUSED: dict[str, Case] = {
    **{job: again(job) for job in UNREADABLE},
    **{
        f"{name}-truncated": _with("one", path, files("one")[path][:200])
        for name, path in _PATHS.items()
    },
    "nan-without-lock": again("nan", gone=[LOCK]),
    "trial-result-truncated-without-lock": again(
        "one", gone=[LOCK], changed={_PATHS["trial-result"]: _PART}
    ),
    "trial-config-gone": again("one", gone=[_PATHS["trial-config"]]),
    "lock-empty": _with("one", LOCK, b"{}"),
    "lock-of-another-job": _with("one", LOCK, _OTHER[LOCK]),
    "lock-of-another-schema": _with("one", LOCK, _NEXT_SCHEMA),
    "config-of-another-job": _with("one", CONFIG, _OTHER[CONFIG]),
    "trial-of-another-job": _with("one", _PATHS["trial-config"], _OTHER[_PATHS["trial-config"]]),
    "more-attempts": again("one", settings={"n_attempts": 2}),
    "other-metrics": again("one", settings={"metrics": [{"type": "max"}]}),
    "no-retries": again("failed", settings={"retry": {"max_retries": 0}}),
    "verified-now": again("disabled", settings={"verifier": {"disable": False}}),
    "another-secret": again(
        "secrets", settings={"verifier": {"env": {"API_KEY": "another-secret-value", "B": "b"}}}
    ),
}
"""Earlier jobs that may not be resumed, each for one reason."""


def refused() -> Cases:
    """Jobs with rewards that are null, with damaged files, or of another configuration."""
    return st.sampled_from(tuple(REFUSED.values()))
