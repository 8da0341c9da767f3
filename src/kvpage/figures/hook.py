"""The first figure: the example in one small cache, once the reader has guessed."""

from typing import Any

import panel as pn
import param

from kvpage.allocators import Allocation, naive, paged
from kvpage.drawing.slot_grid import SlotGrid
from kvpage.drawing.slot_layout import Mark, Picture
from kvpage.drawing.svg import svg
from kvpage.figures.controls import EXAMPLE, choice
from kvpage.figures.figure import Figure, Part, Words, drawn, folded, group, text
from kvpage.lesson.facts import NAMES, one_side, slots_in_order, strip_runs
from kvpage.lesson.words import say

__all__ = ["GUESSES", "SCHEMES", "Hook"]

SCHEMES = {"Reserve a block": "naive", "Allocate pages": "paged"}
GUESSES = [0, 1, 3, 5]
STRIP = "The whole cache, slot after slot"


class Hook(Figure):
    """The example in one small cache, in blocks or in pages, once the reader has guessed.

    Parameters
    ----------
    scheme : {"naive", "paged"}
        The layout shown. The numbers of pages are kept back until the reader has guessed or
        has looked at them.
    guess : {None, 0, 1, 3, 5}
        How many wasted slots the reader expects pages to leave.

    Attributes
    ----------
    answered : bool
        Whether the numbers of pages are shown.
    switch, guesses : panel.widgets.RadioButtonGroup
    question : panel.Column
        The guess, asked until it is answered.
    lanes, strip : SlotGrid
        A row for each sequence, and the whole cache as one line.
    numbers, table : panel.pane.HTML
    """

    section = "hook"
    caption = "One cache, three sequences"
    saved = ("scheme",)

    scheme = param.Selector(default="naive", objects=SCHEMES)
    guess = param.Selector(default=None, objects=[None, *GUESSES])

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.switch = choice(self.param.scheme, SCHEMES)
        self.guesses = choice(self.param.guess, GUESSES)
        self.lanes, self.strip = SlotGrid("hook_lanes"), SlotGrid("hook_strip")
        self.numbers, self.table = Words(), Words()
        self.question = group("question", text(_question(), "ask"), self.guesses)
        self.answered = False
        self._update()

    @param.depends("scheme", "guess", watch=True)
    def _update(self) -> None:
        self.answered |= self.scheme == "paged" or self.guess is not None
        reserve = naive(EXAMPLE["lengths"], EXAMPLE["block_size"])
        pages = paged(EXAMPLE["lengths"], EXAMPLE["page_size"])
        cache = reserve.n_slots
        allocation = reserve if self.scheme == "naive" else pages
        said = one_side(allocation, cache) | {
            "reserve": allocation is reserve,
            "paged": allocation is pages,
            "answered": self.answered,
            "shows": self.scheme,
            "reserve_wasted": reserve.n_wasted,
            "reserve_allocated": reserve.n_slots,
            "paged_wasted": pages.n_wasted,
            "paged_allocated": pages.n_slots,
            "given_back": reserve.n_slots - pages.n_slots,
            "runs": strip_runs(slots_in_order(allocation, cache)),
            "reply": self._reply(pages),
        }
        with self.at_once():
            self.lanes.show(self._lanes(allocation, reserve, pages), say("hook.lanes_label", said))
            self.strip.show(self._strip(allocation, cache, pages), say("hook.strip_label", said))
            self.question.visible = not self.answered
            self.numbers.object = say("hook.numbers", said)
            self.table.object = say("hook.table", said)

    def _reply(self, pages: Allocation) -> str:
        if self.guess is None:
            return ""
        return say(
            "hook.reply",
            {
                "guess": self.guess,
                "wasted": pages.n_wasted,
                "unit": pages.unit,
                "right": self.guess == pages.n_wasted,
                "low": self.guess < pages.n_wasted,
                "high": self.guess > pages.n_wasted,
            },
        )

    def _lanes(self, allocation: Allocation, reserve: Allocation, pages: Allocation) -> Picture:
        picture = Picture(reserve.unit, margin=0.5)
        for row, (kept, reserved) in enumerate(
            zip(pages.allocated, reserve.allocated, strict=True)
        ):
            given_back = range(kept, reserved) if self.answered else ()
            picture.add_row(allocation, row, reach=reserved, ringed=given_back)
        return picture

    def _strip(self, allocation: Allocation, cache: int, pages: Allocation) -> Picture:
        picture = Picture(cache, margin=0.5)
        for unit in range(allocation.n_units):
            picture.add_unit(unit * allocation.unit, allocation.unit)
        for place, (state, name, slot) in enumerate(slots_in_order(allocation, cache)):
            row = NAMES.index(name) if name else -1
            given_back = state == "free" or slot >= pages.allocated[row]
            picture.add_slot(Mark[state.upper()], place, row, slot, self.answered and given_back)
        picture.height += 1
        return picture

    def parts(self) -> dict[str, Part]:
        """List what the lesson's page embeds of the figure."""
        return {
            "scheme": self.switch,
            "guess": self.guesses,
            "hook_lanes": self.lanes.figure,
            "hook_strip": self.strip.figure,
            "hook_numbers": self.numbers,
            "hook_table": self.table,
        }

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            self.switch,
            group(
                "scene",
                drawn(self.lanes.plot()),
                group("stack", self.numbers, self.question),
            ),
            group("stack", text(STRIP, "label"), drawn(self.strip.plot())),
            folded(self.table),
        ]

    def _still(self) -> str:
        return (
            f'<div class="scene">{svg(self.lanes)}<div>{self.numbers.object}</div></div>'
            f'<p class="label">{STRIP}</p>{svg(self.strip)}'
        )


def _question() -> str:
    reserve = naive(EXAMPLE["lengths"], EXAMPLE["block_size"])
    facts = one_side(reserve, reserve.n_slots) | {"page": EXAMPLE["page_size"]}
    return say("hook.question", facts)
