"""Each release of harbor is the reference with a known set of deviations."""

import json
from itertools import product

import jsonschema
import pytest

from candidates.deviations.catalogue import CATALOGUE, functions
from candidates.deviations.releases import MODELLED, deviations_of, since, until
from conformance.examination.recorded import corpus, schema
from conformance.operations.comparing import compare
from conformance.operations.functions import LocalCandidate
from conformance.protocol import show
from conformance.protocol.agreement import Agreement
from conformance.protocol.values import HARBOR_VERSION
from oracle.wheels import WHEELS

OPERATIONS = ("verifier", "multi_step", "metric", "pass_at_k", "job", "trial_result")


@pytest.mark.parametrize(("release", "operation"), list(product(MODELLED, OPERATIONS)))
def test_the_reference_with_the_deviations_of_a_release_answers_as_it_does(
    release: str, operation: str
) -> None:
    model = LocalCandidate(release, functions(deviations_of(release)))
    wrong = [
        f"{one.id}: {show.answer(one.answer_of(release))}"
        for one in corpus.load(operation)
        if compare(one.case, one.answer_of(release), model.answer(one.case)).agreement
        is not Agreement.EXACT
    ]
    assert wrong == []


def test_the_modelled_releases_are_those_with_a_known_wheel() -> None:
    assert tuple(WHEELS) == MODELLED


def test_each_deviation_of_a_release_shows_in_a_recorded_answer_where_it_comes_or_goes() -> None:
    named = [name for name in CATALOGUE if since(name) or until(name)]
    assert len(named) > 15
    for name in named:
        release = since(name) or until(name)
        before = MODELLED[MODELLED.index(release) - 1]
        changed = [one for one in corpus.load(CATALOGUE[name].operation) if moved(one, release)]
        assert changed, f"no recorded answer tells {before} from {release}, where {name} changes"


def moved(recorded: corpus.RecordedCase, release: str) -> bool:
    before = recorded.answer_of(MODELLED[MODELLED.index(release) - 1])
    return compare(recorded.case, before, recorded.answer_of(release)).agreement is not (
        Agreement.EXACT
    )


def test_a_silent_release_has_the_deviations_of_the_one_before() -> None:
    assert deviations_of("0.16.1") == deviations_of("0.16.0")
    assert deviations_of(HARBOR_VERSION) == deviations_of("0.13.0") == ()


def test_an_answer_holds_from_its_release_on_and_not_before() -> None:
    (langsmith,) = (
        one
        for one in corpus.load("trial_result")
        if one.id.endswith("config.environment-langsmith")
    )
    answers = [show.answer(langsmith.answer_of(release)) for release in MODELLED]
    refused = [answer.startswith("error ") for answer in answers]
    assert refused.index(False) == MODELLED.index("0.13.2")
    assert not any(refused[MODELLED.index("0.13.2") :])


def test_the_schema_knows_answers_of_other_releases_and_nothing_else() -> None:
    file = corpus.file_of("trial_result.config")
    content = json.loads(file.read_text())
    jsonschema.validate(content, json.loads(schema.to_text()))
    content["cases"][0]["since"] = {"soon": {"error": "E"}}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, json.loads(schema.to_text()))
