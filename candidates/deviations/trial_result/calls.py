"""The readers of JSON that other programs read a result.json with."""

import json
from collections.abc import Callable

from candidates.deviations import descriptions, json_readers
from candidates.deviations.deviation import Changes, Deviation, instead, one_of
from candidates.reference import python_json
from candidates.reference.jiter_json import Object


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
        advice="Raise UnicodeDecodeError for a file that is not UTF-8.",
    ),
    Deviation(
        "trial-read-by",
        "trial_result.constants",
        "{}",
        parameter=one_of(
            "reader",
            {
                **{
                    name: (words, _loading(reader.parser()))
                    for name, (words, reader) in json_readers.READERS.items()
                },
                "json-loads": (descriptions.JSON_LOADS, _loading(python_json.parse)),
            },
        ),
        advice="Read the file as pydantic does.",
    ),
)
"""Each stands for one call of a library or language."""
