"""What a browser may set of the models that it shares with Python; the rest is refused.

The page's own scripts stay within it. What another client sends is told in one line of the log,
and neither Bokeh nor Panel ever sees it.
"""

import json
import logging
import re
from collections.abc import Callable, Mapping
from reprlib import Repr
from typing import Any

from bokeh.core.serialization import Serialized
from bokeh.document import Document
from bokeh.models import (
    Checkbox,
    GlyphRenderer,
    LinearAxis,
    Model,
    Plot,
    RadioButtonGroup,
    Slider,
    Spinner,
    Text,
    TextInput,
)

__all__ = ["MOST_LINES", "guard"]

MOST_LINES = 20
"""Refusals that are told of one session."""
LONGEST = 1000
"""Characters of a text."""
log = logging.getLogger("kvpage")

_short = Repr()
_short.maxstring = _short.maxother = 60
_short.maxlevel = 2

Check = Callable[[Any, Model], bool]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: Any, _: Model | None = None) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


def _is_flag(value: Any, _: Model) -> bool:
    return isinstance(value, bool)


def _is_length(value: Any, _: Model) -> bool:
    return _is_whole(value) and 0 <= value < 1_000_000


def _is_on_slider(value: Any, slider: Slider) -> bool:
    return _is_whole(value) and slider.start <= value <= slider.end


def _is_in_spinner(value: Any, spinner: Spinner) -> bool:
    return _is_whole(value) and spinner.low <= value <= spinner.high


def _is_choice(value: Any, choice: RadioButtonGroup) -> bool:
    return _is_whole(value) and 0 <= value < len(choice.labels)


def _is_entry(value: Any, field: TextInput) -> bool:
    if not _is_text(value) or field.name != "turn":
        return _is_text(value)
    try:
        return isinstance(json.loads(value), dict)
    except (ValueError, RecursionError):
        return False


def _is_font_size(value: Any, _: Model) -> bool:
    size = value.get("value") if isinstance(value, dict) and value.keys() == PLAIN else value
    return isinstance(size, str) and re.fullmatch(r"\d{1,3}px", size) is not None


PLAIN = {"type", "value"}
"""What Bokeh wraps a value in that is the same for all marks."""
NUMBERS = ("value", "value_throttled")
SIZES = ("inner_width", "inner_height", "outer_width", "outer_height")
WRITING = ("axis_label_text_font_size", "major_label_text_font_size")
WIDGETS: Mapping[type[Model], Mapping[str, Check]] = {
    Slider: dict.fromkeys(NUMBERS, _is_on_slider),
    Spinner: dict.fromkeys(NUMBERS, _is_in_spinner),
    Checkbox: {"active": _is_flag},
    RadioButtonGroup: {"active": _is_choice},
    TextInput: {"value": _is_entry, "value_input": _is_text},
}
MAY_BE_SET = {kind: {**checks, "disabled": _is_flag} for kind, checks in WIDGETS.items()} | {
    Plot: dict.fromkeys(SIZES, _is_length),
    GlyphRenderer: {"visible": _is_flag},
    Text: {"text_font_size": _is_font_size},
    LinearAxis: dict.fromkeys(WRITING, _is_font_size),
}
"""By model and property, what is right for it."""
CHANGE = {"kind", "model", "attr", "new"}
READY = {"type": "event", "name": "document_ready", "values": {"type": "map"}}


def guard(document: Document) -> None:
    """Have a document take from a browser what may be set, and refuse the rest."""
    logging.getLogger("bokeh.server.views.ws").addFilter(_in_one_line)
    apply, told = document.apply_json_patch, 0

    def refuse(event: Any) -> None:
        nonlocal told
        told += 1
        session = document.session_context.id if document.session_context else "none"
        if told <= MOST_LINES:
            log.warning("session %s: refused %s", session, _described(event, document))
        if told == MOST_LINES:
            log.warning("session %s: what else is refused is not told", session)

    def apply_checked(patch: Any, *, setter: Any = None) -> None:
        content = patch.content if isinstance(patch, Serialized) else patch
        events = content.get("events") if isinstance(content, dict) else None
        good = []
        for event in events if isinstance(events, list) else [content]:
            if _is_right(event, document):
                good.append(event)
            else:
                refuse(event)
        if good:
            apply({"events": good}, setter=setter)

    document.apply_json_patch = apply_checked  # type: ignore[method-assign]


def _is_right(event: Any, document: Document) -> bool:
    match event:
        case {"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": data, **rest}:
            return not rest and data == READY
        case {"kind": "ModelChanged", "model": {"id": str(name)}, "attr": str(attr), "new": new}:
            model = document.get_model_by_id(name)
            checks = (each for kind, each in MAY_BE_SET.items() if isinstance(model, kind))
            check = next(checks, {}).get(attr)
            return check is not None and event.keys() == CHANGE and check(new, model)
    return False


def _described(event: Any, document: Document) -> str:
    match event:
        case {"model": {"id": str(name)}, "attr": attr, "new": new}:
            model = document.get_model_by_id(name)
            named = model.name or type(model).__name__ if model else _short.repr(name)
            return f"{named}: {_short.repr(attr)} = {_short.repr(new)}"
    return _short.repr(event)


def _in_one_line(record: logging.LogRecord) -> bool:
    """Shorten what Bokeh says of a message that it cannot read: it would write all of it."""
    message = record.getMessage()
    if message.startswith("Unhandled exception receiving a message"):
        record.msg, record.args, record.exc_info = message[:200], (), None
    return True
