"""Measure `simulate`: its time against an empty loop, and its memory. Prints its own rows alone."""

import resource
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
from table import Row, seconds, show

from kvpage.allocators import PagedAllocator
from kvpage.serving.requests import Requests
from kvpage.serving.simulation import Run, simulate

ROUNDS = 9
MEAN_PROMPT, MEAN_OUTPUT = 161, 338
LONGEST = 4096
MILLION = "--million"


def chat(n: int, steps_between: float) -> Requests:
    """Draw requests of chat-like lengths, most of them short, that arrive at random."""
    draw = np.random.default_rng(0)
    arrival = draw.exponential(steps_between, n).cumsum().astype(int)
    prompt, output = (
        draw.geometric(1 / mean, n).clip(max=LONGEST) for mean in (MEAN_PROMPT, MEAN_OUTPUT)
    )
    return Requests(arrival, prompt, output)


def serve(requests: Requests) -> Run:
    return simulate(requests, PagedAllocator(n_slots=15_728, page_size=16))


def peak_of_a_million() -> int:
    """Serve a million requests; return the most memory that this process has had, in MiB."""
    run = serve(chat(1_000_000, 0))
    for values in (run.steps, run.running, run.waiting, run.held, run.allocated):
        assert len(values) == len(run.steps)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak >> (20 if sys.platform == "darwin" else 10)


def loop_over(n_tokens: int) -> None:
    for _ in range(n_tokens):
        pass


def middle(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the pair with the median ratio."""
    return sorted(pairs, key=lambda pair: pair[0] / pair[1])[len(pairs) // 2]


def time_rows() -> Iterator[Row]:
    """Time 10,000 requests against an empty loop over the tokens that they write."""
    for load, steps_between in (("at once", 0), ("as served", 12), ("now and then", 400)):
        requests = chat(10_000, steps_between)
        run = serve(requests)
        written = (requests.prompt + requests.output - 1).sum() + run.recomputed.sum()
        pairs = [
            (seconds(lambda r=requests: serve(r)), seconds(lambda w=int(written): loop_over(w)))
            for _ in range(ROUNDS)
        ]
        yield f"10,000 requests, {load}", *middle(pairs), 6


def memory_row() -> Row:
    """Measure a million requests, and the values of their steps, in a process of their own."""
    peak = subprocess.check_output([sys.executable, __file__, MILLION], text=True)
    return "1,000,000 requests: peak MiB", int(peak), 4096, 1


def rows() -> Iterator[Row]:
    yield from time_rows()
    yield memory_row()


if __name__ == "__main__":
    if MILLION in sys.argv:
        print(peak_of_a_million())
    else:
        show(rows())
