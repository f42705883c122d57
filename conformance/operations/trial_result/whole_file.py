"""The whole file: as harbor writes it, cut short, and with characters out of place."""

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, clause, common, rare
from conformance.operations.strategies.drawing import build, either
from conformance.operations.strategies.texts import edited
from conformance.operations.trial_result import inputs
from conformance.protocol.values import Case

LEVEL = rare("a process that was killed as it wrote, or a reward that is not finite")

_NAMES = ("reward", "a", "b", "gr\u00f6\u00dfe")

_PIECES = (
    *("0", "1", "-", ".", '"', ",", ":", "{", "}", "[", "]", " ", "\n", "\\", "'", "/", "null"),
    *("true", "NaN", "\t", "\x00", "\ufeff", "\u00e9", '"reward": 1,', "[]", "{}", "1e400"),
)

_EXCEPTIONS = (None, None, *inputs.EXCEPTION_TYPES)


@clause("whole-file", sources.READ, sources.TRIAL_RESULT, **inputs.BOTH_KINDS)
def edited_anywhere() -> Cases:
    """Either the whole file fits harbor's models, or it is a ValidationError and the job cannot be
    resumed."""
    readable = (
        inputs.document({}),
        inputs.document({"verifier_result": '{"rewards": {"reward": 1}}'}),
        inputs.document({"verifier_result": '{"rewards": {"a": 0.5, "b": -2}}', "source": "null"}),
        inputs.document({"exception_info": inputs.json_object(inputs.EXCEPTION)}),
    )
    near_the_start = edited(readable, _PIECES)
    return st.one_of(near_the_start, st.builds(_turned, near_the_start)).map(inputs.text_file)


def _turned(text: str) -> str:
    """Return the object with its first member moved to the end, where it is one."""
    first, separator, rest = text[1:-1].partition(", ")
    return f"{{{rest}{separator}{first}}}"


@clause(
    "written-by-harbor",
    sources.WRITE,
    sources.READ,
    level=common("marin-community/marin#7789: a job that is resumed"),
    **inputs.ALL_READ,
    effort=0.5,
)
def files() -> Cases:
    """What harbor wrote for finite rewards is read back as the same numbers under the same
    names."""
    return build(_file, st.one_of(st.none(), _rewards(inputs.FINITE)), _EXCEPTIONS)


@clause(
    "cut-short",
    sources.WRITE,
    sources.READ,
    body=inputs.BOTH_KINDS["body"],
    shares={inputs.REFUSED: 0.9},
    effort=0.6,
)
def cut_short() -> Cases:
    """The first part of a file, of no bytes even, is a ValidationError, or a UnicodeDecodeError
    where it ends within a character."""
    # Files as an interrupted write leaves them: the first part of what harbor writes.
    whole = inputs.written({"reward": "1.0"}, inputs.EXCEPTION_TYPES[0]).encode()
    length = len(whole)
    ends = (length, length, 0, 1, 2, length - 1, length - 2, length - 6)
    within_a_character = whole.index("\u00df".encode()) + 1
    lengths = either((*ends, within_a_character), st.integers(0, length))
    return lengths.map(lambda length: inputs.file(whole[:length]))


def _rewards(numbers: tuple[tuple[float, str], ...]) -> st.SearchStrategy[dict[str, str]]:
    texts = st.sampled_from([text for _, text in numbers])
    return st.dictionaries(st.sampled_from(_NAMES), texts, max_size=3)


def _file(rewards: dict[str, str] | None, exception: str | None) -> Case:
    return inputs.text_file(inputs.written(rewards, exception))


@clause("not-finite", sources.WRITE, sources.READ, sources.REWARDS, **inputs.BOTH_KINDS, effort=0.5)
def files_of_nan_and_infinity() -> Cases:
    """harbor writes a reward that is nan or infinite as null, and reads that null as a
    ValidationError: the job cannot be resumed."""
    return build(_file, _rewards(inputs.FINITE[:4] + inputs.NOT_FINITE), _EXCEPTIONS)
