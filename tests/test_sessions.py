"""Readers share nothing, leave nothing behind, and harm nothing whatever they send."""

import asyncio
import functools
import gc
import html
import logging
import math
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import panel as pn
import pytest
from bokeh.client import ClientSession, pull_session
from bokeh.document import Document
from bokeh.models import GlyphRenderer, Plot
from bokeh.models.widgets.markups import Markup
from bokeh.util.token import generate_session_id

from kvpage.app import lesson
from kvpage.views import Hook, SideBySide

KINDS = (Document, Plot, GlyphRenderer, Hook, SideBySide)
WARM_UP, READERS, AT_ONCE = 10, 20, 10


class Told(logging.Handler):
    """What the server writes into its log."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines, self.tracebacks = [], 0

    def emit(self, record):
        self.lines.append(record.getMessage())
        self.tracebacks += record.exc_info is not None


def eventually(read, expected, seconds=60):
    """Read again and again until the answer is the expected one."""
    deadline = time.monotonic() + seconds
    while (answer := read()) != expected and time.monotonic() < deadline:
        time.sleep(0.02)
    assert answer == expected


@pytest.fixture(scope="module")
def server():
    """Serve the lesson from another thread; a session ends soon after its reader has left."""
    servers, is_up = [], threading.Event()

    async def serve(stop):
        servers.append(
            pn.serve(
                lesson,
                port=0,
                start=False,
                show=False,
                unused_session_lifetime_milliseconds=50,
                check_unused_sessions_milliseconds=50,
            )
        )
        servers[0].start()
        is_up.set()
        await stop.wait()
        servers[0].stop()

    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=[serve(stop)])
    thread.start()
    assert is_up.wait(60)
    yield servers[0]
    loop.call_soon_threadsafe(stop.set)
    thread.join()
    loop.close()


def in_a_thread_of_its_own(test):
    """Run a test where no loop runs: Playwright leaves one running in the main thread."""

    @functools.wraps(test)
    def run(server):
        with ThreadPoolExecutor(1) as pool:
            pool.submit(test, server).result()

    return run


def sessions(server):
    return len(server.get_sessions("/"))


def come(server):
    """Let a reader come, without the work of building the page again at the reader's end."""
    reader = ClientSession(
        session_id=generate_session_id(), websocket_url=f"ws://localhost:{server.port}/ws"
    )
    reader.connect()
    return reader


def come_and_go(server, readers):
    """Let readers come, some at a time, and go, until the server has ended their sessions."""
    for _ in range(readers // AT_ONCE):
        together = [come(server) for _ in range(AT_ONCE)]
        assert sessions(server) == AT_ONCE
        for reader in together:
            reader.close()
        eventually(lambda: sessions(server), 0)


def living():
    """Count what the pages of all readers are made of."""
    gc.collect()
    objects = gc.get_objects()
    return {kind.__name__: sum(isinstance(thing, kind) for thing in objects) for kind in KINDS}


def pull(server, session_id=None):
    return pull_session(session_id, url=f"http://localhost:{server.port}/")


def shown(server, reader):
    """Pull a reader's page afresh and give the states that the words side by side show."""
    page = pull(server, reader.id).document
    texts = [html.unescape(words.text) for words in page.select({"type": Markup})]
    return set(re.findall(r'data-shows="([\d,]+ \d+ \d+)"', " ".join(texts)))


@in_a_thread_of_its_own
def test_readers_who_have_left_leave_no_figure_and_no_document_behind(server):
    reader = come(server)
    assert min(living().values()) > 0
    reader.close()
    come_and_go(server, WARM_UP)
    before = living()
    come_and_go(server, READERS)
    eventually(lambda: {kind: n for kind, n in living().items() if n > before[kind]}, {})


@in_a_thread_of_its_own
def test_two_readers_at_once_each_see_what_they_have_set(server):
    readers = {9: pull(server), 17: pull(server)}
    for block, reader in readers.items():
        reader.document.select_one({"name": "block"}).value = block
        reader.force_roundtrip()
    for block, reader in readers.items():
        eventually(lambda reader=reader: shown(server, reader), {f"1,4,2 {block} 2"})
    assert shown(server, pull(server)) == {"1,4,2 4 2"}


@in_a_thread_of_its_own
def test_a_client_that_sends_nonsense_is_refused_in_one_line_and_the_session_goes_on(server):
    told = Told()
    logging.getLogger().addHandler(told)
    try:
        reader = pull(server)
        block = reader.document.select_one({"name": "block"})
        for value in (-5, 10**9, math.nan, 9):
            block.value = value
        reader.force_roundtrip()
        eventually(lambda: shown(server, reader), {"1,4,2 9 2"})
    finally:
        logging.getLogger().removeHandler(told)
    refused = [line for line in told.lines if "refused" in line]
    assert [line.split(" = ")[1] for line in refused] == [
        "-5",
        "1000000000",
        "{'type': 'number', 'value': 'nan'}",
    ]
    assert all(reader.id in line for line in refused)
    assert told.tracebacks == 0
