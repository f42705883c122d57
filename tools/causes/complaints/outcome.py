"""Ports of `outcome` with one mistake each."""

import math
from typing import Any

from candidates.reference.outcome import ABSENT, Outcome, SummaryOf, member_of, status_of, total_of
from candidates.reference.python_json import Parser
from tools.causes.wrong.making import candidate

Json = Any

HALF = 0.5


# source: Automattic/woocommerce-payments PR #91: 8.20 * 100 is cut off to 819, where it should be
#   rounded
# differs: a score of 0.9 of 2 trials: "resolved": 1, not 2
@candidate("outcome")
def resolved_trials_are_cut_off(case: Json) -> Json:
    """The resolved trials are the product cut off towards zero, not rounded."""
    return Outcome(summary=SummaryOf(nearest=int))(case)


# source: ICRAR/ijson issue #139: a file that Python's json wrote with NaN in it cannot be parsed
# differs: {"n_total_trials": 3, "x": NaN}: "harbor_result_malformed", not "completed" of 3
@candidate("outcome")
def nan_in_the_file_is_malformed(case: Json) -> Json:
    """NaN, Infinity and -Infinity, in any member, make the file malformed.

    They should be numbers.
    """
    return Outcome(parse=Parser(constants={}))(case)


# source: hpi-swa/smalltalkCI issue #218: a build that ran no tests, without failures or errors, is
#   marked as failed
# differs: {}: "status": "failed", not "completed"
@candidate("outcome")
def a_job_of_no_trials_failed(case: Json) -> Json:
    """The status is "failed" where the total is 0, even if no trial errored."""

    def status(counts: Json) -> str:
        return status_of(counts) if total_of(counts) else "failed"

    return Outcome(summary=SummaryOf(status=status))(case)


# source: brython-dev/brython issue #513: round() takes halves up, not to the even number
# differs: a score of 0.5 of 1 trial: "resolved": 1, not 0
@candidate("outcome")
def halves_are_rounded_up(case: Json) -> Json:
    """A product half way between two integers is rounded up, not to the even one."""

    def nearest(product: float) -> int:
        below = math.floor(product)
        return below + 1 if product - below >= HALF else below

    return Outcome(summary=SummaryOf(nearest=nearest))(case)


# source: bbtufty/seadexarr PR #152: a member that is there, but null, is from now on treated as
#   one that is missing
# differs: {"stats": null}: "completed", not "harbor_result_malformed"
@candidate("outcome")
def a_null_member_counts_as_absent(case: Json) -> Json:
    """A member stats, evals or metrics that is null counts as absent.

    It should make the file malformed.
    """

    def member(members: Json, name: str) -> Json:
        found = member_of(members, name)
        return ABSENT[name] if found is None else found

    return Outcome(summary=SummaryOf(member=member))(case)
