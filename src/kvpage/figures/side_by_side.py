"""Side by side: the same sequences in reserved blocks and in pages."""

from typing import Any

import numpy as np
import panel as pn
import param

from kvpage.allocators import Allocation, naive, paged
from kvpage.drawing.slot_grid import SlotGrid
from kvpage.drawing.slot_layout import Picture, line_width, tokens_picture
from kvpage.drawing.svg import svg
from kvpage.figures.controls import LIMITS, Workload, comma_separated
from kvpage.figures.figure import INSIDE, Part, Words, drawn, folded, group, text
from kvpage.lesson.facts import Facts, both_sides, one_side
from kvpage.lesson.words import say

__all__ = ["SideBySide"]


class SideBySide(Workload):
    """The same sequences in reserved blocks and in pages, in caches of the same size.

    Its parameters are those of a `Workload`, and

    Parameters
    ----------
    covered : bool
        Whether the pages' layout and numbers are kept back; the tokens alone are shown then.

    Attributes
    ----------
    cover : panel.widgets.Checkbox
    reserve_grid, paged_grid : SlotGrid
    comparison, reserve_words, paged_words, table : panel.pane.HTML
    """

    section = "side-by-side"
    caption = "Blocks and pages, side by side"

    covered = param.Boolean(default=False)

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.cover = pn.widgets.Checkbox.from_param(
            self.param.covered, label="Cover the pages", **INSIDE
        )
        self.reserve_grid, self.paged_grid = SlotGrid("reserve_grid"), SlotGrid("paged_grid")
        self.comparison, self.reserve_words, self.paged_words, self.table = (
            Words() for _ in range(4)
        )
        self._update()

    @param.depends("lengths", "block_size", "page_size", "covered", watch=True)
    def _update(self) -> None:
        reserve = naive(self.lengths, self.block_size, truncate=True)
        pages = paged(self.lengths, self.page_size)
        blocks = len(self.lengths) * self.block_size
        cache = blocks if self.covered else max(blocks, pages.n_slots)
        width = line_width(max(max(_reach(reserve)), max(_reach(pages))))
        lengths = comma_separated(self.lengths)
        shown = {
            "shows": f"{lengths} {self.block_size} {self.page_size}",
            "more": cache - blocks,
            "covered": self.covered,
            "cut_off": int(reserve.turned_away.sum()),
        }
        reserve_facts = one_side(reserve, cache) | shown
        paged_facts = one_side(pages, cache) | shown
        compared = both_sides(reserve_facts, paged_facts) | shown
        with self.at_once():
            self.reserve_grid.show(
                _side_picture(reserve, cache, width), say("reserve.label", reserve_facts)
            )
            if self.covered:
                self.paged_grid.show(
                    tokens_picture(self.lengths, width), say("side.covered_label", paged_facts)
                )
                self.paged_words.object = say("side.covered_words", paged_facts)
                self.table.object = say("side.covered_table", compared)
            else:
                self.paged_grid.show(
                    _side_picture(pages, cache, width), say("paged.label", paged_facts)
                )
                self.paged_words.object = _numbers("paged", paged_facts)
                self.table.object = say("side.table", compared)
            self.comparison.object = say("side.comparison", compared)
            self.reserve_words.object = _numbers("reserve", reserve_facts)

    def parts(self) -> dict[str, Part]:
        """List what the lesson's page embeds of the figure."""
        return {
            "lengths": self.lengths_input,
            "covered": self.cover,
            "block": self.block_slider,
            "page": self.page_slider,
            "comparison": self.comparison,
            "reserve_grid": self.reserve_grid.figure,
            "paged_grid": self.paged_grid.figure,
            "reserve_words": self.reserve_words,
            "paged_words": self.paged_words,
            "side_table": self.table,
        }

    def _content(self) -> list[pn.viewable.Viewable]:
        return [
            self._controls(),
            self.cover,
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


def _numbers(scheme: str, said: Facts) -> str:
    parts = {part: say(f"{scheme}.{part}", said) for part in ("sentence", "lines")}
    return say("side.numbers", said | parts)


def _side_picture(allocation: Allocation, cache: int, width: int) -> Picture:
    picture = Picture(width, margin=width / 16)
    for row, reach in enumerate(_reach(allocation)):
        picture.add_row(allocation, row, reach)
    picture.add_free(cache - allocation.n_slots)
    return picture


def _reach(allocation: Allocation) -> list[int]:
    """Count, for each row, the slots that can be clicked: one unit beyond those drawn."""
    drawn = np.maximum(allocation.allocated, allocation.lengths)
    return np.maximum(drawn, np.minimum(drawn + allocation.unit, LIMITS["length"])).tolist()
