"""What tinker-cookbook answers where no deviation of the catalogue says it."""

import codecs
import json

from conformance.protocol.values import Answer, Case, Result

MOST_BYTES = 128 * 1024
DECODER = codecs.getincrementaldecoder("utf-8")


def text_first(case: Case, expected: Answer) -> Answer:
    """Return the number of reward.txt where that is not blank, or 0.0 where it is none."""
    text = _text(case)
    return _number(text) if text else expected


def cut_off_end(case: Case, expected: Answer) -> Answer:
    """Return what is read of a file before a character that is cut off at its end."""
    if _text(case):
        return expected
    if text := _start(case.input["reward.txt"]).strip():
        return _number(text)
    try:
        document = json.loads(_start(case.input["reward.json"]))
        reward = float(document.get("reward", 0.0))
    except (AttributeError, TypeError, ValueError, OverflowError, RecursionError):
        return expected
    return Result({"rewards": {"reward": reward}})


def _number(text: str) -> Answer:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    return Result({"rewards": {"reward": number}})


def _text(case: Case) -> str:
    """Return reward.txt, stripped; there is nothing in a file that is not UTF-8."""
    content = case.input["reward.txt"]
    try:
        text = content.decode() if isinstance(content, bytes) else ""
    except UnicodeDecodeError:
        return ""
    return text.encode()[:MOST_BYTES].decode(errors="replace").strip()


def _start(content: object) -> str:
    """Return a file whose end is cut off within a character, or nothing of another."""
    try:
        text = DECODER().decode(content) if isinstance(content, bytes) else ""
    except UnicodeDecodeError:
        return ""
    return text if text.encode() != content else ""
