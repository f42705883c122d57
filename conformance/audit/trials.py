"""Derives what a trial records from its configuration and the files that its verifiers left."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, found, underived
from conformance.audit.folders import CONFIG, HIDDEN, Object, listed_in, members_of, text_of
from conformance.audit.jobs import FAILURE, USED, RecordedTrial, RewardFiles
from conformance.implementations.process import CandidateError
from conformance.protocol.differences import Absent, Kind, Path, differences
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Failure, Implementation, Result, Value

OF_THE_FILES = {
    "RewardFileNotFoundError",
    "RewardFileEmptyError",
    "VerifierOutputParseError",
    "ValidationError",
}
"""The errors that follow from the reward files alone."""

type Expected = Result | Failure | None
"""What harbor makes of reward files; None where none were kept."""


@dataclass(frozen=True, slots=True)
class Derived:
    """A trial as its files and configuration have it, as the input of ``job``, and the findings.

    ``expected`` is what harbor makes of the files, where they were kept, and ``recorded`` what
    the trial says of them, where it says anything. ``claimed`` is the trial as it records itself,
    and ``strategy`` the only one by which its steps give what it records.
    """

    given: dict[str, Value]
    claimed: dict[str, Value]
    expected: Expected
    recorded: Expected
    findings: tuple[AuditFinding, ...]
    strategy: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether its rewards are taken from its result, since no files were kept."""
        return self.expected is None and self.given["verifier_result"] is not None


type Pair = tuple[RecordedTrial, Derived]


def derive(harbor: Implementation, trial: RecordedTrial) -> Derived:
    """Return what follows from a trial's files, compared with its result.json."""
    record, strategy = _Record(trial, (), trial.result), ""
    findings = [*trial.findings, *_of_setup(trial), *_of_failure_file(trial, record)]
    recorded: Expected = None
    if trial.steps or (listed_in(trial.result.get("step_results")) and not trial.files.kept):
        expected, strategy = _of_steps(harbor, trial, record, findings)
    else:
        expected = _answer(harbor, trial, trial.files)
        findings += _compared(record, expected)
        if trial.result.get("step_results") is not None:
            why = "steps are recorded, and the trial left no folder of any"
            findings.append(record.differs(("step_results",), why, "steps", None, _STEPS))
        recorded = _recorded_answer(record)
    claimed = {
        **_names(trial),
        "verifier_result": _as_recorded(record.verifier_result),
        "exception": record.exception,
        "usage": None,
    }
    given = {
        **_configured(trial),
        "verifier_result": record.rewards_by(expected),
        "exception": record.exception_by(expected),
        "usage": _usage(trial.result),
    }
    return Derived(given, claimed, expected, recorded, tuple(findings), strategy)


_STEPS, _FAILED = Contradiction.STEPS, Contradiction.FAILURE


def _names(trial: RecordedTrial) -> dict[str, Value]:
    """Return what a trial's result has of the members of the input of ``job``."""
    agent = members_of(trial.result.get("agent_info"))
    return {
        "task_name": str(trial.result.get("task_name") or trial.name),
        "trial_name": trial.name,
        "agent": str(agent.get("name")),
        "model": text_of(members_of(agent.get("model_info")).get("name")),
        "source": text_of(trial.result.get("source")),
    }


def _configured(trial: RecordedTrial) -> dict[str, Value]:
    """Return the same members as the trial's configuration gives them."""
    claimed, setup = _names(trial), trial.setup
    if setup is None:
        return claimed
    # A name with a slash is from task.toml, which is not here: its trials are those of its task.
    is_own = setup.named or "/" not in str(claimed["task_name"])
    return claimed | {
        "task_name": setup.task if is_own else setup.task_key,
        "agent": claimed["agent"] if setup.agent is None else setup.agent,
        "model": setup.model,
        "source": setup.source,
    }


_PLACES: dict[str, Path] = {
    "agent": ("agent_info", "name"),
    "model": ("agent_info", "model_info", "name"),
    "source": ("source",),
    "task_name": ("task_name",),
}


def _of_setup(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield what a trial's result claims and its configuration contradicts, or does not say."""
    recorded, setup = trial.result.get("trial_name"), trial.setup
    if recorded is not None and recorded != trial.name and HIDDEN.decode() not in str(recorded):
        why = "the result is of a trial of another name: it was copied or renamed"
        yield found(Contradiction.CONFIG, trial.file, ("trial_name",), why, recorded, trial.name)
    say = partial(underived, trial.file)
    if setup is None:
        why = f"its {CONFIG} cannot be read: what it was to run is taken from its result"
        yield say(("config",), why)
        return
    own = _configured(trial)
    for key, place in _PLACES.items():
        claimed: Json = dict(trial.result)
        for name in map(str, place):
            claimed = members_of(claimed).get(name)
        if own[key] != claimed and own[key] not in {"", setup.task_key}:
            why = "the trial was configured for another one: its rewards are counted elsewhere"
            yield found(Contradiction.CONFIG, trial.file, place, why, claimed, own[key])
    if setup.agent is None:
        yield say(_PLACES["agent"], "the agent's name is given by its class, which is not here")
    if setup.own_verifier:
        yield say(("config", "verifier"), "its own verifier need not leave reward files")
    if setup.disabled and isinstance(trial.result.get("verifier_result"), dict):
        why = "rewards are recorded, and its configuration disables the verifier"
        yield found(Contradiction.REWARDS, trial.file, ("verifier_result",), why)
    if setup.disabled and any(files.kept for files in (trial.files, *trial.steps.values())):
        why = "its configuration disables the verifier, and there are reward files"
        yield say(("config", "verifier", "disable"), why, _FAILED)


@dataclass(frozen=True, slots=True)
class _Record:
    """What a trial or a step records; ``place`` is where in the trial's result it does."""

    trial: RecordedTrial
    place: Path
    content: Object

    @property
    def verifier_result(self) -> Object | None:
        """The recorded rewards, and nothing where none are recorded."""
        recorded = self.content.get("verifier_result")
        return recorded if isinstance(recorded, dict) else None

    @property
    def exception(self) -> str | None:
        """The type of the recorded exception."""
        info = self.content.get("exception_info")
        return None if info is None else str(members_of(info).get("exception_type"))

    @property
    def failed(self) -> bool:
        """Whether something that only the run knows kept its files from being read."""
        none = self.verifier_result is None and self.exception is not None
        return none and self.exception not in OF_THE_FILES

    @property
    def believed(self) -> bool:
        """Whether that has left its trace in exception.txt, which a step's has none of."""
        left = self.trial.failure
        return self.failed and (
            bool(self.place) or (left is not None and str(self.exception).encode() in left)
        )

    def rewards_by(self, expected: Expected) -> Value:
        """Return a verifier result as the files give it, and as recorded where none were kept."""
        if expected is None:
            return _as_recorded(self.verifier_result)
        if isinstance(expected, Failure) or self.believed:
            return None
        return cast("dict[str, Value]", expected.value)

    def exception_by(self, expected: Expected) -> str | None:
        """Return an exception as the files give it, and as recorded where they do not say."""
        if expected is None or self.believed:
            return self.exception
        if isinstance(expected, Failure):
            return expected.error
        return None if self.failed or self.exception in OF_THE_FILES else self.exception

    def differs(  # noqa: PLR0913, PLR0917 - the fields of a finding
        self,
        place: Path,
        why: str,
        recorded: object,
        derived: object,
        about: Contradiction = Contradiction.REWARDS,
        kind: FindingKind = FindingKind.DIFFERS,
    ) -> AuditFinding:
        """Return the finding that something does not follow from the files."""
        at = (*self.place, *place)
        return found(about, self.trial.file, at, why, recorded, derived, kind)


def _as_recorded(recorded: Object | None) -> Value:
    """Return a recorded verifier result; null in it was no number that JSON has."""
    if recorded is None:
        return None
    rewards = recorded.get("rewards")
    if not isinstance(rewards, dict):
        return {"rewards": None}
    return {"rewards": {name: _number(value) for name, value in rewards.items()}}


def _number(recorded: Json) -> float:
    is_number = isinstance(recorded, int | float) and not isinstance(recorded, bool)
    return cast("float", recorded) if is_number else math.nan


def _recorded_answer(record: _Record) -> Expected:
    """Return what a trial records as an answer about its reward files, if it is one."""
    if record.verifier_result is not None:
        return Result(_as_recorded(record.verifier_result))
    return Failure(str(record.exception)) if record.exception in OF_THE_FILES else None


def _answer(harbor: Implementation, trial: RecordedTrial, files: RewardFiles) -> Expected:
    """Return what harbor makes of reward files; nothing where it was told not to look at them."""
    if not files.kept or (trial.setup is not None and trial.setup.disabled):
        return None
    return answered(harbor, Case("verifier", files.input))


def answered(harbor: Implementation, case: Case) -> Result | Failure:
    """Return harbor's result or error; raises CandidateError where it gives none."""
    answer = harbor.answer(case)
    if isinstance(answer, Result | Failure):
        return answer
    raise CandidateError(f"harbor gave no answer: {getattr(answer, 'reason', 'unsupported')}")


def _of_failure_file(trial: RecordedTrial, record: _Record) -> Iterator[AuditFinding]:
    """Yield where a trial's exception and its exception.txt contradict each other."""
    if any(one.file == f"{trial.name}/{FAILURE}" for one in trial.findings):
        return
    left, exception = trial.failure, record.exception
    if exception is not None and left is None:
        why = f"a failure is recorded, and no {FAILURE} tells of it"
        yield underived(trial.file, ("exception_info",), why, _FAILED)
    elif left is not None and (exception is None or exception.encode() not in left):
        why = f"{FAILURE} tells of another failure than the one recorded"
        yield record.differs(("exception_info",), why, exception, FAILURE, _FAILED)


def _compared(record: _Record, expected: Expected) -> Iterator[AuditFinding]:
    """Yield where a record and its files differ."""
    recorded, setup, place = record.verifier_result, record.trial.setup, ("verifier_result",)
    if isinstance(expected, Failure):
        yield from _of_refused(record, expected.error)
    elif expected is not None and recorded is not None:
        yield from _of_rewards(record, expected)
    elif expected is not None:
        rewards = cast("dict[str, Value]", expected.value)["rewards"]
        why, about = "the files hold rewards, and none are recorded", Contradiction.REWARDS
        kind = FindingKind.UNDERIVED if record.believed else FindingKind.DIFFERS
        if record.failed:  # a verifier that times out may have written its file
            why, about = f"{why}: a failure that only the run knows is recorded", _FAILED
        yield record.differs(place, why, record.exception, rewards, about, kind)
    elif recorded is not None:
        why = "no reward file was kept: its rewards are taken as recorded"
        at = (*record.place, *place)
        yield underived(record.trial.file, at, why, Contradiction.REWARDS)
    elif record.exception is None and setup is not None and not setup.disabled:
        why = "neither rewards nor a failure are recorded, and harbor always records one"
        yield record.differs(place, why, None, "rewards or an exception")


def _of_refused(record: _Record, error: str) -> Iterator[AuditFinding]:
    """Yield where a record does not say that harbor refuses its files."""
    exception, place = record.exception, ("exception_info",)
    if record.verifier_result is not None:
        why, own = f"harbor refuses these files: {error}", dict(record.verifier_result)
        yield record.differs(("verifier_result",), why, own, error)
    elif exception is None:
        why = "harbor refuses the files, and no exception is recorded"
        yield record.differs(place, why, None, error)
    elif exception in OF_THE_FILES and exception != error:
        yield record.differs(place, "harbor refuses the files with another error", exception, error)


def _of_rewards(record: _Record, expected: Result) -> Iterator[AuditFinding]:
    """Yield where recorded rewards and derived ones differ, key by key."""
    derived = cast("dict[str, Value] | None", expected.value)
    own = record.verifier_result
    if derived is None or own is None:
        if (derived is None) != (own is None):
            why = "the steps give other rewards"
            yield record.differs(("verifier_result",), why, own, derived)
        return
    places = differences(derived["rewards"], cast("Value", own.get("rewards")))
    for one in sorted(places, key=lambda difference: list(map(str, difference.path))):
        if one.kind is Kind.SPELLING:
            continue
        place, kind = ("verifier_result", "rewards", *one.path), FindingKind.DIFFERS
        first, second = (None if s is Absent.ABSENT else s for s in (one.first, one.second))
        why = "the files give another number" if one.path else "the files give other rewards"
        if one.first is Absent.ABSENT:
            why = "a reward is recorded that the files do not hold"
        elif one.second is Absent.ABSENT:
            why = "a reward that the files hold is not recorded"
        elif second is None and isinstance(first, float) and not math.isfinite(first):
            why = f"null stands for {first}, which JSON has no number for, and cannot be read back"
            kind, second = FindingKind.NOTE, "null"
        yield record.differs(place, why, second, first, kind=kind)


def _of_steps(
    harbor: Implementation, trial: RecordedTrial, record: _Record, findings: list[AuditFinding]
) -> tuple[Expected, str]:
    """Return what the steps of a trial give, and the strategy, keeping what is wrong with them.

    The strategy is that of the task, which is not in the folder: where both give the same, the
    result follows; where they do not, the strategy is taken from the result.
    """
    steps = [members_of(one) for one in listed_in(trial.result.get("step_results"))]
    findings += _of_their_names(trial, [str(one.get("step_name")) for one in steps])
    results, whole = list[Value](), True
    for place, step in enumerate(steps, 1):
        name = str(step.get("step_name"))
        of_step = _Record(trial, ("step_results", name), step)
        expected = _answer(harbor, trial, trial.steps.get(name, RewardFiles()))
        findings += _compared(of_step, expected)
        whole = whole and (expected is not None or of_step.verifier_result is None)
        results.append(of_step.rewards_by(expected))
        if results[-1] is None and of_step.exception is not None and place < len(steps):
            why = "it failed without rewards, where harbor stops, and more steps are recorded"
            at = ("exception_info",)
            findings.append(of_step.differs(at, why, of_step.exception, None, _STEPS))
    if record.failed:
        if any(result is not None for result in results):
            why = "its steps have rewards, and a failure that only the run knows is recorded"
            findings.append(underived(trial.file, ("exception_info",), why, _FAILED))
        return (Result(None) if whole else None), ""
    cases = (Case("multi_step", {"strategy": s, "steps": results}) for s in (None, "final"))
    given = {
        name: (answer, list(_of_rewards(record, answer)))
        for name, answer in zip(("mean", "final"), map(harbor.answer, cases), strict=True)
        if isinstance(answer, Result)
    }
    fitting = [name for name, (_, wrong) in given.items() if not _differ(wrong)]
    answer, wrong = given[fitting[0] if fitting else "mean"]
    findings += wrong
    strategy = fitting[0] if len(fitting) == 1 else ""
    if strategy:
        why = f"its steps give this by the strategy {strategy}, and the task, which says it, is not"
        findings.append(underived(trial.file, ("verifier_result",), f"{why} here", _STEPS))
    return (answer if whole else None), strategy


def _differ(findings: Sequence[AuditFinding]) -> bool:
    return any(one.kind is FindingKind.DIFFERS for one in findings)


def _of_their_names(trial: RecordedTrial, names: Sequence[str]) -> Iterator[AuditFinding]:
    """Yield where the steps that are recorded are not those that left a folder."""
    times, record = Counter(names), _Record(trial, ("step_results",), {})
    for name in dict.fromkeys((*names, *sorted(trial.steps))):
        if times[name] > 1:
            why = "a step is recorded more than once"
            yield record.differs((name,), why, times[name], 1, _STEPS)
        elif not times[name]:
            why = "a step left its folder, and is not recorded"
            yield record.differs((name,), why, None, name, _STEPS)
        elif name not in trial.steps:
            why = "a step is recorded that left no folder"
            yield underived(trial.file, ("step_results", name), why, _STEPS)
    if trial.files.kept:
        yield underived(f"{trial.name}/verifier", (), "there are reward files of no step", _STEPS)


def of_tasks(pairs: Sequence[Pair]) -> Iterator[AuditFinding]:
    """Yield where trials of one task do not have one name and strategy, or two tasks one name.

    pass@k groups by the names of tasks; the task.toml of one may give it a name with a slash.
    """
    first: dict[tuple[str, str], str] = {}
    tasks: defaultdict[str, set[str]] = defaultdict(set)
    for trial, derived in pairs:
        key = trial.setup.task_key if trial.setup is not None else ""
        name = str(derived.claimed["task_name"])
        about = {"task_name": name, "verifier_result": derived.strategy} if key else {}
        for place, value in about.items():
            earlier = first.setdefault((key, place), value) if value else value
            if earlier != value:
                why = f"another trial of this task has {earlier}"
                about_ = _STEPS if value == derived.strategy else Contradiction.CONFIG
                yield found(about_, trial.file, (place,), why, value, earlier)
        tasks[name] |= {key}
        if "/" in name and len(tasks[name]) > 1:
            why = "two tasks have one name, which only their results say"
            yield underived(trial.file, ("task_name",), why, Contradiction.CONFIG)


def _usage(result: Object) -> Value:
    """Return what a trial used up; of several steps the sum (harbor/models/trial/result.py:90)."""
    of_steps = [members_of(one) for one in listed_in(result.get("step_results"))]
    own = result.get("agent_result")
    agents = [one.get("agent_result") for one in of_steps] if own is None else [own]
    used = [agent for agent in agents if isinstance(agent, dict)]
    if not used:
        return None
    return {name: _sum([one.get(name) for one in used], name == "cost_usd") for name in USED}


def _sum(values: list[Json], is_cost: bool) -> Value:  # noqa: FBT001 - of one of two kinds
    """Return the sum as harbor has it: tokens are integers, a cost is a float."""
    total: float | None = None
    for value in values:
        if type(value) is int or (is_cost and type(value) is float):
            number = float(value) if is_cost else value
            total = number if total is None else total + number
    return total
