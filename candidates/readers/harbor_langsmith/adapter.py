"""harbor-langsmith's plugin: the feedback that it sends for a trial.

The plugin runs inside a harbor job and gets the trial's result. Here it gets that of a
result.json, read by harbor's own model, and what it would send is kept instead.
"""

import importlib
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

from harbor_langsmith import LangSmithPlugin

# The harbor of this environment; this project's own files do not import it.
TrialResult = importlib.import_module("harbor.models.trial.result").TrialResult


def of_trial(folder: Path) -> tuple[dict[str, float] | None, str]:
    """Return the scores by key, and the value of the feedback about an error.

    Raises NotImplementedError for a number that is not finite: harbor's file has null for it.
    """
    content = (folder / "result.json").read_bytes()
    rewards = (json.loads(content)["verifier_result"] or {}).get("rewards") or {}
    if None in rewards.values():
        raise NotImplementedError("result.json, read here, has null for what is not finite")
    sent: list[dict[str, Any]] = []
    with patch.object(LangSmithPlugin, "_request", lambda *_, json, **__: sent.append(json)):
        LangSmithPlugin(api_key="none")._create_feedback(  # noqa: SLF001 - called after a trial
            "run", TrialResult.model_validate_json(content, strict=False)
        )
    errors = [one["value"] for one in sent if one["key"] == "harbor_error"]
    scores = {one["key"]: one["score"] for one in sent if one["key"] != "harbor_error"}
    return scores if scores or not errors else None, "".join(errors)
