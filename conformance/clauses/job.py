"""What harbor requires of the step from the trials of a job to the stats of its result.json."""

from conformance.clauses import job_metrics
from conformance.clauses.job_texts import question, stats
from conformance.model import Clause, Erratum, Source

_JOB = "harbor/job.py"
_STATS = "harbor/models/job/result.py"
_WRITTEN = Source(_JOB, 424, 430, "self._job_result.model_dump_json(")

_TEXT = (
    Clause(
        "job.layout",
        "The stats are JSON with an indent of four, an empty object or array in two characters, "
        "and every member in harbor's order, those that are null or empty included.",
        (_WRITTEN, Source(_STATS, 28, 41, "class JobStats(BaseModel):")),
        Erratum(
            text="spec/000 §7",
            says="Emit the JobStats counters n_total_trials, n_completed_trials and "
            "n_errored_trials.",
            wheel="n_total_trials is a member of the result, not of its stats.",
            case=question(1),
            text_answer=stats("a__adhoc", {}, n_total_trials=1),
        ),
    ),
    Clause(
        "job.strings",
        "In a string quotes, backslashes and the characters below U+0020 are escaped, and every "
        "other character stands as it is.",
        (_WRITTEN,),
    ),
    Clause(
        "job.lone-surrogates",
        "A lone surrogate in the name of a reward is written as three U+FFFD, and one in the name "
        "of a listed trial ends the job with an ExceptionGroup.",
        (_WRITTEN, Source(_STATS, 150, 150, "append(trial_result.trial_name)")),
    ),
    Clause(
        "job.floats",
        "A float is written with the fewest digits that read back to it: plainly from 0.00001 to "
        "below 1e+16, otherwise with an exponent that has a sign and no leading zero.",
        (_WRITTEN, Source(_STATS, 18, 18, "metrics: list[dict[str, Any]]")),
    ),
    Clause(
        "job.not-finite",
        "A metric or cost that is nan or infinite is written as null.",
        (_WRITTEN, Source(_STATS, 18, 18, "metrics: list[dict[str, Any]]")),
        Erratum(
            text="spec/000 §6",
            says="inf propagates to inf or nan, and a comparator has to treat nan as equal to nan.",
            wheel="The metric is inf while harbor runs; whoever reads the file finds null.",
            case=question(float("inf"), metrics={"adhoc": ["max"]}),
            text_answer=stats(
                "a__adhoc",
                {
                    "metrics": [{"max": float("inf")}],
                    "reward_stats": {"reward": {"inf": ["1"]}},
                },
            ),
        ),
    ),
    Clause(
        "job.integers",
        "An integer among metrics or tokens is written with all its digits, however many.",
        (_WRITTEN, Source(_STATS, 163, 163, "self.n_input_tokens = (self.n_input_tokens or 0)")),
    ),
)

_COUNTERS = (
    Clause(
        "job.no-trials",
        "Without trials there are no groups, the usage is null, and the metrics do not matter.",
        (Source(_STATS, 77, 80, "result = cls()"),),
    ),
    Clause(
        "job.completed-trials",
        "Every trial that ended counts as completed, whatever came of it, and none as running.",
        (
            Source(_STATS, 130, 130, "self.n_completed_trials += 1"),
            Source(_JOB, 642, 642, "self._running_trial_ids.discard(trial_name)"),
        ),
    ),
    Clause(
        "job.pending-trials",
        "Pending is what remains of the planned trials, and never less than 0.",
        (Source(_STATS, 122, 124, "self.n_pending_trials = max("),),
    ),
    Clause(
        "job.errored-trials",
        "Every trial with an exception counts as errored, in the stats and in its group.",
        (Source(_STATS, 152, 157, "if trial_result.exception_info is not None:"),),
    ),
    Clause(
        "job.cancelled-trials",
        "Cancelled are the trial names whose last trial has an exception named exactly "
        "CancelledError, each counted once.",
        (
            Source(_JOB, 382, 382, "n_cancelled_trials=len(self._cancelled_trial_ids)"),
            Source(_JOB, 366, 370, "def _is_cancelled_result("),
            Source(_JOB, 643, 648, "if previous_result is not None and"),
        ),
        Erratum(
            text="spec/000 §3.3",
            says="Each trial with a CancelledError bumps n_cancelled_trials.",
            wheel="That count is replaced by the number of names of cancelled trials.",
            case=question(1, 1, trial_name="1", exception="CancelledError"),
            text_answer=stats(
                "a__adhoc",
                {
                    "n_trials": 2,
                    "n_errors": 2,
                    "pass_at_k": {"2": 1.0},
                    "reward_stats": {"reward": {"1": ["1", "1"]}},
                    "exception_stats": {"CancelledError": ["1", "1"]},
                },
                n_completed_trials=2,
                n_errored_trials=2,
                n_cancelled_trials=2,
                n_retries=1,
            ),
        ),
    ),
    Clause(
        "job.retries",
        "To the retries of earlier runs comes one for each trial whose name has ended before, "
        "and that earlier trial still counts in everything else.",
        (Source(_JOB, 419, 419, "self._n_retries += 1"), Source(_JOB, 751, 751, "n_retries=")),
    ),
    Clause(
        "job.tokens",
        "Tokens are added kind by kind over all trials, failed ones too, and are null where no "
        "trial knows them, which 0 is not.",
        (Source(_STATS, 162, 167, "if n_input is not None:"),),
    ),
    Clause(
        "job.cost",
        "Costs are added to 0.0 one by one in binary64, without the correction of Python's sum.",
        (Source(_STATS, 168, 169, "if cost is not None:"),),
    ),
)

_GROUPS = (
    Clause(
        "job.groups",
        "There is a group for each agent, model and source, named as in pass@k and in the order "
        "of their first trials.",
        (Source(_STATS, 140, 141, "self.format_agent_evals_key("),),
    ),
    Clause(
        "job.rewarded-trials",
        "A group's n_trials counts the trials whose rewards are not null: those with empty "
        "rewards too, those without a verifier result not.",
        (Source(_STATS, 143, 147, "if ("),),
    ),
    Clause(
        "job.reward-stats",
        "A trial is listed under each of its rewards, by name and by value.",
        (Source(_STATS, 148, 150, "in trial_result.verifier_result.rewards.items():"),),
    ),
    Clause(
        "job.equal-rewards",
        "Rewards that are equal as numbers share a list, which is named after the first of them.",
        (Source(_STATS, 150, 150, "reward_stats.setdefault(value, [])"),),
    ),
    Clause(
        "job.nan-rewards",
        "Each nan has a list of its own, so that an object may hold the name nan several times.",
        (Source(_STATS, 150, 150, "reward_stats.setdefault(value, [])"),),
        Erratum(
            text="spec/000 §3.3",
            says="reward_stats[key][value] is the list of the trials with that value.",
            wheel="nan differs from every nan that reward.txt gave before, so each has a list, and "
            "most readers of the file keep the last.",
            case=question(float("nan"), float("nan"), metrics={"adhoc": ["max"]}),
            text_answer=stats(
                "a__adhoc",
                {
                    "n_trials": 2,
                    "metrics": [{"max": None}],
                    "reward_stats": {"reward": {"nan": ["1", "2"]}},
                },
                n_completed_trials=2,
            ),
        ),
    ),
    Clause(
        "job.reward-names",
        "A value's list is named by what Python's str makes of the number: 1, 1.0, 1e-05, 1e+16, "
        "inf.",
        (_WRITTEN, Source(_STATS, 20, 20, "dict[float | int, list[str]]")),
    ),
    Clause(
        "job.exception-stats",
        "A trial with an exception is listed in its group by the exception's name as it stands.",
        (Source(_STATS, 153, 155, "eval_stats.exception_stats.setdefault("),),
    ),
    Clause(
        "job.reward-and-exception",
        "A trial with both rewards and an exception counts as one and as the other.",
        (Source(_STATS, 143, 157, "if ("),),
    ),
)

CLAUSES: tuple[Clause, ...] = _TEXT + _COUNTERS + _GROUPS + job_metrics.CLAUSES
