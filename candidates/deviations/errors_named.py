"""Errors that another reader raises under other names."""

from candidates.deviations.deviation import Changes, Parameter, Step, around


def renamed(steps: tuple[str, ...], error: type[Exception], name: str) -> Changes:
    """Return the change that gives an error of these steps another name."""
    other = type(name, (Exception,), {})

    def renaming(step: Step) -> Step:
        def answer(question: object) -> object:
            try:
                return step(question)
            except error as raised:
                raise other(str(raised)) from raised

        return answer

    return around(dict.fromkeys(steps, renaming))


def name(default: str, steps: tuple[str, ...], error: type[Exception], *usual: str) -> Parameter:
    """Return the parameter that is the other name."""
    return Parameter("name", default, str, lambda other: renamed(steps, error, other), usual=usual)
