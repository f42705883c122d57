"""Submissions: trials of one task, most of them valid."""

from collections.abc import Iterable, Mapping

from conformance.operations.clause import Cases, seeing
from conformance.operations.strategies.drawing import some
from conformance.protocol.values import Answer, Case, Result, Value

TASK, OTHER_TASK = "org/t", "vendor/u"
DIGEST, OTHER_DIGEST = "sha256:0a1b", "sha256:2c3d"
FIVE = 5

type Changes = Mapping[str, Value]
"""Members of a trial that differ from those of a pass in good order."""


def configuration(
    task: str | None = TASK, ref: str | None = DIGEST, settings: Mapping[str, int] | None = None
) -> Value:
    """Return a trial's configuration."""
    return {"task": task, "ref": ref, "settings": dict(settings or {})}


def rewarded(value: float, key: str = "reward") -> Value:
    """Return a verifier result of one reward."""
    return {"rewards": {key: value}}


def trial(number: int, **changes: Value) -> dict[str, Value]:
    """Return a pass in good order, with changes."""
    return {
        "trial_name": f"t__{number}",
        "task_name": TASK,
        "configuration": configuration(),
        "verifier_result": rewarded(1),
        "exception": None,
        "finished": True,
        "trajectory": True,
        "verdict": None,
        "analysis": {"reward_hacking": "pass", "task_specification": "pass"},
        **changes,
    }


def case(trials: Iterable[Value], tasks: Mapping[str, str] | None = None) -> Case:
    """Return the case of these trials; the dataset has one task unless it is given."""
    listed: dict[str, Value] = {TASK: DIGEST} if tasks is None else {**tasks}
    return Case("leaderboard", {"tasks": listed, "trials": list(trials)})


def changed(changes: Iterable[Changes], fill: int = FIVE) -> Case:
    """Return a submission with these changed trials, after unchanged ones up to ``fill``."""
    listed = list(changes)
    few = max(fill - len(listed), 0)
    passes: list[Value] = [trial(number) for number in range(few)]
    return case(passes + [trial(few + number, **one) for number, one in enumerate(listed)])


def each_of(changes: Iterable[Changes], most: int = 7) -> Cases:
    """Return submissions of which several trials have one of these changes each."""
    return some(list(changes), 1, most).map(changed)


def static_verdict(answer: Answer) -> str:
    """Return the static verdict; an error has none."""
    match answer:
        case Result({"static": {"verdict": str(verdict)}}):
            return verdict
    return ""


BOTH = seeing(
    ("the static verdict is passed", lambda answer: static_verdict(answer) == "passed", 0.1),
    ("the static verdict is failed", lambda answer: static_verdict(answer) == "failed", 0.1),
)
"""For rules about which submissions are valid: a check must see both verdicts."""
