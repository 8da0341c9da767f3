"""The reserving scheme: one block for each sequence."""

from kvpage.cache.allocator import Allocator
from kvpage.cache.slots import SequenceTooLong

__all__ = ["NaiveAllocator"]


class NaiveAllocator(Allocator):
    """A cache in which every sequence reserves one block.

    The contiguous reservation for the longest possible sequence that serving systems made before
    paging (Kwon et al. 2023, section 3.1), as `kvpage.allocators.naive` lays it out.

    Parameters
    ----------
    n_slots : int
        Slots in the cache, 0 or more.
    block_size : int
        Slots in a block, 1 or more.

    Raises
    ------
    TypeError
        If an argument is not a whole number.
    ValueError
        If `n_slots` is negative, `block_size` is below 1, or one does not fit int64.

    Examples
    --------
    >>> cache = NaiveAllocator(n_slots=9, block_size=4)
    >>> cache.allocate("A", 1)
    >>> cache.append("A", 2)
    >>> cache.state().tolist()
    [1, 1, 1, 2, 0, 0, 0, 0, 0]
    >>> cache.n_free, cache.n_unusable
    (1, 1)
    """

    unit_name = "block"

    def __init__(self, n_slots: int, block_size: int) -> None:
        super().__init__(n_slots, block_size)

    def units_for(self, n_tokens: int) -> int:
        """Blocks that a sequence of so many tokens holds: one, even for none.

        Raises
        ------
        SequenceTooLong
            If the tokens are more than a block holds.
        """
        if n_tokens > self.unit:
            raise SequenceTooLong(
                f"{n_tokens} tokens do not fit in a block of {self.unit} slots; "
                f"give a block_size of at least {n_tokens}"
            )
        return 1
