"""Every branch of harbor's that rewards can take is reached, or known not to be, with a reason."""

from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from conformance.operations import EVERY_OPERATION
from conformance.reach.reach import judged
from conformance.reach.running import MEASURED, measured_alone
from conformance.reach.trace import Trace
from conformance.recorded import corpus
from conformance.report import reach_markdown

pytest.importorskip("coverage", reason="pip install -c constraints.txt -e '.[reach]'")

PAGE = Path(__file__).parent.parent / "docs" / "reach.md"

type Measured = Callable[[str], Trace]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Measured:
    """Return what measures an operation once, whichever of pytest's processes asks first."""
    base = tmp_path_factory.getbasetemp()
    folder = base if worker_id == "master" else base.parent

    def measure(operation: str) -> Trace:
        file = folder / f"reach-{operation}.json"
        with FileLock(f"{file}.lock"):
            if not file.exists():
                file.write_text(measured_alone(operation).model_dump_json(), encoding="utf-8")
        return Trace.model_validate_json(file.read_text(encoding="utf-8"))

    return measure


# run takes longest, so that it begins first.
@pytest.mark.parametrize("operation", MEASURED[::-1])
def test_all_recorded_and_some_generated_questions_are_asked(
    operation: str, measured: Measured
) -> None:
    trace = measured(operation)
    assert trace.recorded == len(list(corpus.load(operation)))
    assert trace.generated > 0


def test_every_branch_is_reached_or_has_a_reason_that_holds(measured: Measured) -> None:
    assert judged([measured(operation) for operation in MEASURED]).judgement.complaints == []


def test_the_page_is_the_one_that_tox_writes(measured: Measured) -> None:
    text = reach_markdown.to_text(judged([measured(operation) for operation in MEASURED]))
    assert PAGE.read_text(encoding="utf-8") == text


def test_what_rests_on_no_wheel_is_not_measured() -> None:
    assert set(EVERY_OPERATION) - set(MEASURED) == {"outcome", "reason_code"}
