"""Writes the folders of jobs that the cases about earlier jobs begin with.

``python tests/earlier_jobs.py`` has the installed harbor run each of
``conformance.operations.run.earlier_jobs.JOBS`` and writes ``earlier_jobs.json`` anew.
"""

import json
import re
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from conformance.operations.run import earlier_jobs as stored
from conformance.protocol.scenario import Scenario
from oracle.run import Play
from oracle.run_layout import FOLDER, JOB

FILE = Path(stored.__file__).with_name(stored.NAME)

_READ = ("config.json", "lock.json", "result.json")
_INSTALLED = sysconfig.get_path("purelib"), sysconfig.get_path("stdlib")
_MACHINES = (*_INSTALLED, str(Path(__file__).parents[1]))
_LINE = re.compile(r"\n *")


def written(scenario: Scenario, folder: Path) -> dict[str, str]:
    """Return what harbor writes of a job in an empty folder: path → text."""
    # harbor/models/job/lock.py:286 writes the command line into the lock.
    with mock.patch("sys.argv", ["harbor", "run"]):
        play = Play(scenario, folder)
        play.answer()
    return dict(sorted(_read(folder, play.names())))


def _read(folder: Path, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    replaced = {str(folder): FOLDER, **{f"{place}/": "" for place in _MACHINES}, **names}
    files = (folder / JOB).rglob("*.json")
    for file in (file for file in files if file.name in _READ):
        path, text = str(file.relative_to(folder)), file.read_text(encoding="utf-8")
        yield _plain(path, replaced), _LINE.sub("", _plain(text, replaced))


def _plain(text: str, replaced: dict[str, str]) -> str:
    for old, new in replaced.items():
        text = text.replace(old, new)
    return text


def main() -> None:
    folders = {}
    for name, scenario in stored.JOBS.items():
        with tempfile.TemporaryDirectory() as folder:
            folders[name] = written(scenario, Path(folder).resolve())
    FILE.write_text(json.dumps(folders, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
