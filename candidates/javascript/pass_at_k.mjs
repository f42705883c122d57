/**
 * From the trials of a job to pass@k, group by group.
 *
 * The steps are those of harbor/utils/pass_at_k.py. The counts here are array lengths, so
 * plain numbers hold them exactly.
 */

import { total } from "./summation.mjs";

/**
 * Return evals key → k as text → pass@k, as Maps; a group without any k is left out.
 *
 * A trial is `{ taskName, agent, model, source, verifierResult }`, the last three of
 * which may be null.
 */
export function passAtK({ trials }) {
  const result = new Map();
  for (const [key, group] of groupBy(trials, evalsKey)) {
    const byK = estimatesOfGroup(group);
    if (byK.size > 0) {
      result.set(key, byK);
    }
  }
  return result;
}

/** Return the name of a trial's group; an empty model or source counts as none. */
export function evalsKey({ agent, model, source }) {
  const parts = model ? [agent, model] : [agent];
  return [...parts, source || "adhoc"].join("__");
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [item]);
    } else {
      group.push(item);
    }
  }
  return groups;
}

function estimatesOfGroup(trials) {
  const attempts = trials.map(({ taskName, verifierResult }) => ({
    taskName,
    success: success(verifierResult),
  }));
  if (attempts.some((attempt) => attempt.success === null)) {
    return new Map();
  }
  const tasks = [...groupBy(attempts, ({ taskName }) => taskName).values()];
  const counts = tasks.map((ofTask) => ({
    n: ofTask.length,
    c: ofTask.filter((attempt) => attempt.success).length,
  }));
  const fewest = counts.reduce((least, { n }) => Math.min(least, n), Infinity);
  return new Map(eligibleKValues(fewest).map((k) => [String(k), meanOverTasks(counts, k)]));
}

/**
 * Return whether a trial succeeded, or null where it switches its group off.
 *
 * No rewards count as a failure; anything but exactly one reward that equals 0 or 1
 * switches the group off.
 */
function success(verifierResult) {
  const rewards = verifierResult === null ? null : verifierResult.rewards;
  if (rewards === null) {
    return false;
  }
  if (rewards.size !== 1) {
    return null;
  }
  const [value] = rewards.values();
  const number = Number(value);
  return number === 0 || number === 1 ? number === 1 : null;
}

/** Return the powers of two from 2 and the multiples of five up to `fewest`, ascending. */
export function eligibleKValues(fewest) {
  const values = [];
  for (let k = 2; k <= fewest; k += 1) {
    if (k % 5 === 0 || (k & (k - 1)) === 0) {
      values.push(k);
    }
  }
  return values;
}

function meanOverTasks(counts, k) {
  return total(counts.map(({ n, c }) => estimate(n, c, k))) / counts.length;
}

/**
 * Return the chance that k of n attempts, c of them successful, hold a success.
 *
 * The product runs from the first attempt to the k-th; another order rounds otherwise.
 */
function estimate(n, c, k) {
  if (n - c < k) {
    return 1;
  }
  let allFail = 1;
  for (let i = 0; i < k; i += 1) {
    allFail *= (n - c - i) / (n - i);
  }
  return 1 - allFail;
}
