"""The figures in a notebook: shown, set from Python, saved, and told apart from a traceback."""

import re
from pathlib import Path

import nbformat
import pytest
from bokeh.document import Document
from bokeh.models import Plot
from nbclient import NotebookClient
from pyviz_comms import Comm

import kvpage
from kvpage.drawing.slot_layout import Mark
from kvpage.drawing.svg import svg

PAGE = Path(__file__).parents[2] / "docs" / "notebook.md"
RESERVED = "Reserved blocks of 4 slots."


def executed(folder, *sources):
    """Run cells in a new kernel; give the outputs of each."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    return [cell.outputs for cell in notebook.cells]


def said(outputs):
    """List what a cell says as plain text or prints."""
    return [
        output.get("text") or output.get("data", {}).get("text/plain")
        for output in outputs
        if output.get("data") != {}
    ]


def html(outputs):
    return "".join(output.get("data", {}).get("text/html", "") for output in outputs)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    return executed(
        tmp_path_factory.mktemp("notebook"),
        "import kvpage\nfig = kvpage.SideBySide(lengths=[1, 4, 2], block_size=4, page_size=2)",
        "fig",
        "kvpage.Hook()",
        "import panel as pn\npn.extension()",
        "fig",
        "fig.page_size = 4\nfig.page_size, fig.lengths, fig.block_size",
        "fig",
        "kvpage.Hook()",
        "str(fig.save('grids.html'))",
        "curves = kvpage.WasteByLength(length=3)\ncurves.page_size = 5\ncurves",
        "quiz = kvpage.Predict()\nquiz",
        "quiz.answer(2)\nquiz",
    )


def test_without_the_extension_one_sentence_says_what_to_run(outputs):
    for shown in outputs[1:3]:
        (sentence,) = said(shown)
        assert re.fullmatch(r"[^.]*`import panel as pn; pn\.extension\(\)`[^.]*\.", sentence)
        assert [output.output_type for output in shown] == ["execute_result"]


def test_once_it_was_run_the_figures_show_and_nothing_is_complained_about(outputs):
    assert RESERVED in html(outputs[4])
    assert "Pages of 2 slots." in html(outputs[4])
    assert "The whole cache of 12 slots" in html(outputs[7])
    kinds = {output.output_type for cell in outputs for output in cell}
    assert kinds <= {"execute_result", "display_data"}


def test_parameters_are_read_and_set_from_python(outputs):
    assert said(outputs[5]) == ["(4, [1, 4, 2], 4)"]
    assert "Pages of 4 slots." in html(outputs[6])
    assert "Pages of 2 slots." not in html(outputs[6])


def test_the_curves_and_the_questions_show_too(outputs):
    assert "At 3 tokens: 1 in a block, 2 in pages." in html(outputs[9])
    assert kvpage.quiz.FIRST[0].text in html(outputs[10])
    assert kvpage.quiz.FIRST[0].explanation not in html(outputs[10])
    assert kvpage.quiz.FIRST[0].explanation in html(outputs[11])


def test_saving_gives_the_path(outputs):
    assert said(outputs[8]) == ["'grids.html'"]


def plots(root):
    return {
        plot.html_attributes["aria-label"].split(".")[0]: plot
        for plot in root.select({"type": Plot})
    }


def test_every_place_where_a_figure_is_shown_follows_it():
    fig = kvpage.SideBySide()
    places = [fig.__panel__().get_root(Document()) for _ in range(2)]
    fig.param.update(page_size=4, lengths=[3, 9])
    for place in places:
        assert set(plots(place)) == {"Reserved blocks of 4 slots", "Pages of 4 slots"}
        for plot in plots(place).values():
            kinds = list(plot.renderers[0].data_source.data["kind"])
            assert (kinds.count(Mark.USED), kinds.count(Mark.NAME)) in {(12, 2), (7, 2)}
    one, other = ({id(model) for model in place.references()} for place in places)
    assert one.isdisjoint(other)


class Wire(Comm):
    """Keep what is sent to a browser."""

    def __init__(self):
        super().__init__()
        self._comm = True
        self.sent = []

    def send(self, data=None, metadata=None, buffers=()):
        self.sent.append(str(data))


@pytest.mark.parametrize(
    "change",
    [
        lambda fig: setattr(fig, "page_size", 4),
        lambda fig: fig.lengths_input.param.update(value="5, 7"),
    ],
)
def test_a_change_reaches_the_browser_once_it_is_made(change):
    fig, wire, document = kvpage.SideBySide(), Wire(), Document()
    document.add_root(fig.__panel__().get_root(document, wire))
    document.hold()
    change(fig)
    sent = "".join(wire.sent)
    assert fig.paged_grid.label in sent
    assert fig.comparison.object.split(">", 1)[1].split("<")[0] in sent


def test_a_change_of_the_picture_alone_reaches_the_browser_too():
    fig, wire, document = kvpage.SideBySide(), Wire(), Document()
    document.add_root(fig.__panel__().get_root(document, wire))
    document.hold()
    with fig.at_once():
        fig.paged_grid.show(fig.reserve_grid.picture, "another picture")
    assert "another picture" in "".join(wire.sent)


@pytest.mark.parametrize(
    ("fig", "options"),
    [
        (
            kvpage.SideBySide(lengths=[3, 9], block_size=16, page_size=4),
            {"sections": ["side-by-side"], "lengths": [3, 9], "block_size": 16, "page_size": 4},
        ),
        (kvpage.Hook(scheme="paged"), {"sections": ["hook"], "scheme": "paged"}),
        (
            kvpage.WasteByLength(page_size=5, length=7),
            {"sections": ["claims"], "page_size": 5, "length": 7},
        ),
        (kvpage.Predict(level=3, seed=7), {"sections": ["predict"], "level": 3, "seed": 7}),
    ],
    ids=["side-by-side", "hook", "claims", "predict"],
)
def test_save_writes_the_file_of_the_figure_as_it_is(tmp_path, fig, options):
    file = fig.save(tmp_path / "figure.html")
    assert file == tmp_path / "figure.html"
    assert file.read_bytes() == kvpage.export(tmp_path / "same.html", **options).read_bytes()


def test_save_leaves_a_strangers_file_alone_unless_forced(tmp_path):
    file = tmp_path / "notes.html"
    file.write_text("mine")
    with pytest.raises(FileExistsError, match=r"notes\.html"):
        kvpage.SideBySide().save(file)
    assert file.read_text() == "mine"
    assert kvpage.SideBySide().save(file, force=True).stat().st_size > 1000


@pytest.mark.parametrize("grid", ["reserve_grid", "paged_grid"])
def test_the_still_draws_every_mark_that_is_seen(grid):
    grid = getattr(kvpage.SideBySide(lengths=[1, 7, 2], page_size=3), grid)
    drawing, kinds = svg(grid), grid.picture.marks["kind"]
    boxes = [kind for kind in kinds if kind != Mark.REACH]
    assert drawing.count("<rect ") == len(boxes) + 2  # the hatch has two
    assert drawing.count('fill="url(#hatch)"') == kinds.count(Mark.WASTED)
    assert drawing.count("stroke-dasharray") == kinds.count(Mark.FREE)
    assert re.findall(r">(\w+)</text>", drawing) == [t for t in grid.picture.marks["text"] if t]
    assert f'aria-label="{grid.label}"' in drawing


def test_the_page_about_notebooks_does_what_it_says(tmp_path):
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    *_, saved, plotted = executed(tmp_path, *blocks)
    assert said(saved) == [f"{Path('grids.html')!r}"]
    assert (tmp_path / "grids.html").stat().st_size > 1_000_000
    assert "fragmentation" in html(plotted)
