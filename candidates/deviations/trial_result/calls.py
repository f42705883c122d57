"""The readers of JSON that other programs read a result.json with."""

import json
from collections.abc import Callable

from candidates.deviations import descriptions, json_readers
from candidates.deviations.deviation import Changes, Deviation, instead
from candidates.reference import python_json
from candidates.reference.jiter_json import Object

_CONSTANTS = "trial_result.constants"


def _members(value: object) -> object:
    """Return a document with its objects as those of pydantic's reader."""
    match value:
        case dict():
            return Object([(name, _members(member)) for name, member in value.items()])
        case list():
            return [_members(element) for element in value]
    return value


def _loading(parse: Callable[[str], object]) -> Changes:
    """Read the text with a parser that keeps the last of a name; any failure of it is one."""

    def load(text: str) -> object:
        try:
            return _members(parse(text))
        except RecursionError as error:
            raise ValueError from error

    return instead(parse=load)


def _in_any_encoding(content: bytes) -> str:
    return content.decode(json.detect_encoding(content), "surrogatepass")


DEVIATIONS = (
    Deviation(
        "trial-in-any-encoding",
        "trial_result.utf8",
        descriptions.GIVEN_BYTES,
        instead(decode=_in_any_encoding),
    ),
    Deviation(
        "trial-json-loads",
        "trial_result.surrogates",
        descriptions.JSON_LOADS,
        _loading(python_json.parse),
    ),
    *(
        Deviation(name, _CONSTANTS, description, _loading(reader.parser()))
        for name, description, reader in (
            ("trial-json-parse", descriptions.JSON_PARSE, json_readers.JSON_PARSE),
            ("trial-orjson", descriptions.ORJSON, json_readers.ORJSON),
            ("trial-simdjson", descriptions.SIMDJSON, json_readers.SIMDJSON),
            ("trial-serde-json", descriptions.SERDE_JSON, json_readers.SERDE_JSON),
            ("trial-encoding-json", descriptions.ENCODING_JSON, json_readers.ENCODING_JSON),
        )
    ),
    Deviation(
        "trial-jq", "trial_result.number-form", descriptions.JQ, _loading(json_readers.JQ.parser())
    ),
)
"""Each stands for one call of a library or language."""
