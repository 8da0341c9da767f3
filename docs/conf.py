"""Build the site: ``make docs``."""

from pathlib import Path

from sphinx.application import Sphinx

import kvpage

project = "kvpage"
copyright = "2026, The kvpage developers"  # noqa: A001
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
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


def setup(app: Sphinx) -> None:
    """Write the lesson when the pages are built."""
    app.connect("build-finished", write_lesson)
