"""What the words of the section on who gets in say of a run through blocks and through pages.

A running sequence samples one token in every step, and a preempted one keeps what it has sampled.
So the sum of running sequences over a run is the number of tokens sampled, and where both schemes
serve the same requests, the one that runs more at once is done so many times sooner.
"""

from itertools import pairwise

import numpy as np

from kvpage.cache.allocator import Allocator
from kvpage.cache.validation import at_least
from kvpage.lesson.facts import Facts, of_side
from kvpage.serving.simulation import Run

__all__ = ["GUESSES", "compared", "moment", "moments", "of_run", "reply", "tenths"]

GUESSES = (1, 2, 4, 8)
"""How many times as many the reader may expect paging to run at once, ascending."""
PARTS = 10
"""The table over time has a row after each such part of the longer run."""


def tenths(part: int, whole: int) -> str:
    """Print a quotient to one decimal, half up, and say whether that is exact.

    >>> tenths(5, 2), tenths(1, 3), tenths(1, 4), tenths(0, 0)
    ('= 2.5', '≈ 0.3', '≈ 0.3', '= 0')
    """
    if whole == 0:
        return "= 0"
    rounded = _rounded(10 * part, whole)
    sign = "=" if 10 * part % whole == 0 else "≈"
    return f"{sign} {rounded // 10:,}.{rounded % 10}"


def of_run(run: Run) -> Facts:
    """Count what became of requests in one run.

    Returns
    -------
    dict
        ``"cache"`` and ``"unit"``, in slots; of the ``"n"`` requests, how many were ``"refused"``
        and ``"served"``; ``"sampled"``, the sum of running sequences over all ``"steps"`` from 0
        to the last finish, and their quotient, the ``"average"``; the ``"most"`` that ran at
        once; ``"finish"``, the last step (0 if nothing is served); ``"longest_queue"``; the
        ``"least_free"`` slots in any step; ``"preemptions"`` and ``"recomputed"`` tokens.
    """
    cache = run.at(0)
    sampled, n_steps = int(run.running.sum()), int(run.finished.max(initial=-1)) + 1
    return {
        "cache": cache.n_slots,
        "unit": cache.unit,
        "n": len(run.requests),
        "refused": int(run.refused.sum()),
        "served": int((~run.refused).sum()),
        "sampled": sampled,
        "steps": n_steps,
        "average": tenths(sampled, n_steps),
        "most": int(run.running.max(initial=0)),
        "finish": max(n_steps - 1, 0),
        "longest_queue": int(run.waiting.max(initial=0)),
        "least_free": cache.n_slots - cache.n_unusable - int(run.allocated.max(initial=0)),
        "preemptions": int(run.preemptions.sum()),
        "recomputed": int(run.recomputed.sum()),
    }


def compared(reserve: Run, pages: Run) -> Facts:
    """Set the same requests in blocks and in pages against each other.

    Returns
    -------
    dict
        The numbers of either side under its name, ``"reserve_average"`` and so on; of the requests,
        ``"longest"`` and ``"mean"``, the tokens that they end with, at most and on average, and
        the ``"last_arrival"``.
        Where both sides serve the same requests, and any, they are ``"comparable"``, and one of
        ``"paged_leads"``, ``"reserve_leads"`` and ``"level"`` is true: what ``"times"`` says, how
        many times as many paging ran at once, as it is printed. If pages do not lead, so is the
        reason, if it is one of these: ``"no_queue"`` (nobody ever waits), ``"filled"`` (every
        request ends as long as a block), ``"paced"`` (the last one comes in the second half of
        the run). Under ``"rows"`` are `moments` along the longer run.
    """
    sides = of_side("reserve", of_run(reserve)) | of_side("paged", of_run(pages))
    total = reserve.requests.prompt + reserve.requests.output - 1
    comparable = bool(np.array_equal(reserve.refused, pages.refused) and sides["reserve_served"])
    over, under = _times(sides)
    lead = _rounded(10 * over, under) if comparable else None
    reason = _reason(reserve, pages) if lead is not None and lead <= 10 else ""
    last = max(sides["reserve_finish"], sides["paged_finish"])
    steps = sorted({part * last // PARTS for part in range(PARTS + 1)})
    return sides | {
        "n": len(reserve.requests),
        "cache": sides["reserve_cache"],
        "longest": int(total.max(initial=0)),
        "mean": tenths(int(total.sum()), len(total)).removeprefix("= "),
        "last_arrival": int(reserve.requests.arrival.max(initial=0)),
        "comparable": comparable,
        "times": tenths(over, under).removeprefix("= "),
        "paged_leads": lead is not None and lead > 10,
        "reserve_leads": lead is not None and lead < 10,
        "level": lead == 10,
        **{name: name == reason for name in ("no_queue", "filled", "paced")},
        "rows": [moments(reserve, pages, step) for step in steps],
    }


def moment(run: Run, step: int) -> Facts:
    """Count the sequences and the slots in one step of a run.

    Parameters
    ----------
    run : Run
    step : int
        0 or later. In a step that is not stored nothing runs.

    Returns
    -------
    dict
        Sequences ``"running"``, ``"waiting"`` and ``"done"`` (before this step); slots
        ``"used"``, ``"wasted"``, ``"free"`` and ``"unusable"``; under ``"held"``, for each request
        that runs, its number from 1 on, its ``"tokens"``, its block ``"table"`` and its
        ``"wasted"`` slots.
    """
    step = at_least(0, step, "step", "step")
    stored = np.flatnonzero(run.steps == step)
    running, waiting, held, allocated = (
        int(values[stored].sum()) for values in (run.running, run.waiting, run.held, run.allocated)
    )
    cache = run.at(step)
    return {
        "held": [_held(cache, request) for request in sorted(cache.names)],
        "running": running,
        "waiting": waiting,
        "done": int(((run.finished >= 0) & (run.finished < step)).sum()),
        "used": held,
        "wasted": allocated - held,
        "free": cache.n_slots - cache.n_unusable - allocated,
        "unusable": cache.n_unusable,
    }


def _held(cache: Allocator, request: int) -> Facts:
    table, tokens = cache.table(request), cache.lengths[request]
    return {
        "request": request + 1,
        "tokens": tokens,
        "table": ", ".join(map(str, table)),
        "wasted": len(table) * cache.unit - tokens,
    }


def moments(reserve: Run, pages: Run, step: int) -> Facts:
    """Count both sides in one step, as `moment` does: ``"step"``, ``"reserve_used"`` and so on."""
    return {
        "step": step,
        "n": len(reserve.requests),
        "cache": reserve.at(0).n_slots,
        **of_side("reserve", moment(reserve, step) | {"unit": reserve.at(0).unit}),
        **of_side("paged", moment(pages, step) | {"unit": pages.at(0).unit}),
    }


def reply(guess: int, facts: Facts) -> Facts:
    """Set the reader's guess against what `compared` found.

    Parameters
    ----------
    guess : int
        One of `GUESSES`.
    facts : dict
        Of `compared`.

    Returns
    -------
    dict
        `facts` and the ``"guess"``, and whether it is the one of `GUESSES` that comes
        ``"nearest"`` (the smallest factor apart; of two, the fewer), too ``"low"`` or too
        ``"high"``. Where the sides cannot be compared it is none of these.

    Raises
    ------
    ValueError
        If `guess` is none of `GUESSES`.
    """
    if guess not in GUESSES:
        raise ValueError(f"guess is {guess}; it has to be one of {', '.join(map(str, GUESSES))}")
    over, under = _times(facts)
    nearest = GUESSES[
        sum(over * over > fewer * more * under * under for fewer, more in pairwise(GUESSES))
    ]
    comparable = facts["comparable"]
    return facts | {
        "guess": guess,
        "as_many": guess == 1,
        "nearest": comparable and guess == nearest,
        "low": comparable and guess < nearest,
        "high": comparable and guess > nearest,
    }


def _times(facts: Facts) -> tuple[int, int]:
    """Return the quotient that says how many times as many ran at once in pages."""
    return (
        facts["paged_sampled"] * facts["reserve_steps"],
        facts["reserve_sampled"] * facts["paged_steps"],
    )


def _reason(reserve: Run, pages: Run) -> str:
    """Say why pages do not lead."""
    requests = reserve.requests
    if not (reserve.waiting.any() or pages.waiting.any()):
        return "no_queue"
    if (requests.prompt + requests.output - 1 == reserve.at(0).unit).all():
        return "filled"
    last_finish = max(reserve.finished.max(), pages.finished.max())
    return "paced" if 2 * requests.arrival.max() > last_finish else ""


def _rounded(part: int, whole: int) -> int:
    return (2 * part + whole) // (2 * whole)
