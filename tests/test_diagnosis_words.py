"""What a diagnosis prints names nothing that only readers of the reference know."""

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from recorded import recorded

from candidates.deviations.catalogue import CATALOGUE, functions
from candidates.deviations.step_words import given_by
from conformance.diagnosis.derived import derived
from conformance.diagnosis.documents import places_of_result, places_of_steps, steps_of
from conformance.diagnosis.facts import facts_of, facts_of_answer
from conformance.diagnosis.places import places
from conformance.diagnosis.suggested import suggested
from conformance.diagnosis.targets import targets
from conformance.examination.findings import Observation
from conformance.operations import FORMS, OPERATIONS, REGISTRY
from conformance.protocol.values import Result, Value

DRIVEN = [operation for operation in OPERATIONS if operation != "run"]
"""Operations that the reference has."""

COMMON_KEY = "always"
"""The key of each result of a candidate that suggests a text which is always the same."""


def observed(operation: str) -> list[Observation]:
    """Return recorded cases, to all of which a candidate gives one answer."""
    text = REGISTRY[operation].json_text
    answer = Result({COMMON_KEY: 1, **({} if text is None else {text.member: "{}"})})
    return [Observation(one.clause, one.case, one.answer, answer) for one in recorded(operation)]


def sentences(operation: str) -> Iterator[str]:
    """Yield all sentences about an operation that a diagnosis can print."""
    seen = observed(operation)
    named = (row for row in CATALOGUE.values() if row.operation == operation)
    given = [one for row in named for one in row.each()]
    rules = (target.row("some condition holds", lambda _: ()) for target in targets(operation))
    for row in (*given, *derived(operation), *suggested(operation, seen), *rules):
        yield from (row.description, row.advice)
    for one in seen:
        yield from facts_of(one.case)
        yield from facts_of_answer(one.case, one.expected)


def fields_in(value: Value) -> Iterator[str]:
    """Yield the keys of all objects in a value; people know them."""
    if isinstance(value, list | dict):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from fields_in(inner)
        yield from value if isinstance(value, dict) else ()


def internal(operation: str) -> set[str]:
    """Return the names of steps that are no ordinary words, and no fields of a message."""
    known = {
        *OPERATIONS,
        *(key for one in recorded(operation) for key in fields_in(one.case.input)),
    }
    of_result = [*places(FORMS[operation].result.schema), *places_of_result(operation)]
    known |= {text for place in of_result for text in (str(place), *place.path)}
    paths = [*steps_of(functions(())[operation])]
    parts = {part for path in paths for part in path.split(".") if "_" in part}
    return {*(path for path in paths if "." in path), *parts} - known


def naming(steps: set[str], every: set[str]) -> re.Pattern[str]:
    """Return the pattern of a sentence that names a step, or says step and its name."""
    alone = "|".join(map(re.escape, sorted(steps)))
    after = "|".join(map(re.escape, sorted(every)))
    harbors = r"(?:harbor|agent-challenge)'s [\w{}\[\]]+(?= is | has )(?<!'s answer)"
    return re.compile(rf"(?<![\w.])(?:{alone})(?![\w.{{\[]|::)|\bsteps? (?:{after})\b|{harbors}")


@pytest.mark.parametrize("operation", DRIVEN)
def test_no_sentence_of_a_diagnosis_names_a_step_of_the_reference(operation: str) -> None:
    every = {*steps_of(functions(())[operation])}
    pattern = naming(internal(operation), every)
    said = {
        re.sub("`[^`]*`", "", one): one for one in sentences(operation)
    }  # code is shown as such
    found = {one for plain, one in said.items() if pattern.search(plain)}
    assert sorted(found) == []


def test_sentences_that_name_a_step_are_found() -> None:
    pattern = naming({"text.decode", "only_value"}, {"text.decode", "only_value", "mean"})
    wrong = ("the result of step text.decode is 1", "step mean", "what only_value takes is null")
    assert all(map(pattern.search, (*wrong, "harbor's rewards is null")))
    right = ("the mean of a key's values", "rewards in harbor's answer is null")
    assert not any(map(pattern.search, (*right, "harbor's answer is null")))


@pytest.mark.parametrize("operation", DRIVEN)
def test_deviations_have_different_names_by_which_answers_are_kept(operation: str) -> None:
    rules = (target.row("x", lambda _: ()) for target in targets(operation))
    names = Counter(row.name for row in (*derived(operation), *rules))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("operation", DRIVEN)
def test_places_of_one_step_have_different_words(operation: str) -> None:
    for step, (_, returned) in places_of_steps(operation).items():
        words = [given_by(operation, step, place) for place in returned]
        assert len({*words}) == len(words), step


FACTS = """
from conformance.diagnosis.documents import places_of_result, places_of_steps, steps_of
from conformance.diagnosis.facts import facts_of
from conformance.protocol.values import Case
print(*facts_of(Case("verifier", {"reward.txt": b" 1_0\\n", "reward.json": b'{"b": [nan, 1]}'})))
"""


def test_facts_are_in_one_order_in_every_process() -> None:
    def printed(seed: str) -> bytes:
        around = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.check_output([sys.executable, "-c", FACTS], env=around)

    assert printed("1") == printed("2")
