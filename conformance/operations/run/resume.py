"""Jobs that are interrupted, or run again: what is kept, in which order, and what ends them."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, common, rare
from conformance.operations.run import inputs
from conformance.operations.strategies.drawing import build, drawn, either, some
from conformance.protocol.scenario import Act, Scenario, Script, Session, Settings
from conformance.protocol.values import Case

LEVEL = common("marin-community/marin#7789: a job that is resumed")
_RARE = rare("a job that is interrupted")

INTERRUPTING: Script = {"test": {"interrupts": True}}
_FAILED: Script = {"agent": {"raises": "NonZeroAgentExitCodeError"}, "test": inputs.ONE}
_CANCELLED: Script = {"agent": {"raises": "CancelledError"}}

_ROWS = (
    (b"1", b"1", b"1"), (b"1e308", b"-1e308", b"1e308"), (b"1e308", b"1e308", b"-1e308"),
    (b"-1e308", b"1", b"1e308"),
)  # fmt: skip


def in_turn(attempts: Sequence[list[Script]], job: Settings | None = None) -> Scenario:
    """Return the scenario of one task with these attempts, one after the other."""
    return inputs.one_task(attempts, {**inputs.ONE_AT_A_TIME, **(job or {})})


def then(first: Scenario, *sessions: Session) -> Case:
    """Return the case about a job that is run again after each of these changes."""
    return inputs.case({**first, "resume": list(sessions)})


def folder_of(attempt: int) -> str:
    """Return the path of an attempt's folder."""
    return f"job/a__attempt-{attempt}"


def result_of(attempt: int) -> str:
    """Return the path of an attempt's result.json."""
    return f"{folder_of(attempt)}/result.json"


@clause("resume-keeps", sources.KEPT, sources.MATCHED)
@drawn(
    (_FAILED, _CANCELLED, INTERRUPTING, *inputs.rewarded(b"0.5")),
    st.integers(0, 2),
    st.integers(1, 2),
)
def any_outcome(outcome: Script, place: int, times: int) -> Case:
    """When a job is run again, trials that have a result are kept, even an exception or a
    cancellation, and only the others are run."""
    attempts = [inputs.rewarded(b"1"), inputs.rewarded(b"1")]
    attempts.insert(place, [outcome])
    return then(in_turn(attempts), *[inputs.session()] * times)


@clause("resume-order", sources.KEPT, sources.FIRST, check="listings")
@drawn(_ROWS, ((1,), (2,), (1, 2), (), (3,)), ("given", "reversed"))
def resumed_order(rewards: Sequence[bytes], gone: Sequence[int], listing: str) -> Case:
    """Kept trials count first, in the order in which the file system lists their folders, and those
    that are run now after them, in configured order."""
    first = in_turn([inputs.rewarded(text) for text in rewards], inputs.SUM)
    if listing == "reversed":
        first["listing"] = "reversed"
    return then(first, inputs.session(remove=[result_of(attempt) for attempt in gone]))


UNFINISHED: dict[str, Session] = {
    f"{what}-{attempt}": change
    for attempt in (1, 2, 3)
    for what, change in {
        "result": inputs.session(remove=[result_of(attempt)]),
        "folder": inputs.session(remove=[folder_of(attempt)]),
        "strange": inputs.session(
            remove=[result_of(attempt)],
            write={f"{folder_of(attempt)}/verifier/reward.txt": b"7", "job/other/note.txt": b"x"},
        ),
    }.items()
}
"""Trials whose folder is there without a result, or is gone, or has other files in it."""


@clause("resume-unfinished", sources.JOB.lines(222, 223), sources.MATCHED, level=_RARE)
def unfinished_trials() -> Cases:
    """A folder without result.json below the job's is removed, with all that is in it, and its
    trial is run anew."""
    first = in_turn([inputs.rewarded(b"1")] * 3, inputs.SUM)
    return st.sampled_from(tuple(UNFINISHED.values())).map(lambda change: then(first, change))


@clause(
    "interruption",
    sources.TRIAL.lines(293, 298),
    sources.JOB.lines(613, 653),
    level=_RARE,
    check="stages",
)
@drawn(st.integers(0, 2), ("test", "start", "setup", "stop"), st.integers(0, 1))
def interruptions(place: int, stage: str, retries: int) -> Case:
    """An interrupted job leaves a result over the trials that have ended and those under way, which
    end in CancelledError unless only their environment was left to be stopped; it tries nothing
    again, and the other trials are pending."""
    attempts = [inputs.rewarded(b"0.5"), inputs.rewarded(b"0.5")]
    attempts.insert(place, [inputs.script(inputs.ONE, **{stage: Act(interrupts=True)})])
    return inputs.case(in_turn(attempts, {"retry": {"max_retries": retries}}))


_EDITED = rare("a folder that a person edited before the job is resumed")

CONFIG, LOCK, RESULT = "job/config.json", "job/lock.json", "job/result.json"

_OTHERWISE: tuple[Settings, ...] = (
    {}, {"n_attempts": 3}, {"n_attempts": 1}, {"metrics": [{"type": "max"}]},
    {"n_concurrent_trials": 2}, {"retry": {"max_retries": 1}}, {"verifier": {"disable": True}},
    {"quiet": False}, {"debug": True}, {"timeout_multiplier": 2.0}, {"agents": [{"name": "nop"}]},
)  # fmt: skip
_CHANGED: tuple[Session, ...] = (
    inputs.session(), inputs.session(write={"tasks/a/instruction.md": b"changed"}),
    inputs.session(write={"tasks/a/tests/test.sh": b"changed"}),
    inputs.session(write={"tasks/a/notes.txt": b"new"}),
    inputs.session(write={"job/notes.txt": b"new"}),
)  # fmt: skip
"""Changes of files that are no harm to what is there of the job."""

_DAMAGED: tuple[Session, ...] = (
    inputs.session(truncate={result_of(1): 0}), inputs.session(truncate={result_of(1): 100}),
    inputs.session(write={result_of(1): b"{}"}),
    inputs.session(remove=[f"{folder_of(1)}/config.json"]),
    inputs.session(truncate={f"{folder_of(1)}/config.json": 10}),
    inputs.session(write={f"{folder_of(1)}/config.json": b'{"task": {"path": "/elsewhere"}}'}),
    inputs.session(truncate={RESULT: 10}), inputs.session(truncate={RESULT: 0}),
    inputs.session(truncate={CONFIG: 10}), inputs.session(write={CONFIG: b"{}"}),
    inputs.session(truncate={LOCK: 10}), inputs.session(write={LOCK: b"{}"}),
    inputs.session(write={"job/other/result.json": b"{}"}),
)  # fmt: skip
_GONE: tuple[list[str], ...] = (
    [RESULT], [CONFIG], [LOCK], [RESULT, LOCK], [RESULT, CONFIG, LOCK], [CONFIG, LOCK], ["job"], [],
)  # fmt: skip
"""Files of the job itself that may be gone."""

_BEFORE: tuple[dict[str, bytes], ...] = (
    {RESULT: b"{}"}, {RESULT: b""}, {CONFIG: b"{}"}, {CONFIG: b"not JSON"}, {LOCK: b"{}"},
    {"job/other/result.json": b"{}"}, {"job/other/note.txt": b"x"},
    {CONFIG: b"{}", "job/other/note.txt": b"x"}, {"job": b"a file"},
)  # fmt: skip
"""Files of another job, or of none."""

_FINITE = build(
    inputs.leaving, text=(b"1", b"0", b"0.5", b"0.1", b"0.2", b"0.7", b"1e16", b"-1e16")
)
"""A test script that leaves a number that is finite."""


def _again(change: Session) -> Case:
    """Return the case about a job of two attempts that is run again after a change."""
    return then(in_turn([inputs.rewarded(b"1"), inputs.rewarded(b"0.5")]), change)


@clause("resume-changed", sources.CHANGED, sources.EQUAL, sources.LOCK, level=_EDITED)
def configured_otherwise() -> Cases:
    """A job that is configured otherwise, but for its name and debug, or whose tasks have changed,
    is not run again in the same folder: the error is FileExistsError."""
    return either([inputs.session(job=job) for job in _OTHERWISE], _CHANGED).map(_again)


_ANY_CHANGE = (
    *_CHANGED,
    inputs.session(write={"tasks/a/task.toml": b"[verifier]\ntimeout_sec = 5.0\n"}),
    *_DAMAGED,
    *(inputs.session(remove=paths) for paths in _GONE),
    *UNFINISHED.values(),
)


@drawn(some(_FINITE, 2, 4), ("test", "start", "stop"), some(_ANY_CHANGE, 1, 2))
def any_changes(left: list[Act], stage: str, sessions: list[Session]) -> Case:
    """A job, interrupted in its second attempt, run again after one or two changes."""
    act: Act = {"interrupts": True}
    interrupting = inputs.script(left[1], **{stage: {**left[1], **act} if stage == "test" else act})
    attempts = [inputs.tested(act) for act in left]
    attempts[1].insert(0, interrupting)
    return then(in_turn(attempts), *sessions)


@drawn(_BEFORE, _FINITE)
def with_traces(before: dict[str, bytes], left: Act) -> Case:
    """A folder that holds files of another job, or of none, before the job is made."""
    return inputs.case(
        {
            **inputs.scenario([inputs.task("a", [inputs.tested(left)])], inputs.ONE_AT_A_TIME),
            "before": before,
        }
    )


@clause(
    "resume-damaged",
    sources.OLD_RESULT,
    sources.READ,
    sources.LOCK,
    sources.UNMATCHED,
    level=_EDITED,
)
def resume_damaged() -> tuple[Check, ...]:
    """A result or configuration, of the job or of a trial, that cannot be read ends the job with a
    ValidationError, a missing configuration of a trial with a FileNotFoundError, and an unreadable
    lock, or a trial that is not planned, with a ValueError."""
    return (
        Check("damaged-files", st.sampled_from(_DAMAGED).map(_again), effort=inputs.SOME),
        Check("any-changes", any_changes(), effort=inputs.FEW),
        Check("files-of-others", with_traces(), effort=inputs.FEW),
    )


@clause("resume-not-finite", sources.TRIAL.lines(328), sources.READ, sources.REWARDS, level=_EDITED)
def nan_and_infinity() -> Cases:
    """A job with a reward of nan or infinity is not run again: harbor writes such a reward as null
    and reads it back as a ValidationError."""
    texts = ((b"nan",), (b"inf",), (b"-inf", b"1"), (b"1e308", b"1e308"), (b"1e400",), (b"1",))
    jsons = (b'{"reward": NaN}', b'{"a": 1, "b": Infinity}', b'{"reward": 1e999}', b'{"a": null}')
    of_texts = [[inputs.leaving(text=text) for text in row] for row in texts]
    return either(of_texts, [[inputs.leaving(json=json)] for json in jsons]).map(
        lambda left: then(in_turn([*map(inputs.tested, left)], inputs.SUM), inputs.session())
    )


@clause(
    "resume-without-files",
    sources.JOB.lines(203, 204),
    sources.RETRIES,
    sources.LOCK,
    level=_EDITED,
)
@drawn(_GONE, ([], [result_of(1)]))
def lost_files(paths: list[str], results: list[str]) -> Case:
    """Without the job's result the retries so far are forgotten, without its configuration all
    trials are run anew in addition to the old ones, and a missing lock is written again."""
    tries: list[Script] = [{"test": {"raises": "ApiError"}}, *inputs.rewarded(b"1")]
    first = in_turn([tries, inputs.rewarded(b"1")], {"retry": {"max_retries": 1}})
    return then(first, inputs.session(remove=[*results, *paths] if "job" not in paths else paths))
