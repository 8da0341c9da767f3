"""Section 7: the same requests through both caches, guessed first, and then under one clock."""

import re
from itertools import product
from urllib.parse import parse_qsl, urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from either import SURPLUS
from exported import MODEL, exported, opened
from helpers import button, entries, eventually
from playwright.sync_api import expect
from test_access import RULES

from kvpage.drawing.slot_layout import Mark
from kvpage.lesson.comparison import GUESSES, compared, moments, reply
from kvpage.lesson.words import say
from kvpage.serving.workloads import CHOICES, both

KEYS = ("cache", "blocks", "pages", "load", "mix", "draw")
"""What the address and the page call the choices, in the order of `CHOICES`."""
FIRST = (256, 64, 4, "flood", "chat-like", 1)
SETTINGS = [*product(*CHOICES.values())][::77]  # 12 of them; of every choice each
SHORT_RUN = (256, 32, 4, "flood", "short", 1)
LONG_RUN = (128, 128, 4, "light", "mixed", 2)
FILLED = (256, 64, 4, "flood", "long", 1)
REFUSED = (256, 32, 4, "flood", "long", 1)
SIDES = ("reserve", "paged")
PLOTS = [
    "serving_reserve",
    "serving_paged",
    "serving_running",
    "serving_reserve_slots",
    "serving_paged_slots",
]

PRESENT = f"""name => {{
    const {{ inner_width, x_range }} = ({MODEL})(name)
    const line = document.getElementById(`${{name}}_now`)
    const fromRight =
        line.parentNode.getBoundingClientRect().right - line.getBoundingClientRect().right
    return x_range.end * (1 - (fromRight - 6) / inner_width)
}}"""
"""Where the line of a chart stands on its axis; the frame ends 6 pixels from the right."""

READ = f"""async html => {{
    await new Promise(requestAnimationFrame) // the slots are drawn with the next frame
    const model = {MODEL}, present = {PRESENT}
    const find = selector => document.querySelector(`#serving${{selector}}`)
    const normal = text => {{
        const place = document.createElement("div")
        place.innerHTML = text
        return place.innerHTML
    }}
    const drawn = {PLOTS!r}
    const all = root => [...root.querySelectorAll("*")].flatMap(element =>
        [element, ...(element.shadowRoot ? all(element.shadowRoot) : [])])
    const images = Object.fromEntries(
        all(find("")).filter(each => each.role == "img").map(image =>
            [drawn.find(name => model(name).html_attributes["aria-label"]
                == image.getAttribute("aria-label")), image.getAttribute("aria-label")]))
    const slots = name => {{
        const {{ kind, row, slot, text }} = model(name).renderers[0].data_source.data
        return [...slot.keys()]
            .filter(at => kind[at] <= {int(Mark.WASTED)})
            .sort((one, other) => slot[one] - slot[other])
            .map(at => [slot[at], kind[at], row[at], text[at]])
    }}
    const counts = name => Object.fromEntries(Object.entries(model(`${{name}}_counts`).data)
        .map(([column, values]) => [column, [...values]]))
    return {{
        choices: [...document.querySelectorAll("#serving [data-choice]")].map(e => e.value),
        question: find("-question").textContent,
        words: find("-words").innerHTML,
        table: find("-table").innerHTML,
        moment: find("-moment").textContent,
        images,
        reserve: slots("serving_reserve"),
        paged: slots("serving_paged"),
        running: counts("serving_running"),
        reserve_slots: counts("serving_reserve_slots"),
        paged_slots: counts("serving_paged_slots"),
        now: drawn.slice(2).map(name => Math.round(10 * (present(name) - 0.5)) / 10 + 0.5),
        step: +find(" .player input").value,
        expected: html.map(normal),
    }}
}}"""
SURPLUS_BUT_TABLE = SURPLUS.replace('"figure, figure *"', '"figure, figure *:not(.table *)"')
"""The tables scroll in a region of their own."""
STEPS_WHILE_PLAYING = f"""frames => new Promise(done => {{
    const model = {MODEL}, present = {PRESENT}
    const seen = []
    const first = text => +/[Ss]tep (\\d+)/.exec(text)[1]
    const look = () => {{
        seen.push([
            first(document.querySelector("#serving-moment").textContent),
            +document.querySelector("#serving .player input").value,
            ...{PLOTS[:2]!r}.map(name => first(model(name).html_attributes["aria-label"])),
            ...{PLOTS[2:]!r}.map(name => Math.floor(present(name))),
        ])
        if (seen.length < frames) requestAnimationFrame(look)
        else done(seen)
    }}
    requestAnimationFrame(look)
}})"""
CHOOSE = """chosen => {
    for (const [key, value] of chosen) {
        const select = document.querySelector(`#serving select[data-choice=${key}]`)
        if (select.value == value) continue
        select.value = value
        if (select.value != value) throw new Error(`${key} cannot be ${value}`)
        for (const type of ["input", "change"])
            select.dispatchEvent(new Event(type, { bubbles: true }))
    }
}"""
FRAMES = """frames => new Promise(done => {
    const on = left => left ? requestAnimationFrame(() => on(left - 1)) : done()
    on(frames)
})"""


# ---- what Python says ------------------------------------------------------------------------


def id_of(chosen):
    return " ".join(map(str, chosen))


def last_of(sides):
    """Give the step after the last finish of either side, when all are done."""
    return 1 + max(int(run.finished.max(initial=-1)) for run in sides)


def slots_of(run, step):
    """List the slots of a run's cache: slot, state, request and what is written there."""
    cached = run.at(step)
    owners = [cached.names[owner] if owner >= 0 else -1 for owner in cached.owner().tolist()]
    return [
        [slot, state, owner, str(owner + 1) if state == Mark.USED else ""]
        for slot, (state, owner) in enumerate(zip(cached.state().tolist(), owners, strict=True))
    ]


def stairs(run, name, last):
    """List a series at both ends of every step, 0 where nothing is stored."""
    values = dict(zip(run.steps.tolist(), getattr(run, name).tolist(), strict=True))
    return [values.get(step, 0) for step in range(last + 1) for _ in range(2)]


def told(chosen, step):
    """Say all that the figure has to show of a setting in a step."""
    sides = both(*chosen)
    facts, then, last = compared(*sides), moments(*sides, step), last_of(sides)
    shows = {"shows": id_of(chosen)}
    ends = [step + end for step in range(last + 1) for end in (0, 1)]
    ground = {"step": ends, "nothing": [0] * len(ends), "cache": [chosen[0]] * len(ends)}
    running, used, allocated = (
        [stairs(run, name, last) for run in sides] for name in ("running", "held", "allocated")
    )
    which = [{name: name == side for name in SIDES} for side in SIDES]
    labels = [
        *(say(f"serving.{side}", then) for side in SIDES),
        say("serving.running_label", facts),
        *(say("serving.slots_label", facts | each) for each in which),
    ]
    return {
        "choices": [str(value) for value in chosen],
        "question": say("serving.question", facts),
        "words": say("serving.words", facts | shows),
        "table": say("serving.table", facts | shows),
        "moment": say("serving.moment", then),
        "images": dict(zip(PLOTS, labels, strict=True)),
        "reserve": slots_of(sides[0], step),
        "paged": slots_of(sides[1], step),
        "running": {"step": ends, "reserve": running[0], "paged": running[1]},
        "reserve_slots": ground | {"used": used[0], "allocated": allocated[0]},
        "paged_slots": ground | {"used": used[1], "allocated": allocated[1]},
        "now": [step + 0.5] * 3,
        "step": step,
    }


# ---- what is done to the page ----------------------------------------------------------------


def choose(page, chosen):
    """Set all controls, and wait until the words are those of the setting."""
    page.evaluate(CHOOSE, list(zip(KEYS, map(str, chosen), strict=True)))
    expect(page.locator("#serving-words [data-shows]")).to_have_attribute(
        "data-shows", id_of(chosen)
    )


def scrub(page, step):
    page.locator("#serving .player input[type=range]").fill(str(step))


def clock(page, name):
    return page.locator(f"#serving [data-clock={name}]")


def speed(page, title):
    page.locator("#serving .player select").select_option(label=title)


def step_of(page):
    return int(re.match(r"Step (\d+)\.", page.locator("#serving-moment").text_content())[1])


def at_step(page, step):
    eventually(lambda: step_of(page), step)


def guess(page, number):
    page.locator(f"#serving [data-guess='{number}']").click()


def replied(page):
    return page.locator("#serving-reply")


def expect_told(page, chosen, step):
    """Compare all that the figure shows with what Python says of it, part by part."""
    at_step(page, step)
    expected = told(chosen, step)
    shown = page.evaluate(READ, [expected["words"], expected["table"]])
    expected["words"], expected["table"] = shown.pop("expected")
    assert set(shown) == set(expected)
    for part in expected:
        assert shown[part] == expected[part], (part, chosen, step)


def html_equal(page, where, text):
    """Tell whether a place holds this HTML."""
    return page.locator(where).evaluate(
        """(place, text) => {
            const other = document.createElement("div")
            other.innerHTML = text
            return place.textContent == other.textContent && other.innerHTML == place.innerHTML
        }""",
        text,
    )


def said(page):
    """Read the address's part after ? or #, without what it leaves out."""
    return dict(parse_qsl(page.evaluate("(location.search + location.hash).slice(1)")))


def in_all_media(page):
    """Read what is in sight on screen and in print, and what a screen reader is told."""
    texts = []
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        texts += [page.locator("#serving").inner_text(), page.locator("#serving").aria_snapshot()]
    page.emulate_media(media="screen")
    return "\n".join(texts)


def watched(page):
    """Collect what the browser complains about and what it asks for."""
    found = []
    page.on("console", lambda m: m.type == "error" and found.append(f"console: {m.text}"))
    page.on("pageerror", lambda error: found.append(f"page: {error}"))
    return found


@pytest.fixture(scope="module")
def answered(browser):
    """Open the section alone in a file once for all tests that need no page of their own."""
    page = browser.new_context(viewport={"width": 1280, "height": 720}).new_page()
    found = watched(page)
    page.on("request", lambda request: found.append(request.url))
    opened(page, exported(), "#only=serving")
    page.locator("#serving-skip").click()
    found[:] = [each for each in found if not re.match("file:|data:|blob:", each)]
    yield page, found
    page.context.close()


@pytest.fixture
def page_of_all(answered):
    """Give the page with its first setting at its first step; it must not complain or ask."""
    page, found = answered
    page.emulate_media(reduced_motion="no-preference", media="screen")
    page.set_viewport_size({"width": 1280, "height": 720})
    clock(page, "play").evaluate("b => b.closest('[data-playing=true]') && b.click()")
    choose(page, FIRST)
    scrub(page, 0)
    at_step(page, 0)
    yield page
    assert [each for each in found if not each.startswith(("data:", "blob:"))] == []


# ---- the guess -------------------------------------------------------------------------------


def expect_unanswered(page):
    """Nothing of the runs is to be seen, heard or printed."""
    expect(page.locator("#serving")).to_have_attribute("data-asks", "first")
    for part in page.locator("#serving .answered").all():
        expect(part).to_be_hidden()
    for image in page.locator("#serving [role=img]").all():
        expect(image).to_be_hidden()
    text = in_all_media(page)
    assert not re.search(r"\bStep \d|\bwaits?\b|recomputed|at most|\bused\b|wasted", text)
    assert text.count("How many times as many sequences will paging run at once") >= 2
    expect(replied(page)).to_have_text("")


def test_the_guess_comes_before_the_runs_and_is_replied_to(either):
    page = either("only=serving")
    facts = compared(*both(*FIRST))
    expect(page.locator("#serving-question")).to_have_text(say("serving.question", facts))
    expect_unanswered(page)
    page.locator("#serving select[data-choice=pages]").select_option("8")
    expect(page.locator("#serving-question")).to_contain_text("pages of 8")
    expect_unanswered(page)
    page.locator("#serving select[data-choice=pages]").select_option("4")
    expect(page.locator("#serving-question")).to_contain_text("pages of 4")
    for number in GUESSES:
        guess(page, number)
        expect(page.locator("#serving")).to_have_attribute("data-asks", "answered")
        text = say("serving.reply", reply(number, facts))
        eventually(lambda text=text: html_equal(page, "#serving-reply", text), True)
        pressed = page.locator("#serving [data-guess][aria-pressed=true]")
        expect(pressed).to_have_attribute("data-guess", str(number))
    for image in page.locator("#serving [role=img]").all():
        expect(image).to_be_visible()
    expect_told(page, FIRST, 0)
    page.locator("#serving select[data-choice=pages]").select_option("8")
    expect(replied(page)).to_have_text("")
    expect(page.locator("#serving [data-guess][aria-pressed=true]")).to_have_count(0)
    expect(page.locator("#serving")).to_have_attribute("data-asks", "answered")
    expect(page.locator("#serving-words")).to_be_visible()
    expect_told(page, (*FIRST[:2], 8, *FIRST[3:]), 0)


def test_a_guess_can_be_skipped_with_the_keyboard(in_file):
    page = in_file("only=serving&blocks=32&mix=long")
    expect_unanswered(page)
    page.locator("#serving-skip").press("Enter")
    expect(page.locator("#serving")).to_have_attribute("data-asks", "answered")
    expect(page.locator("#serving-skip")).to_be_hidden()
    expect(replied(page)).to_have_text("")
    expect_told(page, REFUSED, 0)
    assert page.evaluate("document.activeElement.closest('#serving') != null")
    for number in GUESSES:
        guess(page, number)
        expect(replied(page)).to_contain_text("no number is right")


# ---- what is shown ---------------------------------------------------------------------------


def test_the_settings_have_every_choice():
    for at, choices in enumerate(CHOICES.values()):
        assert {setting[at] for setting in SETTINGS} == set(choices)


@pytest.mark.parametrize("chosen", [SHORT_RUN, FILLED, REFUSED], ids=id_of)
def test_all_that_is_shown_is_what_python_computes(page_of_all, chosen):
    choose(page_of_all, chosen)
    last = last_of(both(*chosen))
    for step in (1, last // 3, last - 1, last):
        scrub(page_of_all, step)
        expect_told(page_of_all, chosen, step)


def test_with_every_choice_all_that_is_shown_is_what_python_computes(page_of_all):
    for nth, chosen in enumerate(SETTINGS):
        step = last_of(both(*chosen)) * nth // len(SETTINGS)
        choose(page_of_all, chosen)
        scrub(page_of_all, step)
        expect_told(page_of_all, chosen, step)


def test_all_charts_are_on_one_scale(page_of_all):
    choose(page_of_all, LONG_RUN)
    ranges = page_of_all.evaluate(
        f"""names => names.map(({MODEL})).map(plot =>
            [plot.x_range.start, plot.x_range.end, plot.y_range.start, plot.y_range.end])""",
        PLOTS[2:],
    )
    assert ranges[1] == ranges[2]
    assert ranges[0][:2] == ranges[1][:2]
    assert ranges[1][:3] == [0, last_of(both(*LONG_RUN)) + 1, 0]
    assert ranges[1][3] >= LONG_RUN[0]
    most = max(int(run.running.max()) for run in both(*LONG_RUN))
    assert ranges[0][3] >= most


def test_paging_without_a_lead_says_why(page_of_all):
    choose(page_of_all, FILLED)
    words = page_of_all.locator("#serving-words")
    expect(words).to_contain_text("paging has no lead")
    expect(words).to_contain_text("as many as a block has slots")


def test_refused_requests_are_said_before_anything_is_compared(page_of_all):
    choose(page_of_all, REFUSED)
    words = page_of_all.locator("#serving-words").inner_text()
    assert words.startswith("A block of 32 slots is too short for 48 of the 48 requests")
    assert words.index("neither is ahead") < words.index("In blocks of")
    assert not re.search("times as many|no lead|behind", words)


# ---- the clock -------------------------------------------------------------------------------


def test_every_button_of_the_clock_moves_all_to_the_same_step(page_of_all):
    page = page_of_all
    last = last_of(both(*FIRST))
    expect(clock(page, "back")).to_have_attribute("aria-disabled", "true")
    for step in (1, 2, 3):
        clock(page, "on").click()
        expect_told(page, FIRST, step)
    clock(page, "back").click()
    expect_told(page, FIRST, 2)
    scrub(page, last)
    expect_told(page, FIRST, last)
    expect(clock(page, "on")).to_have_attribute("aria-disabled", "true")
    clock(page, "back").click()
    expect_told(page, FIRST, last - 1)
    clock(page, "restart").click()
    expect_told(page, FIRST, 0)
    expect(clock(page, "restart")).to_have_attribute("aria-disabled", "true")
    slider = page.locator("#serving .player input")
    slider.press("ArrowRight")
    expect_told(page, FIRST, 1)
    slider.press("End")
    expect_told(page, FIRST, last)
    expect(slider).to_have_attribute("aria-valuetext", f"step {last} of {last}")


def playing(page):
    return page.locator("#serving .player").get_attribute("data-playing")


def test_playing_moves_all_at_once_and_stops_where_it_is_paused(page_of_all):
    page = page_of_all
    choose(page, LONG_RUN)
    speed(page, "fast")
    clock(page, "play").click()
    seen = page.evaluate(STEPS_WHILE_PLAYING, 12)
    expect(clock(page, "play")).to_have_text("Pause")
    clock(page, "play").click()
    expect(page.locator("#serving .player")).to_have_attribute("data-playing", "false")
    expect(clock(page, "play")).to_have_text("Play")
    for steps in seen:
        assert len(set(steps)) == 1, seen
    steps = [each[0] for each in seen]
    assert steps == sorted(steps)
    assert steps[-1] > steps[0]
    paused = step_of(page)
    page.evaluate(FRAMES, 20)
    expect_told(page, LONG_RUN, paused)


def test_a_run_is_played_to_its_end_and_stops_and_can_be_played_again(page_of_all):
    page = page_of_all
    choose(page, SHORT_RUN)
    last = last_of(both(*SHORT_RUN))
    speed(page, "fast")
    scrub(page, last - 6)
    clock(page, "play").click()
    expect(page.locator("#serving .player")).to_have_attribute("data-playing", "false")
    expect_told(page, SHORT_RUN, last)
    scrub(page, 0)
    clock(page, "play").click()
    eventually(lambda: step_of(page) > 2, True)
    clock(page, "play").click()
    expect(page.locator("#serving .player")).to_have_attribute("data-playing", "false")
    expect_told(page, SHORT_RUN, step_of(page))


def steps_played(page, title, frames):
    """Play at a speed for some frames; give the steps made in a second."""
    scrub(page, 0)
    speed(page, title)
    clock(page, "play").click()
    before, start = step_of(page), page.evaluate("performance.now()")
    page.evaluate(FRAMES, frames)
    after, end = step_of(page), page.evaluate("performance.now()")
    clock(page, "play").click()
    return 1000 * (after - before) / (end - start)


def test_the_speeds_differ(page_of_all):
    choose(page_of_all, LONG_RUN)
    slow, normal = (steps_played(page_of_all, title, 60) for title in ("slow", "normal"))
    assert 1.5 <= slow <= 7
    assert normal > 1.5 * slow


def test_backwards_gives_the_same_as_forwards(page_of_all):
    page = page_of_all
    steps = [30, 31, 32, 33]

    def seen(name, step):
        if name:
            clock(page, name).click()
        at_step(page, step)
        return page.evaluate(READ, [])

    scrub(page, steps[0])
    forwards = [seen("on" if step > steps[0] else None, step) for step in steps]
    backwards = [seen("back" if step < steps[-1] else None, step) for step in reversed(steps)]
    assert backwards[::-1] == forwards


def test_a_shorter_run_brings_the_step_back(page_of_all):
    page = page_of_all
    choose(page, LONG_RUN)
    shorter = (*LONG_RUN[:3], "flood", *LONG_RUN[4:])
    assert last_of(both(*shorter)) < last_of(both(*LONG_RUN))
    scrub(page, last_of(both(*LONG_RUN)))
    page.locator("#serving select[data-choice=load]").select_option("flood")
    expect_told(page, shorter, last_of(both(*shorter)))


def test_a_change_of_a_control_while_playing_leaves_all_in_step(page_of_all):
    page = page_of_all
    speed(page, "fast")
    clock(page, "play").click()
    for chosen in SETTINGS[:6]:
        choose(page, chosen)
    clock(page, "play").evaluate("b => b.closest('[data-playing=true]') && b.click()")
    expect(page.locator("#serving .player")).to_have_attribute("data-playing", "false")
    expect_told(page, SETTINGS[5], step_of(page))


HOLD_FRAMES = """() => {
    const ask = window.requestAnimationFrame
    const held = []
    window.requestAnimationFrame = wanted => held.push(wanted)
    window.releaseFrames = () => {
        window.requestAnimationFrame = ask
        const now = performance.now() + 60_000
        held.splice(0).forEach(wanted => wanted(now))
    }
}"""
"""A tab in the background gets no frames, and in front again the first one a minute later."""


def test_a_tab_in_the_background_does_not_play_and_does_not_make_up_for_it(page_of_all):
    page = page_of_all
    choose(page, LONG_RUN)
    speed(page, "fast")
    clock(page, "play").click()
    eventually(lambda: step_of(page) > 2, True)
    page.evaluate(HOLD_FRAMES)
    page.evaluate("() => new Promise(done => setTimeout(done, 300))")  # a frame may be under way
    before = step_of(page)
    page.evaluate("() => new Promise(done => setTimeout(done, 300))")
    assert step_of(page) == before
    page.evaluate("releaseFrames()")
    assert step_of(page) <= before + 6
    clock(page, "play").evaluate("b => b.closest('[data-playing=true]') && b.click()")
    expect_told(page, LONG_RUN, step_of(page))


def test_reduced_motion_steps_instead_of_playing(page_of_all):
    page = page_of_all
    page.emulate_media(reduced_motion="reduce")
    speed(page, "fast")
    clock(page, "play").click()
    page.evaluate(FRAMES, 20)
    assert step_of(page) == 1
    assert playing(page) == "false"
    clock(page, "play").click()
    at_step(page, 2)


def test_playing_stops_when_motion_is_no_longer_wanted(page_of_all):
    page = page_of_all
    choose(page, LONG_RUN)
    clock(page, "play").click()
    eventually(lambda: step_of(page) > 0, True)
    page.emulate_media(reduced_motion="reduce")
    expect(page.locator("#serving .player")).to_have_attribute("data-playing", "false")
    expect_told(page, LONG_RUN, step_of(page))


# ---- the address -----------------------------------------------------------------------------


def query(chosen, step):
    return urlencode(dict(zip(KEYS, chosen, strict=True)) | {"time": step})


def test_the_address_says_all_and_brings_it_back(either, new_context):
    page = either(f"only=serving&{query(LONG_RUN, 40)}")
    expect(page.locator("#note")).to_be_hidden()
    guess(page, 2)
    expect_told(page, LONG_RUN, 40)
    choose(page, SETTINGS[4])
    scrub(page, 9)
    expect_told(page, SETTINGS[4], 9)
    link = dict(zip(KEYS, map(str, SETTINGS[4]), strict=True)) | {"time": "9"}
    eventually(lambda: link.items() <= said(page).items(), True)
    assert said(page)["only"] == "serving"
    before = entries(page)
    page.go_back()
    at_step(page, min(40, last_of(both(*SETTINGS[4]))))
    page.go_back()
    eventually(
        lambda: page.locator("#serving select[data-choice=draw]").input_value(), str(LONG_RUN[5])
    )
    page.go_forward()
    page.go_forward()
    at_step(page, 9)
    expect_told(page, SETTINGS[4], 9)
    assert entries(page) == before
    page.emulate_media(reduced_motion="no-preference")
    clock(page, "play").click()
    eventually(lambda: step_of(page) > 11, True)
    clock(page, "play").click()
    eventually(lambda: said(page).get("time"), str(step_of(page)))
    assert entries(page) <= before + 2  # playing is no entry for each step


def test_what_can_only_be_pressed_is_not_printed(page_of_all):
    page_of_all.emulate_media(media="print")
    left = page_of_all.locator("#serving :is(button, summary):visible")
    assert left.all_text_contents() == []


def test_what_the_address_says_wrongly_is_noted_and_ignored(page, faults):
    bad = {"cache": "3", "blocks": "x", "pages": "2", "load": "storm", "mix": "x", "draw": "9"}
    opened(page, exported(), "#only=serving&" + urlencode(bad | {"time": "-1"}))
    note = page.locator("#note")
    expect(note).to_be_visible()
    for value in [*bad.values(), "-1"]:
        expect(note).to_contain_text(f"“{value}”")
    expect_unanswered(page)
    page.locator("#serving-skip").click()
    expect_told(page, FIRST, 0)


# ---- everybody, everywhere -------------------------------------------------------------------


def test_the_section_alone_is_all_there_is(page_of_all):
    assert page_of_all.locator("main > section:visible").count() == 1
    expect(page_of_all.locator("section[data-section=serving]")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_control_has_a_name_and_nothing_violates_the_rules(page_of_all, theme):
    page = page_of_all
    if page.locator("html").get_attribute("data-theme") != theme:
        page.locator("#theme").click()
    page.locator("#serving summary").click()
    violations = Axe().run(page, context="#serving", options=RULES).response["violations"]
    page.locator("#serving summary").click()
    assert [(rule["id"], node["target"]) for rule in violations for node in rule["nodes"]] == []
    names = ("Slots of the cache", "Slots of a block", "Slots of a page", "Load", "Lengths", "Draw")
    for name in (*names, "Speed"):
        box = page.locator("#serving").get_by_role("combobox", name=name, exact=True)
        expect(box).to_have_count(1)
    for name in ("Restart", "Step back", "Play", "Step on"):
        expect(page.locator("#serving").get_by_role("button", name=name)).to_have_count(1)


@pytest.mark.parametrize("width", [320, 360, 768])
def test_nothing_reaches_beyond_a_narrow_window(page_of_all, width):
    page = page_of_all
    page.set_viewport_size({"width": width, "height": 480})
    for chosen in (FIRST, REFUSED, LONG_RUN):
        choose(page, chosen)
        eventually(lambda: page.evaluate(SURPLUS_BUT_TABLE) <= 0, True)


def test_enlarged_it_keeps_two_columns_and_escape_leaves(page_of_all):
    page = page_of_all
    button(page, "Enlarge: The same requests, both ways").click()
    places = [page.locator("#serving [role=img]").nth(at).bounding_box() for at in (0, 2)]
    assert places[0]["y"] == pytest.approx(places[1]["y"], abs=1)
    assert places[0]["x"] + places[0]["width"] <= places[1]["x"]
    page.keyboard.press("Escape")
    expect(page.locator("#serving .enlarge")).to_have_text("Enlarge")


def test_a_guess_made_while_enlarged_is_replied_to_in_sight(page_of_all):
    page = page_of_all
    guess(page, 2)
    button(page, "Enlarge: The same requests, both ways").click()
    visible = replied(page).is_visible()
    page.keyboard.press("Escape")
    assert visible
