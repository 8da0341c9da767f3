"""What the browser tests do to the lesson and ask of it."""

import time
from urllib.parse import parse_qsl

from playwright.sync_api import expect

EXAMPLE = (1, 4, 2)
FIRST = {
    "lengths": "1,4,2",
    "block": "4",
    "page": "2",
    "length": "3",
    "level": "1",
    "question": "0",
    "scheme": "naive",
    "scenario": "growing",
    "layout": "paged",
    "step": "0",
    "cache": "256",
    "blocks": "64",
    "pages": "4",
    "load": "flood",
    "mix": "chat-like",
    "draw": "1",
    "time": "0",
}
"""What the address says of the example."""
FIGURES = ("hook_lanes", "hook_strip", "reserve_grid", "paged_grid")
FREE, USED, WASTED, TURNED_AWAY, REACH, OUTLINE, LETTER, RING = range(8)

PLACE_ON_TRACK = """(handle, value) => {
    const { left, width } = handle.closest(".noUi-base").getBoundingClientRect()
    const [least, most] = [handle.ariaValueMin, handle.ariaValueMax].map(Number)
    return left + width * (value - least) / (most - least)
}"""
READ_FIGURE = """name => {
    const figure = Bokeh.documents[0].get_model_by_name(name)
    return {
        left: figure.x_range.start,
        right: figure.x_range.end,
        bottom: figure.y_range.start,
        columns: Object.fromEntries(
            Object.entries(figure.renderers[0].data_source.data).map(([k, v]) => [k, [...v]])
        ),
    }
}"""


def eventually(read, expected, seconds=10):
    """Read again and again until the answer is the expected one."""
    deadline = time.monotonic() + seconds
    while (answer := read()) != expected and time.monotonic() < deadline:
        time.sleep(0.02)
    assert answer == expected, f"{answer!r} instead of {expected!r}"


def shown(page, lengths=EXAMPLE, block=4, page_size=2):
    """Wait until all of the side by side shows this."""
    state = f"{','.join(map(str, lengths))} {block} {page_size}"
    parts = page.locator("#side-by-side [data-shows]")
    eventually(
        lambda: parts.evaluate_all("parts => parts.map(part => part.dataset.shows)"), [state] * 3
    )


def hook_shown(page, scheme):
    """Wait until the hook shows a scheme: "naive" or "paged"."""
    parts = page.locator("#hook [data-shows]")
    eventually(
        lambda: set(parts.evaluate_all("parts => parts.map(part => part.dataset.shows)")), {scheme}
    )


def field(page):
    """Give the text field with the lengths."""
    return page.get_by_role("textbox", name="Sequence lengths")


def complaint(page):
    """Give the place of the complaint about the text field."""
    return page.locator("#complaint")


def slider(page, name):
    """Give the handle of a slider: "Block size" or "Page size"."""
    return page.get_by_role("slider", name=name, exact=True)


def slider_value(page, name):
    """Read a slider."""
    return int(float(slider(page, name).get_attribute("aria-valuenow")))


def grab(page, name):
    """Press the mouse on the handle of a slider; give where it is."""
    handle = slider(page, name)
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def drag_until(page, name, y, value):
    """Move the mouse that holds the handle until the slider says a value; give where it is."""
    x = slider(page, name).evaluate(PLACE_ON_TRACK, value)
    page.mouse.move(x, y, steps=4)
    while (now := slider_value(page, name)) != value:
        x += 3 if now < value else -3
        assert 0 < x < page.viewport_size["width"]
        page.mouse.move(x, y)
    return x


def button(page, name):
    """Give the button of this name."""
    return page.get_by_role("button", name=name, exact=True)


def pressed(page, where):
    """Name the buttons that are pressed there."""
    return page.locator(f"{where} button[aria-pressed=true]").all_inner_texts()


def image(page, name):
    """Give the host of a figure, which says the figure in words."""
    place = {"hook_lanes": ".lanes", "hook_strip": ".strip"}.get(name, f"#{name}")
    return page.locator(f"{place} [role=img]")


def state(page):
    """Read all that the reader sees of the lesson's state."""
    return {
        "field": field(page).input_value(),
        "block": slider_value(page, "Block size"),
        "page": slider_value(page, "Page size"),
        "scheme": pressed(page, ".switch"),
        "presets": pressed(page, ".presets"),
        "rows": page.locator("#sequences li:visible output").all_inner_texts(),
        "figures": [image(page, name).get_attribute("aria-label") for name in FIGURES],
        "words": page.locator("#side-by-side [data-shows]").all_text_contents(),
        "table": page.locator("#side-by-side details table").text_content(),
    }


def address(page):
    """Read the state out of the URL; what it leaves out is the example's."""
    return FIRST | dict(parse_qsl(page.evaluate("location.search.slice(1)")))


def entries(page):
    """Count the entries of the history."""
    return page.evaluate("history.length")


def marks(page, name):
    """Read the marks of a figure, a dictionary for each."""
    columns = page.evaluate(READ_FIGURE, name)["columns"]
    return [
        dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)
    ]


def slot(page, name, row, position):
    """Find the mark of one slot of a row."""
    (mark,) = (
        mark
        for mark in marks(page, name)
        if (mark["row"], mark["slot"]) == (row, position) and mark["kind"] <= REACH
    )
    return mark


def click_at(page, name, x, y):
    """Click at a point of a grid, in the figure's units."""
    span = page.evaluate(READ_FIGURE, name)
    grid = page.locator(f"#{name}")
    box = grid.bounding_box()
    grid.click(
        position={
            "x": box["width"] * (x - span["left"]) / (span["right"] - span["left"]),
            "y": box["height"] * y / span["bottom"],
        }
    )


def click_slot(page, name, row, position):
    """Click on a slot of a row, counted from 0."""
    mark = slot(page, name, row, position)
    click_at(page, name, mark["x"], mark["y"])


def all_drawn(page):
    """Wait until every figure of an open page is drawn, those below the fold too; give the page."""
    page.locator("html[data-ready]").wait_for(state="attached")
    return page


def open_tables(page):
    """Open the table of every figure; that of the runs is there once they are asked for."""
    all_drawn(page)
    skip = page.locator("#serving-skip")
    if skip.count() and skip.is_visible():
        skip.click()
    for summary in page.locator("summary").all():
        summary.click()


def use_time(page):
    """Use the controls of the small cache and of the runs, whose tables are open."""
    button(page, "Finish and reuse").click()
    for figure in ("#pages", "#serving"):
        clock = page.locator(f"{figure} .player")
        clock.locator("[data-clock=on]").click()
        clock.locator("input").press("End")
        clock.locator("[data-clock=back]").click()
        clock.locator("[data-clock=restart]").click()
        expect(clock.locator("input")).to_have_value("0")
    page.locator("#pages-tables .entry").first.click()
    page.locator("#serving [data-choice=mix]").select_option("long")
    expect(page.locator("#serving-words")).to_contain_text("paging has no lead")
