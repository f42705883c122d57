"""What harbor requires of reward.json as a JSON document."""

from conformance.model import Case, Clause, Erratum, Failure, Source

_VERIFIER = "harbor/verifier/verifier.py"
_READ = Source(_VERIFIER, 83, 83, "json.loads(self.trial_paths.reward_json_path.read_text())")
_REFUSE = Source(_VERIFIER, 84, 89, "except (ValueError, TypeError) as e:")
_KEEP = Source("harbor/models/verifier/result.py", 5, 5, "dict[str, float | int]")

CLAUSES = (
    Clause(
        "verifier.json-document",
        "reward.json holds one document as Python's json.loads() reads it; anything else is a "
        "VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-strict",
        "Comments, trailing commas, single quotes, bare names and other languages' words are "
        "refused.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-one-document",
        "Nothing but white space may follow the document.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-white-space",
        "Only space, tab, line feed and carriage return may stand between the tokens.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-number-form",
        "A bare number has JSON's form: no plus sign, no leading zeros, digits at both sides of "
        "the point.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-constants",
        "NaN, Infinity and -Infinity, spelled exactly so, are numbers.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-control-characters",
        "Bare control characters up to U+001F are refused in names and texts; from U+007F on "
        "they are not.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-escapes",
        "A backslash begins one of JSON's nine escapes, in lower case, and nothing else.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-surrogates",
        "An escaped surrogate pair is one character, and a surrogate without its partner stays "
        "in the name.",
        (_READ, _KEEP),
    ),
    Clause(
        "verifier.json-names",
        "Names are kept as they are: any text, empty too, neither trimmed nor normalised.",
        (_READ, _KEEP),
    ),
    Clause(
        "verifier.json-duplicate-names",
        "Of duplicate names the last value holds, and the earlier ones are not looked at.",
        (_READ, _KEEP),
    ),
    Clause(
        "verifier.json-digit-limit",
        "An integer of more than 4300 digits, in any place, is a VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-deep-nesting",
        "Nesting that exhausts Python's recursion limit is a RecursionError, even if the text "
        "behind it is no JSON.",
        (_READ, _REFUSE),
        Erratum(
            text="spec/000 §1",
            says="bad JSON → VerifierOutputParseError",
            wheel="harbor catches ValueError and TypeError; RecursionError is neither.",
            case=Case("verifier", {"reward.txt": None, "reward.json": b"[" * 100_000}),
            text_answer=Failure("VerifierOutputParseError"),
        ),
    ),
    Clause(
        "verifier.json-utf8",
        "A reward.json that is not strict UTF-8 is a VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
    Clause(
        "verifier.json-byte-order-mark",
        "A byte order mark before the document is a VerifierOutputParseError.",
        (_READ, _REFUSE),
    ),
)
