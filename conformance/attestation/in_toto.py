"""The field's own model of statements and test results: what it refuses is no certificate."""

from pydantic import JsonValue


def refuse_no_statement(document: dict[str, JsonValue]) -> None:
    """Raise ValueError where JSON is no in-toto statement with a test result."""
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
