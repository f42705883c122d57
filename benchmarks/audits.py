"""How long an audit takes, in seconds of CPU too, and the peak memory, for one large job.

    python benchmarks/audits.py 10000 100000

makes a real job of one trial, and of it a job of that many, with a lock.json that lists them.
The memory is that of the process and all it started, each shared page counted once.
"""

import json
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

from conformance.audit.audit import audits
from conformance.executor.workers import Workers, default_jobs
from conformance.implementations.installed_harbor import write_jobs


def main() -> None:
    """Time the audit of a job of each size, in a process of its own."""
    for trials in map(int, sys.argv[1:]):
        with tempfile.TemporaryDirectory(prefix="audits-") as folder:
            job = large(Path(folder), trials)
            with subprocess.Popen([sys.executable, __file__, "--", str(job)]) as running:  # noqa: S603 - this file
                memory, cpu = map(max, zip(*watched(running), strict=True))
            print(f"{cpu:.1f} s of CPU, {memory / 2**30:.2f} GiB at most")


def watched(running: subprocess.Popen[bytes]) -> Iterator[tuple[int, float]]:
    """Yield the bytes and seconds of CPU of a process and all it started, until it ends."""
    while running.poll() is None:
        memory, cpu = 0, 0.0
        with suppress(psutil.NoSuchProcess):
            root = psutil.Process(running.pid)
            for one in (root, *root.children(recursive=True)):
                with suppress(psutil.Error):
                    memory += one.memory_full_info().pss
                    cpu += sum(one.cpu_times()[:2])
        yield memory, cpu
        time.sleep(0.1)


def large(folder: Path, trials: int) -> Path:
    """Return the folder of a job of many trials, whose rewards are 0 and 1."""
    script = {"test": {"leaves": {"reward.txt": b"1"}}}
    scenario: Any = {"tasks": [{"name": "t", "attempts": [[script]]}], "job": {}}
    (job,) = write_jobs({"job": scenario}, folder).values()
    (first,) = job.glob("t__*")
    texts = {file.name: file.read_text() for file in first.glob("*.json")}
    id_, began = (json.loads(texts["result.json"])[key] for key in ("id", "started_at"))
    name = first.name
    for place in range(2, trials + 1):
        trial = job / f"t{place}__{place:07}"
        (trial / "verifier").mkdir(parents=True)
        for file, text in texts.items():
            own = text.replace(name, trial.name).replace(id_, str(uuid.UUID(int=place)))
            own = own.replace(began, f"2020-01-01T00:00:00.{place:06}Z")
            (trial / file).write_text(_of(own, place))
        (trial / "verifier" / "reward.txt").write_text("1")
    for file, change in (("lock.json", _listed), ("config.json", _attempted)):
        document = json.loads((job / file).read_text())
        change(document, trials)
        (job / file).write_text(json.dumps(document))
    result = json.loads((job / "result.json").read_text())
    result["n_total_trials"] = result["stats"]["n_completed_trials"] = trials
    group = result["stats"]["evals"]["nop__adhoc"]
    group["n_trials"] = trials
    group["reward_stats"]["reward"]["1.0"] = [one.name for one in job.glob("t*__*")]
    group["pass_at_k"] = {}
    (job / "result.json").write_text(json.dumps(result))
    return job


def _listed(lock: Any, trials: int) -> None:  # noqa: ANN401 - JSON
    text = json.dumps(lock["trials"][0])
    lock["trials"] += [json.loads(_of(text, place)) for place in range(2, trials + 1)]


def _of(text: str, place: int) -> str:
    return text.replace("/tasks/t", f"/tasks/t{place}").replace('"t"', f'"t{place}"')


def _attempted(config: Any, trials: int) -> None:  # noqa: ANN401 - JSON
    text = json.dumps(config["tasks"][0])
    config["tasks"] += [json.loads(_of(text, place)) for place in range(2, trials + 1)]


def one(job: Path) -> None:
    """Print how long the audit of a job takes."""
    began = time.monotonic()
    (done,) = audits([job], Workers(default_jobs()))
    taken = time.monotonic() - began
    kinds = {f"{one.kind}: {one.cause}" for one in done.findings}
    print(f"{done.trials:,} trials: {taken:.1f} s, {done.verdict}")
    print(*sorted(kinds)[:9], sep="\n", end="", flush=True)


if __name__ == "__main__":
    one(Path(sys.argv[2])) if sys.argv[1] == "--" else main()
