"""Copies of plots, past Bokeh's way of making models (seen in 3.9).

Bokeh checks every value of every model anew. A plot has some thirty models, and those of all
readers begin with the same values, so all but the first are copied. Bokeh's own `Model.clone`
makes a model anew, too, and leaves the models below it in both; the public call that would
replace a `Mould` is a deep one of that kind.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bokeh.core.has_props import HasProps
from bokeh.core.property.vectorization import Field
from bokeh.core.property.wrappers import PropertyValueContainer
from bokeh.models import Model, Plot

__all__ = ["Mould"]

VALUES = ("_property_values", "_unstable_default_values", "_unstable_themed_values")
"""Where a model keeps what was set, and defaults that are models or containers."""


class Mould:
    """A plot, to be copied with all that belongs to it.

    Parameters
    ----------
    plot : bokeh.models.Plot
        It stays as it is, and nothing listens to it.
    """

    def __init__(self, plot: Plot) -> None:
        self.plot = plot
        self._models = plot.references()

    def cast(self) -> Plot:
        """Make a copy."""
        copies = {model: type(model).__new__(type(model)) for model in self._models}
        for model, copy in copies.items():
            super(HasProps, copy).__init__()
            for values in VALUES:
                own = {name: _copy(each, copies) for name, each in vars(model)[values].items()}
                setattr(copy, values, own)
                for name, value in own.items():
                    if isinstance(value, PropertyValueContainer):
                        value._register_owner(copy, copy.lookup(name))
            copy._initialized = True
        return copies[self.plot]


def _copy(value: Any, copies: Mapping[Model, Model]) -> Any:
    match value:
        case Model():
            return copies[value]
        case Field(transform=Model() as transform):
            return replace(value, transform=copies[transform])
        case list() | set():
            return type(value)([_copy(each, copies) for each in value])
        case dict():
            return type(value)({name: _copy(each, copies) for name, each in value.items()})
    return value
