//! A trial of a job, as the job's parts read it.

use crate::integer::Integer;
use crate::metric::Rewards;
use crate::number::Number;
use crate::pass_at_k;
use crate::text::Text;

/// A trial that has ended.
#[derive(Debug)]
pub struct Trial {
    /// Its name; a retry has the name of the trial that it repeats.
    pub name: Text,
    /// What pass@k reads of it, which is all but the following.
    pub attempt: pass_at_k::Trial,
    /// The type of the exception that it ended with.
    pub exception: Option<Text>,
    /// What the agent used.
    pub usage: Option<Usage>,
}

/// Tokens and cost of a trial, each of them `None` where it is not known.
#[derive(Debug)]
pub struct Usage {
    /// Tokens of input, of cached input and of output.
    pub tokens: [Option<Integer>; 3],
    /// The cost in US dollars.
    pub cost: Option<Number>,
}

impl Trial {
    /// Returns the rewards; `None` without a verifier result, or where its rewards are null.
    pub fn rewards(&self) -> Option<&Rewards> {
        self.attempt.rewards.as_ref()
    }

    /// Returns the name of the trial's group.
    pub fn evals_key(&self) -> Text {
        pass_at_k::evals_key(&self.attempt)
    }
}
