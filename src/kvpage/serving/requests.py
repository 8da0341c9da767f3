"""What is asked of a server: texts to be continued."""

from dataclasses import dataclass

import numpy as np

from kvpage.cache.validation import Counts, all_at_least, fits_int64

__all__ = ["Requests"]

_LEAST = (("arrival", 0, "step"), ("prompt", 1, "token"), ("output", 1, "token"))


@dataclass(frozen=True, eq=False)
class Requests:
    """What is asked of a server: n texts to be continued.

    Any sequence or array of whole numbers will do; it is copied. The order is that of the ties:
    of two requests that arrive in the same step, the one with the lower index comes first.

    Attributes
    ----------
    arrival : ndarray of int64, shape (n,)
        The step in which each request arrives, 0 or later, in any order.
    prompt : ndarray of int64, shape (n,)
        Tokens that it brings, 1 or more.
    output : ndarray of int64, shape (n,)
        Tokens that are sampled for it, 1 or more.

    Raises
    ------
    TypeError
        If a value is not a whole number.
    ValueError
        If a value is too small or does not fit int64, or the three are not one-dimensional and
        of the same length.
    """

    arrival: Counts
    prompt: Counts
    output: Counts

    def __post_init__(self) -> None:
        for name, least, unit in _LEAST:
            values = all_at_least(least, getattr(self, name), name, unit)
            fits_int64(int(values.max(initial=0)), f"the largest {name}")
            counts = np.array(values, dtype=np.int64)
            counts.flags.writeable = False
            object.__setattr__(self, name, counts)
        sizes = len(self.arrival), len(self.prompt), len(self.output)
        if len(set(sizes)) > 1:
            raise ValueError(
                "arrival, prompt and output are of {}, {} and {} requests; "
                "give as many of each".format(*sizes)
            )

    def __len__(self) -> int:
        return len(self.arrival)
