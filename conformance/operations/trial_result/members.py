"""Members that no answer holds, but one that is wrong keeps the job from being resumed.

Times and UUIDs are taken from tables: pydantic knows more forms of them than these, and
the clauses claim no more than the tables show.
"""

import json

from hypothesis import strategies as st

from conformance.operations import sources
from conformance.operations.clause import Cases, Check, clause, rare
from conformance.operations.strategies.drawing import build, covering, drawn
from conformance.operations.trial_result import inputs
from conformance.protocol.values import Case

LEVEL = rare("a file that another program wrote, or a person edited")

_NULLABLE = (
    "source", "agent_result", "verifier_result", "exception_info", "started_at", "finished_at",
    "environment_setup", "agent_setup", "agent_execution", "verifier", "step_results",
)  # fmt: skip

_TEXTS = ("task_name", "trial_name", "trial_uri", "task_checksum", "source")

_UNKNOWN = (
    "x", "Task_name", "taskName", "", "model_config", "job_id", "status", "verifierResult",
)  # fmt: skip

_TIMES = (
    "2026-01-02T03:04:05", "2026-01-02T03:04:05.678901Z", "2026-01-02", "2026-01-02 03:04",
    "2026-01-02t03:04:05z", "2026-01-02_03:04:05", "2026-01-02T03:04:05,5",
    "2026-01-02T03:04:05.1234567", "2026-01-02T03:04:05+05:30", "2026-01-02T03:04:05-0530",
    "2026-01-02T03:04:05+23:59", "2024-02-29", "0001-01-01T00:00:00", "9999-12-31T23:59:59.999999",
    "2026", "1700000000", "-1", "1.5", "1700000000000", "253402300799999", "+1", ".5",
    "", "now", "2026-01", "2026-1-2", "20260102", "2026-01-02T03", "2026-01-02T", "2026/01/02",
    "01/02/2026", "2026-13-01", "2026-00-01", "2026-02-30", "2023-02-29", "2100-02-29",
    "2026-01-02T24:00:00", "2026-01-02T23:60:00", "2026-01-02T23:59:60", "0000-01-01",
    "10000-01-01", "2026-01-02T03:04:05+05", "2026-01-02T03:04:05+24:00",
    "2026-01-02T03:04:05 Z", "2026-01-02T03:04:05UTC", "2026-01-02Z", " 2026-01-02",
    "2026-01-02 ", "2026-01-02T03:04:05.", "2026-01-02T030405", "2026-W01-1", "1e3", "1_000",
    "253402300800000", "99999999999999999999", "nan", "\u0662026-01-02", "-", ".",
    "2026-01-02x03:04:05", "20260102T030405Z",
)  # fmt: skip

_DATES = "2026-01-02 2024-02-29 0001-01-01 9999-12-31 1970-01-01 2000-02-29 1999-12-31"
_HOURS = "03:04:05 00:00:00 23:59:59 12:00:00 01:02:03 10:20:30 09:08:07"
TIME_FEATURES = (
    tuple(_DATES.split()),
    ("T", "t", " ", "_", "T", "t", " "),
    tuple(_HOURS.split()),
    ("", ".5", ",5", ".123456", ".0", ",000001", ".999999"),
    ("+", "-", "\u2212", "+", "-", "\u2212", "+"),
    ("01:00", "0100", "00:00", "23:59", "05:30", "0530", "1200"),
)
"""Date, separator, time of day, fraction, sign and size of the offset of times that are read."""

ODD_TIME_FEATURES = (
    ("2026-01-02", "2024-02-29", "2023-02-29", "0001-01-01", "2026-1-02", "2026-13-01", "20260102"),
    ("T", "t", " ", "_", "T", "", "  "),
    ("03:04", "03:04:05", "23:59:59", "24:00:00", "03:04:60", "0304", "3:04"),
    ("", ".5", ",5", ".123456", ".", ".1234567", ".5_0"),
    ("", "Z", "z", "+", "-", "\u2212", " +"),
    ("", "01:00", "0100", "23:59", "24:00", "01", "1:00"),
)
"""The same of times that are mostly refused."""

_TIME_NUMBERS = (
    "0", "1", "-1", "1.5", "1700000000", "1e9", "1700000000000", "20000000001", "-62135596800000",
    "253402300799999", "253402300800000", "-62135596800001", "1e18", "NaN", "Infinity", "true",
    "9223372036854775808", "null", "[]", "{}", "false",
)  # fmt: skip

_UUIDS = (
    inputs.UUID, inputs.UUID.upper(), inputs.UUID.replace("-", ""), f"{{{inputs.UUID}}}",
    f"urn:uuid:{inputs.UUID}", "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff", f"urn:uuid:{inputs.UUID.replace('-', '')}",
    f"{{{inputs.UUID.replace('-', '')}}}", f"URN:UUID:{inputs.UUID}", inputs.UUID[:-1],
    f"{inputs.UUID}0", f"{inputs.UUID[:-1]}g", "", f" {inputs.UUID}", f"{inputs.UUID} ",
    inputs.UUID.replace("-", "_"), f"({inputs.UUID})", f"{{{inputs.UUID}",
    inputs.UUID.replace("-", "", 1), f"uuid:{inputs.UUID}", "1", "a" * 16,
)  # fmt: skip


@clause("required-members", sources.READ, sources.TRIAL_RESULT, **inputs.BOTH_KINDS)
def required() -> Cases:
    """Names, URI, task id, checksum, configuration and agent must be there; the others may be
    missing and, but for the id, null."""
    agents = ('{"name": "a"}', '{"version": ""}', "{}", '{"name": "a", "version": ""}')
    members = build(
        lambda name, value: inputs.with_members({name: value}),
        (*inputs.REQUIRED, *_NULLABLE, "id"),
        (None, "null"),
    )
    models = ("null", '{"name": "m"}', '{"name": "m", "provider": null}', "{}", '{"name": null}')
    of_models = [f'{{"name": "a", "version": "", "model_info": {model}}}' for model in models]
    return st.one_of(members, inputs.with_member("agent_info", agents, of_models))


@clause("text-members", sources.READ, sources.RESULTS.lines(71, 77), **inputs.BOTH_KINDS)
@drawn(_TEXTS, inputs.VALUES[:2] * 4 + inputs.VALUES)
def texts(name: str, value: str) -> Case:
    """Where a text belongs, a number or a boolean is a ValidationError, and not converted."""
    return inputs.with_members({name: value})


@clause("unknown-members", sources.READ, sources.TRIAL_RESULT, **inputs.ALL_READ)
def unknown() -> Cases:
    """Members that harbor does not know are ignored, at any depth."""

    def top(name: str, value: str) -> Case:
        return inputs.with_members({"verifier_result": '{"rewards": {"a": 1}}', name: value})

    def inner(name: str, value: str) -> Case:
        result = inputs.json_object({"rewards": '{"a": 1}', name: value})
        raised = inputs.json_object({**inputs.EXCEPTION, name: value})
        return inputs.with_members({"verifier_result": result, "exception_info": raised})

    return st.one_of(build(top, _UNKNOWN, inputs.VALUES), build(inner, _UNKNOWN, inputs.VALUES))


@clause("repeated-members", sources.READ, sources.TRIAL_RESULT, **inputs.BOTH_KINDS)
def repeated_members() -> Cases:
    """Of a field that occurs twice, only the last counts, and the first may be any value."""
    results = ('{"rewards": {"a": 1}}', '{"rewards": {"a": 0}}', "null", "1", "{}")
    rewards = ('{"a": 1}', '{"b": 2}', "null", '{"a": null}', "[]")
    texts = ("null", '"s"', "1")
    members = st.one_of(
        build('"verifier_result": {}, "verifier_result": {}'.format, results, results),
        build('"verifier_result": {{"rewards": {}, "rewards": {}}}'.format, rewards, rewards),
        build('"source": {}, "x": 1, "x": 2, "sourc\\u0065": {}'.format, texts, texts),
    )
    required = build('"task_name": {}, "task_name": {}'.format, *[('"t"', "1", "null")] * 2)
    return st.one_of(
        members.map(lambda twice: inputs.text_file(f"{{{twice}, {inputs.document({})[1:]}")),
        required.map(
            lambda twice: inputs.text_file(f"{{{twice}, {inputs.document({'task_name': None})[1:]}")
        ),
    )


@clause("times", sources.READ, sources.RESULTS.lines(82, 83))
def forms_of_times() -> tuple[Check, ...]:
    """A time is a date of the years 1 to 9999, with or without a time of day and an offset, or a
    count of seconds or milliseconds; the other forms asked are a ValidationError."""
    values = (*map(json.dumps, _TIMES), *_TIME_NUMBERS)
    places = ("started_at", "started_at", "finished_at", "verifier", "exception_info")
    texts = dict.fromkeys([*covering(*TIME_FEATURES), *covering(*ODD_TIME_FEATURES, together=2)])
    features = st.sampled_from([_with_time("started_at", json.dumps(text)) for text in texts])
    return (
        Check("times", build(_with_time, places, values), **inputs.BOTH_KINDS, effort=0.8),
        Check("features", features, **inputs.BOTH_KINDS, effort=1.6),
    )


@clause("id", sources.READ, sources.RESULTS.lines(70), **inputs.BOTH_KINDS)
def uuids() -> Cases:
    """The id is a UUID of 32 digits or of five groups, the groups also in braces or as a URN; the
    other forms asked are a ValidationError."""
    return inputs.with_member("id", (*map(json.dumps, _UUIDS), *inputs.VALUES[2:]))


def _with_time(place: str, value: str) -> Case:
    nested = {
        "verifier": inputs.json_object({"started_at": value}),
        "exception_info": inputs.exception_with("occurred_at", value),
    }
    return inputs.with_members({place: nested.get(place, value)})
