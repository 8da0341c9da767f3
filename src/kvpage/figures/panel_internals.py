"""A mend of Panel (seen in 1.9 and 1.10): what is to be sent to a browser is sent.

Panel queues a message while another one is being written, each with a task that writes all that
is queued. The task before lifts the block when it is done, and one that finds the block lifted
ends at once. What was queued meanwhile then stays until something else changes, and a figure
shows the state before.
"""

from bokeh.document import Document
from panel.io import document as sending

__all__ = ["mend"]

_write = getattr(sending, "_dispatch_msgs", None)


async def _write_all(document: Document) -> None:
    sending._WRITE_BLOCK[document] = True
    await _write(document)


def mend() -> None:
    """Have each of Panel's tasks write what is queued, whatever the one before did."""
    if _write is not None:
        sending._dispatch_msgs = _write_all
