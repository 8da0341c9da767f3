"""A browser sets what the page's scripts set and nothing else, whatever a client sends."""

import json
import logging
import math

import pytest
from bokeh.core.json_encoder import serialize_json
from bokeh.document import Document
from bokeh.models import Slider

from kvpage.app import lesson
from kvpage.figures.incoming import MOST_LINES

NESTED = json.loads("[" * 100 + "]" * 100)
WRONG = [-5, 10**9, 2**63, math.nan, math.inf, None, "[" * 100_000, NESTED, {"type": "map"}]
WRONG += [{"type": "number", "value": "nan"}, {"type": "object", "name": "Slider", "id": "new"}]


@pytest.fixture
def reader():
    return lesson().server_doc(Document())


def change(model, attr, new):
    model_id = {"id": getattr(model, "id", model)}
    return {"kind": "ModelChanged", "model": model_id, "attr": attr, "new": new}


def send(reader, *events):
    reader.apply_json_patch({"events": list(events)})


def refusals(caplog):
    assert all(record.exc_info is None for record in caplog.records)
    assert all(len(record.getMessage()) < 300 for record in caplog.records)
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_no_wrong_value_of_any_property_is_taken_and_a_flood_ends_in_one_line(reader, caplog):
    before = serialize_json(reader.to_json(deferred=False))
    models = list(reader.models)
    for model in models:
        send(reader, *(change(model, attr, new) for attr in model.properties() for new in WRONG))
    assert len(models) > 100
    assert serialize_json(reader.to_json(deferred=False)) == before
    told = refusals(caplog)
    assert len(told) == MOST_LINES + 1
    assert told[-1].endswith("what else is refused is not told")


CASES = [
    ("block", "value", -5),
    ("block", "value", 33),
    ("block", "value", 4.5),
    ("block", "value", True),
    ("block", "value", math.nan),
    ("page", "value", 0),
    ("page", "value", 2**63),
    ("page", "end", 10),
    ("reach", "value", 33),
    ("scheme", "active", 2),
    ("scheme", "active", None),
    ("covered", "active", 1),
    ("lengths", "value", "1," * 1000),
    ("lengths", "value", ["1"]),
    ("turn", "value", "no JSON"),
    ("turn", "value", "[1]"),
    ("turn", "value", "[" * 100_000),
    ("turn", "value", '{"a":' + "[" * 900),
    ("hook_numbers", "text", "<b>mine</b>"),
    ("reserve_grid", "renderers", []),
]


def test_a_refusal_names_the_value(reader, caplog):
    for name, attr, new in CASES:
        caplog.clear()
        model = reader.get_model_by_name(name)
        before = getattr(model, attr)
        send(reader, change(model, attr, new))
        assert getattr(model, attr) == before
        line = refusals(caplog)[0]
        assert line.startswith(f"session none: refused {name}: {attr!r} = {repr(new)[:20]}")


NO_CHANGES = [
    "block",
    {},
    {"kind": "RootRemoved", "model": {"id": "p1"}},
    {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": {"name": "button_click"}},
    {"kind": "ModelChanged", "model": "block", "attr": "value", "new": 3},
    change("p0", "value", 3),
    change("p0", "value", 3) | {"hint": None},
]


def test_what_is_no_change_of_a_value_is_refused(reader, caplog):
    roots = reader.roots
    send(reader, *NO_CHANGES)
    reader.apply_json_patch("no patch")
    assert reader.roots == roots
    assert len(refusals(caplog)) == len(NO_CHANGES) + 1


def test_what_the_page_sets_is_taken_and_answered_beside_what_is_refused(reader, caplog):
    block, lengths = (reader.get_model_by_name(name) for name in ("block", "lengths"))
    send(reader, change(block, "value", -5), change(block, "value", 9))
    send(reader, change(lengths, "value", "3,8"))
    assert "3,8 9 2" in reader.get_model_by_name("reserve_words").text
    for name in ("hook_lanes", "waste_curves"):
        plot = reader.get_model_by_name(name)
        send(reader, change(plot, "inner_width", 480), change(plot.renderers[0], "visible", True))
        assert plot.inner_width == 480
    assert len(refusals(caplog)) == 1


def test_a_turn_that_is_no_turn_leaves_the_question(reader, caplog):
    turn = reader.get_model_by_name("turn")
    before = turn.value
    send(reader, change(turn, "value", '{"level": 99}'))
    assert turn.value == before
    assert refusals(caplog) == []


def test_each_slider_takes_its_ends_and_nothing_beyond(reader, caplog):
    sliders = list(reader.select({"type": Slider}))
    for slider in sliders:
        for value in (slider.start, slider.end):
            send(reader, change(slider, "value", value))
            assert slider.value == value
        beyond = slider.start - 1, slider.end + 1
        send(reader, *(change(slider, "value", value) for value in beyond))
        assert slider.value == slider.end
    assert len(refusals(caplog)) == 2 * len(sliders) == 10


def test_a_message_that_cannot_be_read_is_told_in_one_short_line(reader, caplog):
    log = logging.getLogger("bokeh.server.views.ws")
    nested = "[" * 100_000
    try:
        json.loads(nested)
    except RecursionError as error:
        log.error("Unhandled exception receiving a message: %r: %r", error, nested, exc_info=True)
    assert len(refusals(caplog)) == 1
