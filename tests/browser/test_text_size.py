"""Text at 200 %, as the browser's setting makes it: nothing is clipped and nothing sticks out."""

import pytest
from either import SURPLUS
from exported import begun, exported
from helpers import all_drawn

CLIPPED = """() => {
    const badges = root => [...root.querySelectorAll("*")].flatMap(each => [
        ...each.matches(".rows li b, .seq, .entry") ? [each] : [],
        ...each.shadowRoot ? badges(each.shadowRoot) : []])
    return badges(document).filter(each => each.getClientRects().length)
        .map(each => {
            const letters = document.createRange()
            letters.selectNodeContents(each)
            const inner = letters.getBoundingClientRect(), outer = each.getBoundingClientRect()
            return inner.top < outer.top || inner.bottom > outer.bottom || inner.width > outer.width
                ? each.textContent : ""
        })
}"""


@pytest.mark.parametrize("width", [320, 768])
def test_at_twice_the_size_letters_fit_their_badges_and_the_page_its_window(page, faults, width):
    page.set_viewport_size({"width": width, "height": 900})
    sizes = {"standard": 32, "fixed": 26}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    all_drawn(begun(page, exported(), "#lengths=32,32,3&block=32&page=11"))
    clipped = page.evaluate(CLIPPED)
    assert len(clipped) > 12
    assert [text for text in clipped if text] == []
    if width > 320:
        assert page.evaluate(SURPLUS) == 0
