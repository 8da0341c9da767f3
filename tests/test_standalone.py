"""The lesson as a file: how it is written, what is in it, and what is refused."""

import contextlib
import gzip
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import bokeh
import panel
import pytest

from kvpage import export
from kvpage.cli import main

SECTIONS = ("hook", "rules", "side-by-side", "next")
STATE = {"lengths": [3, 9, 5, 1], "block_size": 16, "page_size": 4, "theme": "dark"}
STATE_OPTIONS = [
    *("--lengths", "3,9,5,1", "--block-size", "16"),
    *("--page-size", "4", "--theme", "dark"),
]
NOTES = b"<!doctype html><title>My notes</title><p>Read about kvpage and its lesson."
MEGABYTE = 1_000_000

BAD_OPTIONS = [
    ("--section", "intro", SECTIONS),
    ("--section", "", SECTIONS),
    ("--lengths", "", ("number",)),
    ("--lengths", "two", ("two", "number")),
    ("--lengths", "4,33", ("33", "0", "32")),
    ("--lengths", "1,-1", ("-1", "number")),
    ("--lengths", "1,2,3,4,5,6,7,8,9", ("9", "1", "8")),
    ("--block-size", "0", ("0", "1", "32")),
    ("--block-size", "33", ("33", "1", "32")),
    ("--block-size", "four", ("four", "number")),
    ("--page-size", "0", ("0", "1", "16")),
    ("--page-size", "17", ("17", "1", "16")),
    ("--scheme", "both", ("both", "naive", "paged")),
    ("--theme", "pink", ("pink", "light", "dark")),
]
BAD_ARGUMENTS = [
    ({"sections": ["intro"]}, ("intro", *SECTIONS)),
    ({"sections": []}, SECTIONS),
    ({"lengths": []}, ("1", "8")),
    ({"lengths": [1] * 9}, ("9", "1", "8")),
    ({"lengths": [4, 33]}, ("33", "0", "32")),
    ({"lengths": [4, -1]}, ("-1", "0", "32")),
    ({"block_size": 0}, ("0", "1", "32")),
    ({"block_size": 33}, ("33", "1", "32")),
    ({"page_size": 0}, ("0", "1", "16")),
    ({"page_size": 17}, ("17", "1", "16")),
    ({"scheme": "both"}, ("both", "naive", "paged")),
    ({"theme": "pink"}, ("pink", "light", "dark")),
]


@pytest.fixture
def told(tmp_path, monkeypatch, capsys):
    """Run ``kvpage export`` in an empty folder; give its status and what it says as errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["kvpage", "export", *arguments])
        try:
            status = main() or 0
        except SystemExit as stopped:
            status = stopped.code or 0
        return status, capsys.readouterr().err

    return run


def assert_refused(told, *words):
    """Find one line that has all these words, and a failure."""
    status, line = told
    assert status in (1, 2)
    assert re.fullmatch(r"kvpage[^\n]+\n", line), line
    assert_says(line, words)


def assert_says(text, words):
    assert [word for word in words if not re.search(rf"(?<!\w){re.escape(word)}\b", text)] == []


@contextlib.contextmanager
def full_disk():
    """Make a file that is written fail after 100 kB."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(scope="module")
def lesson_file(tmp_path_factory):
    return export(tmp_path_factory.mktemp("lesson") / "lesson.html")


@pytest.fixture
def notes(tmp_path):
    """Write a file that kvpage did not make."""
    file = tmp_path / "notes.html"
    file.write_bytes(NOTES)
    return file


def test_the_same_input_gives_the_same_bytes_in_this_process_and_in_others(lesson_file, tmp_path):
    export(tmp_path / "0.html", **STATE)
    assert export(tmp_path / "1.html").read_bytes() == lesson_file.read_bytes()
    for seed in ("2", "3"):
        subprocess.run(
            [sys.executable, "-m", "kvpage", "export", f"{seed}.html"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
        assert (tmp_path / f"{seed}.html").read_bytes() == lesson_file.read_bytes()


def test_the_command_and_the_function_write_the_same_bytes(told, tmp_path):
    one = export(tmp_path / "one.html", sections=["side-by-side", "hook"], **STATE)
    sections = ["--section", "side-by-side", "--section", "hook"]
    assert told("two.html", *sections, *STATE_OPTIONS) == (0, "")
    assert (tmp_path / "two.html").read_bytes() == one.read_bytes()


def test_the_file_written_is_given_back_as_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for path in ("next.html", Path("next.html"), tmp_path / "next.html"):
        written = export(path, sections=["next"])
        assert isinstance(written, Path)
        assert written.resolve() == tmp_path / "next.html"


def test_whoever_may_read_new_files_may_read_the_file(lesson_file, tmp_path):
    usual = tmp_path / "usual"
    usual.touch()
    assert lesson_file.stat().st_mode == usual.stat().st_mode


def test_the_whole_lesson_is_light(lesson_file):
    content = lesson_file.read_bytes()
    own = len(content) - sum(bundle.stat().st_size for bundle in bokeh_bundles())
    assert own <= 0.7 * MEGABYTE
    assert len(content) <= 3.5 * MEGABYTE
    assert len(gzip.compress(content, 9)) <= MEGABYTE


def bokeh_bundles():
    scripts = Path(bokeh.__file__).parent / "server" / "static" / "js"
    names = ("bokeh", "bokeh-widgets")
    return [scripts / f"{name}.min.js" for name in names]


def test_no_bundle_that_the_lesson_does_not_use_is_in_the_file(lesson_file):
    content = lesson_file.read_text()
    scripts = Path(bokeh.__file__).parent / "server" / "static" / "js"
    dist = Path(panel.__file__).parent / "dist"

    def has(bundle):
        script = bundle.read_text()
        return script[len(script) // 2 :][:100] in content

    not_loaded = ("bokeh-gl", "bokeh-mathjax", "bokeh-tables")
    unused = [scripts / f"{name}.min.js" for name in not_loaded]
    unused += [dist / "panel.min.js", *dist.rglob("es-module-shims*.js")]
    assert len(unused) > 4
    assert [bundle.name for bundle in unused if has(bundle)] == []
    assert has(scripts / "bokeh.min.js")
    assert not re.search(r"<script[^>]*es-module-shims", content)


def test_a_file_of_ours_is_written_over_and_another_one_only_when_forced(told, notes, lesson_file):
    assert_refused(told(notes.name), "notes.html", "force")
    with pytest.raises(FileExistsError, match=r"notes\.html"):
        export(notes)
    assert notes.read_bytes() == NOTES

    assert told(notes.name, "--force") == (0, "")
    assert notes.read_bytes() == lesson_file.read_bytes()
    assert told(notes.name, "--section", "next") == (0, "")
    assert notes.stat().st_size < lesson_file.stat().st_size
    export(notes)
    assert notes.read_bytes() == lesson_file.read_bytes()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"kvpage", NOTES])
def test_a_file_that_kvpage_did_not_make_stays_whatever_it_holds(content, notes):
    notes.write_bytes(content)
    with pytest.raises(FileExistsError, match=r"notes\.html"):
        export(notes)
    assert notes.read_bytes() == content
    assert list(notes.parent.iterdir()) == [notes]


def test_who_reads_the_old_file_reads_all_of_it_while_it_is_replaced(tmp_path):
    file = export(tmp_path / "lesson.html", sections=["next"])
    before = file.read_bytes()
    with file.open("rb") as reader:
        start = reader.read(1000)
        export(file, **STATE)
        assert start + reader.read() == before
    assert file.read_bytes() != before


@pytest.mark.parametrize("name", ["notes.html", "new.html"])
def test_an_export_that_fails_half_way_leaves_everything_as_it_was(told, notes, name):
    with full_disk():
        assert_refused(told(name, "--force"), name)
        with pytest.raises(OSError, match=r"\b27\b"):
            export(notes.parent / name, force=True)
    assert notes.read_bytes() == NOTES
    assert list(notes.parent.iterdir()) == [notes]


@pytest.mark.parametrize("path", ["no/such/folder/lesson.html", "folder", ""])
def test_a_path_that_cannot_be_written_is_told_in_one_line(told, path, tmp_path):
    (tmp_path / "folder").mkdir()
    for force in ([], ["--force"]):
        assert_refused(told(path, *force), path)
    assert list(tmp_path.rglob("*")) == [tmp_path / "folder"]


@pytest.mark.parametrize(("option", "value", "words"), BAD_OPTIONS)
def test_a_bad_option_is_told_in_one_line_that_says_the_good_ones(
    told, tmp_path, option, value, words
):
    assert_refused(told("lesson.html", option, value), *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("arguments", "words"), BAD_ARGUMENTS, ids=repr)
def test_a_bad_argument_is_a_value_error_that_says_the_good_ones(tmp_path, arguments, words):
    with pytest.raises(ValueError, match=re.escape(words[0])) as raised:
        export(tmp_path / "lesson.html", **arguments)
    assert_says(str(raised.value), words)
    assert list(tmp_path.iterdir()) == []
