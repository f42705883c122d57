//! What harbor's models ask of a result.json, as tables for `model_reader`.
//!
//! They follow harbor/models/trial/result.py, task/id.py, verifier/result.py and
//! agent/context.py. Left out, and in no case of a check: the content of `mounts`,
//! `override_tpu` and `mcp_servers`, the syntax of host names, the deprecated spellings
//! of `environment`, and paths that begin with somebody's home (`~name`).

use crate::lax_values::{anything, integer, number, reward, text, time, uuid};
use crate::model_reader::Kind::{AnyOf, Is, List, Map, Record};
use crate::model_reader::Presence::{Default, Nullable, Required};
use crate::model_reader::{plain, Model};
use crate::trial_config_model::TRIAL_CONFIG;

/// A trial's result.json.
pub static TRIAL_RESULT: Model = plain(&[
    ("id", Default, Is(uuid)),
    ("task_name", Required, Is(text)),
    ("trial_name", Required, Is(text)),
    ("trial_uri", Required, Is(text)),
    (
        "task_id",
        Required,
        AnyOf(&[
            Record(&LOCAL_TASK_ID),
            Record(&GIT_TASK_ID),
            Record(&PACKAGE_TASK_ID),
        ]),
    ),
    ("source", Nullable, Is(text)),
    ("task_checksum", Required, Is(text)),
    ("config", Required, Record(&TRIAL_CONFIG)),
    ("agent_info", Required, Record(&AGENT_INFO)),
    ("agent_result", Nullable, Record(&AGENT_CONTEXT)),
    ("verifier_result", Nullable, Record(&VERIFIER_RESULT)),
    ("exception_info", Nullable, Record(&EXCEPTION_INFO)),
    ("started_at", Nullable, Is(time)),
    ("finished_at", Nullable, Is(time)),
    ("environment_setup", Nullable, Record(&TIMING_INFO)),
    ("agent_setup", Nullable, Record(&TIMING_INFO)),
    ("agent_execution", Nullable, Record(&TIMING_INFO)),
    ("verifier", Nullable, Record(&TIMING_INFO)),
    ("step_results", Nullable, List(&Record(&STEP_RESULT))),
]);

static LOCAL_TASK_ID: Model = plain(&[("path", Required, Is(text))]);

static GIT_TASK_ID: Model = plain(&[
    ("git_url", Required, Is(text)),
    ("git_commit_id", Nullable, Is(text)),
    ("path", Required, Is(text)),
]);

static PACKAGE_TASK_ID: Model = plain(&[
    ("org", Required, Is(text)),
    ("name", Required, Is(text)),
    ("ref", Nullable, Is(text)),
]);

static AGENT_INFO: Model = plain(&[
    ("name", Required, Is(text)),
    ("version", Required, Is(text)),
    ("model_info", Nullable, Record(&MODEL_INFO)),
]);

static MODEL_INFO: Model = plain(&[
    ("name", Required, Is(text)),
    ("provider", Nullable, Is(text)),
]);

static AGENT_CONTEXT: Model = plain(&[
    ("n_input_tokens", Nullable, Is(integer)),
    ("n_cache_tokens", Nullable, Is(integer)),
    ("n_output_tokens", Nullable, Is(integer)),
    ("cost_usd", Nullable, Is(number)),
    ("rollout_details", Nullable, List(&Record(&ROLLOUT_DETAIL))),
    ("metadata", Nullable, Map(&Is(anything))),
]);

static ROLLOUT_DETAIL: Model = plain(&[
    ("prompt_token_ids", Default, List(&List(&Is(integer)))),
    ("completion_token_ids", Default, List(&List(&Is(integer)))),
    ("logprobs", Default, List(&List(&Is(number)))),
    ("extra", Default, Map(&List(&Is(anything)))),
]);

static VERIFIER_RESULT: Model = plain(&[("rewards", Nullable, Map(&Is(reward)))]);

static EXCEPTION_INFO: Model = plain(&[
    ("exception_type", Required, Is(text)),
    ("exception_message", Required, Is(text)),
    ("exception_traceback", Required, Is(text)),
    ("occurred_at", Required, Is(time)),
]);

static TIMING_INFO: Model = plain(&[
    ("started_at", Nullable, Is(time)),
    ("finished_at", Nullable, Is(time)),
]);

static STEP_RESULT: Model = plain(&[
    ("step_name", Required, Is(text)),
    ("agent_result", Nullable, Record(&AGENT_CONTEXT)),
    ("verifier_result", Nullable, Record(&VERIFIER_RESULT)),
    ("exception_info", Nullable, Record(&EXCEPTION_INFO)),
    ("agent_execution", Nullable, Record(&TIMING_INFO)),
    ("verifier", Nullable, Record(&TIMING_INFO)),
]);
