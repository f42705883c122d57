"""Where nothing more can be written, what is known is reported, and a full disk is no answer.

The file systems are small ones of a test's own, in a mount namespace that takes root or a user
namespace.
"""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from disturbed import PROGRAM
from programs import COMMAND, Ended, last_line, run_program
from toolchains import not_run

from conformance.protocol.values import Case
from oracle import driving, scratch
from oracle.driving import ReplayError
from oracle.implementation import open_oracle
from oracle.provenance import UnaskedOracleError

UNSHARE = ("unshare", "--mount", *(("--user", "--map-root-user") if os.geteuid() else ()))
QUICK = ("--clause", "metric.compensated-sum", "--profile", "quick", "--jobs", "2")

KILOBYTES, NEEDED = 32 * 1024, 400
"""Size of the memory file system, and what the processes of a run share in it."""

FILL = f"""
mount -t tmpfs -o size={KILOBYTES}k tmpfs /dev/shm || exit 99
fill() {{ head -c "$(($1 * 1024))" /dev/zero > /dev/shm/filler 2>&-; }}
"""
AT_START = f'{FILL}left=$1; shift; fill $(({KILOBYTES} - left)); "$@"; code=$?\n'
IN_THE_MIDDLE = f"""{FILL}
"$@" 2> "$TMPDIR/told" & run=$!
until grep -q '[1-9][0-9]* of .* checks' "$TMPDIR/told"; do sleep 0.05; done
fill {KILOBYTES}; wait $run; code=$?; rm "$TMPDIR/told"
"""
LEFT = (
    'sleep 2; rm /dev/shm/filler; echo "left: $(ls -A /dev/shm "$TMPDIR" | grep -v :)"; exit $code'
)


def with_small_memory(script: str, folder: Path, *words: str) -> Ended:
    """Return how a program ended that had little memory to share, if it left nothing in it."""
    program = (*UNSHARE, "bash", "-c", f"{script}\n{LEFT}", "bash")
    around = {**os.environ, "TMPDIR": str(folder)}
    ended = run_program(*program, *words, env=around, timeout=180)
    if ended.returncode in {1, 99} and not ended.stdout:
        not_run(ended.stderr.strip() or "there is no mount namespace here")
    printed, _, left = ended.stdout.rpartition("left: ")
    assert left.strip() == ""
    return subprocess.CompletedProcess(words, ended.returncode, printed, ended.stderr)


ASK = "ask verifier --reward-txt 1 --candidate reference"
VERIFIER = "--clause verifier.json-wins --clause verifier.any-size-of-json --profile quick"
NOTHING_DONE = (
    r"NO VERDICT \(metric; 8 operations not run\): .*No space left on device, 0 of 2 checks done"
)


@pytest.mark.end_to_end
@pytest.mark.parametrize(
    ("left", "words", "code", "said"),
    [
        *((0, f"certify {one} {' '.join(QUICK)}", 4, NOTHING_DONE)
          for one in ("reference", "deviation/naive-sum")),
        # A case that meets full memory runs elsewhere, and little room is left alone.
        (0, ASK, 0, ".*the same, exactly"),
        (NEEDED, f"certify reference {VERIFIER}", 0, r"PARTIAL \("),
        (NEEDED, f"certify deviation/text-wins {VERIFIER}", 1, r"NOT CONFORMANT \(verifier;"),
    ],
)  # fmt: skip
def test_memory_that_is_full_at_the_start_is_reported_and_no_divergence(
    left: int, words: str, code: int, said: str, tmp_path: Path
) -> None:
    ended = with_small_memory(AT_START, tmp_path, str(left), COMMAND, *words.split())
    assert ended.returncode == code
    assert ended.stderr == "" or left
    assert re.match(said, last_line(ended))


@pytest.mark.end_to_end
@pytest.mark.parametrize("operation", ["verifier", "job", "run"])
def test_memory_that_fills_up_costs_no_result_in_hand(operation: str, tmp_path: Path) -> None:
    candidate = "harbor" if operation == "run" else "reference"
    words = (COMMAND, "certify", candidate, "--operation", operation, "--profile", "deep")
    ended = with_small_memory(IN_THE_MIDDLE, tmp_path, *words)
    assert ended.returncode == 4, ended.stdout
    assert last_line(ended).startswith(f"NO VERDICT ({operation};")
    assert re.search(r"No space left on device, [1-9]\d* of \d+ checks done", last_line(ended))
    assert "Traceback" not in ended.stdout + ended.stderr


def test_a_full_disk_that_harbor_records_as_an_exception_is_no_answer() -> None:
    recorded = (
        "Traceback (most recent call last):\n"
        '  File "/env/harbor/trial/trial.py", line 1, in run\n'
        "    write()\n"
        "OSError: [Errno 28] No space left on device: '/folder/file'\n"
    )
    with pytest.raises(ReplayError, match=r"^No space left on device$"):
        driving.refuse_own(recorded)
    driving.refuse_own(recorded.replace("Errno 28", "Errno 2"))


@pytest.mark.parametrize(
    "case",
    [
        Case("verifier", {"reward.txt": b"1", "reward.json": None}),
        Case("trial_result", {"result": b"{}"}),
        Case("job", {"n_total_trials": 0, "n_retries": 0, "metrics": {}, "trials": []}),
        Case("run", {"tasks": [{"name": "a"}]}),
    ],
    ids=lambda case: case.operation,
)
def test_what_the_machine_lacks_is_never_an_answer(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/dev/shm/x")  # noqa: S108 - a name

    with open_oracle() as harbor:
        harbor.answer(case)
        if case.operation == "run":  # harbor itself records what it raises
            monkeypatch.setattr(scratch, "has_room", lambda *_: False)
        else:
            for owner, name in ((Path, "write_text"), (Path, "write_bytes"), (os, "open")):
                monkeypatch.setattr(owner, name, full)
        with pytest.raises(UnaskedOracleError, match=r"No space left on device$"):
            harbor.answer(case)
        monkeypatch.undo()


@pytest.mark.end_to_end
@pytest.mark.parametrize(("candidate", "code"), [("reference", 2), ("deviation/naive-sum", 1)])
def test_an_output_that_is_full_costs_no_verdict(candidate: str, code: int) -> None:
    words = (COMMAND, "certify", candidate, *QUICK)
    ended = run_program("bash", "-c", '"$@" > /dev/full', "bash", *words)
    assert ended.returncode == code
    assert "standard output: No space left on device; " in ended.stderr
    assert ("PARTIAL (" if code == 2 else "NOT CONFORMANT (") in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.end_to_end
@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_streams_that_are_closed_change_no_exit_status(closed: str, tmp_path: Path) -> None:
    words = f"{COMMAND} certify deviation/naive-sum {' '.join(QUICK)} --report {tmp_path}"
    assert subprocess.run(f"{words} {closed}", check=False, shell=True).returncode == 1  # noqa: S602 - a user's shell
    written = {file.name for file in tmp_path.iterdir()}
    assert written == {"report.html", "report.json", "junit.xml", "no-certificate.txt"}


@pytest.mark.end_to_end
def test_a_defect_of_ours_is_one_line_and_no_verdict(tmp_path: Path) -> None:
    script = tmp_path / "defect.py"
    script.write_text(PROGRAM.format("certifying.probe = lambda *_: 1 / 0"))
    ended = run_program(sys.executable, str(script), "certify", "reference", *QUICK, status=4)
    assert ended.stdout == ""
    assert ended.stderr == (
        "harbor-conformance: no verdict, because of a bug: ZeroDivisionError: division by "
        "zero (PYTHONDEVMODE=1 shows where)\n"
    )
