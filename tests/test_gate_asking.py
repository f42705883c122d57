"""What a gate asks two releases, and how often."""

import json
from pathlib import Path

from gated_pairs import PAIR, QUESTIONS, SAME, asked, served

from conformance.certification.plan import Step
from conformance.examination.findings import RECORDED
from conformance.gate import run
from conformance.gate.asking import StepResult
from conformance.gate.run import Commands, Task

STEP = Step("metric.compensated-sum", RECORDED)
SEVERAL = Step("verifier.json-names", RECORDED)
ALIKE = "from candidates.reference.verifier import verifier\n"

NOTED = """
import json, os
from candidates.reference.metric import metric as right

def metric(question):
    with open({file!r}, "a") as notes:
        print(json.dumps([os.getpid(), question]), file=notes)
    return {{f"{{name}} of another": value for name, value in right(question).items()}}
"""
ORDER_AND_TYPE = """
import json, os
from candidates.reference.verifier import verifier as right

def verifier(question):
    with open({file!r}, "a") as notes:
        print(json.dumps([os.getpid(), repr(question)]), file=notes)
    rewards = right(question)["rewards"]
    if len(rewards) < 2:
        return {{"rewards": rewards}}
    return {{"rewards": {{name: float(value) for name, value in reversed(rewards.items())}}}}
"""
FIRST_OTHERWISE = """
from candidates.reference.metric import metric as right

known = []

def metric(question):
    if question in known:
        return right(question)
    known.append(question)
    return {"sum": 0.5}
"""


def noted(file: Path) -> list[tuple[int, str]]:
    """Return which processes were asked what."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [(process, json.dumps(question)) for process, question in map(json.loads, lines)]


def test_a_case_that_shows_several_causes_is_asked_again_once(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    commands: Commands = {
        PAIR.before: served(tmp_path / "before", ALIKE),
        PAIR.after: served(tmp_path / "after", ORDER_AND_TYPE.format(file=str(file))),
    }
    with run.in_processes(1) as take:
        ((_, (result,)),) = take([Task(PAIR, (SEVERAL,))], commands, QUESTIONS, {})
    assert isinstance(result, StepResult)
    cases = {id(one.case) for one in result.sightings}
    assert len(result.sightings) > len(cases) > 0
    assert len(noted(file)) == result.cases + len(cases)


def test_what_does_not_repeat_is_no_change_but_a_problem(tmp_path: Path) -> None:
    (result,) = asked(tmp_path, FIRST_OTHERWISE, [STEP])
    assert isinstance(result, StepResult)
    assert result.sightings == ()
    assert result.problems == (f"{STEP.requirement}: a release answered one question in two ways",)


def test_releases_stay_ready_from_part_to_part(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    commands: Commands = {
        PAIR.before: served(tmp_path / "before", SAME),
        PAIR.after: served(tmp_path / "after", NOTED.format(file=str(file))),
    }
    with run.in_processes(1) as take:
        for _ in range(2):
            for _, shown in take([Task(PAIR, (STEP,))], commands, QUESTIONS, {}):
                assert not isinstance(shown, str)
    assert len({process for process, _ in noted(file)}) == 1
