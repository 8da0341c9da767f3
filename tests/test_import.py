"""The allocators need no figures, and the package knows its own names."""

import subprocess
import sys

import pytest

import kvpage

COMPUTE_WITHOUT_FIGURES = """
import sys

for name in ["panel", "bokeh", "param"]:
    sys.modules[name] = None

import kvpage
import kvpage.allocators

run = kvpage.simulate(kvpage.Requests([0], [3], [2]), kvpage.PagedAllocator(4, 2))
print(run.at(1).n_free, end=" ")
print(kvpage.naive([1, 4, 2], 4).n_slots, kvpage.allocators.paged([1, 4, 2], 2).n_slots)
"""


def test_the_allocators_compute_without_panel_bokeh_and_param():
    finished = subprocess.run(
        [sys.executable, "-c", COMPUTE_WITHOUT_FIGURES], capture_output=True, text=True
    )
    assert (finished.stdout.split(), finished.stderr) == (["0", "12", "8"], "")


def test_an_unknown_attribute_is_an_attribute_error_that_names_it():
    with pytest.raises(AttributeError, match="no_such_name"):
        kvpage.no_such_name  # noqa: B018


def test_dir_lists_the_public_names():
    assert {"Allocation", "SequenceTooLong", "SlotState", "naive", "paged"} <= set(dir(kvpage))
