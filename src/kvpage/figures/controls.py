"""What a reader sets of a figure: the workload, as parameters with their widgets."""

from collections.abc import Callable
from html import escape
from typing import Any

import panel as pn
import param

from kvpage.allocators import paged
from kvpage.figures.figure import CARD, INSIDE, Figure, Words, group
from kvpage.lesson.facts import NAMES
from kvpage.lesson.lengths import read_lengths

__all__ = [
    "EXAMPLE",
    "LIMITS",
    "Choice",
    "Lengths",
    "Size",
    "Workload",
    "button",
    "choice",
    "comma_separated",
    "slider",
]

LIMITS = {
    "sequences": len(NAMES),
    "length": 32,
    "block": 32,
    "page": 16,
    "question": 999_999,
    "answer": 999,
}
EXAMPLE = {"lengths": [1, 4, 2], "block_size": 4, "page_size": 2}


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


class Choice(param.Selector):
    """One of some values. What merely equals one, as ``True`` does 1, is refused."""

    def _validate(self, val: Any) -> None:
        super()._validate(val)
        if isinstance(val, bool) or not isinstance(val, tuple(map(type, self.objects))):
            choices = ", ".join(map(str, self.objects))
            raise ValueError(f"{self.name} is {val!r}; it has to be one of {choices}")


class Workload(Figure):
    """Sequences, the block that each would get and the pages, with widgets for all three.

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
    """

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
        self.block_slider = slider(self.param.block_size, "Block size")
        self.page_slider = slider(self.param.page_size, "Page size")
        self._write_lengths()

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
        self.lengths_input.value = comma_separated(self.lengths)

    def _controls(self, *more: pn.viewable.Viewable) -> pn.Column:
        lengths = group("stack", self.lengths_input, self.complaint)
        return group("controls", *more, lengths, self.block_slider, self.page_slider)


def button(label: str, does: Callable[[], None]) -> pn.widgets.Button:
    """Make a button for a card."""
    styled = INSIDE | {"stylesheets": [*INSIDE["stylesheets"], CARD]}
    return pn.widgets.Button(label=label, on_click=lambda _: does(), **styled)


def comma_separated(lengths: list[int]) -> str:
    """Write lengths as the lengths field has them."""
    return ",".join(map(str, lengths))


def slider(parameter: param.Parameter, label: str) -> pn.widgets.IntSlider:
    """Make a slider of a parameter."""
    return pn.widgets.IntSlider.from_param(
        parameter, label=label, tooltips=False, sizing_mode="stretch_width", **INSIDE
    )


def choice(
    parameter: param.Parameter, options: list[Any] | dict[str, Any]
) -> pn.widgets.RadioButtonGroup:
    """Make a row of buttons, one for each value that a parameter may have."""
    chosen = getattr(parameter.owner, parameter.name)
    choice = pn.widgets.RadioButtonGroup.from_param(parameter, options=options, **INSIDE)
    choice.value = chosen  # Panel chooses the first option where none is chosen
    return choice
