"""One gesture is one step: of the history, of Back and Forward, and of Undo."""

import pytest
from helpers import (
    EXAMPLE,
    FIRST,
    FREE,
    REACH,
    address,
    button,
    click_at,
    click_slot,
    drag_until,
    entries,
    eventually,
    field,
    grab,
    hook_shown,
    marks,
    shown,
    slider,
    slider_value,
    slot,
    state,
)
from playwright.sync_api import expect

START = ((5, 2, 7), 8, 4, "naive")
START_ADDRESS = "?lengths=5,2,7&block=8&page=4"


def all_shown(page, lengths, block, page_size, scheme):
    """Wait until the figures, the words and the address all say this."""
    shown(page, lengths, block, page_size)
    hook_shown(page, scheme)
    told = FIRST | {
        "lengths": ",".join(map(str, lengths)),
        "block": str(block),
        "page": str(page_size),
        "scheme": scheme,
    }
    eventually(lambda: address(page), told)


def drag(page, name, *values):
    """Drag a slider over some values, and let it go far below."""
    x, y = grab(page, name)
    for value in values:
        x = drag_until(page, name, y, value)
    page.mouse.move(x, y + 150)
    page.mouse.up()


def press_and_hold(page, name, key, times):
    slider(page, name).focus()
    for _ in range(times):
        page.keyboard.down(key)
    page.keyboard.up(key)


def type_list(page, text, key):
    field(page).press("ControlOrMeta+A")
    field(page).press_sequentially(text)
    field(page).press(key)


GESTURES = {
    "a drag of the block size": (
        lambda page: drag(page, "Block size", 12, 20, 17),
        ((5, 2, 7), 17, 4, "naive"),
    ),
    "a drag of the page size": (
        lambda page: drag(page, "Page size", 1, 9),
        ((5, 2, 7), 8, 9, "naive"),
    ),
    "an arrow key": (
        lambda page: slider(page, "Block size").press("ArrowLeft"),
        ((5, 2, 7), 7, 4, "naive"),
    ),
    "a key that goes to the end": (
        lambda page: slider(page, "Page size").press("End"),
        ((5, 2, 7), 8, 16, "naive"),
    ),
    "a held key": (
        lambda page: press_and_hold(page, "Block size", "ArrowRight", 6),
        ((5, 2, 7), 14, 4, "naive"),
    ),
    "a list with Enter": (
        lambda page: type_list(page, "3, 12, 0", "Enter"),
        ((3, 12, 0), 8, 4, "naive"),
    ),
    "a list that is left": (
        lambda page: type_list(page, "3 12", "Tab"),
        ((3, 12), 8, 4, "naive"),
    ),
    "a preset": (
        lambda page: button(page, "All equal").click(),
        ((5, 5, 5, 5), 12, 4, "naive"),
    ),
    "a click on a page's slot": (
        lambda page: click_slot(page, "paged_grid", 0, 6),
        ((7, 2, 7), 8, 4, "naive"),
    ),
    "a click on a block's slot": (
        lambda page: click_slot(page, "reserve_grid", 2, 2),
        ((5, 2, 3), 8, 4, "naive"),
    ),
    "one token more": (
        lambda page: button(page, "One token more in B").click(),
        ((5, 3, 7), 8, 4, "naive"),
    ),
    "one token fewer": (
        lambda page: button(page, "One token fewer in C").click(),
        ((5, 2, 6), 8, 4, "naive"),
    ),
    "the removal of a sequence": (
        lambda page: button(page, "Remove B").click(),
        ((5, 7), 8, 4, "naive"),
    ),
    "one more sequence": (
        lambda page: button(page, "Add a sequence").click(),
        ((5, 2, 7, 1), 8, 4, "naive"),
    ),
    "the switch": (
        lambda page: button(page, "Allocate pages").click(),
        ((5, 2, 7), 8, 4, "paged"),
    ),
    "a way back to the example": (
        lambda page: button(page, "Back to the example").click(),
        ((1, 4, 2), 4, 2, "naive"),
    ),
}


ANSWERS = {
    "a guess": (
        lambda page: button(page, "3").click(),
        ((5, 2, 7), 8, 4, "paged"),
    ),
    "no guess": (
        lambda page: button(page, "Skip, just show me").click(),
        ((5, 2, 7), 8, 4, "paged"),
    ),
}


@pytest.mark.parametrize(("gesture", "after"), GESTURES.values(), ids=GESTURES.keys())
def test_a_gesture_is_one_entry_and_back_forward_and_undo_step_over_it(lesson, gesture, after):
    expect_one_entry(lesson(START_ADDRESS), gesture, after)


@pytest.mark.parametrize(("gesture", "after"), ANSWERS.values(), ids=ANSWERS.keys())
def test_the_answer_to_the_first_question_is_one_entry_too(fresh_lesson, gesture, after):
    expect_one_entry(fresh_lesson(START_ADDRESS), gesture, after)


def expect_one_entry(page, gesture, after):
    all_shown(page, *START)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")
    length = entries(page)
    before = state(page)

    gesture(page)
    all_shown(page, *after)
    eventually(lambda: entries(page), length + 1)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "false")
    changed = state(page)

    page.go_back()
    all_shown(page, *START)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")
    assert state(page) == before

    page.go_forward()
    all_shown(page, *after)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "false")
    assert state(page) == changed

    button(page, "Undo").click()
    all_shown(page, *START)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")
    assert state(page) == before
    assert entries(page) == length + 1


def test_surprises_are_the_same_after_each_load_and_each_is_one_step(fresh_lesson):
    page = fresh_lesson("?only=side-by-side")
    length = entries(page)
    seen = [address(page)]
    for number in (1, 2, 3):
        button(page, "Surprise me").click()
        eventually(lambda: address(page) == seen[-1], False)
        eventually(lambda: entries(page), length + number)
        seen.append(address(page))

    for past in reversed(seen[:-1]):
        button(page, "Undo").click()
        eventually(lambda: address(page), past)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")

    page = fresh_lesson("?only=side-by-side")
    for surprise in seen[1:]:
        button(page, "Surprise me").click()
        eventually(lambda: address(page), surprise)


def test_during_a_drag_the_address_follows_and_no_entry_is_added(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    _, y = grab(page, "Block size")
    for value in (11, 25, 6):
        drag_until(page, "Block size", y, value)
        all_shown(page, (5, 2, 7), value, 4, "naive")
        assert entries(page) == length

    page.mouse.up()
    eventually(lambda: entries(page), length + 1)
    page.go_back()
    all_shown(page, *START)


def test_while_a_list_is_typed_the_address_follows_and_no_entry_is_added(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    field(page).fill("")
    for letters, lengths in [("3", (3,)), (", 1", (3, 1)), ("2", (3, 12))]:
        field(page).press_sequentially(letters)
        all_shown(page, lengths, 8, 4, "naive")
        assert entries(page) == length

    field(page).press("Enter")
    eventually(lambda: entries(page), length + 1)
    field(page).press("Enter")
    field(page).press("Tab")
    button(page, "One token more in A").click()
    all_shown(page, (4, 12), 8, 4, "naive")
    eventually(lambda: entries(page), length + 2)


def test_a_list_that_is_left_for_a_button_and_the_button_are_two_gestures(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    field(page).fill("9")
    button(page, "Allocate pages").click()
    all_shown(page, (9,), 8, 4, "paged")
    eventually(lambda: entries(page), length + 2)

    field(page).fill("1, 1")
    button(page, "Undo").click()
    all_shown(page, (9,), 8, 4, "paged")
    button(page, "Undo").click()
    all_shown(page, (9,), 8, 4, "naive")
    button(page, "Undo").click()
    all_shown(page, *START)


def test_a_click_on_the_track_of_a_slider_is_one_gesture(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    x, y = grab(page, "Block size")
    page.mouse.up()
    page.mouse.click(x + 100, y)
    eventually(lambda: slider_value(page, "Block size") > 8, True)
    all_shown(page, (5, 2, 7), slider_value(page, "Block size"), 4, "naive")
    eventually(lambda: entries(page), length + 1)
    page.go_back()
    all_shown(page, *START)


def test_a_key_held_on_a_button_is_one_gesture(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    button(page, "One token more in B").focus()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    all_shown(page, (5, 5, 7), 8, 4, "naive")
    eventually(lambda: entries(page), length + 1, seconds=3)


def test_a_held_key_adds_its_entry_when_it_is_let_go(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    slider(page, "Page size").focus()
    for page_size in (5, 6, 7):
        page.keyboard.down("ArrowRight")
        all_shown(page, (5, 2, 7), 8, page_size, "naive")
        assert entries(page) == length

    page.keyboard.up("ArrowRight")
    eventually(lambda: entries(page), length + 1)


def test_what_ends_where_it_began_is_no_gesture(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    drag(page, "Block size", 14, 8)
    all_shown(page, *START)
    slider(page, "Page size").focus()
    page.keyboard.down("ArrowRight")
    page.keyboard.down("ArrowLeft")
    page.keyboard.up("ArrowRight")
    page.keyboard.up("ArrowLeft")
    all_shown(page, *START)
    type_list(page, "5;2;7", "Enter")
    button(page, "Reserve a block").click()
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")

    button(page, "One token more in A").click()
    all_shown(page, (6, 2, 7), 8, 4, "naive")
    eventually(lambda: entries(page), length + 1)
    page.go_back()
    all_shown(page, *START)


def test_several_undos_go_back_through_all_gestures(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    path = [START]
    for gesture, after in [
        (lambda: button(page, "Remove A").click(), ((2, 7), 8, 4, "naive")),
        (lambda: drag(page, "Block size", 12, 15), ((2, 7), 15, 4, "naive")),
        (lambda: button(page, "Allocate pages").click(), ((2, 7), 15, 4, "paged")),
        (lambda: type_list(page, "9", "Enter"), ((9,), 15, 4, "paged")),
        (lambda: press_and_hold(page, "Page size", "ArrowLeft", 3), ((9,), 15, 1, "paged")),
    ]:
        gesture()
        all_shown(page, *after)
        path.append(after)
        eventually(lambda: entries(page), length + len(path) - 1)

    for past in reversed(path[:-1]):
        button(page, "Undo").click()
        all_shown(page, *past)
    expect(button(page, "Undo")).to_have_attribute("aria-disabled", "true")

    for future in path[1:]:
        page.go_forward()
        all_shown(page, *future)


def test_undo_at_the_start_does_not_leave_the_page(fresh_lesson):
    page = fresh_lesson()
    page = fresh_lesson(START_ADDRESS)
    button(page, "Undo").click(force=True)
    button(page, "Undo").press("Enter")
    button(page, "One token more in A").click()
    all_shown(page, (6, 2, 7), 8, 4, "naive")
    page.go_back()
    all_shown(page, *START)
    page.go_back()
    page.locator("html[data-begun]").wait_for(state="attached")
    all_shown(page, EXAMPLE, 4, 2, "naive")


def test_quick_clicks_are_each_a_gesture(lesson):
    page = lesson(START_ADDRESS)
    length = entries(page)
    for _ in range(4):
        button(page, "One token more in B").click()
    all_shown(page, (5, 6, 7), 8, 4, "naive")
    eventually(lambda: entries(page), length + 4)

    button(page, "Undo").click()
    button(page, "Undo").click()
    all_shown(page, (5, 4, 7), 8, 4, "naive")


def test_a_new_gesture_after_undo_takes_the_place_of_what_was_undone(lesson):
    page = lesson(START_ADDRESS)
    button(page, "Remove A").click()
    all_shown(page, (2, 7), 8, 4, "naive")
    button(page, "Undo").click()
    all_shown(page, *START)

    button(page, "Remove C").click()
    all_shown(page, (5, 2), 8, 4, "naive")
    page.go_forward()
    all_shown(page, (5, 2), 8, 4, "naive")
    button(page, "Undo").click()
    all_shown(page, *START)


@pytest.mark.parametrize(
    ("name", "clicks"),
    [
        (
            "paged_grid",
            [
                ((0, 7), (8, 2, 0)),  # the last slot of A's second page
                ((0, 1), (2, 2, 0)),
                ((0, 1), (1, 2, 0)),  # on the last token
                ((0, 0), (0, 2, 0)),
                ((0, 0), (1, 2, 0)),  # beyond a row of length 0
                ((2, 3), (1, 2, 4)),
                ((1, 7), (1, 8, 4)),  # one page beyond the end
                ((1, 11), (1, 12, 4)),
            ],
        ),
        (
            "reserve_grid",
            [
                ((0, 5), (6, 2, 0)),
                ((0, 5), (5, 2, 0)),  # on the last token
                ((2, 3), (5, 2, 4)),  # in a row of length 0
                ((1, 11), (5, 12, 4)),  # one block beyond the end
                ((1, 8), (5, 9, 4)),  # on a token that is turned away
                ((1, 8), (5, 8, 4)),  # on the last token, turned away
                ((1, 13), (5, 14, 4)),
            ],
        ),
    ],
)
def test_a_click_on_a_slot_makes_the_sequence_reach_it(lesson, name, clicks):
    page = lesson("?lengths=5,2,0&block=6&page=4")
    length = entries(page)
    for number, (place, lengths) in enumerate(clicks, 1):
        click_slot(page, name, *place)
        shown(page, lengths, 6, 4)
        eventually(lambda: entries(page), length + number)


@pytest.mark.parametrize("name", ["paged_grid", "reserve_grid"])
def test_a_click_in_a_wrapped_row_counts_on_from_the_line_above(lesson, name):
    page = lesson("?lengths=30,3&block=20&page=6")
    assert slot(page, name, 0, 25)["y"] > slot(page, name, 0, 5)["y"]
    for position, length in [(25, 26), (27, 28), (31, 32), (31, 31), (17, 18)]:
        click_slot(page, name, 0, position)
        shown(page, (length, 3), 20, 6)


def test_the_unit_beyond_the_end_of_a_full_line_is_on_the_next_line(lesson):
    page = lesson("?lengths=9,0,30&block=6&page=4")
    click_slot(page, "reserve_grid", 0, 13)
    shown(page, (14, 0, 30), 6, 4)
    click_slot(page, "paged_grid", 0, 16)
    shown(page, (17, 0, 30), 6, 4)


def test_a_row_can_be_clicked_up_to_32_and_no_further(lesson):
    page = lesson("?lengths=32,31,30&block=20&page=9")
    for name in ("reserve_grid", "paged_grid"):
        click_slot(page, name, 2, 31)
        shown(page, (32, 31, 32), 20, 9)
        click_slot(page, name, 2, 29)
        shown(page, (32, 31, 30), 20, 9)
    assert all(mark["slot"] < 32 for mark in marks(page, "paged_grid") if mark["kind"] == REACH)

    click_slot(page, "paged_grid", 2, 35)
    button(page, "Allocate pages").click()
    hook_shown(page, "paged")
    eventually(lambda: address(page)["scheme"], "paged")
    assert field(page).input_value() in ("32, 31, 30", "32, 31, 32")
    assert address(page)["lengths"] in ("32,31,30", "32,31,32")


def test_a_click_between_two_columns_counts_for_the_nearer(lesson):
    page = lesson("?lengths=4,4&block=8&page=8")
    for name, start in (("paged_grid", 4), ("reserve_grid", 5)):
        left, right = (slot(page, name, 0, position) for position in (start, start + 1))
        middle = (left["x"] + right["x"]) / 2
        assert left["x"] + left["w"] / 2 < middle - 0.02
        click_at(page, name, middle - 0.04, left["y"])
        shown(page, (start + 1, 4), 8, 8)
        click_at(page, name, middle + 0.04, left["y"])
        shown(page, (start + 2, 4), 8, 8)
        click_slot(page, name, 0, 3)
        shown(page, (4, 4), 8, 8)


def test_clicks_on_free_slots_and_between_rows_change_nothing(lesson):
    page = lesson("?lengths=5,2&block=6&page=3")
    length = entries(page)
    for name in ("paged_grid", "reserve_grid"):
        for mark in marks(page, name):
            if mark["kind"] == FREE:
                click_at(page, name, mark["x"], mark["y"])
        upper, lower = (slot(page, name, row, 1) for row in (0, 1))
        click_at(page, name, upper["x"], (upper["y"] + lower["y"]) / 2)

    click_slot(page, "paged_grid", 1, 2)
    all_shown(page, (5, 3), 6, 3, "naive")
    eventually(lambda: entries(page), length + 1)
    page.go_back()
    all_shown(page, (5, 2), 6, 3, "naive")
