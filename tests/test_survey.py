"""What readers are shown, how that compares with harbor, and what their newest versions change."""

import html
import math
import re
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import pytest
from test_survey_page import described

from conformance.cli.survey import SurveyCommand, newest_version, version_changes
from conformance.diagnosis.expected.deviations import ExpectedDeviations
from conformance.diagnosis.expected.expecting import modelled
from conformance.implementations.environments import uv
from conformance.implementations.environments.uv import UvError
from conformance.implementations.environments.versions import NEWEST
from conformance.implementations.readers.environment import prepared
from conformance.implementations.readers.reader import Reader, ReaderError, Rule, names, reader
from conformance.implementations.readers.showing import ShownValue, Shows, of_reader
from conformance.implementations.released_harbor import (
    INSTALLED,
    opened_harbor,
    served_release,
    write_released_jobs,
)
from conformance.implementations.start import Harbor
from conformance.protocol.values import HARBOR_VERSION, Implementation
from conformance.report import survey_page
from conformance.survey import rules
from conformance.survey import survey as taking
from conformance.survey.causes import ALL_COUNT, Causes
from conformance.survey.inputs import INPUTS, of_harbor
from conformance.survey.results import Counts, Reading, Seen, Sign, Survey, in_one_sentence, sign_of
from conformance.survey.survey import SurveySettings

DOCS = Path(__file__).parent.parent / "docs"
BY_ID = {one.id: one for one in INPUTS}


def shown(value: str = "", *, error: str = "", **more: str) -> ShownValue:
    numbers = {"": value, **more} if value else more
    return ShownValue(numbers=numbers or None, error=error)


@pytest.mark.parametrize(
    ("sides", "sign"),
    [
        ((shown("1"), shown("1.0")), Sign.SAME),
        ((shown("nan"), shown("nan")), Sign.SAME),
        ((shown("9007199254740993"), shown("9007199254740992.0")), Sign.ROUNDED),
        ((shown("0.5"), shown("0.5000000000000001")), Sign.ROUNDED),
        ((shown("0.5"), shown("0.5000000000000002")), Sign.OTHER),
        ((shown("0.3333333333333333"), shown("0.33")), Sign.ROUNDED),
        ((shown("0.3333333333333333"), shown("0.34")), Sign.OTHER),
        ((shown("0.5"), shown("1.0", all="0.5")), Sign.SECOND),
        ((shown("0.25"), shown("1.0", all="0.5")), Sign.OTHER),
        ((shown(a="1", b="2"), shown("1")), Sign.SINGLE),
        ((shown(a="1"), shown("1")), Sign.SAME),
        ((shown("1"), shown(a="2")), Sign.OTHER),
        ((ShownValue(numbers={}), ShownValue(numbers={})), Sign.SAME),
        ((shown("1"), shown(error="ValueError")), Sign.ERROR),
        ((shown("1"), shown("0.0", error="is_error")), Sign.ERROR),
        ((shown("0.5"), shown("0.5", error="status failed")), Sign.SAME),
        ((shown(error="ValidationError"), shown(error="TaskError")), Sign.SAME),
        ((shown(error="ValidationError"), shown("0.0", error="is_error")), Sign.SAME),
        ((shown(error="ValidationError"), shown("0.0")), Sign.ZERO),
        ((shown(error="ValidationError"), shown("0.5")), Sign.NUMBER),
        ((shown("0"), shown(**{"exit 0": "1.0", "exit 1": "0.0"})), Sign.STATUS),
        ((shown("1"), ShownValue(lacks=True)), Sign.LACKS),
        ((shown("0.5"), shown(error="TaskError"), shown(error="ParseError")), Sign.LATER),
        ((shown("0.5"), shown(error="TaskError"), shown("0.5")), Sign.ERROR),
        ((shown("0.5"), shown(error="TaskError")), Sign.ERROR),
    ],
)
def test_what_is_shown_is_compared_with_harbor_exactly(
    sides: tuple[ShownValue, ShownValue] | tuple[ShownValue, ShownValue, ShownValue], sign: Sign
) -> None:
    """A refusal is no fault where the newest harbor, a third side, refuses too."""
    assert sign_of(*sides) is sign


BY_STATUS = shown(**{"exit 0": "1.0", "exit 1": "0.5"})

RULES = tuple(
    Rule(rule=name, cause=name, source="made.py:1") for name in ("errors-left-out", "two-digits")
)
OF_FILES = {"trial": "files", "job": "files", "attempts": False, "rules": RULES}
MADE = described("made").model_copy(update=OF_FILES)
OF_RESULTS = MADE.model_copy(update={"job": "results"})
WITHOUT_RULES = OF_RESULTS.model_copy(update={"rules": ()})


def causes_in(of: Reader, harbor: Implementation, release: str = HARBOR_VERSION) -> Causes:
    return Causes(of, ExpectedDeviations(), lambda *given: given[-1], harbor, release)


@pytest.mark.parametrize(
    ("of", "job", "value", "causes"),
    [
        (MADE, "mean-missing", "1.0", ("rule errors-left-out",)),
        (MADE, "mean-missing", "0.5", ()),
        (MADE, "mean-tenths", "0.2", ("rule two-digits",)),
        (MADE, "mean-tenths", "0.19999999999999998", ()),
        # A cause about the folder of a later harbor is run with that harbor.
        (WITHOUT_RULES, "mean-missing", "0.5", (ALL_COUNT.title,)),
        (OF_RESULTS, "mean-missing", "1.0", ("rule errors-left-out",)),
        (WITHOUT_RULES, "mean-missing", "0.25", ()),
        (WITHOUT_RULES, "mean-tenths", "0.19999999999999998", ()),
        (WITHOUT_RULES, "number-as-text-job", "0.5", ()),
    ],
)
def test_a_cause_is_an_entry_without_which_another_number_is_predicted(
    of: Reader, job: str, value: str, causes: tuple[str, ...], harbor: Harbor
) -> None:
    found = causes_in(of, harbor) if of == MADE else causes_in(of, modelled(NEWEST), NEWEST)
    assert found.of(BY_ID[job], Path(), shown(value)) == causes


@pytest.mark.parametrize(
    ("rule", "job", "shows", "causes"),
    [
        ("finite-by-isfinite", "nan-text", ShownValue(error="refused"), True),
        ("finite-by-isfinite", "word", ShownValue(error="refused"), False),
        ("numbers-by-isinstance", "number-as-text", ShownValue(error="refused"), True),
        ("without-rewards-left-out", "mean-empty", shown("1.0"), True),
        ("count-of-ones", "text-one-job", shown("1"), True),
        ("exit-status", "several-names", shown(**{"exit 0": "1", "exit 1": "0"}), True),
        ("every-k", "pass-one", shown(**{"1": "1.0"}), True),
        ("exit-status-where-unread", "no-file", shown(**{"exit 0": "1.0", "exit 1": "0.0"}), True),
        ("exit-status-where-unread", "mean-missing", BY_STATUS, True),
        ("no-bins-end-job", "large-job", ShownValue(error="ValueError"), True),
        ("no-bins-end-job", "text-one-job", ShownValue(error="ValueError"), False),
    ],
)
def test_a_rule_is_run_by_its_name_or_as_a_deviation_of_a_later_harbor(
    rule: str, job: str, shows: ShownValue, causes: object, harbor: Harbor
) -> None:
    changed: dict[str, object] = {"rules": (Rule(rule=rule, cause="x", source="x.py:1"),)}
    changed |= {"calls": {}, "keys": "all", "unit": "passes" if rule == "count-of-ones" else ""}
    of = MADE.model_copy(update=changed)
    assert bool(causes_in(of, harbor).of(BY_ID[job], Path(), shows)) == causes
    is_job = BY_ID[job].shows is not Shows.TRIAL
    one = Rule(rule=rule, cause="x", source="x.py:1", of="trial" if is_job else "job")
    other = causes_in(of.model_copy(update={"rules": (one,)}), harbor)
    assert other.of(BY_ID[job], Path(), shows) == ()


def test_each_rule_is_one_of_a_reader_and_is_about_its_release() -> None:
    every = [reader(f"{one}=={version}") for one in names() for version in (HARBOR_VERSION, NEWEST)]
    used = {rule.rule for one in every for rule in one.rules}
    assert used >= rules.NAMES
    assert used - rules.NAMES == {"numbers-by-isinstance", "finite-by-isfinite"}
    pinned, newest = reader("harbor-upload"), reader(f"harbor-upload=={NEWEST}")
    assert {one.release for one in pinned.rules} == {HARBOR_VERSION}
    assert {one.release for one in newest.rules} == {NEWEST}
    assert (pinned.tag, newest.tag) == (f"v{HARBOR_VERSION}", f"v{NEWEST}")


def test_each_cell_that_differs_has_a_cause_that_was_run_for_it() -> None:
    page = (DOCS / "survey.html").read_text("utf-8")
    cells = [cell.partition("</td>")[0] for cell in page.split('<td class="r')[1:]]
    signs = re.compile(r"</code> ([^<]+)</dd>.*survey (\S+).* --input (\S+)</code>", re.DOTALL)
    found = [(cell, signs.findall(cell)[0]) for cell in cells]
    differing = [one for one in found if one[1][0] not in {Sign.SAME.value, Sign.LACKS.value}]
    assert len(differing) > 1_000
    assert {one[1:] for cell, one in differing if "<dt>why</dt>" not in cell} == set()


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
    """Each input has an id, and each job a title of its own."""
    assert len(BY_ID) == len(INPUTS)
    assert len({one.title for one in INPUTS}) == len({one.job for one in INPUTS})
    assert BY_ID[id_].why_not(MADE.model_copy(update=changed)) == why


def test_a_reader_is_described_by_the_cases_in_which_it_behaves_as_declared() -> None:
    for broken, words in [
        (0, "behaves as declared in all 2,794 cases, like harbor in 2,782"),
        (3, "does not behave as declared in 3 of 2,794 cases"),
    ]:
        counts = {"verifier": Counts(cases=2794, declared=12, divergences=broken)}
        assert in_one_sentence(Reading(name="a", operations=counts, holds=not broken)) == words


FAIR = {
    ("no-file-job", "agent-challenge"): ("0.0, status failed", Sign.SAME, ""),
    ("details-in-json-job", "nemo-platform"): ("0.0, error_count 1", Sign.SAME, ""),
    ("no-file", "auto-harness"): ("INFRA_ERR", Sign.SAME, ""),
    ("no-file-job", "hud"): ("0.0", Sign.SAME, ""),
    ("no-file", "tinker-cookbook"): ("0.0", Sign.ZERO, "harbor_tools.py:86-88"),
    ("mean-missing", "hud"): ("1.0", Sign.NEWEST, "hud/eval/job.py:60-63"),
    ("mean-missing", "verifiers"): ("1.0 (all 0.5)", Sign.SECOND, "utils/format.py:66-71"),
    ("mean-tenths", "verifiers"): ("0.2", Sign.ROUNDED, "utils/format.py:69"),
    ("number-as-text", "verifiers"): ("TaskError", Sign.LATER, "harbor/taskset.py:51-54"),
    ("text-one", "terminal-bench"): ("—", Sign.LACKS, "it shows no number of a trial"),
    ("zero", "nemo-evaluator"): ("exit 0 1.0, exit 1 0.0", Sign.STATUS, "harbor.py:977"),
    ("text-one", "aec-bench"): ("0.0, missing verifier reward artifact", Sign.ERROR, "core.py:358"),
    ("several-names", "trl"): ("0.5", Sign.SINGLE, "_env.py:182-183"),
    ("failed", "trl"): ("—", Sign.LACKS, "one of its own that fails was not run"),
    ("nan-text", "phoenix"): ("—", Sign.LACKS, "result.json, read here, has null for what"),
}
"""What the page shows in cells that were wrong once: text, sign and a part of the cause."""


@pytest.mark.parametrize("cell", FAIR)
def test_the_page_is_fair_where_it_was_not(cell: tuple[str, str]) -> None:
    page = html.unescape((DOCS / "survey.html").read_text("utf-8"))
    row = page.partition(f'<tr id="{cell[0]}"')[2].partition("</tr>")[0]
    found = row.partition(f"<dt>{cell[1]}</dt><dd>")[2].partition("<dt>see for yourself")[0]
    text, sign, cause = FAIR[cell]
    assert found.startswith(f"<code>{text}</code> {sign.value}</dd>")
    assert cause in found
    assert ("<dt>why</dt>" in found) == bool(cause)


@pytest.mark.end_to_end
@pytest.mark.parametrize("version", [HARBOR_VERSION, NEWEST])
def test_what_harbor_shows_is_what_is_in_the_job_that_it_wrote(
    version: str, tmp_path: Path
) -> None:
    with served_release(version) as release, closing(opened_harbor(release)) as harbor:
        scenarios = {one.job: one.scenario for one in INPUTS}
        command = release.command if release else INSTALLED
        jobs = write_released_jobs(command, scenarios, tmp_path / "jobs")
        trials = {job: next(folder.glob("*/result.json")).parent for job, folder in jobs.items()}
        places = [((trials if o.shows is Shows.TRIAL else jobs)[o.job], o.shows) for o in INPUTS]
        in_files, _ = of_reader(prepared(reader(f"harbor-result=={version}")), places, 300)
        for one, found in zip(INPUTS, in_files, strict=True):
            expected = of_harbor(harbor, one)
            assert found.error == expected.error, one.id
            # What is not finite has no number in JSON, and harbor writes null.
            finite = all(math.isfinite(float(text)) for text in (expected.numbers or {}).values())
            assert sign_of(expected, found) is (Sign.SAME if finite else Sign.ERROR), one.id


def reading(version: str, value: str, *, holds: bool = True) -> Reading:
    findings = () if holds else ("naive-sum: declared, but never seen",)
    seen = {"text-one": Seen(shown=shown(value))}
    return Reading(name="made", version=version, seen=seen, holds=holds, findings=findings)


@pytest.mark.parametrize(
    ("newest", "lines"),
    [
        (reading("1.0.0", "1"), ["made 1.0.0: no newer version was surveyed"]),
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


@pytest.mark.parametrize(("newest", "times"), [("0.3.1", 1), ("0.3.2", 2)])
def test_a_newer_version_that_cannot_be_driven_is_a_line_and_no_difference(
    newest: str, times: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a newer version of any reader, the survey of the pinned ones is not repeated."""
    surveyed: list[str] = []

    def survey(settings: SurveySettings, _: object) -> Survey:
        (one,) = settings.readers
        surveyed.append(one.version)
        readings = (Reading(name=one.name, version=one.version),)
        values = {one.id: shown("1") for one in INPUTS}
        return Survey(harbor="0.13.1", seed=0, profile="quick", shown=values, readings=readings)

    monkeypatch.setattr(taking, "survey", survey)
    compiled = Mock(return_value={"verifiers": newest})
    monkeypatch.setattr(uv, "compile_pins", compiled)
    monkeypatch.setattr(uv, "program", lambda: "uv")
    monkeypatch.setattr(survey_page, "markdown", lambda page: "\n".join(page.changes))
    SurveyCommand(readers=["verifiers-legacy"], latest=True).run()
    version, ending = capsys.readouterr().out.splitlines()
    assert [call.args[0] for call in compiled.call_args_list] == [["verifiers<0.4.0"]]
    assert surveyed == ["0.3.1", newest][:times]
    assert version.startswith("verifiers-legacy 0.3.1")
    assert ending == (
        "verifiers-legacy: verifiers 0.4.0 and later cannot be driven: the package has no "
        "verifiers.legacy any more; the reader verifiers surveys the Harbor task set that is left "
        "(verifiers/__init__.py:1)"
    )


def test_without_an_index_the_newest_version_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uv, "compile_pins", Mock(side_effect=UvError("there is no network")))
    with pytest.raises(ReaderError, match=r"the newest version is not known: there is no network"):
        newest_version(reader("verifiers-legacy"))
