"""Derives what a trial records from its configuration and the files that its verifiers left."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from conformance.audit.basis import JobBasis, Known, KnownTask
from conformance.audit.findings import (
    AuditFinding,
    Contradiction,
    FindingKind,
    found,
    noted,
    underived,
)
from conformance.audit.folders import CONFIG, HIDDEN, shared, text_of
from conformance.audit.releases import is_judged
from conformance.audit.rewards import Expected, as_recorded, compared_rewards, of_usage, usage
from conformance.audit.steps import failures, of_steps, of_unproven_failures
from conformance.audit.trial_folders import CLAIMS, FAILURE, RecordedTrial
from conformance.protocol.values import Value


@dataclass(frozen=True, slots=True)
class Derived:
    """A trial as its files and configuration have it, as the input of ``job``, and the findings.

    ``expected`` is what harbor makes of the files, where they were kept, and ``recorded`` what
    the trial says of them, where it says anything. ``strategy`` is the only one by which its steps
    give what it records. ``stops`` says that harbor runs no step after the last one of it.
    """

    given: dict[str, Value]
    expected: Expected
    recorded: Expected
    findings: tuple[AuditFinding, ...]
    strategy: str = ""
    stops: bool = False

    @property
    def is_taken(self) -> bool:
        """Whether its rewards are taken from its result, since no files were kept."""
        return self.expected is None and self.given["verifier_result"] is not None


type Pair = tuple[RecordedTrial, Derived]

_STEPS, _FAILED, _CONFIG = Contradiction.STEPS, Contradiction.FAILURE, Contradiction.CONFIG


def derive(basis: JobBasis, trial: RecordedTrial) -> Derived:
    """Return what follows from a trial's files, compared with its result.json."""
    harbor = basis.harbor
    task = None if trial.setup is None else basis.known.tasks.get(trial.setup.task)
    record, strategy, stops, recorded = trial.record, "", False, None
    findings = [*trial.findings, *_of_setup(trial, task), *_of_failure_file(trial)]
    if trial.of_steps or (trial.steps and not trial.files.kept):
        expected, strategy, stops = of_steps(harbor, trial, task, findings)
    else:
        expected = trial.files.answer(harbor, disabled=trial.disabled)
        findings += compared_rewards(record, expected, is_complete=trial.is_verified)
        if trial.steps is not None:
            why = "steps are recorded, but none has a folder"
            findings.append(record.differs(("step_results",), why, "steps", None, about=_STEPS))
        recorded = record.answer()
    exception = record.exception_by(expected)
    if is_judged(basis.by):
        exception = next(iter(failures(trial, exception)), None)
        findings += of_unproven_failures(trial)
    findings += of_usage(trial.using)
    given = {
        **_configured(trial, task),
        "verifier_result": shared(record.rewards_by(expected)),
        "exception": exception,
        "usage": shared(usage(trial.using)),
    }
    return Derived(given, shared(expected), shared(recorded), tuple(findings), strategy, stops)


def claimed_by(trial: RecordedTrial) -> dict[str, Value]:
    """Return a trial as it records itself, as the input of ``job``."""
    return {
        **_names(trial),
        "verifier_result": as_recorded(trial.record.verifier_result),
        "exception": trial.record.exception,
        "usage": None,
    }


def _names(trial: RecordedTrial) -> dict[str, Value]:
    """Return what a trial's result has of the members of the input of ``job``."""
    claims = trial.claims
    return {
        "task_name": str(claims["task_name"] or trial.name),
        "trial_name": trial.name,
        "agent": str(claims["agent"]),
        "model": text_of(claims["model"]),
        "source": text_of(claims["source"]),
    }


def _configured(trial: RecordedTrial, task: KnownTask | None) -> dict[str, Value]:
    """Return the same members as the trial's configuration gives them."""
    claimed, setup = _names(trial), trial.setup
    if setup is None:
        return claimed
    # A name with a slash is from task.toml, which is not here: its trials are those of its task.
    is_own = setup.named or "/" not in str(claimed["task_name"])
    own = setup.task if is_own else setup.task_key
    return claimed | {
        "task_name": own if task is None else task.name or setup.task,
        "agent": claimed["agent"] if setup.agent is None else setup.agent,
        "model": setup.model,
        "source": setup.source,
    }


def _of_setup(trial: RecordedTrial, task: KnownTask | None) -> Iterator[AuditFinding]:
    """Yield what a trial's result claims and its configuration contradicts, or does not say."""
    recorded, setup, file = trial.record.name, trial.setup, trial.file
    if recorded is not None and recorded != trial.name and HIDDEN.decode() not in str(recorded):
        why = "the result names another trial: it was copied or renamed"
        yield found(file, ("trial_name",), why, recorded, trial.name, about=_CONFIG)
    if setup is None:
        why = f"its {CONFIG} cannot be read: what it was to run is taken from its result"
        yield underived(file, ("config",), why)
        return
    own = _configured(trial, task)
    for key, claimed in trial.claims.items():
        if own[key] != claimed and own[key] not in {"", setup.task_key}:
            why = "the trial was configured for another one: its rewards are counted elsewhere"
            yield found(file, CLAIMS[key], why, claimed, own[key], about=_CONFIG)
    if setup.agent is None:
        why = "the agent's class, which is not here, defines its name"
        yield noted(file, CLAIMS["agent"], why)
    if setup.own_verifier:
        why = "its own verifier need not leave reward files"
        yield underived(file, ("config", "verifier"), why)
    if setup.disabled and trial.record.verifier_result is not None:
        why = "rewards are recorded, but its configuration disables the verifier"
        yield found(file, ("verifier_result",), why, about=Contradiction.REWARDS)
    if setup.disabled and any(files.kept for files in (trial.files, *trial.of_steps.values())):
        why = "its configuration disables the verifier, but there are reward files"
        yield underived(file, ("config", "verifier", "disable"), why, about=_FAILED)


def _of_failure_file(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield where a trial's exception and its exception.txt contradict each other."""
    if any(one.file == f"{trial.name}/{FAILURE}" for one in trial.findings):
        return
    exception = trial.record.exception
    if exception is not None and not trial.has_failure:
        why = f"a failure is recorded, but {FAILURE} is missing"
        yield underived(trial.file, ("exception_info",), why, about=_FAILED)
    elif trial.has_failure and not trial.record.is_confirmed:
        why = f"{FAILURE} describes a failure that is not recorded"
        yield trial.record.differs(("exception_info",), why, exception, FAILURE, about=_FAILED)


def of_names(pairs: Sequence[Pair], known: Known) -> Iterator[AuditFinding]:
    """Yield where trials of one task or agent differ in its name, or two of them have the same.

    pass@k groups by the names of tasks, and the stats by those of agents and models. The task.toml
    of one may give it a name with a slash, and the class of an agent its name. The strategy is of
    the task.
    """
    first: dict[tuple[str, str], str] = {}
    owners: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    claims: list[tuple[RecordedTrial, str, str]] = []
    for trial, derived in pairs:
        if (setup := trial.setup) is None:
            continue
        claimed, by_class = _names(trial), setup.agent_class or ""
        task, name = str(claimed["task_name"]), str(claimed["agent"])
        agent = f"{setup.agent or by_class} {setup.model_name}"
        for key, what, value, place, about in (
            (setup.task_key, "task", task, "task_name", _CONFIG),
            (setup.task_key, "task", trial.name.rpartition("__")[0], "trial_name", _CONFIG),
            (setup.task_key, "task", str(trial.checksum), "task_checksum", _CONFIG),
            (setup.task_key, "task", derived.strategy, "verifier_result", _STEPS),
            (by_class, "agent", name if by_class else "", "agent", _CONFIG),
            (agent, "agent's model", str(claimed["model"]), "model", _CONFIG),
        ):
            earlier = first.setdefault((key, place), value) if value else value
            if earlier != value:
                why = f"another trial of this {what} has {earlier}"
                yield found(
                    trial.file, CLAIMS.get(place, (place,)), why, value, earlier, about=about
                )
        owners["task_name", task].add(setup.task_key)
        owners["agent", name].add(by_class)
        claims += [(trial, "task_name", task)] * ("/" in task and setup.task not in known.tasks)
        claims += [(trial, "agent", name)] * bool(by_class)
    for trial, place, shared_name in claims:
        if len(owners[place, shared_name]) > 1:
            why = f"two {place.removesuffix('_name')}s have one name, which only their results say"
            yield underived(trial.file, CLAIMS[place], why, about=_CONFIG)


def of_their_number(pairs: Sequence[Pair], known: Known) -> Iterator[AuditFinding]:
    """Yield trials whose steps differ from those of their task, or are fewer.

    Harbor stops after a step that failed without rewards, and after one below a ``min_reward``. A
    trial that itself failed has the steps up to its failure.
    """
    for trial, derived in pairs:
        task = None if trial.setup is None else known.tasks.get(trial.setup.task)
        names = tuple(str(step.name) for step in trial.steps or ())
        if task is None or names == task.steps:
            continue
        is_prefix = names == task.steps[: len(names)]
        if is_prefix and (trial.record.failed or derived.stops):
            continue
        why, kind = "its task has other steps, or more", FindingKind.DIFFERS
        if is_prefix and names and task.has_minimum:
            why = "its task has more steps, unless a min_reward stopped it here"
            kind = FindingKind.UNDERIVED
        yield trial.record.differs(_RECORDED, why, names, task.steps, about=_STEPS, kind=kind)


_RECORDED = ("step_results",)
