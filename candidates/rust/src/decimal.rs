//! From plain ASCII decimal text to the nearest binary64.
//!
//! The standard library rounds correctly, but it stops reading an exponent at
//! about 65,536, which shows once a text has digits enough to make up for that.

/// A text shorter than this cannot bring an exponent that was cut short back into range.
const SHORT: usize = 60_000;

/// Beyond these powers of ten a binary64 is infinite or zero.
const POWERS: std::ops::RangeInclusive<i64> = -400..=400;

/// Returns whether the text is digits, with an optional point and exponent, and no sign.
pub fn is_decimal(text: &[u8]) -> bool {
    let (mantissa, exponent) = split_at_exponent(text);
    let (whole, fraction) = split_at_point(mantissa);
    are_digits(whole)
        && are_digits(fraction)
        && whole.len() + fraction.len() > 0
        && exponent.is_none_or(|exponent| {
            let digits = without_sign(exponent);
            !digits.is_empty() && are_digits(digits)
        })
}

/// Returns the binary64 nearest to a text that is decimal, but for a sign in front.
pub fn nearest(text: &str) -> f64 {
    let parsed = if text.len() < SHORT {
        text.parse()
    } else {
        with_small_exponent(text).parse()
    };
    parsed.expect("the caller has checked that the text is decimal")
}

/// Returns the text without a sign in front.
pub fn without_sign(text: &[u8]) -> &[u8] {
    match text {
        [b'+' | b'-', rest @ ..] => rest,
        _ => text,
    }
}

/// Writes the number as `0.digits`, so that the exponent alone tells its size.
fn with_small_exponent(text: &str) -> String {
    let sign = if text.starts_with('-') { "-" } else { "" };
    let (mantissa, exponent) = split_at_exponent(without_sign(text.as_bytes()));
    let (whole, fraction) = split_at_point(mantissa);
    let all: String = [whole, fraction]
        .concat()
        .into_iter()
        .map(char::from)
        .collect();
    let digits = all.trim_start_matches('0');
    let zeros = all.len() - digits.len();
    let power = length(whole) - length(&all.as_bytes()[..zeros]) + exponent.map_or(0, saturated);
    let power = power.clamp(*POWERS.start(), *POWERS.end());
    format!("{sign}0.{digits}0e{power}")
}

fn length(digits: &[u8]) -> i64 {
    i64::try_from(digits.len()).expect("memory holds fewer than 2**63 digits")
}

/// Returns the exponent, cut off where no text in memory could balance it.
fn saturated(exponent: &[u8]) -> i64 {
    let size = without_sign(exponent).iter().fold(0_i64, |size, digit| {
        (size * 10 + i64::from(digit - b'0')).min(i64::MAX / 100)
    });
    if exponent.starts_with(b"-") {
        -size
    } else {
        size
    }
}

fn split_at_exponent(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let place = text.iter().position(|byte| matches!(byte, b'e' | b'E'));
    place.map_or((text, None), |place| {
        (&text[..place], Some(&text[place + 1..]))
    })
}

fn split_at_point(text: &[u8]) -> (&[u8], &[u8]) {
    let place = text.iter().position(|&byte| byte == b'.');
    place.map_or((text, &[]), |place| (&text[..place], &text[place + 1..]))
}

fn are_digits(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_digit)
}
