"""Section 4: waste against length, counted a slot at a time, and a length to drag along it."""

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from either import SURPLUS, said, shows, sources
from exported import MODEL, exported, opened
from helpers import all_drawn, button, entries, eventually, field, image, slider, slider_value
from playwright.sync_api import expect
from test_truth import (
    LETTERS,
    MANY_AS_ONE,
    ONE_AS_MANY,
    READ_TABLE,
    assert_says,
    in_pages,
    reserved,
    slide,
)

LONGEST = 32
BLOCK, PAGE = "Block size, for the curves", "Page size, for the curves"
SLIDERS = ("Length", BLOCK, PAGE)
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

READ_CLAIMS = """words => {
    const flat = node => node.textContent.replace(/\\s+/g, " ").replace(/ ?([−=]) ?/g, "$1").trim()
    return {
        claims: [...words.querySelectorAll(":scope > div")].map(
            claim => [...claim.querySelectorAll("p:not(:has(strong))")].map(flat).join(" ")),
        bold: [...words.querySelectorAll("strong")].map(flat),
        prices: [...words.querySelectorAll(".prices tbody tr")].map(
            row => [...row.cells].map(cell => Number(cell.textContent))),
        caption: flat(words.querySelector(".prices caption")),
        now: [...words.querySelectorAll(".prices .now th")].map(size => Number(size.textContent)),
    }
}"""
PLACE_OF_LENGTH = f"""length => {{
    const plot = ({MODEL})("waste_curves")
    const view = Bokeh.index.find_one(plot)
    return [view.frame.x_scale.compute(length), view.frame.bbox.y_center]
}}"""
PLOT = f"""() => {{
    const plot = ({MODEL})("waste_curves")
    return {{
        left: plot.x_range.start,
        right: plot.x_range.end,
        top: Math.max(plot.y_range.start, plot.y_range.end),
        bottom: Math.min(plot.y_range.start, plot.y_range.end),
        noRoomFrom: plot.center.filter(part => part.type == "BoxAnnotation").map(box => box.left),
        bounds: plot.center
            .filter(part => part.type == "Span" && part.dimension == "width" && part.visible)
            .map(line => line.location),
    }}
}}"""

SET = f"""values => {{
    for (const [name, value] of Object.entries(values))
        ({MODEL})(name).value = value
}}"""

CORNERS = [
    ((1, 4, 2), 4, 2, 3),
    ((0,), 1, 1, 0),
    ((32,) * 8, 1, 1, 32),
    ((32,) * 8, 32, 16, 32),
    ((5, 9, 5, 0), 6, 4, 7),
    ((1,), 1, 2, 2),
    ((2,), 2, 1, 1),
]


def claims_shown(page, lengths, block, page_size, length):
    """Wait until all of section 4 shows this."""
    state = f"{','.join(map(str, lengths))} {block} {page_size} {length}"
    eventually(lambda: shows(page, "#claims"), [state] * 2)


def link(lengths, block, page_size, length):
    return f"lengths={','.join(map(str, lengths))}&block={block}&page={page_size}&length={length}"


def wasted_in_block(length, block):
    """Count the empty slots of a block that has room for the sequence."""
    return sum(reserved([length], block).wasted) if length <= block else None


def wasted_in_pages(length, page_size):
    return sum(in_pages([length], page_size).wasted)


def pages_of(length, page_size):
    return sum(in_pages([length], page_size).units)


def assert_curves(page, lengths, block, page_size, length):
    curves, points, handle = sources(page, "curves", "points", "handle")
    last = curves["length"][-1]
    assert curves["length"] == list(range(last + 1))
    assert max(*lengths, block, length) <= last <= LONGEST
    assert curves["reserve"] == [wasted_in_block(each, block) for each in curves["length"]]
    assert curves["paged"] == [wasted_in_pages(each, page_size) for each in curves["length"]]

    def stand(which):
        return {
            (text, at, wasted)
            for at, wasted, text in zip(
                which["length"], which["wasted"], which["text"], strict=True
            )
        }

    def on_both(at, text):
        in_block = wasted_in_block(at, block)
        both = {(text, at, wasted_in_pages(at, page_size))}
        return both if in_block is None else both | {(text, at, in_block)}

    letters = {at: names_at(lengths, at) for at in lengths}
    assert stand(points) == set().union(*(on_both(at, text) for at, text in letters.items()))
    assert {each[1:] for each in stand(handle)} == {each[1:] for each in on_both(length, "")}


def names_at(lengths, at):
    return "".join(name for name, each in zip(LETTERS, lengths, strict=False) if each == at)


def assert_plot(page, block, page_size, last):
    plot = page.evaluate(PLOT)
    assert plot["left"] < 0 <= last < plot["right"]
    assert plot["bottom"] < 0 < max(block, page_size - 1) < plot["top"]
    (shaded,) = plot["noRoomFrom"]
    assert block < shaded < block + 1
    assert plot["bounds"] == [page_size - 1]


def assert_words(words, block, page_size, length):
    in_block, in_page = words["claims"]
    away = length - block
    if away > 0:
        facts = [
            ("^A block of # slots? has no room for # tokens?", block, length),
            ("# (?:is|are) turned away", away),
        ]
    elif length:
        left = wasted_in_block(length, block)
        facts = [("^# tokens? leaves? # of the block’s # slots? empty", length, left, block)]
    else:
        facts = [
            ("^A sequence without a token leaves # of the block’s # slots? empty", block, block)
        ]
    assert_says(in_block, facts)
    facts = [("never wastes more than P−1=#", page_size - 1)]
    if length:
        pages, wasted = pages_of(length, page_size), wasted_in_pages(length, page_size)
        facts = [
            (
                "^# tokens? takes? # pages? of # and leaves? # of # slots? empty",
                *(length, pages, page_size, wasted, pages * page_size),
            ),
            *facts,
        ]
    else:
        assert in_page.startswith("A sequence without a token has no page, and wastes nothing")
    assert_says(in_page, facts)


def assert_prices(words, page_size, length):
    sizes = [size for size, _, _ in words["prices"]]
    assert sizes == sorted({1, page_size, *sizes})
    assert len(sizes) >= 4
    for size, wasted, table_entries in words["prices"]:
        assert (wasted, table_entries) == (wasted_in_pages(length, size), pages_of(length, size))
    assert words["prices"][0] == [1, 0, length]
    assert max(row[2] for row in words["prices"]) == length
    assert words["now"] == [page_size]
    assert_says(words["caption"], [("# tokens?", length)])


def assert_label(label, lengths, block, page_size, length, last):
    def both(at):
        in_block = wasted_in_block(at, block)
        in_page = wasted_in_pages(at, page_size)
        return (
            ("no room in a block, # in pages", in_page)
            if in_block is None
            else ("# in a block, # in pages", in_block, in_page)
        )

    facts = [
        ("from 0 to # tokens?", last),
        ("In a block of #: # at 0 tokens", block, block),
        ("no room beyond #", block),
    ]
    facts.append(
        ("In pages of #: a saw-tooth that never passes #", page_size, page_size - 1)
        if page_size > 1
        else ("In pages of #: 0 at every length", page_size)
    )
    for at, name in [(length, "At"), *((at, names_at(lengths, at) + ",") for at in set(lengths))]:
        pattern, *numbers = both(at)
        facts.append((rf"(?:^|\. ){name} # tokens?: {pattern}", at, *numbers))
    assert_says(label, facts)


def assert_table(table, lengths, block, page_size, last):
    assert table["rows"] == [
        [
            str(at),
            "no room" if at > block else str(wasted_in_block(at, block)),
            str(wasted_in_pages(at, page_size)),
            str(pages_of(at, page_size)),
            names_at(lengths, at),
        ]
        for at in range(last + 1)
    ]
    assert_says(table["caption"], [("in a block of # and in pages of #", block, page_size)])


def assert_all_true(page, lengths, block, page_size, length):
    claims_shown(page, lengths, block, page_size, length)
    assert [slider_value(page, name) for name in SLIDERS] == [length, block, page_size]
    assert_curves(page, lengths, block, page_size, length)
    (curves,) = sources(page, "curves")
    last = curves["length"][-1]
    assert_plot(page, block, page_size, last)
    words = page.locator("#claims .claims").evaluate(READ_CLAIMS)
    assert_words(words, block, page_size, length)
    assert_prices(words, page_size, length)
    label = page.locator("#waste_curves [role=img]").get_attribute("aria-label")
    assert_label(label, lengths, block, page_size, length, last)
    assert_table(
        page.locator("#claims details table").evaluate(READ_TABLE), lengths, block, page_size, last
    )
    for text in (*words["claims"], words["caption"], label):
        assert not ONE_AS_MANY.search(text), text
        assert not MANY_AS_ONE.search(text), text


def set_all(page, lengths, block, page_size, length):
    """Set the values of the widgets, as typing and sliding do in many small steps."""
    texts = {"lengths": ", ".join(map(str, lengths))}
    page.evaluate(SET, {**texts, "block": block, "page": page_size, "length": length})


def place_of(page, length):
    """Give the point of the window where a length stands in the plot."""
    plot = image(page, "waste_curves")
    plot.scroll_into_view_if_needed()
    x, y = page.evaluate(PLACE_OF_LENGTH, length)
    box = plot.bounding_box()
    return box["x"] + x, box["y"] + y


def drag_along(page, *stops):
    """Drag the length along the curves over these stops."""
    page.mouse.move(*place_of(page, stops[0]))
    page.mouse.down()
    for stop in stops[1:]:
        page.mouse.move(*place_of(page, stop), steps=4)
    page.mouse.up()


def test_curves_points_words_and_prices_are_counts_of_slots(either):
    chance = random.Random(44)
    drawn = [
        (
            tuple(chance.randint(0, 32) for _ in range(chance.randint(1, 8))),
            chance.randint(1, 32),
            chance.randint(1, 16),
            chance.randint(0, 32),
        )
        for _ in range(24)
    ]
    page = either()
    assert_all_true(page, *CORNERS[0])
    for state in [*CORNERS[1:], *drawn]:
        set_all(page, *state)
        assert_all_true(page, *state)


def test_no_room_is_said_before_anything_about_the_block_and_without_a_count_of_waste(either):
    page = either("only=claims&" + link((3, 9), 4, 2, 9))
    claims_shown(page, (3, 9), 4, 2, 9)
    words = page.locator("#claims .claims").evaluate(READ_CLAIMS)
    assert words["bold"] == [
        "In a block, nothing bounds the waste but the block itself.",
        "In pages, the waste never reaches one page.",
    ]
    assert words["claims"][0].startswith("A block of 4 slots has no room for 9 tokens: 5 are")
    assert "better" not in words["claims"][0]
    label = page.locator("#waste_curves [role=img]").get_attribute("aria-label")
    assert "At 9 tokens: no room in a block" in label
    assert "B, 9 tokens: no room in a block" in label
    (handle,) = sources(page, "handle")
    assert (handle["length"], handle["wasted"]) == ([9], [1])


KEYS = [
    ("ArrowRight", 4),
    ("ArrowLeft", 3),
    ("ArrowUp", 4),
    ("ArrowDown", 3),
    ("Home", 0),
    ("ArrowLeft", 0),
    ("End", 32),
    ("ArrowRight", 32),
    ("PageDown", None),
    ("PageUp", 32),
]


def test_the_keyboard_moves_the_length_and_every_key_is_one_step_of_the_history(either):
    page = either("only=claims&" + link((1, 4, 2), 4, 2, 3))
    handle = slider(page, "Length")
    handle.focus()
    at = 3
    for key, expected in KEYS:
        before = entries(page)
        page.keyboard.press(key)
        if expected is None:
            eventually(lambda was=at: slider_value(page, "Length") < was, True)
            expected = slider_value(page, "Length")
        claims_shown(page, (1, 4, 2), 4, 2, expected)
        eventually(lambda: said(page)["length"], str(expected))
        eventually(lambda: entries(page), before + int(expected != at))
        at = expected
        unit = "token" if at == 1 else "tokens"
        expect(handle).to_have_attribute("aria-valuetext", f"{at} {unit}")
    assert handle.evaluate("handle => handle.getRootNode().activeElement == handle")


GESTURES = [
    (lambda page: drag_along(page, 3, 7, 12, 9), 9),
    (lambda page: drag_along(page, 6), 6),
    (lambda page: hold(page, "ArrowRight", 5), 8),
]


def hold(page, key, times):
    slider(page, "Length").focus()
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)


def test_one_gesture_is_one_step_of_the_history_of_undo_and_of_back(either):
    start = ((5, 2, 7), 13, 4)
    page = either(link(*start, 3))
    claims_shown(page, *start, 3)
    before = entries(page)
    for gesture, length in GESTURES:
        gesture(page)
        claims_shown(page, *start, length)
        eventually(lambda: said(page)["length"], str(length))
        assert entries(page) == before + 1
        page.go_back()
        claims_shown(page, *start, 3)
        page.go_forward()
        claims_shown(page, *start, length)
        button(page, "Undo").click()
        claims_shown(page, *start, 3)
        eventually(lambda: said(page)["length"], "3")


def test_the_length_stands_under_the_pointer_and_stays_in_the_plot(either):
    page = either("only=claims&" + link((5, 2, 7), 13, 4, 3))
    (curves,) = sources(page, "curves")
    last = curves["length"][-1]
    for length in (0, 1, 13, last):
        x, y = place_of(page, length)
        page.mouse.move(*place_of(page, 5))
        page.mouse.down()
        page.mouse.move(x + 3, y, steps=3)
        claims_shown(page, (5, 2, 7), 13, 4, length)
        page.mouse.up()
    page.mouse.move(*place_of(page, 5))
    page.mouse.down()
    page.mouse.move(2, place_of(page, 5)[1], steps=3)
    page.mouse.up()
    claims_shown(page, (5, 2, 7), 13, 4, 0)
    before = entries(page)
    page.mouse.move(*place_of(page, 9), steps=3)
    claims_shown(page, (5, 2, 7), 13, 4, 0)
    assert entries(page) == before


def test_a_finger_drags_the_length(browser, lesson_url, faults):
    context = browser.new_context(
        has_touch=True, is_mobile=True, viewport={"width": 400, "height": 800}
    )
    with context:
        page = opened(context.new_page(), exported(), "#only=claims&" + link((5, 2, 7), 13, 4, 3))
        all_drawn(page)
        touch = context.new_cdp_session(page)
        stops = [place_of(page, stop) for stop in (3, 5, 8, 10)]
        for at, (x, y) in enumerate(stops):
            touch.send(
                "Input.dispatchTouchEvent",
                {
                    "type": "touchMove" if at else "touchStart",
                    "touchPoints": [{"x": x, "y": y}],
                },
            )
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        claims_shown(page, (5, 2, 7), 13, 4, 10)


def test_the_address_brings_the_length_back_and_a_bad_one_is_ignored_with_a_note(either):
    page = either()
    field(page).fill("3, 9")
    field(page).press("Enter")
    for name, value in zip(SLIDERS, (4, 6, 5), strict=True):
        slide(page, name, value)
    claims_shown(page, (3, 9), 6, 5, 4)
    eventually(lambda: said(page)["length"], "4")
    again = either.fresh("only=claims&" + page.url.removeprefix(either.start))
    claims_shown(again, (3, 9), 6, 5, 4)
    assert slider_value(again, "Length") == 4
    for bad in ("33", "two"):
        page = either(f"block=9&length={bad}", shows="block=9")
        claims_shown(page, (1, 4, 2), 9, 2, 3)
        expect(page.locator("#note")).to_be_visible()


def test_the_block_and_page_sliders_of_both_sections_stay_one_value(either):
    page = either()
    pairs = [("Block size", BLOCK, "block", "ArrowRight"), ("Page size", PAGE, "page", "End")]
    for here, there, key, press in pairs:
        for moved in (here, there):
            before = entries(page)
            slider(page, moved).press(press if moved == here else "ArrowLeft")
            value = slider_value(page, moved)
            for name in (here, there):
                expect(slider(page, name)).to_have_attribute("aria-valuenow", f"{value}.0")
            eventually(lambda key=key: said(page)[key], str(value))
            block, page_size = (slider_value(page, name) for name in (BLOCK, PAGE))
            claims_shown(page, (1, 4, 2), block, page_size, 3)
            eventually(lambda: set(shows(page, "#side-by-side")), {f"1,4,2 {block} {page_size}"})
            assert entries(page) - before == 1
    button(page, "All full").click()
    claims_shown(page, (8, 8, 8, 8), 8, 4, 3)
    eventually(lambda: [slider_value(page, name) for name in (BLOCK, PAGE)], [8, 4])


def test_a_file_of_the_claims_alone_works(page, faults):
    page = opened(page, exported(sections=("claims",), lengths=(5, 2), block_size=6, page_size=4))
    assert page.locator("main > section").count() == 1
    assert page.get_by_role("heading").first.evaluate("h => h.localName") == "h1"
    slide(page, "Length", 7)
    assert_all_true(page, (5, 2), 6, 4, 7)
    slider(page, PAGE).press("ArrowLeft")
    slider(page, BLOCK).press("ArrowRight")
    assert_all_true(page, (5, 2), 7, 3, 7)
    before = entries(page)
    drag_along(page, 7, 4, 1)
    assert_all_true(page, (5, 2), 7, 3, 1)
    assert entries(page) - before == 1
    page.go_back()
    assert_all_true(page, (5, 2), 7, 3, 7)
    assert said(page)["length"] == "7"


def test_nothing_reaches_beyond_the_side_of_a_narrow_window(either):
    page = either("only=claims&" + link((32,) * 8, 32, 11, 32))
    page.locator("#claims summary").click()
    for width in (320, 360, 768):
        page.set_viewport_size({"width": width, "height": 700})
        eventually(lambda: page.evaluate(SURPLUS) <= 0, True)
        box = image(page, "waste_curves").bounding_box()
        assert 200 < box["width"] <= width
    page.locator("#claims .enlarge").click()
    eventually(lambda: page.evaluate(SURPLUS) <= 0, True)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(either, theme):
    page = either("only=claims&length=9&block=6")
    page.emulate_media(color_scheme=theme)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    for when in ("fresh", "table open", "enlarged"):
        response = Axe().run(page, context="#claims", options=RULES).response
        found = [
            (rule["id"], node["target"])
            for rule in response["violations"]
            for node in rule["nodes"]
        ]
        assert (when, found) == (when, [])
        if when == "fresh":
            page.locator("#claims summary").click()
        elif when == "table open":
            page.locator("#claims .enlarge").click()
