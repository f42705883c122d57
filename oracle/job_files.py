"""What harbor refuses of the JSON files in a job's folder."""

from collections.abc import Iterator

from harbor.models.job.config import JobConfig
from harbor.models.job.result import JobResult
from harbor.models.trial.result import TrialResult
from pydantic import BaseModel, ValidationError

MODELS: dict[str, type[BaseModel]] = {
    "trial": TrialResult,
    "job": JobResult,
    "configuration": JobConfig,
}

_NUMBERS = frozenset(
    {"rewards", "metrics", "reward_stats", "cost_usd"}
    | {f"n_{kind}_tokens" for kind in ("input", "cache", "output")}
)
"""Numbers, for which harbor writes null where JSON has none, and refuses that."""


def refused(kind: str, content: bytes) -> Iterator[tuple[str, str]]:
    """Yield each field of a file that harbor's model of it refuses, with pydantic's reason.

    ``kind`` is a key of ``MODELS``. Numbers are left out, and fields that are missing. A trial's
    task_id has to be that of its configuration.
    """
    try:
        read = MODELS[kind].model_validate_json(content)
        if isinstance(read, TrialResult) and read.task_id != read.config.task.get_task_id():
            yield "task_id", "its configuration has another task"
    except ValidationError as error:
        yield from _first_of_each_field(error, frozenset() if kind == "configuration" else _NUMBERS)
    except Exception as error:  # noqa: BLE001 - harbor's validators raise what they meet
        yield "", f"{type(error).__name__}: {error}"


def _first_of_each_field(error: ValidationError, but: frozenset[str]) -> Iterator[tuple[str, str]]:
    seen = set[str]()
    for one in error.errors(include_url=False, include_context=False, include_input=False):
        place = [str(step) for step in one["loc"]]
        field, is_missing = next(iter(place), ""), one["type"] == "missing" and len(place) == 1
        if field not in seen and not is_missing and not but.intersection(place):
            seen.add(field)
            yield field, f"{'.'.join(place)}: {one['msg']}"
