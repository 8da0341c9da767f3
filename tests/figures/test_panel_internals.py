"""What is to be sent to a browser is sent, also while something else is being sent."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from bokeh.document import Document
from panel.io.document import schedule_write_events

import kvpage.figures.figure  # noqa: F401 what makes figures sees to it


class SlowLine:
    """A connection to a browser that takes its time over every part of a message."""

    def __init__(self):
        self.protocol = self
        self._socket = self
        self.sent = []
        self.read = asyncio.Event()

    def create(self, kind, events):
        (text,) = events
        part = {"header_json": text, "metadata_json": "", "content_json": ""}
        return SimpleNamespace(**part, _buffers=[])

    def send(self, text_data):
        if text_data:
            self.sent.append(text_data)
        return self.read.wait()


def test_what_is_queued_as_the_message_before_it_is_done_is_written_too():
    async def send():
        line, document = SlowLine(), Document()
        schedule_write_events(document, [line], ["first"])
        await asyncio.sleep(0)
        assert line.sent == ["first"]
        line.read.set()
        schedule_write_events(document, [line], ["second"])
        for _ in range(50):
            await asyncio.sleep(0)
        return line.sent

    with ThreadPoolExecutor() as elsewhere:  # the browser tests leave a loop running here
        assert elsewhere.submit(lambda: asyncio.run(send())).result() == ["first", "second"]
