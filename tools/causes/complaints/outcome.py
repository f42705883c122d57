"""Ports of `outcome` with one mistake each."""

from typing import Any

from candidates.reference.outcome import Outcome
from candidates.reference.python_json import Parser
from tools.causes.wrong.making import candidate

Json = Any


# source: ICRAR/ijson issue #139: a file that Python's json wrote with NaN in it cannot be parsed
# differs: {"n_total_trials": 3, "x": NaN}: "harbor_result_malformed", not "completed" of 3
@candidate("outcome")
def nan_in_the_file_is_malformed(case: Json) -> Json:
    """NaN, Infinity and -Infinity, in any member, make the file malformed.

    They should be numbers.
    """
    return Outcome(parse=Parser(constants={}))(case)
