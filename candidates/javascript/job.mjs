/**
 * From the trials of a job to the `stats` of its result.json.
 *
 * The steps are those of `JobStats.increment` (harbor/models/job/result.py:129-169) and of
 * the end of `Job.run` (harbor/job.py:727-772).
 */

import * as harborJson from "./harbor_json.mjs";
import { progressOf } from "./job_progress.mjs";
import { rewardsOf } from "./job_trial.mjs";
import { metric } from "./metric.mjs";
import { toFloat } from "./numbers.mjs";
import { evalsKey, passAtK } from "./pass_at_k.mjs";

/** Each count of tokens: its name in a trial's usage, and in harbor's JSON. */
const TOKENS = [
  ["nInputTokens", "n_input_tokens"],
  ["nCacheTokens", "n_cache_tokens"],
  ["nOutputTokens", "n_output_tokens"],
];

/**
 * Return `{ stats: text }`.
 *
 * The argument is `{ nTotalTrials, nRetries, metrics, trials }`: the planned trials, earlier
 * retries, a Map of dataset to names of metrics, and the trials in order.
 * Throws ExceptionGroup for what goes wrong while trials end, and OverflowError for what
 * goes wrong only in the metrics at the end.
 */
export function job(question) {
  const { metrics, trials } = question;
  const progress = progressOf(trials, metrics);
  const stats = statsOf(trials);
  addMetrics(stats.evals, metrics);
  for (const [key, estimates] of passAtK({ trials })) {
    stats.evals.get(key).passAtK = estimates;
  }
  return { stats: harborJson.write(membersOf(stats, question, progress)) };
}

/** What is known of the trials of one agent, model and dataset. */
class Evals {
  /** The rewards of each trial, null where it has none. */
  trialRewards = [];
  nErrors = 0;
  metrics = [];
  passAtK = new Map();
  /** Reward name → groups of equal values, the first of which names its group. */
  rewards = new Map();
  exceptions = new Map();

  add(trial) {
    const rewards = rewardsOf(trial);
    this.trialRewards.push(rewards);
    for (const [name, value] of rewards ?? []) {
      addReward(getOrMake(this.rewards, name, () => []), value, trial.trialName);
    }
    if (trial.exception !== null) {
      getOrMake(this.exceptions, trial.exception, () => []).push(trial.trialName);
      this.nErrors += 1;
    }
  }
}

/** Return what the trials add up to, metrics and pass@k apart. */
function statsOf(trials) {
  const stats = {
    evals: new Map(),
    nErroredTrials: 0,
    nInputTokens: null,
    nCacheTokens: null,
    nOutputTokens: null,
    costUsd: null,
  };
  for (const trial of trials) {
    getOrMake(stats.evals, evalsKey(trial), () => new Evals()).add(trial);
    stats.nErroredTrials += trial.exception === null ? 0 : 1;
    addUsage(stats, trial.usage);
  }
  return stats;
}

/**
 * Add a trial to the group of its reward's value.
 *
 * 1 equals 1.0 and 0 equals -0.0; an int equals a float only if the two are the same
 * number exactly, which is what `==` says of a BigInt and a number. nan equals nothing, so
 * each has a group of its own.
 */
function addReward(groups, value, trialName) {
  const group = groups.find((known) => known.value == value);
  if (group === undefined) {
    groups.push({ value, trialNames: [trialName] });
  } else {
    group.trialNames.push(trialName);
  }
}

/** Add a trial's tokens and cost; a cost is a float, and costs are added one by one. */
function addUsage(stats, usage) {
  if (usage === null) {
    return;
  }
  for (const [name] of TOKENS) {
    if (usage[name] !== null) {
      stats[name] = (stats[name] ?? 0n) + usage[name];
    }
  }
  if (usage.costUsd !== null) {
    stats.costUsd = (stats.costUsd ?? 0) + toFloat(usage.costUsd);
  }
}

/** Give each group the metrics of the dataset that the end of its key names. */
function addMetrics(evals, metrics) {
  for (const [key, group] of evals) {
    for (const name of metrics.get(datasetOf(key)) ?? []) {
      group.metrics.push(metric({ metric: name, rewards: group.trialRewards }));
    }
  }
}

/**
 * Return the last part of a group's key, cut from the left at each two underscores.
 *
 * Of three underscores the third belongs to what follows: `a__s___t` ends in `_t`.
 */
function datasetOf(key) {
  return key.split("__").at(-1);
}

/** Return the members of `stats` in harbor's order; counts are ints, and so BigInts. */
function membersOf(stats, { nTotalTrials, nRetries, trials }, progress) {
  const completed = BigInt(trials.length);
  const pending = nTotalTrials - completed;
  return new Map([
    ["n_completed_trials", completed],
    ["n_errored_trials", BigInt(stats.nErroredTrials)],
    ["n_running_trials", 0n],
    ["n_pending_trials", pending > 0n ? pending : 0n],
    ["n_cancelled_trials", BigInt(progress.nCancelledTrials)],
    ["n_retries", nRetries + BigInt(progress.nRetries)],
    ["evals", mapValues(stats.evals, evalsMembers)],
    ...TOKENS.map(([name, jsonName]) => [jsonName, stats[name]]),
    ["cost_usd", stats.costUsd],
  ]);
}

function evalsMembers(group) {
  return new Map([
    ["n_trials", BigInt(group.trialRewards.filter((rewards) => rewards !== null).length)],
    ["n_errors", BigInt(group.nErrors)],
    ["metrics", group.metrics],
    ["pass_at_k", group.passAtK],
    ["reward_stats", mapValues(group.rewards, rewardMembers)],
    ["exception_stats", group.exceptions],
  ]);
}

function rewardMembers(groups) {
  return new harborJson.Members(
    groups.map(({ value, trialNames }) => [harborJson.nameOfNumber(value), trialNames]),
  );
}

function mapValues(map, convert) {
  return new Map(Array.from(map, ([name, value]) => [name, convert(value)]));
}

/** Return the value of a name; where there is none, it becomes what `make` returns. */
function getOrMake(map, name, make) {
  if (!map.has(name)) {
    map.set(name, make());
  }
  return map.get(name);
}
