"""Why a KV cache runs out long before it is full, and how paging mends that.

The allocators, `simulate` and the questions of `quiz` need numpy alone. The figures (`Hook`,
`SideBySide`, `WasteByLength`, `Predict`, `WherePagesLive`, `WhoGetsIn`) and `export`, which
writes the lesson into a file, need Panel and Bokeh, and are loaded when first asked for (PEP 562).
"""

from importlib import import_module
from typing import Any

from kvpage.allocators import (
    Allocation,
    CacheFull,
    NaiveAllocator,
    PagedAllocator,
    SequenceTooLong,
    SlotState,
    naive,
    paged,
)
from kvpage.lesson import quiz
from kvpage.serving.requests import Requests
from kvpage.serving.simulation import Run, simulate

_LATER = dict.fromkeys(
    ("Hook", "Predict", "SideBySide", "WasteByLength", "WherePagesLive", "WhoGetsIn"), "views"
) | {"export": "standalone"}

__all__ = [
    "Allocation",
    "CacheFull",
    "Hook",
    "NaiveAllocator",
    "PagedAllocator",
    "Predict",
    "Requests",
    "Run",
    "SequenceTooLong",
    "SideBySide",
    "SlotState",
    "WasteByLength",
    "WherePagesLive",
    "WhoGetsIn",
    "export",
    "naive",
    "paged",
    "quiz",
    "simulate",
]


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f"kvpage.{_LATER[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
