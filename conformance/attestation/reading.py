"""Reads a certificate; whatever is not exactly as ``certify`` writes one is refused by name."""

from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

from pydantic import ValidationError

from conformance.attestation.descriptors import Members
from conformance.attestation.statement import Statement
from conformance.attestation.writing import document_of, member_digests, to_text

LARGEST = 32 * 2**20
"""Bytes beyond which a file is no certificate."""


class RefusedError(Exception):
    """A file is not a certificate as it was written; the message says where."""


def read(file: Path) -> tuple[Statement, str]:
    """Return the certificate of a file, and its text.

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
    return parsed(text), text


def parsed(text: str) -> Statement:
    """Return the certificate that a text is; raises RefusedError."""
    try:
        statement = Statement.model_validate_json(text)
        _refuse_edited(statement)
        written = to_text(statement)
    except ValidationError as error:
        raise RefusedError(_first(error)) from error
    except ValueError as error:
        raise RefusedError(f"it is no in-toto statement: {error}") from error
    if written != text:
        raise RefusedError(f"{_first_line(written, text)} is not as certify writes it")
    return statement


def _refuse_edited(statement: Statement) -> None:
    noted = statement.part(Members).annotations
    digests = member_digests(document_of(statement))
    for name, digest in digests.items():
        if noted.get(name) != digest:
            raise RefusedError(f"its member {name} is not as it was written")
    if more := noted.keys() - digests.keys():
        raise RefusedError(f"its member {min(more)} is missing")


def _first(error: ValidationError) -> str:
    """Return in one line where a text is not of the form, and what is wrong there."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else first["msg"]


def _first_line(written: str, text: str) -> str:
    lines: Iterable[tuple[str | None, str | None]] = zip_longest(
        written.splitlines(keepends=True), text.splitlines(keepends=True)
    )
    number = next(number for number, (one, other) in enumerate(lines, 1) if one != other)
    return f"line {number}"
