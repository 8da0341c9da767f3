"""The recipes of docs/embedding.md, each in a small host of its kind."""

import importlib.util
import re
import shutil
import subprocess
import sys
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

import kvpage

RECIPES = Path(__file__).parents[2].joinpath("docs/embedding.md").read_text("utf-8")
FRAMES_SCRIPT = Path(__file__).parents[2].joinpath("docs/_static/frames.js")


@cache
def recipe(heading):
    """Return the first code block under a heading of docs/embedding.md."""
    section = RECIPES.split(f"## {heading}\n")[1]
    return re.search(r"^(`{3,})\w*\n(.*?)^\1$", section, re.DOTALL | re.MULTILINE)[2]


@pytest.fixture(scope="module")
def figure(tmp_path_factory):
    """The exported figure."""
    return kvpage.export(tmp_path_factory.mktemp("once") / "grids.html", sections=["side-by-side"])


@pytest.fixture
def folder(tmp_path, figure):
    """A folder with the exported figure in a folder of its own, to build a host in."""
    (tmp_path / "live").mkdir()
    shutil.copy(figure, tmp_path / "live")
    return tmp_path


@pytest.fixture
def published():
    """Serve a folder: ``published(folder)`` returns its address."""
    servers = []

    def publish(folder):
        class Handler(SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=str(folder))

            def do_GET(self):
                if self.path == "/favicon.ico":
                    self.send_response(204)
                    self.end_headers()
                else:
                    super().do_GET()

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("localhost", 0), Handler)
        Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://localhost:{server.server_port}"

    yield publish
    for server in servers:
        server.shutdown()
        server.server_close()


def build(*command, folder):
    subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, check=True, capture_output=True, timeout=120
    )


def works_inside(page):
    """Work a control of the framed figure, and see its answer and the frame's title."""
    frame = page.frame_locator("iframe")
    frame.locator("html[data-ready]").wait_for(state="attached")
    frame.get_by_role("button", name="Paging loses").click()
    expect(frame.locator(".comparison")).to_contain_text("blocks waste 0, pages 6")
    expect(page.locator("iframe")).to_have_attribute("title", re.compile("Figure|Lesson"))


def grows_to_its_content(page):
    page.wait_for_function(
        """() => {
            const frame = document.querySelector("iframe");
            return Math.abs(frame.clientHeight - frame.contentDocument.body.offsetHeight) <= 1;
        }"""
    )


def test_a_plain_page_shows_the_figure_and_grows_with_it(page, faults, folder, published):
    snippets = re.findall(r"```html\n(.*?)```", RECIPES.split("## A plain page\n")[1], re.DOTALL)
    frame, script = snippets[:2]
    (folder / "live/index.html").write_text(f"<!doctype html><title>Host</title>{frame}{script}")
    page.goto(published(folder / "live"))
    works_inside(page)
    grows_to_its_content(page)


def test_without_the_lines_for_the_host_the_frame_scrolls(page, faults, folder, published):
    (folder / "live/index.html").write_text(f"<!doctype html>{recipe('A plain page')}")
    page.goto(published(folder / "live"))
    works_inside(page)
    scrolling = page.frame_locator("iframe").locator("html")
    assert scrolling.evaluate("root => root.scrollHeight > root.clientHeight")


def test_sphinx_with_myst_shows_the_figure(page, faults, folder, published):
    (folder / "conf.py").write_text(
        'extensions = ["myst_parser"]\nhtml_theme = "furo"\nhtml_extra_path = ["live"]\n'
        'html_static_path = ["_static"]\nhtml_js_files = ["frames.js"]\n'
    )
    (folder / "_static").mkdir()
    shutil.copy(FRAMES_SCRIPT, folder / "_static")
    (folder / "index.md").write_text(
        f"# Host\n\n{recipe('Sphinx, MyST, Jupyter Book')}\n\nAfter it."
    )
    build("sphinx", "-q", "-W", "-b", "html", ".", "site", folder=folder)
    page.goto(f"{published(folder / 'site')}/index.html")
    works_inside(page)
    grows_to_its_content(page)


def test_mkdocs_shows_the_figure(page, faults, folder, published):
    (folder / "mkdocs.yml").write_text(
        "site_name: Host\ntheme: {name: mkdocs, highlightjs: false}\n"
        "extra_javascript: [frames.js]\n"
    )
    (folder / "live").rename(folder / "docs")
    shutil.copy(FRAMES_SCRIPT, folder / "docs")
    (folder / "docs/index.md").write_text("# Host")
    (folder / "docs/figure.md").write_text(f"# Figure\n\n{recipe('MkDocs')}")
    build("mkdocs", "build", "-q", "-d", "site", folder=folder)
    page.goto(f"{published(folder / 'site')}/figure/")
    works_inside(page)
    grows_to_its_content(page)


def test_a_reveal_slide_shows_the_figure(page, faults, folder, published):
    package = Path(importlib.util.find_spec("sphinx_revealjs").origin).parent
    shutil.copytree(package / "_static/revealjs/dist", folder / "live/dist")
    (folder / "live/index.html").write_text(
        '<!doctype html><title>Slides</title><link rel="stylesheet" href="dist/reveal.css">'
        '<div class="reveal"><div class="slides"><section>First</section>'
        f"{recipe('reveal.js')}</div></div>"
        '<script src="dist/reveal.js"></script><script>Reveal.initialize()</script>'
    )
    page.goto(published(folder / "live"))
    page.locator(".reveal.ready").wait_for()
    page.keyboard.press("ArrowRight")
    works_inside(page)


def test_a_sandboxed_frame_shows_the_figure(page, faults, folder, published):
    frame = recipe("A plain page").replace("<iframe", '<iframe sandbox="allow-scripts"')
    (folder / "live/index.html").write_text(f"<!doctype html>{frame}")
    page.goto(published(folder / "live"))
    works_inside(page)


def test_a_running_server_shows_the_lesson_in_a_frame(page, faults, folder, published, lesson_url):
    html = re.search(r"<iframe.*?</iframe>", RECIPES.split("## A running server")[1], re.DOTALL)[0]
    frame = html.replace("http://lessons.example.org:5006/", lesson_url)
    (folder / "live/index.html").write_text(f"<!doctype html>{frame}")
    page.goto(published(folder / "live"))
    works_inside(page)
