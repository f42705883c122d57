"""Wrong ways to tell which trials belong together, and what their group is called."""

import unicodedata
from collections.abc import Callable
from functools import partial

from candidates.broken.pass_at_k_steps import Estimates, Question, Steps, Trial
from candidates.broken.variant import Variant

_STEPS = Steps()


def needs_a_trial(question: Question) -> dict[str, Estimates]:
    """Look at the first trial before anything else."""
    first = question["trials"][0]
    return _STEPS({"trials": [first, *question["trials"][1:]]})


def slashes(trial: Trial) -> str:
    """Join with slashes."""
    return "/".join(_parts(trial))


def source_first(trial: Trial) -> str:
    """Put the source in front."""
    return "__".join([_parts(trial)[-1], *_parts(trial)[:-1]])


def model_without_provider(trial: Trial) -> str:
    """Keep of the model what follows its last slash."""
    model = (trial["model"] or "").rpartition("/")[-1]
    return _STEPS.key({**trial, "model": model})


def null_as_text(trial: Trial) -> str:
    """Put a null model into the name as text."""
    return f"{trial['agent']}__{trial['model']}__{trial['source'] or 'adhoc'}"


def empty_model_kept(trial: Trial) -> str:
    """Leave out a null model, and no empty one."""
    parts = [trial["agent"], trial["model"], trial["source"] or "adhoc"]
    return "__".join(part for part in parts if part is not None)


def blank_model_left_out(trial: Trial) -> str:
    """Take a model of white space for none."""
    return _STEPS.key({**trial, "model": (trial["model"] or "").strip()})


def empty_source_kept(trial: Trial) -> str:
    """Name a null source adhoc, and no empty one."""
    source = "adhoc" if trial["source"] is None else trial["source"]
    return "__".join([*_parts(trial)[:-1], source])


def missing_source_left_out(trial: Trial) -> str:
    """Leave out a missing source like a missing model."""
    return "__".join([*_parts(trial)[:-1], *([trial["source"]] if trial["source"] else [])])


def last_of_equal_keys_wins(question: Question) -> dict[str, Estimates]:
    """Group by the three names, and let groups of one key overwrite each other."""
    groups: dict[tuple[str, ...], list[Trial]] = {}
    for trial in question["trials"]:
        groups.setdefault(tuple(_parts(trial)), []).append(trial)
    estimates = {_STEPS.key(members[0]): _STEPS.of_group(members) for members in groups.values()}
    return {key: by_k for key, by_k in estimates.items() if by_k}


def with_names(change: Callable[[str], str]) -> Callable[[Question], dict[str, Estimates]]:
    """Make a candidate that changes every name that it reads."""

    def changed(question: Question) -> dict[str, Estimates]:
        names = ("task_name", "agent", "model", "source")
        trials = [
            {**trial, **{name: change(trial[name]) for name in names if trial[name]}}
            for trial in question["trials"]
        ]
        return _STEPS({"trials": trials})

    return changed


def inherited_names_lost(question: Question) -> dict[str, Estimates]:
    """Use a map that has members of its own, as an object of JavaScript has."""
    inherited = ("__proto__", "constructor", "toString", "hasOwnProperty")
    kept = [t for t in question["trials"] if t["task_name"] not in inherited]
    return _STEPS({"trials": kept})


def without_namespace(trial: Trial) -> str:
    """Keep of the task's name what follows its last slash."""
    return str(trial["task_name"]).rpartition("/")[-1]


def tasks_shared_by_groups(question: Question) -> dict[str, Estimates]:
    """Collect attempts by task before the groups are told apart."""
    everything = _tasks_of(question["trials"])
    keys = dict.fromkeys(_STEPS.key(trial) for trial in question["trials"])
    own = {
        key: {t["task_name"] for t in question["trials"] if _STEPS.key(t) == key} for key in keys
    }
    return {
        key: estimates
        for key, tasks in own.items()
        if (estimates := _STEPS.of_group([t for name in tasks for t in everything[name]]))
    }


def task_by_trial_name(trial: Trial) -> str:
    """Read the task off the trial's name."""
    return str(trial.get("trial_name", trial["task_name"])).rpartition("__")[0]


def task_up_to_underscores(trial: Trial) -> str:
    """Take what follows two underscores for a trial's own ending."""
    return str(trial["task_name"]).partition("__")[0]


def _parts(trial: Trial) -> list[str]:
    model = [trial["model"]] if trial["model"] else []
    return [trial["agent"], *model, trial["source"] or "adhoc"]


def _tasks_of(trials: list[Trial]) -> dict[str, list[Trial]]:
    tasks: dict[str, list[Trial]] = {}
    for trial in trials:
        tasks.setdefault(trial["task_name"], []).append(trial)
    return tasks


VARIANTS = (
    Variant(
        "pass-at-k-needs-a-trial",
        "pass_at_k.no-trials",
        "the first of no trials is looked at",
        needs_a_trial,
    ),
    Variant(
        "pass-at-k-slashes",
        "pass_at_k.evals-key",
        "the names are joined with slashes",
        Steps(key=slashes),
    ),
    Variant(
        "pass-at-k-source-first",
        "pass_at_k.evals-key",
        "the source stands in front",
        Steps(key=source_first),
    ),
    Variant(
        "pass-at-k-model-without-provider",
        "pass_at_k.evals-key",
        "the provider is taken off the model",
        Steps(key=model_without_provider),
    ),
    Variant(
        "pass-at-k-null-as-text",
        "pass_at_k.missing-model",
        "a null model is formatted into the name",
        Steps(key=null_as_text),
    ),
    Variant(
        "pass-at-k-empty-model-kept",
        "pass_at_k.missing-model",
        "only null counts as no model",
        Steps(key=empty_model_kept),
    ),
    Variant(
        "pass-at-k-blank-model-left-out",
        "pass_at_k.missing-model",
        "white space counts as no model",
        Steps(key=blank_model_left_out),
    ),
    Variant(
        "pass-at-k-empty-source-kept",
        "pass_at_k.missing-source",
        "only null counts as no source",
        Steps(key=empty_source_kept),
    ),
    Variant(
        "pass-at-k-missing-source-left-out",
        "pass_at_k.missing-source",
        "a missing source is left out like a model",
        Steps(key=missing_source_left_out),
    ),
    Variant(
        "pass-at-k-last-of-equal-keys-wins",
        "pass_at_k.colliding-names",
        "groups are told apart by three names and stored under one",
        last_of_equal_keys_wins,
    ),
    Variant(
        "pass-at-k-trimmed-names",
        "pass_at_k.names-as-they-stand",
        "names are trimmed",
        with_names(str.strip),
    ),
    Variant(
        "pass-at-k-lower-case-names",
        "pass_at_k.names-as-they-stand",
        "names are compared in lower case",
        with_names(str.lower),
    ),
    Variant(
        "pass-at-k-normalised-names",
        "pass_at_k.names-as-they-stand",
        "names are brought into Unicode's form NFC",
        with_names(partial(unicodedata.normalize, "NFC")),
    ),
    Variant(
        "pass-at-k-inherited-names-lost",
        "pass_at_k.names-as-they-stand",
        "tasks are kept in a map that has members of its own",
        inherited_names_lost,
    ),
    Variant(
        "pass-at-k-without-namespace",
        "pass_at_k.names-as-they-stand",
        "a task's name is cut at the slash",
        Steps(task=without_namespace),
    ),
    Variant(
        "pass-at-k-tasks-shared-by-groups",
        "pass_at_k.groups-apart",
        "attempts are collected by task before they are by group",
        tasks_shared_by_groups,
    ),
    Variant(
        "pass-at-k-task-by-trial-name",
        "pass_at_k.task-name",
        "the task is read off the trial's name, which harbor shortens",
        Steps(task=task_by_trial_name),
    ),
    Variant(
        "pass-at-k-task-up-to-underscores",
        "pass_at_k.task-name",
        "the end of a task's name is taken for a trial's number",
        Steps(task=task_up_to_underscores),
    ),
)
