"""Other ways to tell which trials belong together, and to name their group."""

import unicodedata
from collections.abc import Callable
from typing import Any

from candidates.deviations.deviation import (
    Changes,
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    instead,
)
from candidates.reference.pass_at_k import Key, Trial, Trials, model_if_any, task_name

_INHERITED = ("__proto__", "constructor", "toString", "hasOwnProperty")


def _last_of_equal_keys(groups: Step) -> Step:
    """Group by the three names, and let groups of one key overwrite each other."""

    def three_names(trial: Trial) -> str:
        return repr((trial["agent"], trial.get("model") or "", trial.get("source") or "adhoc"))

    def overwriting(trials: Trials, key: Key) -> dict[str, Trials]:
        return {key(members[0]): members for members in groups(trials, three_names).values()}

    return overwriting


def _with_names(change: Callable[[str], str]) -> Changes:
    """Return the change of every name that is read."""
    names = ("task_name", "agent", "model", "source")

    def renamed(trial: dict[str, Any]) -> dict[str, Any]:
        return {**trial, **{name: change(trial[name]) for name in names if trial.get(name)}}

    return before(groups=lambda trials: [renamed(trial) for trial in trials])


def _sharing_tasks(groups: Step) -> Step:
    """Give each group the attempts of all groups at the tasks that it has."""

    def sharing(trials: Trials, key: Key) -> dict[str, Trials]:
        own = {
            name: {trial["task_name"] for trial in members}
            for name, members in groups(trials, key).items()
        }
        return {name: [t for t in trials if t["task_name"] in tasks] for name, tasks in own.items()}

    return sharing


def _task_of_trial_name(trial: Trial) -> str:
    return str(trial.get("trial_name", task_name(trial))).rpartition("__")[0]


DEVIATIONS = (
    Deviation(
        "pass-at-k-needs-a-trial",
        "pass_at_k.no-trials",
        "the first of no trials is looked at",
        before(groups=lambda trials: [trials[0], *trials[1:]]),
    ),
    Deviation(
        "pass-at-k-slashes",
        "pass_at_k.evals-key",
        "the names are joined with slashes",
        parameter=Parameter("separator", "/", str, lambda text: instead({"key.join": text.join})),
    ),
    Deviation(
        "pass-at-k-empty-parts-left-out",
        "pass_at_k.evals-key",
        "parts of the name that are empty are filtered out before they are joined",
        before({"key.join": lambda parts: [part for part in parts if part]}),
    ),
    Deviation(
        "pass-at-k-source-first",
        "pass_at_k.evals-key",
        "the source stands in front",
        before({"key.join": lambda parts: [parts[-1], *parts[:-1]]}),
    ),
    Deviation(
        "pass-at-k-model-without-provider",
        "pass_at_k.evals-key",
        "the provider is taken off the model",
        before({"key.model": lambda model: (model or "").rpartition("/")[-1]}),
    ),
    Deviation(
        "pass-at-k-null-as-text",
        "pass_at_k.missing-model",
        "a null model is formatted into the name",
        instead({"key.model": lambda model: [str(model)]}),
    ),
    Deviation(
        "pass-at-k-model-left-out",
        "pass_at_k.evals-key",
        "groups are named by agent and source",
        instead({"key.model": lambda _: []}),
    ),
    Deviation(
        "pass-at-k-source-left-out",
        "pass_at_k.evals-key",
        "groups are named by agent and model",
        instead({"key.source": lambda _: []}),
    ),
    Deviation(
        "pass-at-k-missing-model-named",
        "pass_at_k.missing-model",
        "a model that is missing has a name",
        parameter=Parameter(
            "name",
            "unknown",
            str,
            lambda name: instead({"key.model": lambda model: [model or name]}),
            usual=("default", "none", "no-model"),
        ),
    ),
    Deviation(
        "pass-at-k-missing-source-named",
        "pass_at_k.missing-source",
        "a source that is missing has another name",
        parameter=Parameter(
            "name",
            "default",
            str,
            lambda name: instead({"key.source": lambda source: [source or name]}),
            usual=("unknown", "local", "None"),
        ),
    ),
    Deviation(
        "pass-at-k-empty-model-kept",
        "pass_at_k.missing-model",
        "only null counts as no model",
        instead({"key.model": lambda model: [] if model is None else [model]}),
    ),
    Deviation(
        "pass-at-k-blank-model-left-out",
        "pass_at_k.missing-model",
        "white space counts as no model",
        before({"key.model": lambda model: (model or "").strip()}),
    ),
    Deviation(
        "pass-at-k-empty-source-kept",
        "pass_at_k.missing-source",
        "only null counts as no source",
        instead({"key.source": lambda source: ["adhoc" if source is None else source]}),
    ),
    Deviation(
        "pass-at-k-missing-source-left-out",
        "pass_at_k.missing-source",
        "a missing source is left out like a model",
        instead({"key.source": model_if_any}),
    ),
    Deviation(
        "pass-at-k-last-of-equal-keys-wins",
        "pass_at_k.colliding-names",
        "groups are told apart by three names and stored under one",
        around(groups=_last_of_equal_keys),
    ),
    Deviation(
        "pass-at-k-trimmed-names",
        "pass_at_k.names-as-they-stand",
        "names are trimmed",
        _with_names(str.strip),
    ),
    Deviation(
        "pass-at-k-lower-case-names",
        "pass_at_k.names-as-they-stand",
        "names are compared in lower case",
        _with_names(str.lower),
    ),
    Deviation(
        "pass-at-k-normalised-names",
        "pass_at_k.names-as-they-stand",
        "names are brought into Unicode's form NFC",
        _with_names(lambda name: unicodedata.normalize("NFC", name)),
    ),
    Deviation(
        "pass-at-k-inherited-names-lost",
        "pass_at_k.names-as-they-stand",
        "tasks are kept in a map that has members of its own",
        before(groups=lambda trials: [t for t in trials if t["task_name"] not in _INHERITED]),
    ),
    Deviation(
        "pass-at-k-without-namespace",
        "pass_at_k.names-as-they-stand",
        "a task's name is cut at the slash",
        after(task=lambda name: name.rpartition("/")[-1]),
    ),
    Deviation(
        "pass-at-k-tasks-shared-by-groups",
        "pass_at_k.groups-apart",
        "attempts are collected by task before they are by group",
        around(groups=_sharing_tasks),
    ),
    Deviation(
        "pass-at-k-task-by-trial-name",
        "pass_at_k.task-name",
        "the task is read off the trial's name, which harbor shortens",
        instead(task=_task_of_trial_name),
    ),
    Deviation(
        "pass-at-k-task-up-to-underscores",
        "pass_at_k.task-name",
        "the end of a task's name is taken for a trial's number",
        after(task=lambda name: name.partition("__")[0]),
    ),
)
"""Each breaks one clause about groups, tasks or their names."""
