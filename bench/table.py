"""Rows of what was measured, and how they are printed."""

import time
from collections.abc import Callable, Iterable
from typing import Any

Row = tuple[str, float, float, float | None]
"""What, ours, what it stands against, and the most that their ratio may be."""


def seconds(function: Callable[[], Any]) -> float:
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def show(rows: Iterable[Row]) -> None:
    """Print rows, each as soon as it is measured; whole numbers are counts, others seconds."""
    print(f"{'what':36}{'kvpage':>12}{'against':>12}{'ratio':>8}{'limit':>8}")
    for name, ours, other, limit in rows:
        shown = [
            f"{each:,}" if isinstance(each, int) else f"{each * 1e3:.1f} ms"
            for each in (ours, other)
        ]
        print(
            f"{name:36}{shown[0]:>12}{shown[1]:>12}{ours / other:8.2f}{limit or '':>8}", flush=True
        )
