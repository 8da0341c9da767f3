"""The numbers that the lesson's words say, read from allocations and from nothing else."""

from itertools import groupby
from typing import Any

from kvpage.allocators import Allocation, naive, paged
from kvpage.lesson.words import ratio

__all__ = [
    "COLOURS",
    "COMPARED_PAGES",
    "NAMES",
    "SCALES",
    "Facts",
    "both_sides",
    "of_side",
    "one_side",
    "slots_in_order",
    "strip_runs",
    "waste_by_length",
]

NAMES = "ABCDEFGH"
COLOURS = "abcd"
"""The sequences' colours, in turn, as ``page/styles/style.css`` names them."""
SCALES = (4, 8, 12, 16, 24, 32)
"""Where an axis may end, so that it stays put while numbers move."""
COMPARED_PAGES = (1, 2, 4, 8, 16)
"""Page sizes whose price is told beside that of the present one."""

Facts = dict[str, Any]


def one_side(allocation: Allocation, cache: int) -> Facts:
    """Count what one scheme makes of the sequences.

    Parameters
    ----------
    allocation : Allocation
    cache : int
        Slots of the cache that both schemes are drawn in.

    Returns
    -------
    dict
        Numbers by name; under ``"sequences"`` and ``"too_long"`` lists of such dicts, for
        every sequence and for those that were cut off.
    """
    columns = {
        "length": allocation.lengths,
        "held": allocation.held,
        "allocated": allocation.allocated,
        "wasted": allocation.wasted,
        "turned_away": allocation.turned_away,
        "units": allocation.allocated // allocation.unit,
    }
    sequences = [
        {"name": NAMES[row]} | {name: int(counts[row]) for name, counts in columns.items()}
        for row in range(len(allocation.lengths))
    ]
    return {
        "n": len(sequences),
        "unit": allocation.unit,
        "units": allocation.n_units,
        "cache": cache,
        "asked": int(allocation.lengths.sum()),
        "tokens": allocation.n_tokens,
        "allocated": allocation.n_slots,
        "wasted": allocation.n_wasted,
        "free": cache - allocation.n_slots,
        "turned_away": int(allocation.turned_away.sum()),
        "ratio": ratio(allocation.n_wasted, allocation.n_slots),
        "sequences": in_a_list(sequences),
        "too_long": in_a_list([each for each in sequences if each["turned_away"]]),
    }


def both_sides(reserve: Facts, pages: Facts) -> Facts:
    """Set what `one_side` counted for blocks and for pages against each other.

    Returns
    -------
    dict
        The numbers of either side under its name, ``"reserve_wasted"`` and so on, and the
        verdict: one of ``"fewer"``, ``"even"`` and ``"worse"`` (what paging wastes) is true,
        unless tokens were turned away.
    """
    more_waste = pages["wasted"] - reserve["wasted"]
    comparable = not reserve["turned_away"]
    return {
        **of_side("reserve", reserve),
        **of_side("paged", pages),
        "n": reserve["n"],
        "cache": reserve["cache"],
        "asked": reserve["asked"],
        "turned_away": reserve["turned_away"],
        "longest": max(each["length"] for each in reserve["sequences"]),
        "fewer": comparable and more_waste < 0,
        "even": comparable and more_waste == 0,
        "worse": comparable and more_waste > 0,
        "rows": [
            one | of_side("reserve", one) | of_side("paged", other)
            for one, other in zip(reserve["sequences"], pages["sequences"], strict=True)
        ],
    }


def waste_by_length(
    lengths: list[int], block: int, page: int, length: int, reach: int = 0
) -> Facts:
    """Count what each length leaves empty in a block and in pages, and what one length costs.

    Parameters
    ----------
    lengths : list of int
        Tokens of the sequences that stand on the curves.
    block, page : int
        Slots of a block and of a page.
    length : int
        Tokens of the length that is looked at.
    reach : int, default 0
        A length that the axis has to reach in any case.

    Returns
    -------
    dict
        Of `length`, what its row says. Under ``"rows"`` such a dict for every length from 0 to
        ``"longest"``, where the axis ends; ``"worst"`` is where the axis of wasted slots ends.
        ``"bound"`` is the most that pages waste. Under ``"prices"``, for several page sizes,
        the entries that `length` takes in a block table and the slots that it wastes.
    """
    longest = _scale(max(block + 1, 2 * page, length, reach, *lengths))
    reserve, pages = (
        naive(range(longest + 1), block, truncate=True),
        paged(range(longest + 1), page),
    )
    rows = [
        {
            "length": tokens,
            "reserve_wasted": int(reserve.wasted[tokens]),
            "turned_away": int(reserve.turned_away[tokens]),
            "paged_wasted": int(pages.wasted[tokens]),
            "paged_allocated": int(pages.allocated[tokens]),
            "paged_units": int(pages.allocated[tokens]) // page,
            "names": "".join(
                name for name, other in zip(NAMES, lengths, strict=False) if other == tokens
            ),
        }
        for tokens in range(longest + 1)
    ]
    bound = paged([1], page).n_wasted
    return rows[length] | {
        "block": block,
        "page": page,
        "bound": bound,
        "longest": longest,
        "worst": _scale(max(block, bound)),
        "rows": rows,
        "prices": [
            _price(length, size) | {"now": size == page} for size in sorted({*COMPARED_PAGES, page})
        ],
    }


def _scale(most: int) -> int:
    return next((end for end in SCALES if most <= end), SCALES[-1])


def _price(length: int, page: int) -> Facts:
    pages = paged([length], page)
    return {"size": page, "entries": pages.n_units, "wasted": pages.n_wasted}


def slots_in_order(allocation: Allocation, cache: int) -> list[tuple[str, str, int]]:
    """List every slot of the cache, sequence after sequence, the free ones last.

    Returns
    -------
    list of (str, str, int)
        ``"used"``, ``"wasted"`` or ``"free"``, the sequence's name, and the slot's position
        in the sequence.
    """
    slots = [
        ("used" if slot < allocation.held[row] else "wasted", NAMES[row], slot)
        for row in range(len(allocation.lengths))
        for slot in range(allocation.allocated[row])
    ]
    return slots + [("free", "", slot) for slot in range(cache - len(slots))]


def strip_runs(slots: list[tuple[str, str, int]]) -> list[Facts]:
    """Count the runs of like slots in the order in which they stand."""
    runs = groupby(slots, key=lambda slot: slot[:2])
    return in_a_list(
        [{"state": state, "name": name, "count": len(list(run))} for (state, name), run in runs]
    )


def in_a_list(items: list[Facts]) -> list[Facts]:
    """Tell each item whether it is the first and whether it is the last of its list."""
    last = len(items) - 1
    return [item | {"first": i == 0, "last": i == last} for i, item in enumerate(items)]


def of_side(side: str, numbers: Facts) -> Facts:
    """Put a side's name before the name of each of its numbers: ``"now"``, ``"now_wasted"``."""
    return {f"{side}_{name}": value for name, value in numbers.items()}
