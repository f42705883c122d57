//! The candidate protocol: from a line with a request to a line with the response.

use crate::failure::Failure;
use crate::metric::{metric, Metric};
use crate::ordered_map::OrderedMap;
use crate::pass_at_k::{pass_at_k, Trial};
use crate::python_json::{self, Value};
use crate::shapes::{
    bytes, list, member, nullable, object, optional, push_map, push_number, push_value,
    push_verifier_result, refuse, rewards, text, Read, ShapeError,
};
use crate::verifier::{verifier, Files};

const HELLO: &str = concat!(
    r#"{"name": "rust", "version": ""#,
    env!("CARGO_PKG_VERSION"),
    r#"", "language": "Rust", "ops": ["verifier", "metric", "pass_at_k"]}"#
);

/// What one request comes to.
enum Answer {
    /// The JSON of a result.
    Result(String),
    /// An error of Python's or harbor's.
    Failure(Failure),
    /// There is no such operation.
    Unsupported,
}

/// Returns the response to a request, or why the line holds no request.
pub fn respond(line: &[u8]) -> Read<String> {
    let mut request = object(parse(line)?)?;
    let id = optional(&mut request, "id");
    let operation = text(member(&mut request, "op")?)?;
    let answer = answer(
        operation.as_str().unwrap_or(""),
        optional(&mut request, "input"),
    )?;
    Ok(response(&id, &answer))
}

fn parse(line: &[u8]) -> Read<Value> {
    let text = std::str::from_utf8(line).map_err(|error| ShapeError(error.to_string()))?;
    python_json::parse(text).map_err(|error| ShapeError(error.to_string()))
}

fn answer(operation: &str, input: Value) -> Read<Answer> {
    match operation {
        "hello" => Ok(Answer::Result(HELLO.to_owned())),
        "verifier" => answer_verifier(object(input)?),
        "metric" => answer_metric(object(input)?),
        "pass_at_k" => answer_pass_at_k(object(input)?),
        _ => Ok(Answer::Unsupported),
    }
}

fn answer_verifier(mut input: OrderedMap<Value>) -> Read<Answer> {
    let files = Files {
        text: nullable(member(&mut input, "reward.txt")?, |json| bytes(&json))?,
        json: nullable(member(&mut input, "reward.json")?, |json| bytes(&json))?,
    };
    Ok(Answer::new(verifier(&files), |line, rewards| {
        push_verifier_result(line, rewards.as_ref());
    }))
}

fn answer_metric(mut input: OrderedMap<Value>) -> Read<Answer> {
    let name = text(member(&mut input, "metric")?)?;
    let Some(kind) = name.as_str().and_then(Metric::from_name) else {
        return refuse("mean, max, min or sum");
    };
    let trials = list(member(&mut input, "rewards")?, |json| {
        nullable(json, rewards)
    })?;
    Ok(Answer::new(metric(kind, &trials), |line, values| {
        push_map(line, values, push_number);
    }))
}

fn answer_pass_at_k(mut input: OrderedMap<Value>) -> Read<Answer> {
    let trials = list(member(&mut input, "trials")?, trial)?;
    Ok(Answer::new(pass_at_k(&trials), |line, estimates| {
        push_map(line, estimates, |line, by_k| {
            push_map(line, by_k, push_number);
        });
    }))
}

fn trial(json: Value) -> Read<Trial> {
    let mut members = object(json)?;
    let verifier_result = nullable(optional(&mut members, "verifier_result"), object)?;
    let of_verifier = |mut members| nullable(member(&mut members, "rewards")?, rewards);
    Ok(Trial {
        task_name: text(member(&mut members, "task_name")?)?,
        agent: text(member(&mut members, "agent")?)?,
        model: nullable(optional(&mut members, "model"), text)?,
        source: nullable(optional(&mut members, "source"), text)?,
        rewards: verifier_result.map_or(Ok(None), of_verifier)?,
    })
}

impl Answer {
    fn new<T>(outcome: Result<T, Failure>, push: impl Fn(&mut String, &T)) -> Answer {
        match outcome {
            Ok(value) => {
                let mut json = String::new();
                push(&mut json, &value);
                Answer::Result(json)
            }
            Err(failure) => Answer::Failure(failure),
        }
    }
}

fn response(id: &Value, answer: &Answer) -> String {
    let mut line = String::from("{\"id\": ");
    push_value(&mut line, id);
    match answer {
        Answer::Result(json) => line.extend([", \"result\": ", json, "}\n"]),
        Answer::Failure(failure) => line.extend([", \"error\": \"", failure.name(), "\"}\n"]),
        Answer::Unsupported => line.push_str(", \"unsupported\": true}\n"),
    }
    line
}
