"""A certificate: digests, results, and the candidate's name, as an in-toto statement.

Everything else that a run established is in report.json, whose digest is included. The predicate is
*test result*; details of this suite are where it allows them, among the descriptors of the
configuration. A certificate has exactly one text; any other is refused.
"""

import hashlib
import json
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from conformance.attestation.files import differences, digest_of
from conformance.certification.report_parts import Rated

type Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
type Listed = dict[str, Sha256]
type Result = Literal["PASSED", "WARNED", "FAILED"]


class CertificatePart(BaseModel):
    """A part of a certificate: only its fields, each of exactly its type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Basis(CertificatePart):
    """The SHA-256 of the files that a run depends on, by their names."""

    candidate: Annotated[Listed, Field(min_length=1)]
    expected: Listed
    suite: Listed
    corpus: Listed

    def changes(self, after: "Basis") -> Iterator[str]:
        """Yield what has changed."""
        for name in Basis.model_fields:
            yield from differences(getattr(self, name), getattr(after, name))


class Asked(CertificatePart):
    """The candidate on the command line, a name or a command, for running it again."""

    candidate: str | None
    command: str | None
    python: str | None
    env: tuple[str, ...]
    timeout: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    expected: str | None
    subject: tuple[str, ...]

    @model_validator(mode="after")
    def _by_one_name(self) -> Self:
        if (self.candidate is None) == (self.command is None):
            raise ValueError("the candidate needs a name or a command, and not both")
        return self

    @property
    def name(self) -> str:
        """The name of the candidate."""
        return str(self.command if self.candidate is None else self.candidate)


class Certificate(CertificatePart):
    """A certificate: clauses are the tests, and those with a declared deviation warn.

    ``level`` is the required one: clauses beyond it that failed are among the failed tests.
    ``harbor`` is the SHA-256 of the RECORD of the wheel of ``release``, and ``report`` that of
    report.json. ``environment`` has the packages around another release than 0.13.1.
    ``surroundings`` has the versions and the platform that answers and inputs depend on.
    """

    files: Basis
    command: Asked
    level: Rated
    result: Result
    passed: tuple[str, ...]
    warned: tuple[str, ...]
    failed: tuple[str, ...]
    release: Annotated[str, Field(pattern=r"^[0-9][0-9a-z.]*$")]
    harbor: Sha256
    environment: dict[str, str]
    report: Sha256
    surroundings: dict[str, str]


STATEMENT: Final = "https://in-toto.io/Statement/v1"
TEST_RESULT: Final = "https://in-toto.io/attestation/test-result/v0.1"

LARGEST = 32 * 2**20
"""The maximum size of a certificate in bytes."""

type _Document = dict[str, Any]


class RefusedError(Exception):
    """A file is not an unchanged certificate; the message says where."""


def to_text(certificate: Certificate) -> str:
    """Return the text of a certificate; its own digest is that of this text with zeros for it."""
    unsealed = _text(certificate, "0" * 64).removesuffix("\n")
    return _text(certificate, hashlib.sha256(unsealed.encode()).hexdigest())


def read(file: Path) -> Certificate:
    """Return the certificate of a file.

    Raises OSError if it cannot be read, and RefusedError if it is not a certificate, was edited, or
    is written differently.
    """
    with file.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise RefusedError(f"it has more than {LARGEST:,} bytes")
    try:
        return parsed(content.decode())
    except UnicodeDecodeError as error:
        raise RefusedError(f"byte {error.start:,} is not UTF-8") from error


def parsed(text: str) -> Certificate:
    """Return the certificate of a text; raises RefusedError."""
    try:
        certificate, own = _certificate(json.loads(text))
        written = _text(certificate, own)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise RefusedError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    except KeyError as error:
        raise RefusedError(f"it lacks {error.args[0]}") from error
    except (AttributeError, TypeError) as error:
        raise RefusedError("it does not have the form of an in-toto test result") from error
    except (RecursionError, ValueError) as error:
        raise RefusedError(str(error)) from error
    if written != text:
        lines = zip_longest(written.splitlines(keepends=True), text.splitlines(keepends=True))
        number = next(place for place, (one, other) in enumerate(lines, 1) if one != other)
        raise RefusedError(f"line {number} is not as certify writes it")
    if to_text(certificate) != text:
        raise RefusedError("it was edited: it does not have its own digest")
    return certificate


def _text(certificate: Certificate, own: str) -> str:
    """Return the statement as ``python -m json.tool --sort-keys --indent 2`` writes it."""
    files = certificate.files
    configuration = {
        "certificate": _digest(own),
        "command": {"annotations": certificate.command.model_dump(mode="json")},
        "corpus": _listed(files.corpus),
        **({"expected": _listed(files.expected)} if files.expected else {}),
        "harbor": {
            "uri": f"{_PACKAGE}{certificate.release}",
            **_digest(certificate.harbor),
            **({"annotations": certificate.environment} if certificate.environment else {}),
        },
        "harbor-conformance": _listed(files.suite),
        "level": {"annotations": {"required": certificate.level}},
        "report.json": _digest(certificate.report),
        "surroundings": {"annotations": certificate.surroundings},
    }
    document = {
        "_type": STATEMENT,
        "subject": [{"name": n, **_digest(one)} for n, one in sorted(files.candidate.items())],
        "predicateType": TEST_RESULT,
        "predicate": {
            "configuration": [{"name": name, **one} for name, one in configuration.items()],
            "result": certificate.result,
            "passedTests": certificate.passed,
            "warnedTests": certificate.warned,
            "failedTests": certificate.failed,
        },
    }
    return json.dumps(document, indent=2, sort_keys=True, allow_nan=False) + "\n"


_PACKAGE = "pkg:pypi/harbor@"


def _digest(sha256: str) -> _Document:
    return {"digest": {"sha256": sha256}}


def _listed(files: dict[str, str]) -> _Document:
    return {**_digest(digest_of(files)), "annotations": files}


def _certificate(document: _Document) -> tuple[Certificate, str]:
    """Return the content of a statement, and its own digest.

    Raises KeyError if a field is missing, ValidationError if one has another type, and
    AttributeError or TypeError if another value replaces a list or an object.
    """
    if document["predicateType"] != TEST_RESULT:
        raise ValueError(f"its predicateType is not {TEST_RESULT}")
    predicate = document["predicate"]
    parts = {one["name"]: one for one in predicate["configuration"]}
    members = {
        "files": {
            "candidate": {one["name"]: one["digest"]["sha256"] for one in document["subject"]},
            "expected": parts.get("expected", {"annotations": {}})["annotations"],
            "suite": parts["harbor-conformance"]["annotations"],
            "corpus": parts["corpus"]["annotations"],
        },
        "command": parts["command"]["annotations"],
        "level": parts["level"]["annotations"]["required"],
        "result": predicate["result"],
        **{name: predicate[f"{name}Tests"] for name in ("passed", "warned", "failed")},
        "release": parts["harbor"]["uri"].removeprefix(_PACKAGE),
        "harbor": parts["harbor"]["digest"]["sha256"],
        "environment": parts["harbor"].get("annotations", {}),
        "report": parts["report.json"]["digest"]["sha256"],
        "surroundings": parts["surroundings"]["annotations"],
    }
    own: str = parts["certificate"]["digest"]["sha256"]
    return Certificate.model_validate_json(json.dumps(members)), own
