"""The messages of pydantic on rewards that are no numbers, or no object."""

from conformance.operations.clause import Cases, clause, common
from conformance.operations.reason_code.inputs import RULES, case_with
from conformance.operations.strategies.drawing import build

LEVEL = common("huggingface/Repo2RLEnv#74: a ValidationError for text in reward.json")

NAMES = ("reward", "speed", "missing", "empty", "malformed", "parse", "Missing", "tests")
"""Names of rewards, as a reward.json may have them."""


OF_NULL = """\
2 validation errors for VerifierResult
rewards.{name}.float
  Input should be a valid number [type=float_type, input_value=None, input_type=NoneType]
    For further information visit https://errors.pydantic.dev/2/v/float_type
rewards.{name}.int
  Input should be a valid integer [type=int_type, input_value=None, input_type=NoneType]
    For further information visit https://errors.pydantic.dev/2/v/int_type"""
"""What pydantic says of ``{name: null}`` as rewards."""

OF_TEXT = """\
2 validation errors for VerifierResult
rewards.{name}.float
  Input should be a valid number, unable to parse string as a number \
[type=float_parsing, input_value='x', input_type=str]
    For further information visit https://errors.pydantic.dev/2/v/float_parsing
rewards.{name}.int
  Input should be a valid integer, unable to parse string as an integer \
[type=int_parsing, input_value='x', input_type=str]
    For further information visit https://errors.pydantic.dev/2/v/int_parsing"""
"""What it says of ``{name: "x"}``."""

OF_LIST = """\
1 validation error for VerifierResult
rewards
  Input should be a valid dictionary [type=dict_type, input_value=['{name}'], input_type=list]
    For further information visit https://errors.pydantic.dev/2/v/dict_type"""
"""What it says of ``[name]``."""

MESSAGES = (OF_NULL, OF_TEXT, OF_LIST)


@clause("validation-messages", *RULES)
def validation_errors() -> Cases:
    """The message about rewards that are not numbers has rewards in it, so the keys and values that
    it quotes may match a rule."""
    return build(lambda message, name: case_with(message.format(name=name)), MESSAGES, NAMES)
