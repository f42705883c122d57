//! Python's dict with strings for keys: it keeps the order in which keys came in.

use std::collections::HashMap;

use crate::text::Text;

/// Up to this many entries are searched one by one.
const FEW: usize = 8;

/// Values by name, in the order in which the names were first inserted.
#[derive(Clone, Debug)]
pub struct OrderedMap<V> {
    entries: Vec<(Text, V)>,
    /// The place of each name in `entries`, once these are many.
    places: Option<HashMap<Text, usize>>,
}

impl<V> Default for OrderedMap<V> {
    fn default() -> Self {
        OrderedMap {
            entries: Vec::new(),
            places: None,
        }
    }
}

impl<V> OrderedMap<V> {
    /// Sets a value; a name that is there already keeps its place.
    pub fn insert(&mut self, name: Text, value: V) {
        match self.place(name.as_bytes()) {
            Some(place) => self.entries[place].1 = value,
            None => self.append(name, value),
        }
    }

    /// Returns the value of a name.
    pub fn get(&self, name: &[u8]) -> Option<&V> {
        self.place(name).map(|place| &self.entries[place].1)
    }

    /// Removes a name and returns its value; if it comes back, it comes last.
    pub fn remove(&mut self, name: &[u8]) -> Option<V> {
        let place = self.place(name)?;
        self.places = None;
        let (_, value) = self.entries.remove(place);
        self.note_places();
        Some(value)
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Iterates over the names, in order.
    pub fn names(&self) -> impl Iterator<Item = &Text> {
        self.entries.iter().map(|(name, _)| name)
    }

    /// Iterates over the values, in the order of their names.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.entries.iter().map(|(_, value)| value)
    }

    /// Iterates over names and values to be changed, in order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Text, &mut V)> {
        self.entries.iter_mut().map(|(name, value)| (&*name, value))
    }

    /// Iterates over names and values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Text, &V)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    /// Returns the value of a name to be changed.
    pub fn get_mut(&mut self, name: &[u8]) -> Option<&mut V> {
        self.place(name).map(|place| &mut self.entries[place].1)
    }

    fn place(&self, name: &[u8]) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(name).copied(),
            None => self.names().position(|known| known.as_bytes() == name),
        }
    }

    fn append(&mut self, name: Text, value: V) {
        self.entries.push((name, value));
        self.note_places();
    }

    /// Adds the entries that are not yet in `places`, once there are many.
    fn note_places(&mut self) {
        if self.entries.len() > FEW {
            let places = self.places.get_or_insert_default();
            for place in places.len()..self.entries.len() {
                places.insert(self.entries[place].0.clone(), place);
            }
        }
    }
}

impl<V: Default> OrderedMap<V> {
    /// Moves the value of a name out, leaving the default in its place.
    pub fn take(&mut self, name: &str) -> Option<V> {
        let place = self.place(name.as_bytes())?;
        Some(std::mem::take(&mut self.entries[place].1))
    }

    /// Returns the value of a name, which is first set to the default if it is absent.
    pub fn entry(&mut self, name: &Text) -> &mut V {
        let place = self.place(name.as_bytes()).unwrap_or_else(|| {
            self.append(name.clone(), V::default());
            self.entries.len() - 1
        });
        &mut self.entries[place].1
    }
}

impl<V> IntoIterator for OrderedMap<V> {
    type Item = (Text, V);
    type IntoIter = std::vec::IntoIter<(Text, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<V> FromIterator<(Text, V)> for OrderedMap<V> {
    fn from_iter<I: IntoIterator<Item = (Text, V)>>(entries: I) -> Self {
        let mut map = OrderedMap::default();
        for (name, value) in entries {
            map.insert(name, value);
        }
        map
    }
}
