/**
 * The candidate protocol: requests read from lines of JSON, responses written as such.
 *
 * `docs/protocol.md` is the contract in words. A request that does not follow it throws a
 * ShapeError or a ValueError. Lines are read with this program's own JSON reader and
 * written here, because JSON.parse and JSON.stringify move names such as "10" to the front.
 */

import { METRICS } from "./metric.mjs";
import { floatText } from "./numbers.mjs";
import { read } from "./python_float.mjs";
import { parse } from "./python_json.mjs";

const INT = /^-?[0-9]+$/;
const FLOAT = /^(?:-?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|-?inf|nan)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A request that does not have the form that the protocol asks for. */
export class ShapeError extends Error {}

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

/** Return the name of a metric and the rewards of each trial. */
export function readMetricInput(input) {
  const question = object(input, "input");
  const metric = text(question.get("metric"));
  if (!METRICS.includes(metric)) {
    throw new ShapeError(`no metric ${JSON.stringify(metric)}`);
  }
  return { metric, rewards: list(question.get("rewards"), nullableRewards) };
}

/** Return the trials of a pass@k request, with the members that pass@k reads. */
export function readPassAtKInput(input) {
  return { trials: list(object(input, "input").get("trials"), trial) };
}

function trial(json) {
  const members = object(json, "a trial");
  return {
    taskName: text(members.get("task_name")),
    agent: text(members.get("agent")),
    model: nullable(members.get("model") ?? null, text),
    source: nullable(members.get("source") ?? null, text),
    verifierResult: nullable(members.get("verifier_result") ?? null, verifierResult),
  };
}

function verifierResult(json) {
  return { rewards: nullableRewards(object(json, "verifier_result").get("rewards")) };
}

function nullableRewards(json) {
  return nullable(json, rewards);
}

function rewards(json) {
  const result = new Map();
  for (const [name, member] of object(json, "rewards")) {
    result.set(name, number(member));
  }
  return result;
}

/** Return a BigInt for `{"int": text}` and a number for `{"float": text}`. */
function number(json) {
  const members = object(json, "a number");
  if (members.size === 1) {
    for (const [kind, value] of members) {
      if (kind === "int" && INT.test(text(value))) {
        return BigInt(value);
      }
      if (kind === "float" && FLOAT.test(text(value))) {
        return read(value);
      }
    }
  }
  throw new ShapeError('expected {"int": text} or {"float": text}');
}

function bytes(json) {
  const encoded = text(json);
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) {
    throw new ShapeError("expected base64 text");
  }
  return Buffer.from(encoded, "base64");
}

function nullable(json, shape) {
  return json === null ? null : shape(json);
}

function list(json, shape) {
  if (!Array.isArray(json)) {
    throw new ShapeError("expected an array");
  }
  return json.map((member) => shape(member));
}

function object(json, what) {
  if (!(json instanceof Map)) {
    throw new ShapeError(`expected an object as ${what}`);
  }
  return json;
}

function text(json) {
  if (typeof json !== "string") {
    throw new ShapeError("expected a string");
  }
  return json;
}

/** Return `{"rewards": …}` as JSON. */
export function writeVerifierResult({ rewards: given }) {
  return `{"rewards": ${given === null ? "null" : writeNumbers(given)}}`;
}

/** Return pass@k by evals key and k as JSON. */
export function writeEstimates(estimates) {
  return writeObject(estimates, writeNumbers);
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
