"""Writes a certificate in the one way that there is, and refuses every other one by its line."""

import hashlib
import json
from itertools import zip_longest
from pathlib import Path

from pydantic import JsonValue, ValidationError

from conformance.attestation.statement import Digest, Pinned, Statement

LARGEST = 32 * 2**20
"""Bytes beyond which a file is no certificate."""


class RefusedError(Exception):
    """A file is not a certificate as it was written; the message says where."""


def to_text(statement: Statement) -> str:
    """Return the one way in which a statement is written; raises ValueError where it is none."""
    document = statement.model_dump(mode="json", by_alias=True)
    _refuse_no_statement(document)
    return f"{_canonical(document)}\n"


def sealed(statement: Statement) -> Statement:
    """Return a certificate with the digest of its text, in which the digest itself is zeros."""
    text = _canonical(_with(statement, "0" * 64).model_dump(mode="json", by_alias=True))
    return _with(statement, hashlib.sha256(text.encode()).hexdigest())


def _with(statement: Statement, digest: str) -> Statement:
    own = Pinned(name="certificate", digest=Digest(sha256=digest))
    parts = statement.predicate.configuration
    configuration = tuple(own if one.name == own.name else one for one in parts)
    predicate = statement.predicate.model_copy(update={"configuration": configuration})
    return statement.model_copy(update={"predicate": predicate})


def read(file: Path) -> Statement:
    """Return the certificate of a file.

    Raises OSError where there is none, and RefusedError where it is no certificate, was edited,
    or is written in another way than the one that there is.
    """
    with file.open("rb") as stream:
        content = stream.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise RefusedError(f"it has more than {LARGEST:,} bytes")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise RefusedError(f"byte {error.start:,} is not UTF-8") from error
    return parsed(text)


def parsed(text: str) -> Statement:
    """Return the certificate that a text is; raises RefusedError."""
    try:
        statement = Statement.model_validate_json(text)
        written = to_text(statement)
    except ValidationError as error:
        raise RefusedError(_first(error)) from error
    except ValueError as error:
        raise RefusedError(f"it is no in-toto statement: {error}") from error
    if written != text:
        raise RefusedError(f"{_first_line(written, text)} is not as certify writes it")
    if sealed(statement) != statement:
        raise RefusedError("it was edited: it does not have its own digest")
    return statement


def _canonical(value: JsonValue) -> str:
    """Return JSON as ``python -m json.tool --sort-keys --indent 2`` writes it."""
    return json.dumps(value, indent=2, sort_keys=True, allow_nan=False)


def _refuse_no_statement(document: dict[str, JsonValue]) -> None:
    """Raise ValueError where the field's own model takes JSON for no statement of a test result."""
    # Protobuf takes as long to import as the rest of a command that asks for no certificate.
    from google.protobuf.json_format import ParseDict, ParseError  # noqa: PLC0415
    from in_toto_attestation.predicates.test_result.v0 import test_result_pb2  # noqa: PLC0415
    from in_toto_attestation.v1 import statement, statement_pb2  # noqa: PLC0415

    predicate = document["predicate"]
    assert isinstance(predicate, dict)  # noqa: S101 - what pydantic has validated
    try:
        message = ParseDict(document, statement_pb2.Statement())
        statement.Statement.copy_from_pb(message).validate()
        ParseDict(predicate, test_result_pb2.TestResult())
    except ParseError as error:
        raise ValueError(str(error)) from error


def _first(error: ValidationError) -> str:
    """Return in one line where a text is not of the form, and what is wrong there."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else first["msg"]


def _first_line(written: str, text: str) -> str:
    lines = zip_longest(written.splitlines(keepends=True), text.splitlines(keepends=True))
    return f"line {next(number for number, (one, other) in enumerate(lines, 1) if one != other)}"
