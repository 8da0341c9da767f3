"""The colours, sizes and fonts of the lesson, as ``page/styles/style.css`` names them.

Bokeh's glyphs cannot read CSS variables. They start in the light theme's values, read here
from the one stylesheet, and carry as a tag which variable each of their properties stands
for; ``page.js`` repaints by those tags when the theme changes.
"""

import re
from functools import cache
from importlib.resources import files

from bokeh.model import Model

__all__ = ["page_file", "painted", "tokens"]


def page_file(name: str) -> str:
    """Read a file of the page by its path there, such as ``"styles/style.css"``."""
    return files("kvpage").joinpath("page", name).read_text("utf-8")


@cache
def tokens(theme: str = "light") -> dict[str, str]:
    """Read the custom properties of a theme, ``"light"`` or ``"dark"``, without their dashes."""
    light, dark = re.findall(
        r"(?:^:root|^\[data-theme=dark\]) \{(.*?)\}", page_file("styles/style.css"), re.S | re.M
    )
    named = dict(re.findall(r"--([\w-]+):\s*([^;]+);", light))
    return named | dict(re.findall(r"--([\w-]+):\s*([^;]+);", dark)) if theme == "dark" else named


def painted(model: Model, **properties: str | list[str]) -> Model:
    """Give properties of a Bokeh model the values of tokens, now and at each change of theme.

    Parameters
    ----------
    model : bokeh.model.Model
        A glyph or a colour mapper.
    **properties : str or list of str
        Token name, or names, by property.

    Returns
    -------
    bokeh.model.Model
        The same model.
    """
    light = tokens()
    for name, token in properties.items():
        value = light[token] if isinstance(token, str) else [light[each] for each in token]
        setattr(model, name, value)
    model.tags = [{"paint": properties}]
    return model
