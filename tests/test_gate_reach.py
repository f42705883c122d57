"""How far a gate's questions go into what changed, and what it says of what they did not run."""

import pytest

from conformance.certification.plan import Profile
from conformance.certification.verdict import ExitCode
from conformance.gate.coverage import Reach, Reached, reach_of
from conformance.gate.gate import exit_code
from conformance.gate.phases import Questions
from conformance.gate.results import Gated
from conformance.gate.source_diff.differing import Differing
from conformance.gate.source_diff.statements import SourceStatement
from conformance.implementations.environments.versions import Pair
from conformance.report import gate_view, rendering

PAIR = Pair("0.13.1", "9.9.9")
QUESTIONS = Questions(0, Profile.QUICK)
NEW, OLD = "harbor/new/module.py", "harbor/trial/regrade.py"


def statement(module: str, scope: str, line: int) -> SourceStatement:
    return SourceStatement(module, scope, f"line {line}", line, line)


KNOWN = Differing(
    gone=(statement(OLD, "RegradeTrial.run", 7),),
    come=(
        statement(NEW, "read", 3),
        statement(NEW, "read", 4),
        SourceStatement(NEW, "Config", "x: int", 1),
    ),
    outside=2,
)
FIRST, SECOND = ("9.9.9", (NEW, 3)), ("9.9.9", (NEW, 4))


def test_lines_of_either_release_are_counted_and_declarations_apart() -> None:
    reach = reach_of(PAIR, KNOWN, frozenset({FIRST}))
    assert (reach.reached, reach.lines, reach.declarations, reach.outside) == (1, 3, 1, 2)


def test_what_did_not_run_is_told_by_its_function_with_its_reason() -> None:
    old, new = reach_of(PAIR, KNOWN, frozenset({FIRST})).unreached
    assert old.reason.startswith("grades the trials of an earlier job anew")
    assert (str(new), new.reason) == ("harbor/new/module.py:4 (read, 9.9.9)", "")


def gated(reached: Reached) -> Gated:
    return Gated(PAIR, cases={"metric": 12}, reach=reach_of(PAIR, KNOWN, reached))


@pytest.mark.parametrize(
    ("reached", "verdict", "said", "required"),
    [
        (
            frozenset({FIRST}),
            "not proven",
            (
                "not proven: no change in 12 cases, but 1 of 3 changed lines run",
                "harbor/new/module.py:4 (read, 9.9.9)",
            ),
            ExitCode.DIVERGES,
        ),
        (
            frozenset({FIRST, SECOND}),
            "no change",
            ("no change in 12 cases, 2 of 3 changed lines run",),
            ExitCode.CONFORMANT,
        ),
    ],
)
def test_no_change_is_proven_where_every_line_ran_or_has_its_reason(
    reached: Reached, verdict: str, said: tuple[str, ...], required: ExitCode
) -> None:
    result = gated(reached)
    assert result.verdict == verdict
    text = rendering.text(gate_view.view([result], QUESTIONS))
    assert [words for words in said if words not in text] == []
    assert exit_code([result]) is ExitCode.CONFORMANT
    assert exit_code([result], require_reach=True) is required


def test_json_has_every_function_that_did_not_run() -> None:
    assert '"function": "read"' in rendering.json_text(
        gate_view.document([gated(frozenset())], QUESTIONS)
    )


def test_a_pair_without_a_changed_line_is_reached_whole() -> None:
    reach = reach_of(PAIR, Differing((), (), 0), frozenset())
    assert reach == Reach(0, 0, (), 0, 0)
    assert reach.open == ()
