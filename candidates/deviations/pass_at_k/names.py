"""Other ways to tell which trials belong together, and to name their group."""

from typing import Any

from candidates.deviations.deviation import (
    Deviation,
    Parameter,
    Step,
    after,
    around,
    before,
    family,
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


def _in_lower_case(trial: dict[str, Any]) -> dict[str, Any]:
    names = ("task_name", "agent", "model", "source")
    return {**trial, **{name: trial[name].lower() for name in names if trial.get(name)}}


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
        "no trials raise an error",
        before(groups=lambda trials: [trials[0], *trials[1:]]),
        advice="Return an empty object for no trials.",
    ),
    Deviation(
        "pass-at-k-slashes",
        "pass_at_k.evals-key",
        "the parts of a group's key are joined by {}",
        parameter=Parameter("separator", "/", str, lambda text: instead({"key.join": text.join})),
        advice="Join agent, model and source with two underscores.",
    ),
    family(
        "pass-at-k-keys",
        "pass_at_k.evals-key",
        "a group's key {}",
        {
            "empty-parts-omitted": (
                "leaves out every empty part",
                before({"key.join": lambda parts: [part for part in parts if part]}),
            ),
            "source-first": (
                "has the source first",
                before({"key.join": lambda parts: [parts[-1], *parts[:-1]]}),
            ),
            "null-as-text": (
                "has None for a null model",
                instead({"key.model": lambda model: [str(model)]}),
                "pass_at_k.missing-model",
            ),
            "empty-model": (
                "keeps an empty model as an empty part",
                instead({"key.model": lambda model: [] if model is None else [model]}),
                "pass_at_k.missing-model",
            ),
            "empty-source": (
                "keeps an empty source as an empty part",
                instead({"key.source": lambda source: ["adhoc" if source is None else source]}),
                "pass_at_k.missing-source",
            ),
            "no-source": ("has no source", instead({"key.source": lambda _: []})),
            "missing-source-omitted": (
                "leaves out a missing source",
                instead({"key.source": model_if_any}),
                "pass_at_k.missing-source",
            ),
        },
        advice="Join agent, model and source with two underscores; leave out a model that is"
        " empty or null, and call a source that is empty or null adhoc.",
    ),
    Deviation(
        "pass-at-k-missing-model-named",
        "pass_at_k.missing-model",
        "a missing model is called {}",
        parameter=Parameter(
            "name",
            "unknown",
            str,
            lambda name: instead({"key.model": lambda model: [model or name]}),
            usual=("default", "none", "no-model"),
        ),
        advice="Leave out a model that is empty or null.",
    ),
    Deviation(
        "pass-at-k-missing-source-named",
        "pass_at_k.missing-source",
        "a missing source is called {}",
        parameter=Parameter(
            "name",
            "default",
            str,
            lambda name: instead({"key.source": lambda source: [source or name]}),
            usual=("unknown", "local", "None"),
        ),
        advice="Call a source that is empty or null adhoc.",
    ),
    family(
        "pass-at-k-groups",
        "pass_at_k.colliding-names",
        "{}",
        {
            "last-of-equal-keys": (
                "of groups with equal keys only the last is kept",
                around(groups=_last_of_equal_keys),
            ),
            "js-object": (
                "tasks are keys of a JavaScript object, so names that it inherits are lost",
                before(
                    groups=lambda trials: [t for t in trials if t["task_name"] not in _INHERITED]
                ),
                "pass_at_k.names-as-they-stand",
            ),
            "lower-case": (
                "names are compared in lower case",
                before(groups=lambda trials: [_in_lower_case(trial) for trial in trials]),
                "pass_at_k.names-as-they-stand",
            ),
            "shared-tasks": (
                "attempts at one task are shared by all groups",
                around(groups=_sharing_tasks),
                "pass_at_k.groups-apart",
            ),
        },
        advice="Group trials by the joined key, and attempts within a group by the unchanged"
        " name of the task.",
    ),
    family(
        "pass-at-k-tasks-by",
        "pass_at_k.task-name",
        "the task is taken from {}",
        {
            "trial-name": (
                "the trial's name, which harbor shortens",
                instead(task=_task_of_trial_name),
            ),
            "before-underscores": (
                "the part of its name before two underscores",
                after(task=lambda name: name.partition("__")[0]),
            ),
        },
        advice="Use the name of the task unchanged.",
    ),
)
"""Each breaks one clause about groups, tasks or their names."""
