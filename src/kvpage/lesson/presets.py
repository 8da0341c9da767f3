"""Workloads to begin with: the lesson's example, and those that a reader can choose."""

__all__ = ["EXAMPLE", "PRESETS"]

EXAMPLE = {"lengths": [1, 4, 2], "block_size": 4, "page_size": 2}

PRESETS = [
    {"title": "The example", "lengths": [1, 4, 2], "block": 4, "page": 2},
    {"title": "One long, many short", "lengths": [29, 2, 3, 1, 2, 1], "block": 32, "page": 4},
    {"title": "All equal", "lengths": [5, 5, 5, 5], "block": 12, "page": 4},
    {"title": "All full", "lengths": [8, 8, 8, 8], "block": 8, "page": 4},
    {"title": "Paging loses", "lengths": [4, 4, 4], "block": 4, "page": 3},
]
