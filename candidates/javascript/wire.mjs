/**
 * The candidate protocol: requests read from lines of JSON, responses written as such.
 *
 * `docs/protocol.md` is the contract in words. A request that does not follow it throws a
 * ShapeError or a ValueError. Lines are read with this program's own JSON reader and
 * written here, because JSON.parse and JSON.stringify move names such as "10" to the front.
 */

import { METRICS } from "./metric.mjs";
import { STRATEGIES } from "./multi_step.mjs";
import { floatText } from "./numbers.mjs";
import { parse } from "./python_json.mjs";
import { bytes, count, list, mapOf, nullable, number, object, oneOf, text, truth } from "./shapes.mjs";

/** Return `{ id, op, input }` of a line; what is absent is undefined. */
export function readRequest(line) {
  const request = object(parse(line), "a request");
  return { id: request.get("id"), op: request.get("op"), input: request.get("input") };
}

/** Return the files of a verifier request: bytes by name, null for no file. */
export function readVerifierInput(input) {
  const files = object(input, "input");
  return {
    "reward.txt": nullable(files.get("reward.txt"), bytes),
    "reward.json": nullable(files.get("reward.json"), bytes),
  };
}

/** Return the strategy, which may be null, and what the verifier said at each step. */
export function readMultiStepInput(input) {
  const question = object(input, "input");
  return {
    strategy: nullable(question.get("strategy"), (name) => oneOf(name, STRATEGIES)),
    steps: list(question.get("steps"), nullableVerifierResult),
  };
}

/** Return the name of a metric and the rewards of each trial. */
export function readMetricInput(input) {
  const question = object(input, "input");
  return {
    metric: metricName(question.get("metric")),
    rewards: list(question.get("rewards"), nullableRewards),
  };
}

/** Return the trials of a pass@k request, with the members that pass@k reads. */
export function readPassAtKInput(input) {
  return { trials: list(object(input, "input").get("trials"), trial) };
}

/** Return the counts of a job, the metrics of each dataset, and the trials in order. */
export function readJobInput(input) {
  const question = object(input, "input");
  return {
    nTotalTrials: count(question.get("n_total_trials")),
    nRetries: count(question.get("n_retries")),
    metrics: mapOf(question.get("metrics"), "metrics", (names) => list(names, metricName)),
    trials: list(question.get("trials"), wholeTrial),
  };
}

/** Return the bytes of a trial's result.json. */
export function readTrialResultInput(input) {
  return { result: bytes(object(input, "input").get("result")) };
}

/** Return the bytes of a job's result.json, null for no file. */
export function readOutcomeInput(input) {
  return { result: nullable(object(input, "input").get("result"), bytes) };
}

/** Return the reason of a trial, which may be null. */
export function readReasonCodeInput(input) {
  return { reason: nullable(object(input, "input").get("reason"), text) };
}

/** Return the tasks of a dataset with their digests, and the trials of a submission. */
export function readLeaderboardInput(input) {
  const question = object(input, "input");
  return {
    tasks: mapOf(question.get("tasks"), "tasks", text),
    trials: list(question.get("trials"), submittedTrial),
  };
}

function submittedTrial(json) {
  const members = object(json, "a trial");
  return {
    trialName: text(members.get("trial_name")),
    taskName: text(members.get("task_name")),
    configuration: nullable(members.get("configuration"), configuration),
    rewards: nullableVerifierResult(members.get("verifier_result"))?.rewards ?? null,
    exception: nullable(members.get("exception"), text),
    finished: truth(members.get("finished")),
    trajectory: truth(members.get("trajectory")),
    verdict: nullable(members.get("verdict"), text),
    analysis: nullable(members.get("analysis"), (given) => mapOf(given, "analysis", text)),
  };
}

function configuration(json) {
  const members = object(json, "configuration");
  return {
    task: nullable(members.get("task"), text),
    ref: nullable(members.get("ref"), text),
    settings: mapOf(members.get("settings"), "settings", count),
  };
}

function metricName(json) {
  return oneOf(json, METRICS);
}

function trial(json) {
  const members = object(json, "a trial");
  return {
    taskName: text(members.get("task_name")),
    agent: text(members.get("agent")),
    model: nullable(members.get("model") ?? null, text),
    source: nullable(members.get("source") ?? null, text),
    verifierResult: nullableVerifierResult(members.get("verifier_result") ?? null),
  };
}

/** Return a trial as a job reads it: what pass@k reads, and the rest. */
function wholeTrial(json) {
  return {
    ...trial(json),
    trialName: text(json.get("trial_name")),
    exception: nullable(json.get("exception"), text),
    usage: nullable(json.get("usage"), usage),
  };
}

function usage(json) {
  const members = object(json, "usage");
  return {
    nInputTokens: nullable(members.get("n_input_tokens"), count),
    nCacheTokens: nullable(members.get("n_cache_tokens"), count),
    nOutputTokens: nullable(members.get("n_output_tokens"), count),
    costUsd: nullable(members.get("cost_usd"), number),
  };
}

function nullableVerifierResult(json) {
  return nullable(json, (given) => ({
    rewards: nullableRewards(object(given, "verifier_result").get("rewards")),
  }));
}

function nullableRewards(json) {
  return nullable(json, (given) => mapOf(given, "rewards", number));
}

/** Return `{"rewards": …}` as JSON. */
export function writeRewards({ rewards }) {
  return `{"rewards": ${rewards === null ? "null" : writeNumbers(rewards)}}`;
}

/** Return null or `{"rewards": …}` as JSON. */
export function writeVerifierResult(verifierResult) {
  return verifierResult === null ? "null" : writeRewards(verifierResult);
}

/** Return pass@k by evals key and k as JSON. */
export function writeEstimates(estimates) {
  return writeObject(estimates, writeNumbers);
}

/** Return a result whose members are text or null as JSON. */
export function writeTexts(result) {
  return JSON.stringify(result);
}

/** Return what harbor reads back from a trial's result.json as JSON. */
export function writeTrialResult({ verifierResult, exception }) {
  const written = writeVerifierResult(verifierResult);
  return `{"verifier_result": ${written}, "exception": ${JSON.stringify(exception)}}`;
}

/** Return uploads and both validations as JSON. */
export function writeLeaderboard({ uploads, static: before, dynamic }) {
  const sent = uploads.map(
    ({ reward, uploaded }) => `{"reward": ${writeNullable(reward)}, "uploaded": ${uploaded}}`,
  );
  const checks = JSON.stringify(before.failedChecks);
  const verdict = `"verdict": "${before.verdict}", "failed_checks": ${checks}`;
  const first = `{${verdict}, "accuracy": ${writeNullable(before.accuracy)}}`;
  const accuracy = writeNullable(dynamic.accuracy);
  const second = `{"verdict": "${dynamic.verdict}", "accuracy": ${accuracy}}`;
  return `{"uploads": [${sent.join(", ")}], "static": ${first}, "dynamic": ${second}}`;
}

function writeNullable(value) {
  return value === null ? "null" : writeNumber(value);
}

/** Return a Map of name to number as JSON. */
export function writeNumbers(numbers) {
  return writeObject(numbers, writeNumber);
}

function writeNumber(value) {
  return typeof value === "bigint" ? `{"int": "${value}"}` : `{"float": "${floatText(value)}"}`;
}

function writeObject(map, writeMember) {
  const members = [];
  for (const [name, member] of map) {
    members.push(`${JSON.stringify(name)}: ${writeMember(member)}`);
  }
  return `{${members.join(", ")}}`;
}

/** Return a parsed JSON value as JSON again, such as the id of a request; undefined as null. */
export function writeJson(value) {
  if (value instanceof Map) {
    return writeObject(value, writeJson);
  }
  if (Array.isArray(value)) {
    return `[${value.map(writeJson).join(", ")}]`;
  }
  switch (typeof value) {
    case "bigint":
      return String(value);
    case "number":
      return Number.isFinite(value) ? floatText(value) : String(value);
    default:
      return JSON.stringify(value ?? null);
  }
}
