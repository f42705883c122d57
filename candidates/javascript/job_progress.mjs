/**
 * What a job works out while its trials end, of which errors and two counts remain.
 *
 * Whenever a trial ends, harbor refreshes the metrics of its group, writes result.json and
 * puts the first metric into its progress bar (harbor/job.py:598-651, 865-894). What
 * goes wrong there ends the job with an ExceptionGroup.
 */

import { NamedError } from "./errors.mjs";
import { refuseSurrogates } from "./harbor_json.mjs";
import { rewardsOf } from "./job_trial.mjs";
import { metric } from "./metric.mjs";
import { toFloat } from "./numbers.mjs";
import { evalsKey } from "./pass_at_k.mjs";

/** What goes wrong in one of several tasks that run in parallel. */
class ExceptionGroup extends NamedError {}

/** A list has fewer elements than the index needs. */
class IndexError extends NamedError {}

/**
 * Let the trials start and end, one after the other; throws ExceptionGroup.
 *
 * Returns `{ nCancelledTrials, nRetries }`.
 */
export function progressOf(trials, metrics) {
  const progress = new Progress(metrics);
  try {
    for (const trial of trials) {
      progress.start(trial);
      progress.end(trial);
    }
  } catch (error) {
    throw error instanceof NamedError ? new ExceptionGroup(error.message) : error;
  }
  return progress;
}

/** The trials that have ended so far, one a name. */
class Progress {
  ended = new Map();

  /**
   * By group and by trial name, what the running metrics are computed from, in the order in
   * which the trials ended.
   */
  rewards = new Map();
  shown = new Set();
  nRetries = 0;

  constructor(metrics) {
    this.metrics = metrics;
  }

  /** How many names there are whose last trial was cancelled. */
  get nCancelledTrials() {
    const last = [...this.ended.values()];
    return last.filter(({ exception }) => exception === "CancelledError").length;
  }

  /** Take a trial whose name has ended before for a retry of that trial. */
  start({ trialName }) {
    const previous = this.ended.get(trialName);
    if (previous !== undefined) {
      this.ended.delete(trialName);
      this.nRetries += 1;
      this.rewards.get(evalsKey(previous)).delete(trialName);
      this.runningMetrics(previous);
    }
  }

  end(trial) {
    const name = trial.trialName;
    const rewards = rewardsOf(trial);
    this.group(trial).set(name, rewards);
    this.ended.set(name, trial);
    const computed = this.runningMetrics(trial);
    if (rewards?.size > 0 || trial.exception !== null) {
      refuseSurrogates(name);
    }
    if (!this.shown.has(name)) {
      this.shown.add(name);
      show(computed);
    }
  }

  /** Return the rewards of a trial's group by trial name. */
  group(trial) {
    const key = evalsKey(trial);
    if (!this.rewards.has(key)) {
      this.rewards.set(key, new Map());
    }
    return this.rewards.get(key);
  }

  /**
   * Compute the metrics of a trial's group from the trials that have ended.
   *
   * Their table is read under the whole source, not under the end of the group's key.
   */
  runningMetrics(trial) {
    const rewards = [...this.group(trial).values()];
    const names = rewards.length === 0 ? [] : (this.metrics.get(trial.source || "adhoc") ?? []);
    return names.map((name) => metric({ metric: name, rewards }));
  }
}

/**
 * Put the first value of the first metric into the progress bar, as a float.
 *
 * There has to be a metric: harbor looks for the dataset in a table that got an empty entry
 * when it was read a moment before (harbor/job.py:405-407, 872, 889).
 */
function show(computed) {
  if (computed.length === 0) {
    throw new IndexError("list index out of range");
  }
  const [first] = computed[0].values();
  toFloat(first);
}
