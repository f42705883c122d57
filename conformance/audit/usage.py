"""What the agents of a trial used up: tokens, and a cost."""

import sys
from collections.abc import Iterator

from conformance.audit.findings import AuditFinding, Contradiction, found
from conformance.audit.folders import Object
from conformance.audit.trial_folders import RecordedTrial
from conformance.implementations.installed_harbor import used_by
from conformance.protocol.differences import Path
from conformance.protocol.shapes import Json
from conformance.protocol.values import Value


def usage(trial: RecordedTrial) -> Value:
    """Return what a trial used up; harbor adds what several steps did."""
    used = [
        {name: _number(name, value) for name, value in agent.items()} for _, agent in _agents(trial)
    ]
    return used_by(used) if len(used) > 1 else next(iter(used), None)


def of_usage(trial: RecordedTrial) -> Iterator[AuditFinding]:
    """Yield the tokens and costs that are no numbers to harbor, which refuses such a result."""
    for place, agent in _agents(trial):
        for name, value in agent.items():
            if value is not None and _number(name, value) is None:
                why, at = "not a number for harbor", (*place, "agent_result", name)
                yield found(Contradiction.NUMBERS, trial.file, at, why, value)


def _agents(trial: RecordedTrial) -> Iterator[tuple[Path, Object]]:
    """Yield what the agent of a trial, or of each of its steps, used, and where that is."""
    own = trial.claims.used
    if own is not None:
        yield from [((), own)] if isinstance(own, dict) else []
        return
    for step in trial.steps or ():
        if isinstance(step.used, dict):
            yield ("step_results", str(step.name)), step.used


def _number(name: str, value: Json) -> Value:
    """Return a number that harbor reads: tokens are integers, and a cost is a float."""
    if type(value) is int:
        is_beyond_floats = name == "cost_usd" and abs(value) > sys.float_info.max
        return None if is_beyond_floats else value
    return value if name == "cost_usd" and type(value) is float else None
