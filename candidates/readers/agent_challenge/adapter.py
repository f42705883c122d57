"""agent-challenge: its own runner's scoring, and what it makes of harbor's job result.

The runner copies a verifier's folder out of its container and scores it; here it gets the folder.
Where it refuses the files, the name of its own exception is the answer, and where it scores them,
the rewards that it keeps: they are what JSON says, and true, which the protocol does not have, is
passed on as 1. The package derives a summary from harbor's result.json and writes it as a line in
two functions, which are called here one after the other.
"""

import os
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(os.environ["READER_SOURCE"], "src")))
sys.path.insert(0, str(Path(sys.path[0], "../packages/challenges/agent-challenge/src").resolve()))

from agent_challenge.evaluation.own_runner import result_schema, reward
from agent_challenge.evaluation.own_runner.verifier_runner import score_verifier_dir
from agent_challenge.evaluation.terminal_bench import normalize_terminal_bench_reason_code

METRICS = {
    metric.metric_name: metric for metric in (reward.Mean, reward.Max, reward.Min, reward.Sum)
}


def verifier(files: Mapping[str, bytes | None]) -> dict[str, object]:
    """Return the rewards of one verifier's files, if they can be scored."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            if content is not None:
                Path(folder, name).write_bytes(content)
        rewards = reward.parse_verifier_dir(Path(folder))
        score_verifier_dir(Path(folder))
    if not isinstance(rewards, dict):
        return {"rewards": rewards}
    return {"rewards": {n: int(v) if isinstance(v, bool) else v for n, v in rewards.items()}}


def metric(question: Mapping[str, Any]) -> dict[str, object]:
    """Return one metric of the rewards of trials."""
    found = reward.compute_metrics(question["rewards"], [METRICS[question["metric"]]()])
    return dict(found[0])


def pass_at_k(question: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, dict[str, float]]:
    """Return pass@k of each group of trials that has any."""
    trials = [
        reward.Trial(
            task_name=trial["task_name"],
            rewards=(trial.get("verifier_result") or {}).get("rewards"),
            agent_name=trial["agent"],
            model_name=trial.get("model"),
            source=trial.get("source"),
        )
        for trial in question["trials"]
    ]
    found = reward.compute_pass_at_k_by_evals(trials)
    return {key: {str(k): value for k, value in by_k.items()} for key, by_k in found.items()}


def outcome(question: Mapping[str, bytes | None]) -> dict[str, str]:
    """Return the line that is emitted for a job's result.json."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder, "result.json")
        content = question["result"]
        if content is not None:
            result.write_bytes(content)
        summary = reward.derive_outcome(result)
    return {"line": result_schema.format_benchmark_result_line(summary)}


def reason_code(question: Mapping[str, str | None]) -> dict[str, str | None]:
    """Return the code of a reason."""
    return {"reason_code": normalize_terminal_bench_reason_code(question["reason"])}


def of_trial(folder: Path) -> tuple[float, str]:
    """Return the score of its own runner for a verifier's folder, with the code of a failure."""
    scored = score_verifier_dir(folder / "verifier")
    return float(scored.score), scored.reason_code or ""


def of_job(folder: Path) -> tuple[float, str]:
    """Return the score in the line that is emitted for a job, with its status unless completed."""
    summary = reward.derive_outcome(folder / "result.json")
    result_schema.format_benchmark_result_line(summary)
    status = str(summary["status"])
    return float(summary["score"]), "" if status == "completed" else f"status {status}"
