"""A certificate: an in-toto statement that follows from a run's report.json and the local files.

The predicate is *test result*; details of this suite are where it allows them, among the
descriptors of the configuration. ``verify`` makes the statement again and compares the two.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from conformance.attestation.files import Digests, digest_of, digests
from conformance.attestation.subject import modules_of, subject_of
from conformance.attestation.surroundings import corpus_digests, suite_digests
from conformance.certification import ExitCode, plan
from conformance.certification.report import Run, checks_done
from conformance.certification.report_file import REPORT
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.examination import corpus
from conformance.implementations.start import CandidateSpec
from conformance.protocol.values import HARBOR_VERSION

type Result = Literal["PASSED", "WARNED", "FAILED"]
type Document = dict[str, Any]
type Fields = Mapping[str, object]
type Parts = dict[str, dict[str, Any]]

STATEMENT: Final = "https://in-toto.io/Statement/v1"
TEST_RESULT: Final = "https://in-toto.io/attestation/test-result/v0.1"

LARGEST = 32 * 2**20
"""The maximum size of a certificate in bytes."""

RUN, CANDIDATE, OWN, AROUND = "run", "candidate", "certificate", "surroundings"
"""Parts of a certificate: the predicate's result and tests, the subject, and two descriptors."""


class RefusedError(Exception):
    """A file is not an unchanged certificate; the message says where."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The SHA-256 of the files that a run depends on, by their names."""

    candidate: Digests
    expected: Digests
    suite: Digests
    corpus: Digests


def results_of(run: Run) -> tuple[Result, dict[str, list[str]]]:
    """Return the result of a run, and the clauses of each list of tests.

    Clauses are the tests, and those with an expected deviation warn. Clauses beyond the required
    level that failed are among the failed tests.
    """
    fails = {"divergent", "equal"} if run.exact else {"divergent"}
    pinned = {one.pinned for one in run.declared}
    tests: dict[str, list[str]] = {"passed": [], "warned": [], "failed": []}
    for clause, counts in sorted(run.clauses.items()):
        declared = counts.declared or clause in pinned
        name = "failed" if counts.agreement in fails else "warned" if declared else "passed"
        tests[name].append(clause)
    warns = bool(tests["warned"] or tests["failed"])
    return "FAILED" if run.exit_code else "WARNED" if warns else "PASSED", tests


def basis_of(
    spec: CandidateSpec, given: Sequence[str], file: Path | None, declared: ExpectedDeviations
) -> Basis:
    """Return what a run of a candidate depends on now.

    ``given`` are additional files of the candidate, ``file`` has its expected deviations. Raises
    the errors of ``NOT_HERE``.
    """
    return Basis(
        candidate=subject_of(spec, given),
        expected=_expected_files(file, declared),
        suite=suite_digests(),
        corpus=corpus_digests(),
    )


def _expected_files(file: Path | None, declared: ExpectedDeviations) -> Digests:
    """Return the SHA-256 of a file and of its predictions' modules; raises OSError."""
    if file is None:
        return {}
    predictions = modules_of(one.function for one in declared.predictions)
    return digests([(file.name, file), *predictions])


def why_none(run: Run, declared: ExpectedDeviations) -> str:
    """Return what a run is that earns no certificate, or an empty text."""
    planned = Counter(step.clause for step in plan.steps(run.scope.claimed, (), declared))
    release, left_out = run.provenance.harbor, run.scope.not_asked
    if release != HARBOR_VERSION:
        left_out = tuple(name for name in left_out if name in corpus.OF_RELEASES)
    left = [f"announced and not run: {', '.join(left_out)}"] if left_out else []
    if narrowed := [*run.scope.restrictions, *left]:
        return f"PARTIAL: {'; '.join(narrowed)}"
    if not run.provenance.pinned:
        return f"UNKNOWN: the wheel of harbor {release} is not known to this project"
    is_settled = run.exit_code in {ExitCode.CONFORMANT, ExitCode.DIVERGES} and run.cases
    if run.cut_off or not is_settled:
        return run.verdict
    problems = [f"{c}: {why}" for c, one in run.clauses.items() for why in one.problems]
    if problems or planned != {clause: counts.done for clause, counts in run.clauses.items()}:
        return f"INCOMPLETE: {', '.join(problems[:1]) or checks_done(run)}"
    return ""


def certificate_of(run: Run, report: bytes, files: Basis, around: Fields, packages: Fields) -> str:
    """Return the text of the certificate of a run with this report.json.

    ``around`` has the versions and the platform that answers and inputs depend on, ``packages`` the
    versions in the environment of another release than 0.13.1.
    """
    result, tests = results_of(run)
    told = run.provenance
    configuration = {
        OWN: _digest("0" * 64),
        "command": {"annotations": {"repeat": run.repeat}},
        "corpus": _listed(files.corpus),
        **({"expected": _listed(files.expected)} if files.expected else {}),
        "harbor": {
            "uri": f"pkg:pypi/harbor@{told.harbor}",
            **_digest(told.wheel_digest),
            **({"annotations": packages} if packages else {}),
        },
        "harbor-conformance": _listed(files.suite),
        "level": {"annotations": {"required": run.level}},
        REPORT: _digest(hashlib.sha256(report).hexdigest()),
        AROUND: {"annotations": around},
    }
    document = {
        "_type": STATEMENT,
        "subject": [{"name": n, **_digest(one)} for n, one in sorted(files.candidate.items())],
        "predicateType": TEST_RESULT,
        "predicate": {
            "configuration": [{"name": name, **one} for name, one in configuration.items()],
            "result": result,
            **{f"{name}Tests": clauses for name, clauses in tests.items()},
        },
    }
    return sealed(document)


def sealed(document: Document) -> str:
    """Return a statement as ``python -m json.tool --sort-keys --indent 2`` writes it.

    Its own digest, in the first descriptor, is that of this text with zeros for it.
    """
    own = document["predicate"]["configuration"][0]["digest"]
    own["sha256"] = "0" * 64
    own["sha256"] = hashlib.sha256(_text(document).encode()).hexdigest()
    return f"{_text(document)}\n"


def _text(document: Document) -> str:
    return json.dumps(document, indent=2, sort_keys=True)


def _digest(sha256: str) -> Document:
    return {"digest": {"sha256": sha256}}


def _listed(files: Mapping[str, str]) -> Document:
    return {**_digest(digest_of(files)), "annotations": files}


def text_in(file: Path) -> str:
    """Return the text of a certificate; raises OSError, and RefusedError if it is no text."""
    with file.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise RefusedError(f"it has more than {LARGEST:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise RefusedError(f"byte {error.start:,} is not UTF-8") from error


def parts_of(text: str) -> Parts:
    """Return the fields of each part of a certificate; raises RefusedError if it is none."""
    try:
        document = json.loads(text, parse_constant=_refused)
        predicate = document["predicate"]
        lists = {name: predicate[f"{name}Tests"] for name in ("passed", "warned", "failed")}
        tests = {clause: name for name, clauses in lists.items() for clause in clauses}
        parts = {
            RUN: {"result": predicate["result"], **tests},
            CANDIDATE: {one["name"]: one["digest"]["sha256"] for one in document["subject"]},
            **{one["name"]: _fields(one) for one in predicate["configuration"]},
        }
        return parts | {name: parts[name] for name in (OWN, AROUND, REPORT, "harbor")}
    except KeyError as error:
        raise RefusedError(f"it lacks {error.args[0]}") from error
    except (AttributeError, TypeError) as error:
        raise RefusedError("it does not have the form of an in-toto test result") from error
    except (RecursionError, ValueError) as error:
        raise RefusedError(str(error)) from error


def _refused(constant: str) -> None:
    raise RefusedError(f"{constant} is not JSON")


def packages_in(parts: Parts) -> Fields:
    """Return the versions in the environment of the release that a certificate names."""
    return {name: one for name, one in parts["harbor"].items() if name not in {"uri", "sha256"}}


def _fields(one: Document) -> dict[str, Any]:
    """Return the fields of a descriptor; the digest of a list of files follows from them."""
    listed = dict(one.get("annotations", {}))
    if listed and "uri" not in one:
        return listed
    return {**listed, "uri": one.get("uri", ""), **one["digest"]}
