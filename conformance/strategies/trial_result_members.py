"""Questions about the members of a result.json that no answer holds, but that must be right.

Times and UUIDs are taken from tables: pydantic knows more forms of
them than these, and the clauses claim no more than the tables show.
"""

import json

from hypothesis import strategies as st

from conformance.model import Case
from conformance.strategies.trial_result import (
    EXCEPTION,
    REQUIRED,
    json_object,
    with_member,
    with_members,
)

_VALUES = ('"a"', '""', "null", "1", "0.5", "true", "[]", "{}", '["a"]', '{"a": 1}')
_NULLABLE = (
    "source", "agent_result", "verifier_result", "exception_info", "started_at", "finished_at",
    "environment_setup", "agent_setup", "agent_execution", "verifier", "step_results",
)  # fmt: skip
_TEXTS = ("task_name", "trial_name", "trial_uri", "task_checksum", "source")
_UNKNOWN = (
    "x",
    "Task_name",
    "taskName",
    "",
    "model_config",
    "job_id",
    "status",
    "verifier_results",
)

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
)  # fmt: skip
_TIME_NUMBERS = (
    "0", "1", "-1", "1.5", "1700000000", "1e9", "1700000000000", "20000000001", "-62135596800000",
    "253402300799999", "253402300800000", "-62135596800001", "1e18", "NaN", "Infinity", "true",
    "9223372036854775808", "null", "[]", "{}", "false",
)  # fmt: skip
_HEX = "0a1a992f-3ad1-44c6-a690-65d5af2f3d23"
_UUIDS = (
    _HEX, _HEX.upper(), _HEX.replace("-", ""), f"{{{_HEX}}}", f"urn:uuid:{_HEX}",
    "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
    f"urn:uuid:{_HEX.replace('-', '')}", f"{{{_HEX.replace('-', '')}}}", f"URN:UUID:{_HEX}",
    _HEX[:-1], f"{_HEX}0", f"{_HEX[:-1]}g", "", f" {_HEX}", f"{_HEX} ", _HEX.replace("-", "_"),
    f"({_HEX})", f"{{{_HEX}", _HEX.replace("-", "", 1), f"uuid:{_HEX}", "1", "a" * 16,
)  # fmt: skip


def exceptions() -> st.SearchStrategy[Case]:
    """Files with an exception of any name, or none."""
    names = ("RuntimeError", "E", "", " ", "a.b.C", "CancelledError", "null", "None", "\u00e9", "0")
    infos = st.sampled_from(names).map(lambda name: _exception("exception_type", json.dumps(name)))
    return with_member("exception_info", infos, st.sampled_from(("null", json_object(EXCEPTION))))


def exceptions_of_any_shape() -> st.SearchStrategy[Case]:
    """Files whose exception lacks a member, or has one of another type or one too many."""
    changed = st.builds(
        _exception, st.sampled_from((*EXCEPTION, "x")), st.sampled_from((*_VALUES, None))
    )
    return with_member("exception_info", changed, st.sampled_from(_VALUES))


def rewards_beside_exceptions() -> st.SearchStrategy[Case]:
    """Files with rewards, with an exception, with both and with neither."""
    results = ("null", '{"rewards": {"a": 1}}', '{"rewards": {"a": 0.5}}', '{"rewards": null}')
    infos = ("null", json_object(EXCEPTION), _exception("exception_type", '"CancelledError"'))
    return st.builds(
        lambda result, info: with_members({"verifier_result": result, "exception_info": info}),
        st.sampled_from(results),
        st.sampled_from(infos),
    )


def required() -> st.SearchStrategy[Case]:
    """Files in which a required member, or one of an agent, may be missing or null."""
    agents = ('{"name": "a"}', '{"version": ""}', "{}", '{"name": "a", "version": ""}')
    members = st.builds(
        lambda name, value: {name: value},
        st.sampled_from((*REQUIRED, *_NULLABLE, "id")),
        st.sampled_from((None, "null")),
    )
    models = ("null", '{"name": "m"}', '{"name": "m", "provider": null}', "{}", '{"name": null}')
    of_models = st.sampled_from(models).map(
        lambda model: f'{{"name": "a", "version": "", "model_info": {model}}}'
    )
    of_agents = st.one_of(st.sampled_from(agents), of_models).map(lambda a: {"agent_info": a})
    return st.one_of(members, members, of_agents).map(with_members)


def texts() -> st.SearchStrategy[Case]:
    """Files with a value of any type where a text belongs."""
    return st.builds(
        lambda name, value: with_members({name: value}),
        st.sampled_from(_TEXTS),
        st.sampled_from(_VALUES[:2] * 4 + _VALUES),
    )


def unknown() -> st.SearchStrategy[Case]:
    """Files with members that harbor does not know, at any depth."""
    top = st.builds(
        lambda name, value: {name: value, "verifier_result": '{"rewards": {"a": 1}}'},
        st.sampled_from(_UNKNOWN),
        st.sampled_from(_VALUES),
    )
    inner = st.builds(
        lambda name, value: {
            "verifier_result": json_object({"rewards": '{"a": 1}', name: value}),
            "exception_info": json_object({**EXCEPTION, name: value}),
        },
        st.sampled_from(_UNKNOWN),
        st.sampled_from(_VALUES),
    )
    return st.one_of(top, inner).map(with_members)


def times() -> st.SearchStrategy[Case]:
    """Files with a time in one of many forms."""
    values = st.sampled_from((*map(json.dumps, _TIMES), *_TIME_NUMBERS))
    places = ("started_at", "started_at", "finished_at", "verifier", "exception_info")
    return st.builds(_with_time, st.sampled_from(places), values)


def uuids() -> st.SearchStrategy[Case]:
    """Files with an id in one of many forms."""
    return with_member("id", st.sampled_from((*map(json.dumps, _UUIDS), *_VALUES[2:])))


def _exception(name: str, value: str | None) -> str:
    return json_object({name: value, **{n: m for n, m in EXCEPTION.items() if n != name}})


def _with_time(place: str, value: str) -> Case:
    nested = {
        "verifier": json_object({"started_at": value}),
        "exception_info": _exception("occurred_at", value),
    }
    return with_members({place: nested.get(place, value)})
