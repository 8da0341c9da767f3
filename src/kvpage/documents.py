"""Figures as documents of Bokeh's that the page holds as JSON and draws by itself."""

import re
from collections.abc import Collection
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

from bokeh.core.json_encoder import serialize_json
from bokeh.document import Document
from bokeh.embed.util import RenderRoot, standalone_docs_json_and_render_items
from bokeh.models import (
    Div,
    ImportedStyleSheet,
    InlineStyleSheet,
    Model,
    Plot,
    RadioButtonGroup,
    TextInput,
)
from panel.io.resources import DIST_DIR

from kvpage.admission import WhoGetsIn
from kvpage.lesson import Figure, parts
from kvpage.where import WherePagesLive

__all__ = ["as_json", "documents", "in_time"]


def documents(figures: Collection[Figure]) -> tuple[dict[str, RenderRoot], str]:
    """Write figures as documents, one for each.

    Returns
    -------
    roots : dict of bokeh.embed.util.RenderRoot
        Where the template embeds each part of the figures, by the names of `kvpage.lesson.parts`.
    drawn : str
        The JSON from which ``page/page.js`` draws them.
    """
    if not figures:
        return {}, as_json({"documents": {}, "items": []})
    docs_json, items = standalone_docs_json_and_render_items(list(map(_document, figures)))
    roots = (root for item in items for root in item.roots)
    return (
        dict(zip(parts(figures), roots, strict=True)),
        as_json({"documents": docs_json, "items": [item.to_json() for item in items]}),
    )


@cache
def in_time() -> tuple[list[Figure], dict[str, RenderRoot], str]:
    """Give the figures that show time, and their `documents`: the same for every reader.

    The page plays what Python has recorded, so no reader needs any of their own on the server.
    """
    figures: list[Figure] = [WherePagesLive(), WhoGetsIn()]
    return figures, *documents(figures)


def as_json(content: Any) -> str:
    """Write JSON that can stand in a script element."""
    return serialize_json(content, pretty=False).replace("</", "<\\/")


def _panel_file(url: str) -> str:
    """Read the installed copy of one of Panel's files."""
    path = re.sub(r"^.*?(?:/dist/|extensions/panel/)|\?.*$", "", url)
    return (Path(DIST_DIR) / path).read_text("utf-8")


def _document(figure: Figure) -> Document:
    document = Document()
    for name, part in parts([figure]).items():
        if isinstance(part, Plot):
            document.add_root(part)
        else:
            document.add_root(_without_panel(part.get_root(document)))
            document.roots[-1].name = name
    _bring_style_sheets(document)
    return document


def _without_panel(model: Model) -> Model:
    """Give Bokeh's own model in place of Panel's, so that the page needs no script of Panel's."""
    kinds = {"HTML": Div, "RadioButtonGroup": RadioButtonGroup, "TextInput": TextInput}
    if not type(model).__module__.startswith("panel."):
        return model
    kind = kinds[type(model).__name__]
    values = model.properties_with_values(include_defaults=False)
    plain = kind(**{name: values[name] for name in values.keys() & kind.properties()})
    if isinstance(plain, Div):
        plain.text = unescape(plain.text)  # Panel's script decodes it
    return plain


def _bring_style_sheets(document: Document) -> None:
    """Put each style sheet into the document once, Panel's own in place of their addresses."""
    brought: dict[str, InlineStyleSheet] = {}
    for model in document.models:
        sheets = getattr(model, "stylesheets", [])
        if any(isinstance(sheet, ImportedStyleSheet) for sheet in sheets):
            texts = [
                _panel_file(sheet.url) if isinstance(sheet, ImportedStyleSheet) else sheet
                for sheet in sheets
            ]
            model.stylesheets = [
                brought.setdefault(text, InlineStyleSheet(css=text)) for text in texts
            ]
