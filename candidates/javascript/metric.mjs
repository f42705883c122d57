/**
 * From the rewards of many trials to one metric.
 *
 * The steps are those of harbor/metrics/base.py:16-37 and harbor/metrics/mean.py, max.py,
 * min.py and sum.py. Rewards are a Map of name to number, or null.
 */

import { ValueError } from "./errors.mjs";
import { mean, total } from "./summation.mjs";

const AGGREGATES = new Map([
  ["mean", mean],
  ["max", (values) => keepFirst(values, (later, kept) => later > kept)],
  ["min", (values) => keepFirst(values, (later, kept) => later < kept)],
  ["sum", total],
]);

/** The metrics that there are. */
export const METRICS = [...AGGREGATES.keys()];

/**
 * Return the metric, under its own name or, with several reward names, under each of those.
 *
 * Throws ZeroDivisionError for a mean and ValueError for a maximum or minimum of no
 * trials, and OverflowError where an int beyond the range of binary64 meets a float.
 */
export function metric({ metric: name, rewards: trials }) {
  const aggregate = AGGREGATES.get(name);
  const rewardNames = namesOf(trials);
  if (rewardNames.length <= 1) {
    return new Map([[name, aggregate(trials.map(onlyValue))]]);
  }
  return new Map(
    rewardNames.map((rewardName) => [
      rewardName,
      aggregate(trials.map((rewards) => rewards?.get(rewardName) ?? 0n)),
    ]),
  );
}

/** Return every reward name once, sorted as Python sorts text. */
function namesOf(trials) {
  const names = new Set();
  for (const rewards of trials) {
    for (const name of rewards?.keys() ?? []) {
      names.add(name);
    }
  }
  return [...names].sort(compareCodePoints);
}

/** Order text by code points; JavaScript's own order is that of UTF-16 units. */
export function compareCodePoints(first, second) {
  const end = Math.min(first.length, second.length);
  for (let i = 0; i < end; i += 1) {
    const [one, other] = [first.codePointAt(i), second.codePointAt(i)];
    if (one !== other) {
      return one - other;
    }
  }
  return first.length - second.length;
}

function onlyValue(rewards) {
  for (const value of rewards?.values() ?? []) {
    return value;
  }
  return 0n;
}

/** Keep the first value until a later one replaces it, so a leading nan stays. */
function keepFirst(values, replaces) {
  if (values.length === 0) {
    throw new ValueError("no values");
  }
  return values.reduce((kept, later) => (replaces(later, kept) ? later : kept));
}
