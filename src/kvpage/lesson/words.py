"""Fill the lesson's templates with numbers.

The templates stand in ``page/words.toml``, which also says how they are written.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["fill", "ratio", "say", "templates"]

PLACE = re.compile(
    r"\{([#^])(\w+)\}(.*?)\{/\2\}"  # a section
    r"|\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}",  # a value, or one of two words
    re.DOTALL,
)

Facts = Mapping[str, Any]


@cache
def templates() -> dict[str, dict[str, str]]:
    """Read all templates: group, then name, then text."""
    return tomllib.loads(files("kvpage").joinpath("page/words.toml").read_text("utf-8"))


def say(name: str, facts: Facts) -> str:
    """Fill the template called ``"group.name"`` with `facts`."""
    group, template = name.split(".")
    return fill(templates()[group][template], facts)


def fill(template: str, facts: Facts) -> str:
    """Put numbers into a template.

    Parameters
    ----------
    template : str
        Text with places for facts, as described in ``page/words.toml``.
    facts : mapping
        Whole numbers, words, and lists of further facts, by name.

    Returns
    -------
    str

    Raises
    ------
    KeyError
        If the template has a place for a fact that is not there.
    """

    def put(place: re.Match[str]) -> str:
        kind, section, body, name, one, many = place.groups()
        value = facts[section or name]
        if kind == "^":
            return "" if value else fill(body, facts)
        if kind == "#":
            items = value if isinstance(value, list) else [{}] * bool(value)
            return "".join(fill(body, {**facts, **item}) for item in items)
        if one is not None:
            return one if value == 1 else many
        return f"{value:,}" if isinstance(value, int) else value

    return PLACE.sub(put, template)


def ratio(wasted: int, allocated: int) -> str:
    """Print a fragmentation to three decimals, half up, and say whether that is exact.

    >>> ratio(5, 12), ratio(1, 8)
    ('≈ 0.417', '= 0.125')
    """
    if allocated == 0:
        return "= 0"
    thousandths = (2000 * wasted + allocated) // (2 * allocated)
    sign = "=" if 1000 * wasted % allocated == 0 else "≈"
    return f"{sign} {thousandths // 1000}.{thousandths % 1000:03d}"
