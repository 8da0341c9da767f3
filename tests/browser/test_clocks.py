"""Two clocks on one page, figures that arrive late, and what the history makes of both."""

import json

import pytest
from exported import begun, exported, opened
from helpers import all_drawn, button, entries, eventually
from playwright.sync_api import expect
from test_pages import clock, pages_shown, time

from kvpage.lesson.comparison import moments
from kvpage.lesson.words import say
from kvpage.serving.workloads import both

FIRST = (256, 64, 4, "flood", "chat-like", 1)
SCRUB = """(slider, step) => {
    slider.value = step
    slider.dispatchEvent(new Event("input", { bubbles: true }))
}"""
LET_GO = "slider => slider.dispatchEvent(new Event('change', { bubbles: true }))"
PRESS_WITH_ALT = """node => node.dispatchEvent(new KeyboardEvent(
    "keydown", { key: "ArrowLeft", altKey: true, bubbles: true, cancelable: true }))"""


HOLD_THE_REST = """(() => {
    const later = setTimeout, held = []
    const begun = () => "begun" in document.documentElement.dataset
    window.setTimeout = (does, after, ...rest) =>
        begun() && !after ? held.push(() => does(...rest)) : later(does, after, ...rest)
    window.goOn = () => { window.setTimeout = later; held.forEach(does => does()) }
})()"""
"""Keep the page, once begun, from drawing any further figure."""


def test_scrubbing_one_clock_while_the_other_plays_is_a_gesture_of_its_own(in_file):
    page = in_file()
    page.emulate_media(reduced_motion="no-preference")
    page.locator("#serving-skip").click()
    page.locator("#serving select").last.select_option(label="slow")
    page.locator("#serving [data-clock=play]").click()
    played = page.locator("#serving .player input")
    eventually(lambda: int(played.input_value()) > 1, True)
    before = entries(page)
    time(page).evaluate(SCRUB, 12)
    now = int(played.input_value())
    eventually(lambda: int(played.input_value()) > now + 1, True)
    time(page).evaluate(LET_GO)
    assert entries(page) == before + 1
    page.go_back()
    pages_shown(page, "growing", "paged", 0)
    assert int(played.input_value()) > 0


def test_what_plays_is_not_read_aloud_step_by_step(in_file):
    page = in_file("only=pages")
    page.emulate_media(reduced_motion="no-preference")
    moment = page.locator("#pages-moment")
    expect(moment).to_have_attribute("aria-live", "polite")
    clock(page, "play").click()
    expect(moment).to_have_attribute("aria-live", "off")
    clock(page, "play").click()
    expect(moment).to_have_attribute("aria-live", "polite")


@pytest.mark.parametrize("part", ["#pages_rows", "#pages_cache"])
def test_the_keys_of_the_browser_are_left_to_it(in_file, part):
    page = in_file("only=pages&step=9")
    assert page.locator(part).evaluate(PRESS_WITH_ALT)
    expect(page.locator("#pages-unit")).to_have_text(
        say("pages.hint", {"paged": True, "reserve": False})
    )


def test_the_table_says_who_is_in_the_caches_in_this_step(in_file):
    page = in_file("only=serving")
    page.locator("#serving-skip").click()
    page.locator("#serving summary").click()
    runs = both(*FIRST)
    now = page.locator("#serving-now")
    for step in (0, 9, 1 + max(int(run.finished.max()) for run in runs)):
        page.locator("#serving .player input").evaluate(SCRUB, step)
        rows = now.evaluate(
            "(node, html) => { node = document.createElement('div');"
            " node.innerHTML = html; return node.innerHTML }",
            say("serving.now", moments(*runs, step)),
        )
        eventually(now.inner_html, rows)
    expect(now).to_contain_text("Nobody is in the cache.")


def test_a_step_beyond_the_run_is_the_last_one_and_no_change_to_undo(page, faults):
    opened(page, exported(), "#only=serving&time=900")
    before = entries(page)
    button(page, "Copy link").click()
    expect(page.locator("#link")).to_be_visible()
    last = page.locator("#serving .player input").get_attribute("max")
    assert f"time={last}" in page.locator("#link input").first.input_value()
    assert entries(page) == before
    expect(page.locator("#serving [data-undo]")).to_have_attribute("aria-disabled", "true")


def test_back_to_before_the_questions_had_come_leaves_the_question(page, faults):
    kept = json.dumps({"level": 3, "streak": 1, "seed": 5})
    page.add_init_script(
        f"if (location.protocol == 'file:') localStorage.setItem('kvpage-progress', '{kept}')"
    )
    page.add_init_script(HOLD_THE_REST)
    begun(page, exported())
    button(page, "Allocate pages").click()
    eventually(lambda: "scheme=paged" in page.url, True)
    assert page.locator("#predict[data-late]").count() == 1
    page.evaluate("goOn()")
    all_drawn(page)
    asked = page.locator("#predict [data-shows]").first
    expect(asked).to_contain_text("3")
    before = asked.inner_text()
    page.go_back()
    expect(page.locator(".switch [aria-pressed=true]")).to_have_text("Reserve a block")
    assert asked.inner_text() == before


def test_a_figure_that_has_not_come_offers_nothing_to_press(page, faults):
    page.add_init_script(HOLD_THE_REST)
    begun(page, exported())
    late = page.locator("#pages, #serving")
    expect(late.locator(":is(button, input, select):visible")).to_have_count(0)
    page.evaluate("goOn()")
    all_drawn(page)
    expect(button(page, "Out of pages")).to_be_visible()
    assert page.locator("#serving [data-choice=mix]").input_value() == "chat-like"


def test_another_address_in_the_same_tab_is_kept_for_figures_that_have_not_come(page, faults):
    page.add_init_script(HOLD_THE_REST)
    begun(page, exported(), "#scenario=reuse&cache=128")
    page.evaluate("location.hash = 'scenario=preemption&cache=256'")
    eventually(lambda: "preemption" in page.url, True)
    page.locator("#theme").click()
    page.evaluate("goOn()")
    all_drawn(page)
    pages_shown(page, "preemption", "paged", 0)
    assert page.locator("#serving [data-choice=cache]").input_value() == "256"


def test_a_reader_can_go_on_while_a_page_in_focus_plays(in_file):
    page = in_file("scenario=growing")
    page.emulate_media(reduced_motion="no-preference")
    page.locator("#pages select").select_option(label="fast")
    clock(page, "play").click()
    page.locator("#pages-tables .entry").first.focus()
    page.evaluate("scrollTo(0, 0)")
    at = int(time(page).input_value())
    eventually(lambda: int(time(page).input_value()) > at + 2, True)
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.activeElement.className").startswith("entry")


def test_a_page_is_marked_though_its_entry_is_drawn_anew_while_it_is_pressed(in_file):
    page = in_file("only=pages&scenario=growing&step=5")
    entry = page.locator("#pages-tables .entry").first
    box = entry.bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    time(page).evaluate(SCRUB, 6)
    page.mouse.up()
    page.mouse.move(1, 1)
    expect(page.locator("#pages-tables .entry.marked")).to_have_count(1)


def test_paper_says_which_run_it_shows_and_what_is_asked(in_file):
    page = in_file("only=serving&mix=long")
    page.emulate_media(media="print")
    expect(page.locator("#serving-question")).to_be_visible()
    chosen = page.locator("#serving [data-choice]")
    assert [choice.input_value() for choice in chosen.all() if choice.is_visible()] == [
        *("256", "64", "4", "flood", "long", "1")
    ]
