"""What harbor requires of the step from the trials of a job to pass@k."""

from conformance.model import Case, Clause, Erratum, Result, Source, Value

_MODULE = "harbor/utils/pass_at_k.py"
_STATS = "harbor/models/job/result.py"


def _group(**tasks: tuple[int | None, ...]) -> Case:
    """Return the question about one group; a task's attempts are 1, 0 or without a result."""
    trials: list[Value] = [
        {
            "task_name": task,
            "agent": "a",
            "model": None,
            "source": None,
            "verifier_result": None if reward is None else {"rewards": {"reward": reward}},
        }
        for task, rewards in tasks.items()
        for reward in rewards
    ]
    return Case("pass_at_k", {"trials": trials})


CLAUSES: tuple[Clause, ...] = (
    Clause(
        "pass_at_k.mean-over-tasks",
        "pass@k of a group is the mean of its tasks' estimates, each task weighing the same.",
        (Source(_MODULE, 61, 68, "return {"),),
    ),
    Clause(
        "pass_at_k.no-trials",
        "Without trials the result is an empty object.",
        (Source(_MODULE, 25, 29, "return {"),),
    ),
    Clause(
        "pass_at_k.evals-key",
        "A group is named by its agent, model and source, joined in this order by two underscores.",
        (Source(_STATS, 65, 65, 'return f"{agent_name}__{model_name}__{dataset_name}"'),),
    ),
    Clause(
        "pass_at_k.missing-model",
        "An empty or null model is left out of the group's name.",
        (
            Source(_STATS, 64, 66, "if model_name:"),
            Source(_MODULE, 17, 19, "trial_result.agent_info.model_info.name"),
        ),
    ),
    Clause(
        "pass_at_k.missing-source",
        "An empty or null source is named adhoc.",
        (Source(_MODULE, 21, 21, 'trial_result.source or "adhoc"'),),
    ),
    Clause(
        "pass_at_k.colliding-names",
        "Trials whose names join to the same text are one group, "
        "whichever name the underscores came from.",
        (Source(_MODULE, 23, 23, "eval_groups[evals_key].append(trial_result)"),),
    ),
    Clause(
        "pass_at_k.names-as-they-stand",
        "Names that differ in any character are different: "
        "nothing is trimmed, folded, normalised or parsed.",
        (
            Source(_MODULE, 23, 23, "eval_groups[evals_key]"),
            Source(_MODULE, 53, 53, "task_successes[trial_result.task_name]"),
        ),
    ),
    Clause(
        "pass_at_k.groups-apart",
        "A task's attempts in one group say nothing about another group.",
        (Source(_MODULE, 25, 29, "return {"), Source(_MODULE, 33, 33, "task_successes:")),
    ),
    Clause(
        "pass_at_k.task-name",
        "Within a group, the trials of one task name are the attempts at one task.",
        (
            Source(_MODULE, 42, 42, "task_successes[trial_result.task_name].append(0)"),
            Source(_MODULE, 53, 53, "task_successes[trial_result.task_name]"),
        ),
    ),
    Clause(
        "pass_at_k.other-members",
        "A trial's exception, name and usage change nothing, and every trial counts.",
        (Source(_MODULE, 35, 40, "for trial_result in trial_results:"),),
    ),
    Clause(
        "pass_at_k.absent-rewards-fail",
        "A trial without a verifier result, or with null rewards, is a failed attempt.",
        (
            Source(_MODULE, 36, 40, "rewards = ("),
            Source(_MODULE, 41, 43, "if rewards is None:"),
        ),
        Erratum(
            text="spec/000 §4",
            says="pass@k is emitted only when every trial in the group has exactly one reward key "
            "whose value is strictly 0 or 1.",
            wheel="A trial without rewards has no key at all, and the group keeps its pass@k.",
            case=_group(t=(1, None)),
            text_answer=Result({}),
        ),
    ),
    Clause(
        "pass_at_k.one-reward",
        "A trial with no reward in its rewards, or with several, leaves its group without pass@k.",
        (Source(_MODULE, 44, 45, "if len(rewards) != 1:"),),
    ),
    Clause(
        "pass_at_k.reward-name",
        "The name of the one reward does not matter and may differ between trials.",
        (Source(_MODULE, 47, 47, "reward_value = next(iter(rewards.values()))"),),
    ),
    Clause(
        "pass_at_k.binary-rewards",
        "A reward that does not equal 0 or 1 exactly leaves its group without pass@k.",
        (Source(_MODULE, 50, 51, "if reward_value not in (0, 1):"),),
    ),
    Clause(
        "pass_at_k.number-types",
        "1.0 counts as 1, and 0.0 and -0.0 count as 0.",
        (
            Source(_MODULE, 50, 51, "if reward_value not in (0, 1):"),
            Source(_MODULE, 53, 53, "append(int(reward_value))"),
        ),
    ),
    Clause(
        "pass_at_k.whole-group-off",
        "One unfit trial leaves its whole group without pass@k, tasks that have none included.",
        (Source(_MODULE, 45, 45, "return {}"), Source(_MODULE, 51, 51, "return {}")),
    ),
    Clause(
        "pass_at_k.other-groups-stay",
        "A group without pass@k is absent from the result, and the others are as if it were not.",
        (Source(_MODULE, 25, 29, "return {"),),
    ),
    Clause(
        "pass_at_k.k-values",
        "There is an estimate for each power of two from 2 and each multiple of five "
        "up to the number of attempts, and for no other k.",
        (Source(_MODULE, 71, 84, "def _eligible_k_values(max_k: int)"),),
    ),
    Clause(
        "pass_at_k.two-attempts",
        "There is no pass@1, and a group with a task of one attempt is absent from the result.",
        (
            Source(_MODULE, 74, 77, "k = 2"),
            Source(_MODULE, 28, 28, "if (pass_at_k := _compute_pass_at_k_for_trials(trials))"),
        ),
    ),
    Clause(
        "pass_at_k.fewest-attempts",
        "The task with the fewest attempts decides which k its group has.",
        (Source(_MODULE, 58, 59, "min_trials_per_task = min("),),
    ),
    Clause(
        "pass_at_k.own-attempts",
        "A task's estimate rests on all its own attempts, more than the fewest included.",
        (Source(_MODULE, 63, 63, "_pass_at_k_for_task(len(successes), sum(successes), k)"),),
    ),
    Clause(
        "pass_at_k.running-product",
        "The estimate is one minus the product of (n-c-i)/(n-i), "
        "each quotient rounded and multiplied in turn from i=0 to k-1.",
        (Source(_MODULE, 91, 94, "product = 1.0"),),
        Erratum(
            text="spec/000 §4",
            says="Spot checks that a runner must match: (n=5, c=1, k=2) gives 0.4.",
            wheel="The product 4/5 * 3/4 is rounded upwards, so the estimate is below 0.4.",
            case=_group(t=(1, 0, 0, 0, 0)),
            text_answer=Result({"a__adhoc": {"2": 0.4, "4": 0.8, "5": 1.0}}),
        ),
    ),
    Clause(
        "pass_at_k.certain-success",
        "Where fewer than k attempts failed the estimate is exactly 1.0, "
        "and where just k failed it is not yet.",
        (Source(_MODULE, 88, 89, "if n - c < k:"),),
    ),
    Clause(
        "pass_at_k.corrected-sum",
        "The estimates are added with CPython's corrected summation, "
        "which for these numbers is the exact sum rounded once.",
        (Source(_MODULE, 62, 66, "k: sum("),),
        Erratum(
            text="spec/000 §6",
            says="sum over a list is left-to-right sequential float addition, and a runner that "
            "uses math.fsum diverges in the last place.",
            wheel="Since 3.12 CPython's sum carries a correction. Estimates are multiples of "
            "2**-53, so the correction loses nothing and math.fsum gives the same number.",
            case=_group(t=(1, 0), u=(1, 0), v=(1, 0, 0), w=(1, 0, 0)),
            text_answer=Result({"a__adhoc": {"2": 0.8333333333333335}}),
        ),
    ),
    Clause(
        "pass_at_k.any-order",
        "The order of the trials changes no number.",
        (Source(_MODULE, 62, 66, "k: sum("), Source(_MODULE, 53, 53, "task_successes[")),
        Erratum(
            text="spec/000 §6",
            says="Trial order decides the order in which the tasks are added, and a runner must "
            "preserve it to be bit-identical.",
            wheel="No order of the tasks rounds differently: these three add up to the same "
            "number either way round, which left-to-right addition would not give here.",
            case=_group(t=(1, 0), u=(1, 1, 1, 0, 0), v=(1, 0, 0)),
            text_answer=Result({"a__adhoc": {"2": 0.8555555555555555}}),
        ),
    ),
)
