"""What harbor would publish about a job besides its metrics, and why the numbers differ."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

from conformance.audit.findings import Audit
from conformance.audit.folders import UnreadError, opened
from conformance.audit.readers import copied
from conformance.certification.verdict import count_of
from conformance.implementations.installed_harbor import published_of

HEAD = ("metrics", "accuracy", "viewer", "a submission would fail", "why they differ")
"""The columns after the job's name."""

_WHYS = {
    "failed_with_reward": "with an exception and a reward: counted in the mean, failed here",
    "other_than_0_or_1": "with a reward other than 0 and 1: counted in the mean, no pass",
    "not_completed": "without an exception or a reward: 0 in the mean, left out here",
    "not_uploaded": "that cannot be uploaded",
    "without_reward_key": "without the key reward: 0 in the viewer",
}

_MOST = 3
"""The most tasks whose averages in the viewer are shown."""


def published_row(audit: Audit, folder: Path) -> list[str]:
    """Return the cells of a job, from a copy with only the files that were read safely."""
    metrics = ", ".join(f"{one.metric} {one.derived}" for one in audit.headlines) or "nothing"
    try:
        folder.mkdir()
        figures = published_of(_copy(audit.path, folder / "job"))
    except UnreadError as error:
        figures = str(error)
    if isinstance(figures, str):
        return [metrics, figures, figures, "—", "nothing of the job is published"]
    shown = cast("Mapping[str, Any]", figures)
    averages = shown["viewer"]
    more = [f"{len(averages) - _MOST} more tasks"] if len(averages) > _MOST else []
    return [
        metrics,
        _accuracy(audit, shown["accuracy"]),
        ", ".join([*averages[:_MOST], *more]),
        ", ".join(shown["failed"]) or "—",
        "; ".join(_whys(shown)) or "—",
    ]


def _accuracy(audit: Audit, accuracy: float | None) -> str:
    """Return the accuracy, with its difference from the mean if there is one mean."""
    means = [one.derived for one in audit.headlines if one.metric == "mean"]
    try:
        (mean,) = map(float, means)
    except ValueError:
        return repr(accuracy)
    return repr(accuracy) if accuracy is None else f"{accuracy!r} ({accuracy - mean:+.3g})"


def _whys(shown: Mapping[str, Any]) -> Iterator[str]:
    for name, why in _WHYS.items():
        if number := shown[name]:
            yield f"{count_of(number, 'trial')} of {shown['trials']} {why}"


def _copy(job: Path, target: Path) -> Path:
    """Return a copy of a job in which each existing trajectory is empty."""
    copied(job, target)
    with opened(job) as folder:
        for trial in sorted(one.name for one in target.iterdir() if one.is_dir()):
            with suppress(UnreadError), folder.below(trial) as found, found.below("agent") as agent:
                if agent.has("trajectory.json"):
                    (target / trial / "agent").mkdir()
                    (target / trial / "agent" / "trajectory.json").write_text("{}")
    return target
