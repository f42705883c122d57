"""The oracle adapts to a release of harbor, or says that it cannot drive it."""

import functools
import importlib
import importlib.util
import json
import sys
import traceback
import typing
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from types import FunctionType, ModuleType

import pytest
from harbor.metrics.mean import Mean
from harbor.trial.multi_step import MultiStepTrial
from programs import Ended, run_program

from conformance.operations.job.inputs import case_with, trial
from conformance.protocol.values import HARBOR_VERSION, Case, Failure, Value
from oracle import driving, integrity, provenance, releases
from oracle.driving import NotDrivenError
from oracle.implementation import Oracle
from oracle.metric import MetricAdapter
from oracle.provenance import UntrustedOracleError
from oracle.scripted import ScriptedAgent, ScriptedEnvironment
from oracle.wheels import WHEELS

METRIC = Case("metric", {"metric": "mean", "rewards": [{"reward": 1}]})
STEPS = Case("multi_step", {"strategy": None, "steps": []})


@pytest.fixture
def harbor() -> Iterator[Oracle]:
    """Harbor without a look at its memory, in which these tests change things."""
    oracle = Oracle(provenance.verify())
    yield oracle
    oracle.close()


def run(*attempts: Value, **job: Value) -> Case:
    return Case("run", {"tasks": [{"name": "a", "attempts": list(attempts)}], "job": job})


def command(*arguments: str, status: int = 0) -> Ended:
    return run_program(sys.executable, "-m", "oracle", *arguments, input="", status=status)


def test_only_the_installed_release_is_served_by_its_name() -> None:
    assert command("--release", HARBOR_VERSION).stderr == ""
    completed = command("--release", "0.14.0", status=4)
    assert completed.stdout == ""
    why = "harbor 0.13.1 is installed, not 0.14.0"
    assert completed.stderr == f"the oracle cannot be trusted: {why}\n"


def test_provenance_names_every_installed_distribution() -> None:
    said = json.loads(command("--provenance").stdout)
    versions = said.pop("versions")
    verified = provenance.verify()
    assert said == asdict(verified)
    assert versions["harbor"] == HARBOR_VERSION
    assert versions["pydantic-core"] == verified.pydantic_core
    assert len(versions) > 50


def test_a_wheel_that_no_digest_is_known_of_is_not_pinned_and_no_two_releases_have_one_wheel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(set(WHEELS.values())) == len(WHEELS)
    pinned = provenance.verify()
    monkeypatch.setattr(provenance, "WHEELS", {})
    found = provenance.verify()
    assert (pinned.pinned, found.pinned) == (True, False)
    assert found.wheel_digest == pinned.wheel_digest


def wrong_call(patch: pytest.MonkeyPatch) -> None:
    def call_wrongly(_: MetricAdapter, case: dict[str, Value]) -> Value:
        return typing.cast("Value", Mean().compute(case["rewards"], None))  # type: ignore[arg-type,call-arg] # wrong on purpose

    as_in_the_adapter = {"typing": typing, "Mean": Mean, "__name__": "oracle.metric"}
    patch.setattr(MetricAdapter, "__call__", FunctionType(call_wrongly.__code__, as_in_the_adapter))


def missing_import(patch: pytest.MonkeyPatch) -> None:
    patch.delitem(sys.modules, "oracle.metric")
    patch.delattr("harbor.metrics.base.RewardDict")


def wrongly_filled_model(patch: pytest.MonkeyPatch) -> None:
    wrong = functools.partial(releases.hook_event, "no event")  # type: ignore[arg-type] # wrong on purpose
    patch.setattr(releases, "hook_event", lambda _, config, result: wrong(config, result))


def missing_attribute(patch: pytest.MonkeyPatch) -> None:
    read = property(lambda trial: trial.of_a_later_release)
    patch.setattr(MultiStepTrial, "_select_multi_step_reward", lambda trial: trial.more)
    patch.setattr(MultiStepTrial, "more", read, raising=False)


def error_in_a_trial(patch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise LookupError

    patch.setattr(releases, "removed_files", fail)
    patch.setattr(driving, "_is_here", lambda file: file == __file__)


def fewer_parameters(patch: pytest.MonkeyPatch) -> None:
    async def upload_dir(self: ScriptedEnvironment, source_dir: str) -> None:
        """Take less than harbor gives."""

    upload_dir.__qualname__ = "ScriptedEnvironment.upload_dir"
    patch.setattr(ScriptedEnvironment, "upload_dir", upload_dir)


@pytest.mark.parametrize(
    ("plant", "case", "why"),
    [
        (wrong_call, METRIC, "TypeError"),
        (missing_import, METRIC, "ImportError"),
        (wrongly_filled_model, case_with([trial(None)], {}), "ExceptionGroup"),
        (missing_attribute, STEPS, "AttributeError: .* has no attribute 'of_a_later_release'"),
        (error_in_a_trial, run([{}]), "LookupError"),
        (fewer_parameters, run([{}]), "TypeError: .* unexpected keyword argument 'target_dir'"),
    ],
)
def test_an_error_of_ours_stops_the_oracle(
    plant: Callable[[pytest.MonkeyPatch], None],
    case: Case,
    why: str,
    harbor: Oracle,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    with pytest.raises(UntrustedOracleError, match=rf"^harbor 0\.13\.1 cannot be driven: {why}"):
        harbor.answer(case)


def test_an_attribute_that_harbor_no_longer_has_is_not_set() -> None:
    with pytest.raises(NotDrivenError, match="object has no _n_retries"):
        driving.put(object(), "_n_retries", 1)


def test_an_error_in_harbor_is_its_answer(harbor: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    code = compile("def compute(self, rewards): return rewards.missing", "mean.py", "exec")
    inside: dict[str, Callable[..., object]] = {}
    exec(code, {"__name__": "harbor.metrics.mean"}, inside)  # noqa: S102 - a planted fault
    monkeypatch.setattr(Mean, "compute", inside["compute"])
    assert harbor.answer(METRIC) == Failure("AttributeError")


@pytest.mark.parametrize("name", ["TypeError", "AttributeError", "ImportError", "KeyError"])
@pytest.mark.parametrize("stage", ["start", "upload", "test", "stop"])
def test_what_the_script_raises_is_part_of_the_case_and_harbors_refusal_its_answer(
    harbor: Oracle, stage: str, name: str
) -> None:
    script: Value = [{stage: {"raises": name}}]
    assert not isinstance(harbor.answer(run(script)), Failure)
    assert harbor.answer(run(script, n_concurrent_trials="many")) == Failure("ValidationError")


def test_only_the_last_frame_says_whose_an_error_is(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        int("of the standard library", base=1000)
    except ValueError:
        recorded = traceback.format_exc()
    driving.refuse_own(recorded)
    monkeypatch.setattr(driving, "_HERE", str(__file__).rpartition("/")[0])
    with pytest.raises(NotDrivenError, match="ValueError"):
        driving.refuse_own(recorded)


def test_a_method_with_fewer_parameters_than_harbors_does_not_fit() -> None:
    class Base:
        async def exec(self, command: str, user: str | None = None, **more: str) -> None:
            """Run a command."""

    class Fewer(Base):
        async def exec(self, command: str) -> None:  # type: ignore[override] # wrong on purpose
            """Run a command."""

    for fits in (ScriptedEnvironment, ScriptedAgent):
        assert driving.fitting(fits) is fits
    with pytest.raises(NotDrivenError, match=r"^Fewer\.exec lacks user$"):
        driving.fitting(Fewer)


REMOVED, MADE = releases.removed_files, releases.made_folders
LOGS = "/logs/verifier"


@pytest.mark.parametrize(
    ("read", "command_line", "paths"),
    [
        (REMOVED, f"rm -f -- {LOGS}/reward.txt '/a b'", [f"{LOGS}/reward.txt", "/a b"]),
        (REMOVED, f"rm -rf {LOGS}", None),
        (REMOVED, "pwd", None),
        (MADE, f"mkdir -p {LOGS} && chmod 777 {LOGS}", [LOGS]),
        (MADE, "mkdir -p '/a b' /c && chmod 777 '/a b' /c", ["/a b", "/c"]),
        (MADE, f"mkdir -p {LOGS}", None),
        (MADE, f"mkdir -p {LOGS} && chmod 777 /logs", None),
        (MADE, f"mkdir -p /a && chmod 777 /a && rm -rf {LOGS}", None),
    ],
)
def test_what_harbor_removes_and_makes_is_read_from_its_command(
    read: Callable[[str], list[str] | None], command_line: str, paths: list[str] | None
) -> None:
    assert read(command_line) == paths


def test_every_adapter_is_a_module_of_the_pinned_release() -> None:
    found = {name: importlib.util.find_spec(name) for name in integrity.DECIDING_MODULES}
    assert [name for name, spec in found.items() if spec is None] == []


SOURCE = """
from functools import cached_property
from typing import overload

class Later:
    @cached_property
    def environment_id(self): return "id"

    @overload
    def value(self, resource: int) -> int: ...
    @overload
    def value(self, resource: str) -> str: ...
    def value(self, resource): return resource
"""


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A module with what later releases of harbor have in theirs."""
    (tmp_path / "later.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("later")
    del sys.modules["later"]


@pytest.mark.parametrize("name", ["environment_id", "value"])
def test_a_cached_property_or_overload_is_compared_with_its_source_and_refused_if_changed(
    later: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    integrity._verify_module(later)  # noqa: SLF001 - what verify() does with each adapter

    def changed(_: object, resource: object = None) -> object:
        return resource

    new = functools.cached_property(changed) if name == "environment_id" else changed
    monkeypatch.setattr(later.Later, name, new)
    with pytest.raises(UntrustedOracleError, match=f"{name} was changed"):
        integrity._verify_module(later)  # noqa: SLF001 - as above
