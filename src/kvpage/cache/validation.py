"""Which numbers count slots, tokens or steps, and what is said of those that cannot."""

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "INT64_MAX",
    "Counts",
    "all_at_least",
    "at_least",
    "counted",
    "fits_int64",
    "shown",
    "whole_number",
]

INT64_MAX = int(np.iinfo(np.int64).max)

Counts = NDArray[np.int64]


def whole_number(value: Any, name: str) -> int:
    """Return a whole number as an int; a bool is none."""
    if isinstance(value, (bool, np.bool_, np.timedelta64)) or not isinstance(value, Integral):
        kind = type(value).__name__
        raise TypeError(f"{name} is {shown(value)}, a {kind}; give a whole number (an int)")
    return int(value)


def at_least(least: int, value: Any, name: str, unit: str) -> int:
    """Return a whole number of slots, tokens or steps that is not below the least."""
    number = whole_number(value, name)
    if number < least:
        raise ValueError(_too_small(least, number, name, unit))
    return number


def all_at_least(least: int, values: Any, name: str, unit: str) -> NDArray[Any]:
    """Return a 1-d array of whole numbers, of any integer dtype or Python's own integers."""
    numbers = _one_dimensional(values, name)
    if int(numbers.min(initial=least)) < least:
        index = int(np.argmax(numbers < least))
        raise ValueError(_too_small(least, numbers[index], f"{name}[{index}]", unit))
    return numbers


def fits_int64(total: int, what: str) -> int:
    """Return a number that int64 can hold."""
    if total > INT64_MAX:
        raise ValueError(f"{what} is {total}, which int64 cannot hold; at most {INT64_MAX} fits")
    return total


def shown(value: Any) -> str:
    """Write a value as an error shows it."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def counted(number: int, thing: str) -> str:
    """Write a number of things.

    >>> counted(1, "page"), counted(2, "page")
    ('1 page', '2 pages')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _too_small(least: int, number: int, name: str, unit: str) -> str:
    return f"{name} is {number}; it has to be {counted(least, unit)} or more"


def _one_dimensional(values: Any, name: str) -> NDArray[Any]:
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes)):
        row = values
    else:
        row = np.asarray(values) if hasattr(values, "__array__") else None
        if row is None or row.ndim == 0:
            number = whole_number(values if row is None else row.item(), name)
            raise ValueError(f"{name} is the single number {number}; give a list: [{number}]")
        if row.ndim > 1:
            raise ValueError(f"{name} has {row.ndim} dimensions; give one, as in [1, 4, 2]")
        if row.dtype.kind in "iu":
            return row
    for index, value in enumerate(row):
        if isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, (str, bytes)):
            raise ValueError(
                f"{name}[{index}] is {shown(value)}, so {name} is not one-dimensional; "
                "give one whole number for each sequence"
            )
    numbers = [whole_number(value, f"{name}[{index}]") for index, value in enumerate(row)]
    return np.array(numbers, dtype=object)
