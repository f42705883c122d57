"""terminal-bench 0.2.18: `BenchmarkResults`, with harbor's trials in the place of its own.

The package knows whether a trial is resolved, and no reward. Which trials are is ours: those whose
key reward is 1. So are the groups of a job: the package has one for each run, and gets each of
harbor's as a run. Only its models are imported.
"""

import importlib.util
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

# Its packages import all that runs agents, for many seconds: they are put here without doing so.
for package in ("", ".harness", ".agents", ".parsers"):
    found = importlib.util.find_spec(f"terminal_bench{package}")
    bare = ModuleType(f"terminal_bench{package}")
    bare.__path__ = list((found and found.submodule_search_locations) or ())
    sys.modules[bare.__name__] = bare

from terminal_bench.harness.models import BenchmarkResults, TrialResults  # noqa: E402 - behind them


def pass_at_k(question: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, dict[str, float]]:
    """Return pass@k of each group that has any."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for trial in question["trials"]:
        model = [trial["model"]] if trial.get("model") else []
        key = "__".join([trial["agent"], *model, trial.get("source") or "adhoc"])
        groups.setdefault(key, []).append(trial)
    found = {key: _by_k(_run(trials)) for key, trials in groups.items()}
    return {key: by_k for key, by_k in found.items() if by_k}


def passes(job: Path) -> dict[str, float]:
    """Return pass@k of a run with the job's trials, by k."""
    return _by_k(_run(_trials(job)))


def _trials(job: Path) -> list[Mapping[str, Any]]:
    return [json.loads(path.read_bytes()) for path in sorted(job.glob("*/result.json"))]


def _run(trials: Sequence[Mapping[str, Any]]) -> BenchmarkResults:
    return BenchmarkResults(
        results=[
            TrialResults(
                trial_name=trial.get("trial_name") or "",
                task_id=trial["task_name"],
                instruction="",
                is_resolved=_is_resolved(trial.get("verifier_result")),
            )
            for trial in trials
        ]
    )


def _is_resolved(verifier_result: Mapping[str, Any] | None) -> bool:
    rewards = (verifier_result or {}).get("rewards") or {}
    return bool(rewards.get("reward") == 1)


def _by_k(run: BenchmarkResults) -> dict[str, float]:
    return {str(k): value for k, value in run.pass_at_k.items()}
