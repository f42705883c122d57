"""The whole file: as harbor writes it, cut short, and with characters out of place."""

import math

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Erratum, clause, common, rare
from conformance.operations.strategies.characters import edited
from conformance.operations.strategies.drawing import build, either
from conformance.operations.trial_result import sources
from conformance.operations.trial_result.inputs import (
    ALL_READ,
    BOTH_KINDS,
    EXCEPTION,
    EXCEPTION_TYPES,
    FINITE,
    NOT_FINITE,
    REFUSED,
    document,
    file,
    json_object,
    text_file,
    with_reward,
    written,
)
from conformance.protocol.values import Case, Result

LEVEL = rare("a process that was killed as it wrote, or a reward that is not finite")

_NAMES = ("reward", "a", "b", "gr\u00f6\u00dfe")

_PIECES = (
    *("0", "1", "-", ".", '"', ",", ":", "{", "}", "[", "]", " ", "\n", "\\", "'", "/", "null"),
    *("true", "NaN", "\t", "\x00", "\ufeff", "\u00e9", '"reward": 1,', "[]", "{}", "1e400"),
)

_EXCEPTIONS = (None, None, *EXCEPTION_TYPES)


@clause("whole-file", sources.READ, sources.TRIAL, **BOTH_KINDS)
def edited_anywhere() -> Cases:
    """Either the whole file fits harbor's models, or it is a ValidationError and the job cannot be
    resumed."""
    readable = (
        document({}),
        document({"verifier_result": '{"rewards": {"reward": 1}}'}),
        document({"verifier_result": '{"rewards": {"a": 0.5, "b": -2}}', "source": "null"}),
        document({"exception_info": json_object(EXCEPTION)}),
    )
    near_the_start = edited(readable, _PIECES)
    return st.one_of(near_the_start, st.builds(_turned, near_the_start)).map(text_file)


def _turned(text: str) -> str:
    """Return the object with its first member moved to the end, where it is one."""
    first, separator, rest = text[1:-1].partition(", ")
    return f"{{{rest}{separator}{first}}}"


@clause(
    "written-by-harbor",
    sources.WRITE,
    sources.READ,
    level=common("marin-community/marin#7789: a job that is resumed"),
    **ALL_READ,
    effort=0.5,
)
def files() -> Cases:
    """What harbor wrote for finite rewards is read back as the same numbers under the same
    names."""
    return build(_file, st.one_of(st.none(), _rewards(FINITE)), _EXCEPTIONS)


@clause(
    "cut-short",
    sources.WRITE,
    sources.READ,
    body=BOTH_KINDS["body"],
    shares={REFUSED: 0.9},
    effort=0.6,
)
def cut_short() -> Cases:
    """The first part of a file, of no bytes even, is a ValidationError, or a UnicodeDecodeError
    where it ends within a character."""
    # Files as an interrupted write leaves them: the first part of what harbor writes.
    whole = written({"reward": "1.0"}, EXCEPTION_TYPES[0]).encode()
    length = len(whole)
    ends = (length, length, 0, 1, 2, length - 1, length - 2, length - 6)
    within_a_character = whole.index("\u00df".encode()) + 1
    lengths = either((*ends, within_a_character), st.integers(0, length))
    return lengths.map(lambda length: file(whole[:length]))


def _rewards(numbers: tuple[tuple[float, str], ...]) -> st.SearchStrategy[dict[str, str]]:
    texts = st.sampled_from([text for _, text in numbers])
    return st.dictionaries(st.sampled_from(_NAMES), texts, max_size=3)


def _file(rewards: dict[str, str] | None, exception: str | None) -> Case:
    return text_file(written(rewards, exception))


@clause(
    "not-finite",
    sources.WRITE,
    sources.READ,
    sources.REWARDS,
    **BOTH_KINDS,
    effort=0.5,
    erratum=Erratum(
        text="spec/000 §1",
        says='A reward of nan gives {"reward": nan}, which is accepted.',
        wheel="harbor writes it to the trial's result.json as null, and refuses that file.",
        case=with_reward("null"),
        text_answer=Result(
            {"verifier_result": {"rewards": {"reward": math.nan}}, "exception": None}
        ),
    ),
)
def files_of_nan_and_infinity() -> Cases:
    """harbor writes a reward that is nan or infinite as null, and reads that null as a
    ValidationError: the job cannot be resumed."""
    return build(_file, _rewards(FINITE[:4] + NOT_FINITE), _EXCEPTIONS)
