//! From the trials of a submission to what is uploaded of them and what the leaderboard says.
//!
//! The steps are those of harbor/upload/uploader.py, harbor/leaderboard/static_validation.py and
//! harbor/leaderboard/dynamic_validation.py.

use crate::failure::Failure;
use crate::integer::{rounded_count, Integer};
use crate::metric::Rewards;
use crate::number::Number;
use crate::ordered_map::OrderedMap;
use crate::python_float::is_white_space;
use crate::text::Text;

const FEWEST_TRIALS: usize = 5;
const RUBRIC: [&[u8]; 2] = [b"reward_hacking", b"task_specification"];
const FREE_SETTINGS: [&[u8]; 2] = [b"agent.max_timeout_sec", b"verifier.max_timeout_sec"];

/// The task of a trial, `None` for one of a local folder, and the settings that it changes.
#[derive(Debug)]
pub struct Configuration {
    /// The task of a package.
    pub task: Option<Text>,
    /// Its digest.
    pub reference: Option<Text>,
    /// Settings by name.
    pub settings: OrderedMap<Integer>,
}

/// A submitted trial.
#[derive(Debug)]
pub struct Submitted {
    /// Its own name.
    pub trial_name: Text,
    /// The name of its task.
    pub task_name: Text,
    /// `None` where the hub does not have it.
    pub configuration: Option<Configuration>,
    /// A verifier without a result counts as one without rewards.
    pub rewards: Option<Rewards>,
    /// The type of its exception.
    pub exception: Option<Text>,
    /// Whether it has ended.
    pub finished: bool,
    /// Whether it has a trajectory.
    pub trajectory: bool,
    /// What is kept of its analysis.
    pub verdict: Option<Text>,
    /// Outcomes by criterion.
    pub analysis: Option<OrderedMap<Text>>,
}

/// What a submission comes to.
#[derive(Debug)]
pub struct Validated {
    /// The reward that is reported of each trial, and whether the trial is uploaded.
    pub uploads: Vec<(Option<Number>, bool)>,
    /// The failed checks, in order.
    pub failed_checks: Vec<&'static str>,
    /// The accuracy before analysis.
    pub accuracy: Option<f64>,
    /// Whether a criterion of the rubric failed.
    pub criterion_failed: bool,
    /// The accuracy after analysis.
    pub verified_accuracy: Option<f64>,
}

/// Returns uploads and both validations; `OverflowError` for a reward beyond binary64.
pub fn leaderboard(tasks: &OrderedMap<Text>, trials: &[Submitted]) -> Result<Validated, Failure> {
    let uploads = trials.iter().map(|trial| {
        let reward = primary(trial).cloned();
        (reward, is_sent(trial))
    });
    let sent: Vec<&Submitted> = trials.iter().filter(|trial| is_sent(trial)).collect();
    let rows = sent
        .into_iter()
        .map(Row::of)
        .collect::<Result<Vec<_>, _>>()?;
    let failed_checks = failed_checks(&rows, &named_tasks(tasks));
    let completed: Vec<&Row> = rows.iter().filter(|row| row.is_completed()).collect();
    let passed = completed.iter().filter(|row| row.passes()).count();
    let accuracy = share_of(passed, completed.len()).filter(|_| failed_checks.is_empty());
    let (criterion_failed, verified_accuracy) = dynamic(&rows)?;
    Ok(Validated {
        uploads: uploads.collect(),
        failed_checks,
        accuracy,
        criterion_failed,
        verified_accuracy,
    })
}

/// A trial that the hub has, with its reward as a float.
struct Row<'a> {
    trial: &'a Submitted,
    /// `None` is no reward; a failure is one that only a trial with an exception may have.
    reward: Result<Option<f64>, Failure>,
}

impl<'a> Row<'a> {
    fn of(trial: &'a Submitted) -> Result<Row<'a>, Failure> {
        let reward = primary(trial).map(Number::to_f64).transpose();
        match reward {
            Err(failure) if trial.exception.is_none() => Err(failure),
            reward => Ok(Row { trial, reward }),
        }
    }

    fn has_result(&self) -> bool {
        let has_reward = matches!(self.reward, Ok(Some(_)));
        self.trial.finished && (self.trial.exception.is_some() || has_reward)
    }

    fn is_completed(&self) -> bool {
        self.trial.configuration.is_some() && self.has_result()
    }

    fn passes(&self) -> bool {
        self.trial.exception.is_none() && self.reward == Ok(Some(1.0))
    }
}

/// Returns the value of the key reward or, without it, the first.
fn primary(trial: &Submitted) -> Option<&Number> {
    let rewards = trial.rewards.as_ref()?;
    rewards.get(b"reward").or_else(|| rewards.values().next())
}

/// Returns whether JSON has a form for all that is uploaded of a trial.
fn is_sent(trial: &Submitted) -> bool {
    let configuration = trial.configuration.as_ref();
    let texts = [
        Some(&trial.trial_name),
        Some(&trial.task_name),
        trial.exception.as_ref(),
        configuration.and_then(|one| one.task.as_ref()),
        configuration.and_then(|one| one.reference.as_ref()),
    ];
    let is_written = |value: &Number| match value {
        Number::Int(value) => value.to_text().is_ok(),
        Number::Float(value) => value.is_finite(),
    };
    let mut rewards = trial.rewards.iter().flat_map(OrderedMap::iter);
    texts
        .into_iter()
        .flatten()
        .all(|text| text.as_str().is_some())
        && rewards.all(|(name, value)| name.as_str().is_some() && is_written(value))
}

fn share_of(passed: usize, of: usize) -> Option<f64> {
    (of > 0).then(|| rounded_count(passed as u64) / rounded_count(of as u64))
}

fn failed_checks(rows: &[Row], tasks: &OrderedMap<String>) -> Vec<&'static str> {
    let readable: Vec<(&Submitted, &Configuration)> = rows
        .iter()
        .filter_map(|row| Some((row.trial, row.trial.configuration.as_ref()?)))
        .collect();
    let is_nameless =
        |trial: &Submitted| is_blank(Some(&trial.trial_name)) || is_blank(Some(&trial.task_name));
    let badly_formed = rows.is_empty()
        || readable
            .iter()
            .any(|(trial, one)| is_nameless(trial) || lacks_reference(one));
    let overridden = readable
        .iter()
        .any(|(_, one)| lacks_reference(one) || has_override(one));
    let other_tasks = readable.iter().any(|(_, one)| !is_pinned(one, tasks));
    let tried = |name: &Text| {
        let of_task = readable
            .iter()
            .filter(|(_, one)| one.task.as_ref() == Some(name));
        of_task.filter(|(_, one)| is_pinned(one, tasks)).count()
    };
    let too_few = tasks.names().any(|name| tried(name) < FEWEST_TRIALS);
    let checks = [
        ("job_directory_correctly_formatted", badly_formed),
        ("no_trial_overrides", overridden),
        ("trial_results_complete", !rows.iter().all(Row::has_result)),
        ("correct_task_versions", tasks.is_empty() || other_tasks),
        ("min_trials_per_task", tasks.is_empty() || too_few),
        (
            "passing_trial_trajectories",
            rows.iter().any(|row| row.passes() && !row.trial.trajectory),
        ),
    ];
    let failed = checks.into_iter().filter(|(_, fails)| *fails);
    failed.map(|(name, _)| name).collect()
}

/// Returns the digests of tasks; one without a digest is none, nor is harbor's own label.
fn named_tasks(tasks: &OrderedMap<Text>) -> OrderedMap<String> {
    let known = tasks
        .iter()
        .filter(|(name, raw)| !is_blank(Some(raw)) && name.as_bytes() != b"unknown-task");
    known
        .map(|(name, raw)| (name.clone(), digest(raw)))
        .collect()
}

/// Returns a digest without its prefix, in small letters.
fn digest(raw: &Text) -> String {
    let small = stripped(&raw.to_string_lossy()).to_lowercase();
    small
        .strip_prefix("sha256:")
        .map_or(small.clone(), str::to_owned)
}

/// Returns the text as `str.strip()` leaves it.
fn stripped(text: &str) -> &str {
    text.trim_matches(|c: char| is_white_space(c) || ('\u{1c}'..='\u{1f}').contains(&c))
}

fn is_blank(text: Option<&Text>) -> bool {
    text.is_none_or(|text| stripped(&text.to_string_lossy()).is_empty())
}

fn lacks_reference(one: &Configuration) -> bool {
    one.task.is_some() && is_blank(one.reference.as_ref())
}

fn is_pinned(one: &Configuration, tasks: &OrderedMap<String>) -> bool {
    let (Some(task), Some(reference)) = (&one.task, &one.reference) else {
        return false;
    };
    let expected = tasks.get(task.as_bytes());
    !is_blank(Some(reference)) && expected.is_some_and(|expected| *expected == digest(reference))
}

/// Returns whether a setting is forbidden: most are even at the value that changes nothing.
fn has_override(one: &Configuration) -> bool {
    one.settings
        .iter()
        .any(|(name, value)| match name.as_bytes() {
            b"timeout_multiplier" => *value != Integer::Small(1),
            name => !FREE_SETTINGS.contains(&name),
        })
}

/// Returns whether a criterion of the rubric failed, and the accuracy after analysis.
///
/// Of trials of one name the last counts, with the last kept verdict and the first analysis.
fn dynamic(rows: &[Row]) -> Result<(bool, Option<f64>), Failure> {
    let mut linked = OrderedMap::<Option<&Row>>::default();
    let mut verdicts = OrderedMap::<String>::default();
    let mut analyses = OrderedMap::<Option<&OrderedMap<Text>>>::default();
    for row in rows {
        let trial = row.trial;
        linked.insert(trial.trial_name.clone(), Some(row));
        if let Some(verdict) = trial.verdict.as_ref().filter(|text| !is_blank(Some(text))) {
            let small = stripped(&verdict.to_string_lossy()).to_lowercase();
            verdicts.insert(trial.trial_name.clone(), small);
        }
        if let Some(analysis) = &trial.analysis {
            analyses.entry(&trial.trial_name).get_or_insert(analysis);
        }
    }
    let is_verified = |row: &Row| {
        let name = row.trial.trial_name.as_bytes();
        let analysis = analyses.get(name).copied().flatten();
        match verdicts.get(name) {
            Some(verdict) => verdict == "passed",
            None => analysis.is_some_and(|of| of.values().all(|o| o.as_bytes() != b"fail")),
        }
    };
    let (mut passed, mut completed) = (0, 0);
    for row in linked
        .values()
        .flatten()
        .filter(|row| row.trial.configuration.is_some())
    {
        row.reward?;
        completed += usize::from(row.has_result());
        passed += usize::from(row.has_result() && row.passes() && is_verified(row));
    }
    let has_failed = |of: &OrderedMap<Text>| {
        RUBRIC
            .iter()
            .any(|name| of.get(name).is_some_and(|o| o.as_bytes() == b"fail"))
    };
    let failed = analyses.values().flatten().any(|of| has_failed(of));
    Ok((failed, share_of(passed, completed)))
}
