"""The project stays small enough to hold in one head, and each kind of work has one home."""

import re

import pytest

from conformance.operations.catalogue import CATALOGUE
from tools import structure

CAPS = {
    "lines of conformance": 41_233 + 20 * (len(CATALOGUE) - 396),  # a new clause brings its own,
    "files of conformance": 280,
    "lines of conformance without operations": 30_085,
    "lines of deviations": 5_989 + 10 * (len(CATALOGUE) - 401),  # with a deviation from it
    "lines of tests": 18_948,
    "packages at the top": 19,
    "layers of imports": 10,
    "import edges between packages": 89,
}
"""Raised only with an equal cut elsewhere."""

SELF_CONTAINED = "conformance/implementations/shim/"
"""One file, copied to a runner's own interpreter: it cannot import ours."""

HOMES = {
    ("subprocess",): ("conformance/implementations/process/",),
    ("concurrent.futures.process", "multiprocessing"): ("conformance/executor/",),
    ("xml",): (),  # JUnit XML is written by a template,
}
"""Modules of the standard library, and the only files that import them."""


@pytest.mark.parametrize("figure", CAPS)
def test_no_figure_exceeds_its_cap(figure: str) -> None:
    assert structure.figures()[figure] <= CAPS[figure]


def test_public_names_are_unique_across_packages() -> None:
    found = {
        name: [file for file in files if not file.startswith(SELF_CONTAINED)]
        for name, files in structure.public_names().items()
    }
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


WORDS_OF_NO_TABLE = {
    *("varied", "alone", "sealed", "unrecorded", "novelty", "keeper", "conducting", "contender"),
    *("habit", "belief", "partings", "evidence", "exploring", "campaign", "ledger", "door", "whom"),
}
"""Words for things that docs/architecture.md has other words for, or none."""


def test_no_function_or_class_is_named_by_a_word_that_the_project_does_not_use() -> None:
    assert [
        (word, name)
        for name in structure.public_names()
        for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", name)
        if word.lower() in WORDS_OF_NO_TABLE
    ] == []


@pytest.mark.parametrize("modules", HOMES)
def test_each_kind_of_work_has_one_home(modules: tuple[str, ...]) -> None:
    assert [
        path
        for file in structure.python_files("conformance")
        if any(structure.lies_in(name, modules) for name in structure.imported(file))
        and not (path := str(file.relative_to(structure.ROOT))).startswith(HOMES[modules])
    ] == []
