"""Read the lengths that someone types, by the rules of ``page/scripts/lengths.js``."""

import re

from kvpage.lesson.words import say

__all__ = ["read_lengths"]

BRACKETS = {"[": "]", "(": ")", "{": "}"}


def read_lengths(text: str, most: int, longest: int) -> list[int]:
    """Read whole numbers between commas, semicolons, spaces, tabs or line breaks.

    Brackets of one kind may stand around all of them, as in a list of Python's or JSON's.

    Parameters
    ----------
    text : str
    most, longest : int
        How many lengths there may be, and how long the longest.

    Returns
    -------
    list of int

    Raises
    ------
    ValueError
        If the text says anything else; the message tells its writer what is wrong.
    """
    written = re.sub(r"[\s\ufeff]+", " ", text).strip()
    bracketed = BRACKETS.get(written[:1]) == written[-1:]
    listed = written[1:-1].strip() if bracketed else written
    if not listed:
        raise ValueError(say("input.empty", {}))
    if re.search(r"^[,;]|[,;] ?[,;]", listed):
        raise ValueError(say("input.gap", {}))
    lengths = [_read_length(piece, longest) for piece in re.split("[,; ]+", listed) if piece]
    if len(lengths) > most:
        raise ValueError(say("input.too_many", {"count": len(lengths), "limit": most}))
    return lengths


def _read_length(piece: str, longest: int) -> int:
    facts = {"value": piece if len(piece) <= 40 else f"{piece[:40]}…", "limit": longest}
    if re.fullmatch(r"[-−][0-9]+", piece):
        raise ValueError(say("input.negative", facts))
    if not re.fullmatch(r"[0-9]+", piece):
        raise ValueError(say("input.not_a_number", facts))
    digits = piece.lstrip("0") or "0"
    if len(digits) > len(str(longest)) or int(digits) > longest:
        raise ValueError(say("input.too_long", facts))
    return int(digits)
