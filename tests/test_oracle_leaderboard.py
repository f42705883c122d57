"""The leaderboard's adapter against ``harbor upload`` and ``harbor leaderboard submit``.

Here harbor's own client library sends every row, over a transport that keeps tables in memory, and
``LeaderboardSubmitter.submit()`` reads them back.
"""

import asyncio
import json
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import harbor.db.client
import harbor.leaderboard.db
import harbor.upload.db_client
import httpx
import pytest
from harbor.leaderboard.submit import LeaderboardSubmitError, LeaderboardSubmitter
from harbor.upload.uploader import Uploader
from postgrest import AsyncPostgrestClient

from conformance.examination import corpus
from conformance.examination.corpus import RecordedCase
from conformance.operations.leaderboard.inputs import DIGEST, TASK, trial
from conformance.protocol.values import Case, Failure, Result, Value
from oracle.hub import Described, Row, _result, _Storage
from oracle.implementation import open_oracle
from oracle.leaderboard import _METADATA, _task_row

OWNER = JOB = VERSION = str(UUID(int=1))
JOB_ROW = {
    "id": JOB,
    "created_by": OWNER,
    "config": {"datasets": [{"name": "org/set", "ref": "1"}]},
    "visibility": "private",
}
VERSION_ROW = {"id": VERSION, "package_id": VERSION, "package": {"id": VERSION}}


class Tables:
    """What the hub's tables hold; rows of trials come in over HTTP."""

    def __init__(self, tasks: dict[str, str]) -> None:
        """Take the dataset's tasks with their digests."""
        self.trials: list[Row] = []
        self.fixed: dict[str, list[Any]] = {
            "leaderboard": [{"id": VERSION, "slug": "s", "title": "", "package_id": VERSION}],
            "job": [JOB_ROW],
            "dataset_version": [VERSION_ROW],
            "dataset_version_task": [_task_row(*task) for task in tasks.items()],
            "agent": [{"id": OWNER}],
            "leaderboard_submission": [{"id": OWNER}],
        }

    def answer(self, request: httpx.Request) -> httpx.Response:
        """Keep a row that is inserted; return the rows of any other request's table."""
        table = request.url.path.rpartition("/")[2]
        if table == "trial" and request.method == "POST":
            self.trials.append(json.loads(request.content))
            return httpx.Response(201, json=[])
        rows = self.trials if table == "trial" else self.fixed.get(table, [])
        is_new = table == "trial" and "id" in request.url.params
        return httpx.Response(200, json=[] if is_new else rows)

    async def client(self) -> object:
        """Return what ``create_authenticated_client()`` does."""
        transport = httpx.MockTransport(self.answer)
        session = httpx.AsyncClient(transport=transport, base_url="http://hub")
        tables = AsyncPostgrestClient("http://hub", http_client=session)
        user = SimpleNamespace(user=SimpleNamespace(id=OWNER))
        auth = SimpleNamespace(get_user=partial(asyncio.sleep, 0, user))
        return SimpleNamespace(table=tables.table, rpc=tables.rpc, auth=auth)


async def submitted(tables: Tables, trials: list[Described], folder: Path) -> tuple[str, object]:
    """Upload trials and submit their job; return the verdict and the accuracy."""
    with_trajectory = folder / "with"
    (with_trajectory / "agent").mkdir(parents=True, exist_ok=True)
    (with_trajectory / "agent" / "trajectory.json").write_text("{}")
    uploader = Uploader()
    uploader.storage = cast("Any", _Storage())
    for described in trials:
        result, valid = _result(described)
        known = len(tables.trials)
        await uploader.upload_single_trial(
            trial_result=result,
            trial_dir=with_trajectory if described["trajectory"] else None,
            job_id=UUID(JOB),
            agent_cache={},
            model_cache={},
        )
        for row in tables.trials[known:]:
            row["id"] = f"{known}"  # the cases' trials share one id
            row.update({} if valid else {"config": None})
    metadata = folder / "metadata.yaml"
    metadata.write_text(json.dumps(_METADATA))
    try:
        done = await LeaderboardSubmitter().submit(
            leaderboard_slug="s", job_ids=[UUID(JOB)], metadata_path=metadata
        )
    except LeaderboardSubmitError as error:
        report = error.static_validation_report
    else:
        report = done.static_validation_report
    assert report is not None
    return report.summary.verdict.value, report.summary.accuracy


def over_http(case: Case, folder: Path, patch: pytest.MonkeyPatch) -> object:
    """Return what harbor says of a case that is put to it the long way."""
    tables = Tables(cast("dict[str, str]", case.input["tasks"]))
    for module in (harbor.db.client, harbor.leaderboard.db, harbor.upload.db_client):
        patch.setattr(module, "create_authenticated_client", tables.client)
    try:
        return asyncio.run(submitted(tables, cast("list[Described]", case.input["trials"]), folder))
    except OverflowError:
        return Failure("OverflowError")


def one_of_each_clause() -> list[RecordedCase]:
    """Return recorded cases, but none that overflows only after analysis: no submission waits."""
    early = (one for one in corpus.load("leaderboard") if not one.id.endswith("with-exception"))
    return [*{one.clause: one for one in early}.values()]


def test_a_submission_over_http_has_the_verdict_and_accuracy_that_are_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for recorded in one_of_each_clause():
        expected: object = Failure(getattr(recorded.answer, "error", ""))
        if isinstance(recorded.answer, Result):
            static = cast("dict[str, dict[str, Value]]", recorded.answer.value)["static"]
            expected = (static["verdict"], static["accuracy"])
        assert over_http(recorded.case, tmp_path, monkeypatch) == expected, recorded.id


def test_a_trial_that_timed_out_after_a_reward_of_1_lowers_the_accuracy_and_not_the_mean() -> None:
    trials: list[Value] = [trial(n) for n in range(5)]
    trials.append(trial(5, exception="AgentTimeoutError"))
    case = Case("leaderboard", {"tasks": {TASK: DIGEST}, "trials": trials})
    with open_oracle() as harbor_:
        accuracy = cast("Any", harbor_.answer(case)).value["static"]["accuracy"]
        mean = harbor_.answer(Case("metric", {"metric": "mean", "rewards": [{"reward": 1}] * 6}))
    assert (accuracy, mean) == (5 / 6, Result({"mean": 1.0}))
