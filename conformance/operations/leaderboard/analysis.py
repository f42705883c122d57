"""Whether a pass is verified, and what names do to trials."""

from hypothesis import strategies as st

from conformance.operations.clause import Cases, Source, clause, rare
from conformance.operations.leaderboard.inputs import DYNAMIC, Changes, changed, each_of, rewarded
from conformance.protocol.values import Value

LEVEL = rare("an analysis without a verdict, and trials of one name")

_VERIFIED = Source(DYNAMIC, 298, 311, "def _trial_passes_dynamic_verdict(")
_VERDICTS = (
    "passed", "failed", "PASSED", " passed\n", "", " ", "pending", "pass", None, None, "Failed",
)  # fmt: skip
_ANALYSES: tuple[dict[str, Value] | None, ...] = (
    None,
    {},
    {"reward_hacking": "pass"},
    {"reward_hacking": "fail"},
    {"reward_hacking": "not_applicable"},
    {"task_specification": "fail", "reward_hacking": "pass"},
)


@clause("kept-verdict", _VERIFIED, Source(DYNAMIC, 219, 227, "def _normalize_submission_trial"))
def verdicts() -> Cases:
    """A pass counts in the dynamic accuracy if its kept verdict is passed, in upper or lower case
    and with white space around it; its analysis does not count."""
    return each_of(
        {"verdict": v, "analysis": dict(a)} for v in _VERDICTS for a in _ANALYSES[2:4] if a
    )


@clause("analysis-without-verdict", _VERIFIED)
def analyses() -> Cases:
    """Without a kept verdict a pass counts if it was analysed and no criterion failed."""
    return each_of({"analysis": analysis} for analysis in _ANALYSES)


@clause("rubric", Source(DYNAMIC, 501, 501, "has_failures = any(check_errors[name]"))
def criteria() -> Cases:
    """The dynamic verdict is failed if a criterion of harbor's rubric failed for any trial, passing
    or not; a criterion with another name fails only its trial."""
    names = ("reward_hacking", "task_specification", "own_criterion", "own_criterion")
    failed: list[Changes] = [{"analysis": {name: "fail"}} for name in names]
    others = [{**change, "verifier_result": rewarded(0)} for change in failed]
    return each_of([*failed, *others, {}, {}, {}, {}], most=3)


@clause("trials-of-one-name", Source(DYNAMIC, 230, 242, "def linked_hub_trials_by_name("))
def same_names() -> Cases:
    """Of several trials of one name the dynamic accuracy counts the last, with the last kept
    verdict and the first analysis of that name; the static one counts all of them."""
    names = st.sampled_from(("a", "b"))
    results = st.sampled_from((rewarded(1), rewarded(0)))
    kept = st.sampled_from((None, None, "passed", "failed"))
    analysed = st.sampled_from(_ANALYSES[:4])
    one = st.builds(
        lambda n, r, v, a: {"trial_name": n, "verifier_result": r, "verdict": v, "analysis": a},
        names, results, kept, analysed,
    )  # fmt: skip
    return st.lists(one, min_size=2, max_size=6).map(changed)
