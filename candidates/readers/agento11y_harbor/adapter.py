"""agento11y-harbor: the scores that its import of a job records for a trial.

The trial of an experiment that it writes to is ours, and keeps what would be sent. Nothing is
uploaded.
"""

import json
from pathlib import Path
from unittest.mock import Mock

from agento11y_harbor.integration import _record_trial_result


def of_trial(folder: Path) -> tuple[dict[str, float] | None, str]:
    """Return the scores by key, and that the trial is marked as errored, if it is."""
    sent = Mock()
    _record_trial_result(
        sent,
        Mock(),
        json.loads((folder / "result.json").read_bytes()),
        folder,
        main_reward="reward",
        pass_threshold=1.0,
        upload_artifacts=False,
        artifact_max_bytes=0,
    )
    scores = {call.args[0]: call.args[1] for call in sent.score.call_args_list}
    errored = "errored" if sent.mark_errored.called else ""
    return scores if scores or not errored else None, errored
