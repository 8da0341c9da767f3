"""The numbers that the lesson's words say, read from allocations and from nothing else."""

from itertools import groupby
from typing import Any

from kvpage.allocators import Allocation
from kvpage.words import ratio

__all__ = ["NAMES", "Facts", "both_sides", "of_side", "one_side", "slots_in_order", "strip_runs"]

NAMES = "ABCDEFGH"

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
