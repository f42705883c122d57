"""What readers are shown, how that compares with harbor, and what their newest versions change."""

import json
import re
from pathlib import Path

import pytest

from candidates.deviations.releases import model_of
from conformance.cli.survey import basis, newest_version, version_changes
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.installed_harbor import write_jobs
from conformance.implementations.readers.reader import (
    Reader,
    ReaderError,
    ReaderTarget,
    Rule,
    names,
    reader,
)
from conformance.implementations.readers.showing import ShownValue, Shows
from conformance.implementations.start import open_harbor
from conformance.operations.functions import LocalCandidate
from conformance.protocol.values import HARBOR_VERSION, Answer, Case
from conformance.survey import showing
from conformance.survey.causes import Causes
from conformance.survey.inputs import INPUTS, SurveyInput
from conformance.survey.results import Counts, Reading, Seen, Sign, Survey, in_one_sentence, sign_of

DOCS = Path(__file__).parent.parent / "docs"
BY_ID = {one.id: one for one in INPUTS}


def shown(value: str = "", *, error: str = "", **more: str) -> ShownValue:
    numbers = {"": value, **more} if value else more
    return ShownValue(numbers=numbers or None, error=error)


@pytest.mark.parametrize(
    ("harbor", "of_reader", "sign"),
    [
        (shown("1"), shown("1.0"), Sign.SAME),
        (shown("nan"), shown("nan"), Sign.SAME),
        (shown("9007199254740993"), shown("9007199254740992.0"), Sign.ROUNDED),
        (shown("0.5"), shown("0.5000000000000001"), Sign.ROUNDED),
        (shown("0.5"), shown("0.5000000000000002"), Sign.OTHER),
        (shown("0.3333333333333333"), shown("0.33"), Sign.ROUNDED),
        (shown("0.3333333333333333"), shown("0.34"), Sign.OTHER),
        (shown("0.5"), shown("1.0", all="0.5"), Sign.SECOND),
        (shown("0.25"), shown("1.0", all="0.5"), Sign.OTHER),
        (shown(a="1", b="2"), shown("1"), Sign.SINGLE),
        (shown(a="1"), shown("1"), Sign.OTHER),
        (ShownValue(numbers={}), ShownValue(numbers={}), Sign.SAME),
        (shown("1"), shown(error="ValueError"), Sign.ERROR),
        (shown("1"), shown("0.0", error="is_error"), Sign.ERROR),
        (shown("0.5"), shown("0.5", error="status failed"), Sign.SAME),
        (shown(error="ValidationError"), shown(error="TaskError"), Sign.SAME),
        (shown(error="ValidationError"), shown("0.0", error="is_error"), Sign.SAME),
        (shown(error="ValidationError"), shown("0.0"), Sign.ZERO),
        (shown(error="ValidationError"), shown("0.5"), Sign.NUMBER),
        (shown("0"), shown(**{"exit 0": "1.0", "exit 1": "0.0"}), Sign.STATUS),
        (shown("1"), ShownValue(lacks=True), Sign.LACKS),
    ],
)
def test_what_is_shown_is_compared_with_harbor_exactly(
    harbor: ShownValue, of_reader: ShownValue, sign: Sign
) -> None:
    assert sign_of(harbor, of_reader) is sign


@pytest.mark.parametrize(
    ("newest", "sign"),
    [
        (shown(error="VerifierOutputParseError"), Sign.LATER),
        (shown("0.5"), Sign.ERROR),
        (None, Sign.ERROR),
    ],
)
def test_a_refusal_is_no_fault_where_the_newest_harbor_refuses_too(
    newest: ShownValue | None, sign: Sign
) -> None:
    assert sign_of(shown("0.5"), shown(error="TaskError"), newest) is sign


def test_what_a_later_harbor_shows_it_shows_from_0_23_0_on() -> None:
    first, before, after, last = (
        LocalCandidate(release, model_of(release))
        for release in (HARBOR_VERSION, "0.22.0", "0.23.0", "0.25.0")
    )
    moved = set()
    for one in (one for one in INPUTS if one.id != "failed"):
        numbers = [showing.of_harbor(by, one).numbers for by in (first, before, after, last)]
        assert (numbers[0], numbers[2]) == (numbers[1], numbers[3]) or "nan" in str(numbers)
        moved |= {one.job} if str(numbers[0]) != str(numbers[3]) else set()
    assert moved == {"number-as-text", "nan-text", "nan-json", "infinity", "mean-nan"}


MADE = Reader(
    name="made",
    folder=Path(),
    kind="reader",
    source="index",
    version="1.0.0",
    python="3.12",
    module="made",
    repository="https://example.org/project",
    target=ReaderTarget(source="made.py:1"),
    read=("made.py:1",),
    trial="files",
    job="files",
    score="a number",
    sentence="It is made.",
    calls={"verifier": "made.read"},
    lacks={},
    rules=(
        Rule(rule="errors-left-out", cause="errors are left out", source="made.py:1"),
        Rule(rule="two-digits", cause="two digits", source="made.py:2"),
    ),
)


def not_asked(_function: str, _case: Case, expected: Answer) -> Answer:
    return expected


@pytest.mark.parametrize(
    ("job", "value", "causes"),
    [
        ("mean-missing", "1.0", ("rule errors-left-out",)),
        ("mean-missing", "0.5", ()),
        ("mean-tenths", "0.2", ("rule two-digits",)),
        ("mean-tenths", "0.19999999999999998", ()),
    ],
)
def test_a_cause_is_an_entry_without_which_another_number_is_predicted(
    job: str, value: str, causes: tuple[str, ...]
) -> None:
    harbor = open_harbor()
    try:
        found = Causes(MADE, ExpectedDeviations(), not_asked, harbor)
        assert found.of(BY_ID[job], Path(), shown(value)) == causes
    finally:
        harbor.close()


@pytest.mark.parametrize(
    ("id_", "changed", "why"),
    [
        ("failed", {}, "it runs trials itself, and one of its own that fails was not run"),
        ("mean-failed", {"job": "results"}, ""),
        ("leaderboard", {}, "it does not run a task more than once"),
        ("leaderboard", {"attempts": True}, ""),
        ("text-one-job", {"job": None}, "it shows no number of a job"),
        ("text-one", {"job": None}, ""),
    ],
)
def test_a_reader_is_shown_only_what_it_has_a_number_of(
    id_: str, changed: dict[str, object], why: str
) -> None:
    assert BY_ID[id_].why_not(MADE.model_copy(update=changed)) == why


def test_a_reader_is_described_by_the_cases_in_which_it_behaves_as_declared() -> None:
    counts = {"verifier": Counts(cases=2794, declared=12, divergences=0)}
    holds = Reading(name="a", operations=counts)
    assert in_one_sentence(holds) == (
        "behaves as declared in all 2,794 cases, like harbor in 2,782"
    )
    broken = {"verifier": Counts(cases=2794, declared=12, divergences=3)}
    assert in_one_sentence(Reading(name="a", operations=broken, holds=False)) == (
        "does not behave as declared in 3 of 2,794 cases"
    )


def test_the_pages_are_of_these_inputs_and_these_files_of_readers() -> None:
    assert len(BY_ID) == len(INPUTS)
    assert len({one.title for one in INPUTS}) == len({one.job for one in INPUTS})
    found = re.search(r"inputs and readers `(\w+)`", (DOCS / "survey.md").read_text("utf-8"))
    assert found is not None
    assert found[1] == basis(), "tox -e survey writes the pages"
    assert f'<code id="basis">{basis()}</code>' in (DOCS / "survey.html").read_text("utf-8")


def in_file(job: Path, one: SurveyInput) -> list[str]:
    """Return the numbers of a job in harbor's files, or the name of its trial's error."""
    if one.shows is Shows.TRIAL:
        (trial,) = job.glob("*/result.json")
        result = json.loads(trial.read_bytes())
        if result["exception_info"] is not None:
            return [result["exception_info"]["exception_type"]]
        return [str(value) for value in result["verifier_result"]["rewards"].values()]
    (group,) = json.loads((job / "result.json").read_bytes())["stats"]["evals"].values()
    if one.shows is Shows.ATTEMPTS:
        return [str(value) for value in group["pass_at_k"].values()]
    # Without any rewards the job has no metric, and shows nothing.
    return [str(value) for metric in group["metrics"] for value in metric.values()]


@pytest.mark.end_to_end
def test_what_harbor_shows_is_what_is_in_the_job_that_it_wrote(tmp_path: Path) -> None:
    jobs = write_jobs({one.job: one.scenario for one in INPUTS}, tmp_path)
    harbor = open_harbor()
    for one in INPUTS:
        expected = showing.of_harbor(harbor, one)
        values = [expected.error] if expected.error else [*(expected.numbers or {}).values()]
        # What is not finite has no number in JSON, and harbor writes null.
        shows = ["None" if value in {"nan", "inf"} else value for value in values]
        assert list(map(plain, shows)) == list(map(plain, in_file(jobs[one.job], one))), one.id
    harbor.close()


def plain(text: str) -> float | str:
    return float(text) if re.fullmatch(r"-?[\d.]+(e[+-]?\d+)?", text) else text


def reading(version: str, value: str, *, holds: bool = True) -> Reading:
    findings = () if holds else ("naive-sum: declared, but never seen",)
    seen = {"text-one": Seen(shown=shown(value))}
    return Reading(name="made", version=version, seen=seen, holds=holds, findings=findings)


@pytest.mark.parametrize(
    ("newest", "lines"),
    [
        (reading("1.0.0", "1"), ["made 1.0.0 is the newest version"]),
        (reading("1.1.0", "1"), ["made 1.0.0 → 1.1.0: nothing changed"]),
        (
            reading("1.1.0", "2", holds=False),
            [
                "made 1.0.0 → 1.1.0: reward.txt with 1: 2, where it was 1",
                "made 1.0.0 → 1.1.0: its expected deviations do not hold any more",
                "made 1.0.0 → 1.1.0: naive-sum: declared, but never seen",
            ],
        ),
        (Reading(name="made", problem="it hangs"), ["made: it hangs"]),
    ],
)
def test_the_newest_version_is_described_by_what_it_changes(
    newest: Reading, lines: list[str]
) -> None:
    def of(one: Reading) -> Survey:
        return Survey(harbor="0.13.1", seed=0, profile="quick", shown={}, readings=(one,))

    assert [*version_changes(of(reading("1.0.0", "1")), of(newest))] == lines


def test_the_newest_version_comes_from_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    index = next(one for one in map(reader, names()) if not one.from_repository)
    monkeypatch.setattr(uv, "compile_pins", lambda *_, **__: {index.package: "99.0"})
    assert newest_version(index).version == "99.0"

    def offline(*_: object, **__: object) -> None:
        raise UvError("there is no network")

    monkeypatch.setattr(uv, "compile_pins", offline)
    with pytest.raises(ReaderError, match=r"the newest version is not known: there is no network"):
        newest_version(index)
