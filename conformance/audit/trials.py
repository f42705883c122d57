"""Derives what a trial records from its configuration and the files that its verifiers left."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from conformance.audit.findings import AuditFinding, Contradiction, FindingKind, differs, text
from conformance.audit.folders import CONFIG, HIDDEN, Object, members_of, text_of
from conformance.audit.jobs import FAILURE, RecordedTrial, RewardFiles
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
    def from_files(self) -> bool:
        """Whether reward files say what the rewards are."""
        return self.expected is not None


type Pair = tuple[RecordedTrial, Derived]


def derive(harbor: Implementation, trial: RecordedTrial) -> Derived:
    """Return what follows from a trial's files, compared with its result.json."""
    record = _Record(trial.file, (), trial.result)
    findings = [*trial.findings, *_of_setup(trial), *_of_names(trial)]
    findings += [
        AuditFinding(FindingKind.UNREAD, f"{trial.name}/{file}", (), why, trial=trial.name)
        for file, why in trial.unread.items()
    ]
    recorded: Expected = None
    if _has_steps(trial):
        expected, found = _of_steps(harbor, trial, record)
    else:
        expected = _answer(harbor, trial, trial.files)
        found = [*_compared(record, expected, trial), *_made_up(trial)]
        recorded = _recorded_answer(record)
    is_failure = record.ended_before and _is_believed(trial, record)
    findings += [*found, *_of_failure_file(trial, record)]
    given = {
        **_configured(trial),
        "verifier_result": record.rewards_by(expected, believed=is_failure),
        "exception": record.exception_by(expected, believed=is_failure),
        "usage": usage_of(trial.result),
    }
    return Derived(given, _claimed(trial, record), expected, recorded, tuple(findings))


def _configured(trial: RecordedTrial) -> dict[str, Value]:
    """Return the members of the input of ``job`` that a trial's configuration gives."""
    claimed = _names(trial)
    setup = trial.setup
    if setup is None:
        return claimed
    name = str(claimed["task_name"])
    # A name with a slash is from task.toml, which is not here: its trials are those of its task.
    own = setup.task if setup.named or "/" not in name else setup.task_key
    return {
        "task_name": own,
        "trial_name": trial.name,
        "agent": claimed["agent"] if setup.agent is None else setup.agent,
        "model": setup.model,
        "source": setup.source,
    }


def _names(trial: RecordedTrial) -> dict[str, Value]:
    """Return the same members as the trial's result has them."""
    agent = members_of(trial.result.get("agent_info"))
    model = members_of(agent.get("model_info"))
    return {
        "task_name": str(trial.result.get("task_name") or trial.name),
        "trial_name": trial.name,
        "agent": str(agent.get("name")),
        "model": text_of(model.get("name")),
        "source": text_of(trial.result.get("source")),
    }


def _claimed(trial: RecordedTrial, record: "_Record") -> dict[str, Value]:
    result = {"verifier_result": _as_recorded(record.verifier_result)}
    return {**_names(trial), **result, "exception": record.exception, "usage": None}


def _of_setup(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield what a trial's result claims and its configuration contradicts, or does not say."""
    if trial.setup is None:
        why = "its config.json is not there: what it was to run is taken from its result"
        if CONFIG not in trial.unread:
            yield _underived(trial, ("config",), why)
        return
    own, claimed = _configured(trial), _names(trial)
    places: dict[str, Path] = {
        "agent": ("agent_info", "name"),
        "model": ("agent_info", "model_info", "name"),
        "source": ("source",),
    }
    for name, place in places.items():
        if own[name] != claimed[name]:
            why = "the trial was configured for another one: its rewards go to another group"
            yield _configured_as(trial, place, why, claimed[name], own[name])
    if trial.setup.agent is None:
        why = "the agent's name is given by its class, which is not in the folder"
        yield _underived(trial, ("agent_info", "name"), why)
    name, task = str(claimed["task_name"]), trial.setup.task
    if name != task and (trial.setup.named or "/" not in name) and task:
        why = "the trial was configured for another task"
        yield _configured_as(trial, ("task_name",), why, name, task)
    record = _Record(trial.file, (), trial.result)
    if trial.setup.disabled and record.verifier_result is not None:
        why = "rewards are recorded, and its configuration disables the verifier"
        yield record.differs(("verifier_result",), why, record.verifier_result, None)
    if trial.setup.disabled and (trial.files.kept or any(f.kept for f in trial.steps.values())):
        why = "its configuration disables the verifier, and there are reward files"
        yield _underived(trial, ("config", "verifier", "disable"), why, Contradiction.FAILURE)
    if trial.setup.own_verifier:
        why = "it has a verifier of its own, which need not leave files"
        yield _underived(trial, ("config", "verifier", "import_path"), why)


def _configured_as(
    trial: RecordedTrial, place: Path, why: str, recorded: object, own: object
) -> AuditFinding:
    return differs(trial.file, place, why, recorded, own, "job", Contradiction.CONFIG)


def _underived(
    trial: RecordedTrial, place: Path, why: str, about: Contradiction = Contradiction.NONE
) -> AuditFinding:
    kind = FindingKind.UNDERIVED
    return AuditFinding(kind, trial.file, place, why, about=about, trial=trial.name)


def _of_names(trial: RecordedTrial) -> Iterator[AuditFinding]:
    name = trial.result.get("trial_name")
    if name is not None and name != trial.name and HIDDEN.decode() not in str(name):
        why = "the result is of a trial of another name: it was copied or renamed"
        yield differs(trial.file, ("trial_name",), why, name, trial.name, "", Contradiction.CONFIG)


@dataclass(frozen=True, slots=True)
class _Record:
    """What a trial or a step records; ``place`` is where in ``file`` it does."""

    file: str
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
        kind = info.get("exception_type") if isinstance(info, dict) else None
        return kind if isinstance(kind, str) else None

    @property
    def ended_before(self) -> bool:
        """Whether something that only the run knows kept its files from being read."""
        none = self.verifier_result is None and self.exception is not None
        return none and self.exception not in OF_THE_FILES

    def rewards_by(self, expected: Expected, *, believed: bool) -> Value:
        """Return a verifier result as the files give it, and as recorded where none were kept."""
        if expected is None:
            return _as_recorded(self.verifier_result)
        if isinstance(expected, Failure) or believed:
            return None
        return cast("dict[str, Value]", expected.value)

    def exception_by(self, expected: Expected, *, believed: bool) -> str | None:
        """Return an exception as the files give it, and as recorded where they do not say."""
        if expected is None or believed:
            return self.exception
        if isinstance(expected, Failure):
            return expected.error
        made_up = self.exception in OF_THE_FILES or self.ended_before
        return None if made_up else self.exception

    def differs(
        self,
        place: Path,
        why: str,
        recorded: object,
        derived: object,
        about: Contradiction = Contradiction.REWARDS,
    ) -> AuditFinding:
        """Return the finding that something does not follow from the reward files."""
        where = (*self.place, *place)
        return differs(self.file, where, why, recorded, derived, "verifier", about)


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


def _is_believed(trial: RecordedTrial, record: _Record) -> bool:
    """Return whether the trial left the exception that it records."""
    return trial.failure is not None and str(record.exception).encode() in trial.failure


def _of_failure_file(trial: RecordedTrial, record: _Record) -> Iterator[AuditFinding]:
    """Yield where a trial's exception and its exception.txt contradict each other."""
    about, place = Contradiction.FAILURE, ("exception_info",)
    if FAILURE in trial.unread:
        return
    if record.exception is None and trial.failure is not None:
        why = f"{FAILURE} tells of a failure, and none is recorded"
        yield record.differs(place, why, None, FAILURE, about)
    elif record.exception is not None and trial.failure is None:
        why = f"a failure is recorded, and no {FAILURE} tells of it"
        yield _underived(trial, place, why, about)
    elif record.exception is not None and not _is_believed(trial, record):
        why = f"{FAILURE} tells of another failure"
        yield record.differs(place, why, record.exception, FAILURE, about)


def _compared(record: _Record, expected: Expected, trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield where a record and its files differ."""
    recorded = record.verifier_result
    if expected is None:
        if recorded is not None:
            why = "no reward file was kept: its rewards are taken as recorded"
            yield _underived(trial, (*record.place, "verifier_result"), why, _REWARDS)
        elif record.exception is None and trial.setup is not None and not trial.setup.disabled:
            why = "neither rewards nor a failure are recorded, and harbor always records one"
            yield record.differs(("verifier_result",), why, None, "rewards or an exception")
    elif isinstance(expected, Failure):
        yield from _of_failure(record, expected)
    elif recorded is not None:
        yield from _of_rewards(record, expected)
    elif record.ended_before:
        yield _beside_rewards(record, expected, trial)
    else:
        why = "the files hold rewards, and none are recorded"
        rewards = cast("dict[str, Value]", expected.value)["rewards"]
        yield record.differs(("verifier_result",), why, record.exception, rewards)


_REWARDS = Contradiction.REWARDS


def _beside_rewards(record: _Record, expected: Result, trial: RecordedTrial) -> AuditFinding:
    """Return the finding of a failure that only the run knows, beside files that hold rewards.

    A verifier that times out may have written its file. Without exception.txt the trial's failure
    is made up; a step leaves none.
    """
    rewards = cast("dict[str, Value]", expected.value)["rewards"]
    place, about = (*record.place, "verifier_result"), Contradiction.FAILURE
    if record.place or _is_believed(trial, record):
        why = "the files hold rewards, and a failure that only the run knows is recorded"
        kind, exception = FindingKind.UNDERIVED, record.exception
        return differs(record.file, place, why, exception, rewards, "verifier", about, kind)
    why = "the files hold rewards, and none are recorded: the failure has left no exception.txt"
    return record.differs(("verifier_result",), why, record.exception, rewards, about)


def _of_failure(record: _Record, expected: Failure) -> Iterator[AuditFinding]:
    exception, place = record.exception, ("exception_info",)
    if record.verifier_result is not None:
        why = f"harbor refuses these files: {expected.error}"
        recorded = dict(record.verifier_result)
        yield record.differs(("verifier_result",), why, recorded, expected.error)
    elif exception is None:
        why = "harbor refuses the files, and no exception is recorded"
        yield record.differs(place, why, None, expected.error)
    elif exception in OF_THE_FILES and exception != expected.error:
        why = "harbor refuses the files with another error"
        yield record.differs(place, why, exception, expected.error)


def _of_rewards(record: _Record, expected: Result) -> Iterator[AuditFinding]:
    """Yield where recorded rewards and derived ones differ, key by key."""
    derived = cast("dict[str, Value] | None", expected.value)
    rewards = None if derived is None else derived["rewards"]
    own = None if record.verifier_result is None else record.verifier_result.get("rewards")
    if rewards is None and record.verifier_result is not None and derived is None:
        why = "the steps give no rewards, and some are recorded"
        yield record.differs(("verifier_result",), why, record.verifier_result, None)
        return
    found = differences(rewards, cast("Value", own))
    for one in sorted(found, key=lambda difference: list(map(str, difference.path))):
        if one.kind is Kind.SPELLING:
            continue
        place = ("verifier_result", "rewards", *one.path)
        if one.first is Absent.ABSENT:
            why = "a reward is recorded that the files do not hold"
            yield record.differs(place, why, one.second, None)
        elif one.second is Absent.ABSENT:
            why = "a reward that the files hold is not recorded"
            yield record.differs(place, why, None, one.first)
        elif one.second is None and isinstance(one.first, float) and not math.isfinite(one.first):
            why = f"null stands for {one.first}, which JSON has no number for"
            why = f"{why}, and cannot be read back"
            shown = text("null"), text(one.first)
            yield AuditFinding(FindingKind.NOTE, record.file, place, why, *shown)
        else:
            why = "the files give another number" if one.path else "the files give other rewards"
            yield record.differs(place, why, one.second, one.first)


def _has_steps(trial: RecordedTrial) -> bool:
    """Return whether a trial had steps: those that left a folder say so, before those recorded."""
    return bool(trial.steps) or (bool(_steps(trial)) and not trial.files.kept)


def _steps(trial: RecordedTrial) -> list[Object]:
    steps = trial.result.get("step_results")
    return [one for one in steps if isinstance(one, dict)] if isinstance(steps, list) else []


def _made_up(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield the finding that a trial records steps and left the files of a trial without any."""
    if trial.result.get("step_results") is not None and trial.files.kept:
        names = [one.get("step_name") for one in _steps(trial)]
        why = "steps are recorded, and the trial left no folder of any, but a reward file"
        place, about = ("step_results",), Contradiction.STEPS
        yield differs(trial.file, place, why, names, None, "multi_step", about)


def _of_steps(
    harbor: Implementation, trial: RecordedTrial, record: _Record
) -> tuple[Expected, list[AuditFinding]]:
    """Return what the steps of a trial give, and what is wrong with those that are recorded."""
    findings, results, whole = list(_of_their_names(trial)), list[Value](), True
    steps = _steps(trial)
    for place, step in enumerate(steps):
        name = str(step.get("step_name"))
        of_step = _Record(record.file, ("step_results", name), step)
        expected = _answer(harbor, trial, trial.steps.get(name, RewardFiles()))
        findings += _compared(of_step, expected, trial)
        whole = whole and (expected is not None or of_step.verifier_result is None)
        result = of_step.rewards_by(expected, believed=of_step.ended_before)
        results.append(result)
        if result is None and of_step.exception is not None and place < len(steps) - 1:
            why = "it failed without rewards, where harbor stops, and more steps are recorded"
            at, about = ("exception_info",), Contradiction.STEPS
            findings.append(of_step.differs(at, why, of_step.exception, "the last step", about))
    if record.ended_before:
        if any(result is not None for result in results):
            why = "its steps have rewards, and a failure that only the run knows is recorded"
            at = ("exception_info",)
            findings.append(_underived(trial, at, why, Contradiction.FAILURE))
        return (Result(None) if whole else None), findings
    return _aggregated(harbor, trial, record, results, findings, whole=whole)


def _of_their_names(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield where the steps that are recorded are not those that left a folder."""
    names = [str(one.get("step_name")) for one in _steps(trial)]
    place, about = ("step_results",), Contradiction.STEPS
    for name, times in Counter(names).items():
        if times > 1:
            why = "a step is recorded more than once"
            yield differs(trial.file, (*place, name), why, times, 1, "multi_step", about)
    for name in sorted(trial.steps.keys() - set(names)):
        why = "a step left its folder, and is not recorded"
        yield differs(trial.file, (*place, name), why, None, name, "multi_step", about)
    for name in dict.fromkeys(one for one in names if one not in trial.steps):
        why = "a step is recorded that left no folder"
        yield _underived(trial, (*place, name), why, about)
    if trial.files.kept:
        why = "there are reward files of no step"
        yield AuditFinding(
            FindingKind.UNDERIVED,
            f"{trial.name}/verifier",
            (),
            why,
            about=about,
            trial=trial.name,
        )


def _aggregated(  # noqa: PLR0913 - what is known of the steps so far
    harbor: Implementation,
    trial: RecordedTrial,
    record: _Record,
    results: list[Value],
    findings: list[AuditFinding],
    *,
    whole: bool,
) -> tuple[Expected, list[AuditFinding]]:
    """Return what harbor makes of the steps by the strategy that gives what is recorded.

    The strategy is that of the task, which is not in the folder: where both give the same, it
    follows; where they do not, it is taken from the result.
    """
    strategies = ({"strategy": name, "steps": results} for name in (None, "final"))
    answers = [harbor.answer(Case("multi_step", dict(one))) for one in strategies]
    given = [(one, list(_of_rewards(record, one))) for one in answers if isinstance(one, Result)]
    if not given:
        why = "harbor makes nothing of these steps"
        return None, [*findings, _underived(trial, ("step_results",), why)]
    answer, found = min(given, key=lambda one: _differing(one[1]))
    if any(_differing(one[1]) != _differing(found) for one in given) and not _differing(found):
        name = "final" if answer is given[-1][0] else "mean"
        why = f"its steps give this by the strategy {name}; the task, which says it, is not here"
        findings.append(_underived(trial, ("verifier_result",), why, Contradiction.STEPS))
    return (answer if whole else None), [*findings, *found]


def _differing(found: list[AuditFinding]) -> bool:
    return any(one.kind is FindingKind.DIFFERS for one in found)


def of_tasks(pairs: Sequence[Pair]) -> Iterator[AuditFinding]:
    """Yield where task names, which pass@k groups by, are not those of the configured tasks.

    A task's task.toml may give it a name with a slash, which its trials share.
    """
    names: dict[str, dict[str, RecordedTrial]] = {}
    tasks: dict[tuple[str, str], set[str]] = {}
    for trial, derived in pairs:
        own, name = _task_key(trial), str(derived.claimed["task_name"])
        if own and "/" in name:
            names.setdefault(own, {}).setdefault(name, trial)
            tasks.setdefault((name, str(derived.given["source"])), set()).add(own)
    for claimed in names.values():
        for name, trial in list(claimed.items())[1:]:
            why = "trials of one task have two names"
            yield _configured_as(trial, ("task_name",), why, name, next(iter(claimed)))
    for (name, _), own in tasks.items():
        if len(own) > 1:
            trial = next(one for key in own for other, one in names[key].items() if other == name)
            why = "two tasks have one name, which only their results say"
            yield _underived(trial, ("task_name",), why, Contradiction.CONFIG)


def _task_key(trial: RecordedTrial) -> str:
    return "" if trial.setup is None else trial.setup.task_key


def usage_of(result: Object) -> Value:
    """Return what a trial used up; of several steps the sum (harbor/models/trial/result.py:90)."""
    steps = result.get("step_results")
    agents = [result.get("agent_result")]
    if agents == [None] and isinstance(steps, list):
        agents = [members_of(step).get("agent_result") for step in steps]
    used = [agent for agent in agents if isinstance(agent, dict)]
    if not used:
        return None
    return {name: _sum([one.get(name) for one in used], name == "cost_usd") for name in _USED}


_USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def _sum(values: list[Json], is_cost: bool) -> Value:  # noqa: FBT001 - of one of two kinds
    """Return the sum as harbor has it: tokens are integers, a cost is a float."""
    total: float | None = None
    for value in values:
        if type(value) is int or (is_cost and type(value) is float):
            number = float(value) if is_cost else value
            total = number if total is None else total + number
    return total
