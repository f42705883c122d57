"""The steps from trials to stats, any of which a broken candidate may replace."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from candidates.reference import harbor_json
from candidates.reference.harbor_json import Json, Members
from candidates.reference.job import Evals, JobInput, Stats, add_metrics, members_of, stats_of
from candidates.reference.job_progress import Progress, progress_of
from candidates.reference.job_trial import MetricName, Rewards, Trial
from candidates.reference.pass_at_k import pass_at_k

type Table = Mapping[str, Sequence[MetricName]]
type Tree = dict[str, Json]


def same(question: JobInput) -> JobInput:
    """Return the question as it is."""
    return question


def unchanged(members: Tree) -> Tree:
    """Return the members of the stats as they are."""
    return members


@dataclass(frozen=True)
class Steps:
    """The reference, step by step: ``reading`` comes first, ``members`` and ``text`` last."""

    reading: Callable[[JobInput], JobInput] = same
    progress: Callable[[Sequence[Trial], Table], Progress] = progress_of
    stats: Callable[[Sequence[Trial]], Stats] = stats_of
    metrics: Callable[[dict[str, Evals], Sequence[Trial], Table], None] = add_metrics
    members: Callable[[Tree], Tree] = unchanged
    text: Callable[[Json], str] = harbor_json.write

    def __call__(self, asked: JobInput) -> dict[str, str]:
        """Return ``{"stats": text}``."""
        question = self.reading(asked)
        trials, table = question["trials"], question["metrics"]
        progress = self.progress(trials, table)
        stats = self.stats(trials)
        self.metrics(stats.evals, trials, table)
        for key, estimates in pass_at_k({"trials": list(trials)}).items():
            if key in stats.evals:
                stats.evals[key].pass_at_k = estimates
        return {"stats": self.text(self.members(members_of(stats, question, progress)))}


def with_trials(change: Callable[[Iterable[Trial]], Iterable[Trial]]) -> Steps:
    """Return a candidate that changes the trials before anything else."""
    return Steps(reading=lambda asked: {**asked, "trials": list(change(asked["trials"]))})


def with_each_trial(change: Callable[[Trial], Trial]) -> Steps:
    """Return a candidate that changes each trial before anything else."""
    return with_trials(lambda trials: map(change, trials))


def listed(change: Callable[[Trial], Trial]) -> Steps:
    """Make a candidate that changes trials before it lists them, and not for the metrics."""
    return Steps(stats=lambda trials: stats_of([change(trial) for trial in trials]))


def with_rewards(trial: Trial, rewards: Rewards | None) -> Trial:
    """Return the trial with other rewards."""
    return {**trial, "verifier_result": None if rewards is None else {"rewards": rewards}}


def with_groups(change: Callable[[Tree], Tree]) -> Steps:
    """Return a candidate that changes the members of each group."""

    def changed(members: Tree) -> Tree:
        groups = members["evals"]
        if not isinstance(groups, dict):
            return members
        edited: Tree = {
            key: change(group) if isinstance(group, dict) else group
            for key, group in groups.items()
        }
        return {**members, "evals": edited}

    return Steps(members=changed)


def mapped(
    tree: Json,
    number: Callable[[int | float], Json] = lambda value: value,
    name: Callable[[str], str] = str,
) -> Json:
    """Return the tree with its numbers and its text changed."""
    match tree:
        case dict() | Members():
            pairs = list(tree.items()) if isinstance(tree, dict) else tree.pairs
            return Members([(name(n), mapped(member, number, name)) for n, member in pairs])
        case list():
            return [mapped(member, number, name) for member in tree]
        case str():
            return name(tree)
        case None:
            return None
    return number(tree)
