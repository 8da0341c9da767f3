"""The kinds of questions: what each asks, the right number, and the mistakes behind wrong ones.

Every number comes from an allocation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from kvpage.allocators import Allocation, naive, paged

__all__ = ["ASKED_SIZES", "KINDS", "UNIT_NAMES", "Case", "Draw", "drawn"]

PAGE_SIZES = range(2, 17)
ASKED_SIZES = range(2, 9)
"""Page sizes among which ``which_page`` asks for one."""

LONGEST = 31
"""Tokens of the longest sequence; one more still fits the lesson's figures."""

EXAMPLE = paged([1, 4, 2], 2)
"""The example that runs through the lesson, in pages."""

Draw = Callable[[int, int], int]
"""A whole number from one to another, both included."""


@dataclass(frozen=True)
class Case:
    """Some sequences, a block size, a page size, and another page size to ask for."""

    lengths: tuple[int, ...]
    block: int
    page: int
    other: int = 0

    @cached_property
    def pages(self) -> Allocation:
        """Lay the sequences out in pages."""
        return paged(self.lengths, self.page)

    @cached_property
    def blocks(self) -> Allocation:
        """Lay the sequences out in blocks."""
        return naive(self.lengths, self.block)

    @cached_property
    def pooled(self) -> Allocation:
        """Lay the tokens out as if sequences shared their pages."""
        return paged([sum(self.lengths)], self.page)

    @cached_property
    def next(self) -> Allocation:
        """Lay the sequences out after each has written one more token."""
        return paged([length + 1 for length in self.lengths], self.page)

    @cached_property
    def next_pooled(self) -> Allocation:
        """Lay those tokens out as if sequences shared their pages."""
        return paged([sum(self.lengths) + len(self.lengths)], self.page)

    @property
    def cache(self) -> int:
        """Count the slots of a cache in which each sequence has a block."""
        return len(self.lengths) * self.block


Asked = tuple[int, list[tuple[int, str]]]
"""An answer and its slips, the one that the question is there to find first."""


def _new_pair(case: Case) -> Asked:
    pages = case.pages
    return pages.n_wasted, [
        (case.pooled.n_wasted, "pooled"),
        (case.page - 1, "cap"),
        (pages.n_wasted + EXAMPLE.n_wasted, "example"),
        (case.blocks.n_wasted, "blocks"),
        (pages.n_slots, "allocated"),
    ]


def _last_step(case: Case) -> Asked:
    pages = case.pages
    return pages.n_wasted, [
        (case.pooled.n_wasted, "pooled"),
        (case.page - 1, "cap"),
        (_in_last_pages(pages), "last"),
        (len(case.lengths) * (case.page - 1), "every"),
        (pages.n_tokens, "tokens"),
    ]


def _page_waste(case: Case) -> Asked:
    pages = case.pages
    return pages.n_wasted, [
        (case.pooled.n_wasted, "pooled"),
        (_in_last_pages(pages), "last"),
        (case.page - 1, "cap"),
        (pages.n_wasted + case.page * _full(pages), "extra"),
        (len(case.lengths) * (case.page - 1), "every"),
        (int(pages.wasted[-1]), "alone"),
        (pages.n_tokens, "tokens"),
        (pages.n_slots, "allocated"),
        (pages.n_units, "pages"),
    ]


def _block_waste(case: Case) -> Asked:
    blocks = case.blocks
    return blocks.n_wasted, [
        (0, "none"),
        (naive(case.lengths, max(case.lengths)).n_wasted, "longest"),
        (naive([sum(case.lengths)], case.block, truncate=True).n_wasted, "shared"),
        (int(blocks.wasted[-1]), "alone"),
        (blocks.n_tokens, "tokens"),
        (blocks.n_slots, "allocated"),
    ]


def _pages_held(case: Case) -> Asked:
    pages = case.pages
    return pages.n_units, [
        (case.pooled.n_units, "pooled"),
        (pages.n_units - len(case.lengths) + _full(pages), "down"),
        (pages.n_units + _full(pages), "extra"),
        (pages.n_tokens, "tokens"),
        (pages.n_slots, "slots"),
        (pages.n_wasted, "wasted"),
    ]


def _fragmentation(case: Case) -> Asked | None:
    pages = case.pages
    in_the_cache = pages.n_slots <= case.cache and case.cache % case.page == 0
    if not in_the_cache or 100 * pages.n_wasted % pages.n_slots:
        return None
    return _percent(pages.n_wasted, pages.n_slots), [
        (_percent(pages.n_wasted, case.cache), "of_cache"),
        (_percent(pages.n_wasted, pages.n_tokens), "of_tokens"),
        (_percent(case.cache - pages.n_tokens, case.cache), "unused"),
        (_percent(pages.n_tokens, pages.n_slots), "used"),
        (_percent(case.pooled.n_wasted, case.pooled.n_slots), "pooled"),
        (pages.n_wasted, "slots"),
    ]


def _free_slots(case: Case) -> Asked | None:
    pages = case.pages
    if pages.n_slots > case.cache or case.cache % case.page:
        return None
    free = case.cache - pages.n_slots
    return free, [
        (case.cache - pages.n_tokens, "empty"),
        (case.cache - case.pooled.n_slots, "pooled"),
        (free + case.page * (len(case.lengths) - _full(pages)), "down"),
        (free - case.page * _full(pages), "extra"),
        (pages.n_slots, "allocated"),
        (pages.n_wasted, "wasted"),
    ]


def _next_pages(case: Case) -> Asked:
    taken = case.next.n_units - case.pages.n_units
    return taken, [
        (_full(case.next), "after"),
        (case.next_pooled.n_units - case.pooled.n_units, "pooled"),
        (case.next.n_units, "held"),
        (case.next.n_slots - case.pages.n_slots, "slots"),
        (len(case.lengths) - taken, "room"),
    ]


def _next_waste(case: Case) -> Asked:
    wasted = case.next.n_wasted
    return wasted, [
        (case.pages.n_wasted - len(case.lengths), "filled"),
        (case.pages.n_wasted, "now"),
        (wasted + case.next.n_units - case.pages.n_units, "whole"),
        (wasted + case.page * _full(case.next), "early"),
        (case.next_pooled.n_wasted, "pooled"),
    ]


def _which_page(case: Case) -> Asked | None:
    if case.page not in ASKED_SIZES or case.page == case.other:
        return None
    waste = {size: paged(case.lengths, size).n_wasted for size in ASKED_SIZES}
    wasted = waste.pop(case.other)
    if wasted in waste.values() or wasted == case.other:
        return None
    pooled = [
        (size, "pooled") for size in waste if paged([sum(case.lengths)], size).n_wasted == wasted
    ]
    slips = dict([*((size, "tried") for size in waste), (wasted + 1, "cap"), *pooled])
    telling = [
        (size, name) for size, name in slips.items() if waste.get(size, case.other) != case.other
    ]
    return case.other, telling


def _which_length(case: Case) -> Asked | None:
    pages = case.pages
    if pages.n_units == 1 or pages.n_wasted == 0:
        return None
    return pages.n_tokens, [
        (pages.n_slots - case.page + pages.n_wasted, "last"),
        (pages.n_slots, "slots"),
        (pages.n_slots + pages.n_wasted, "added"),
        (pages.n_slots - case.page, "whole"),
        (pages.n_slots - case.page + 1, "least"),
    ]


def _in_last_pages(pages: Allocation) -> int:
    """Count the tokens in the last pages."""
    return len(pages.lengths) * pages.unit - pages.n_wasted


def _full(pages: Allocation) -> int:
    """Count the sequences that just fill their pages."""
    return int((pages.wasted == 0).sum())


def _percent(part: int, whole: int) -> int:
    """Round a share to whole percent, half up."""
    return (200 * part + whole) // (2 * whole)


KINDS: dict[str, Callable[[Case], Asked | None]] = {
    "new_pair": _new_pair,
    "last_step": _last_step,
    "page_waste": _page_waste,
    "block_waste": _block_waste,
    "pages_held": _pages_held,
    "fragmentation": _fragmentation,
    "free_slots": _free_slots,
    "next_pages": _next_pages,
    "next_waste": _next_waste,
    "which_page": _which_page,
    "which_length": _which_length,
}

UNIT_NAMES = {
    "pages_held": "pages",
    "next_pages": "pages",
    "fragmentation": "percent",
    "which_length": "tokens",
}
"""What a kind's answer counts, if not slots."""


def drawn(draw: Draw, n: int) -> Case:
    """Draw a case of n sequences."""
    page = draw(PAGE_SIZES[0], PAGE_SIZES[-1])
    longest = LONGEST if n == 1 else draw(6, LONGEST)
    lengths = []
    for _ in range(n):
        length = draw(1, longest)
        fills_its_pages = length >= page and draw(1, 3) == 1
        lengths.append(length // page * page if fills_its_pages else length)
    block = draw(max(lengths), min(2 * longest, LONGEST + 1))
    return Case(tuple(lengths), block, page, draw(ASKED_SIZES[0], ASKED_SIZES[-1]))
