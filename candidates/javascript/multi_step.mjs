/**
 * From what a trial's steps were rewarded with to the rewards of the trial.
 *
 * The steps are those of harbor/trial/multi_step.py:196-230. A step is what its verifier
 * said, `{ rewards }`, or null where it said nothing; rewards are a Map or null.
 */

import { mean } from "./summation.mjs";

/** The strategies that a task may set; without one, null, it is the mean. */
export const STRATEGIES = ["mean", "final"];

/**
 * Return the trial's verifier result; null stands for no result.
 *
 * Throws OverflowError where a mean is beyond binary64, or an int beyond it meets a float.
 */
export function multiStep({ strategy, steps }) {
  if (strategy === "final") {
    return steps.at(-1) ?? null;
  }
  const withResult = steps.filter((step) => step !== null);
  return meanOf(withResult.map(({ rewards }) => rewards ?? new Map()));
}

/**
 * Return the mean of each name over the steps that have a result.
 *
 * The names come in the order in which the steps bring them up. harbor's come out of a
 * set, in an order that differs from one of its processes to the next.
 */
function meanOf(steps) {
  const names = new Set(steps.flatMap((rewards) => [...rewards.keys()]));
  if (names.size === 0) {
    return null;
  }
  const rewards = new Map();
  for (const name of names) {
    rewards.set(name, mean(steps.map((ofStep) => ofStep.get(name) ?? 0n)));
  }
  return { rewards };
}
