"""Three laws: untouched jobs never differ, no raised score agrees, no edit stops another audit.

``tampering.edits`` has every edit of a job's folder. Of these one in ``AUDIT_STEP`` is made, from
``AUDIT_SEED`` on; ``AUDIT_JOBS`` untouched jobs are audited. ``tox -e audits`` makes all of them.
The search for causes, which decides on no verdict, is left out.
"""

import json
import os
import random
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from audited import audit_of
from released_jobs import (
    BOTH_STRATEGIES,
    FAILING,
    OF_STEPS,
    RESUMED,
    RETRIED,
    STEP_FILES,
    STEPS,
    leaves,
    task,
    tasks,
)
from tampering import count_again, edits, loads

from conformance.audit import explain
from conformance.audit.findings import Audit, AuditFinding, FindingKind, JobVerdict
from conformance.audit.jobs import jobs_of
from conformance.diagnosis.diagnosis import NOTHING_WRONG
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.start import Harbor
from conformance.protocol.scenario import Scenario
from conformance.pytest_plugin.clause import KeptAnswers

JOBS, STEP, SEED = (
    int(os.environ.get(name, default))
    for name, default in (("AUDIT_JOBS", "8"), ("AUDIT_STEP", "503"), ("AUDIT_SEED", "0"))
)
REWARDS = ("0", "1", "0.1", "0.2", "0.3", "0.7", "1e-9", "1e16", "nan", "")
AGENTS: list[Any] = [{"name": "nop"}, {"name": "nop", "model_name": "maker/model"}]


def script(draw: random.Random) -> Any:  # noqa: ANN401 - one try of a scenario
    if draw.random() < 0.1:
        return draw.choice((FAILING, {"test": {"raises": "OSError"}}, {"test": {}}))
    text = draw.choice(REWARDS)
    one = leaves(None, f'{{"reward": {text}}}') if text in {"0", "1"} else leaves(text)
    one["test"]["turn"] = draw.randrange(9)
    if draw.random() < 0.1:
        one["agent"] = {"raises": "AgentTimeoutError"}
    return one


def drawn_task(draw: random.Random, name: str, tries: int) -> Any:  # noqa: ANN401 - a task of a scenario
    """Return a task of one step or, one in five, of two, of one of the datasets or of none."""
    own = task(name, *[script(draw) for _ in range(tries)])
    if draw.random() < 0.2:
        strategy = f'multi_step_reward_strategy = "{draw.choice(("mean", "final"))}"\n'
        steps = [[{"steps": [script(draw), script(draw)]}] for _ in range(tries)]
        own |= {"config": strategy + STEPS, "files": STEP_FILES, "attempts": steps}
    dataset = draw.choice([None, None, None, "d", "é.metrics.x", "adhoc", "d__adhoc", "d__x"])
    return own if dataset is None else {**own, "dataset": dataset}


def drawn(seed: int) -> Scenario:
    """Return a job of a seed: tasks, datasets, agents and attempts, ending in any order."""
    draw = random.Random(seed)
    if seed % 8 in {0, 1, 2}:
        return (OF_STEPS, RETRIED, RESUMED)[seed % 8]
    attempts = draw.randint(1, 3)
    of_job = [drawn_task(draw, f"t{n}", attempts * 2) for n in range(draw.randint(1, 4))]
    job: dict[str, Any] = {
        "n_attempts": attempts,
        "n_concurrent_trials": draw.randint(1, 8),
        "agents": AGENTS[: draw.randint(1, 2)],
        "metrics": draw.choice([[], [], [{"type": "max"}], [{"type": "sum"}, {"type": "mean"}]]),
    }
    # harbor cannot resume a job of which a result has null in place of nan
    can_resume = "nan" not in str(of_job)
    resume: list[Any] = [{}] if can_resume and draw.random() < 0.3 else []
    return {"tasks": of_job, "job": job, "resume": resume}


def test_an_untouched_job_never_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verdicts = Counter[str]()
    for seed in range(JOBS):
        (job,) = write_jobs({str(seed): drawn(seed)}, tmp_path).values()
        done = audit_of(job)
        assert done.differences == (), seed
        assert done.verdict in {JobVerdict.AGREES, JobVerdict.PARTIAL}, seed
        verdicts[done.verdict] += 1
        shutil.rmtree(tmp_path / str(seed))
    with capsys.disabled():
        sys.stdout.write(f"\n{JOBS:,} untouched jobs: {dict(verdicts)}\n")


def concurrent(seed: int) -> Scenario:
    """Return a job of four trials, ``seed`` of them at a time, that end in the order of a seed."""
    turns = random.Random(seed).sample(range(4), 4)
    scripts: list[Any] = [leaves("1"), leaves("0"), leaves("0.1"), leaves("0.7")]
    for one, turn in zip(scripts, turns, strict=True):
        one["test"]["turn"] = turn
    return {"tasks": tasks(*scripts), "job": {"n_concurrent_trials": seed}}


CONCURRENT: dict[str, Scenario] = {f"concurrent {seed}": concurrent(seed) for seed in range(1, 9)}
ALIKE = [task("a", "1", "1"), task("b", "0", "0.5")]
APART = [task("a", "1", dataset="d"), task("b", "0", dataset="e"), task("c", FAILING)]
VICTIMS: dict[str, Scenario] = {
    "flat": {"tasks": ALIKE, "job": {"n_attempts": 2}},
    "datasets": {"tasks": APART, "job": {"agents": AGENTS}},
    "steps": BOTH_STRATEGIES,
    "retried": RETRIED,
    "resumed": RESUMED,
    **CONCURRENT,
}


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
            agent, failure = get(result, "agent_info"), get(result, "exception_info")
            of = [get(agent, "name"), get(agent, "model_info", "name"), get(result, "source")]
            of += [get(result, "verifier_result", "rewards"), get(failure, "exception_type")]
            trials.append([folder.name, *of])
    return json.dumps([numbers, as_floats(trials)])


def get(value: Any, *keys: str) -> Any:  # noqa: ANN401 - JSON
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def as_floats(value: Any) -> Any:  # noqa: ANN401 - JSON
    """Return JSON with each integer as the float that equals it, where there is one."""
    if isinstance(value, dict):
        return {key: as_floats(one) for key, one in value.items()}
    if isinstance(value, list):
        return [as_floats(one) for one in value]
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    return float(value) if is_integer and abs(value) <= 2**53 else value


def grave(done: Audit) -> set[AuditFinding]:
    """Return the findings that keep a job from AGREES."""
    kinds = {FindingKind.DIFFERS, FindingKind.UNDERIVED, FindingKind.UNREAD}
    return {replace(one, effect="") for one in done.findings if one.kind in kinds}


def versions(job: Path, backup: Path, start: int, step: int) -> Iterator[str]:
    """Yield the name of each edit while it is made: alone, and with the job's stats made again.

    Harbor makes stats of the trials' results and the job's configuration: an edit of neither is
    made alone. So is one after which the stats are those that are recorded, and no folder is
    yielded twice.
    """
    kept = {path.relative_to(backup): path.read_bytes() for path in backup.rglob("*.*")}
    result = job / "result.json"
    counted = {job / "config.json", result, *job.glob("*/result.json")}
    seen: set[tuple[tuple[tuple[Path, bytes], ...], str]] = {((), text_of(result))}
    for edit in edits(job, start, step):
        for path, content in edit.contents.items():
            path.write_bytes(content)
        if edit.make:
            edit.make()
        others = tuple(sorted(one for one in edit.contents.items() if one[0] != result))
        alone = text_of(result)
        if edit.make or (others, alone) not in seen:
            seen.add((others, alone))
            yield edit.name
        if (edit.make or counted & edit.contents.keys()) and count_again(job):
            again = text_of(result)
            if again != alone and (edit.make or (others, again) not in seen):
                seen.add((others, again))
                yield f"{edit.name} and counts"
        if edit.make:
            shutil.rmtree(job)
            shutil.copytree(backup, job)
        for path in {*edit.contents, result}:
            path.write_bytes(kept[path.relative_to(job)])


def text_of(result: Path) -> str:
    """Return a job's result, spelled in one way; its bytes where it is not JSON."""
    content = result.read_bytes() if result.is_file() else b""
    try:
        return json.dumps(json.loads(content))
    except (ValueError, RecursionError):
        return repr(content)


@pytest.fixture
def unexplained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the search for what explains a difference, which decides on no verdict."""
    monkeypatch.setattr(explain, "diagnose", lambda *_, **__: NOTHING_WRONG)


@pytest.mark.usefixtures("unexplained")
@pytest.mark.parametrize("name", VICTIMS)
def test_no_edit_of_what_is_counted_agrees_and_none_stops_another_audit(
    name: str, tmp_path: Path, harbor: Harbor, capsys: pytest.CaptureFixture[str]
) -> None:
    written = write_jobs({name: VICTIMS[name]}, tmp_path)[name]
    # Most edits leave most of a job's inputs unchanged: harbor gets each once.
    jobs, is_resumed, asked = tmp_path / "jobs", name == "resumed", KeptAnswers(harbor, {})
    victim, good = (Path(shutil.copytree(written, jobs / one)) for one in ("victim", "good"))
    own, before = grave(audit_of(victim, asked)), view(victim, is_resumed=is_resumed)
    assert bool(own) is (name == "steps")
    verdicts, undetected, began = Counter[str](), list[str](), time.process_time()
    # The jobs that end in other orders have a part of the edits each.
    part = (SEED + STEP * int(name[-1]), STEP * 8) if name in CONCURRENT else (SEED, STEP)
    for edit in versions(victim, written, *part):
        done, changed = audit_of(victim, asked), view(victim, is_resumed=is_resumed) != before
        verdicts[f"{done.verdict}{' of what is counted' * changed}"] += 1
        if changed and not grave(done) - own:
            undetected.append(edit)
        assert good in jobs_of([jobs]), edit
        if verdicts.total() % 5_000 == 0:
            sys.stderr.write(f"{name}: {verdicts.total():,}: {dict(verdicts)} {undetected}\n")
    with capsys.disabled():
        spent = f"{verdicts.total():,} audits, {time.process_time() - began:.0f} s of CPU"
        sys.stdout.write(f"\n{name}: {spent}: {dict(verdicts)} {undetected}\n")
    assert undetected == []
    assert name in CONCURRENT or verdicts["DIFFERS of what is counted"] > 0
