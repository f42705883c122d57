"""What harbor requires of a job as a whole: its trials, their order, groups and metrics."""

from conformance.model import Case, Clause, Erratum, Result, Source

_JOB = "harbor/job.py"
_CONFIG = "harbor/models/job/config.py"
_RESULT = "harbor/models/job/result.py"
_QUEUE = "harbor/trial/queue.py"
_TASK = "harbor/models/task/task.py"
_COMBINED = Source(
    _JOB, 725, 774, "combined_trial_results = self._existing_trial_results + trial_results"
)
_LOOPS = Source(_JOB, 332, 334, "for _ in range(self.config.n_attempts)")
_TASKS = Source(_JOB, 298, 313, "async def _resolve_task_configs")
_GATHERED = Source(_JOB, 860, 863, "async with asyncio.TaskGroup() as tg:")
_SEMAPHORE = Source(_QUEUE, 152, 153, "async with self._semaphore:")
_KEY = Source(_RESULT, 60, 66, "def format_agent_evals_key(")
_MODEL = Source("harbor/agents/base.py", 53, 59, 'if "/" in self.model_name:')
_LOCAL_SOURCE = Source(_CONFIG, 150, 150, "source=self.path.expanduser().resolve().name")
_REGISTERED = Source(_CONFIG, 182, 189, "case LocalTaskId():")
_ADHOC = Source(_RESULT, 138, 138, 'dataset_name = trial_result.source or "adhoc"')
_SHOWN = Source(_JOB, 889, 894, "metric_result = self._metrics[dataset_name][0].compute(rewards)")
_KNOWN = Source(_JOB, 872, 873, "if dataset_name not in self._metrics:")
_REFRESHED = Source(
    _JOB, 406, 406, "metric.compute(rewards_list) for metric in self._metrics[dataset_name]"
)
_RESOLVED = Source(_JOB, 444, 460, "metrics: dict[str, list[BaseMetric]] = defaultdict(list)")
_OF_DATASET = Source(_JOB, 473, 474, "source = dataset_config.path.expanduser().resolve().name")
_OF_REGISTRY = Source(_JOB, 501, 507, "metrics[dataset_config.name].extend(")
_FROM_KEY = Source(_JOB, 757, 759, 'dataset_name = evals_key.split("__")[-1]')
_LISTING = Source(_CONFIG, 141, 145, "for path in self.path.iterdir()")
_FILTER = Source(_CONFIG, 89, 123, "def _filter_task_ids(")
_VALID = Source(_TASK, 88, 120, "def is_valid_dir(")
_CREATED = Source(_QUEUE, 112, 112, "trial = await Trial.create(trial_config)")
_LOADED = Source(_TASK, 72, 72, "self._validate_tests(self.config, self.paths)")
_TASK_SOURCE = Source("harbor/models/trial/config.py", 244, 260, "def validate_task_source(self):")
_RETRIES = Source(_CONFIG, 224, 226, "max_retries: int = Field(")
_MADE = Source("harbor/metrics/factory.py", 52, 52, "return cls._METRIC_MAP[metric_type](**kwargs)")
_AGENTS = Source("harbor/agents/factory.py", 167, 171, "elif config.name is not None:")
_NO_TASKS = Source(_JOB, 310, 311, "if not task_configs:")

_UNKNOWN_SOURCE = Case("run", {"tasks": [{"name": "a", "source": "s"}]})
_LARGE = Case(
    "run",
    {
        "tasks": [
            {
                "name": "a",
                "attempts": [
                    [{"test": {"leaves": {"reward.json": b'{"reward": 1%s}' % (b"0" * 309)}}}]
                ],
            }
        ],
        "job": {"metrics": [{"type": "max"}], "n_concurrent_trials": 1},
    },
)

CLAUSES = (
    Clause(
        "run.whole-job",
        "What a job's result.json says of its groups is computed from what the test scripts of all "
        "its trials left behind, exactly as of the results of the trials themselves.",
        (_COMBINED,),
    ),
    Clause(
        "run.trial-order",
        "Trials count in configured order: attempts outside, tasks within them, agents within "
        "tasks; listed tasks precede those of datasets.",
        (_LOOPS, _TASKS, _COMBINED),
    ),
    Clause(
        "run.finishing-order",
        "In which order trials that run together end changes neither a result nor its order.",
        (_GATHERED, _COMBINED),
    ),
    Clause(
        "run.concurrency",
        "Every trial is run, however few may run at the same time, and the limit changes nothing.",
        (_SEMAPHORE, _GATHERED),
    ),
    Clause(
        "run.attempts",
        "Each task has n_attempts trials with each agent, successful or not; with none, the job "
        "ends at once, without any group.",
        (_LOOPS,),
    ),
    Clause(
        "run.groups",
        "A group's key has the agent's name, the model's name without its provider where there is "
        "one, and the source, joined by two underscores.",
        (_KEY, _MODEL),
    ),
    Clause(
        "run.sources",
        "A task belongs to the dataset that its folder or registry entry is part of, a listed task "
        "to the source that it names, and to adhoc where it names none or an empty one.",
        (_LOCAL_SOURCE, _REGISTERED, _ADHOC),
    ),
    Clause(
        "run.unknown-source",
        "A listed task whose source is no dataset of the job ends the whole job with an "
        "IndexError when its first trial ends.",
        (_KNOWN, _SHOWN, _REFRESHED),
        Erratum(
            text="spec/000 §3.1",
            says="Any dataset without a configured metric gets exactly one Mean.",
            wheel="A source that is no configured dataset gets an empty list, whose first metric "
            "harbor shows when the trial ends.",
            case=_UNKNOWN_SOURCE,
            text_answer=Result(
                {"job": {"stats": {"evals": {"nop__s": {"metrics": [{"mean": 1.0}]}}}}}
            ),
        ),
    ),
    Clause(
        "run.metrics",
        "A group has the metrics of its registry's dataset and then those of the job, once for "
        "each time that the dataset is configured, or one mean where there are none at all.",
        (_RESOLVED, _OF_DATASET, _OF_REGISTRY),
    ),
    Clause(
        "run.double-underscore",
        "The metrics of a group are those of the dataset called like the part of the key after its "
        "last two underscores, and there are none where that is no dataset.",
        (_FROM_KEY,),
    ),
    Clause(
        "run.shown-metric",
        "A job ends with an OverflowError where a metric of the trials that have ended so far "
        "cannot be computed, or the first one cannot be shown as a binary64 number.",
        (_REFRESHED, _SHOWN),
        Erratum(
            text="spec/000 §3.2",
            says="Max is the greatest value, and exact.",
            wheel="An integer beyond binary64 that is the first metric cannot be shown when its "
            "trial ends, and ends the job.",
            case=_LARGE,
            text_answer=Result(
                {"job": {"stats": {"evals": {"nop__adhoc": {"metrics": [{"max": 10**309}]}}}}}
            ),
        ),
    ),
    Clause(
        "run.dataset-order",
        "The tasks of a dataset in a folder come in the order in which the file system lists them, "
        "those of a registry in the registry's.",
        (_LISTING, _REGISTERED),
    ),
    Clause(
        "run.dataset-filters",
        "Of a dataset's tasks those remain whose names match any of task_names and none of "
        "exclude_task_names, as shell patterns, and of these the first n_tasks; where task_names "
        "match nothing, the error is ValueError.",
        (_FILTER,),
    ),
    Clause(
        "run.invalid-tasks",
        "A folder that is no valid task is left out of its dataset, ends the job where it is "
        "listed, and also where only its tests are missing and verification is disabled.",
        (_VALID, _CREATED, _LOADED),
    ),
    Clause(
        "run.configuration",
        "A configuration is refused with a ValidationError where a member has no valid value, and "
        "with the error of whatever cannot be made of it otherwise; members that harbor does not "
        "know are ignored.",
        (_TASK_SOURCE, _RETRIES, _MADE, _AGENTS, _NO_TASKS),
    ),
)
