"""Versions of `verifier` that one commit broke."""

from typing import Any

from candidates.reference.python_json import parse
from candidates.reference.verifier import RewardJson, Verifier
from tools.causes.wrong.making import candidate

Json = Any


# source: commit "be lenient with whitespace": the text of reward.json is stripped before it is read
# differs: reward.json of a no-break space and {"a": 1}: {"a": 1}, not VerifierOutputParseError
@candidate("verifier")
def the_json_is_stripped_first(case: Json) -> Json:
    """White space of Unicode around the JSON of reward.json is dropped, as str.strip does it.

    Around the JSON only spaces, tabs, line feeds and carriage returns are allowed.
    """
    return Verifier(json=RewardJson(parse=lambda text: parse(text.strip())))(case)
