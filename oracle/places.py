"""What eleven places of harbor's own wheel show for one job's folder, each run unchanged.

A place reports if a release lacks it, and any error that it raises. Run this in a separate process:
``harbor sweeps`` creates jobs, which the folder replaces.
"""

import asyncio
import contextlib
import importlib
import io
import json
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock
from uuid import UUID

ABSENT = "not in this release"

type Said = dict[str, Any]
"""What a place shows, by subject; numbers as Python writes them."""


def said_of(job: Path) -> dict[str, Said | str]:
    """Return what each place shows for a job, or why it shows nothing."""
    said: dict[str, Said | str] = {}
    for name, place in PLACES.items():
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                said[name] = place(job)
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("harbor."):
                raise
            said[name] = ABSENT
        except Exception as error:  # noqa: BLE001 - what it raises is what a user sees
            said[name] = {"raises": type(error).__name__}
    return said


def _trials(job: Path) -> dict[Path, dict[str, Any]]:
    """Return the folders of a job's trials in sorted order, with their result.json."""
    files = sorted(job.glob("*/result.json"))
    return {file.parent: json.loads(file.read_text()) for file in files}


def _stats(job: Path) -> list[dict[str, Any]]:
    stats: dict[str, Any] = json.loads((job / "result.json").read_text())["stats"]
    return list(stats["evals"].values())


def metrics(job: Path) -> Said:
    """Return the metrics and pass@k in result.json."""
    (group,) = _stats(job)
    shown = {name: repr(value) for metric in group["metrics"] for name, value in metric.items()}
    return shown | {f"pass@{k}": repr(value) for k, value in group.get("pass_at_k", {}).items()}


def summary(job: Path) -> Said:
    """Return the first table that ``harbor run`` prints at its end."""
    jobs = importlib.import_module("harbor.cli.jobs")
    result = importlib.import_module("harbor.models.job.result").JobResult
    console, printed = jobs.console, io.StringIO()
    console.file, console.width = printed, 200
    jobs.print_job_results_tables(
        result.model_validate_json((job / "result.json").read_text(), strict=False)
    )
    rows = [
        [cell.strip() for cell in line.strip("┃│").replace("│", "┃").split("┃")]
        for line in printed.getvalue().splitlines()
        if line.startswith(("┃", "│"))
    ]
    return dict(zip(rows[0], rows[1], strict=True))


def viewer(job: Path) -> Said:
    """Return the answer of the web application of ``harbor view``."""
    server = importlib.import_module("harbor.viewer.server")
    client = importlib.import_module("fastapi.testclient").TestClient(server.create_app(job.parent))
    tasks, trials = (_items(client, f"/api/jobs/{job.name}/{what}") for what in ("tasks", "trials"))
    rewards = sorted((one["name"], one["reward"]) for one in trials)
    return {
        "average": [_average(one) for one in sorted(tasks, key=lambda t: t["task_name"])],
        "trials": [repr(reward) for _, reward in rewards],
    }


def _average(task: dict[str, Any]) -> str | dict[str, str]:
    """Return the average of a task's key ``reward``, or of each key, if a release has that."""
    metrics = [one for group in task.get("evals", {}).values() for one in group["metrics"]]
    by_key = {key: repr(value) for one in metrics for key, value in one.items()}
    return by_key if by_key.keys() - {"reward"} else repr(task["avg_reward"])


def _items(client: Any, path: str) -> list[dict[str, Any]]:  # noqa: ANN401 - harbor's own dependency
    """Return the items of all pages, of at most 100 each."""
    first = client.get(path).json()
    places = range(2, first["total_pages"] + 1)
    more = (client.get(path, params={"page": place}).json() for place in places)
    return [item for page in (first, *more) for item in page["items"]]


def upload(job: Path) -> Said:
    """Return the primary rewards that ``harbor upload`` reports."""
    return {"trials": [repr(reward) for reward, _ in asyncio.run(_uploaded(job))]}


async def _uploaded(job: Path) -> list[Any]:
    uploader, hub = map(importlib.import_module, ("harbor.upload.uploader", "oracle.hub"))
    _, _, results, folders = uploader._load_job_from_disk(job)  # noqa: SLF001 - what upload_job() calls
    # Folders are listed by trial name, and since 0.26.0 by id.
    by_name = {one.trial_name: folders.get(one.trial_name) or folders[one.id] for one in results}
    return [await hub.uploaded(one, by_name[one.trial_name], UUID(int=1)) for one in results]


async def rows_of(job: Path) -> list[dict[str, Any] | None]:
    """Return the hub's row of each trial of a job; None if it could not be sent."""
    return [row for _, row in await _uploaded(job)]


def _rows(job: Path) -> list[dict[str, Any]]:
    return [row for row in asyncio.run(rows_of(job)) if row is not None]


def static(job: Path) -> Said:
    """Return the static validation, with the accuracy that it computes if no check fails."""
    validation = importlib.import_module("harbor.leaderboard.static_validation")
    context = importlib.import_module("oracle.leaderboard").context_of(_rows(job), {})
    result = validation.run_static_validation(context)
    return {
        "accuracy": repr(validation._calculate_unofficial_accuracy(context)),  # noqa: SLF001 - as above
        "failed": [check.name for check in result.checks if not check.passed],
    }


def dynamic(job: Path) -> Said:
    """Return the accuracy after an analysis without failed criteria."""
    validation = importlib.import_module("harbor.leaderboard.dynamic_validation")
    linked = [{"trial": row, "verdict": "passed"} for row in _rows(job)]
    accuracy = validation.calculate_dynamic_accuracy(
        [],
        linked_trials_by_name=validation.linked_hub_trials_by_name(linked),
        submission_trial_rows=linked,
    )
    return {"accuracy": repr(accuracy)}


def sweeps(job: Path) -> Said:
    """Return the tasks of the first two sweeps, with the folder as the job of each."""
    module = importlib.import_module("harbor.cli.sweeps")
    seen: list[int] = []

    class Job:
        job_dir = job

        @classmethod
        async def create(cls, config: Any) -> "Job":  # noqa: ANN401 - harbor's configuration
            seen.append(len(config.tasks))
            return cls()

        async def run(self) -> None:
            """The job has run already."""

    paths = sorted({trial["config"]["task"]["path"] for trial in _trials(job).values()})
    with tempfile.TemporaryDirectory() as folder, mock.patch("harbor.job.Job", Job):
        config = Path(folder) / "config.json"
        config.write_text(json.dumps({"tasks": [{"path": path} for path in paths]}))
        module.run_sweeps(
            config, sweeps=2, trials_per_task=1, add_hint=None, hints_file=None, push=False,
            export_repo=None, export_repo_success=None, export_repo_failure=None,
            export_splits=True,
        )  # fmt: skip
    return {"tasks": seen}


def traces(job: Path) -> Said:
    """Return the result of each trial in exported traces, and whether it is a success."""
    module = importlib.import_module("harbor.utils.traces_utils")
    folders = _trials(job)
    return {
        "result": [module._extract_trial_result_value(one, one.name) for one in folders],  # noqa: SLF001 - what the export calls
        "success": [module._trial_is_success(one) for one in folders],  # noqa: SLF001 - as above
    }


def analyze(job: Path) -> Said:
    """Return how many trials ``harbor analyze --passing`` selects."""
    module = importlib.import_module("harbor.analyze.analyzer")
    return {"passing": len(module._get_trial_dirs(job, filter_passing=True))}  # noqa: SLF001 - what it calls


def debugger(job: Path) -> Said:
    """Return the rewards of the trials that the task debugger sends to its model, by task."""
    module = importlib.import_module("harbor.cli.debug_checker.debug_checker")
    sent: dict[str, Any] = {}
    for task in sorted({trial["task_name"] for trial in _trials(job).values()}):
        checker = module.DebugChecker(task, "none/none", job_id=job.name, jobs_dir=job.parent)
        prompts: list[str] = []
        checker._llm = SimpleNamespace(call=_keep(prompts))  # noqa: SLF001 - no model is called
        with contextlib.suppress(InterruptedError):
            asyncio.run(checker.check())
        sent[task] = sum(prompt.count('"trial_number"') for prompt in prompts)
    return {"failures": sum(sent.values())}


def _keep(prompts: list[str]) -> Callable[..., Any]:
    async def call(prompt: str, **_: object) -> None:
        prompts.append(prompt)
        raise InterruptedError

    return call


def mapper(_: Path) -> Said:
    """Return the reward.txt that a mapped test script writes, by its exit status."""
    module = importlib.import_module("harbor.mappers.terminal_bench")
    left: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        script, mapped = Path(folder) / "run-tests.sh", Path(folder) / "test.sh"
        for status in (0, 1, 124):
            script.write_text(f"(exit {status})\n")
            module.copy_test_script_with_reward_logging(script, mapped)
            text = mapped.read_text().replace("/logs/verifier", folder)
            subprocess.run(["sh", "-c", text], check=False)  # noqa: S603, S607 - harbor's own lines
            left[f"exit {status}"] = (Path(folder) / "reward.txt").read_text().strip()
    return left


PLACES: dict[str, Callable[[Path], Said]] = {
    "result.json": metrics,
    "harbor run": summary,
    "harbor view": viewer,
    "harbor upload": upload,
    "leaderboard, static": static,
    "leaderboard, dynamic": dynamic,
    "harbor sweeps": sweeps,
    "harbor traces export": traces,
    "harbor analyze --passing": analyze,
    "task debugger": debugger,
    "Terminal-Bench mapper": mapper,
}
"""The places, in the order in which rewards reach them."""
