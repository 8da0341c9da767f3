"""Fill the lesson's templates with numbers.

Sentences stand in ``words/``, tables, lists and formulas in ``markup/``, one file a section, in
groups of templates. This is how they are written:

========================== ===================================================================
``{wasted}``               a number, thousands grouped, or a word
``{wasted|slot|slots}``    one word for 1, the other for any other number
``{#free} … {/free}``      shown if the number is not 0; for a list, once for each of its items
``{^free} … {/free}``      shown if it is 0, or the list is empty
``{>hook.caption}``        ``caption`` of the group ``parts.hook``: what templates are made of
========================== ===================================================================
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
PART = re.compile(r"\{>(\w+)\.(\w+)\}")

Facts = Mapping[str, Any]


@cache
def templates() -> dict[str, dict[str, str]]:
    """Read all templates, their parts put in: group, then name, then text.

    Raises
    ------
    ValueError
        If two files have a template or a part of one name.
    """
    groups: dict[str, dict[str, str]] = {}
    parts: dict[str, dict[str, str]] = {}
    for folder in ("words", "markup"):
        for file in sorted(
            files(__package__).joinpath(folder).iterdir(), key=lambda each: each.name
        ):
            content = tomllib.loads(file.read_text("utf-8"))
            _merge(parts, content.pop("parts", {}))
            _merge(groups, content)
    return {
        group: {name: _put_together(text, parts) for name, text in templates.items()}
        for group, templates in groups.items()
    }


def _merge(groups: dict[str, dict[str, str]], more: dict[str, dict[str, str]]) -> None:
    for group, texts in more.items():
        known = groups.setdefault(group, {})
        if twice := known.keys() & texts.keys():
            raise ValueError(
                f"{group}.{min(twice)} is there twice; give each text a name of its own"
            )
        known |= texts


def _put_together(text: str, parts: dict[str, dict[str, str]]) -> str:
    def put(place: re.Match[str]) -> str:
        group, name = place.groups()
        return _put_together(parts[group][name], parts)

    return PART.sub(put, text)


def say(name: str, facts: Facts) -> str:
    """Fill the template called ``"group.name"`` with `facts`."""
    group, template = name.split(".")
    return fill(templates()[group][template], facts)


def fill(template: str, facts: Facts) -> str:
    """Put numbers into a template.

    Parameters
    ----------
    template : str
        Text with places for facts, as described above.
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
