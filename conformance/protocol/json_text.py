"""Text that contains JSON: its value, with what a dict would lose, and its characters."""

import json
import re
from collections import Counter
from decimal import Decimal

from conformance.protocol.shapes import Json
from conformance.protocol.values import Value


def parse(text: str) -> Value:
    """Return the value of JSON text; raises ValueError for other text.

    Numbers are int or float, with ``NaN`` and ``Infinity`` as in Python's ``json``. Every value of
    a repeated key is kept: harbor itself writes such objects, for rewards that are nan.
    """
    try:
        parsed: Value = json.loads(
            text, object_pairs_hook=_named, parse_int=lambda digits: int(Decimal(digits))
        )
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return parsed


def strict(text: str | bytes) -> Json:
    """Return the value of JSON text; raises ValueError also for ambiguous text.

    Text is ambiguous if an object repeats a key, or a number is NaN or infinite.
    """
    parsed: Json = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    return parsed


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) < len(pairs):
        name = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"an object has two members {name!r}")
    return members


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _named(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    """Return the values by key; a repeated key is numbered."""
    named, seen = dict[str, Value](), Counter[str]()
    for name, member in pairs:
        seen[name] += 1
        kept = name.replace("#", "##")
        named[kept if seen[name] == 1 else f"{kept}#{seen[name]}"] = member
    return named


def written(value: Value) -> str:
    """Return JSON text of a value that ``parse`` returned, with the keys that were repeated."""
    match value:
        case dict():
            inner = (f"{json.dumps(_name(key))}: {written(one)}" for key, one in value.items())
            return f"{{{', '.join(inner)}}}"
        case list():
            return f"[{', '.join(map(written, value))}]"
    return json.dumps(value)


def _name(key: str) -> str:
    return _NUMBERED.sub(r"\1", key).replace("##", "#")


_NUMBERED = re.compile(r"(?<!#)((?:##)*)#[0-9]+$")


def join_surrogates(text: str) -> str:
    """Replace each pair of surrogates in a text by its character.

    A lone surrogate stays. Edits can put both halves of a pair next to each other, which no message
    can tell from the character.
    """
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
