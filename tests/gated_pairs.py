"""Two candidates in the places of two releases, which needs no package index."""

import os
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from conformance.certification.plan import Profile
from conformance.diagnosis.expected.deviations import ExpectedFileError
from conformance.executor.workers import Workers
from conformance.gate.accepting import AcceptedChange, load, updated
from conformance.gate.gate import Gate, PairRun
from conformance.gate.results import Gated
from conformance.implementations.environments.versions import Pair
from conformance.implementations.process.command import SHIM, Command
from conformance.implementations.released_harbor import Release
from oracle.provenance import Provenance

ROOT = Path(__file__).parent.parent
PAIR = Pair("0.13.1", "9.9.9")

SAME = "from candidates.reference.metric import metric\n"


def settings(*clauses: str) -> Gate:
    """Return the settings of a quick gate of clauses, or of an operation."""
    operations = tuple(dict.fromkeys(one.partition(".")[0] for one in clauses))
    chosen = tuple(one for one in clauses if "." in one)
    return Gate((PAIR,), 0, Profile.QUICK, Workers(1), (), operations, chosen)


def served(folder: Path, source: str) -> Command:
    """Return the command of a candidate that is given as a module's text."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "other.py").write_text(source, encoding="utf-8")
    variables = (("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT)])),)
    return Command((sys.executable, str(SHIM), "other"), variables, guarded=False)


def in_place_of(release: str, folder: Path, source: str) -> Release:
    """Return a release without a module, which a candidate answers for."""
    (folder / "lib" / "python3" / "site-packages" / "harbor").mkdir(parents=True, exist_ok=True)
    provenance = Provenance(release, "", 0, "CPython 3.12", "2", "2", pinned=False)
    versions = {"pydantic": "2", "pydantic-core": "2", "harbor": release}
    return Release(release, served(folder, source), provenance, folder, versions=versions)


def gated_pair(folder: Path, source: str, *clauses: str, before: str = SAME) -> Gated:
    """Return what a gate of one candidate against another results in."""
    earlier = in_place_of(PAIR.before, folder / "before", before)
    later = in_place_of(PAIR.after, folder / "after", source)
    return PairRun(PAIR, earlier, later, settings(*clauses), lambda _: None).gated()


def accepted_in(file: Path, result: Gated) -> tuple[AcceptedChange, ...]:
    """Return the entries that an update of a file writes, once each has its reasons."""
    text, lines = updated(file.read_text() if file.exists() else "", result, ())
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ExpectedFileError, match="no cause") if lines else nullcontext():
        load(file)
    for name in ("cause", "source"):
        text = text.replace(f'{name} = ""', f'{name} = "written"')
    file.write_text(text, encoding="utf-8")
    return load(file)
