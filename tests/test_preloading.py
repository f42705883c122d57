"""harbor is imported once, beside whatever else there is to do."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from interruptible import hear_interrupts

from conformance.certification.plan import EXAMPLES, Profile, Step, steps
from conformance.certification.run import RunSettings, apart
from conformance.executor.local import SLOW_TO_IMPORT, modules_for
from conformance.implementations.start import CandidateSpec
from conformance.operations import OPERATIONS

COMMAND = str(Path(sys.executable).parent / "harbor-conformance")
QUICK = RunSettings(CandidateSpec("reference"), seed=1, examples=EXAMPLES[Profile.QUICK])
DEEP = RunSettings(CandidateSpec("reference"), seed=1, examples=EXAMPLES[Profile.DEEP])


def test_all_doors_but_one_are_imported_ahead() -> None:
    adapters = {f"oracle.{operation}" for operation in OPERATIONS}
    assert adapters - set(modules_for()) == {f"oracle.{SLOW_TO_IMPORT}"}


def test_the_adapter_that_takes_longest_is_the_one_that_imports_every_agent() -> None:
    script = f"import sys\nfor name in {modules_for()}:\n __import__(name)\n"
    asked = "print('litellm' in sys.modules)"
    for more, told in (("", "False"), (f"import oracle.{SLOW_TO_IMPORT}\n", "True")):
        program = f"{script}{more}{asked}"
        printed = subprocess.check_output([sys.executable, "-c", program], text=True)
        assert printed == f"{told}\n"


def test_one_worker_takes_the_steps_whose_adapter_takes_longest() -> None:
    asked = steps(OPERATIONS)
    assert apart(QUICK, asked, jobs=2) == [
        step for step in asked if step.operation == SLOW_TO_IMPORT
    ]


@pytest.mark.parametrize(
    ("settings", "jobs"), [(QUICK, 64), (DEEP, 2)], ids=["many workers", "many questions"]
)
def test_no_worker_is_left_alone_with_more_than_its_part(settings: RunSettings, jobs: int) -> None:
    assert apart(settings, steps(OPERATIONS), jobs) == []


def test_a_run_of_other_operations_has_nothing_apart() -> None:
    assert apart(QUICK, [Step("metric.compensated-sum", "scores")], jobs=1) == []


def test_a_command_that_is_wrong_waits_for_no_import() -> None:
    process = subprocess.Popen(
        [COMMAND, "certify", "no-such-candidate"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.wait()
    ended = time.monotonic()
    process.communicate()  # until whoever has these pipes is gone
    assert time.monotonic() - ended < 1
    assert process.returncode == 2


@pytest.mark.parametrize("delay", [0.4, 0.8, 1.6])
def test_an_interrupt_from_the_terminal_while_harbor_is_imported_is_no_traceback(
    delay: float,
) -> None:
    process = subprocess.Popen(
        [COMMAND, "certify", "reference", "--profile", "quick"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,  # noqa: PLW1509 - no other way is at once
    )
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGINT)
    printed, told = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in printed + told


def test_harbor_is_checked_in_memory_before_workers_are_forked() -> None:
    script = f"""
import sys
for name in {modules_for()}:
    __import__(name)
from oracle import integrity
before = dict(integrity._likenesses)
integrity.verify()
print(len(before), before == integrity._likenesses)
sys.modules["harbor.metrics.mean"].Mean.compute = lambda *_: 1
integrity.verify()
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    count, is_same = ended.stdout.split()
    assert int(count) > 20
    assert is_same == "True"
    assert "harbor.metrics.mean.Mean.compute was changed" in ended.stderr
