"""A server that stops: what it would have to answer is barred, and the rest goes on."""

from helpers import all_drawn, button, field, shown, slider_value, state
from playwright.sync_api import expect

from conftest import served


def test_nothing_runs_ahead_of_what_a_server_answered_before_it_stopped(page):
    with served("kvpage", "serve") as url:
        page.goto(f"{url}/?time=900")
        all_drawn(page)
        note = page.locator("#note")
        expect(note).to_contain_text(
            "Part of the address was ignored. “900” is no step of the run."
        )
        expect(page.locator("#serving .player input")).to_have_value("0")
        button(page, "One token more in A").click()
        shown(page, (2, 4, 2))
    expect(note).to_contain_text("The server has stopped answering.")
    before = state(page)

    expect(field(page)).not_to_be_editable()
    for name in ("All full", "One token more in A", "Skip, just show me", "Show me"):
        expect(button(page, name)).to_have_attribute("aria-disabled", "true")
        button(page, name).dispatch_event("click")
    page.locator("#reserve_grid").click()
    page.get_by_role("button", name="Allocate pages").first.dispatch_event("click")
    assert state(page) == before

    page.go_back()
    expect(note).to_contain_text("The server has stopped answering.")
    assert state(page) == before
    assert slider_value(page, "Length") == 3

    page.locator("#pages [data-clock=on]").click()
    expect(page.locator("#pages .clock")).to_contain_text("step 1")
