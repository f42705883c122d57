//! What harbor's models ask of the `config` of a result.json, as tables for `model_reader`.
//!
//! They follow harbor/models/trial/config.py.

use crate::jiter_json::Value;
use crate::lax_values::{
    anything, boolean, integer, is_false, is_one_of, is_one_of_in_any_case, is_true, number, text,
    topology, uuid, word,
};
use crate::model_reader::Kind::{AnyOf, Is, List, Map, Record};
use crate::model_reader::Presence::{Default, Nullable, Required};
use crate::model_reader::{member, plain, Model};
use crate::text::Text;

/// How a trial was to run.
pub static TRIAL_CONFIG: Model = Model {
    members: &[
        ("task", Required, Record(&TASK_CONFIG)),
        ("trial_name", Default, Is(text)),
        ("trials_dir", Default, Is(text)),
        ("timeout_multiplier", Default, Is(number)),
        ("agent_timeout_multiplier", Nullable, Is(number)),
        ("verifier_timeout_multiplier", Nullable, Is(number)),
        ("agent_setup_timeout_multiplier", Nullable, Is(number)),
        ("environment_build_timeout_multiplier", Nullable, Is(number)),
        ("agent", Default, Record(&AGENT_CONFIG)),
        ("environment", Default, Record(&ENVIRONMENT_CONFIG)),
        ("verifier", Default, Record(&VERIFIER_CONFIG)),
        (
            "artifacts",
            Default,
            List(&AnyOf(&[Is(text), Record(&ARTIFACT_CONFIG)])),
        ),
        ("extra_instruction_paths", Default, List(&Is(text))),
        ("job_id", Nullable, Is(uuid)),
    ],
    rule: trial_has_a_name,
};

static TASK_CONFIG: Model = Model {
    members: &[
        ("path", Nullable, Is(text)),
        ("git_url", Nullable, Is(text)),
        ("git_commit_id", Nullable, Is(text)),
        ("name", Nullable, Is(text)),
        ("ref", Nullable, Is(text)),
        ("overwrite", Default, Is(boolean)),
        ("download_dir", Nullable, Is(text)),
        ("source", Nullable, Is(text)),
    ],
    rule: task_comes_from_one_place,
};

static AGENT_CONFIG: Model = plain(&[
    ("name", Nullable, Is(text)),
    ("import_path", Nullable, Is(text)),
    ("model_name", Nullable, Is(text)),
    ("skills", Default, List(&Is(text))),
    ("override_timeout_sec", Nullable, Is(number)),
    ("override_setup_timeout_sec", Nullable, Is(number)),
    ("max_timeout_sec", Nullable, Is(number)),
    ("extra_allowed_hosts", Default, List(&Is(text))),
    ("kwargs", Default, Map(&Is(anything))),
    ("env", Default, Map(&Is(text))),
    ("mcp_servers", Default, List(&Record(&MCP_SERVER_CONFIG))),
]);

static MCP_SERVER_CONFIG: Model = Model {
    members: &[
        ("name", Required, Is(text)),
        ("transport", Default, Is(transport)),
        ("url", Nullable, Is(text)),
        ("command", Nullable, Is(text)),
        ("args", Default, List(&Is(text))),
    ],
    rule: server_can_be_reached,
};

static ENVIRONMENT_CONFIG: Model = plain(&[
    ("type", Nullable, Is(environment)),
    ("import_path", Nullable, Is(text)),
    ("force_build", Default, Is(boolean)),
    ("delete", Default, Is(boolean)),
    ("cpu_enforcement_policy", Default, Is(policy)),
    ("memory_enforcement_policy", Default, Is(policy)),
    ("override_cpus", Nullable, Is(integer)),
    ("override_memory_mb", Nullable, Is(integer)),
    ("override_storage_mb", Nullable, Is(integer)),
    ("override_gpus", Nullable, Is(integer)),
    ("override_tpu", Nullable, Record(&TPU_SPEC)),
    ("suppress_override_warnings", Default, Is(boolean)),
    ("mounts", Nullable, List(&Record(&SERVICE_VOLUME_CONFIG))),
    ("extra_docker_compose", Default, List(&Is(text))),
    ("env", Default, Map(&Is(text))),
    ("kwargs", Default, Map(&Is(anything))),
    ("extra_allowed_hosts", Default, List(&Is(text))),
]);

static TPU_SPEC: Model = plain(&[
    ("type", Required, Is(word)),
    ("topology", Required, Is(topology)),
]);

static SERVICE_VOLUME_CONFIG: Model = plain(&[
    ("type", Required, Is(mount)),
    ("source", Required, Is(text)),
    ("target", Required, Is(text)),
    ("read_only", Default, Is(is_true)),
    ("bind", Default, Record(&SERVICE_VOLUME_BIND)),
    ("volume", Default, Record(&SERVICE_VOLUME_PATH)),
    ("image", Default, Record(&SERVICE_VOLUME_PATH)),
]);

static SERVICE_VOLUME_BIND: Model = plain(&[("create_host_path", Default, Is(is_false))]);

static SERVICE_VOLUME_PATH: Model = plain(&[("subpath", Default, Is(text))]);

static VERIFIER_CONFIG: Model = plain(&[
    ("override_timeout_sec", Nullable, Is(number)),
    ("max_timeout_sec", Nullable, Is(number)),
    ("env", Default, Map(&Is(text))),
    ("import_path", Nullable, Is(text)),
    ("kwargs", Default, Map(&Is(anything))),
    ("disable", Default, Is(boolean)),
]);

static ARTIFACT_CONFIG: Model = plain(&[
    ("source", Required, Is(text)),
    ("destination", Nullable, Is(text)),
    ("exclude", Default, List(&Is(text))),
]);

#[rustfmt::skip]
const ENVIRONMENTS: [&str; 13] = [
    "docker", "daytona", "e2b", "modal", "runloop", "gke", "novita", "apple-container",
    "singularity", "islo", "tensorlake", "cwsandbox", "wandb",
];

const POLICIES: [&str; 5] = ["auto", "limit", "request", "guarantee", "ignore"];

fn mount(value: &Value) -> bool {
    is_one_of(value, &["bind", "volume", "image"])
}

fn transport(value: &Value) -> bool {
    is_one_of(value, &["stdio", "sse", "streamable-http", "http"])
}

/// Returns whether there is what a server's transport needs: a command, or else a URL.
fn server_can_be_reached(server: &[(Text, Value)]) -> bool {
    let is_stdio =
        member(server, "transport").is_some_and(|transport| is_one_of(transport, &["stdio"]));
    member(server, if is_stdio { "command" } else { "url" }).is_some_and(word)
}

fn environment(value: &Value) -> bool {
    is_one_of(value, &ENVIRONMENTS)
}

fn policy(value: &Value) -> bool {
    is_one_of_in_any_case(value, &POLICIES)
}

/// Returns whether there is a path or a name, and what belongs to it alone.
fn task_comes_from_one_place(task: &[(Text, Value)]) -> bool {
    let has = |name| !matches!(member(task, name), None | Some(Value::Null));
    has("path") != has("name")
        && (has("name") || !has("ref"))
        && (has("git_url") || !has("git_commit_id"))
}

/// Returns whether there is a name, or harbor can make one from its task's.
fn trial_has_a_name(config: &[(Text, Value)]) -> bool {
    let is_named =
        matches!(member(config, "trial_name"), Some(Value::Text(name)) if !name.is_empty());
    let task_name = match member(config, "task") {
        Some(Value::Object(task)) => member(task, "name"),
        _ => None,
    };
    is_named || !matches!(task_name, Some(Value::Text(name)) if !name.as_bytes().contains(&b'/'))
}
