"""Build the site: ``make docs``."""

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

import kvpage

project = "kvpage"
copyright = "2026, The kvpage developers"  # noqa: A001
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]
autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "none"
napoleon_preprocess_types = True
napoleon_use_ivar = True
default_role = "code"
html_theme = "furo"
html_title = "kvpage"
html_static_path = ["_static"]
html_js_files = ["frames.js"]


def write_lesson(app: Sphinx, exception: Exception | None) -> None:
    """Put the exported lesson beside the pages that show it."""
    if exception is None and app.builder.format == "html":
        live = Path(app.outdir, "live")
        live.mkdir(exist_ok=True)
        kvpage.export(live / "lesson.html")
        kvpage.export(live / "side-by-side.html", sections=["side-by-side"])


def link_to_lesson(app: Sphinx, page: nodes.document) -> None:
    """Make what the pages call ``?only=hook`` a link to that place of the lesson."""
    for address in list(page.findall(nodes.literal)):
        if address.astext().startswith("?") and "=" in address.astext():
            place = f"live/lesson.html#{address.astext()[1:]}"
            address.replace_self(nodes.reference("", "", address.deepcopy(), refuri=place))


def for_napoleon(
    app: Sphinx, what: str, name: str, documented: Any, options: Any, lines: list[str]
) -> None:
    """Write a docstring so that napoleon reads it as it is meant.

    What stands before a colon in the first line about a value is no type, and of several names
    in front of one type each has that type.
    """
    if what in ("attribute", "property"):
        lines[:0] = ["..", ""]
        return
    for start in reversed(range(len(lines))):
        if named := re.fullmatch(r"(\w+(?:, \w+)+)( : .+)", lines[start]):
            end = start + 1
            while lines[end : end + 1] and lines[end].startswith(" "):
                end += 1
            names, kind = named.groups()
            body = lines[start + 1 : end]
            lines[start:end] = [
                line for single in names.split(", ") for line in (single + kind, *body)
            ]


def setup(app: Sphinx) -> None:
    """Write the lesson when the pages are built, and link to it."""
    app.connect("autodoc-process-docstring", for_napoleon, priority=400)
    app.connect("doctree-read", link_to_lesson)
    app.connect("build-finished", write_lesson)
