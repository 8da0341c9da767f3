"""What all figures share where no page is around them, as in a notebook."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar
from weakref import WeakSet

import panel as pn
import param
from bokeh.models import CustomJS, Model, Plot

from kvpage.drawing.style import page_file, tokens
from kvpage.figures.panel_internals import TextPane, send_all

__all__ = ["CARD", "INSIDE", "Figure", "Part", "Words", "drawn", "folded", "group", "text"]

Part = pn.viewable.Viewable | Model
"""What a page embeds of a figure."""
INSIDE = {"stylesheets": [page_file("styles/inside.css")], "margin": 0}
"""What widgets and text panes of a figure are made with."""
CARD = page_file("styles/card.css")
"""How the parts of a card are styled."""
NOT_YET = "Run `import panel as pn; pn.extension()` in a cell, then show the figure again."

send_all()


class Words(TextPane):
    """Text of a figure."""

    def __init__(self, object: str = "", **params: Any) -> None:  # noqa: A002
        options = {"disable_math": True, "sizing_mode": "stretch_width"} | INSIDE | params
        super().__init__(object, **options)


class Figure(pn.viewable.Viewer):
    """A figure of the lesson: parameters, what shows them, and a file of its own.

    A notebook shows it as a card in the light theme, once ``pn.extension()`` has been run. It
    may be shown in many cells; all of them follow its parameters.

    Attributes
    ----------
    section : str
        The section of the lesson that the figure stands in.
    caption : str
        What the card says above it.
    saved : tuple of str
        The parameters that `kvpage.export` takes for this figure.
    """

    section: ClassVar[str]
    caption: ClassVar[str]
    saved: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self._cards: WeakSet[pn.Column] = WeakSet()

    def parts(self) -> dict[str, Part]:
        """List what the lesson's page embeds of the figure, by the names of its template."""
        raise NotImplementedError

    def _content(self) -> list[pn.viewable.Viewable]:
        """List what a new card shows below its caption, with plots of its own (`drawn`)."""
        raise NotImplementedError

    def _still(self) -> str:
        """Write what the figure shows as HTML, for a place where no script runs."""
        raise NotImplementedError

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Send what changes meanwhile to wherever the figure is shown, plots included."""
        with pn.io.hold():
            yield
        pn.io.push_notebook(*self._cards)

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write the figure as it is now into one HTML file, live without a network.

        Parameters
        ----------
        path : path-like
            The file to write.
        force : bool, default False
            Write over a file that kvpage did not make.

        Returns
        -------
        pathlib.Path
            The file written.

        Raises
        ------
        FileExistsError
            If the file is there, kvpage did not make it, and `force` is false.
        """
        from kvpage import export  # which stands above: it writes any figure

        state = {name: getattr(self, name) for name in self.saved}
        return export(path, sections=[self.section], force=force, **state)

    def __panel__(self) -> pn.viewable.Viewable:
        card = group(
            "kvpage-card",
            text(self.caption, "caption"),
            *self._content(),
            stylesheets=[CARD, _tokens()],
        )
        self._cards.add(card)
        return card

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        with param.logging_level("ERROR"):  # Panel's own words on a missing extension
            shown = super()._repr_mimebundle_(include, exclude)
        if shown is None:
            return {"text/plain": NOT_YET}, {}
        data, metadata = shown
        if "text/html" in data:
            data["text/html"] = self._with_still(data["text/html"])
        return data, metadata

    def _with_still(self, live: str) -> str:
        """Add a picture that gives way to the live figure.

        A page that is made of the notebook opens the template as a shadow root by itself; where
        a script puts it into a page, it stays shut.
        """
        return f"""<div class="kvpage-figure">
<style>.kvpage-figure:has([data-root-id] > *) > .kvpage-still {{ display: none; }}</style>
{live}
<div class="kvpage-still kvpage-card"><template shadowrootmode="open">
<style>{page_file("styles/inside.css")}{CARD}{_tokens()}</style>
<p class="caption">{self.caption}</p>
{self._still()}
</template></div></div>"""


def _tokens() -> str:
    return f":host {{ {''.join(f'--{name}: {value};' for name, value in tokens().items())} }}"


def text(html: str, kind: str) -> Words:
    """Show fixed text, styled as its kind in ``page/styles/card.css``."""
    return Words(f'<div class="{kind}">{html}</div>', stylesheets=[*INSIDE["stylesheets"], CARD])


def group(kind: str, *items: pn.viewable.Viewable, **options: Any) -> pn.Column:
    """Set parts of a card together as ``page/styles/card.css`` says for the kind."""
    options = {"css_classes": [kind], "stylesheets": [CARD]} | options
    return pn.Column(*items, sizing_mode="stretch_width", margin=0, **options)


def folded(table: pn.viewable.Viewable) -> pn.Card:
    """Hide a table behind a button."""
    return pn.Card(
        table,
        title="The same as a table",
        collapsed=True,
        css_classes=["fold"],
        stylesheets=[CARD],
        sizing_mode="stretch_width",
        margin=0,
    )


def drawn(plot: Plot) -> pn.pane.Bokeh:
    """Show a plot whose writing fits its slots at any width."""
    fit_text = page_file("scripts/fit.js").replace("export ", "")
    fit = CustomJS(args={"plot": plot}, code=f"{fit_text}\nsetTimeout(fitText, 0, plot);")
    plot.js_on_change("inner_width", fit)
    plot.x_range.js_on_change("end", fit)
    return pn.pane.Bokeh(plot, margin=0)
