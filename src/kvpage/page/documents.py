"""Figures as documents of Bokeh's that the page holds as JSON and draws by itself."""

from collections.abc import Collection, Iterable
from typing import Any

from bokeh.core.json_encoder import serialize_json
from bokeh.document import Document
from bokeh.embed.util import RenderRoot, standalone_docs_json_and_render_items
from bokeh.models import InlineStyleSheet, Plot

from kvpage.drawing.style import page_file
from kvpage.figures.figure import Figure, Part
from kvpage.figures.panel_internals import plain_model_of

__all__ = ["as_json", "documents", "parts"]


def documents(figures: Collection[Figure]) -> tuple[dict[str, RenderRoot], str]:
    """Write figures as documents, one for each.

    Returns
    -------
    roots : dict of bokeh.embed.util.RenderRoot
        Where the template embeds each part of the figures, by the names of `parts`.
    drawn : str
        The JSON from which the page's scripts draw them.
    """
    if not figures:
        return {}, as_json({"documents": {}, "items": []})
    docs_json, items = standalone_docs_json_and_render_items(list(map(_document, figures)))
    roots = (root for item in items for root in item.roots)
    return (
        dict(zip(parts(figures), roots, strict=True)),
        as_json({"documents": docs_json, "items": [item.to_json() for item in items]}),
    )


def parts(figures: Iterable[Figure]) -> dict[str, Part]:
    """List what a page embeds of figures, by the names of its template."""
    return {name: part for figure in figures for name, part in figure.parts().items()}


def as_json(content: Any) -> str:
    """Write JSON that can stand in a script element."""
    return serialize_json(content, pretty=False).replace("</", "<\\/")


def _document(figure: Figure) -> Document:
    document = Document()
    own_style = InlineStyleSheet(css=page_file("styles/inside.css"))  # one for all
    for name, part in parts([figure]).items():
        plain = part if isinstance(part, Plot) else plain_model_of(part, name, document, own_style)
        document.add_root(plain)
    return document
