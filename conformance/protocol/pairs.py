"""Text as JSON has it: the halves of a pair of surrogates, side by side, are one character."""


def paired(text: str) -> str:
    """Return a text with each such pair as the character that it stands for.

    A lone surrogate stays. Text that is edited by its characters may get halves side by side,
    which no message can tell from the character.
    """
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
