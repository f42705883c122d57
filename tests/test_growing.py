"""The project grows where its guide says it does: an operation, and a requirement."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.end_to_end

ROOT = Path(__file__).parent.parent
PACKAGES = ("candidates", "conformance", "corpus", "oracle")

OPERATION = '''"""shout: from a text to the text in capitals."""

from conformance.operations.operation import Operation
from conformance.protocol.containers import members
from conformance.protocol.shapes import Text

OPERATION = Operation(
    name="shout",
    stage=0,
    heading="Text to capitals",
    input=members({"text": Text()}),
    result=members({"text": Text()}),
    subjects=("letters",),
)
'''

SUBJECT = '''"""Letters."""

from hypothesis import strategies as st

from conformance.operations.check import Check
from conformance.operations.requirement import Requirement, Source
from conformance.protocol.values import Case

REQUIREMENTS = (
    Requirement(
        "shout.capitals",
        "Letters become capitals.",
        (Source("harbor/metrics/sum.py", 6, 6, "aggregate=sum"),),
        checks=(Check("texts", st.text("abc").map(lambda text: Case("shout", {"text": text}))),),
    ),
)
'''

DOOR = '''"""Asks."""


class Door:
    """A door."""

    def __call__(self, question):
        """Answer."""
        return {"text": question["text"].upper()}
'''

REFERENCE = '''"""Shouts."""


def shout(question):
    """Answer."""
    return {"text": question["text"].swapcase()}
'''

REQUIREMENT = """
REQUIREMENTS = (
    *REQUIREMENTS,
    Requirement(
        "metric.half-and-half",
        "The sum of two halves is 1.0.",
        (sources.SUM,),
        checks=(Check("halves", st.just(of_values("sum", (0.5, 0.5)))),),
    ),
)
"""

DEVIATION = """
DEVIATIONS = (
    *DEVIATIONS,
    Deviation(
        "halves-are-nothing",
        "metric.half-and-half",
        "halves are rounded to even before they are added",
        on_values(lambda values: [round(value) if value == 0.5 else value for value in values]),
    ),
)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the packages and of what tests the catalogue."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.pyc"))
    for file in ("pyproject.toml", "tests/test_catalogue.py", "tests/test_teeth.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def run(checkout: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a checkout, whose packages come before the installed ones."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=checkout,
        env={**_ENVIRONMENT, "PYTHONPATH": str(checkout)},
        check=False,
        capture_output=True,
        text=True,
    )


_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/nonexistent",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
}
COMMAND = ("-c", "from conformance.cli import main; main()")


def write(checkout: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / name).write_text(text)


def append(checkout: Path, name: str, text: str) -> None:
    with (checkout / name).open("a") as file:
        file.write(text)


def test_a_folder_a_door_and_a_reference_module_are_an_operation(checkout: Path) -> None:
    write(
        checkout,
        {
            "conformance/operations/shout/__init__.py": OPERATION,
            "conformance/operations/shout/letters.py": SUBJECT,
            "oracle/shout.py": DOOR,
            "candidates/reference/shout.py": REFERENCE,
        },
    )
    certified = run(checkout, *COMMAND, "certify", "reference", "--operation", "shout")
    assert "reference agrees exactly" in certified.stdout, certified.stderr
    shown = run(checkout, *COMMAND, "ask", "shout", "--input", '{"text": "ab"}')
    assert '"AB"' in shown.stdout, shown.stderr
    (checkout / "candidates/reference/shout.py").write_text(REFERENCE.replace("swapcase", "title"))
    certified = run(checkout, *COMMAND, "certify", "reference", "--operation", "shout")
    assert certified.returncode == 1
    assert "shout.capitals" in certified.stdout


def test_three_files_and_a_page_are_a_requirement(checkout: Path) -> None:
    append(checkout, "conformance/operations/metric/sums.py", REQUIREMENT)
    append(checkout, "candidates/deviations/metric/sums.py", DEVIATION)
    incomplete = run(checkout, "-m", "pytest", "-q", "tests/test_catalogue.py")
    assert "every_recorded_case_a_requirement" in incomplete.stdout
    case = '{"metric": "sum", "rewards": [{"r": 0.5}, {"r": 0.5}]}'
    words = ("metric.half-and-half", "halves", "--note", "two halves", "--input", case)
    recorded = run(checkout, *COMMAND, "corpus", "record", *words)
    assert recorded.returncode == 0, recorded.stderr
    catalogue = run(checkout, "-m", "pytest", "-q", "tests/test_catalogue.py")
    teeth = run(checkout, "-m", "pytest", "-q", "tests/test_teeth.py", "-k", "halves-are-nothing")
    page = run(checkout, *COMMAND, "clauses")
    assert catalogue.returncode == 0, catalogue.stdout
    assert "2 passed" in teeth.stdout
    assert "The sum of two halves is 1.0." in page.stdout
