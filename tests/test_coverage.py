"""Each branch of harbor's that rewards can take is taken by an input, or has a reason why not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from once import made_once

from conformance.examination.recorded import corpus
from conformance.operations import EVERY_OPERATION

pytest.importorskip("coverage", reason="pip install -c constraints.txt -e '.[coverage]'")

from pydantic import TypeAdapter

from tools.coverage.judging import judged
from tools.coverage.measuring import MEASURED, Trace, measured
from tools.coverage.report import as_page

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"
TRACE = TypeAdapter(Trace)

type Measured = Callable[[str], Trace]


@pytest.fixture(scope="module")
def measured_once(tmp_path_factory: pytest.TempPathFactory) -> Measured:
    """Return a function that measures an operation once for all of pytest's processes."""

    def measure(operation: str) -> Trace:
        def write(folder: Path) -> None:
            (folder / "trace.json").write_bytes(TRACE.dump_json(*measured([operation], 1)))

        folder = made_once(tmp_path_factory, f"coverage-{operation}", write)
        return TRACE.validate_json((folder / "trace.json").read_bytes())

    return measure


# run takes longest, so that it begins first.
@pytest.mark.end_to_end
@pytest.mark.parametrize("operation", MEASURED[::-1])
def test_all_recorded_and_some_generated_inputs_are_sent(
    operation: str, measured_once: Measured
) -> None:
    trace = measured_once(operation)
    assert trace.recorded == len(list(corpus.load(operation)))
    assert trace.generated > 0


@pytest.mark.end_to_end
def test_every_branch_is_taken_or_has_a_reason_that_holds(measured_once: Measured) -> None:
    judgement = judged([measured_once(operation) for operation in MEASURED])
    assert judgement.complaints == ()
    assert PAGE.read_text(encoding="utf-8") == as_page(judgement), "tox -e coverage writes the page"


def test_operations_that_rest_on_no_wheel_are_not_measured() -> None:
    assert set(EVERY_OPERATION) - set(MEASURED) == {"outcome", "reason_code"}
