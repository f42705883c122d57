"""Three laws: untouched jobs never differ, no raised score agrees, no edit stops another audit.

``AUDIT_JOBS`` and ``AUDIT_EDITS`` in the environment say how many jobs and edits; ``tox -e audits``
has the full size.
"""

import json
import os
import random
import re
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from audited import harbor
from harbor.metrics.mean import Mean
from harbor.models.job.result import JobStats
from harbor.models.trial.result import TrialResult
from harbor.utils.pass_at_k import compute_pass_at_k_by_evals
from released_jobs import FAILING, OF_STEPS, RESUMED, RETRIED, leaving

from conformance.audit.audit import audit, jobs_of
from conformance.audit.findings import JobVerdict
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.start import Harbor
from conformance.protocol.scenario import Scenario

__all__ = ["harbor"]

JOBS, EDITS = int(os.environ.get("AUDIT_JOBS", "8")), int(os.environ.get("AUDIT_EDITS", "500"))
REWARDS = ("0", "1", "0.1", "0.2", "0.3", "0.7", "1e-9", "1e16", "nan", "")
AGENTS = [{"name": "nop"}, {"name": "nop", "model_name": "maker/model"}]


def script(draw: random.Random) -> Any:  # noqa: ANN401 - one try of a scenario
    if draw.random() < 0.1:
        return FAILING
    text = draw.choice(REWARDS)
    one = leaving(None, f'{{"reward": {text}}}') if text in {"0", "1"} else leaving(text)
    one["test"]["turn"] = draw.randrange(9)
    return one


def drawn(seed: int) -> Scenario:
    """Return a job of a seed: tasks, datasets, agents and attempts, ending in any order."""
    draw = random.Random(seed)
    if seed % 8 in {0, 1, 2}:
        return (OF_STEPS, RETRIED, RESUMED)[seed % 8]
    attempts = draw.randint(1, 3)
    tasks: list[Any] = [
        {"name": f"t{n}", "attempts": [[script(draw)] for _ in range(attempts)]}
        for n in range(draw.randint(1, 4))
    ]
    for task in tasks:
        if draw.random() < 0.4:
            task["dataset"] = draw.choice(["d", "é.metrics.x"])
    job: dict[str, Any] = {
        "n_attempts": attempts,
        "n_concurrent_trials": draw.randint(1, 8),
        "agents": AGENTS[: draw.randint(1, 2)],
        "metrics": draw.choice([[], [], [{"type": "max"}], [{"type": "sum"}, {"type": "mean"}]]),
    }
    # harbor cannot resume a job of which a result has null in the place of nan
    can_resume = "nan" not in str(tasks)
    resume: list[Any] = [{}] if can_resume and draw.random() < 0.3 else []
    return {"tasks": tasks, "job": job, "resume": resume}


def test_an_untouched_job_never_differs(
    tmp_path: Path, harbor: Harbor, capsys: pytest.CaptureFixture[str]
) -> None:
    verdicts = Counter[str]()
    for seed in range(JOBS):
        (job,) = write_jobs({str(seed): drawn(seed)}, tmp_path).values()
        done = audit(job, harbor)
        assert done.differences == (), seed
        assert done.verdict in {JobVerdict.AGREES, JobVerdict.PARTIAL}, seed
        verdicts[done.verdict] += 1
        shutil.rmtree(tmp_path / str(seed))
    with capsys.disabled():
        sys.stdout.write(f"\n{JOBS:,} untouched jobs: {dict(verdicts)}\n")


FLAT: Scenario = {
    "tasks": [
        {"name": "a", "attempts": [[leaving("1")], [leaving("1")]]},
        {"name": "b", "attempts": [[leaving("0")], [leaving("0.5")]]},
        {"name": "c", "dataset": "d", "attempts": [[leaving("0.25")], [FAILING]]},
    ],
    "job": {"n_attempts": 2, "agents": AGENTS},
}
ALIKE: list[Any] = [[{"steps": [leaving("1"), leaving("1")]}]]
SAME: Scenario = {"tasks": [{**task, "attempts": ALIKE} for task in OF_STEPS["tasks"]], "job": {}}
VICTIMS = {"flat": FLAT, "steps": SAME, "retried": RETRIED, "resumed": RESUMED}
VALUES: tuple[Any, ...] = (None, True, 0, 1, 0.5, -1, "1", "x/y", [], {}, [1], {"reward": 1.0})
COUNTED = {"verifier_result", "source", "agent_info", "exception_info", "step_results", "evals"}
"""Fields in which half of the edits are."""

TEXTS = ("1e999", "NaN", "9" * 4300, "-0.0")


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - JSON
    if at:
        yield at
    members = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value if isinstance(value, list) else ())
    )
    for key, member in members:
        yield from places(member, (*at, key))


def parent(value: Any, at: tuple[Any, ...]) -> Any:  # noqa: ANN401 - JSON
    for key in at[:-1]:
        value = value[key]
    return value


def edited(text: str, at: tuple[Any, ...], how: Any, other: str) -> str:  # noqa: ANN401 - any edit
    """Return a document after one edit at a place: removed, there twice, replaced, or another's."""
    document = json.loads(text)
    within, key = parent(document, at), at[-1]
    if how == "remove":
        del within[key]
    elif how == "swap":
        try:
            within[key] = parent(json.loads(other), at)[key]
        except (KeyError, IndexError, TypeError):
            del within[key]
    elif how == "twice" and isinstance(within, dict):
        within["\0"] = within[key]
        first = json.dumps({**within, key: 1.0, "\0": within["\0"]})
        within.clear()
        within["\1"] = None
        marked = json.dumps(document)
        return marked.replace('{"\\u0001": null}', first.replace('"\\u0000"', json.dumps(key)))
    elif isinstance(how, str) and how in TEXTS:
        within[key] = "\2"
        return json.dumps(document).replace('"\\u0002"', how)
    else:
        within[key] = how
    return json.dumps(document)


def loads(path: Path) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def get(value: Any, *keys: str) -> Any:  # noqa: ANN401 - JSON
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def view(job: Path, *, is_resumed: bool) -> str:
    """Return what a reader counts: the numbers of each group, and the trials that they are of."""
    evals = get(loads(job / "result.json"), "stats", "evals")
    groups = {
        name: [get(one, field) for field in ("metrics", "pass_at_k", "n_trials")]
        for name, one in (evals if isinstance(evals, dict) else {}).items()
    }
    numbers = json.dumps(as_floats(groups), sort_keys=True)
    if is_resumed:  # it may be counted in any order, and the order may round
        numbers = re.sub(r"(\.\d{12})\d+", r"\1", numbers)
    trials = []
    for folder in sorted(job.iterdir()):
        result = loads(folder / "result.json") if folder.is_dir() else None
        if isinstance(result, dict):
            of = [
                get(result, "agent_info", "name"),
                get(result, "agent_info", "model_info", "name"),
            ]
            of += [get(result, "source"), get(result, "verifier_result", "rewards")]
            trials.append([folder.name, *of, get(result, "exception_info", "exception_type")])
    return json.dumps([numbers, as_floats(trials)])


def as_floats(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return JSON with each integer as the float that equals it, where there is one."""
    if isinstance(value, dict):
        return {key: as_floats(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_floats(one) for one in value]
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if is_integer and abs(value) <= 2**53 else value


class Edit(NamedTuple):
    name: str
    do: Callable[[], object]


def edits(job: Path, draw: random.Random) -> Iterator[Edit]:
    """Yield edits of a job's folder, without end."""
    files = sorted(path for path in job.rglob("*.json") if path.name != "manifest.json")
    everything = sorted(path for path in job.rglob("*"))
    while True:
        if draw.random() < 0.15:
            path = draw.choice(everything)
            edit = draw.choice(list(of_files(path, draw.choice(everything))))
            counts = draw.random() < 0.5
            yield (
                Edit(edit.name, lambda edit=edit: (edit.do(), count_again(job))) if counts else edit
            )
            continue
        file = draw.choice(files)
        text, same = file.read_text(), [one for one in files if one.name == file.name]
        anywhere = list(places(json.loads(text)))
        counted = [at for at in anywhere if COUNTED & {*at[:2]}]
        at = draw.choice(counted if counted and draw.random() < 0.5 else anywhere)
        how = draw.choice(["remove", "swap", "twice", *VALUES, *TEXTS])
        other = draw.choice(same).read_text()
        new = edited(text, at, how, other)
        both = [(file, new)]
        if draw.random() < 0.3:  # composed: the same in the file that it is compared with
            both += [
                (twin, edited(twin.read_text(), to, how, other)) for twin, to in twins(file, at)
            ]
        name = f"{file.relative_to(job)} {at} {how!r} in {len(both)} files"
        counts = file.parent != job and draw.random() < 0.6
        yield Edit(f"{name}{' and counts' * counts}", partial(write, both, job if counts else None))


def write(both: list[tuple[Path, str]], counted: Path | None) -> None:
    for file, new in both:
        file.write_text(new)
    if counted is not None:
        count_again(counted)


def by_group(results: list[TrialResult]) -> dict[str, list[Any]]:
    rewards: defaultdict[str, list[Any]] = defaultdict(list)
    for one in results:
        model = one.agent_info.model_info
        names = one.agent_info.name, model and model.name, one.source or "adhoc"
        own = one.verifier_result and one.verifier_result.rewards
        rewards[JobStats.format_agent_evals_key(*names)].append(own)
    return rewards


def count_again(job: Path) -> None:
    """Let harbor make the job's stats of what its trials record now, where it can read them."""
    try:
        files = sorted(job.glob("*/result.json"))
        results = [TrialResult.model_validate_json(file.read_text()) for file in files]
        rewards = by_group(results)
        metrics = {group: Mean().compute(of_group) for group, of_group in rewards.items()}
    except (OSError, ValueError, OverflowError):
        return
    stats = JobStats.from_trial_results(results, n_total_trials=len(results))
    passes = compute_pass_at_k_by_evals(results)
    for group, metric in metrics.items():
        stats.evals[group].metrics = [metric]
        stats.evals[group].pass_at_k = passes.get(group, {})
    document = loads(job / "result.json")
    if not isinstance(document, dict):
        return
    own = json.loads(stats.model_dump_json()) | {
        "n_retries": get(document, "stats", "n_retries") or 0
    }
    document |= {"stats": own, "n_total_trials": len(results)}
    (job / "result.json").write_text(json.dumps(document))


def twins(file: Path, at: tuple[Any, ...]) -> Iterator[tuple[Path, tuple[Any, ...]]]:
    """Yield where else a trial's configuration is stated, or counted."""
    if file.name == "config.json" and (file.parent / "result.json").exists():
        twin, to = file.parent / "result.json", ("config", *at)
    elif file.name == "result.json" and at[0] == "config" and len(at) > 1:
        twin, to = file.parent / "config.json", at[1:]
    else:
        return
    if to in set(places(json.loads(twin.read_text()))):
        yield twin, to


def of_files(path: Path, other: Path) -> Iterator[Edit]:
    """Yield what can be done to a file or folder."""
    new = path.with_name(f"{path.name}9")
    copy: Any = shutil.copytree if path.is_dir() else shutil.copy
    remove: Any = shutil.rmtree if path.is_dir() else Path.unlink
    can_replace = path.is_file() and other.is_file()
    yield Edit(f"remove {path}", lambda: remove(path))
    yield Edit(f"copy {path}", lambda: copy(path, new))
    yield Edit(f"rename {path}", lambda: path.rename(new))
    yield Edit(f"{path} by {other}", lambda: can_replace and path.write_bytes(other.read_bytes()))


@pytest.mark.parametrize("name", VICTIMS)
def test_no_edit_of_what_is_counted_agrees_and_none_stops_another_audit(
    name: str, tmp_path: Path, harbor: Harbor, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "jobs").mkdir()
    is_resumed = name == "resumed"
    victim = write_jobs({name: VICTIMS[name]}, tmp_path)[name].rename(tmp_path / "jobs" / "victim")
    good = Path(shutil.copytree(victim, tmp_path / "jobs" / "good"))
    backup, before = (
        Path(shutil.copytree(victim, tmp_path / "backup")),
        view(victim, is_resumed=is_resumed),
    )
    assert audit(victim, harbor).verdict is JobVerdict.AGREES
    verdicts, undetected = Counter[str](), list[str]()
    draw = random.Random(f"{name} {EDITS}")
    for edit, _ in zip(edits(victim, draw), range(EDITS // len(VICTIMS)), strict=False):
        edit.do()
        done, changed = audit(victim, harbor), view(victim, is_resumed=is_resumed) != before
        verdicts[f"{done.verdict}{' of what is counted' * changed}"] += 1
        if changed and done.verdict is JobVerdict.AGREES:
            undetected.append(edit.name)
        assert good in jobs_of([tmp_path / "jobs"]), edit.name
        shutil.rmtree(victim)
        shutil.copytree(backup, victim)
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {dict(verdicts)}\n")
    assert undetected == []
