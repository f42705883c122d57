/**
 * From the trials of a submission to what is uploaded of them and what the leaderboard says.
 *
 * The steps are those of harbor/upload/uploader.py, harbor/leaderboard/static_validation.py and
 * harbor/leaderboard/dynamic_validation.py.
 */

import { OverflowError } from "./errors.mjs";

const FEWEST_TRIALS = 5;
const RUBRIC = ["reward_hacking", "task_specification"];
const FREE_SETTINGS = new Set(["agent.max_timeout_sec", "verifier.max_timeout_sec"]);
const UNNAMED_TASK = "unknown-task";
const INT_DIGITS_LIMIT = 4300;
const SURROGATE = /\p{Surrogate}/u;

/** The white space that Python's `str.strip()` drops. */
const SPACE = "[\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*";
const SPACE_AROUND = new RegExp(`^${SPACE}|${SPACE}$`, "g");

const CHECKS = [
  ["job_directory_correctly_formatted", isBadlyFormed],
  ["no_trial_overrides", ({ configurations }) => configurations.some(hasOverride)],
  ["trial_results_complete", ({ rows }) => !rows.every(hasResult)],
  ["correct_task_versions", hasOtherTasks],
  ["min_trials_per_task", hasTooFew],
  ["passing_trial_trajectories", ({ rows }) => rows.some((row) => passes(row) && !row.trajectory)],
];

/**
 * Return `{ uploads, static, dynamic }`; an OverflowError is thrown for a reward beyond binary64.
 *
 * `tasks` is a Map of name to digest; a trial's `rewards` are a Map or null, and so is its
 * `analysis`.
 */
export function leaderboard({ tasks, trials }) {
  const uploads = trials.map((trial) => ({ reward: primary(trial), uploaded: isSent(trial) }));
  const rows = trials.filter((_, place) => uploads[place].uploaded);
  return { uploads, static: staticValidation(rows, tasks), dynamic: dynamicValidation(rows) };
}

/** Return the value of the key reward or, without it, the first; null where there is none. */
function primary({ rewards }) {
  if (rewards === null || rewards.size === 0) {
    return null;
  }
  return rewards.has("reward") ? rewards.get("reward") : rewards.values().next().value;
}

/** Return whether JSON has a form for all that is uploaded of a trial. */
function isSent({ trialName, taskName, configuration, rewards, exception }) {
  const { task, ref } = configuration ?? { task: null, ref: null };
  const texts = [trialName, taskName, task, ref, exception, ...(rewards?.keys() ?? [])];
  return (
    texts.every((text) => text === null || !SURROGATE.test(text)) &&
    [...(rewards?.values() ?? [])].every(isWritten)
  );
}

function isWritten(value) {
  if (typeof value === "bigint") {
    return String(value).replace("-", "").length <= INT_DIGITS_LIMIT;
  }
  return Number.isFinite(value);
}

function reward(row) {
  const value = primary(row);
  const float = Number(value);
  if (typeof value === "bigint" && !Number.isFinite(float)) {
    throw new OverflowError("int too large to convert to float");
  }
  return value === null ? null : float;
}

function hasResult(row) {
  return row.finished && (row.exception !== null || reward(row) !== null);
}

function isCompleted(row) {
  return row.configuration !== null && hasResult(row);
}

function passes(row) {
  return row.exception === null && reward(row) === 1;
}

function staticValidation(rows, tasks) {
  const readable = rows.filter(({ configuration }) => configuration !== null);
  const submission = {
    rows,
    readable,
    configurations: readable.map(({ configuration }) => configuration),
    tasks: namedTasks(tasks),
  };
  const failed = CHECKS.filter(([, fails]) => fails(submission)).map(([name]) => name);
  const completed = rows.filter(isCompleted);
  const share = shareOf(completed.filter(passes).length, completed.length);
  return {
    verdict: failed.length > 0 ? "failed" : "passed",
    failedChecks: failed,
    accuracy: failed.length > 0 ? null : share,
  };
}

function shareOf(passed, of) {
  return of === 0 ? null : passed / of;
}

function namedTasks(tasks) {
  const named = [...tasks].filter(([name, raw]) => !isBlank(raw) && name !== UNNAMED_TASK);
  return new Map(named.map(([name, raw]) => [name, digest(raw)]));
}

function digest(raw) {
  return strip(raw).toLowerCase().replace(/^sha256:/, "");
}

function strip(text) {
  return text.replace(SPACE_AROUND, "");
}

function isBlank(text) {
  return text === null || strip(text) === "";
}

function lacksRef({ task, ref }) {
  return task !== null && isBlank(ref);
}

function isPinned({ task, ref }, tasks) {
  return task !== null && !isBlank(ref) && tasks.get(task) === digest(ref);
}

function isBadlyFormed({ rows, readable, configurations }) {
  const named = readable.every(({ trialName, taskName }) => !isBlank(trialName) && !isBlank(taskName));
  return rows.length === 0 || !named || configurations.some(lacksRef);
}

/** Return whether a trial sets what it must not set, or cannot be checked without a digest. */
function hasOverride(configuration) {
  return lacksRef(configuration) || [...configuration.settings].some(isOverride);
}

function isOverride([name, value]) {
  return name === "timeout_multiplier" ? value !== 1n : !FREE_SETTINGS.has(name);
}

function hasOtherTasks({ configurations, tasks }) {
  return tasks.size === 0 || !configurations.every((one) => isPinned(one, tasks));
}

function hasTooFew({ configurations, tasks }) {
  const pinned = configurations.filter((one) => isPinned(one, tasks));
  const tried = (name) => pinned.filter(({ task }) => task === name).length;
  return tasks.size === 0 || [...tasks.keys()].some((name) => tried(name) < FEWEST_TRIALS);
}

/** Of trials of one name the last counts, with the last kept verdict and the first analysis. */
function dynamicValidation(rows) {
  const linked = new Map(rows.map((row) => [row.trialName, row]));
  const readable = [...linked.values()].filter(({ configuration }) => configuration !== null);
  readable.forEach(reward);
  const completed = readable.filter(isCompleted);
  const kept = rows.filter(({ verdict }) => !isBlank(verdict));
  const verdicts = new Map(kept.map((row) => [row.trialName, strip(row.verdict).toLowerCase()]));
  const analysed = rows.filter(({ analysis }) => analysis !== null).reverse();
  const analyses = new Map(analysed.map((row) => [row.trialName, row.analysis]));
  const verified = ({ trialName }) => isVerified(verdicts.get(trialName), analyses.get(trialName));
  const passed = completed.filter((row) => passes(row) && verified(row)).length;
  const failed = [...analyses.values()].some((outcomes) =>
    RUBRIC.some((name) => outcomes.get(name) === "fail"),
  );
  return {
    verdict: failed ? "failed" : "passed",
    accuracy: shareOf(passed, completed.length),
  };
}

/** Return whether a pass counts: the verdict decides or, without one, the analysis. */
function isVerified(verdict, analysis) {
  if (verdict !== undefined) {
    return verdict === "passed";
  }
  return analysis !== undefined && ![...analysis.values()].includes("fail");
}
