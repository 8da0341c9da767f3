"""Pages that are kept between tests: the address puts them back, which costs no load."""

from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from exported import opened
from helpers import FIRST, all_drawn, eventually

AT_LOAD = ("only", "lock", "ask", "theme")
"""What an address says that is read once, when a page is opened."""
PUT_BACK = Path(__file__).with_name("kept.js").read_text("utf-8")
VIEWPORT = {"width": 1280, "height": 720}
MEDIA = {"media": "screen", "color_scheme": "light", "reduced_motion": "reduce"}
MOST = 5


class Kept:
    """The pages that one run of the tests keeps, at most `MOST`, in a context of their own."""

    def __init__(self, browser, context_args):
        self.context = browser.new_context(**context_args)
        self.pages = {}
        self.turns = 0

    def at(self, start, options="", shows=None):
        """Give a page as it is once opened at an address, its first question answered.

        `start` is all of the address before the options. With bad values among the options,
        `shows` are options that say the same without.
        """
        self.turns += 1
        told = dict(parse_qsl(options if shows is None else shows))
        known = {name: told[name] for name in AT_LOAD if name in told}
        key = start, urlencode(known)
        for page in [self.pages.pop(key, None), None]:
            if page is None or page.is_closed():
                page = self.open("".join(key))
            wrong = self.put_back(page, start[-1] + options, told, known)
            if not wrong:
                break
            page.close()
        assert wrong == [], wrong
        self.pages[key] = page
        for key in list(self.pages)[:-MOST]:
            self.pages.pop(key).close()
        return page

    def open(self, address):
        """Open an address in a new page, which collects what the browser complains about."""
        page = self.context.new_page()
        page.faults = []
        page.on("console", lambda m: m.type == "error" and page.faults.append(m.text))
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        return all_drawn(opened(page, address))

    def put_back(self, page, query, told, known):
        """Put a page back; say what is not as it is in a page that was just opened."""
        wanted = FIRST | {name: told[name] for name in FIRST if name in told}
        far = far_from(wanted, known.get("only"), self.turns)
        if page.viewport_size != VIEWPORT:
            page.set_viewport_size(VIEWPORT)
        self.context.clear_permissions()
        page.bring_to_front()
        page.emulate_media(**MEDIA)
        page.mouse.up()
        page.mouse.move(0, 0)
        wrong = page.evaluate(
            PUT_BACK,
            {
                "query": query,
                "wanted": wanted,
                "known": known,
                "far": far,
            },
        )
        history = self.context.new_cdp_session(page)
        history.send("Page.resetNavigationHistory")
        history.detach()
        eventually(lambda: page.evaluate("history.length"), 1)
        return wrong

    def forget(self, page):
        """Close a page; the next test that needs such a page opens one."""
        self.pages = {key: each for key, each in self.pages.items() if each != page}
        page.close()


def far_from(state, only, turn):
    """Make a state in which each figure that is in sight shows something else than in this one.

    What a server answers to it comes after all of its answers to what was done before.
    """
    others = {
        "hook": {"scheme": ("paged", "naive")},
        "side-by-side": {"lengths": (f"29,{turn % 33},27", "3")},
        "claims": {"length": (str(turn % 32), "32")},
        "predict": {"question": (str(turn % 7), "7")},
        "pages": {"scenario": ("growing", "reuse"), "step": ("1", "2")},
        "serving": {"mix": ("long", "chat-like"), "time": ("1", "2")},
    }
    shown = [only] if only else ["predict", "pages", "serving"]
    choices = {name: two for figure in shown for name, two in others.get(figure, {}).items()}
    return state | {name: two[state[name] == two[0]] for name, two in choices.items()}
