"""An entry accepts one change that the gate prints, exactly; what it does not cover is new."""

from pathlib import Path

import pytest
from gated_pairs import accepted_in
from recorded import recorded

from conformance.certification import ExitCode
from conformance.diagnosis.expected.deviations import ExpectedFileError
from conformance.examination.findings import Finding, Observation
from conformance.gate.accepting import accepting, load, updated
from conformance.gate.changes import Change, shown_by
from conformance.gate.explanations import explanations, meanings
from conformance.gate.results import Gated, exit_code
from conformance.implementations.environments.versions import Pair
from conformance.operations.comparing import compare
from conformance.protocol.values import Answer, Case, Failure, Result

CASES = {one.id: one.case for one in recorded("run")}
OTHER = Case("run", {"tasks": []})
RAN: Answer = Result({"sessions": []})
SKILLS = "0.24.0 run.configuration.skills"
SHOWS, AGAIN = CASES["run.configuration.skills"], CASES["run.configuration.skills-none"]
TEXT_NAME = "result files have other fields, or write the same ones differently: no number changes"
TEXT = (OTHER, Result({"sessions": [], "configs": []}))


def gated(*shown: tuple[Case, Answer], clause: str = "run.configuration") -> Gated:
    """Return the result of a pair in which the earlier release ran each case."""
    changes: dict[str, Change] = {}
    observed = [Observation(clause, case, RAN, answer) for case, answer in shown]
    for one in observed:
        finding = Finding.of(one, compare(one.case, one.expected, one.candidate))
        changes |= dict(shown_by(finding, "recorded cases"))
    pair, counted = Pair("0.23.0", "0.24.0"), {"run": len(shown)}
    return Gated(pair, cases=counted, changes=(*changes.values(),), diverging=(*observed,))


REFUSED = Failure("ValueError")
KNOWN = gated((SHOWS, REFUSED), (OTHER, REFUSED))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "accepted.toml"


def test_an_update_writes_one_entry_for_a_change_and_the_gate_passes(file: Path) -> None:
    text, lines = updated("# kept\n", KNOWN, ())
    assert lines == [f"+ {SKILLS}: write its cause and source"]
    assert text.startswith("# kept\n\n[[change]]\n# 0.24.0: skills for an agent")
    entries = accepted_in(file, KNOWN)
    passed = accepting(KNOWN, entries, whole=True)
    assert (passed.changes, passed.stale, meanings(passed)) == ((), (), {})
    assert exit_code([passed]) is ExitCode.CONFORMANT
    assert updated(file.read_text(), passed, entries) == (file.read_text(), [])


def test_without_its_entry_or_with_another_difference_a_change_fails(file: Path) -> None:
    both = gated((SHOWS, REFUSED), TEXT)
    entries = accepted_in(file, both)
    assert [one.name for one in entries] == [SKILLS, TEXT_NAME]
    assert accepting(both, entries, whole=True).changes == ()
    another = gated((SHOWS, REFUSED), TEXT, (OTHER, Failure("KeyError")))
    found = {group: [one.title for one in of] for group, of in meanings(another).items()}
    (skills,) = (one.title for one in explanations() if one.name == SKILLS)
    new = "a result → KeyError (run.configuration)"
    assert found == {"accepted": [skills], "text": [TEXT_NAME], "new": [new]}
    results = [accepting(both, [one], whole=True) for one in entries]
    results.append(accepting(another, entries, whole=True))
    assert [[one.causes for one in result.changes] for result in results] == [
        [("configs: added",)],
        [("a result → ValueError",)],
        [("a result → KeyError",)],
    ]
    assert {exit_code([result]) for result in results} == {ExitCode.DIVERGES}


@pytest.mark.parametrize(
    ("name", "result", "why"),
    [
        ("0.24.0 nothing", KNOWN, "0.24.0 nothing: accepted, but not seen"),
        (TEXT_NAME, KNOWN, f"{TEXT_NAME}: accepted, but not seen"),
        (SKILLS, gated((AGAIN, REFUSED), (SHOWS, REFUSED)), "run.configuration 2 recorded cases"),
        (SKILLS, gated((OTHER, REFUSED)), f"{SKILLS}: accepted, but not seen"),
    ],
)
def test_a_wrong_entry_fails_in_one_line(name: str, result: Gated, why: str, file: Path) -> None:
    entries = (accepted_in(file, KNOWN)[0].model_copy(update={"name": name}),)
    stale = accepting(result, entries, whole=True)
    (line,) = stale.stale
    assert why in line
    assert exit_code([stale]) is ExitCode.DIVERGES
    if "not seen" in line:
        assert accepting(result, entries, whole=False).stale == ()


def test_an_update_keeps_the_reasons_of_what_changed_and_removes_what_is_gone(file: Path) -> None:
    accepted_in(file, KNOWN)
    file.write_text(file.read_text().replace('cause = "written"', 'cause = "mine"  # kept'))
    entries = load(file)
    moved = accepting(gated((AGAIN, REFUSED), (SHOWS, REFUSED)), entries, whole=True)
    text, lines = updated(file.read_text(), moved, entries)
    assert (lines, text.count("[[change]]")) == ([f"~ {SKILLS}"], 1)
    assert 'cause = "mine"  # kept' in text
    gone = accepting(Gated(KNOWN.pair), entries, whole=True)
    text, lines = updated(file.read_text(), gone, entries)
    assert (text.strip(), lines) == ("", [f"- {SKILLS}"])


@pytest.mark.parametrize("text", ["x", "[[change]]", "[[case]]", "[[change]]\nname = 1"])
def test_a_file_that_is_invalid_is_refused_in_one_line(text: str, file: Path) -> None:
    file.write_text(text)
    with pytest.raises(ExpectedFileError, match=r"^accepted\.toml: [^\n]+$"):
        load(file)
