//! Bytes from base64 text.

/// Returns the bytes, or `None` where the text is not base64 with its padding.
pub fn decode(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let unpadded = text
        .strip_suffix(b"==")
        .or(text.strip_suffix(b"="))
        .unwrap_or(text);
    let mut bytes = Vec::with_capacity(unpadded.len() / 4 * 3 + 2);
    for group in unpadded.chunks(4) {
        push_group(&mut bytes, group)?;
    }
    Some(bytes)
}

/// Appends the one to three bytes that two to four letters stand for.
fn push_group(bytes: &mut Vec<u8>, group: &[u8]) -> Option<()> {
    let mut bits = 0_u32;
    for &letter in group {
        bits = bits << 6 | sextet(letter)?;
    }
    bits <<= 6 * (4 - group.len());
    let whole_bytes = group.len() * 6 / 8;
    bytes.extend_from_slice(&bits.to_be_bytes()[1..=whole_bytes]);
    Some(())
}

fn sextet(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(value))
}
