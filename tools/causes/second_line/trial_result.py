"""What public readers of a trial's result.json do differently."""

from typing import Any

from candidates.reference.trial_result import TrialResult, result_and_exception
from tools.causes.wrong.making import candidate

Json = Any


# source: readers that take an errored trial for one without a score: `if exception_info: None`
# differs: rewards of {"reward": 1} and an AgentTimeoutError: no result, not {"reward": 1}
@candidate("trial_result")
def an_exception_takes_the_result_away(case: Json) -> Json:
    """A trial with an exception has no verifier result."""

    def answer(trial: Json) -> Json:
        return result_and_exception(
            trial | {"verifier_result": None} if trial["exception_info"] else trial
        )

    return TrialResult(answer=answer)(case)


# source: classifiers of errors that show the bare class: `exception_type.rsplit(".", 1)[-1]`
# differs: exception_type "httpx.ReadTimeout": "ReadTimeout", not "httpx.ReadTimeout"
@candidate("trial_result")
def the_module_of_an_exception_is_cut_off(case: Json) -> Json:
    """Only what follows the last point of an exception's type is kept."""
    read = TrialResult()(case)
    name = read["exception"]
    return read | {"exception": name.rsplit(".", 1)[-1] if isinstance(name, str) else None}


# source: readers of multi-turn trials that fall back to the last turn's score
# differs: verifier_result null, one step of {"reward": 1}: {"reward": 1}, not no result
@candidate("trial_result")
def the_last_step_stands_in_for_a_missing_result(case: Json) -> Json:
    """A trial without a verifier result has that of its last step."""

    def answer(trial: Json) -> Json:
        steps = trial["step_results"]
        if trial["verifier_result"] is None and steps:
            trial |= {"verifier_result": steps[-1]["verifier_result"]}
        return result_and_exception(trial)

    return TrialResult(answer=answer)(case)


# source: harnesses that read files with output of agents by `read_text(errors="replace")`
# differs: a byte 0xff in the exception's message: the result is read, not UnicodeDecodeError
@candidate("trial_result")
def invalid_bytes_are_replaced(case: Json) -> Json:
    """Bytes that are not UTF-8 are replaced instead of refused."""
    return TrialResult(decode=lambda content: content.decode("utf-8", errors="replace"))(case)
