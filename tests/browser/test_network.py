"""The lesson needs no other machine than its own, and says so when that one is gone."""

import re
from urllib.parse import urlsplit

import pytest
from helpers import (
    button,
    click_slot,
    field,
    hook_shown,
    open_tables,
    shown,
    slider,
    use_time,
)
from playwright.sync_api import expect

from conftest import served


@pytest.fixture
def requests(page):
    """Collect the addresses of all requests and sockets of the page."""
    found = []
    page.on("request", lambda request: found.append(request.url))
    page.on("websocket", lambda socket: found.append(socket.url))
    return found


def use_everything(page):
    """Use each kind of control of the lesson once."""
    button(page, "1").click()
    hook_shown(page, "paged")
    button(page, "Reserve a block").click()
    hook_shown(page, "naive")
    for name in ("One long, many short", "All equal", "All full", "Surprise me", "The example"):
        button(page, name).click()
    shown(page)
    field(page).fill("one")
    field(page).press("Enter")
    field(page).fill("3, 9")
    field(page).press("Enter")
    shown(page, (3, 9))
    for name in ("Block size", "Page size"):
        slider(page, name).press("End")
    shown(page, (3, 9), 32, 16)
    for name in ("One token more in A", "One token fewer in B", "Add a sequence", "Remove A"):
        button(page, name).click()
    shown(page, (8, 1), 32, 16)
    click_slot(page, "reserve_grid", 1, 4)
    shown(page, (8, 5), 32, 16)
    button(page, "Undo").click()
    shown(page, (8, 1), 32, 16)
    page.go_back()
    page.go_forward()
    open_tables(page)
    use_time(page)
    page.locator("#theme").click()
    for figure in ("#hook", "#side-by-side"):
        page.locator(f"{figure} .enlarge").click()
        page.keyboard.press("Escape")
    button(page, "Copy link").click()
    button(page, "Back to the example").click()
    shown(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_asked_of_another_machine_whatever_is_used(
    fresh_lesson, lesson_url, requests, theme
):
    page = fresh_lesson(f"?theme={theme}")
    use_everything(page)
    hosts = {urlsplit(url).netloc for url in requests if not re.match("data:|blob:", url)}
    assert hosts == {urlsplit(lesson_url).netloc}
    schemes = {urlsplit(url).scheme for url in requests}
    assert {"http", "ws"} <= schemes <= {"http", "ws", "data", "blob"}


def test_the_page_names_no_other_machine_to_load_anything_from(lesson, lesson_url):
    page = lesson()
    loaded = page.locator("[src], link[href], object[data], source[srcset]").evaluate_all(
        "nodes => nodes.map(node => node.src || node.href || node.data || node.srcset)"
    )
    others = [url for url in loaded if not url.startswith((lesson_url, "data:", "blob:"))]
    assert loaded
    assert others == []


def test_the_page_says_so_when_its_server_has_stopped(page):
    note = page.locator("#note")
    with served("kvpage", "serve") as url:
        page.goto(url)
        page.locator("html[data-ready]").wait_for(state="attached")
        expect(note).to_be_hidden()
    expect(note).to_be_visible(timeout=30_000)
    expect(note).to_contain_text(re.compile("server|connection", re.IGNORECASE))
