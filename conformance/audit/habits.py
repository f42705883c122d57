"""How a recorded metric comes about: the deviation that gives exactly its number."""

from collections.abc import Sequence
from typing import cast

from conformance.diagnosis.diagnosis import diagnose
from conformance.examination.findings import Observation
from conformance.protocol.implementation import Implementation
from conformance.protocol.shapes import Json
from conformance.protocol.values import Case, Result, Value

_CLAUSE = "metric.values-as-they-are"
"""What stands for the clause of an observation that was made in a job, and in no check."""

_MOST = 5_000
"""Trials of a group beyond which no deviation is looked for: each is tried on all of them."""


def habit_of(harbor: Implementation, metric: str, rewards: Sequence[Value], recorded: Json) -> str:
    """Return how people come to a metric that harbor does not give, or nothing."""
    if len(rewards) > _MOST or not isinstance(recorded, dict):
        return ""
    if not all(type(value) in {int, float} for value in recorded.values()):
        return ""
    case = Case("metric", {"metric": metric, "rewards": list(rewards)})
    own = harbor.answer(case)
    if not isinstance(own, Result):
        return ""
    candidate = Result(cast("dict[str, Value]", dict(recorded)))
    told = diagnose("metric", [Observation(_CLAUSE, case, own, candidate)], [])
    return told.causes[0].habit if told.causes and not told.cases_unexplained else ""
