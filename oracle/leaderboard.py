"""Uploads trials with harbor's own uploader, and validates the rows with harbor."""

import asyncio
from typing import Any, TypedDict, cast
from uuid import UUID

from harbor.analyze.models import AnalyzeResult, JobAnalyzeResult
from harbor.cli.quality_checker.models import QualityCheckModel
from harbor.leaderboard.dynamic_validation import (
    build_dynamic_validation_report,
    linked_hub_trials_by_name,
)
from harbor.leaderboard.static_validation import (
    JobValidationInput,
    StaticValidationContext,
    run_static_validation,
)

from conformance.protocol.values import Value
from oracle.hub import Described, Hub, Row

_OURS = UUID(int=1)
"""One id for everything that must match in a submission: owner, job, package and version."""

_MODEL = dict.fromkeys(
    ("model_name", "model_provider", "model_display_name", "model_org_display_name"), "m"
)
_METADATA = {
    "agent_url": "https://a",
    "agent_display_name": "a",
    "agent_org_display_name": "a",
    "models": [_MODEL],
}
_JOB = JobValidationInput(
    job_id=_OURS, job_config={"datasets": [{"name": "org/set", "ref": "1"}]}, job_created_by=_OURS
)


class _Analyzed(Described):
    """A trial with its analysis and the stored verdict."""

    verdict: str | None
    analysis: dict[str, str] | None


class LeaderboardAdapter:
    """The real ``Uploader``, ``run_static_validation`` and ``build_dynamic_validation_report``.

    Raises any error that harbor raises. Everything besides the trials is valid: the submitter owns
    the only job, the leaderboard exists and has the package of the job's dataset, and so are the
    metadata.
    """

    def __init__(self, scratch: str | None = None) -> None:
        """Make an empty hub; ``scratch`` is for the trials' folders."""
        self._hub = Hub(scratch)
        self._runner = asyncio.Runner()

    def __call__(self, case: dict[str, Value]) -> Value:
        """Return uploads, static and dynamic validation for ``{"tasks": …, "trials": …}``."""
        trials = cast("list[_Analyzed]", case["trials"])
        uploads = self._runner.run(self._hub.receive(trials, _OURS))
        pairs = [(t, u.row) for t, u in zip(trials, uploads, strict=True) if u.row is not None]
        return {
            "uploads": [{"reward": u.reward, "uploaded": u.row is not None} for u in uploads],
            "static": _static([row for _, row in pairs], cast("dict[str, str]", case["tasks"])),
            "dynamic": _dynamic(pairs),
        }

    def close(self) -> None:
        """Remove the hub's folders."""
        self._runner.close()
        self._hub.close()


def context_of(rows: list[Row], tasks: dict[str, str]) -> StaticValidationContext:
    """Return a submission of these trials for harbor to validate; everything else is valid."""
    return StaticValidationContext(
        submitter_id=_OURS,
        leaderboard_package_id=_OURS,
        resolved_dataset_version_id=_OURS,
        resolved_package_id=_OURS,
        metadata=_METADATA,
        jobs=[_JOB],
        trials=rows,
        dataset_version_tasks=[_task_row(name, digest) for name, digest in tasks.items()],
    )


def _static(rows: list[Row], tasks: dict[str, str]) -> Value:
    result = run_static_validation(context_of(rows, tasks))
    return {
        "verdict": result.verdict,
        "failed_checks": [check.name for check in result.checks if not check.passed],
        "accuracy": result.accuracy,
    }


class _Version(TypedDict):
    content_hash: str
    package: dict[str, Any]


def _task_row(name: str, digest: str) -> dict[str, _Version]:
    """Return a row of ``dataset_version_task`` as ``get_dataset_version_tasks`` returns it."""
    org, slash, short = name.partition("/")
    package = {"name": short, "org": {"name": org}} if slash else {"name": name}
    return {"task_version": {"content_hash": digest, "package": package}}


def _dynamic(pairs: list[tuple[_Analyzed, Row]]) -> Value:
    linked = [{"trial": row, "verdict": trial["verdict"]} for trial, row in pairs]
    analyzed = [
        _analysis(trial["trial_name"], trial["analysis"])
        for trial, _ in pairs
        if trial["analysis"] is not None
    ]
    report = build_dynamic_validation_report(
        [JobAnalyzeResult(job_summary="", trials=analyzed)],
        linked_trials_by_name=linked_hub_trials_by_name(linked),
        submission_trial_rows=linked,
    )
    return {"verdict": report.verdict.value, "accuracy": report.accuracy}


def _analysis(trial_name: str, outcomes: dict[str, str]) -> AnalyzeResult:
    checks = {
        name: QualityCheckModel.model_validate({"explanation": "", "outcome": outcome})
        for name, outcome in outcomes.items()
    }
    return AnalyzeResult(trial_name=trial_name, summary="", checks=checks)
