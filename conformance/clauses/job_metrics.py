"""What harbor requires of the metrics and pass@k of a job, and of the order of its trials."""

from conformance.clauses.job_texts import question, stats
from conformance.model import Clause, Erratum, Source

_JOB = "harbor/job.py"
_STATS = "harbor/models/job/result.py"

CLAUSES: tuple[Clause, ...] = (
    Clause(
        "job.metrics",
        "A group has one entry for each of its metrics, in configured order and however often "
        "one is named, computed from the rewards of all its trials.",
        (
            Source(_JOB, 758, 759, "for metric in self._metrics[dataset_name]:"),
            Source(_JOB, 741, 746, "if trial_result.verifier_result is not None:"),
        ),
    ),
    Clause(
        "job.metrics-by-key",
        "A group's metrics are those of the dataset that its key, cut from the left at each two "
        "underscores, has in its last part, and none where there is no such dataset.",
        (Source(_JOB, 757, 757, 'evals_key.split("__")[-1]'),),
        Erratum(
            text="spec/000 §2",
            says="Metrics are a table from a dataset's name to its metrics, and any dataset "
            "without one explicitly configured gets exactly one Mean().",
            wheel="The end of the key is another name where the dataset's has two underscores in "
            "it, and the group then has no metrics.",
            case=question(1, metrics={"s__t": ["mean"]}, source="s__t"),
            text_answer=stats("a__s__t", {}),
        ),
    ),
    Clause(
        "job.source-without-metrics",
        "A trial whose source has no metrics, or an empty list of them, ends the job with an "
        "ExceptionGroup.",
        (
            Source(_JOB, 889, 889, "self._metrics[dataset_name][0]"),
            Source(_JOB, 406, 406, "self._metrics[dataset_name]"),
        ),
        Erratum(
            text="spec/000 §2",
            says="Any dataset without explicitly configured metrics gets exactly one Mean().",
            wheel="Datasets of the configuration do. The source of a single task is not one of "
            "them: it gets an empty entry, of which the progress bar wants the first metric.",
            case=question(1, source="s"),
            text_answer=stats("a__s", {}),
        ),
    ),
    Clause(
        "job.running-metrics",
        "The metrics of a source are computed after each of its trials, and the first of them is "
        "formatted as a float, so that what overflows there ends the job with an ExceptionGroup.",
        (
            Source(_JOB, 650, 650, "self._refresh_metrics_for_eval(evals_key, dataset_name)"),
            Source(_JOB, 893, 893, "{first_metric_value:.3f}"),
        ),
        Erratum(
            text="spec/000 §6",
            says="Max, Min and Sum are exact.",
            wheel="An integer that no binary64 is next to does not get as far as the result.",
            case=question(10**400, metrics={"adhoc": ["max"]}),
            text_answer=stats(
                "a__adhoc",
                {
                    "metrics": [{"max": 10**400}],
                    "reward_stats": {"reward": {str(10**400): ["1"]}},
                },
            ),
        ),
    ),
    Clause(
        "job.metrics-at-the-end",
        "An error in a metric that is computed at the end alone ends the job by its own name.",
        (Source(_JOB, 759, 759, "metrics.append(metric.compute(rewards))"),),
    ),
    Clause(
        "job.pass-at-k",
        "A group's pass@k is that of the operation pass_at_k, by k in ascending order, and an "
        "empty object where it has none.",
        (Source(_JOB, 761, 764, "in compute_pass_at_k_by_evals("),),
    ),
    Clause(
        "job.order-of-numbers",
        "A metric takes the rewards in the order of the trials.",
        (Source(_JOB, 729, 729, "for trial_result in combined_trial_results:"),),
    ),
    Clause(
        "job.order-of-names",
        "Groups, rewards, values, exceptions and the trials listed under them come in the order "
        "in which the trials bring them.",
        (Source(_STATS, 79, 80, "for trial_result in trial_results:"),),
    ),
)
