"""The trials of a job as questions about them are made, and the groups that they form."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from conformance.audit.comparing import evals_of, members_of
from conformance.audit.findings import Finding, Kind, count
from conformance.audit.habits import Pairs
from conformance.audit.jobs import RESULT, Object, RecordedJob, RecordedTrial
from conformance.audit.trials import Derived
from conformance.protocol import show
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Implementation, Result, Value

type Group = list[dict[str, Value]]
"""The trials of one agent, model and dataset."""


def metrics_of(job: RecordedJob) -> list[str]:
    """Return the names of the metrics that a job asks for; harbor takes the mean for none."""
    metrics = job.config.get("metrics")
    given = metrics if isinstance(metrics, list) else []
    names = [one.get("type") if isinstance(one, dict) else one for one in given]
    return [str(name) for name in names] or ["mean"]


def trial_of(trial: RecordedTrial, derived: Derived) -> Value:
    """Return a trial as a job is asked about it."""
    agent = members_of(trial.result.get("agent_info"))
    model = members_of(agent.get("model_info"))
    return {
        "task_name": str(trial.result.get("task_name") or trial.name),
        "trial_name": trial.name,
        "agent": str(agent.get("name")),
        "model": _name(model.get("name")),
        "source": _name(trial.result.get("source")),
        "verifier_result": derived.verifier_result,
        "exception": derived.exception,
        "usage": _usage(trial.result),
    }


_USED = ("n_input_tokens", "n_cache_tokens", "n_output_tokens", "cost_usd")


def _name(value: Json) -> str | None:
    """Return a name; whatever else a stranger wrote in its place is none."""
    return value if isinstance(value, str) else None


def _usage(result: Object) -> Value:
    """Return what a trial used up; of several steps the sum (harbor/models/trial/result.py:90)."""
    steps = result.get("step_results")
    agents = [result.get("agent_result")]
    if agents == [None] and isinstance(steps, list):
        agents = [members_of(step).get("agent_result") for step in steps]
    used = [agent for agent in agents if isinstance(agent, dict)]
    if not used:
        return None
    kinds = {name: (int, float) if name == "cost_usd" else (int,) for name in _USED}
    return {name: _sum((one.get(name) for one in used), kinds[name]) for name in _USED}


def _sum(values: Iterable[Json], kinds: tuple[type, ...]) -> Value:
    total: float | None = None
    for value in values:
        if type(value) in kinds:
            value = cast("float", value)
            total = value if total is None else total + value
    return total


def groups_of(trials: Sequence[Value]) -> dict[str, Group]:
    """Return the trials of each group of a job's evals (harbor/models/job/result.py:60)."""
    groups: dict[str, Group] = {}
    for trial in trials:
        members = cast("dict[str, Value]", trial)
        named = [members["agent"], members["model"], members["source"] or "adhoc"]
        groups.setdefault("__".join(str(part) for part in named if part), []).append(members)
    return groups


def rewards_of(trials: Group) -> list[Value]:
    """Return the rewards of each trial, None where it has none."""
    results = [cast("dict[str, Value] | None", trial["verifier_result"]) for trial in trials]
    return [None if result is None else result["rewards"] for result in results]


def of_metric(metric: str, trials: Group) -> Case:
    """Return the question about a metric of a group."""
    return Case("metric", {"metric": metric, "rewards": rewards_of(trials)})


def without_rewards(harbor: Implementation, job: RecordedJob, pairs: Pairs) -> Iterator[Finding]:
    """Yield which trials count as 0 in a group's first metric, and what it is without them."""
    metric = metrics_of(job)[0]
    for group, trials in groups_of([trial_of(*pair) for pair in pairs]).items():
        rewarded = [one for one in trials if one["verifier_result"] is not None]
        if not rewarded or len(rewarded) == len(trials):
            continue
        own, other = (harbor.answer(of_metric(metric, some)) for some in (trials, rewarded))
        if isinstance(other, Result) and own != other:
            at = show.printable(f"stats.evals.{group}.metrics.0")
            why = f"{_counted(trials)} counted as 0; without them it is {show.value(other.value)}"
            yield Finding(Kind.NOTE, RESULT, at, why)


def _counted(trials: Group) -> str:
    """Return how many trials have no rewards, and what befell them."""
    without = [one for one in trials if one["verifier_result"] is None]
    why = Counter(str(one["exception"] or "no exception") for one in without)
    kinds = ", ".join(f"{times:,} {show.printable(name)}" for name, times in why.most_common())
    return f"{count(len(without), 'trial')} without rewards ({kinds})"


def without_their_own(
    derived: Object, recorded: Object, job: RecordedJob, groups: Mapping[str, Group]
) -> tuple[Object, list[Finding]]:
    """Return derived stats without metrics that a dataset of a registry may have of its own."""
    own, theirs, findings = dict(evals_of(derived)), evals_of(recorded), []
    for name, trials in groups.items():
        if name not in own or trials[0]["source"] not in _from_registries(job):
            continue
        group, other = members_of(own[name]), members_of(theirs.get(name))
        if _form(group.get("metrics")) != _form(other.get("metrics")):
            own[name] = {key: value for key, value in group.items() if key != "metrics"}
            at = show.printable(f"stats.evals.{name}.metrics")
            why = "a dataset of a registry has metrics of its own, which are not at hand"
            findings.append(Finding(Kind.UNDERIVED, RESULT, at, why))
    return {**derived, "evals": own}, findings


def _from_registries(job: RecordedJob) -> set[str | None]:
    """Return the names of a job's datasets that are no folders."""
    datasets = job.config.get("datasets")
    listed = [members_of(one) for one in datasets] if isinstance(datasets, list) else []
    return {_name(one.get("name")) for one in listed if one.get("path") is None} - {None}


def _form(metrics: Json) -> list[list[str]]:
    """Return the names that each metric has a number for."""
    listed = metrics if isinstance(metrics, list) else []
    return [sorted(members_of(one)) for one in listed]
