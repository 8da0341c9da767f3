"""The command line and the server it starts, in processes of their own."""

import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

import kvpage
from kvpage import naive, paged
from kvpage.lesson.quiz import sheet

HEADING = "A KV cache runs out long before it is full"
SCRIPT = [str(Path(sys.executable).with_name("kvpage")), "serve"]
MODULE = [sys.executable, "-m", "kvpage", "serve"]
APP = str(Path(kvpage.__file__).with_name("app.py"))
PANEL = [sys.executable, "-m", "panel", "serve", APP]


def free_port():
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(command, port, directory):
    """Start a server in a directory; yield it and its log once it says its address."""
    log = directory / f"log-{port}"
    with log.open("w") as output:
        server = subprocess.Popen(
            [*command, "--port", str(port)],
            cwd=directory,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            stdout=output,
            stderr=output,
        )
    try:
        deadline = time.monotonic() + 60
        while f"http://localhost:{port}" not in log.read_text():
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield server, log
    finally:
        server.kill()
        server.wait()


def fetched(port, path="/"):
    with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=60) as answer:
        assert answer.status == 200
        return answer.read().decode()


def ran(*arguments):
    return subprocess.run(
        [*MODULE[:-1], *arguments], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    """Port of a lesson that lms.example.org:443 may show."""
    port = free_port()
    command = [*SCRIPT, "--allow-websocket-origin", "lms.example.org:443"]
    with running(command, port, tmp_path_factory.mktemp("elsewhere")):
        yield port


@pytest.mark.parametrize("command", [SCRIPT, MODULE], ids=["kvpage", "python -m kvpage"])
def test_the_lesson_is_served_from_anywhere_until_it_is_interrupted(command, tmp_path):
    port = free_port()
    with running(command, port, tmp_path) as (server, log):
        assert f'id="hook-title">{HEADING}</h1>' in fetched(port)
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 0
        assert "Traceback" not in log.read_text()


def test_panel_serves_the_lesson_too(tmp_path):
    port = free_port()
    with running(PANEL, port, tmp_path):
        assert HEADING in fetched(port, "/app")


def test_a_taken_port_is_named_in_one_line():
    with socket.socket() as taken:
        taken.bind(("localhost", 0))
        taken.listen()
        port = taken.getsockname()[1]
        finished = ran("serve", "--port", str(port))
    assert (finished.returncode, finished.stdout) == (1, "")
    assert re.fullmatch(rf"kvpage: .*\b{port}\b.*\n", finished.stderr)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([], "COMMAND"),
        (["bake"], "'bake'"),
        (["serve", "now"], "now"),
        (["serve", "--colour", "red"], "--colour"),
        (["serve", "--port"], "--port"),
        *((["serve", "--port", port], repr(port)) for port in ["x", "0", "-1", "65536", "8e3", ""]),
        *(
            (["serve", "--allow-websocket-origin", origin], repr(origin))
            for origin in ["http://x.org", "x.org/", "x.org:", ":80", "x y", "", "x.org:port"]
        ),
        *(
            (["quiz", f"--{option}", value], repr(value))
            for option, values in {
                "level": ["0", "6", "x", "", "1.0"],
                "count": ["0", "-1", "201", "9" * 5000, "ten"],
                "seed": ["x", "", "1.5", "9" * 5000],
            }.items()
            for value in values
        ),
    ],
    ids=repr,
)
def test_a_wrong_command_is_told_in_one_line_that_names_it(arguments, word):
    finished = ran(*arguments)
    assert (finished.returncode, finished.stdout) == (2, "")
    assert re.fullmatch(rf"kvpage[^\n]*{re.escape(word)}[^\n]*\n", finished.stderr)


@pytest.mark.parametrize("seed", [7, -7])
def test_a_sheet_of_questions_is_printed_the_same_every_time(seed):
    command = ["quiz", "--level", "3", "--count", "10", "--seed", str(seed)]
    assert ran(*command).stdout == sheet(3, 10, seed, answers=False)
    solved = [ran(*command, "--answers") for _ in range(2)]
    assert solved[0].stdout == solved[1].stdout == sheet(3, 10, seed, answers=True)
    assert [(each.returncode, each.stderr) for each in solved] == [(0, "")] * 2


def test_a_sheet_is_printed_whatever_the_terminal_speaks():
    printed = subprocess.run(
        [*MODULE[:-1], "quiz", "--level", "3", "--answers"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
    )
    assert printed.stdout.decode() == sheet(3, 10, 0, answers=True)


def handshake(port, origin):
    """Ask for a websocket as a page from an origin would, and return the answer's status."""
    connection = http.client.HTTPConnection("localhost", port, timeout=60)
    headers = {
        "Origin": origin,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    with contextlib.closing(connection):
        connection.request("GET", "/ws", headers=headers)
        return connection.getresponse().status


@pytest.mark.parametrize(
    "origin",
    ["https://lms.example.org:443", "http://localhost:{port}", "http://127.0.0.1:{port}"],
)
def test_a_page_that_may_show_the_lesson_gets_its_websocket(port, origin):
    assert handshake(port, origin.format(port=port)) == 101


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://lms.example.org:444", "https://x.lms.example.org:443"],
)
def test_any_other_page_is_refused_its_websocket(port, origin):
    assert handshake(port, origin) == 403


def test_no_other_address_answers(port):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetched(port, "/no-such-page")


def numbers(html):
    """Return the numbers in the text of a piece of the page."""
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", re.sub("<[^>]*>", " ", html))]


def test_the_prose_has_the_numbers_of_the_example(port):
    page = fetched(port)
    reserve, pages = naive([1, 4, 2], 4), paged([1, 4, 2], 2)
    scene = re.search(r"<p>(Three sequences.*?)</p>", page, re.DOTALL)[1]
    question = re.search(r"Before you switch:</strong>(.*?)</p>", page, re.DOTALL)[1]
    sums = [reserve.n_tokens, reserve.unit, reserve.n_slots, reserve.n_slots, reserve.n_wasted]
    assert numbers(scene) == [*reserve.lengths, *sums]
    assert numbers(question) == [pages.n_tokens, pages.unit, reserve.n_wasted]


@pytest.mark.parametrize(
    ("place", "allocation", "fragmentation"),
    [(0, naive([1, 4, 2], 4), 0.417), (1, paged([1, 4, 2], 2), 0.125)],
    ids=["blocks", "pages"],
)
def test_the_worked_example_has_the_numbers_of_its_allocation(
    port, place, allocation, fragmentation
):
    worked = re.search(r'<table class="worked">.*?</table>', fetched(port), re.DOTALL)[0]
    body = re.findall(r"<tbody>.*?</tbody>", worked, re.DOTALL)[place]
    title, *lines, sums, last = map(numbers, re.findall(r"<tr.*?</tr>", body, re.DOTALL))
    counts = zip(allocation.lengths, allocation.allocated, allocation.wasted, strict=True)
    assert title == [allocation.unit]
    assert [(line[0], *line[-4:]) for line in lines] == [
        (length, slots, slots, length, wasted) for length, slots, wasted in counts
    ]
    assert sums == [allocation.n_tokens, allocation.n_slots, allocation.n_wasted]
    assert last == [allocation.n_wasted, allocation.n_slots, fragmentation]
