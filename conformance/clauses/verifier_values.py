"""What harbor requires of the values in reward.json."""

from conformance.model import Answer, Case, Clause, Erratum, Failure, Result, Source

_PARSED = Source(
    "harbor/verifier/verifier.py",
    83,
    83,
    "json.loads(self.trial_paths.reward_json_path.read_text())",
)
_STORED = Source("harbor/verifier/verifier.py", 220, 220, "VerifierResult(rewards=rewards)")
_FIELD = Source(
    "harbor/models/verifier/result.py", 5, 5, "rewards: dict[str, float | int] | None = None"
)
_SOURCES = (_STORED, _FIELD)


def _erratum(says: str, wheel: str, json: bytes, text_answer: Answer) -> Erratum:
    case = Case("verifier", {"reward.txt": None, "reward.json": json})
    return Erratum("spec/000 §1", says, wheel, case, text_answer)


CLAUSES = (
    Clause(
        "verifier.json-values",
        "Each member of the document becomes a number by the rules of pydantic's float | int.",
        _SOURCES,
        _erratum(
            "The parsed JSON object is the rewards dict verbatim.",
            "The object is stored in a pydantic model, which converts text to numbers.",
            b'{"a": "1"}',
            Result({"rewards": {"a": "1"}}),
        ),
    ),
    Clause(
        "verifier.json-null",
        "The document null gives rewards that are null; an empty object gives rewards that are "
        "empty.",
        _SOURCES,
        Erratum(
            text="spec/000 §2",
            says="rewards is None ⇒ no verifier result (trial errored before/within verify).",
            wheel="The verifier succeeds on a reward.json of null, with rewards of None.",
            case=Case("verifier", {"reward.txt": None, "reward.json": b"null"}),
            text_answer=Failure("VerifierOutputParseError"),
        ),
    ),
    Clause(
        "verifier.json-not-an-object",
        "A document that is a list, a number, a text or a boolean is a ValidationError.",
        _SOURCES,
        _erratum(
            "Of the verifier's errors there are three, and bad JSON is a VerifierOutputParseError.",
            "The document is JSON, but the model refuses it, with an error of pydantic's.",
            b"[]",
            Failure("VerifierOutputParseError"),
        ),
    ),
    Clause(
        "verifier.json-not-a-number",
        "A member that is null, a list, an object or text that no number can be read from is a "
        "ValidationError.",
        _SOURCES,
        _erratum(
            "harbor does NOT validate JSON value types here.",
            "The model refuses null, lists, objects and text that is no number.",
            b'{"a": null}',
            Result({"rewards": {"a": None}}),
        ),
    ),
    Clause(
        "verifier.json-all-or-nothing",
        "One member that is refused makes the whole document a ValidationError.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-booleans",
        "true becomes 1.0 and false becomes 0.0, but not their names as text.",
        _SOURCES,
        _erratum(
            "The parsed JSON object is the rewards dict verbatim.",
            "The model converts booleans to floats.",
            b'{"a": true}',
            Result({"rewards": {"a": True}}),
        ),
    ),
    Clause(
        "verifier.json-integers",
        "A bare integer stays an integer of full precision, however large.",
        (_PARSED, *_SOURCES),
    ),
    Clause(
        "verifier.json-rounding",
        "A bare number with a point or an exponent becomes the nearest binary64, infinity and "
        "zero included.",
        (_PARSED, *_SOURCES),
    ),
    Clause(
        "verifier.json-text",
        "Text becomes the number that can be read from it, and otherwise is a ValidationError.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-white-space",
        "White space around the number in text is dropped, U+001C to U+001F not among it.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-underscore",
        "In text without white space, underscores are dropped, except at its ends or in pairs.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-ascii-digits",
        "Only ASCII digits count in text, unlike in reward.txt.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-words",
        "nan, inf and infinity in any case are numbers as text too.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-binary64",
        "Text that reads as a float is rounded to binary64, whole numbers too.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-integer",
        "Text that reads as no float is tried as an integer of full precision, white space "
        "outside and single underscores between digits allowed, and a point with zeros.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-leading-zeros",
        "Where text is tried as an integer, zeros and underscores before it are dropped, and a "
        "minus sign behind them counts.",
        _SOURCES,
    ),
    Clause(
        "verifier.json-text-digit-limit",
        "Text that only reads as an integer has at most 4300 digits, and otherwise is a "
        "ValidationError.",
        _SOURCES,
    ),
)
