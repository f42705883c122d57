"""The one way in which a certificate is written, and the digests of its members."""

import hashlib
import json
from collections.abc import Mapping

from pydantic import JsonValue

from conformance.attestation.in_toto import refuse_no_statement
from conformance.attestation.statement import Statement


def to_text(statement: Statement) -> str:
    """Return the one way in which a statement is written; raises ValueError where it is none."""
    document = document_of(statement)
    refuse_no_statement(document)
    return f"{canonical(document)}\n"


def document_of(statement: Statement) -> dict[str, JsonValue]:
    """Return a statement as JSON."""
    return statement.model_dump(mode="json", by_alias=True)


def canonical(value: JsonValue) -> str:
    """Return JSON as ``python -m json.tool --sort-keys --indent 2`` writes it."""
    return json.dumps(value, indent=2, sort_keys=True, allow_nan=False)


def member_digests(document: Mapping[str, JsonValue]) -> dict[str, str]:
    """Return the SHA-256 of each member of a statement as it is written."""
    predicate = document["predicate"]
    assert isinstance(predicate, dict)  # noqa: S101 - what pydantic has validated
    configuration = predicate["configuration"]
    assert isinstance(configuration, list)  # noqa: S101 - the same
    described = {str(one["name"]): one for one in configuration if isinstance(one, dict)}
    plain = {name: value for name, value in predicate.items() if name != "configuration"}
    members = {"subject": document["subject"], **plain, **described}
    return {
        name: hashlib.sha256(canonical(value).encode()).hexdigest()
        for name, value in sorted(members.items())
        if name != "members"
    }
