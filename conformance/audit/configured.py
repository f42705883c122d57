"""What a job was configured to run: config.json, lock.json, and each trial's config.json."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from sys import intern

from conformance.audit.folders import Object, listed_in, members_of, text_of
from conformance.protocol.shapes import Json

_OF_A_LOCK = (
    "agent",
    "environment",
    "verifier",
    "timeout_multiplier",
    "agent_timeout_multiplier",
    "verifier_timeout_multiplier",
    "agent_setup_timeout_multiplier",
    "environment_build_timeout_multiplier",
)
"""The fields that a trial's config.json and its entry in lock.json share."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One configured trial: what its config.json says, or its entry in lock.json.

    ``key`` is the same for both, and for each attempt: a text for the task and one for the rest,
    which thousands of trials share; ``task_key`` is the same for each agent. ``task``
    is the last part of the task's path or name, and ``named`` says that it is the whole name (a
    package). ``agent`` is None if only the agent's class knows its name, ``agent_class`` is its
    import path. ``model`` is ``model_name`` without its provider. ``job`` is not in lock.json.
    """

    key: tuple[str, str]
    task_key: str
    task: str
    named: bool
    agent: str | None
    agent_class: str | None
    model: str | None
    model_name: str | None
    source: str | None
    disabled: bool
    own_verifier: bool
    job: str | None = None


def setup_of(entry: Object, *, pinned: bool = True) -> Setup:
    """Return what a trial's config.json, or an entry of lock.json, configures.

    Unless ``pinned``, another release wrote it, whose two files share less.
    """
    task, agent = members_of(entry.get("task")), members_of(entry.get("agent"))
    verifier = members_of(entry.get("verifier"))
    path, name = text_of(task.get("path")), text_of(task.get("name"))
    is_package = path is None
    both: dict[str, Json] = {name: entry.get(name) for name in _OF_A_LOCK}
    if not pinned:
        both = {"agent": _narrow(agent), "disable": verifier.get("disable") or None}
    known, model = text_of(agent.get("name")), text_of(agent.get("model_name"))
    # From 0.16.0 on, the name may be the import path of a class, or one of a registry (acp:NAME).
    of_class = text_of(agent.get("import_path")) or (known if ":" in (known or "") else None)
    return Setup(
        key=(_text(_own(task)), intern(_text(both))),
        task_key=intern(json.dumps(_own(task)[:3])),
        task=intern((name if is_package else name or PurePosixPath(path or "").name) or ""),
        named=is_package,
        agent=None if of_class else known,
        agent_class=of_class,
        # Without its provider (harbor/agents/base.py:46).
        model=(model.split("/", 1)[-1] or None) if model is not None else None,
        model_name=model,
        source=text_of(task.get("source")),
        disabled=verifier.get("disable") is True,
        own_verifier=verifier.get("import_path") is not None,
        job=text_of(entry.get("job_id")),
    )


def _narrow(agent: Object) -> Json:
    return {name: agent.get(name) for name in ("name", "import_path", "model_name")}


def pruned(value: Json) -> Json:
    """Return a value without members that are null, which lock.json omits."""
    if isinstance(value, dict):
        return {name: pruned(one) for name, one in value.items() if one is not None}
    return [pruned(one) for one in value] if isinstance(value, list) else value


def contradictions(
    config: Object, locked: Sequence[Setup], *, pinned: bool = True
) -> Iterator[tuple[str, object, object]]:
    """Yield where a job's config.json and its lock.json contradict each other.

    A field of config.json, what it says, and what lock.json says. Only lock.json lists the tasks of
    a dataset.
    """
    given = listed_in(config.get("agents"))
    agents = [_text(one if pinned else _narrow(members_of(one))) for one in given]
    entries = Counter(one.key for one in locked)
    # Thousands of trials share a few texts: each is parsed once.
    shared = {text: json.loads(text) for text in {text for _, text in entries}}
    by_agent = {_text(one.get("agent")) for one in shared.values()}
    if locked and by_agent != set(agents) and (pinned or agents):
        yield "agents", sorted(agents), sorted(by_agent)
    for field in _OF_A_LOCK[1:] if pinned else ():
        theirs = {_text(one.get(field)) for one in shared.values()}
        if theirs and theirs != {_text(config.get(field))}:
            yield field, _text(config.get(field)), sorted(theirs)
    attempts = config.get("n_attempts", None if pinned else 1)
    attempts = attempts if isinstance(attempts, int) else 0
    of_tasks, uneven = Counter[str](), list[int]()
    agents = agents if pinned else agents or [*by_agent]
    known = {text: agents.count(_text(one.get("agent"))) for text, one in shared.items()}
    for (own, text), times in entries.items():
        of_tasks[own] += times
        each = attempts * known[text]
        uneven += [times] if each and times % each else []
    each = attempts * len(agents)
    if uneven := uneven or [times for times in of_tasks.values() if not each or times % each]:
        yield "n_attempts", attempts, sorted(uneven)
    yield from _of_tasks(config, of_tasks, each)


def _of_tasks(
    config: Object, of_tasks: Mapping[str, int], each: int
) -> Iterator[tuple[str, object, object]]:
    """Yield the tasks that only one of config.json and lock.json has."""
    listed = Counter(_text(_own(members_of(one))) for one in listed_in(config.get("tasks")))
    for task, times in listed.items():
        if of_tasks.get(task, 0) < times * each:
            yield "tasks", task, None
    datasets = [members_of(one) for one in listed_in(config.get("datasets"))]
    sources: dict[str, set[Json]] = {_folder_or_name(one): set() for one in datasets}
    for task, times in of_tasks.items():
        path, _, _, source = json.loads(task)
        own = str(PurePosixPath(path).parent) if path is not None else None
        home = own if own in sources else source
        if home in sources:
            sources[home].add(source)
        elif times > listed[task] * each:
            yield "tasks", None, task
    for dataset, its in sources.items():
        if len(its) != 1:  # harbor gives all of them one (harbor/models/job/config.py:161)
            yield "datasets", dataset, sorted(map(str, its))


def _own(task: Object) -> list[Json]:
    path, name = text_of(task.get("path")), text_of(task.get("name"))
    return [path, text_of(task.get("git_url")), name if path is None else None, task.get("source")]


def _folder_or_name(dataset: Object) -> str:
    path = text_of(dataset.get("path"))
    return str(dataset.get("name")) if path is None else str(PurePosixPath(path))


def source_of(dataset: Object) -> str:
    """Return what harbor uses as the source of a dataset's tasks: its folder, or its name."""
    path = text_of(dataset.get("path"))
    return str(dataset.get("name")) if path is None else PurePosixPath(path).name


def _text(value: Json) -> str:
    return json.dumps(pruned(value), sort_keys=True)
