"""What public implementations of pass@k do differently."""

from typing import Any

from candidates.reference.pass_at_k import PassAtK, Success, binary
from tools.causes.wrong.making import candidate

Json = Any

_TOLERANCE = 1e-6


# source: tau2's `is_successful`: `(1 - 1e-6) <= reward <= (1 + 1e-6)`
# differs: two attempts at a task, of 0.9999999 each: {"2": 1.0}, not no pass@k
@candidate("pass_at_k")
def almost_one_is_a_success(case: Json) -> Json:
    """A reward within 1e-6 of 1 counts as a success, not only 1 itself."""

    def success(value: Json) -> int | None:
        return 1 if 1 - _TOLERANCE <= value <= 1 + _TOLERANCE else binary(value)

    return PassAtK(success=Success(binary=success))(case)
