"""What needs to know how Panel works inside, and nothing else does (seen in Panel 1.9 and 1.10).

Each part names the public call that would replace it, if Panel had one.
"""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import jinja2
import panel as pn
from bokeh.document import Document
from bokeh.models import Div, InlineStyleSheet, Model, Plot, RadioButtonGroup, TextInput
from panel.io import document as sending
from panel.io import init_doc
from panel.io.location import Location

from kvpage.drawing.style import page_file
from kvpage.figures.incoming import guard

__all__ = ["Page", "TextPane", "model_of", "needed", "plain_model_of", "send_all"]

# -- All that is queued for a browser is sent. Panel queues a message while another one is being
#    written, each with a task that writes all that is queued. The task before lifts the block
#    when it is done, and one that finds the block lifted ends at once. What was queued meanwhile
#    then stays until something else changes, and a figure shows the state before. Replaced by:
#    a Panel whose tasks write until nothing is queued.

_write = getattr(sending, "_dispatch_msgs", None)


async def _write_all(document: Document) -> None:
    sending._WRITE_BLOCK[document] = True
    await _write(document)


def send_all() -> None:
    """Have each of Panel's tasks write what is queued, whatever the one before did."""
    if _write is not None:
        sending._dispatch_msgs = _write_all


class TextPane(pn.pane.HTML):
    """A pane of which a change sends the text alone.

    Panel's own sends its style sheets with it, as addresses in another host, and those of
    one cell to all cells that show the pane, which Bokeh refuses. Replaced by: a pane that sends
    what has changed.
    """

    def _update(self, ref: str, model: Model) -> None:
        model.text = self._get_properties(model.document)["text"]


# -- A page needs little of what Panel brings along. Replaced by: a `pn.serve` that can be told
#    which scripts and style sheets it is to bring.

NEEDLESS = re.compile(
    r'<script[^>]* src="[^"]*(bokeh-gl|bokeh-mathjax|es-module-shims|tabulator|luxon)[^"]*"[^>]*>'
    r"\s*</script>"
)


def needed(tags: str) -> str:
    """Leave out the scripts that Panel brings for parts that the lesson does not have."""
    return NEEDLESS.sub("", tags)


def model_of(
    part: pn.viewable.Viewable, name: str, document: Document, style: InlineStyleSheet
) -> Model:
    """Make the model of a widget or pane, with none but the lesson's style.

    Parameters
    ----------
    part : panel.viewable.Viewable
    name : str
        What the model is called.
    document : bokeh.document.Document
        Where it will be.
    style : bokeh.models.InlineStyleSheet
        ``styles/inside.css``, one for the whole document.
    """
    model = part.get_root(document, preprocess=False)
    model.update(name=name, stylesheets=[style] if style.css in part.stylesheets else [])
    return model


def plain_model_of(
    part: pn.viewable.Viewable, name: str, document: Document, style: InlineStyleSheet
) -> Model:
    """Give Bokeh's own model in place of Panel's, so that the page needs nothing of Panel's."""
    kinds = {"HTML": Div, "RadioButtonGroup": RadioButtonGroup, "TextInput": TextInput}
    model = model_of(part, name, document, style)
    if not type(model).__module__.startswith("panel."):
        return model
    kind = kinds[type(model).__name__]
    values = model.properties_with_values(include_defaults=False)
    plain = kind(**{name: values[name] for name in values.keys() & kind.properties()})
    if isinstance(plain, Div):
        plain.text = unescape(plain.text)  # Panel's script decodes it
    return plain


class Page(pn.Template):
    """A template whose document has the models of its parts and no others.

    Panel's own wraps each plot, gathers all models anew for each part, and adds style sheets.
    Replaced by: a template of Panel's that takes a Bokeh model as it is.

    Parameters
    ----------
    template : jinja2.Template
    parts : mapping
        Widgets, panes and plots by the names under which the template embeds them; a plot has that
        name already.
    variables : mapping
        What else the template needs.
    """

    def __init__(
        self,
        template: jinja2.Template,
        parts: Mapping[str, pn.viewable.Viewable | Model],
        variables: Mapping[str, Any],
    ) -> None:
        super().__init__(template)
        self._parts = parts
        self._variables = variables

    def server_doc(
        self,
        doc: Document | None = None,
        title: str | None = None,
        location: bool | Location = True,
    ) -> Document:
        """Put the page into a document, by default the current one."""
        document = init_doc(doc)
        document.title = title or document.title
        document.template = self.template
        document.template_variables.update(self._variables)
        document.on_session_destroyed(pn.state._destroy_session)
        style = InlineStyleSheet(css=page_file("styles/inside.css"))
        with document.models.freeze():
            for name, part in self._parts.items():
                if isinstance(part, Plot):
                    document.add_root(part)
                    continue
                model = model_of(part, name, document, style)
                part._documents[document] = model
                document.on_session_destroyed(part._server_destroy)
                document.add_root(model)
        guard(document)
        return document
