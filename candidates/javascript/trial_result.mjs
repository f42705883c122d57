/**
 * What harbor reads back from a trial's own result.json when a job is resumed.
 *
 * The steps are those of harbor/job.py:228-230. Either the whole file fits harbor's models,
 * which `trial_result_model.mjs` describes, or the job cannot be resumed.
 */

import { NamedError, ValueError } from "./errors.mjs";
import * as jiterJson from "./jiter_json.mjs";
import { READER } from "./trial_result_model.mjs";
import { decode } from "./utf_8.mjs";

/** The file is no JSON, or not what harbor's models ask for. */
class ValidationError extends NamedError {}

/**
 * Return the trial's verifier result and the type of its exception, each of which may be null.
 *
 * Throws UnicodeDecodeError where the file is not UTF-8, and ValidationError otherwise. A
 * byte order mark is kept, and is no JSON.
 */
export function trialResult({ result }) {
  const trial = read(decode(result));
  const verifierResult = trial.get("verifier_result");
  return {
    verifierResult: verifierResult && { rewards: verifierResult.get("rewards") },
    exception: trial.get("exception_info")?.get("exception_type") ?? null,
  };
}

function read(text) {
  try {
    return READER.record("TrialResult", jiterJson.parse(text));
  } catch (error) {
    throw error instanceof ValueError ? new ValidationError(error.message) : error;
  }
}
