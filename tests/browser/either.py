"""One lesson, served or as a file: what the tests do to either and ask of it."""

from urllib.parse import parse_qsl

from exported import FIRST, MODEL, exported, opened
from helpers import all_drawn

HOSTS = ("served", "file")

READ_SOURCES = f"""names => names.map(name => {{
    const columns = Object.entries(({MODEL})(name).data)
    const number = value => Number.isNaN(value) ? null : value
    return Object.fromEntries(columns.map(([column, values]) => [column, [...values].map(number)]))
}})"""
READ_MARKS = f"""name => {{
    const {{ data }} = ({MODEL})(name).renderers[0].data_source
    return [...data.kind].map((_, at) =>
        Object.fromEntries(Object.entries(data).map(([column, values]) => [column, values[at]])))
}}"""
SURPLUS = """() => {
    const root = document.documentElement
    const edges = [...document.querySelectorAll("figure, figure *:not(.table *)")]
        .map(element => element.getBoundingClientRect().right)
    return Math.ceil(Math.max(root.scrollWidth, ...edges) - root.clientWidth)
}"""


class Either:
    """The lesson in a host, put back with ``either("block=8")``, which gives the page.

    ``either.fresh("block=8")`` opens it anew, in a page for this test alone: `page`.
    """

    def __init__(self, request):
        self.host = request.param
        self.fixture = request.getfixturevalue
        self.kept = self.fixture("kept")
        self.start = (
            self.fixture("lesson_url") + "/?"
            if self.host == "served"
            else exported().as_uri() + "#"
        )

    @property
    def page(self):
        self.fixture("faults")
        return self.fixture("page")

    def __call__(self, options="", shows=None):
        return self.kept(self.start, options, shows)

    def fresh(self, options=""):
        return all_drawn(opened(self.page, self.start + options))

    def link(self, options):
        """Give the address of the lesson with these options."""
        return self.start + options


def said(page):
    """Read the state out of the address; what it leaves out is the example's."""
    return FIRST | dict(parse_qsl(page.evaluate("(location.search + location.hash).slice(1)")))


def shows(page, figure):
    """Read what the parts of a figure say they show."""
    parts = page.locator(f"{figure} [data-shows]")
    return parts.evaluate_all("parts => parts.map(part => part.dataset.shows)")


def sources(page, *names):
    """Read sources of data: for each a dictionary of columns, with None for NaN."""
    return page.evaluate(READ_SOURCES, list(names))


def marks_of(page, name):
    """Read the marks of a grid, a dictionary for each."""
    return page.evaluate(READ_MARKS, name)
