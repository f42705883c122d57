"""run: a whole real job through harbor's own Job; the oracle's own operation."""

from conformance.operations.operation import Operation, Path, by_name
from conformance.protocol import scenario


def _is_score(place: Path) -> bool:
    return by_name(place) or place in {("trials", "*"), ("job",)}


OPERATION = Operation(
    name="run",
    stage=10,
    heading="Task folders to a whole job's result",
    input=scenario.INPUT,
    result=scenario.RESULT,
    is_score=_is_score,
    for_candidates=False,
    effort=0.06,
    subjects=(
        "jobs", "groups", "settings", "rewards", "failures", "given", "tries", "steps", "resume",
        "earlier",
    ),
)  # fmt: skip
