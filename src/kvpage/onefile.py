"""Write the lesson as one HTML file that is live without a server and without a network.

The browser holds what Python computed for every length, block size and page size of the
page's limits; ``page/answers.js`` looks it up, adds and draws.
"""

import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bokeh.core.templates import FILE, MACROS, get_env
from bokeh.resources import Resources

from kvpage import quiz
from kvpage.admission import WhoGetsIn
from kvpage.allocators import Allocation, naive, paged
from kvpage.controls import EXAMPLE, LIMITS
from kvpage.documents import as_json, documents
from kvpage.lesson import SECTIONS, TITLE, Figure, variables
from kvpage.loads import CHOICES
from kvpage.scenarios import SCENARIOS
from kvpage.style import page_file
from kvpage.views import GUESSES, SCHEMES, Hook, Predict, SideBySide, WasteByLength
from kvpage.where import LAYOUTS, WherePagesLive

__all__ = ["export"]

MADE_BY = '<meta name="generator" content="kvpage'
THEMES = ("light", "dark")
QUESTIONS = 100
"""Of every level, as many as a file carries."""
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
    html = (
        get_env()
        .from_string(page_file("lesson.html"))
        .render(
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
            answers=as_json(_answers()),
        )
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


def _answers() -> dict[str, Any]:
    """Record what the allocators say of every setting, and what the hook shows."""
    lengths = range(LIMITS["length"] + 1)
    return {
        "reserve": [
            _held_and_allocated(naive(lengths, block, truncate=True))
            for block in range(1, LIMITS["block"] + 1)
        ],
        "paged": [
            _held_and_allocated(paged(lengths, page)) for page in range(1, LIMITS["page"] + 1)
        ],
        "hook": _hook_answers(),
        "guesses": GUESSES,
        "quiz": {
            "asked_sizes": list(quiz.ASKED_SIZES),
            "first": [_recorded(question) for question in quiz.FIRST],
            "levels": [
                [_recorded(quiz.question(level, seed)) for seed in range(QUESTIONS)]
                for level in range(1, quiz.LEVELS + 1)
            ],
        },
    }


def _held_and_allocated(allocation: Allocation) -> list[list[int]]:
    return [allocation.held.tolist(), allocation.allocated.tolist()]


def _recorded(question: quiz.Question) -> list[Any]:
    """List a question's fields, and its layout where that is not the lengths in its pages."""
    layout, lengths = question.layout(), list(question.lengths)
    laid_out = [layout.scheme, layout.unit, layout.lengths.tolist()]
    usual = laid_out == ["paged", question.page_size, lengths]
    return [*vars(question).values(), question.cache, *([] if usual else laid_out)]


def _hook_answers() -> dict[str, Any]:
    """Record the hook figure's words and pictures by scheme and guess."""
    pictures: dict[str, Any] = {}
    words: dict[str, Any] = {}
    for guess in (None, *GUESSES):
        hook = Hook(guess=guess)
        for scheme in ("naive", "paged", "naive"):
            hook.scheme = scheme
            shown = f"{scheme} {'answered' if hook.answered else 'asked'}"
            pictures[shown] = {
                "hook_lanes": dict(vars(hook.lanes.picture)),
                "hook_strip": dict(vars(hook.strip.picture)),
            }
            words[f"{shown} {'none' if guess is None else guess}"] = {
                "labels": {
                    "hook_lanes": hook.lanes.label,
                    "hook_strip": hook.strip.label,
                },
                "hook_numbers": hook.numbers.object,
                "hook_table": hook.table.object,
            }
    return {"pictures": pictures, "words": words}
