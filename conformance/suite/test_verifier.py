"""From the two reward files to the rewards of one trial."""

from conformance.checks import Examination, check
from conformance.model import Case
from conformance.strategies import verifier


@check("verifier.json-wins", verifier.both_files())
def test_reward_json_wins_over_reward_txt(examination: Examination, case: Case) -> None:
    examination.agree(case)
