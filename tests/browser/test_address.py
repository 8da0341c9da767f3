"""The address in the URL line says all of what is shown, and brings it back."""

import pytest
from helpers import (
    EXAMPLE,
    address,
    button,
    entries,
    eventually,
    field,
    hook_shown,
    image,
    pressed,
    shown,
    slider,
    slider_value,
    state,
)
from playwright.sync_api import expect

TURNED_AWAY = "?lengths=9,0,30&block=6&page=4&scheme=paged"


@pytest.fixture
def visitor(browser):
    """Open an address as somebody else: ``visitor(url)`` returns a page of a fresh context."""
    contexts = []

    def open_address(url, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.goto(url)
        ready(page)
        return page

    yield open_address
    for context in contexts:
        context.close()


def ready(page):
    page.locator("html[data-begun]").wait_for(state="attached")


def theme(page):
    return page.locator("html").get_attribute("data-theme")


def figure_says(page, name):
    return image(page, name).get_attribute("aria-label")


def test_an_address_opens_with_every_control_and_figure_set_to_it(fresh_lesson):
    page = fresh_lesson(TURNED_AWAY)
    shown(page, (9, 0, 30), 6, 4)
    hook_shown(page, "paged")
    expect(page.locator("#note")).to_be_hidden()
    expect(page.locator("#question")).to_be_hidden()
    expect(field(page)).to_have_value("9, 0, 30")
    assert slider_value(page, "Block size") == 6
    assert slider_value(page, "Page size") == 4
    assert state(page)["rows"] == ["9", "0", "30"]
    assert pressed(page, ".switch") == ["Allocate pages"]
    assert pressed(page, ".presets") == []
    assert figure_says(page, "reserve_grid") == (
        "Reserved blocks of 6 slots. A: 6 slots, 6 used, 0 wasted, 3 turned away. "
        "B: 6 slots, 0 used, 6 wasted. C: 6 slots, 6 used, 0 wasted, 24 turned away. "
        "Of 44 slots in all, 12 are used, 6 wasted, 26 free, 27 turned away."
    )
    assert figure_says(page, "paged_grid") == (
        "Pages of 4 slots. A: 3 pages, 12 slots, 9 used, 3 wasted. "
        "B: 0 pages, 0 slots, 0 used, 0 wasted. C: 8 pages, 32 slots, 30 used, 2 wasted. "
        "Of 44 slots in all, 39 are used, 5 wasted, 0 free."
    )
    assert figure_says(page, "hook_lanes").startswith("Pages of 2 slots.")


def test_a_preset_is_pressed_exactly_when_the_address_is_all_of_it(lesson):
    for query, names in [
        ("", ["The example"]),
        ("?scheme=paged", ["The example"]),
        ("?lengths=8,8,8,8&block=8&page=4", ["All full"]),
        ("?lengths=8,8,8,8&block=8&page=5", []),
    ]:
        page = lesson(query)
        assert pressed(page, ".presets") == names


def test_the_address_follows_every_kind_of_change(lesson):
    page = lesson()
    expected = address(page)

    def follows(**changes):
        expected.update({part: str(value) for part, value in changes.items()})
        eventually(lambda: address(page), expected)

    button(page, "Allocate pages").click()
    follows(scheme="paged")
    slider(page, "Block size").press("ArrowRight")
    follows(block=5)
    slider(page, "Page size").press("End")
    follows(page=16)
    field(page).fill("3, 0, 9")
    follows(lengths="3,0,9")
    button(page, "One token more in B").click()
    follows(lengths="3,1,9")
    button(page, "One token fewer in C").click()
    follows(lengths="3,1,8")
    button(page, "Remove A").click()
    follows(lengths="1,8")
    button(page, "Add a sequence").click()
    follows(lengths="1,8,1")
    button(page, "Undo").click()
    follows(lengths="1,8")
    button(page, "All full").click()
    follows(lengths="8,8,8,8", block=8, page=4)
    button(page, "Dark").click()
    follows(theme="dark")
    button(page, "Reserve a block").click()
    follows(scheme="naive")


def test_a_reload_shows_the_same_and_back_still_works_after_it(fresh_lesson):
    page = fresh_lesson("?lengths=3,9&block=6&scheme=paged")
    button(page, "One token more in A").click()
    shown(page, (4, 9), 6, 2)
    slider(page, "Page size").press("ArrowRight")
    shown(page, (4, 9), 6, 3)
    eventually(lambda: address(page)["page"], "3")
    before = state(page)

    page.reload()
    ready(page)
    shown(page, (4, 9), 6, 3)
    assert state(page) == before

    page.go_back()
    shown(page, (4, 9), 6, 2)
    page.go_back()
    shown(page, (3, 9), 6, 2)
    expect(field(page)).to_have_value("3, 9")


def test_a_copied_link_opens_to_the_same_for_somebody_else(fresh_lesson, visitor):
    page = fresh_lesson("?block=12")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Skip, just show me").click()
    hook_shown(page, "paged")
    field(page).fill("7, 0, 13")
    field(page).press("Enter")
    shown(page, (7, 0, 13), 12, 2)
    button(page, "Dark").click()
    button(page, "Copy link").click()
    expect(button(page, "Link copied")).to_be_visible()

    other = visitor(page.evaluate("navigator.clipboard.readText()"))
    shown(other, (7, 0, 13), 12, 2)
    assert state(other) == state(page)
    assert theme(other) == "dark"
    expect(other.locator("#note")).to_be_hidden()


def test_a_link_that_cannot_be_copied_is_there_to_copy_by_hand(fresh_lesson, visitor):
    page = fresh_lesson("?only=side-by-side&lengths=3,9&page=5")
    page.evaluate("""() => {
        navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused"))
    }""")
    button(page, "Copy link").click()
    by_hand = page.locator("input:focus")
    expect(by_hand).to_be_visible()
    link = by_hand.input_value()
    assert page.evaluate("getSelection().toString()") == link

    other = visitor(link)
    shown(other, (3, 9), 4, 5)


def test_the_theme_in_the_address_is_the_theme_shown(fresh_lesson, visitor):
    page = fresh_lesson("?only=hook&theme=dark")
    assert theme(page) == "dark"
    expect(button(page, "Light")).to_be_visible()

    button(page, "Light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert address(page)["theme"] == "light"
    assert theme(visitor(page.url, color_scheme="dark")) == "light"

    page.reload()
    ready(page)
    assert theme(page) == "light"


def test_the_address_still_says_the_theme_shown_after_going_back(fresh_lesson):
    page = fresh_lesson("?only=side-by-side&theme=dark")
    button(page, "One token more in A").click()
    shown(page, (2, 4, 2))
    eventually(lambda: entries(page), 3)
    button(page, "Light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")

    page.go_back()
    shown(page)
    eventually(lambda: address(page)["theme"] == theme(page), True)


def test_two_visitors_do_not_change_each_other_s_page(lesson, visitor, lesson_url):
    page = lesson("?lengths=3,9")
    other = visitor(f"{lesson_url}/?lengths=5")
    before = state(page)

    button(other, "Allocate pages").click()
    hook_shown(other, "paged")
    slider(other, "Block size").press("End")
    shown(other, (5,), 32, 2)
    button(other, "Dark").click()
    assert state(page) == before
    assert theme(page) == "light"

    button(page, "One token more in A").click()
    shown(page, (4, 9))
    shown(other, (5,), 32, 2)
    hook_shown(page, "naive")

    shown(visitor(lesson_url), EXAMPLE)
