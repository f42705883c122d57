"""Phoenix's Harbor plugin: the evaluations that it records for a trial.

The plugin runs inside a harbor job and gets the trial's result. Here it gets that of a
result.json, read by harbor's own model.
"""

import importlib
import json
from pathlib import Path

from phoenix.client.harbor._scores import extract_evaluations

# The harbor of this environment; this project's own files do not import it.
TrialResult = importlib.import_module("harbor.models.trial.result").TrialResult

STATUS = "infra_ok"


def of_trial(folder: Path) -> tuple[dict[str, float] | None, str]:
    """Return the scores by key, and the label of the evaluation of the infrastructure if it failed.

    Raises NotImplementedError for a number that is not finite: harbor's file has null for it.
    """
    content = (folder / "result.json").read_bytes()
    rewards = (json.loads(content)["verifier_result"] or {}).get("rewards") or {}
    if None in rewards.values():
        raise NotImplementedError("result.json, read here, has null for what is not finite")
    found = extract_evaluations(TrialResult.model_validate_json(content, strict=False))
    scores = {one.name: one.score for one in found if one.name != STATUS}
    failed = [one.label or "" for one in found if one.name == STATUS and not one.score]
    return scores if scores or not failed else None, "".join(failed)
