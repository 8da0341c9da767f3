"""A notebook turned into a page keeps its figures, and the field complains as the lesson's does."""

import re

import nbformat
import pytest
from exported import exported
from helpers import complaint, eventually, field
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from test_input import BAD_LENGTHS, GOOD_LENGTHS

from kvpage import SideBySide

LABELS = {
    "Reserved blocks of 4 slots": "Of 12 slots in all, 7 are used, 5 wasted, 0 free.",
    "Pages of 2 slots": "Of 12 slots in all, 7 are used, 1 wasted, 4 free.",
}
BLUE = [0x17, 0x66, 0xD0]
COUNT_BLUE = f"""canvas => {{
    const {{ data }} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
    let blue = 0
    for (let i = 0; i < data.length; i += 4)
        blue += {BLUE}.every((part, at) => data[i + at] === part)
    return blue
}}"""


@pytest.fixture(scope="module")
def converted(tmp_path_factory):
    """Execute two notebooks on the command line's way, in one kernel, and turn them into pages."""
    sources = [
        source
        for extension in ("", "inline=True")
        for source in (
            f"import panel as pn\nimport kvpage\npn.extension({extension})",
            "kvpage.SideBySide()",
        )
    ]
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    folder = tmp_path_factory.mktemp("notebooks")
    pages = {"linked": notebook.cells[:2], "inline": notebook.cells[2:]}
    for name, part in pages.items():
        html, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=part))
        (folder / f"{name}.html").write_text(html, "utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in pages}


def images(page):
    """List what is seen as a picture, by the first sentence of its label."""
    shown = page.locator("[role=img]:visible").filter(visible=True)
    labels = shown.evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert [label for label in labels if not re.search(r"Of 12 slots", label)] == []
    return {label.split(".")[0]: label[label.index("Of 12") :] for label in labels}


def test_without_a_network_the_converted_page_shows_the_grids_as_a_picture(page, converted):
    page.context.set_offline(True)
    page.goto(converted["linked"])
    assert images(page) == LABELS
    assert page.locator("canvas").count() == 0
    for grid, used in (("Reserved", 7), ("Pages", 7)):
        drawing = page.locator(f"svg[aria-label^='{grid}']")
        assert drawing.bounding_box()["width"] > 300
        assert drawing.locator("text", has_text=re.compile(r"[A-C]\d")).count() == used
    first = page.locator("svg[aria-label^=Pages] rect[fill='var(--seq-a)']")
    assert first.evaluate("slot => getComputedStyle(slot).fill") == "rgb(23, 102, 208)"


def test_with_the_scripts_inside_the_converted_page_draws_the_figure_itself(page, converted):
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.context.set_offline(True)
    page.goto(converted["inline"])
    canvases = page.locator("canvas:visible")
    canvases.nth(1).wait_for()
    blue = lambda: canvases.evaluate_all(f"all => all.map({COUNT_BLUE})")  # noqa: E731
    eventually(lambda: [count > 200 for count in blue() if count], [True, True])
    assert images(page) == LABELS
    assert page.locator("svg[role=img]:visible").count() == 0
    for name in ("Block size", "Page size"):
        assert page.get_by_text(f"{name}:").is_visible()
    assert page.get_by_role("textbox", name="Sequence lengths").input_value() == "1,4,2"
    assert errors == []


def test_the_field_reads_and_complains_in_a_notebook_as_on_the_page(kept):
    page = kept(f"{exported(sections=('side-by-side',)).as_uri()}#")
    view = SideBySide()
    for written, *_ in BAD_LENGTHS:
        field(page).fill(written)
        field(page).press("Enter")
        view.lengths_input.value = "1"
        view.lengths_input.value = written
        said = re.sub(r"<[^>]*>", "", view.complaint.object)
        shown = complaint(page).inner_html().replace('"', "&quot;")
        assert (said.replace("&#x27;", "'"), said != "") == (shown, True)
    for written, lengths in GOOD_LENGTHS:
        view.lengths_input.value = written
        assert (tuple(view.lengths), view.complaint.object) == (lengths, "")
