"""Why a KV cache runs out long before it is full, and how paging mends that.

The allocators need numpy alone. The figures (`SideBySide`, `Hook`) need Panel and Bokeh,
and are loaded when first asked for (PEP 562).
"""

from typing import Any

from kvpage.allocators import Allocation, SequenceTooLong, SlotState, naive, paged

_FIGURES = ("Hook", "SideBySide")

__all__ = ["Allocation", "Hook", "SequenceTooLong", "SideBySide", "SlotState", "naive", "paged"]


def __getattr__(name: str) -> Any:
    if name in _FIGURES:
        from kvpage import views

        return getattr(views, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
