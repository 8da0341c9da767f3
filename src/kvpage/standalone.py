"""Write the lesson as one HTML file that is live without a server and without a network.

The browser holds what Python computed for every length, block size and page size of the
page's limits; the page's scripts look it up, adds and draws.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bokeh.core.templates import FILE, MACROS
from bokeh.resources import Resources

from kvpage.figures.admission import WhoGetsIn
from kvpage.figures.block_tables import LAYOUTS, WherePagesLive
from kvpage.figures.controls import EXAMPLE
from kvpage.figures.figure import Figure
from kvpage.figures.hook import SCHEMES, Hook
from kvpage.figures.predict import Predict
from kvpage.figures.side_by_side import SideBySide
from kvpage.figures.waste_by_length import WasteByLength
from kvpage.lesson.scenarios import SCENARIOS
from kvpage.page.assembling import SECTIONS, TITLE, template, variables
from kvpage.page.documents import as_json, documents
from kvpage.page.recordings import recorded_answers
from kvpage.serving.workloads import CHOICES

__all__ = ["export"]

MADE_BY = '<meta name="generator" content="kvpage'
THEMES = ("light", "dark")
BUNDLES = "<!-- the bundles of Bokeh -->"


def export(
    path: str | os.PathLike[str],
    *,
    sections: Iterable[str] = SECTIONS,
    lengths: Sequence[int] = EXAMPLE["lengths"],
    block_size: int = EXAMPLE["block_size"],
    page_size: int = EXAMPLE["page_size"],
    length: int = WasteByLength.param.length.default,
    level: int = 1,
    seed: int = 0,
    scheme: str = "naive",
    scenario: str = WherePagesLive.param.scenario.default,
    layout: str = WherePagesLive.param.layout.default,
    step: int = 0,
    run: Mapping[str, Any] | None = None,
    theme: str | None = None,
    force: bool = False,
) -> Path:
    """Write the lesson, or sections of it, into one HTML file.

    The same arguments and versions give the same bytes. A file that is there stays as it was
    until the new one is whole.

    Parameters
    ----------
    path : path-like
        The file to write.
    sections : iterable of str
        Which of ``"hook"``, ``"rules"``, ``"side-by-side"``, ``"claims"``, ``"predict"``,
        ``"pages"``, ``"serving"`` and ``"next"``; all by default.
    lengths, block_size, page_size
        What the side-by-side figure and the curves show at first; see `kvpage.SideBySide`.
    length
        The length at which the curves are read at first; see `kvpage.WasteByLength`.
    level, seed
        The question that is asked first; see `kvpage.Predict`.
    scheme : {"naive", "paged"}
        What the hook figure shows at first.
    scenario, layout, step
        What the story of the small cache shows at first; see `kvpage.WherePagesLive`.
    run : mapping, optional
        What the figure of who gets in shows at first: parameters of `kvpage.WhoGetsIn`.
    theme : {"light", "dark"}, optional
        The theme, unless the reader or the address chooses another; by default the system's.
    force : bool, default False
        Write over a file that kvpage did not make.

    Returns
    -------
    pathlib.Path
        The file written.

    Raises
    ------
    ValueError
        If an argument is none of those that are allowed; the message names them.
    FileExistsError
        If the file is there, kvpage did not make it, and `force` is false.
    """
    wanted = list(sections)
    for section in wanted:
        _one_of(section, SECTIONS, "section")
    _one_of(scheme, tuple(SCHEMES.values()), "scheme")
    _one_of(layout, tuple(LAYOUTS.values()), "layout")
    _one_of(scenario, tuple(SCENARIOS), "scenario")
    for name in run or {}:
        _one_of(name, (*CHOICES, "step"), "part of a run")
    if theme is not None:
        _one_of(theme, THEMES, "theme")
    if not wanted:
        raise ValueError(f"no section is named; choose from {', '.join(SECTIONS)}")
    target = Path(path)
    if target.exists() and not force and MADE_BY not in _beginning(target):
        raise FileExistsError(
            f"{target} is there and was not made by kvpage; choose another name, or force"
        )
    figures: list[Figure] = []
    if "hook" in wanted:
        figures.append(Hook(scheme=scheme))
    workload = {"lengths": list(lengths), "block_size": block_size, "page_size": page_size}
    if "side-by-side" in wanted:
        figures.append(SideBySide(**workload))
    if "claims" in wanted:
        figures.append(WasteByLength(**workload, length=length))
    if "predict" in wanted:
        figures.append(Predict(level=level, seed=seed))
    if "pages" in wanted:
        figures.append(WherePagesLive(scenario=scenario, layout=layout, step=step))
    if "serving" in wanted:
        figures.append(WhoGetsIn(**(run or {})))
    _write_whole(target, _html(figures, wanted, theme))
    return target


def _one_of(value: str, allowed: Sequence[str], what: str) -> None:
    if value not in allowed:
        raise ValueError(f"{value!r} is no {what}; choose from {', '.join(allowed)}")


def _beginning(path: Path) -> str:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(2000)


def _write_whole(target: Path, html: str) -> None:
    """Write beside the target and rename, so that nobody ever sees half a file."""
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(html)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _html(figures: list[Figure], sections: list[str], theme: str | None) -> str:
    roots, drawn = documents(figures)
    html = template().render(
        variables(sections, figures),
        base=FILE,
        macros=MACROS,
        title=TITLE,
        theme=theme,
        generator=f"kvpage {version('kvpage')}",
        bokeh_js=BUNDLES,
        plot_script="",
        roots=roots,
        late=roots,
        figures=drawn,
        answers=as_json(recorded_answers()),
    )
    return _numbered(html).replace(BUNDLES, _bundles() if figures else "")


def _bundles() -> str:
    bokeh = Resources("inline", components=["bokeh", "bokeh-widgets"])
    return "\n".join(f"<script>{script}</script>" for script in bokeh.js_raw)


def _numbered(html: str) -> str:
    """Replace Bokeh's random identifiers by numbers, in the order in which they come."""
    identifier = re.compile(r"\bp\d{4,}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
    numbers: dict[str, str] = {}
    return identifier.sub(lambda found: numbers.setdefault(found[0], f"k{len(numbers)}"), html)
