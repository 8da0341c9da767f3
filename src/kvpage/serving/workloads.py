"""The requests of the section on who gets in, and what the reader can set there.

Everything is small enough to be drawn: a cache of at most 256 slots, and requests that end with
at most 128 tokens, the largest block. Where the lengths are shaped like those of a real service,
a slot stands for 32 tokens.
"""

from enum import StrEnum
from random import Random

from kvpage.cache.allocator import Allocator
from kvpage.cache.naive import NaiveAllocator
from kvpage.cache.paged import PagedAllocator
from kvpage.serving.requests import Requests
from kvpage.serving.simulation import Run, simulate

__all__ = ["CHOICES", "Load", "Mix", "allocators", "both", "requests"]

CACHES = (128, 256)
"""Slots of the cache."""
BLOCKS = (32, 64, 128)
"""Slots of a block."""
PAGES = (1, 4, 8, 16)
"""Slots of a page."""
DRAWS = (1, 2, 3)
"""Which throw of the dice."""


class Load(StrEnum):
    """How fast the requests arrive."""

    LIGHT = "light"
    """No more than two are there at once, unless they have to wait."""
    HEAVY = "heavy"
    """About one in every step: faster than blocks come free."""
    FLOOD = "flood"
    """All at step 0."""


class Mix(StrEnum):
    """How many tokens the requests end with."""

    SHORT = "short"
    """4 to 32, the smallest block."""
    LONG = "long"
    """64 each, most of them brought along: a block of 64 is filled to its last slot."""
    MIXED = "mixed"
    """About one in six has 65 to 128, the others 4 to 32."""
    CHAT = "chat-like"
    """Most have few, some have many: ShareGPT's mean lengths, a slot for 32 tokens."""


CHOICES = {
    "cache": CACHES,
    "block": BLOCKS,
    "page": PAGES,
    "load": tuple(Load),
    "mix": tuple(Mix),
    "draw": DRAWS,
}
"""All that the reader can set, by name, in the order in which `both` takes it."""

_N_REQUESTS = 48
_LONGEST = max(BLOCKS)
_SCALE = 32
# mean tokens of ShareGPT's prompts and outputs (Kwon et al. 2023, figure 11)
_CHAT_PROMPT, _CHAT_OUTPUT = 161, 338


def requests(load: Load, mix: Mix, draw: int) -> Requests:
    """Draw the requests; a mix and a draw have the same lengths under every load.

    Parameters
    ----------
    load : Load
    mix : Mix
    draw : int
        Which throw of the dice.

    Returns
    -------
    Requests
        The same on every machine: nothing but `random.Random.random` is drawn from.
    """
    load, mix = Load(load), Mix(mix)
    dice = Random(100 * list(Mix).index(mix) + draw)
    lengths = [_lengths(mix, dice) for _ in range(_N_REQUESTS)]
    outputs = [output for _, output in lengths]
    return Requests(
        arrival=_arrivals(load, outputs, dice),
        prompt=[prompt for prompt, _ in lengths],
        output=outputs,
    )


def allocators() -> list[Allocator]:
    """List every empty cache that the reader can choose."""
    blocks = [NaiveAllocator(cache, block) for cache in CACHES for block in BLOCKS]
    return blocks + [PagedAllocator(cache, page) for cache in CACHES for page in PAGES]


def both(cache: int, block: int, page: int, load: Load, mix: Mix, draw: int) -> tuple[Run, Run]:
    """Serve the same requests from blocks and from pages of a cache of the same size.

    Parameters
    ----------
    cache, block, page : int
        Slots of the cache, of a block and of a page.
    load, mix, draw
        Which `requests`.

    Returns
    -------
    (Run, Run)
        With reserved blocks, and with pages.
    """
    asked = requests(load, mix, draw)
    return (
        simulate(asked, NaiveAllocator(cache, block)),
        simulate(asked, PagedAllocator(cache, page)),
    )


def _lengths(mix: Mix, dice: Random) -> tuple[int, int]:
    """Draw the tokens of a prompt and of an output."""
    if mix is Mix.CHAT:
        prompt = min(_geometric(_CHAT_PROMPT, dice), _LONGEST // 2)
        return prompt, min(_geometric(_CHAT_OUTPUT, dice), _LONGEST + 1 - prompt)
    if mix is Mix.LONG:
        prompt = _between(44, 56, dice)
        return prompt, 65 - prompt
    if mix is Mix.MIXED and dice.random() * 6 < 1:
        total = _between(65, _LONGEST, dice)
    else:
        total = _between(4, 32, dice)
    prompt = _between(total // 4, total * 3 // 4, dice)
    return prompt, total + 1 - prompt


def _between(least: int, most: int, dice: Random) -> int:
    return least + int((most + 1 - least) * dice.random())


def _geometric(mean: int, dice: Random) -> int:
    """Count throws up to the first hit, mean / 32 on average; the tail is long."""
    throws = 1
    while dice.random() * mean >= _SCALE:
        throws += 1
    return throws


def _arrivals(load: Load, outputs: list[int], dice: Random) -> list[int]:
    """Draw when the requests arrive, the first at step 0."""
    if load is Load.FLOOD:
        return [0] * len(outputs)
    arrivals: list[int] = []
    step = earlier_gone = later_gone = 0
    for output in outputs:
        if load is Load.HEAVY:
            step += _between(0, 2, dice)
        else:
            step = _between(max(step, earlier_gone), later_gone + output, dice)
            earlier_gone, later_gone = sorted((later_gone, step + output))
        arrivals.append(step)
    return [step - arrivals[0] for step in arrivals]
