"""Certificates of a small candidate, made, forged and verified as a user does."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from once import made_once
from programs import ROOT, Ended, command_here

from conformance.attestation.certificate import sealed
from conformance.attestation.files import digest_of
from conformance.certification import report_file
from conformance.certification.report import Run

SEED = "7"

ONE_OPERATION = """
from candidates import reference

pass_at_k = reference.pipelines()["pass_at_k"]
"""
"""A candidate that claims one operation, and has it from the reference."""

WRONG = """
from candidates import reference

_right = reference.pipelines()["pass_at_k"]

def pass_at_k(case):
    right = _right(case).items()
    return {name: {k: 1 - one for k, one in values.items()} for name, values in right}
"""
"""The same, with every estimate turned round."""


def certify(*arguments: str, **given: Any) -> Ended:  # noqa: ANN401 - as command_here has them
    """Certify quickly with one seed, and report to the folder ``report``."""
    options = ("--profile", "quick", "--seed", SEED, "--report", "report", "--jobs", "2")
    return command_here("certify", *arguments, *options, **given)


def made_in(folder: Path) -> Path:
    """Put a candidate in a folder, and its certificate next to it; return the folder."""
    (folder / "mine.py").write_text(ONE_OPERATION)
    completed = certify("mine:", cwd=folder, status=0)
    assert "Certificate: report/certificate.json: PASSED, of mine.py" in completed.stderr
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a candidate and its certificate, for tests that leave both as they are."""
    return made_once(tmp_path_factory, "certified", made_in)


def installed_in(folder: Path) -> Path:
    """Copy what is installed of this suite to a folder, so that files of it can be changed."""
    built = shutil.ignore_patterns("__pycache__", "target")
    for package in ("candidates", "conformance", "corpus", "oracle"):
        shutil.copytree(ROOT / package, folder / package, ignore=built)
    shutil.copy(ROOT / "harbor_conformance.py", folder)
    return folder


def document_in(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "report" / "certificate.json").read_text())
    return document


def forged(document: dict[str, Any]) -> str:
    """Return a certificate that was edited, with the digests that follow from it made anew."""
    for listed in document["predicate"]["configuration"]:
        if {"annotations", "digest"} <= listed.keys():
            listed["digest"]["sha256"] = digest_of(listed["annotations"])
    return sealed(document)


def report_forged(folder: Path, document: dict[str, Any], report: dict[str, Any]) -> None:
    """Write an edited report, whose verdict is made anew, and its certificate to a folder."""
    text = report_file.to_text(Run.model_validate(report))
    (folder / "report" / "report.json").write_text(text)
    own = described(document, "report.json")["digest"]
    own["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    described(document, "command")["annotations"]["repeat"] = report["repeat"]
    (folder / "report" / "certificate.json").write_text(forged(document))


def described(document: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a descriptor of a certificate's configuration, to be edited."""
    (one,) = (one for one in document["predicate"]["configuration"] if one["name"] == name)
    found: dict[str, Any] = one
    return found
