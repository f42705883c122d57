"""Scenarios of jobs that are interrupted and resumed."""

from collections.abc import Iterable

from hypothesis import strategies as st

from conformance.model import Case, Value
from conformance.scenario import Scenario, Script, Session
from conformance.strategies.run import (
    ONE_AT_A_TIME,
    Cases,
    again,
    case,
    finite,
    leaving,
    scenario,
    task,
    tested,
)

_CHANGES: tuple[Session, ...] = (
    again(),
    again(remove=["job/a__attempt-2/result.json"]),
    again(remove=["job/a__attempt-1/result.json"]),
    again(remove=["job/a__attempt-2"]),
    again(remove=["job/result.json"]),
    again(remove=["job/config.json"]),
    again(remove=["job/lock.json"]),
    again(remove=["job/result.json", "job/config.json", "job/lock.json"]),
    again(truncate={"job/a__attempt-1/result.json": 0}),
    again(truncate={"job/a__attempt-1/result.json": 40}),
    again(truncate={"job/result.json": 10}),
    again(truncate={"job/config.json": 10}),
    again(truncate={"job/lock.json": 10}),
    again(remove=["job/a__attempt-1/config.json"]),
    again(write={"job/other/note.txt": b"x"}),
    again(write={"job/other/result.json": b"{}"}),
    again(write={"job/note.txt": b"x"}),
    again(write={"tasks/a/instruction.md": b"changed"}),
    again(write={"tasks/a/task.toml": b"[verifier]\ntimeout_sec = 5.0\n"}),
)
_SETTINGS: tuple[dict[str, Value], ...] = (
    {"n_attempts": 4},
    {"n_attempts": 1},
    {"metrics": [{"type": "sum"}]},
    {"n_concurrent_trials": 2},
    {"retry": {"max_retries": 1}},
    {"verifier": {"disable": True}},
    {"quiet": False},
    {"debug": True},
    {"timeout_multiplier": 2.0},
)


def interrupted() -> Cases:
    """A job that is cancelled at one of its trials and left so."""
    attempts = st.lists(finite(), min_size=2, max_size=4)
    stages = st.sampled_from(("test", "start", "upload", "stop"))
    return st.builds(
        lambda scripts, at, stage, at_once: case(_cancelled(scripts, at, stage, at_once)),
        attempts,
        st.integers(0, 3),
        stages,
        st.integers(1, 3),
    )


def resumed() -> Cases:
    """The same job run again after an interruption, and after damage to its folder."""
    attempts = st.lists(finite(), min_size=2, max_size=4)
    changes = st.lists(st.sampled_from(_CHANGES), min_size=1, max_size=2)
    return st.builds(_resumed, attempts, st.sampled_from(("test", "start", "stop")), changes)


def resumed_differently() -> Cases:
    """A job that is run again with another configuration."""
    settings = st.sampled_from(_SETTINGS).map(lambda job: again(job=job))
    changed = st.lists(settings, min_size=1, max_size=2)
    return st.builds(_resumed, st.lists(finite(), min_size=2, max_size=3), st.just("test"), changed)


def with_traces() -> Cases:
    """A folder that holds files of another job, or of none, before the job is made."""
    files = st.sampled_from(
        (
            {"job/result.json": b"{}"},
            {"job/result.json": b""},
            {"job/config.json": b"{}"},
            {"job/config.json": b"not JSON"},
            {"job/lock.json": b"{}"},
            {"job/other/result.json": b"{}"},
            {"job/other/note.txt": b"x"},
            {"job/config.json": b"{}", "job/other/note.txt": b"x"},
            {"job": b"a file"},
        )
    )
    return st.builds(_with_traces, files, finite())


def listed_backwards() -> Cases:
    """A finished job of rewards whose order matters, resumed where folders list backwards."""
    attempts = st.lists(finite(), min_size=2, max_size=4)
    return st.builds(_listed, attempts, st.sampled_from(("given", "reversed")))


def _cancelled(scripts: list[list[Script]], at: int, stage: str, at_once: int = 1) -> Scenario:
    """Return the scenario in which one of the attempts interrupts the job at a stage."""
    at = min(at, len(scripts) - 1)
    attempts = list(scripts)
    attempts[at] = [_interrupting(attempts[at][0], stage), *attempts[at]]
    # All others wait at their test script, so that it is known how far each of them is.
    waiting = [attempt if i == at else _waiting(attempt, i) for i, attempt in enumerate(attempts)]
    job: dict[str, Value] = {"n_attempts": len(attempts), "n_concurrent_trials": at_once}
    return scenario([task("a", attempts if at_once == 1 else waiting)], job)


def _interrupting(script: Script, stage: str) -> Script:
    if stage == "test":
        return {"test": {**script["test"], "interrupts": True}}
    return {"test": script["test"], stage: {"interrupts": True}}  # type: ignore[misc]


def _waiting(attempt: list[Script], turn: int) -> list[Script]:
    return tested({**attempt[0]["test"], "turn": turn + 1})


def _resumed(scripts: list[list[Script]], stage: str, sessions: Iterable[Session]) -> Case:
    played = _cancelled(scripts, 1, stage)
    return case({**played, "resume": list(sessions)})


def _with_traces(before: dict[str, bytes], script: list[Script]) -> Case:
    return case({**scenario([task("a", [script])], ONE_AT_A_TIME), "before": before})


def _listed(scripts: list[list[Script]], listing: str) -> Case:
    last_one: list[Script] = [{"test": {"interrupts": True}}, {"test": leaving(text=b"1")}]
    attempts = [*scripts, last_one]
    job: dict[str, Value] = {"n_attempts": len(attempts), "metrics": [{"type": "sum"}]}
    played = scenario([task("a", attempts)], {**job, **ONE_AT_A_TIME})
    last = f"job/a__attempt-{len(attempts)}/result.json"
    played["listing"] = "reversed" if listing == "reversed" else "given"
    return case({**played, "resume": [again(remove=[last])]})
