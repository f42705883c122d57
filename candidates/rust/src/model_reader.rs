//! Holds a JSON value against a table of models, as pydantic validates JSON.

use crate::jiter_json::Value;
use crate::text::Text;

/// What a value has to be.
pub enum Kind {
    /// A value that a function takes.
    Is(fn(&Value) -> bool),
    /// An object that a model takes.
    Record(&'static Model),
    /// A list of one kind.
    List(&'static Kind),
    /// An object of free names and one kind.
    Map(&'static Kind),
    /// Any of several kinds.
    AnyOf(&'static [Kind]),
}

/// Whether a member may be absent or null.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It may be neither.
    Required,
    /// It may be absent, but not null.
    Default,
    /// It may be absent, and it may be null, which is the same.
    Nullable,
}

/// The members that harbor knows of an object; it passes over all others.
pub struct Model {
    /// Name, presence and kind of each.
    pub members: &'static [(&'static str, Presence, Kind)],
    /// Whether members that fit on their own go together.
    pub rule: fn(&[(Text, Value)]) -> bool,
}

/// Returns the model whose members go together as they come.
pub const fn plain(members: &'static [(&'static str, Presence, Kind)]) -> Model {
    Model {
        members,
        rule: |_| true,
    }
}

impl Kind {
    /// Returns whether pydantic takes a value.
    pub fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Is(takes), _) => takes(value),
            (Kind::AnyOf(kinds), _) => kinds.iter().any(|kind| kind.takes(value)),
            (Kind::Record(model), Value::Object(members)) => model.takes(members),
            (Kind::Map(kind), Value::Object(members)) => {
                members.iter().all(|(_, member)| kind.takes(member))
            }
            (Kind::List(kind), Value::List(elements)) => {
                elements.iter().all(|element| kind.takes(element))
            }
            (Kind::Record(_) | Kind::Map(_) | Kind::List(_), _) => false,
        }
    }
}

impl Model {
    fn takes(&self, members: &[(Text, Value)]) -> bool {
        let fits = |(name, presence, kind): &(&str, Presence, Kind)| match member(members, name) {
            None => *presence != Presence::Required,
            Some(Value::Null) if *presence == Presence::Nullable => true,
            Some(value) => kind.takes(value),
        };
        self.members.iter().all(fits) && (self.rule)(members)
    }
}

/// Returns the member of a name; of several, only the last counts.
pub fn member<'a>(members: &'a [(Text, Value)], name: &str) -> Option<&'a Value> {
    let mut from_last = members.iter().rev();
    let found = from_last.find(|(known, _)| known.as_bytes() == name.as_bytes());
    found.map(|(_, value)| value)
}
