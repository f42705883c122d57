"""A cause is stated as generally as it holds: no limit at the edge of its range, no lost few."""

import contextlib
import functools
import json
import math
from collections.abc import Callable
from itertools import takewhile
from statistics import fmean
from typing import Any

import pytest
from diagnosed import causes, changed, with_new_cases
from recorded import recorded

from candidates.deviations.catalogue import chosen, functions
from candidates.deviations.deviation import Deviation, after, around, before, calling, instead
from candidates.reference.job import cache_tokens
from candidates.reference.job_trial import rewards_of
from candidates.reference.metric import maximum, minimum
from candidates.reference.outcome import count_of
from candidates.reference.verifier import RewardFileEmptyError
from conformance.diagnosis.derived import derived
from conformance.diagnosis.diagnosis import Diagnosis, diagnose
from conformance.diagnosis.suggested import constant
from conformance.examination.findings import Observation
from conformance.operations.comparing import diverges
from conformance.operations.functions import Function, LocalCandidate
from conformance.protocol.values import Misshapen, Value
from tools.causes.measuring import measured
from tools.causes.wrong.making import ValidationError

pytestmark = pytest.mark.slow


def sentences(diagnosis: Diagnosis) -> set[str]:
    """Return the sentences of causes that explain everything."""
    assert diagnosis.unexplained == ()
    return {cause.description for cause in diagnosis.causes}


def refusing(function: Function) -> Function:
    """Call every file of a job malformed, unless it is empty."""
    return lambda case: function({"result": case["result"] and b"!"})


def test_a_candidate_that_refuses_every_file_does_not_refuse_those_beyond_a_limit() -> None:
    diagnosis = with_new_cases("outcome", refusing)
    (cause,) = diagnosis.causes
    assert cause.description == "every result that is not empty is refused"
    assert (diagnosis.unexplained, constant("outcome", [])) == ((), [])


def with_empty_stats(member: Callable[..., object]) -> Callable[..., object]:
    """Read what is null, empty, 0 or false in the place of the stats as an empty object."""

    def found(members: dict[str, object], name: str) -> object:
        return member(members, name) or ({} if name == "stats" else member(members, name))

    return found


def test_a_limit_on_either_side_of_which_there_are_cases_is_named() -> None:
    limited = functions(chosen("result-refused-beyond=500"))["outcome"]
    assert causes(changed("outcome", lambda _: limited)) == {"result-refused-beyond=500"}


def test_a_loop_that_starts_from_zero_has_one_cause_without_trials_too() -> None:
    start = around(min=lambda least: lambda values: least([0, *values]))
    change = Deviation("from-zero", "metric.", "", start)
    diagnosis = with_new_cases("metric", lambda _: functions([change])["metric"])
    assert causes(diagnosis) == {"least-from-one=0"}
    assert diagnosis.unexplained == ()


def test_a_word_for_the_agent_in_a_key_is_a_word_and_no_agent_with_letters_behind_it() -> None:
    def named(case: dict[str, Any]) -> Value:
        return right({"trials": [{**one, "agent": "agent"} for one in case["trials"]]})

    right: Function = functions(())["pass_at_k"]
    diagnosis = with_new_cases("pass_at_k", lambda _: named)
    (cause,) = diagnosis.causes
    assert cause.description.startswith('the key of a group is "agent__{model}__{source}", and ')
    assert (cause.clause, diagnosis.unexplained) == ("pass_at_k.evals-key", ())


def decoding(step: Callable[[bytes], str]) -> Callable[[bytes], str]:
    """Decode as utf-8-sig; a file of the mark alone is not empty."""
    return lambda data: step(data.removeprefix(b"\xef\xbb\xbf") if data[3:] else data)


def blank(function: Function, case: dict[str, Any]) -> object:
    """Call a file of nothing but ASCII white space empty, as bytes.strip() suggests."""
    chosen = case["reward.txt"] if case["reward.json"] is None else case["reward.json"]
    if chosen is not None and not chosen.strip():
        raise RewardFileEmptyError
    return function(case)


def failed_without_source(case: dict[str, Any]) -> dict[str, Any]:
    failed = {"verifier_result": None}
    return {
        "trials": [one | (failed if one.get("source") is None else {}) for one in case["trials"]]
    }


def from_the_first_step(case: dict[str, bytes]) -> dict[str, bytes]:
    """Take the exception of a trial without one from its first step that has one."""
    try:
        trial = json.loads(case["result"])
        infos = [one.get("exception_info") for one in trial["step_results"]]
        trial["exception_info"] = trial.get("exception_info") or next(filter(None, infos))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, StopIteration):
        return case
    return {"result": json.dumps(trial).encode()}


def without_exceptions(which: Callable[[Any], bool]) -> Callable[[Any], Any]:
    """Take some trials of a job, or of a group, for ones without an exception."""

    def change(whole: Any) -> Any:  # noqa: ANN401 - a job or a group
        trials = whole["trials"] if isinstance(whole, dict) else whole.trials
        new = [one | ({"exception": None} if which(one) else {}) for one in trials]
        return whole | {"trials": new} if isinstance(whole, dict) else whole._replace(trials=new)

    return change


def without_the_cache(step: Callable[..., int | None], case: Any) -> int | None:  # noqa: ANN401 - a job
    found = step(case)
    return None if found is None else found - (cache_tokens(case) or 0)


def with_its_own_total(step: Callable[..., dict[str, Any]], result: Any) -> dict[str, Any]:  # noqa: ANN401 - any document
    """Return n_total_trials as the total, unless it is absent or null."""
    found = step(result)
    own = result.get("n_total_trials")
    return found if own is None else found | {"total": count_of(own)}


def of_generated(operation: str, change: Callable[[Function], Function]) -> Diagnosis:
    made = change(functions(())[operation])
    return measured(operation, {operation: made}).diagnosis


def up_to_the_first_failure(rows: list[dict[str, float]]) -> list[dict[str, float]]:
    """Return the rewards of the steps up to the first whose reward is 0."""
    before_it = [*takewhile(lambda row: row.get("reward") != 0, rows)]
    return rows[: len(before_it) + 1]


def passed(rewards: dict[str, float]) -> dict[str, float]:
    return {key: int(value >= 0.85) for key, value in rewards.items()}


def multiple(n: int, k: int) -> bool:
    return n % 5 == 0 or k & (k - 1) == 0


COUNTS = "stats.n_errored_trials", "stats.evals.n_errors"


def with_agents_that_timed_out(rules: dict[tuple[str, ...], str]) -> dict[tuple[str, ...], str]:
    return {**rules, ("agent", "timed out"): "harbor_agent_timeout_error"}


def having(field: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda case: {"trials": [one for one in case["trials"] if one.get(field) is not None]}


def only_numbers(document: Any) -> Any:  # noqa: ANN401 - any document
    """Leave out what is no number in JSON."""
    named = document.items() if isinstance(document, dict) else ()
    return {key: one for key, one in named if type(one) in {int, float}} if named else document


def without_the_first_factor(n: int, c: int, k: int) -> float:
    factors = ((n - c - i) / (n - i) for i in range(1, k))
    return 1.0 if n - c < k else 1.0 - math.prod(factors)


def without_a_word(rules: dict[tuple[str, ...], str]) -> dict[tuple[str, ...], str]:
    """Return the rules, of which one has a single word."""
    return {("missing",) if "missing" in rule else rule: code for rule, code in rules.items()}


def nearly_binary(number: float) -> float:
    return next((one for one in (0, 1) if abs(number - one) <= 1e-9), number)


def without_constants(function: Function, case: dict[str, Any]) -> object:
    """Refuse NaN and Infinity, as JSON does."""
    found: list[str] = []
    with contextlib.suppress(ValueError, RecursionError):
        json.loads(case["result"], parse_constant=found.append)
    if found:
        raise ValidationError
    return function(case)


GENERAL: dict[str, tuple[str, Any, Callable[..., Diagnosis], set[str]]] = {
    # The operation, what it does differently, how that is diagnosed, and what is named.
    "what is read in place of null, and no size": (
        "outcome", around({"summary.member": with_empty_stats}), with_new_cases,
        {"stats of result that is null, empty, 0 or false is read as an empty object"}),
    "two steps that are exchanged": (
        "metric", (*instead(min=maximum), *instead(max=minimum)), changed,
        {"the maximum and the minimum are exchanged"}),
    "an edit of each file, where two files contradict a row": (
        "verifier", around(("text.decode", "json.decode"), decoding), of_generated,
        {f"a byte order mark is dropped in {name}" for name in ("reward.json", "reward.txt")}),
    "one of two ways to strip, which few cases tell apart": (
        "verifier", calling("verifier", blank), of_generated,
        {f"a {name} of nothing but ASCII white space counts as empty, as by bytes.strip()"
         for name in ("reward.json", "reward.txt")}),
    "a field by whether another one is null": (
        "pass_at_k", before("pass_at_k", failed_without_source), with_new_cases,
        {"verifier_result in elements of trials is null where source is null or absent"}),
    "an edit of the input that only two fields of the result show": (
        "job", before(COUNTS, without_exceptions(lambda one: rewards_of(one) is not None)),
        with_new_cases,
        {("the exception of a trial with rewards is dropped, but only in n_errored_trials of stats "
          "and evals{}.n_errors of stats")}),
    "a total less another one": (
        "job", calling({"stats.n_input_tokens": without_the_cache}), with_new_cases,
        {"the sum of cache tokens is subtracted from the sum of input tokens"}),
    "a number of each task in per cent": (
        "pass_at_k", after({"average.estimate": lambda chance: 100 * chance}), with_new_cases,
        {"the pass@k of a task is multiplied by 100"}),
    "a text in place of another in keys": (
        "pass_at_k",
        after("pass_at_k", lambda of: {key.replace("/", "__"): of[key] for key in of}),
        of_generated, {'"/" in keys of result becomes "__"'}),
    "a limit that nearly nobody has": (
        "verifier",
        after("verifier", lambda of: {"rewards": of["rewards"] and passed(of["rewards"])}),
        of_generated, {"result.rewards{} is 1 if it is at least 0.85, else 0"}),
    "a limit among others that nearly all cases share": (
        "pass_at_k", instead({"success.binary": lambda value: int(value >= 0.75)}), of_generated,
        {"trials[].verifier_result.rewards{} is 1 if it is at least 0.75, else 0"}),
    "two fields, each in its own way, that always differ together": (
        "job", before(COUNTS, without_exceptions(lambda one: one["exception"] == "CancelledError")),
        of_generated,
        {"a cancelled trial is not errored, but only in n_errored_trials of stats",
         ('exception in elements of trials is null where exception is "CancelledError", but only '
          "in evals{}.n_errors of stats")}),
    "elements, next to another cause": (
        "multi_step",
        (*before("average", lambda of: [one for one in of if one != {"rewards": None}]),
         *instead({"average.mean": lambda of, _: fmean(of)})),
        of_generated,
        {("numbers are added as by math.fsum and statistics.fmean: the exact sum of binary64s, "
          "rounded once"),
         ("elements of the list of steps where the strategy is mean are left out where rewards is "
          "null or absent")}),
    "a field that is there, with any value": (
        "outcome", calling({"summary": with_its_own_total}), of_generated,
        {('the total is n_total_trials, even 0, where result has the key "n_total_trials" and '
          "n_total_trials of result is not null")}),
    "elements by one before them": (
        "multi_step", after({"average.rows": up_to_the_first_failure}), of_generated,
        {("elements of the list of steps where the strategy is mean are left out where some "
          "earlier rewards.reward is 0")}),
    "elements of any type but one": (
        "verifier", after({"json.parse": only_numbers}), of_generated,
        {"elements of reward.json are left out where the element is not a number"}),
    "elements unless none would be left": (
        "metric", before("mean", lambda of: [one for one in of if one != 0] or of), of_generated,
        {("elements of the list of values that a mean is taken of are left out where some other "
          "element is not 0 and the element is 0")}),
    "calls of a step": (
        "pass_at_k", calling({"fewest": lambda of, all_: 0 if len({*all_}) > 1 else of(all_)}),
        of_generated, {"the fewest attempts at a task is 0, where two values differ"}),
    "the greatest of all numbers in lists": (
        "outcome", instead({"summary.mean": lambda values, *_: float(max(values, default=0.0))}),
        of_generated,
        {"the score is the greatest of the values of metrics by group"}),
    "a score between 0 and 1, of more edits than can all be looked at closely": (
        "outcome", after({"summary.score": lambda score: min(max(score, 0.0), 1.0)}), of_generated,
        {"the score is limited to the range from 0 to 1"}),
    "a rule that is forgotten": (
        "reason_code", around("by_words.rules", lambda rules: dict([*rules.items()][1:])),
        of_generated, {"'broker' with 'connection' is missing from the rules"}),
    "another variable of the reference": (
        "pass_at_k", instead(k_values=lambda n: [k for k in range(2, n + 1) if multiple(n, k)]),
        of_generated,
        {("like the reference with `fewest % 5 == 0 or k & k - 1 == 0` instead of "
          "`k % 5 == 0 or k & k - 1 == 0` (candidates/reference/pass_at_k.py:123)")}),
    "an expression of the reference, which most small cases do not tell from others": (
        "pass_at_k", instead(k_values=lambda n: [*range(5, n + 1, 5)]), of_generated,
        {("like the reference with `k % 5 == 0` instead of `k % 5 == 0 or k & k - 1 == 0` "
          "(candidates/reference/pass_at_k.py:123)")}),
    "two fields that are both wrong in each case": (
        "job", after({"stats.n_input_tokens": lambda _: 0, "stats.n_output_tokens": lambda _: 1}),
        of_generated,
        {"the sum of input tokens is always read as 0",
         "the sum of output tokens is always read as 1"}),
    "a value of a parameter that answers show together": (
        "pass_at_k", instead(k_values=lambda fewest: [k for k in (1, 2, 3) if k <= fewest]),
        of_generated, {"k is one of 1,2,3"}),
    "another edit, where the first ones are refuted": (
        "verifier", after({"json.number": lambda n: None if n and (n < 0 or n > 1) else n}),
        of_generated,
        {("a value of reward.json after its conversion to a number that is negative or more than 1 "
          "counts as none")}),
    "a text of a step": (
        "reason_code", after(otherwise=lambda text: f"harbor_{text}"), of_generated,
        {'an extra "harbor_" precedes the code of a reason that no rule covers'}),
    "two words in a row": (
        "reason_code", around("by_words.rules", with_agents_that_timed_out), of_generated,
        {("a reason that no rule covers gives harbor_agent_timeout_error, where reason has "
          "'timed out' and reason has 'agent'")}),
    "elements, where several could be meant": (
        "pass_at_k", before(pass_at_k=having("model")), of_generated,
        {"elements of trials are left out where model is null or absent"}),
    "the first of a list and not the last, which most cases do not tell apart": (
        "trial_result", before("trial_result", from_the_first_step), of_generated,
        {("exception_info that is null is read from the first non-null "
          "step_results[].exception_info of result")}),
    "any number by which results are divided": (
        "metric", after("metric", lambda of: {key: of[key] / 60 for key in of}), with_new_cases,
        {"result{} is divided by 60"}),
    "a tolerance, where an integer may be beyond binary64": (
        "pass_at_k", before({"success.binary": nearly_binary}), of_generated,
        {"a reward within 1e-9 of 0 or 1 is rounded"}),
    "no library that reads JSON where a condition leaves one of its differences": (
        "trial_result", calling("trial_result", without_constants), of_generated,
        {"raises ValidationError, where result has a number that is nan or infinite"}),
    "an expression of the reference": (
        "pass_at_k", instead({"average.estimate": without_the_first_factor}), with_new_cases,
        {("like the reference with `range(1, k)` instead of `range(k)` "
          "(candidates/reference/pass_at_k.py:134)")}),
    "a number in place of a list": (
        "job", after({"stats.evals.exception_stats": lambda of: {key: len(of[key]) for key in of}}),
        with_new_cases,
        {"evals{}.exception_stats{} of stats is the number of its elements"}),
    "a word of a rule that is not needed": (
        "reason_code", around("by_words.rules", without_a_word), of_generated,
        {"'missing' without 'reward' is enough for one of the rules"}),
    "what is empty, taken for null": (
        "verifier", after({"json.parse": lambda value: value or None}), of_generated,
        {("like the reference with `not value` instead of `value is None` "
          "(candidates/reference/verifier.py:60)")}),
    "a text before another": (
        "reason_code",
        after("reason_code", lambda of: {key: of[key] and f"x_{of[key]}" for key in of}),
        with_new_cases, {'an extra "x_" precedes result.reason_code'}),
    "elements by a field that is null in them": (
        "pass_at_k", before(pass_at_k=having("verifier_result")), of_generated,
        {"elements of trials are left out where verifier_result is null or absent"}),
}  # fmt: skip


@pytest.mark.parametrize("what", GENERAL)
def test_it_is_named(what: str) -> None:
    operation, changes, diagnosed, named = GENERAL[what]
    made = functions([Deviation("made", f"{operation}.", "", changes)])[operation]
    assert sentences(diagnosed(operation, lambda _: made)) == named


def test_a_step_is_taken_for_one_of_its_own_kind_alone() -> None:
    assert not any("like the number of running" in row.description for row in derived("job"))


def test_a_cause_is_right_in_most_cases_also_those_with_answers_in_a_wrong_form() -> None:
    named = "refused-value-raises=AttributeError"
    sides: dict[str, list[Observation]] = {"of documents": [], "of values": [], "agreeing": []}
    wrong = LocalCandidate("wrong", functions(chosen(named)))
    for one in recorded("verifier"):
        actual = wrong.answer(one.case)
        own = one.clause == "verifier.json-not-an-object"
        side = "of documents" if own else "of values"
        answer = actual if own else Misshapen("no number")
        if not diverges(one.case, one.answer, actual):
            side, answer = "agreeing", actual
        sides[side].append(Observation(one.clause, one.case, one.answer, answer))
    documents, values, agreeing = sides.values()
    told = functools.partial(diagnose, "verifier", documents, agreeing, named_only=True)
    assert causes(told()) == {named}
    assert causes(told(omitted=values)) == set()
    assert causes(told(omitted=values[: len(documents)])) == {named}
