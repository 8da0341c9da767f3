"""A Firefox for the tests, where one is found. It speaks WebDriver BiDi over a websocket."""

import asyncio
import contextlib
import itertools
import json
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from tornado.websocket import websocket_connect

FIREFOX = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "layout.css.prefers-color-scheme.content-override": 1,
    "ui.prefersReducedMotion": 1,
}
KEYS = {
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "Control": "\ue009",
    "End": "\ue010",
    "Enter": "\ue007",
}
SECONDS = 60


@contextlib.contextmanager
def firefox():
    """Run a Firefox without a window; give its one page."""
    with tempfile.TemporaryDirectory() as profile:
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        Path(profile, "user.js").write_text("\n".join(lines))
        options = ["--headless", "--no-remote", "--profile", profile]
        process = subprocess.Popen(
            [FIREFOX, *options, "--remote-debugging-port", "0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        loop = asyncio.new_event_loop()  # in a thread of its own: this one may be Playwright's
        threading.Thread(target=loop.run_forever, daemon=True).start()
        try:
            listens = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
            address = next(filter(None, listens))[1]
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield FirefoxPage(loop, f"{address}/session")
        finally:
            process.terminate()
            process.wait()
            loop.call_soon_threadsafe(loop.stop)


class FirefoxPage:
    """The page of a Firefox: as much of Playwright's as the tests need."""

    def __init__(self, loop, address):
        self.loop = loop
        self.numbers = itertools.count(1)
        self.faults = []
        self.socket = self.wait(lambda: websocket_connect(address, max_message_size=2**27))
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        (tree,) = self.send("browsingContext.getTree")["contexts"]
        self.context = tree["context"]
        size = {"width": 1280, "height": 720}
        self.send("browsingContext.setViewport", context=self.context, viewport=size)

    def wait(self, ask):
        """Ask in the thread of the websocket, and wait for the answer."""

        async def answer():
            return await ask()

        return asyncio.run_coroutine_threadsafe(answer(), self.loop).result(SECONDS)

    def send(self, method, **params):
        """Send a command; give its result once it is there."""
        number = next(self.numbers)
        command = json.dumps({"id": number, "method": method, "params": params})

        async def answer():
            await self.socket.write_message(command)
            while True:
                message = json.loads(await self.socket.read_message())
                if message.get("method") == "log.entryAdded":
                    entry = message["params"]
                    if entry["level"] == "error":
                        self.faults.append(entry["text"])
                elif message.get("id") == number:
                    assert message["type"] == "success", message
                    return message["result"]

        return self.wait(answer)

    def goto(self, address):
        self.send("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, function, argument=None):
        """Call a function of the page; its argument and its answer are what JSON can say."""
        expression = f"(async () => JSON.stringify(await ({function})({json.dumps(argument)})))()"
        answer = self.send(
            "script.evaluate",
            expression=expression,
            target={"context": self.context},
            awaitPromise=True,
            userActivation=True,
        )
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def drag(self, *stops):
        """Press the mouse at the first of these points, let it go at the last."""
        first, *others = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in stops]
        down, up = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        pointer = {"type": "pointer", "id": "mouse", "actions": [first, down, *others, up]}
        self.send("input.performActions", context=self.context, actions=[pointer])

    def type(self, *keys):
        """Press keys, one after the other; "Control+a" is two at once."""
        actions = []
        for names in (key.split("+") for key in keys):
            values = [KEYS.get(name, name) for name in names]
            actions += [{"type": "keyDown", "value": value} for value in values]
            actions += [{"type": "keyUp", "value": value} for value in reversed(values)]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self.send("input.performActions", context=self.context, actions=[keyboard])
