"""Replaces running trials by known results."""

from collections.abc import Sequence

from harbor.job import Job
from harbor.models.trial.config import TrialConfig
from harbor.models.trial.result import TrialResult
from harbor.trial.hooks import TrialEvent
from harbor.trial.queue import TrialQueue

from oracle import releases
from oracle.driving import put
from oracle.trials import trial_config


class PlannedTrials(list[TrialConfig]):
    """A list with the length of the job, but nothing for the lock file to record.

    harbor takes the number of planned trials from the length (harbor/job.py:667), and hashes a
    task's folder for each element (harbor/models/job/lock.py:271).
    """

    def __init__(self, n_total_trials: int) -> None:
        """Take the length, 0 or more."""
        super().__init__()
        self._length = n_total_trials

    def __len__(self) -> int:
        """Return the number of planned trials."""
        return self._length


class KnownTrials:
    """The results of a job's trials, in configured order, replayed by its trial queue.

    Replaces only ``TrialQueue._execute_trial_with_retries`` (harbor/trial/queue.py:105-148):
    submission, concurrency and the handling of results are harbor's.
    """

    def __init__(self, results: Sequence[TrialResult]) -> None:
        """Take the results in configured order."""
        self._results = results
        self._next = iter(results)

    def put_into(self, job: Job) -> None:
        """Make these the trials that a job has left to run."""
        # What Job.__init__ derives from a config.
        put(job, "_remaining_trial_configs", [trial_config(result) for result in self._results])
        queue = job._trial_queue  # noqa: SLF001 - the part of a job that is stood in for
        self._hooks = queue._hooks  # noqa: SLF001 - what the queue hands on to each trial
        vars(queue)[TrialQueue._execute_trial_with_retries.__name__] = self._execute  # noqa: SLF001 - as above

    async def _execute(self, config: TrialConfig) -> TrialResult:
        """Return the next result after the events of an uninterrupted trial.

        A trial that announces CANCEL finally raises CancelledError and has no result
        (harbor/trial/trial.py:293-298), so trials with a result announced none.
        """
        result = next(self._next)
        await self._emit(TrialEvent.START, config, result)
        await self._emit(TrialEvent.END, config, result)
        return result

    async def _emit(self, event: TrialEvent, config: TrialConfig, result: TrialResult) -> None:
        """Call the hooks in turn, as ``Trial._emit`` does (harbor/trial/trial.py:275-284)."""
        announced = releases.hook_event(event, config, result)
        for hook in self._hooks[event]:
            await hook(announced)
