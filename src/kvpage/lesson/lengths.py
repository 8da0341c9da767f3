"""Read the lengths that someone types, by the rules of ``page/state.js``."""

import re

from kvpage.lesson.words import say

__all__ = ["read_lengths"]


def read_lengths(text: str, most: int, longest: int) -> list[int]:
    """Read whole numbers between commas, semicolons or spaces.

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
    trimmed = text.strip()
    if not trimmed:
        raise ValueError(say("input.empty", {}))
    if re.search(r"^[,;]|[,;]\s*[,;]", trimmed):
        raise ValueError(say("input.gap", {}))
    lengths = [_read_length(piece, longest) for piece in re.split(r"[,;\s]+", trimmed) if piece]
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
