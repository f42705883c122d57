"""The oracle adapts to a release of harbor, or says that it cannot drive it."""

import functools
import gc
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
from harbor.environments.base import BaseEnvironment
from harbor.metrics.mean import Mean
from harbor.models.trial.result import TrialResult
from harbor.trial.hooks import TrialEvent, TrialHookEvent
from harbor.trial.multi_step import MultiStepTrial
from programs import Ended, run_program
from pydantic import ValidationError

from conformance.operations.job.inputs import case_with, trial
from conformance.protocol.values import HARBOR_VERSION, Case, Failure, Value
from oracle import driving, integrity, provenance, releases
from oracle.driving import NotDrivenError
from oracle.implementation import Oracle
from oracle.metric import MetricAdapter
from oracle.provenance import UntrustedOracleError
from oracle.scripted import ScriptedAgent, ScriptedEnvironment
from oracle.trials import trial_config, trial_result
from oracle.wheels import WHEELS

METRIC = Case("metric", {"metric": "mean", "rewards": [{"reward": 1}]})


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


def test_a_wrong_call_stops_the_oracle(harbor: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    def call_wrongly(_: MetricAdapter, case: dict[str, Value]) -> Value:
        return typing.cast("Value", Mean().compute(case["rewards"], None))  # type: ignore[arg-type,call-arg] # wrong on purpose

    as_in_the_adapter = {"typing": typing, "Mean": Mean, "__name__": "oracle.metric"}
    planted = FunctionType(call_wrongly.__code__, as_in_the_adapter)
    monkeypatch.setattr(MetricAdapter, "__call__", planted)
    with pytest.raises(UntrustedOracleError, match=r"^harbor 0\.13\.1 cannot be driven: TypeError"):
        harbor.answer(METRIC)


def test_an_error_in_harbor_is_its_answer(harbor: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    code = compile("def compute(self, rewards): return rewards.missing", "mean.py", "exec")
    inside: dict[str, Callable[..., object]] = {}
    exec(code, {"__name__": "harbor.metrics.mean"}, inside)  # noqa: S102 - a planted fault
    monkeypatch.setattr(Mean, "compute", inside["compute"])
    assert harbor.answer(METRIC) == Failure("AttributeError")


@pytest.mark.parametrize("collects", [True, False])
def test_an_adapter_leaves_garbage_collection_as_it_was(harbor: Oracle, *, collects: bool) -> None:
    (gc.enable if collects else gc.disable)()
    try:
        harbor.answer(METRIC)
        assert gc.isenabled() is collects
    finally:
        gc.enable()


def test_a_missing_import_stops_the_oracle(harbor: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "oracle.metric")
    monkeypatch.delattr("harbor.metrics.base.RewardDict")
    with pytest.raises(UntrustedOracleError, match="cannot be driven: ImportError"):
        harbor.answer(METRIC)


def test_an_adapter_that_cannot_be_opened_ends_the_command_with_status_4() -> None:
    script = (
        "import sys, harbor.metrics.base as base\n"
        "del base.RewardDict\n"
        "from oracle.__main__ import main\n"
        "sys.exit(main([]))\n"
    )
    case = '{"id": 1, "op": "metric", "input": {"metric": "mean", "rewards": []}}\n'
    completed = run_program(sys.executable, "-c", script, input=case, status=4)
    assert completed.stdout == ""
    (line,) = completed.stderr.splitlines()
    assert "harbor.metrics.base.RewardDict was changed after harbor was imported" in line


def test_a_model_of_harbors_that_is_filled_in_wrongly_stops_the_oracle(
    monkeypatch: pytest.MonkeyPatch, harbor: Oracle
) -> None:
    wrong = functools.partial(releases.hook_event, "no event")  # type: ignore[arg-type] # wrong on purpose
    monkeypatch.setattr(releases, "hook_event", lambda _, config, result: wrong(config, result))
    with pytest.raises(UntrustedOracleError, match="cannot be driven: ExceptionGroup"):
        harbor.answer(case_with([trial(None)], {}))


def test_an_attribute_that_harbor_no_longer_has_or_has_later_stops_the_oracle(
    harbor: Oracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotDrivenError, match="object has no _n_retries"):
        driving.put(object(), "_n_retries", 1)
    read = property(lambda trial: trial.of_a_later_release)
    monkeypatch.setattr(MultiStepTrial, "_select_multi_step_reward", lambda trial: trial.more)
    monkeypatch.setattr(MultiStepTrial, "more", read, raising=False)
    with pytest.raises(UntrustedOracleError, match="has no attribute 'of_a_later_release'"):
        harbor.answer(Case("multi_step", {"strategy": None, "steps": []}))


def test_our_fault_is_no_trials_exception(harbor: Oracle, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise LookupError

    monkeypatch.setattr(releases, "removed_files", fail)
    monkeypatch.setattr(driving, "_is_here", lambda file: file == __file__)
    with pytest.raises(UntrustedOracleError, match="cannot be driven: LookupError"):
        harbor.answer(run([{}]))


def test_a_call_that_the_environment_does_not_take_is_no_exception_of_a_trial(
    harbor: Oracle, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def upload_dir(self: ScriptedEnvironment, source_dir: str) -> None:
        """Take less than harbor gives."""

    upload_dir.__qualname__ = "ScriptedEnvironment.upload_dir"
    monkeypatch.setattr(ScriptedEnvironment, "upload_dir", upload_dir)
    with pytest.raises(UntrustedOracleError, match="unexpected keyword argument 'target_dir'"):
        harbor.answer(run([{}]))


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


def test_methods_with_fewer_parameters_than_harbors_do_not_fit_and_the_scripted_classes_do() -> (
    None
):
    class Base:
        async def exec(self, command: str, user: str | None = None, **more: str) -> None:
            """Run a command."""

    class Fewer(Base):
        async def exec(self, command: str) -> None:  # type: ignore[override] # wrong on purpose
            """Run a command."""

    class Any(Base):
        async def exec(self, command: str, **more: str | None) -> None:  # type: ignore[override] # wrong on purpose
            """Run a command."""

    for fits in (Any, ScriptedEnvironment, ScriptedAgent):
        assert driving.fitting(fits) is fits
        assert [*driving._overridden(fits)] != []  # noqa: SLF001 - what fitting() looks at
    with pytest.raises(NotDrivenError, match=r"^Fewer\.exec lacks user$"):
        driving.fitting(Fewer)


def test_an_environment_shares_its_folders_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    def later(self: BaseEnvironment, *, auto_mounting: bool = False) -> None:
        """Take what 0.25.0 takes."""

    assert releases.sharing_folders() == {}
    monkeypatch.setattr(BaseEnvironment, "__init__", later)
    assert releases.sharing_folders() == {"auto_mounting": True}


@pytest.mark.parametrize(
    ("session_id", "verifiers"),
    [("a__x", False), ("a__x__env", False), ("a__x__verifier__trial", True), ("a__x_b1", True)],
)
def test_an_environment_is_the_agents_or_the_verifiers(session_id: str, *, verifiers: bool) -> None:
    assert releases.is_verifiers_own(session_id, "a__x") is verifiers


def test_a_trials_lock_is_handed_on_where_hooks_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Lock:
        """What the later releases keep of a trial."""

        @classmethod
        def model_construct(cls) -> "Lock":
            return cls()

    class Later(TrialHookEvent):
        """What 0.17.0 hands on."""

        model_config = {"arbitrary_types_allowed": True}  # noqa: RUF012 - pydantic's way
        lock: Lock

    result = trial_result({"task_name": "a", "agent": "a", "trial_name": "t"})
    asked = TrialEvent.END, trial_config(result), result
    assert isinstance(releases.hook_event(*asked).result, TrialResult)
    monkeypatch.setattr(releases, "TrialHookEvent", Later)
    monkeypatch.setattr("harbor.models.job.lock.TrialLock", Lock, raising=False)
    event = releases.hook_event(*asked)
    assert isinstance(event, Later)
    assert isinstance(event.lock, Lock)
    with pytest.raises(ValidationError):
        Later.model_validate({"event": TrialEvent.END})


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
