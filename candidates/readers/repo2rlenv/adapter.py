"""repo2rlenv 0.9.4: the reward files of tasks that it makes from pull requests.

The package copies `_pr_runtime_verifier` into each such task. The adapter calls its `main` as
tests/test.sh does, with a log and two lists of tests, and with a folder in place of /logs/verifier.
The package's other verifiers can only write to /logs/verifier and are not run: `1` and `0` as text,
`1.0` and `0.0`, -1 for a wrong answer (scaler), and a reward.json with the key reward next to a
reward.txt with the same number (frontiersmith).
"""

import contextlib
import io
import json
import tempfile
from pathlib import Path
from typing import NamedTuple

from repo2rlenv.pipelines import _pr_runtime_verifier as verifier

NAMES = ("reward.txt", "reward.json")
FIXED = [f"tests/test_it.py::test_fixed_{n}" for n in range(3)]
KEPT = [f"tests/test_it.py::test_kept_{n}" for n in range(2)]


class Run(NamedTuple):
    """The outcome of a run of the tests: those that passed, and the exit code."""

    passed: list[str] | None
    exit_code: int


RUNS = {
    "all tests pass": Run(FIXED + KEPT, 0),
    "one of three tests is fixed": Run([*FIXED[:1], *KEPT], 1),
    "one of three is fixed, and one of two breaks": Run([*FIXED[:1], *KEPT[:1]], 1),
    "no test passes": Run([], 1),
    "the log cannot be read, exit status 0": Run(None, 0),
    "the log cannot be read, exit status 1": Run(None, 1),
}


def written() -> dict[str, dict[str, bytes]]:
    """Return the reward files of each run."""
    return {title: _files(run) for title, run in RUNS.items()}


def _files(run: Run) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "log").write_text(_log(run.passed), encoding="utf-8")
        (here / "f2p").write_text(json.dumps(FIXED), encoding="utf-8")
        (here / "p2p").write_text(json.dumps(KEPT), encoding="utf-8")
        out = here / "out"
        options = {"runner": "pytest", "exit-code": str(run.exit_code), "out-dir": str(out)}
        options |= {name: str(here / name) for name in ("log", "f2p", "p2p")}
        with contextlib.redirect_stdout(io.StringIO()):
            verifier.main([f"--{name}={value}" for name, value in options.items()])
        return {name: (out / name).read_bytes() for name in NAMES if (out / name).exists()}


def _log(passed: list[str] | None) -> str:
    """Return the summary that pytest prints of all tests, or what is none."""
    if passed is None:
        return "Segmentation fault\n"
    words = {test: "PASSED" if test in passed else "FAILED" for test in FIXED + KEPT}
    return "".join(f"{word} {test}\n" for test, word in words.items())
