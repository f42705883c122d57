"""The runs of harbor-rewardkit, with folders of checks that are ours.

It writes reward files and reads none: only reward.json, with details next to it.
"""

import os
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # otherwise litellm asks for prices online

from rewardkit import run, run_multi

type Files = dict[str, str]

_EXISTS = 'from rewardkit import criteria\ncriteria.file_exists("{}")\n'
_PASSES, _FAILS = _EXISTS.format("there"), _EXISTS.format("absent")
_RETURNS = """
from rewardkit import criterion


@criterion
def returns(workspace):
    return {}
"""
_MEAN = '[[reward]]\nname = "reward"\naggregation = "weighted-mean"\n'

_RUNS: dict[str, Files] = {
    "one of two checks passes": {"checks.py": _PASSES + _FAILS},
    "one of three checks passes": {"checks.py": _PASSES + _FAILS + _FAILS},
    "checks in two folders": {"tests/checks.py": _PASSES, "style/checks.py": _FAILS},
    "checks in two folders, and a reward of both": {
        "tests/checks.py": _PASSES,
        "style/checks.py": _FAILS,
        "reward.toml": _MEAN,
    },
    "no checks": {},
    "a check returns 1.5": {"checks.py": _RETURNS.format("1.5")},
    "a check returns nan": {"checks.py": _RETURNS.format('float("nan")')},
    "a check raises an error": {"checks.py": _RETURNS.format("1 / 0")},
}
"""The files of a folder of checks, by what is telling about them."""


def written() -> dict[str, dict[str, bytes]]:
    """Return the reward files of each run; one that ends in an error has left none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        files = {title: _written(checks) for title, checks in _RUNS.items()}
        return {**files, "two folders of checks, each on its own": _of_both()}


def _written(checks: Files) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as name:
        tests, workspace, output = _laid_out(Path(name), checks)
        with suppress(ExceptionGroup):
            run(tests, workspace=workspace, output=output / "reward.json")
        return _files(output)


def _of_both() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as name:
        checks = {"first/checks.py": _PASSES, "second/checks.py": _FAILS}
        tests, workspace, output = _laid_out(Path(name), checks)
        folders = [tests / "first", tests / "second"]
        run_multi(folders, workspace=workspace, output=output / "reward.json")
        return _files(output)


def _laid_out(folder: Path, checks: Files) -> tuple[Path, Path, Path]:
    """Return the folders of the checks, of what they look at, and of what is written."""
    tests, workspace, output = (folder / name for name in ("tests", "workspace", "verifier"))
    for made in (tests, workspace, output):
        made.mkdir()
    (workspace / "there").touch()
    for name, text in checks.items():
        (tests / name).parent.mkdir(exist_ok=True)
        (tests / name).write_text(text)
    return tests, workspace, output


def _files(output: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(output.glob("reward.*"))}
