"""The newest versions of readers, and what they show differently from those that are pinned."""

from collections.abc import Iterator

from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.readers.environment import interpreter
from conformance.implementations.readers.reader import Reader, ReaderError
from conformance.survey.questions import BY_ID
from conformance.survey.results import Reading, Survey


def latest(reader: Reader) -> Reader:
    """Return a reader with the newest version on the package index; raises ReaderError."""
    if reader.from_repository:
        return reader
    try:
        python = interpreter(reader.python)
        (version,) = uv.compile_pins([reader.package], "--no-deps", python=python).values()
    except UvError as error:
        raise ReaderError(f"{reader.name}: the newest version is not known: {error}") from error
    return reader.model_copy(update={"version": version, "tag": ""})


def changes(pinned: Survey, newest: Survey) -> list[str]:
    """Return what the newest versions do differently from the pinned ones, a line each."""
    pairs = zip(pinned.readings, newest.readings, strict=True)
    return [line for before, after in pairs for line in _changes(before, after)]


def _changes(before: Reading, after: Reading) -> Iterator[str]:
    if problem := after.problem or before.problem:
        yield f"{before.name}: {problem}"
    elif before.version == after.version:
        yield f"{before.name} {before.version} is the newest version"
    else:
        name = f"{before.name} {before.version} → {after.version}"
        yield from (f"{name}: {line}" for line in [*_lines(before, after)] or ["nothing changed"])


def _lines(before: Reading, after: Reading) -> Iterator[str]:
    for question, seen in before.seen.items():
        other = after.seen.get(question)
        if other is not None and other.shown != seen.shown:
            title = BY_ID[question].title if question in BY_ID else question
            yield f"{title}: {other.shown}, where it was {seen.shown}"
    if not after.holds:
        yield "its expected deviations do not hold any more"
        yield from after.findings
