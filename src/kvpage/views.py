"""The figures of the lesson: each has its parameters, its widgets, its picture and its words.

A change travels one way: widget → parameter → `naive` and `paged` → marks → one assignment
to the figure's source; the same allocations give every number that the words say.
"""

from html import escape
from typing import Any

import numpy as np
import panel as pn
import param

from kvpage.allocators import Allocation, naive, paged
from kvpage.facts import NAMES, Facts, both_sides, one_side, slots_in_order, strip_runs
from kvpage.field import read_lengths
from kvpage.figure import INSIDE, Figure, Words, drawn, folded, group, text
from kvpage.grid import SlotGrid
from kvpage.picture import Mark, Picture, line_width
from kvpage.still import svg
from kvpage.words import say

__all__ = ["EXAMPLE", "LIMITS", "Hook", "SideBySide"]

LIMITS = {"sequences": len(NAMES), "length": 32, "block": 32, "page": 16}
EXAMPLE = {"lengths": [1, 4, 2], "block_size": 4, "page_size": 2}
SCHEMES = {"Reserve a block": "naive", "Allocate pages": "paged"}
GUESSES = [0, 1, 3, 5]
STRIP = "The whole cache, slot after slot"


class Lengths(param.Parameter):
    """A workload that the page can draw: 1 to 8 sequences of 0 to 32 tokens."""

    def _validate(self, val: Any) -> None:
        most, longest = LIMITS["sequences"], LIMITS["length"]
        good = f"the figure draws 1 to {most} sequences of 0 to {longest} tokens"
        try:
            lengths = paged(val, 1).lengths
        except ValueError as error:
            raise ValueError(f"{error}; {good}") from None
        if not 1 <= len(lengths) <= most:
            raise ValueError(f"lengths has {len(lengths)} sequences; {good}")
        if lengths.max() > longest:
            index = int(lengths.argmax())
            raise ValueError(f"lengths[{index}] is {lengths[index]}; {good}")


class Size(param.Integer):
    """A number of slots within bounds."""

    def _validate(self, val: Any) -> None:
        low, high = self.bounds
        if isinstance(val, bool) or not isinstance(val, int):
            raise TypeError(f"{self.name} is {val!r}; give a whole number from {low} to {high}")
        if not low <= val <= high:
            raise ValueError(f"{self.name} is {val}; the figure takes {low} to {high}")


class SideBySide(Figure):
    """The same sequences in reserved blocks and in pages, in caches of the same size.

    Parameters
    ----------
    lengths : list of int
        Tokens of each sequence: 1 to 8 sequences of 0 to 32 tokens.
    block_size : int
        Slots of a block, 1 to 32. Of a longer sequence the surplus tokens are turned away.
    page_size : int
        Slots of a page, 1 to 16.

    Attributes
    ----------
    lengths_input : panel.widgets.TextInput
        The lengths, separated by commas. A text that cannot be read stays as it is.
    complaint : panel.pane.HTML
        What is wrong with that text.
    block_slider, page_slider : panel.widgets.IntSlider
    reserve_grid, paged_grid : SlotGrid
    comparison, reserve_words, paged_words, table : panel.pane.HTML
    """

    section = "side-by-side"
    caption = "Blocks and pages, side by side"
    saved = ("lengths", "block_size", "page_size")

    lengths = Lengths(default=EXAMPLE["lengths"], instantiate=True)
    block_size = Size(default=EXAMPLE["block_size"], bounds=(1, LIMITS["block"]))
    page_size = Size(default=EXAMPLE["page_size"], bounds=(1, LIMITS["page"]))

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.lengths_input = pn.widgets.TextInput(
            label="Sequence lengths", sizing_mode="stretch_width", **INSIDE
        )
        self.complaint = Words()
        self.lengths_input.param.watch(self._read_lengths, "value")
        self.block_slider = _slider(self.param.block_size, "Block size")
        self.page_slider = _slider(self.param.page_size, "Page size")
        self.reserve_grid, self.paged_grid = SlotGrid("reserve_grid"), SlotGrid("paged_grid")
        self.comparison, self.reserve_words, self.paged_words, self.table = (
            Words() for _ in range(4)
        )
        self._write_lengths()
        self._update()

    def _read_lengths(self, event: param.parameterized.Event) -> None:
        try:
            self.lengths = read_lengths(event.new, LIMITS["sequences"], LIMITS["length"])
        except ValueError as error:
            self.complaint.object = f'<p class="complaint" role="alert">{escape(str(error))}</p>'
        else:
            self._write_lengths()

    @param.depends("lengths", watch=True)
    def _write_lengths(self) -> None:
        self.complaint.object = ""
        self.lengths_input.value = _comma_separated(self.lengths)

    @param.depends("lengths", "block_size", "page_size", watch=True)
    def _update(self) -> None:
        reserve = naive(self.lengths, self.block_size, truncate=True)
        pages = paged(self.lengths, self.page_size)
        cache = max(len(self.lengths) * self.block_size, pages.n_slots)
        width = line_width(max(max(_reach(reserve)), max(_reach(pages))))
        lengths = _comma_separated(self.lengths)
        shown = {
            "shows": f"{lengths} {self.block_size} {self.page_size}",
            "more": max(0, pages.n_slots - len(self.lengths) * self.block_size),
            "cut_off": int(reserve.turned_away.sum()),
        }
        reserve_facts = one_side(reserve, cache) | shown
        paged_facts = one_side(pages, cache) | shown
        compared = both_sides(reserve_facts, paged_facts) | shown
        with self.at_once():
            self.reserve_grid.show(
                _side(reserve, cache, width), say("reserve.label", reserve_facts)
            )
            self.paged_grid.show(_side(pages, cache, width), say("paged.label", paged_facts))
            self.comparison.object = say("side.comparison", compared)
            self.reserve_words.object = _numbers("reserve", reserve_facts)
            self.paged_words.object = _numbers("paged", paged_facts)
            self.table.object = say("side.table", compared)

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            group(
                "controls",
                group("stack", self.lengths_input, self.complaint),
                self.block_slider,
                self.page_slider,
            ),
            group("comparison", self.comparison),
            group(
                "pair",
                *(
                    group("stack", text(name, "subheading"), drawn(grid.plot()), words)
                    for name, grid, words in self._sides()
                ),
            ),
            folded(self.table),
        ]

    def _still(self) -> str:
        sides = "".join(
            f'<div><p class="subheading">{name}</p>{svg(grid)}{words.object}</div>'
            for name, grid, words in self._sides()
        )
        return f'{self.comparison.object}<div class="pair">{sides}</div>'

    def _sides(self) -> list[tuple[str, SlotGrid, Words]]:
        return [
            ("Reserved blocks", self.reserve_grid, self.reserve_words),
            ("Pages", self.paged_grid, self.paged_words),
        ]


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
        self.switch = _choice(self.param.scheme, SCHEMES)
        self.guesses = _choice(self.param.guess, GUESSES)
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


def _numbers(scheme: str, said: Facts) -> str:
    parts = {part: say(f"{scheme}.{part}", said) for part in ("sentence", "lines")}
    return say("side.numbers", said | parts)


def _side(allocation: Allocation, cache: int, width: int) -> Picture:
    picture = Picture(width, margin=width / 16)
    for row, reach in enumerate(_reach(allocation)):
        picture.add_row(allocation, row, reach)
    picture.add_free(cache - allocation.n_slots)
    return picture


def _reach(allocation: Allocation) -> list[int]:
    """Count, for each row, the slots that can be clicked: one unit beyond those drawn."""
    drawn = np.maximum(allocation.allocated, allocation.lengths)
    return np.maximum(drawn, np.minimum(drawn + allocation.unit, LIMITS["length"])).tolist()


def _comma_separated(lengths: list[int]) -> str:
    return ",".join(map(str, lengths))


def _slider(parameter: param.Parameter, label: str) -> pn.widgets.IntSlider:
    return pn.widgets.IntSlider.from_param(
        parameter, label=label, tooltips=False, sizing_mode="stretch_width", **INSIDE
    )


def _choice(
    parameter: param.Parameter, options: list[Any] | dict[str, Any]
) -> pn.widgets.RadioButtonGroup:
    chosen = getattr(parameter.owner, parameter.name)
    choice = pn.widgets.RadioButtonGroup.from_param(parameter, options=options, **INSIDE)
    choice.value = chosen  # Panel chooses the first option where none is chosen
    return choice
