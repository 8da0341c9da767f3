"""Put one fault at a time into a copy of the project, and tell which test catches it.

The faults stand in ``faults.toml``. From the root of the checkout::

    python tests/faults/run.py                 # all of them
    python tests/faults/run.py undo-two-steps  # those that are named
    python tests/faults/run.py --sound         # no fault: do the tests of all faults pass?
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
COPIED = ("src", "tests", "docs", "pyproject.toml", "README.md")
PATIENCE = 600
"""Seconds that the tests of one fault may take; a run that hangs tells nothing."""
LONGEST = 300
"""Characters of what is told of a failure."""
PASSED, FAILED = 0, 1
"""What pytest ends with; anything else is that it did not run."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "_build")


class Fault(NamedTuple):
    """A mistake that somebody could make, and who notices it."""

    name: str
    what: str
    """A sentence: what is wrong once `old` is replaced by `new`."""
    old: str
    """A text that stands once, in one file, of all that `files` matches in ``src/kvpage``."""
    new: str
    tests: tuple[str, ...]
    """Expressions of pytest's ``-k`` that begin with the name of a test."""
    files: str = "*"
    """The file's ending, such as ``"*.js"``."""


class NotPossible(Exception):
    """A fault cannot be put in, or a test cannot be found."""


def main() -> int:
    """Try the faults that are asked for and return the exit status."""
    parser = argparse.ArgumentParser(description="Which test catches which fault?")
    parser.add_argument("names", nargs="*", metavar="FAULT", help="default: all")
    parser.add_argument("--sound", action="store_true", help="run the tests without any fault")
    options = parser.parse_args()
    faults = [fault for fault in read() if not options.names or fault.name in options.names]
    unknown = set(options.names) - {fault.name for fault in faults}
    if unknown:
        parser.error(f"no fault is called {', '.join(sorted(unknown))}")
    good = [tried(fault, options.sound) for fault in faults]
    return int(not all(good))


def read() -> list[Fault]:
    """Read all faults."""
    listed = tomllib.loads((HERE / "faults.toml").read_text("utf-8"))["fault"]
    return [Fault(**each | {"tests": tuple(each["tests"])}) for each in listed]


def tried(fault: Fault, sound: bool) -> bool:
    """Run the tests of a fault, print one line on it, and tell whether all is well.

    Parameters
    ----------
    fault : Fault
    sound : bool
        Whether to leave the fault out: then the tests have to pass, else one has to fail.
    """
    began = time.monotonic()
    try:
        with copied() as tree:
            if not sound:
                put_in(fault, tree)
            finished = run_tests(tree, fault.tests)
        passed = finished.returncode == PASSED
        found = "SURVIVED" if passed else f"caught by {first_failure(finished)}"
        if sound:
            found = "its tests pass" if passed else f"FAILS WITHOUT IT: {first_failure(finished)}"
        well = passed == sound
    except NotPossible as reason:
        found, well = f"NOT POSSIBLE: {reason}", False
    print(f"{fault.name}: {found} ({time.monotonic() - began:.1f} s)", flush=True)
    return well


@contextmanager
def copied() -> Iterator[Path]:
    """Copy the project, so that the checkout stays as it is; give the copy's root."""
    with tempfile.TemporaryDirectory(prefix="kvpage-fault-") as folder:
        tree = Path(folder)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, tree / name, ignore=LEFT_OUT)
            else:
                shutil.copy(ROOT / name, tree / name)
        yield tree


def put_in(fault: Fault, tree: Path) -> None:
    """Replace the one place where a fault's old text stands.

    Raises
    ------
    NotPossible
        If it stands nowhere, or in more than one place.
    """
    sources = (path for path in sorted((tree / "src/kvpage").rglob(fault.files)) if path.is_file())
    texts = {path: path.read_text("utf-8") for path in sources}
    places = [path for path, text in texts.items() for _ in range(text.count(fault.old))]
    if len(places) != 1:
        names = ", ".join(path.name for path in places) or "no file"
        raise NotPossible(f"{fault.old!r} has to stand in one place, but stands in {names}")
    (path,) = places
    path.write_text(texts[path].replace(fault.old, fault.new), "utf-8")


def run_tests(tree: Path, names: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy on the package of that copy, up to the first failure.

    Raises
    ------
    NotPossible
        If there is no such test, the package is not the copy's, or it takes too long.
    """
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "CI": "true"}  # nothing is cut off
    what = [sys.executable, "-c", "import kvpage; print(kvpage.__file__)"]
    imported = subprocess.run(what, cwd=tree, env=environment, capture_output=True, text=True)
    if not imported.stdout.startswith(str(tree)):
        raise NotPossible(f"the package that is tested is {imported.stdout or imported.stderr}")
    files = sorted({file for name in names for file in files_of(name, tree)})
    chosen = " or ".join(f"({name})" for name in names)
    pytest = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command = [*pytest, "-k", chosen, *files]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=tree, env=environment, **pipes) as process:
        try:
            said = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)  # it stops its servers and its browser, too
            process.communicate()
            raise NotPossible(f"the tests do not end within {PATIENCE} s") from None
    if process.returncode not in (PASSED, FAILED):
        raise NotPossible(f"pytest ends with {process.returncode}: {''.join(said).strip()[-200:]}")
    return subprocess.CompletedProcess(command, process.returncode, *said)


def files_of(name: str, tree: Path) -> list[str]:
    """Find the files with the test that an expression begins with."""
    test = name.split()[0]
    defined = re.compile(rf"^def {test}\(", re.MULTILINE)
    tests = sorted((tree / "tests").rglob("test_*.py"))
    files = [str(path) for path in tests if defined.search(path.read_text("utf-8"))]
    if not files:
        raise NotPossible(f"no test is called {test}")
    return files


def first_failure(finished: subprocess.CompletedProcess[str]) -> str:
    """Read out of pytest's summary which test failed, and why."""
    failed = re.search(r"^(?:FAILED|ERROR) (.+)", finished.stdout, re.MULTILINE)
    return failed[1][:LONGEST] if failed else "a test that pytest does not name"


if __name__ == "__main__":
    sys.exit(main())
