"""The paging scheme: pages as sequences grow."""

from kvpage.cache.allocator import Allocator

__all__ = ["PagedAllocator"]


class PagedAllocator(Allocator):
    """A cache in which sequences take pages as they grow.

    A page is taken exactly when a token is about to be written that starts one (Kwon et al. 2023,
    section 4.3), as `kvpage.allocators.paged` counts them.

    Parameters
    ----------
    n_slots : int
        Slots in the cache, 0 or more.
    page_size : int
        Slots in a page, 1 or more.

    Raises
    ------
    TypeError
        If an argument is not a whole number.
    ValueError
        If `n_slots` is negative, `page_size` is below 1, or one does not fit int64.

    Examples
    --------
    >>> cache = PagedAllocator(n_slots=10, page_size=2)
    >>> cache.allocate("A", 3)
    >>> cache.allocate("B", 1)
    >>> cache.append("A", 2)
    >>> cache.table("A")
    [0, 1, 3]
    >>> cache.free("A")
    >>> cache.free_list
    [3, 1, 0, 4]
    """

    unit_name = "page"

    def __init__(self, n_slots: int, page_size: int) -> None:
        super().__init__(n_slots, page_size)

    def units_for(self, n_tokens: int) -> int:
        """Pages that a sequence of so many tokens holds: none for none."""
        return -(-n_tokens // self.unit)
