"""The pool of units: which of them each sequence holds, and the free list.

Free units are handed out in the order in which vLLM 0.33.0's KV cache manager hands out pages when
prefix caching is off: from the front of the free list, to which a finished sequence's units
return, its last unit foremost. Other engines use other orders; the counts agree, the numbers
differ.
"""

from collections.abc import Hashable, Iterable

__all__ = ["BlockPool"]


class BlockPool:
    """Which units each sequence holds, and which come next.

    Attributes
    ----------
    free : list of int
        Units that nobody holds; the last one is handed out next.
    tables : dict of list of int
        The units of each sequence in logical order; the sequences in order of their first `take`.
    """

    def __init__(self, n_units: int) -> None:
        self.free = list(range(n_units - 1, -1, -1))
        self.tables: dict[Hashable, list[int]] = {}

    def take(self, name: Hashable, n_units: int) -> None:
        """Give a sequence the next units, of which there have to be that many."""
        self.tables.setdefault(name, []).extend(self.free[: -n_units - 1 : -1])
        del self.free[len(self.free) - n_units :]

    def take_one_each(self, names: Iterable[Hashable]) -> None:
        """Give each of some sequences the next unit, in turn."""
        for name in names:
            self.tables[name].append(self.free.pop())

    def give_back(self, name: Hashable) -> None:
        """Free all units of a sequence; its last one comes next."""
        self.free.extend(self.tables.pop(name))

    def copy(self) -> "BlockPool":
        """Return units that change independently of these."""
        other = BlockPool(0)
        other.free = self.free.copy()
        other.tables = {name: table.copy() for name, table in self.tables.items()}
        return other
