"""What spec/000 requires of reason_code: from the reason that a trial gives to a code.

harbor has no such stage, so the text's three rules are the requirement, in their order.
The text's third rule asks for ``("parse" in lowered or "malformed")``. As Python that is
always true, and any reason with ``reward`` in it would be a parse error; it is read as
``("parse" in lowered or "malformed" in lowered)``. Not decided by the text, and never
asked, is what becomes of a reason that is itself one of the text's codes and that no rule
covers, such as harbor_result_missing.

Beside its rules the text has a table of what they give for harbor's exceptions, which
harbor's real messages contradict: those are the errata. All five words are ASCII, and the
small form of no other letter puts one of them together (İ becomes i and a dot above, and
the dot stands in the way), so a port may lower ASCII letters alone.
"""

from conformance.model import Case, Clause, Erratum, Result, Section

_TEXT = "spec/000 §1"
_RULES = (Section("spec/000", "§1"),)
_TABLE = "spec/000 §1, table of results"

_MISSING = "harbor_reward_missing"
_EMPTY = "harbor_reward_empty"
_PARSE = "harbor_reward_parse_error"


def _reason(text: str) -> Case:
    return Case("reason_code", {"reason": text})


def _code(code: str | None) -> Result:
    return Result({"reason_code": code})


CLAUSES = (
    Clause("reason_code.no-reason", "Where there is no reason there is no code.", _RULES),
    Clause(
        "reason_code.missing",
        "A reason with reward and missing in it is harbor_reward_missing.",
        _RULES,
    ),
    Clause(
        "reason_code.empty",
        "A reason with reward and empty in it is harbor_reward_empty.",
        _RULES,
    ),
    Clause(
        "reason_code.parse",
        "A reason with reward and parse in it is harbor_reward_parse_error.",
        _RULES,
    ),
    Clause(
        "reason_code.malformed",
        "A reason with reward and malformed in it is harbor_reward_parse_error.",
        _RULES,
    ),
    Clause(
        "reason_code.no-rule",
        "A reason that no rule covers has no code, be it empty or one with reward alone.",
        _RULES,
        Erratum(
            text=_TEXT,
            says='The third rule asks for ("parse" in lowered or "malformed"), which is always '
            "true: any reason with reward in it is harbor_reward_parse_error.",
            wheel="The text's own table and its set of codes only make sense if malformed is "
            "looked for as well; the rule is read so.",
            case=_reason("reward"),
            text_answer=_code(_PARSE),
        ),
    ),
    Clause(
        "reason_code.reward-needed",
        "Without reward in it a reason has no code, whatever else it says.",
        _RULES,
    ),
    Clause(
        "reason_code.first-rule-wins",
        "Of several rules that cover a reason the first decides: missing before empty, and empty "
        "before parse and malformed.",
        _RULES,
    ),
    Clause(
        "reason_code.parts-of-words",
        "The words count wherever their letters stand in a row, in the middle of other words too.",
        _RULES,
    ),
    Clause(
        "reason_code.whole-words",
        "A word with anything between its letters, or with a letter less, is not the word.",
        _RULES,
    ),
    Clause(
        "reason_code.any-distance",
        "The words may stand in any order and however far apart, on other lines too.",
        _RULES,
    ),
    Clause(
        "reason_code.long-reasons",
        "A reason is searched to its end, however long it is.",
        _RULES,
    ),
    Clause(
        "reason_code.any-case",
        "Capital and small letters are the same.",
        _RULES,
    ),
    Clause(
        "reason_code.ascii-letters",
        "No character but an ASCII letter stands for a letter of a word: not those that other "
        "foldings of case turn into one (long s, sharp s, dotless i), nor those that look like "
        "one.",
        _RULES,
    ),
    Clause(
        "reason_code.surrogates",
        "A lone surrogate is a character like any other, and keeps the letters around it apart.",
        _RULES,
    ),
    Clause(
        "reason_code.codes",
        "The codes of the three rules are covered by them and stay what they are.",
        _RULES,
    ),
    Clause(
        "reason_code.class-names",
        "The names of exceptions are reasons like any other: of harbor's, RewardFileEmptyError "
        "alone has a code.",
        _RULES,
        Erratum(
            text=_TABLE,
            says="RewardFileNotFoundError is harbor_reward_missing.",
            wheel="Its name has no missing in it, nor has VerifierOutputParseError a reward.",
            case=_reason("RewardFileNotFoundError"),
            text_answer=_code(_MISSING),
        ),
    ),
    Clause(
        "reason_code.no-file-message",
        "harbor's message on a trial without a reward file says nothing of missing and has no "
        "code by itself.",
        _RULES,
        Erratum(
            text=_TABLE,
            says='A message with "No reward file found" is harbor_reward_missing.',
            wheel="None of the three rules covers harbor's message.",
            case=_reason("No reward file found at t/verifier/reward.txt or t/verifier/reward.json"),
            text_answer=_code(_MISSING),
        ),
    ),
    Clause(
        "reason_code.empty-file-message",
        "harbor's message on an empty reward file is harbor_reward_empty unless missing stands in "
        "the path that it names.",
        _RULES,
        Erratum(
            text=_TABLE,
            says='A message with "Reward file is empty" is harbor_reward_empty.',
            wheel="The path in the message has the task's name in it, and missing comes first.",
            case=_reason("Reward file is empty at missing-values__aB3dE7g/verifier/reward.txt"),
            text_answer=_code(_EMPTY),
        ),
    ),
    Clause(
        "reason_code.parse-message",
        "harbor's message on a reward file that holds no rewards is harbor_reward_parse_error "
        "unless missing or empty stands in the path that it names.",
        _RULES,
        Erratum(
            text=_TABLE,
            says='A message with "…parse…" is harbor_reward_parse_error.',
            wheel="The path in the message has the task's name in it, and empty comes first.",
            case=_reason(
                "Failed to parse rewards from text file empty-trash__aB3dE7g/verifier/reward.txt"
            ),
            text_answer=_code(_PARSE),
        ),
    ),
    Clause(
        "reason_code.paths-count",
        "A word counts in the path of a message as anywhere else: in the name of the job, of the "
        "task, and in the end of the trial's name that harbor draws at random.",
        _RULES,
        Erratum(
            text=_TABLE,
            says='A message with "No reward file found" is harbor_reward_missing.',
            wheel="For a task with parse in its name it is harbor_reward_parse_error.",
            case=_reason(
                "No reward file found at parse-csv__aB3dE7g/verifier/reward.txt or "
                "parse-csv__aB3dE7g/verifier/reward.json"
            ),
            text_answer=_code(_MISSING),
        ),
    ),
    Clause(
        "reason_code.cut-names",
        "A trial's name has the first 32 characters of its task's, and a word of which a part is "
        "cut off there does not count.",
        _RULES,
    ),
    Clause(
        "reason_code.validation-messages",
        "The message on rewards that are no numbers begins with rewards, so the names and values "
        "of rewards that it cites may bring it under a rule.",
        _RULES,
    ),
)
