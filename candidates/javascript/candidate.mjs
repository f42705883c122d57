/**
 * harbor's reward semantics for Node, asked over the candidate protocol.
 *
 * Reads a request a line from standard input and writes a response a line to standard
 * output, until the input ends. A line that is no request ends it with exit status 1,
 * after the requests before it have been answered and the reason stands on standard error.
 */

import { NamedError } from "./errors.mjs";
import { job } from "./job.mjs";
import { leaderboard } from "./leaderboard.mjs";
import { metric } from "./metric.mjs";
import { multiStep } from "./multi_step.mjs";
import { outcome } from "./outcome.mjs";
import { passAtK } from "./pass_at_k.mjs";
import { reasonCode } from "./reason_code.mjs";
import { trialResult } from "./trial_result.mjs";
import { decode } from "./utf_8.mjs";
import { verifier } from "./verifier.mjs";
import * as wire from "./wire.mjs";

const VERSION = "0.2.0";

/** Each operation: how its input is read, what answers it, and how the result is written. */
const OPERATIONS = new Map([
  ["verifier", [wire.readVerifierInput, verifier, wire.writeRewards]],
  ["multi_step", [wire.readMultiStepInput, multiStep, wire.writeVerifierResult]],
  ["metric", [wire.readMetricInput, metric, wire.writeNumbers]],
  ["pass_at_k", [wire.readPassAtKInput, passAtK, wire.writeEstimates]],
  ["job", [wire.readJobInput, job, wire.writeTexts]],
  ["trial_result", [wire.readTrialResultInput, trialResult, wire.writeTrialResult]],
  ["outcome", [wire.readOutcomeInput, outcome, wire.writeTexts]],
  ["reason_code", [wire.readReasonCodeInput, reasonCode, wire.writeTexts]],
  ["leaderboard", [wire.readLeaderboardInput, leaderboard, wire.writeLeaderboard]],
]);

const HELLO = JSON.stringify({
  name: "javascript",
  version: VERSION,
  language: `JavaScript (Node ${process.versions.node})`,
  ops: [...OPERATIONS.keys()],
});

const LINE_END = 0x0a;

/** Return the response to the bytes of one line, without its line end. */
function respond(line) {
  const { id, op, input } = wire.readRequest(decode(line));
  return `{"id": ${wire.writeJson(id)}, ${answer(op, input)}}`;
}

/** Return the member of a response that carries the answer. */
function answer(op, input) {
  if (op === "hello") {
    return `"result": ${HELLO}`;
  }
  if (!OPERATIONS.has(op)) {
    return '"unsupported": true';
  }
  const [readInput, operation, writeResult] = OPERATIONS.get(op);
  const question = readInput(input);
  try {
    return `"result": ${writeResult(operation(question))}`;
  } catch (error) {
    if (!(error instanceof NamedError)) {
      throw error;
    }
    return `"error": "${error.name}", "message": ${JSON.stringify(error.message)}`;
  }
}

/** Answer whole lines with a single write, also when one of them cannot be read. */
function respondToAll(lines) {
  const responses = [];
  try {
    for (const line of lines) {
      responses.push(respond(line), "\n");
    }
  } finally {
    process.stdout.write(responses.join(""));
  }
}

/** Yield the lines that each chunk of bytes completes, and at the end what has no line end. */
async function* lines(chunks) {
  let begun = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_END);
    if (end === -1) {
      begun.push(chunk);
    } else {
      yield split(Buffer.concat([...begun, chunk.subarray(0, end)]));
      begun = [chunk.subarray(end + 1)];
    }
  }
  const rest = Buffer.concat(begun);
  yield rest.length === 0 ? [] : [rest];
}

/** Return the lines of some bytes; the last line end is not among them. */
function split(bytes) {
  const found = [];
  let start = 0;
  for (let end; (end = bytes.indexOf(LINE_END, start)) !== -1; start = end + 1) {
    found.push(bytes.subarray(start, end));
  }
  return [...found, bytes.subarray(start)];
}

process.stdout.on("error", (error) => {
  console.error(`nobody reads the responses: ${error.message}`);
  process.exit(1);
});

try {
  for await (const complete of lines(process.stdin)) {
    respondToAll(complete);
  }
} catch (error) {
  console.error(`not answered: ${error.stack}`);
  process.exitCode = 1;
  process.stdin.destroy();
}
