"""Lists as other programs write them, pasted into the lengths field."""

from helpers import field, shown
from playwright.sync_api import expect

LISTS = [
    ("[1, 4, 2]", (1, 4, 2)),
    ("[\n  3,\n  9\n]\n", (3, 9)),
    ("1\n4\n2\n", (1, 4, 2)),
    ("5\t0\t7", (5, 0, 7)),
    ("(8,)", (8,)),
]


def test_a_list_is_read_with_its_brackets_tabs_and_lines(lesson):
    page = lesson()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for text, lengths in LISTS:
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        field(page).press("ControlOrMeta+a")
        field(page).press("ControlOrMeta+v")
        shown(page, lengths)
        field(page).press("Enter")
        expect(field(page)).to_have_value(", ".join(map(str, lengths)))
