"""Jobs that are interrupted, and jobs that are run again: what is kept, and in which order."""

from collections.abc import Sequence

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, common, rare
from conformance.operations.run import inputs, sources
from conformance.operations.strategies.drawing import drawn
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


@clause("resume-unfinished", Source(sources.JOB, 222, 223), sources.MATCHED, level=_RARE)
def unfinished_trials() -> Cases:
    """A folder without result.json below the job's is removed, with all that is in it, and its
    trial is run anew."""
    first = in_turn([inputs.rewarded(b"1")] * 3, inputs.SUM)
    return st.sampled_from(tuple(UNFINISHED.values())).map(lambda change: then(first, change))


@clause(
    "interruption",
    Source(sources.TRIAL, 293, 298),
    Source(sources.JOB, 613, 653),
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
