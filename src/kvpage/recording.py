"""Every run of the section on who gets in, small enough to be carried by a file.

``page/runs.js`` reads it. All numbers are bytes. For each load, mix and draw there are the
requests and then the run of each of `kvpage.loads.allocators`, as its stays. Requests and stays
come in columns, behind their number: of the requests the arrivals, prompts and outputs, of the
stays the request, the start, the steps from start to end, the tokens, the number of units, and
then all units. Arrivals and starts are told as what is added to the one before.
"""

import zlib
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise, product

from kvpage.loads import CHOICES, allocators, requests
from kvpage.serving import Requests, simulate
from kvpage.stays import Stay, stays

__all__ = ["recorded"]


@cache
def recorded() -> str:
    """Run everything that can be chosen and write down what happened.

    Returns
    -------
    str
        In base64, compressed as by `zlib.compress`.
    """
    names = product(*(CHOICES[name] for name in ("load", "mix", "draw")))
    columns = chain.from_iterable(_columns(requests(*name)) for name in names)
    return b64encode(zlib.compress(b"".join(map(bytes, columns)), 9)).decode()


def _columns(asked: Requests) -> Iterator[Sequence[int]]:
    yield [len(asked)]
    yield from (_added(asked.arrival.tolist()), asked.prompt.tolist(), asked.output.tolist())
    for allocator in allocators():
        yield from _stay_columns(stays(simulate(asked, allocator)))


def _stay_columns(listed: list[Stay]) -> Iterator[Sequence[int]]:
    yield [len(listed)]
    yield [stay.request for stay in listed]
    yield _added([stay.start for stay in listed])
    yield [stay.end - stay.start for stay in listed]
    yield [stay.tokens for stay in listed]
    yield [len(stay.units) for stay in listed]
    for stay in listed:
        yield stay.units


def _added(ascending: list[int]) -> list[int]:
    return [after - before for before, after in pairwise([0, *ascending])]
