"""What a mould casts is a plot of its own, and is gone once nobody holds it."""

import gc
import weakref

from bokeh.document import Document
from bokeh.embed import json_item

from kvpage.drawing.bokeh_internals import Mould
from kvpage.drawing.slot_grid import SlotGrid
from kvpage.drawing.timelines import SlotsOverTime
from kvpage.drawing.waste_curves import WasteCurves

KINDS = (SlotGrid, WasteCurves, SlotsOverTime)


def plain(plot):
    """Return the JSON of a plot, with its identifiers numbered in the order in which they come."""
    numbers = {}

    def numbered(part):
        match part:
            case dict():
                return {key: numbered(each) for key, each in part.items() if key != "root_id"}
            case list():
                return [numbered(each) for each in part]
            case str() if part in identifiers:
                return numbers.setdefault(part, len(numbers))
        return part

    identifiers = {model.id for model in plot.references()}
    return numbered(json_item(plot)["doc"]["roots"])


def test_a_cast_says_the_same_as_its_original_and_shares_no_model_with_it():
    for kind in KINDS:
        original = kind._empty_plot("plot")
        cast = Mould(original).cast()
        assert plain(cast) == plain(original)
        assert not cast.references() & original.references()
        assert not {model.id for model in cast.references()} & {m.id for m in original.references()}


def test_a_change_of_one_cast_reaches_its_own_document_and_no_other_cast():
    mould = Mould(SlotGrid._empty_plot("plot"))
    one, other = mould.cast(), mould.cast()
    heard = {one: [], other: []}
    for plot, events in heard.items():
        document = Document()
        document.add_root(plot)
        document.on_change(events.append)
    one.renderers[0].data_source.data["x"] = []
    one.x_range.end = 9
    one.tags.append("mine")
    assert len(heard[one]) == 3
    assert heard[other] == []
    assert other.tags == mould.plot.tags == []


def test_a_cast_that_nobody_holds_is_gone_with_all_its_models():
    mould = Mould(SlotGrid._empty_plot("plot"))
    models = [weakref.ref(model) for model in mould.cast().references()]
    gc.collect()
    assert len(models) > 20
    assert [model() for model in models if model() is not None] == []
