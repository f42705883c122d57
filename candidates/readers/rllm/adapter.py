"""rLLM's Harbor runtime and evaluator, on a trial that harbor has run already.

The runtime has harbor run a trial in its own process and takes the result. That call is ours: it
returns the result.json of the trial as an object. All that follows is the package's, up to the
reward of the evaluator.
"""

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

sys.path.insert(0, os.environ["READER_SOURCE"])

from rllm.integrations.harbor import trial_helper
from rllm.integrations.harbor.evaluator import HarborEvaluator
from rllm.integrations.harbor.runtime import HarborRuntime


def of_trial(folder: Path) -> float:
    """Return the reward of a trial's evaluation; raises what the runtime raises.

    Raises NotImplementedError for a number that is not finite: harbor's file has null for it.
    """
    document = json.loads((folder / "result.json").read_bytes())
    if None in ((document["verifier_result"] or {}).get("rewards") or {}).values():
        raise NotImplementedError("result.json, read here, has null for what is not finite")

    async def run(*_: object, **__: object) -> SimpleNamespace:
        return _result(document)

    config = SimpleNamespace(model="model", base_url="", session_uid="trial")
    task = SimpleNamespace(metadata={"task_path": str(folder)})
    with (
        patch.object(trial_helper, "build_harbor_trial_config", lambda **_: None),
        patch.object(trial_helper, "run_harbor_trial", run),
    ):
        episode = HarborRuntime().run(task, config)
    return float(HarborEvaluator().evaluate({}, episode).reward)


def _result(document: dict[str, Any]) -> SimpleNamespace:
    """Return harbor's result as far as it is looked at."""
    error, verified = document["exception_info"], document["verifier_result"]
    return SimpleNamespace(
        exception_info=None if error is None else SimpleNamespace(**error),
        verifier_result=None if verified is None else SimpleNamespace(**verified),
        model_dump=lambda **_: document,
    )
