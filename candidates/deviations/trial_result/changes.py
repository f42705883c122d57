"""Changes of a reader of JSON that several deviations are made of."""

from collections.abc import Callable

from candidates.deviations.deviation import Changes, Step, after, around
from candidates.reference.jiter_json import Object
from candidates.reference.trial_result import ValidationError


def lenient(repair: Callable[[str], str]) -> Changes:
    """Return the change that repairs a text that cannot be parsed."""

    def repairing(parse: Step) -> Step:
        def parse_or_repair(text: str) -> object:
            try:
                return parse(text)
            except ValueError:
                return parse(repair(text))

        return parse_or_repair

    return around(parse=repairing)


def on_objects(change: Callable[[Object], Object]) -> Changes:
    """Return the change of each object of the document, the outer before the inner."""

    def changed(value: object) -> object:
        if isinstance(value, list):
            return [changed(element) for element in value]
        if not isinstance(value, Object):
            return value
        return Object([(name, changed(member)) for name, member in change(value).members])

    return after(parse=changed)


def one_kind_of_error(decode: Step) -> Step:
    """Decode, and take bytes that are not UTF-8 for a file that does not fit."""

    def decode_or_refuse(content: bytes) -> str:
        try:
            return decode(content)  # type: ignore[no-any-return] # a step
        except UnicodeDecodeError as error:
            raise ValidationError from error

    return decode_or_refuse
