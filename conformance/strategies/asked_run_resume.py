"""Questions about jobs that are run once more in the same folder."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Act, Scenario, Script, Session
from conformance.strategies.run import (
    ONE_AT_A_TIME,
    SCRIPTED_AGENT,
    Cases,
    again,
    case,
    leaving,
    rewarded,
    scenario,
    task,
    tested,
)

type Settings = dict[str, Value]

_SUM: Settings = {"metrics": [{"type": "sum"}]}


def attempted(attempts: Sequence[list[Script]], job: Settings | None = None) -> Scenario:
    """Return the scenario of one task with these attempts, one after the other."""
    settings: Settings = {"n_attempts": len(attempts), "agents": [SCRIPTED_AGENT], **ONE_AT_A_TIME}
    return scenario([task("a", attempts)], {**settings, **(job or {})})


def result_of(attempt: int) -> str:
    """Return the path of an attempt's result.json."""
    return f"job/a__attempt-{attempt}/result.json"


def then(first: Scenario, *sessions: Session, listing: str = "") -> Case:
    """Return the question about a job that is run again after each of these changes."""
    if listing == "reversed":
        first["listing"] = "reversed"
    return case({**first, "resume": list(sessions)})


FAILED: Script = {
    "agent": {"raises": "NonZeroAgentExitCodeError"},
    "test": leaving(text=b"1"),
}
CANCELLED: Script = {"agent": {"raises": "CancelledError"}}
INTERRUPTING: Script = {"test": {"interrupts": True}}


def kept_trials() -> Cases:
    """Trials that were rewarded, failed or were cancelled, before the job is run again."""
    outcomes = st.sampled_from((FAILED, CANCELLED, INTERRUPTING, rewarded(b"0.5")[0]))
    return st.builds(kept, outcomes, st.integers(0, 2), st.integers(1, 2))


def kept(outcome: Script, place: int, times: int) -> Case:
    """Return the question about three trials of which one has this outcome."""
    attempts = [rewarded(b"1"), rewarded(b"1")]
    attempts.insert(place, [outcome])
    return then(attempted(attempts), *[again()] * times)


_ROWS = (
    (b"1", b"1", b"1"),
    (b"1e308", b"-1e308", b"1e308"),
    (b"1e308", b"1e308", b"-1e308"),
    (b"-1e308", b"1", b"1e308"),
)


def resumed_order() -> Cases:
    """Finished jobs of which some trials' results are gone, in folders listed either way."""
    gone = st.sampled_from(((1,), (2,), (1, 2), (), (3,)))
    return st.builds(ordered, st.sampled_from(_ROWS), gone, st.sampled_from(("given", "reversed")))


def ordered(rewards: Sequence[bytes], gone: Sequence[int], listing: str) -> Case:
    """Return the question about a sum over kept trials and over those that are run again."""
    first = attempted([rewarded(text) for text in rewards], _SUM)
    return then(first, again(remove=[result_of(n) for n in gone]), listing=listing)


def unfinished() -> Cases:
    """Trials whose folder is there without a result, or is gone, or has other files in it."""
    return st.builds(unended, st.integers(1, 3), st.sampled_from(("result", "folder", "strange")))


def unended(attempt: int, what: str) -> Case:
    """Return the question about a trial that is not there, or only in part, when resumed."""
    first = attempted([rewarded(b"1")] * 3, _SUM)
    folder = f"job/a__attempt-{attempt}"
    if what == "folder":
        return then(first, again(remove=[folder]))
    session = again(remove=[result_of(attempt)])
    if what == "strange":
        session["write"] = {f"{folder}/verifier/reward.txt": b"7", "job/other/note.txt": b"x"}
    return then(first, session)


CHANGED: dict[str, Settings] = {
    "nothing": {},
    "more-attempts": {"n_attempts": 3},
    "fewer-attempts": {"n_attempts": 1},
    "metrics": {"metrics": [{"type": "max"}]},
    "concurrency": {"n_concurrent_trials": 2},
    "retries": {"retry": {"max_retries": 1}},
    "verification": {"verifier": {"disable": True}},
    "display": {"quiet": False},
    "debugging": {"debug": True},
    "timeouts": {"timeout_multiplier": 2.0},
    "agents": {"agents": [{"name": "nop"}]},
}
TASK_FILES: dict[str, dict[str, bytes]] = {
    "none": {},
    "instruction": {"tasks/a/instruction.md": b"changed"},
    "test-script": {"tasks/a/tests/test.sh": b"changed"},
    "further-file": {"tasks/a/notes.txt": b"new"},
    "job-notes": {"job/notes.txt": b"new"},
}


def changed_jobs() -> Cases:
    """Jobs that are run again with another configuration or with changed tasks."""
    by_job = st.sampled_from(tuple(CHANGED.values())).map(lambda job: changed(job, {}))
    by_files = st.sampled_from(tuple(TASK_FILES.values())).map(lambda files: changed({}, files))
    return by_job | by_files


def changed(job: Settings, files: dict[str, bytes]) -> Case:
    """Return the question about a job of two attempts that is run again after these changes."""
    first = attempted([rewarded(b"1"), rewarded(b"0.5")])
    return then(first, again(job=job, write=files))


DAMAGED: dict[str, Session] = {
    "trial-result-empty": again(truncate={result_of(1): 0}),
    "trial-result-truncated": again(truncate={result_of(1): 100}),
    "trial-result-foreign": again(write={result_of(1): b"{}"}),
    "trial-config-gone": again(remove=["job/a__attempt-1/config.json"]),
    "trial-config-truncated": again(truncate={"job/a__attempt-1/config.json": 10}),
    "trial-config-foreign": again(
        write={"job/a__attempt-1/config.json": b'{"task": {"path": "/elsewhere"}}'}
    ),
    "job-result-truncated": again(truncate={"job/result.json": 10}),
    "job-result-empty": again(truncate={"job/result.json": 0}),
    "job-config-truncated": again(truncate={"job/config.json": 10}),
    "job-config-foreign": again(write={"job/config.json": b"{}"}),
    "lock-truncated": again(truncate={"job/lock.json": 10}),
    "lock-foreign": again(write={"job/lock.json": b"{}"}),
    "folder-with-result": again(write={"job/other/result.json": b"{}"}),
}


def damaged_jobs() -> Cases:
    """Files of a job that are truncated, foreign or gone when it is run again."""
    return st.sampled_from(tuple(DAMAGED.values())).map(damaged)


def damaged(session: Session) -> Case:
    """Return the question about a job of two attempts that is run again after this damage."""
    return then(attempted([rewarded(b"1"), rewarded(b"0.5")]), session)


def not_finite() -> Cases:
    """Rewards and sums of rewards that JSON has no number for."""
    rewards = ((b"nan",), (b"inf",), (b"-inf", b"1"), (b"1e308", b"1e308"), (b"1e400",), (b"1",))
    by_text = st.sampled_from(rewards).map(lambda row: endless([leaving(text=t) for t in row]))
    json = (b'{"reward": NaN}', b'{"a": 1, "b": Infinity}', b'{"reward": 1e999}', b'{"a": null}')
    return by_text | st.sampled_from(json).map(lambda text: endless([leaving(json=text)]))


def endless(left: Sequence[Act]) -> Case:
    """Return the question about a sum over these rewards, run again."""
    return then(attempted([tested(act) for act in left], _SUM), again())


GONE: dict[str, list[str]] = {
    "job-result": ["job/result.json"],
    "job-config": ["job/config.json"],
    "lock": ["job/lock.json"],
    "result-and-lock": ["job/result.json", "job/lock.json"],
    "all-three": ["job/result.json", "job/config.json", "job/lock.json"],
    "config-and-lock": ["job/config.json", "job/lock.json"],
    "everything": ["job"],
    "nothing": [],
}


def without_files() -> Cases:
    """Jobs with a retry behind them, some of whose own files are gone."""
    return st.builds(without, st.sampled_from(tuple(GONE.values())), st.booleans())


def without(paths: Sequence[str], unended_: bool) -> Case:  # noqa: FBT001 - drawn
    """Return the question about a job with one retry, run again without these files."""
    tries: list[Script] = [{"test": {"raises": "ApiError"}}, *rewarded(b"1")]
    first = attempted([tries, rewarded(b"1")], {"retry": {"max_retries": 1}})
    lost = [result_of(1)] if unended_ and "job" not in paths else []
    return then(first, again(remove=[*lost, *paths]))


def interruptions() -> Cases:
    """Jobs that are cancelled at one of three trials, and not run again."""
    return st.builds(
        interrupted,
        st.integers(0, 2),
        st.sampled_from(("test", "start", "setup", "stop")),
        st.sampled_from((0, 1)),
    )


def interrupted(place: int, stage: str, retries: int) -> Case:
    """Return the question about a job that is cancelled at a stage of one trial."""
    act: Script = {"test": leaving(text=b"1"), stage: {"interrupts": True}}  # type: ignore[misc]
    attempts = [rewarded(b"0.5"), rewarded(b"0.5")]
    attempts.insert(place, [act])
    return case(attempted(attempts, {"retry": {"max_retries": retries}}))
