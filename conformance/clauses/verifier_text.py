"""What harbor requires of the number in reward.txt."""

from conformance.model import Case, Clause, Erratum, Result, Source

_VERIFIER = "harbor/verifier/verifier.py"
_READ = Source(
    _VERIFIER, 68, 68, '{"reward": float(self.trial_paths.reward_text_path.read_text())}'
)
_REFUSE = Source(_VERIFIER, 69, 74, "except (ValueError, TypeError) as e:")

CLAUSES = (
    Clause(
        "verifier.text-number",
        "reward.txt holds one number as Python's float() reads it; anything else is a "
        "VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-name",
        "The number of reward.txt is the only reward, and its name is reward.",
        (_READ,),
    ),
    Clause(
        "verifier.text-whole-file",
        "The number is all of reward.txt: nothing but white space may stand before or behind it.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-integer",
        "A whole number in reward.txt is rounded to binary64 like any other.",
        (_READ,),
    ),
    Clause(
        "verifier.text-sign",
        "One + or - may stand before the digits or the word, with nothing between.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-point",
        "The digits may be missing before the point or behind it, but not at both sides.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-exponent",
        "Digits may be followed by e or E, at most one sign and at least one digit.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-underscore",
        "A single underscore may stand between two digits and nowhere else.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-white-space",
        "Any Unicode white space around the number is dropped, U+001C to U+001F not among it.",
        (_READ, _REFUSE),
        Erratum(
            text="spec/000 §1",
            says="float() tolerates surrounding whitespace.",
            wheel="float() refuses U+001C to U+001F, which str.isspace() and str.strip() take "
            "for white space.",
            case=Case("verifier", {"reward.txt": b"1\x1c", "reward.json": None}),
            text_answer=Result({"rewards": {"reward": 1.0}}),
        ),
    ),
    Clause(
        "verifier.text-unicode-digits",
        "The decimal digits of every script count as digits; other numerals do not.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-words",
        "nan, inf and infinity in any case are numbers; no other word is one.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-decimal-only",
        "Numbers are decimal: leading zeros mean nothing, and prefixes, suffixes and thousands "
        "separators are refused.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-rounding",
        "A number of any length becomes the nearest binary64, of two equally near the even one.",
        (_READ,),
    ),
    Clause(
        "verifier.text-overflow",
        "A number too large for a binary64 becomes infinity and is no error.",
        (_READ,),
    ),
    Clause(
        "verifier.text-underflow",
        "Small numbers become subnormal, and at last zero, by the same rounding.",
        (_READ,),
    ),
    Clause(
        "verifier.text-nul",
        "A NUL character does not end the text: it makes it a VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-utf8",
        "A reward.txt that is not strict UTF-8 is a VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.text-byte-order-mark",
        "A byte order mark is part of the text, so reward.txt with one is a "
        "VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
)
