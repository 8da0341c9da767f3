"""Whatever is typed or put into the address is understood, or complained about clearly."""

from urllib.parse import quote

import pytest
from helpers import (
    EXAMPLE,
    address,
    complaint,
    entries,
    field,
    pressed,
    shown,
    slider,
    slider_value,
    state,
)
from playwright.sync_api import expect

MARKUP = ("<img src=x onerror=alert(1)>", "<script>alert(1)</script>")
LONG = "x" * 10_000
HUGE = "9" * 400

# What was written, what of it a complaint names, and what it says would be right.
BAD_LENGTHS = [
    ("", "", "1, 4, 2"),
    ("   ", "", "1, 4, 2"),
    ("1,,4", "missing", "number"),
    (",1", "missing", "number"),
    ("two", "two", "1, 4, 2"),
    ("1, two, 3", "two", "1, 4, 2"),
    ("-1", "-1", "0 to 32"),
    ("1e9", "1e9", "1, 4, 2"),
    ("1.5", "1.5", "1, 4, 2"),
    ("٣", "٣", "1, 4, 2"),
    ("+1", "+1", "1, 4, 2"),
    ("33", "33", "0 to 32"),
    ("4, 33", "33", "0 to 32"),
    ("1,2,3,4,5,6,7,8,9", "9", "8"),
    ("3 {limit}", "{limit}", "1, 4, 2"),
    ("[1, 4)", "[1", "1, 4, 2"),
    (MARKUP[0], "<img", "1, 4, 2"),
    (MARKUP[1], MARKUP[1], "1, 4, 2"),
    (LONG, "xxxxx", "1, 4, 2"),
    (HUGE, "99999", "0 to 32"),
]
GOOD_LENGTHS = [
    ("1;4;2", (1, 4, 2)),
    ("3 9", (3, 9)),
    ("1, 4 ;2", (1, 4, 2)),
    ("  5,0 ", (5, 0)),
    ("007", (7,)),
    ("32", (32,)),
    ("1,2,3,4,5,6,7,8", (1, 2, 3, 4, 5, 6, 7, 8)),
    ("[1, 4, 2]", (1, 4, 2)),
    ("{3\t9}", (3, 9)),
    ("6" + " " * 10_000 + "7", (6, 7)),
    ("0" * 10_000 + "5", (5,)),
]
# What else an address may hold, what of it the note names, and what it says would be right.
BAD_PARTS = [
    ("block=0", "0", "1 to 32"),
    ("block=33", "33", "1 to 32"),
    ("block=4.0", "4.0", "1 to 32"),
    ("block=", "", "1 to 32"),
    ("block=1e1", "1e1", "1 to 32"),
    ("block=%D9%A3", "٣", "1 to 32"),
    ("block=%FF", "\ufffd", "1 to 32"),
    ("page=0", "0", "1 to 16"),
    ("page=17", "17", "1 to 16"),
    ("page=two", "two", "1 to 16"),
    ("scheme=Paged", "Paged", "naive"),
    ("scheme=both", "both", "paged"),
    ("theme=pink", "pink", "dark"),
    ("theme=" + quote(MARKUP[0]), MARKUP[0], "light"),
    ("page=" + "7" * 1000, "77777", "1 to 16"),
    ("blok=5", "blok", "block"),
    ("Scheme=paged", "Scheme", "scheme"),
    ("draw=" + quote(MARKUP[1]), MARKUP[1], "1"),
    ("lo%FFd=1", "lo\ufffdd", "load"),
    ("lenghts=3,9", "lenghts", "lengths"),
]


@pytest.fixture
def dialogs(page):
    """Fail the test if the page opens a dialog, as an injected script would."""
    opened = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))
    yield opened
    assert opened == []


def everything_else(page):
    return {part: value for part, value in state(page).items() if part != "field"}


def typed_in_full(page, text):
    """Whether the field holds exactly this text; for texts that are too long to print."""
    return field(page).evaluate("(input, text) => input.value === text", text)


def starts_over(page):
    field(page).fill("2, 7")
    shown(page, (2, 7), 8, 2)
    expect(complaint(page)).to_be_empty()


def test_a_bad_text_is_complained_about_only_when_it_is_done_and_changes_nothing(lesson, dialogs):
    page = lesson("?lengths=2,7&block=8")
    for number, (text, named, right) in enumerate(BAD_LENGTHS):
        starts_over(page)
        before = everything_else(page), address(page), entries(page)

        field(page).fill(text)
        expect(complaint(page)).to_be_empty()
        expect(field(page)).not_to_have_attribute("aria-invalid", "true")

        field(page).press("Enter" if number % 2 else "Tab")
        expect(complaint(page)).to_contain_text(named)
        expect(complaint(page)).to_contain_text(right)
        expect(field(page)).to_have_attribute("aria-invalid", "true")
        assert len(complaint(page).inner_text()) < 200
        assert typed_in_full(page, text)
        assert (everything_else(page), address(page), entries(page)) == before


def test_a_slider_moves_under_a_bad_text_and_leaves_the_text_and_the_complaint(lesson):
    page = lesson("?lengths=2,7&block=8")
    for text, named, right in BAD_LENGTHS:
        starts_over(page)
        field(page).fill(text)
        field(page).press("Enter")
        slider(page, "Block size").press("ArrowRight")
        shown(page, (2, 7), 9, 2)
        expect(complaint(page)).to_contain_text(named)
        expect(complaint(page)).to_contain_text(right)
        assert typed_in_full(page, text)

        slider(page, "Block size").press("ArrowLeft")
        shown(page, (2, 7), 8, 2)


def test_a_text_in_other_forms_is_understood_and_put_into_the_normal_form(lesson):
    page = lesson("?block=8")
    for number, (text, lengths) in enumerate(GOOD_LENGTHS):
        field(page).fill(text)
        shown(page, lengths, 8, 2)
        assert typed_in_full(page, text)

        field(page).press("Enter" if number % 2 else "Tab")
        expect(field(page)).to_have_value(", ".join(map(str, lengths)))
        expect(complaint(page)).to_be_empty()
        assert address(page)["lengths"] == ",".join(map(str, lengths))


def test_a_list_applies_while_it_is_typed_and_says_nothing_about_what_is_not_yet_there(lesson):
    page = lesson()
    field(page).fill("")
    typed = ""
    for letter, lengths in [
        ("3", (3,)),
        (",", (3,)),
        (" ", (3,)),
        ("1", (3, 1)),
        ("2", (3, 12)),
        (";", (3, 12)),
        ("0", (3, 12, 0)),
    ]:
        field(page).press_sequentially(letter)
        typed += letter
        shown(page, lengths)
        expect(field(page)).to_have_value(typed)
        expect(complaint(page)).to_be_empty()


def test_a_complaint_goes_away_as_soon_as_the_text_is_valid(lesson):
    page = lesson()
    field(page).fill("5, 33")
    field(page).press("Enter")
    expect(complaint(page)).not_to_be_empty()

    field(page).press("Backspace")
    shown(page, (5, 3))
    expect(complaint(page)).to_be_empty()
    expect(field(page)).to_have_attribute("aria-invalid", "false")


def test_a_preset_replaces_a_bad_text_and_its_complaint(lesson):
    page = lesson()
    field(page).fill("two")
    field(page).press("Enter")
    expect(complaint(page)).not_to_be_empty()

    page.get_by_role("button", name="All full").click()
    expect(field(page)).to_have_value("8, 8, 8, 8")
    expect(complaint(page)).to_be_empty()


@pytest.mark.parametrize("text", MARKUP)
def test_markup_in_the_field_and_in_the_address_stays_text(lesson, dialogs, text):
    page = lesson(f"?lengths={quote(text)}&{quote(text)}=1&theme={quote(text)}")
    field(page).fill(text)
    field(page).press("Enter")
    expect(complaint(page)).to_contain_text(text.split()[0])
    assert page.locator("#complaint *").count() == 0

    expect(page.locator("#note")).to_contain_text(text)
    assert page.locator("#note :is(img, script)").count() == 0
    assert page.locator("img[src=x]").count() == 0


def test_bad_parts_of_an_address_are_named_and_the_good_ones_apply(lesson, dialogs):
    for (text, *lengths), (part, *other) in zip(BAD_LENGTHS, BAD_PARTS, strict=True):
        good, sizes = ("page=3", (4, 3)) if part.startswith("block") else ("block=8", (8, 2))
        page = lesson(f"?{good}&lengths={quote(text)}&{part}")
        shown(page, EXAMPLE, *sizes)
        expect(page.locator("#note")).to_be_visible()
        for words in (*lengths, *other):
            expect(page.locator("#note")).to_contain_text(words)
        assert len(page.locator("#note").inner_text()) < 400
        assert pressed(page, ".switch") == ["Reserve a block"]
        expect(page.locator("html")).to_have_attribute("data-theme", "light")
        expect(field(page)).to_have_value("1, 4, 2")
        expect(complaint(page)).to_be_empty()


@pytest.mark.parametrize("name", ["constructor", "__proto__"])
def test_a_name_that_every_object_of_the_language_has_is_not_the_page_s_own(lesson, name):
    page = lesson(f"?block=8&{name}=1")
    shown(page, EXAMPLE, 8, 2)
    expect(page.locator("#note")).to_be_hidden()


def test_lengths_in_other_forms_are_understood_in_the_address(lesson):
    for text, lengths in GOOD_LENGTHS[:6]:
        page = lesson(f"?lengths={quote(text)}")
        shown(page, lengths)
        expect(page.locator("#note")).to_be_hidden()
        expect(field(page)).to_have_value(", ".join(map(str, lengths)))


def test_all_bad_parts_of_an_address_are_named_at_once_and_the_example_stands(lesson):
    page = lesson("?lengths=two&block=no&page=17&scheme=both&theme=pink&blok=5")
    shown(page)
    for value in ("two", "no", "17", "both", "pink", "blok"):
        expect(page.locator("#note")).to_contain_text(value)

    page.get_by_role("button", name="Close this note").click()
    expect(page.locator("#note")).to_be_hidden()


def test_a_parameter_given_twice_shows_one_of_its_values(lesson):
    page = lesson("?block=8&block=9")
    block = slider_value(page, "Block size")
    assert block in (8, 9)
    shown(page, EXAMPLE, block, 2)


def test_a_good_address_has_no_note(lesson):
    page = lesson("?lengths=0,32&block=32&page=16&scheme=paged&theme=dark")
    shown(page, (0, 32), 32, 16)
    expect(page.locator("#note")).to_be_hidden()
