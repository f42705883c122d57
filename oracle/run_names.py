"""Stable names for the trials of a job, instead of harbor's random ones."""

import re

from conformance.protocol.scenario import Scenario, Task
from oracle.run_layout import JOB
from oracle.run_session import Label


def name(label: Label, scenario: Scenario) -> str:
    """Return the name of a trial, such as ``a__attempt-1`` or ``d:a__agent-2__attempt-1``."""
    agent = f"agent-{label.agent + 1}__" if label.agent else ""
    return f"{_stem(scenario['tasks'][label.task])}__{agent}attempt-{label.attempt}"


def earlier(scenario: Scenario) -> dict[str, Label]:
    """Return the trials in the job's folder before the first run.

    Their folders have stable names already, under which harbor finds them.
    """
    paths = (path.split("/") for path in scenario.get("before", {}))
    folders = sorted({parts[1] for parts in paths if parts[0] == JOB and len(parts) > 2})  # noqa: PLR2004 - job, trial and a file
    labels = {folder: _label(folder, scenario) for folder in folders}
    return {folder: label for folder, label in labels.items() if label is not None}


def _label(folder: str, scenario: Scenario) -> Label | None:
    """Return the trial of a name, or None."""
    for place, task in enumerate(scenario["tasks"]):
        pattern = rf"{re.escape(_stem(task))}__(?:agent-(\d{{1,9}})__)?attempt-(\d{{1,9}})"
        if match := re.fullmatch(pattern, folder):
            label = Label(place, int(match[1] or 1) - 1, int(match[2]))
            return label if name(label, scenario) == folder else None
    return None


def _stem(task: Task) -> str:
    dataset = f"{task['dataset']}:" if "dataset" in task else ""
    return f"{dataset}{task['name']}"
