"""The page's own scripts without a page: in V8, with what a page would hand in."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from py_mini_racer import MiniRacer

from kvpage.allocators import Allocation
from kvpage.lesson.words import templates
from kvpage.page.assembling import SECTIONS, _drawing, _limits
from kvpage.page.linking import linked


class Scripts:
    """Scripts and what they import, in a scope of their own.

    ``scripts(code, *given)`` calls a function, which may be one of theirs by name or written
    for the occasion with their names in sight, and gives what it returns: both ways as JSON.
    """

    def __init__(self, *entries: str) -> None:
        self._v8 = MiniRacer()
        text = linked("page_data.js", *entries)
        self._v8.eval(
            f'(() => {{"use strict"; {text}; globalThis.inside = code => eval(code) }})()'
        )
        self("handIn", _handed_in())

    def __call__(self, code: str, *given: Any) -> Any:
        called = f"inside({json.dumps(f'({code})')})({', '.join(map(json.dumps, given))})"
        return json.loads(self._v8.eval(f"JSON.stringify({called} ?? null)"))


@cache
def _handed_in() -> dict[str, Any]:
    return {
        "words": templates(),
        "limits": _limits(),
        "drawing": _drawing(),
        "sections": SECTIONS,
    }


def as_script(allocation: Allocation) -> dict[str, Any]:
    """Give an allocation as the scripts have it."""
    columns = ("lengths", "held", "allocated", "wasted")
    return {
        "scheme": allocation.scheme,
        "unit": allocation.unit,
        **{name: getattr(allocation, name).tolist() for name in columns},
        "turnedAway": allocation.turned_away.tolist(),
    }


def workloads(count: int) -> Iterator[tuple[list[int], int, int]]:
    """Draw lengths, a block size and a page size; lengths often fill their units, or nearly do."""
    chance = random.Random(33)
    for _ in range(count):
        block, page = chance.randint(1, 32), chance.randint(1, 16)
        near = [0, 32, block, block - 1, min(block + 1, 32), page, min(2 * page, 32)]
        drawn = [*near, *chance.choices(range(33), k=9)]
        yield chance.choices(drawn, k=chance.randint(1, 8)), block, page
