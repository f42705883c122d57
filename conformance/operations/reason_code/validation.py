"""The messages of pydantic on rewards that are no numbers, or no object."""

from collections.abc import Callable, Sequence

from conformance.operations.clause import Cases, clause, common
from conformance.operations.reason_code.inputs import RULES, case_with
from conformance.operations.strategies.drawing import build

LEVEL = common("huggingface/Repo2RLEnv#74: a ValidationError for text in reward.json")

NAMES = ("reward", "speed", "missing", "empty", "malformed", "parse", "Missing", "tests")
"""Names of rewards, as a reward.json may have them."""


def of_null(name: str) -> str:
    """Return pydantic's message on ``{name: null}`` as rewards."""
    return _validation_error(name, ("valid number", "valid integer"), ("float_type", "int_type"))


def of_text(name: str) -> str:
    """Return pydantic's message on ``{name: "x"}`` as rewards."""
    says = (
        "valid number, unable to parse string as a number",
        "valid integer, unable to parse string as an integer",
    )
    return _validation_error(name, says, ("float_parsing", "int_parsing"), "'x'", "str")


def of_list(name: str) -> str:
    """Return pydantic's message on ``[name]`` as rewards."""
    problem = _problem(
        "rewards", "valid dictionary", "dict_type", f"input_value=['{name}'], input_type=list"
    )
    return f"1 validation error for VerifierResult\n{problem}"


MESSAGES: tuple[Callable[[str], str], ...] = (of_null, of_text, of_list)


def _validation_error(
    name: str,
    says: Sequence[str],
    types: Sequence[str],
    value: str = "None",
    kind: str = "NoneType",
) -> str:
    cited = f"input_value={value}, input_type={kind}"
    problems = [
        _problem(f"rewards.{name}.{member}", says[i], types[i], cited)
        for i, member in enumerate(("float", "int"))
    ]
    return "\n".join(["2 validation errors for VerifierResult", *problems])


def _problem(where: str, says: str, kind: str, cited: str) -> str:
    return (
        f"{where}\n  Input should be a {says} [type={kind}, {cited}]\n"
        f"    For further information visit https://errors.pydantic.dev/2/v/{kind}"
    )


@clause("validation-messages", *RULES)
def validation_errors() -> Cases:
    """The message about rewards that are not numbers has rewards in it, so the keys and values that
    it quotes may match a rule."""
    return build(lambda message, name: case_with(message(name)), MESSAGES, NAMES)
