"""Section 6: three linked parts at every step, and time that goes on and back."""

import html
import re

from axe_playwright_python.sync_playwright import Axe
from either import marks_of, said
from exported import FIND_SLOT, MODEL, exported, opened
from helpers import all_drawn, entries, eventually
from playwright.sync_api import expect
from test_access import RULES

from kvpage import WherePagesLive
from kvpage.drawing.slot_layout import Mark
from kvpage.lesson.scenarios import LAST, SCENARIOS, tell
from kvpage.lesson.words import say

PLOTS = ("pages_rows", "pages_cache")
PARTS = ("moment", "counts", "tables", "queue", "table")
BACK, PLAY, ON, RESTART = ("back", "play", "on", "restart")
STORIES = {
    "served": [("growing", "naive"), ("preemption", "paged")],
    "file": [("preemption", "naive"), ("reuse", "paged")],
}
"""What is played in a host; every step of every story is drawn alike in `tests/page`."""

READ = f"""async () => {{
    await new Promise(requestAnimationFrame) // the marks are drawn with the next frame
    const text = id => document.querySelector(id).textContent
    const label = name => ({MODEL})(name).html_attributes["aria-label"]
    const range = document.querySelector("#pages input[type=range]")
    return {{
        ...Object.fromEntries(["moment", "counts", "tables", "queue", "table", "order", "unit"]
            .map(name => [name, text(`#pages-${{name}}`)])),
        rows_label: label("pages_rows"),
        cache_label: label("pages_cache"),
        step: range.value,
        valuetext: range.getAttribute("aria-valuetext"),
        pressed: [...document.querySelectorAll("#pages [aria-pressed=true]")]
            .map(button => button.textContent),
        disabled: [...document.querySelectorAll("#pages .player [aria-disabled=true]")]
            .map(button => button.textContent),
    }}
}}"""
READ_PLOTS = f"""names => Object.fromEntries(names.map(name => {{
    const {{ data }} = ({MODEL})(name).renderers[0].data_source
    return [name, [...data.kind].map((kind, at) =>
        [kind, data.row[at], data.slot[at], data.text[at],
            ...["x", "y", "w", "h"].map(column => Math.fround(data[column][at]).toFixed(3))])]
}}))"""
READ_MARKED = f"""() => {{
    const framed = name => {{
        const {{ kind, x, y, slot }} = ({MODEL})(name).renderers[0].data_source.data
        const all = wanted => [...kind.keys()].filter(at => kind[at] == wanted)
        return all({Mark.MARKED:d}).map(frame => slot[all({Mark.UNIT:d})
            .find(unit => Math.hypot(x[unit] - x[frame], y[unit] - y[frame]) < 0.01)])
    }}
    const text = id => document.querySelector(id).textContent
    const entries = [...document.querySelectorAll("#pages-tables .entry.marked")]
    return [framed("pages_rows"), framed("pages_cache"),
        entries.map(entry => Number(entry.dataset.unit)), text("#pages-unit")]
}}"""
READ_ALL_STEPS = f"""async ([shows, last]) => {{
    const read = {READ}, plots = {READ_PLOTS}
    const range = document.querySelector("#pages input[type=range]")
    const parts = [...document.querySelectorAll("#pages-moment, #pages-table")]
    const shown = state =>
        parts.every(part => part.querySelector("[data-shows]")?.dataset.shows == state)
    const found = []
    for (let step = 0; step <= last; step++) {{
        range.value = step
        for (const type of ["input", "change"])
            range.dispatchEvent(new Event(type, {{ bubbles: true }}))
        for (let tries = 0; !shown(`${{shows}} ${{step}}`) && tries < 300; tries++)
            await new Promise(requestAnimationFrame)
        found.push([await read(), plots(["pages_rows", "pages_cache"])])
    }}
    return found
}}"""
STEP_THROUGH = f"""async ([shows, steps, button]) => {{
    const read = {READ}, plots = {READ_PLOTS}
    const parts = () => [...document.querySelectorAll("#pages [data-shows]")]
    const found = []
    for (const step of steps) {{
        for (let tries = 0; tries < 300; tries++) {{
            if (parts().every(part => part.dataset.shows == `${{shows}} ${{step}}`)) break
            await new Promise(requestAnimationFrame)
        }}
        const states = new Set(parts().map(part => part.dataset.shows))
        found.push([[...states], await read(), plots(["pages_rows", "pages_cache"])])
        document.querySelector(`#pages [data-clock=${{button}}]`).click()
    }}
    return found
}}"""
"""Press a button of the clock at each of these steps; read what is shown before."""
BE_HIDDEN = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden })
    Object.defineProperty(document, "visibilityState",
        { configurable: true, get: () => hidden ? "hidden" : "visible" })
    document.dispatchEvent(new Event("visibilitychange"))
}"""
NO_FRAMES_WHILE_HIDDEN = """() => {
    const ask = window.requestAnimationFrame, kept = []
    window.requestAnimationFrame = callback => document.hidden ? kept.push(callback) : ask(callback)
    document.addEventListener("visibilitychange",
        () => { if (!document.hidden) kept.splice(0).forEach(callback => ask(callback)) })
    const callers = ["setTimeout", "setInterval"].map(name => [name, window[name]])
    window.timers = 0
    for (const [name, call] of callers)
        window[name] = (...rest) => { window.timers++; return call.apply(window, rest) }
}"""
COUNT_CHANGES = """() => {
    window.timers = window.changes = 0
    new MutationObserver(found => window.changes += found.length).observe(
        document.querySelector("#pages"),
        { subtree: true, childList: true, attributes: true, characterData: true })
}"""
BEYOND = """() => [...document.querySelectorAll("#pages, #pages *:not(.table *)")]
    .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
    .map(each => each.outerHTML.slice(0, 80))"""
SLOT_SIDE = f"""name => {{
    const {{ x_range }} = ({MODEL})(name)
    return document.querySelector(`#${{name}}`).getBoundingClientRect().width
        / (x_range.end - x_range.start)
}}"""
WITHOUT_NAME = """() => [...document.querySelectorAll("#pages :is(button, input, select, summary)")]
    .filter(each => !(each.getAttribute("aria-label") ?? each.labels?.[0]?.textContent
        ?? each.textContent).trim())
    .map(each => each.outerHTML)"""


def link(scenario="growing", layout="paged", step=0, **more):
    options = {"only": "pages", "scenario": scenario, "layout": layout, "step": step, **more}
    return "&".join(f"{name}={value}" for name, value in options.items())


def clock(page, name):
    return page.locator(f"#pages [data-clock={name}]")


def time(page):
    return page.locator("#pages input[type=range]")


def pages_shown(page, scenario, layout, step):
    """Wait until the words and the table show this step."""
    parts = page.locator("#pages [data-shows]")
    eventually(
        lambda: set(parts.evaluate_all("parts => parts.map(part => part.dataset.shows)")),
        {f"{scenario} {layout} {step}"},
    )


def step_shown(page):
    return int(time(page).input_value())


def plain(text):
    """Give the text of HTML, in single spaces."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", text)).split())


def seen(page):
    """Read all that the figure says and draws."""
    return page.evaluate(READ), page.evaluate(READ_PLOTS, list(PLOTS))


def drawn_by_python(grid):
    marks = grid.picture.marks
    columns = ("kind", "row", "slot", "text", "x", "y", "w", "h")
    return [
        [kind, row, slot, text, *(f"{number:.3f}" for number in numbers)]
        for kind, row, slot, text, *numbers in zip(*map(marks.get, columns), strict=True)
    ]


def assert_told(found, facts):
    """Compare what is read of a step with what Python says of it."""
    for part in PARTS:
        assert plain(found[part]) == plain(say(f"pages.{part}", facts)), part
    for label in ("rows_label", "cache_label"):
        assert " ".join(found[label].split()) == plain(say(f"pages.{label}", facts))
    orders = [plain(say("pages.order", facts | row)) for row in facts["running"]] or [""]
    assert plain(found["order"]) in orders
    assert found["unit"] == say("pages.hint", facts)
    assert found["valuetext"] == say("clock.step", facts)
    at_an_end = {0: 2, LAST: 1}.get(facts["step"], 0)
    assert len(found["disabled"]) == at_an_end


def nearly_equal(one, other):
    """Tell whether marks are the same, but for the last printed digit of where they stand."""
    return len(one) == len(other) and all(
        left[:4] == right[:4]
        and all(abs(float(a) - float(b)) < 0.002 for a, b in zip(left[4:], right[4:], strict=True))
        for left, right in zip(one, other, strict=True)
    )


def test_what_is_said_and_drawn_of_every_step_is_what_python_says_and_draws(either):
    page = either("only=pages&scenario=x&layout=y&step=-1", shows="only=pages")
    first = WherePagesLive()
    pages_shown(page, first.scenario, first.layout, first.step)
    assert_ignored_with_a_note(page, "x", "y", "-1")
    for name, layout in STORIES[either.host]:
        page.locator(f"#pages [data-story={name}]").click()
        page.locator(f"#pages [data-layout-of={layout}]").click()
        figure = WherePagesLive(scenario=name, layout=layout)
        read = page.evaluate(READ_ALL_STEPS, [f"{name} {layout}", LAST])
        for facts, (found, plots) in zip(tell(name, layout), read, strict=True):
            assert_told(found, facts)
            scheme = "Allocate pages" if layout == "paged" else "Reserve a block"
            assert found["pressed"] == [SCENARIOS[name].title, scheme]
            figure.step = facts["step"]
            assert nearly_equal(plots["pages_rows"], drawn_by_python(figure.rows))
            assert nearly_equal(plots["pages_cache"], drawn_by_python(figure.cache))


def test_every_gesture_is_one_entry_and_a_step_is_the_same_wherever_one_comes_from(either):
    page = either(link("growing", step=8))
    assert page.locator("main > section:visible").count() == 1
    pages_shown(page, "growing", "paged", 8)
    every_gesture_is_one_entry(page)
    page.locator("#pages [data-layout-of=paged]").click()
    page.locator("#pages [data-story=preemption]").click()  # it begins at its beginning
    before = on_and_back_show_the_same(page)
    time(page).fill("8")
    pages_shown(page, "preemption", "paged", 8)
    eventually(lambda: said(page).get("step"), "8")
    page.reload()
    pages_shown(all_drawn(page), "preemption", "paged", 8)
    assert [["preemption paged 8"], *seen(page)] == before[8]


def on_and_back_show_the_same(page):
    """Step to the end and back; give what was seen at each step."""
    steps = list(range(LAST + 1))
    on = page.evaluate(STEP_THROUGH, ["preemption paged", steps, ON])
    back = page.evaluate(STEP_THROUGH, ["preemption paged", steps[::-1], BACK])
    assert [shows for shows, *_ in on] == [[f"preemption paged {step}"] for step in steps]
    assert back[::-1] == on
    pages_shown(page, "preemption", "paged", 0)
    return on


def assert_ignored_with_a_note(page, *values):
    note = page.locator("#note")
    expect(note).to_be_visible()
    for value in values:
        expect(note).to_contain_text(f"“{value}”")


def place_of(page, name, row, number):
    """Give the middle of a page's first slot, in the window."""
    node = page.locator(f"#{name}")
    node.scroll_into_view_if_needed()
    across, down = page.evaluate(FIND_SLOT, [name, row, number * 4])
    box = node.bounding_box()
    return box["x"] + box["width"] * across, box["y"] + box["height"] * down


def assert_marked(page, facts, number):
    """Wait until this page is marked in all three parts, and no other."""
    unit = facts["units"][number]
    in_rows = [number] if unit["name"] else []
    expected = [in_rows, [number], [number], say("pages.unit", facts | unit)]
    eventually(lambda: page.evaluate(READ_MARKED), expected)
    if unit["name"]:
        row = facts["rows"][unit["row"]]
        order = plain(say("pages.order", facts | row))
        eventually(lambda: plain(page.locator("#pages-order").text_content()), order)


def assert_nothing_marked(page):
    eventually(
        lambda: page.evaluate(READ_MARKED),
        [[], [], [], say("pages.hint", {"paged": True, "reserve": False})],
    )


def entry(page, number):
    return page.locator(f"#pages-tables .entry[data-unit='{number}']")


def test_a_page_is_marked_in_all_three_parts_from_each_of_them(either):
    page = either(link("reuse", step=7))
    facts = tell("reuse", "paged")[7]
    pages_shown(page, "reuse", "paged", 7)
    assert_told(page.evaluate(READ), facts)
    assert said(page) | {"scenario": "reuse", "layout": "paged", "step": "7"} == said(page)
    expect(page.locator("#note")).to_be_hidden()
    assert_nothing_marked(page)
    for number in (1, 4, 3):  # the last of D, the only one of E, a free one
        row = facts["units"][number]["row"]
        for name in PLOTS if row >= 0 else PLOTS[1:]:
            page.mouse.move(*place_of(page, name, row, number))
            assert_marked(page, facts, number)
            page.mouse.move(1, 1)
            assert_nothing_marked(page)
        entry(page, number).hover()
        assert_marked(page, facts, number)
        page.mouse.move(1, 1)
        assert_nothing_marked(page)
        entry(page, number).focus()
        assert_marked(page, facts, number)
        entry(page, number).blur()
        assert_nothing_marked(page)
    before = entries(page)
    arrows_go_from_page_to_page(page, facts)
    assert entries(page) == before
    a_marked_page_stays_marked_while_time_goes_on(page)
    nothing_is_unnamed_and_nothing_overflows(page)


def arrows_go_from_page_to_page(page, facts):
    """Walk over all pages with the arrow keys, in the rows and in the cache."""
    in_rows = [entry["number"] for row in facts["rows"] for entry in row["pages"]]
    for name, order in zip(PLOTS, (in_rows, list(range(8))), strict=True):
        page.locator(f"#{name}").focus()
        page.keyboard.press("Home")
        for number in order:
            assert_marked(page, facts, number)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        for number in reversed(order):
            assert_marked(page, facts, number)
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("Escape")
        assert_nothing_marked(page)


def a_marked_page_stays_marked_while_time_goes_on(page):
    page.mouse.click(*place_of(page, "pages_cache", 4, 4))
    page.mouse.move(1, 1)
    for step in (7, 8, 9, 10):
        pages_shown(page, "reuse", "paged", step)
        assert_marked(page, tell("reuse", "paged")[step], 4)
        clock(page, ON).click()
    page.mouse.click(*place_of(page, "pages_cache", 4, 4))
    page.mouse.move(1, 1)
    assert_nothing_marked(page)


def nothing_is_unnamed_and_nothing_overflows(page):
    assert page.evaluate(WITHOUT_NAME) == []
    for scenario, step in [("reuse", 10), ("growing", 12), ("preemption", 7)]:
        page.locator(f"#pages [data-story={scenario}]").click()
        time(page).fill(str(step))
        pages_shown(page, scenario, "paged", step)
        for width in (320, 768):
            page.set_viewport_size({"width": width, "height": 700})
            eventually(lambda: page.evaluate(BEYOND), [])
    page.locator("#pages summary").click()
    response = Axe().run(page, context="#pages", options=RULES).response
    assert [(rule["id"], rule["nodes"][0]["target"]) for rule in response["violations"]] == []


def every_gesture_is_one_entry(page):
    """Restart, step, scrub, and switch the scheme; go back and forward over all that."""
    one_entry = OneEntry(page, "growing", "paged")
    one_entry(lambda: time(page).fill("3"), 3)
    one_entry(lambda: clock(page, ON).click(), 4)
    one_entry(lambda: clock(page, BACK).click(), 3)
    one_entry(lambda: time(page).press("ArrowRight"), 4)
    one_entry(lambda: time(page).press("End"), LAST)
    one_entry(lambda: time(page).press("Home"), 0)
    one_entry(lambda: hold(page, "ArrowRight", 5), 5)
    one_entry(lambda: scrub(page, 16, 12), 12)
    expect(time(page)).to_have_attribute("aria-valuetext", f"step 12 of {LAST}")
    one_entry(lambda: clock(page, RESTART).click(), 0)
    for name in (BACK, RESTART):
        expect(clock(page, name)).to_have_attribute("aria-disabled", "true")
    before = entries(page)
    clock(page, BACK).click(force=True)
    pages_shown(page, "growing", "paged", 0)
    assert entries(page) == before
    one_entry(lambda: scrub(page, 5, 9), 9)
    one_entry.layout = "naive"
    one_entry(lambda: page.locator("#pages [data-layout-of=naive]").click(), 9)
    assert_told(page.evaluate(READ), tell("growing", "naive")[9])
    page.go_back()
    pages_shown(page, "growing", "paged", 9)
    assert_told(page.evaluate(READ), tell("growing", "paged")[9])
    page.go_back()
    pages_shown(page, "growing", "paged", 0)
    page.go_forward()
    pages_shown(page, "growing", "paged", 9)


class OneEntry:
    """Do something; wait for what it shows, in the address too, and count one entry for it."""

    def __init__(self, page, scenario, layout):
        self.page, self.scenario, self.layout = page, scenario, layout

    def __call__(self, act, step):
        before = entries(self.page)
        act()
        pages_shown(self.page, self.scenario, self.layout, step)
        first = WherePagesLive().step
        eventually(lambda: said(self.page).get("step", str(first)), str(step))
        assert entries(self.page) == before + 1


def hold(page, key, times):
    time(page).focus()
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)


def scrub(page, *steps):
    """Drag the handle of the time over these steps."""
    handle = time(page)
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()

    def x_of(step):
        return box["x"] + 8 + (box["width"] - 16) * step / LAST

    y = box["y"] + box["height"] / 2
    page.mouse.move(x_of(step_shown(page)), y)
    page.mouse.down()
    for step in steps:
        page.mouse.move(x_of(step), y, steps=4)
    page.mouse.up()


def playing(page):
    return clock(page, PLAY).inner_text() == say("clock.pause", {})


def speed(page, name):
    page.locator("#pages select").select_option(label=name)


def test_playing_goes_to_the_end_pauses_when_asked_and_rests_in_the_background(either):
    page = either.page
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    page.add_init_script(f"({NO_FRAMES_WHILE_HIDDEN})()")
    page = either.fresh(link("reuse", step=2))
    pages_shown(page, "reuse", "paged", 2)
    it_can_be_paused_and_that_is_one_entry(page)
    back_amid_it_goes_to_where_it_started(page)
    a_hidden_page_does_no_work(page)
    faster_is_faster(page)
    it_stops_at_the_end(page)
    with_less_motion_it_goes_a_single_step(page)
    it_rests_when_less_motion_is_asked_for_amid_it(page)


def it_can_be_paused_and_that_is_one_entry(page):
    before = entries(page)
    clock(page, PLAY).click()
    eventually(lambda: step_shown(page) > 3, True)
    assert playing(page)
    clock(page, PLAY).click()
    assert not playing(page)
    step = step_shown(page)
    page.clock.run_for(5000)
    pages_shown(page, "reuse", "paged", step)
    eventually(lambda: said(page).get("step"), str(step))
    assert entries(page) == before + 1
    page.go_back()
    pages_shown(page, "reuse", "paged", 2)
    page.go_forward()
    pages_shown(page, "reuse", "paged", step)


def back_amid_it_goes_to_where_it_started(page):
    start = step_shown(page)
    before = entries(page)
    clock(page, PLAY).click()
    eventually(lambda: step_shown(page) > start + 2, True)
    assert playing(page)
    page.go_back()
    pages_shown(page, "reuse", "paged", start)
    assert not playing(page)
    assert entries(page) == before + 1
    page.clock.run_for(5000)
    pages_shown(page, "reuse", "paged", start)


def a_hidden_page_does_no_work(page):
    clock(page, RESTART).click()
    clock(page, PLAY).click()
    eventually(lambda: step_shown(page) > 0, True)
    page.evaluate(BE_HIDDEN, True)
    page.clock.run_for(100)
    step = step_shown(page)
    page.evaluate(COUNT_CHANGES)
    page.clock.run_for(8000)
    assert page.evaluate("[window.timers, window.changes]") == [0, 0]
    assert step_shown(page) == step < LAST
    page.evaluate(BE_HIDDEN, False)
    page.clock.run_for(50)
    assert step_shown(page) in (step, step + 1)
    if playing(page):
        clock(page, PLAY).click()


def steps_in(page, milliseconds):
    """Count the steps that playing goes on in a time."""
    clock(page, RESTART).click()
    clock(page, PLAY).click()
    page.clock.run_for(milliseconds)
    clock(page, PLAY).click()
    return step_shown(page)


def faster_is_faster(page):
    gone = []
    for name in ("slow", "normal", "fast"):
        speed(page, name)
        gone.append(steps_in(page, 2000))
    assert 0 < gone[0] < gone[1] < gone[2]


def it_stops_at_the_end(page):
    time(page).fill("16")
    before = entries(page)
    clock(page, PLAY).click()
    eventually(lambda: step_shown(page), LAST)
    eventually(lambda: playing(page), False)
    pages_shown(page, "reuse", "paged", LAST)
    eventually(lambda: said(page).get("step"), str(LAST))
    assert entries(page) == before + 1


def with_less_motion_it_goes_a_single_step(page):
    page.emulate_media(reduced_motion="reduce")
    time(page).fill("4")
    for step in (5, 6):
        clock(page, PLAY).click()
        page.clock.run_for(6000)
        pages_shown(page, "reuse", "paged", step)
        assert not playing(page)


def it_rests_when_less_motion_is_asked_for_amid_it(page):
    page.emulate_media(reduced_motion="no-preference")
    speed(page, "slow")
    time(page).fill("2")
    clock(page, PLAY).click()
    eventually(lambda: step_shown(page), 3)
    page.emulate_media(reduced_motion="reduce")
    page.clock.run_for(6000)
    assert step_shown(page) in (3, 4)
    assert not playing(page)


def test_a_finger_marks_a_page_in_each_part(browser, faults):
    context = browser.new_context(
        has_touch=True, is_mobile=True, viewport={"width": 320, "height": 640}
    )
    with context:
        page = opened(context.new_page(), exported(), f"#{link(step=7)}")
        facts = tell("growing", "paged")[7]
        for part, row, number in [("pages_rows", 1, 6), ("pages_cache", 0, 4)]:
            page.touchscreen.tap(*place_of(page, part, row, number))
            assert_marked(page, facts, number)
        entry(page, 5).tap()
        assert_marked(page, facts, 5)
        assert page.evaluate(BEYOND) == []
        small = page.locator("#pages :is(button, select):visible").evaluate_all(
            """all => all.map(each => [each.textContent, each.getBoundingClientRect()])
                .filter(([_, box]) => Math.min(box.width, box.height) < 44 - 0.5)
                .map(([text, box]) => `${text.trim()} ${box.width} × ${box.height}`)"""
        )
        assert small == []
        assert [page.evaluate(SLOT_SIDE, name) >= 16 for name in PLOTS] == [True, True]


def test_the_figure_alone_in_a_file_of_its_own_starts_as_it_was_exported(page, faults):
    file = exported(sections=("pages",), scenario="preemption", layout="naive", step=9)
    page = opened(page, file, f"#step={LAST + 1}")
    pages_shown(page, "preemption", "naive", 9)
    assert_ignored_with_a_note(page, LAST + 1)
    assert page.locator("main > section").count() == 1
    figure = WherePagesLive(scenario="preemption", layout="naive", step=9)
    texts = [mark["text"] for mark in marks_of(page, "pages_cache")]
    assert texts == figure.cache.picture.marks["text"]
    assert_told(page.evaluate(READ), tell("preemption", "naive")[9])
