//! Dates and times as pydantic reads them from text.

/// Returns whether the text is a date of the years 1 to 9999, with or without a time of day.
pub fn is_time(text: &str) -> bool {
    let Some((date, clock)) = text.split_at_checked("2026-01-31".len()) else {
        return false;
    };
    is_date(date) && (clock.is_empty() || is_clock(clock))
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else {
        return false;
    };
    match (number(year, 4), number(month, 2), number(day, 2)) {
        (Some(year), Some(month), Some(day)) => {
            year >= 1 && (1..=days_of(year, month)).contains(&day)
        }
        _ => false,
    }
}

/// Returns the number of days in a month; a month that does not exist has none.
fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// Returns whether the text is hours and minutes behind a letter or a space.
///
/// Seconds may follow, these may have a fraction, and there may be a zone.
fn is_clock(text: &str) -> bool {
    let rest = text.strip_prefix(['T', 't', ' ', '_']);
    let rest = rest.and_then(|rest| after_number(rest, 24));
    let rest = rest.and_then(|rest| rest.strip_prefix(':'));
    let rest = rest.and_then(|rest| after_number(rest, 60));
    rest.is_some_and(|rest| is_zone(after_seconds(rest)))
}

fn after_seconds(text: &str) -> &str {
    let seconds = text.strip_prefix(':');
    let Some(rest) = seconds.and_then(|rest| after_number(rest, 60)) else {
        return text;
    };
    let Some(fraction) = rest.strip_prefix(['.', ',']) else {
        return rest;
    };
    let after_digits = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
    if after_digits.len() < fraction.len() {
        after_digits
    } else {
        rest
    }
}

/// Returns whether the text is empty, Z, or an offset in hours and minutes.
fn is_zone(text: &str) -> bool {
    const MINUS_SIGN: char = '\u{2212}';
    let Some(hours) = text.strip_prefix(['-', '+', MINUS_SIGN]) else {
        return matches!(text, "" | "Z" | "z");
    };
    let Some(rest) = after_number(hours, 24) else {
        return false;
    };
    after_number(rest.strip_prefix(':').unwrap_or(rest), 60) == Some("")
}

/// Steps over two digits of a number below a limit.
fn after_number(text: &str, limit: u32) -> Option<&str> {
    let (digits, rest) = text.split_at_checked(2)?;
    (number(digits, 2)? < limit).then_some(rest)
}

/// Reads this many ASCII digits.
fn number(text: &str, digits: usize) -> Option<u32> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
