"""The command line: ``kvpage serve``, ``kvpage export`` and ``kvpage quiz``."""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from kvpage.lesson.quiz import LEVELS, sheet
from kvpage.page.assembling import SECTIONS

__all__ = ["main"]

MOST = 200
"""Questions on one sheet."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong with an option in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the message and leave with status 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = Parser(prog="kvpage", description="An interactive lesson on KV cache paging.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_serve(commands.add_parser("serve", help="serve the lesson to browsers"))
    _add_export(commands.add_parser("export", help="write the lesson into one HTML file"))
    _add_quiz(commands.add_parser("quiz", help="print questions as a sheet of homework"))
    options = vars(parser.parse_args(arguments))
    run = options.pop("run")
    return run(**options)


def _add_serve(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=serve)
    parser.add_argument(
        "--port", type=_port, default=5006, help="port to listen on (default: %(default)s)"
    )
    parser.add_argument(
        "--address", default="localhost", help="address to listen on (default: %(default)s)"
    )
    parser.add_argument(
        "--allow-websocket-origin",
        dest="origins",
        action="append",
        type=_origin,
        default=[],
        metavar="HOST[:PORT]",
        help="another host, with its port, under which browsers reach the lesson (repeatable)",
    )


def _add_export(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=write)
    parser.add_argument("path", help="the file to write, such as lesson.html")
    parser.add_argument(
        "--section",
        dest="sections",
        action="append",
        choices=SECTIONS,
        help="write this section only (repeatable; default: all of them)",
    )
    parser.add_argument(
        "--lengths", type=_lengths, help="the sequences at first, such as 3,9,5,1 (default: 1,4,2)"
    )
    parser.add_argument("--block-size", type=_number, help="slots of a block (default: 4)")
    parser.add_argument("--page-size", type=_number, help="slots of a page (default: 2)")
    parser.add_argument(
        "--scheme", choices=("naive", "paged"), help="what the first figure shows (default: naive)"
    )
    parser.add_argument("--theme", choices=("light", "dark"), help="default: the reader's system's")
    parser.add_argument(
        "--force", action="store_true", help="write over a file that kvpage did not make"
    )


def _add_quiz(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=print_sheet)
    parser.add_argument(
        "--level", type=_level, default=1, help=f"from 1, the easiest, to {LEVELS} (default: 1)"
    )
    parser.add_argument(
        "--count", type=_count, default=10, help=f"questions, at most {MOST} (default: 10)"
    )
    parser.add_argument(
        "--seed",
        type=_seed,
        default=0,
        help="any whole number: the first question's; the others follow it (default: 0)",
    )
    parser.add_argument(
        "--answers", action="store_true", help="print the answers, too, after the questions"
    )


def serve(port: int, address: str, origins: list[str]) -> int:
    """Serve the lesson until stopped.

    Parameters
    ----------
    port : int
        Port to listen on.
    address : str
        Name or number of the interface to listen on.
    origins : list of str
        Hosts, with ports, under which browsers reach the lesson, beside the served address itself.

    Returns
    -------
    int
        0 once stopped, 1 if the address cannot be listened on.
    """
    from kvpage.app import start

    try:
        server = start(port, address, origins)
    except OSError as error:
        print(f"kvpage: cannot listen on {address}:{port}: {error.strerror}", file=sys.stderr)
        return 1
    print(f"The lesson is at http://{address}:{port} (Ctrl+C stops it)", flush=True)
    server.run_until_shutdown()
    return 0


def write(path: str, force: bool, **settings: Any) -> int:
    """Write the lesson into a file; see `kvpage.export`.

    Returns
    -------
    int
        0 once written, 1 if that is not possible.
    """
    from kvpage.standalone import export

    chosen = {name: value for name, value in settings.items() if value is not None}
    try:
        print(f"Wrote {export(path, force=force, **chosen)}")
    except (ValueError, OSError) as error:
        reason = getattr(error, "strerror", None)
        what = f"cannot write {path}: {reason}" if reason else str(error)
        print(f"kvpage export: {what}", file=sys.stderr)
        return 1
    return 0


def print_sheet(**settings: Any) -> int:
    """Print questions as Markdown; see `kvpage.lesson.quiz.sheet`.

    Returns
    -------
    int
        0.
    """
    sys.stdout.reconfigure(encoding="utf-8")
    print(sheet(**settings), end="")
    return 0


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number in digits")
    return int(text)


def _lengths(text: str) -> list[int]:
    return [_number(piece.strip()) for piece in text.split(",")]


def _level(text: str) -> int:
    return _from_one(text, LEVELS, "level")


def _count(text: str) -> int:
    return _from_one(text, MOST, "count")


def _from_one(text: str, most: int, what: str) -> int:
    if not (re.fullmatch("[0-9]{1,9}", text) and 1 <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"{text!r} is no {what}; give a number from 1 to {most}")
    return int(text)


def _seed(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,99}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no seed; give a whole number of at most 99 digits"
        )
    return int(text)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give a number from 1 to 65535")
    return int(text)


def _origin(text: str) -> str:
    if not re.fullmatch(r"[\w.*-]+(:\d+)?", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no origin; give a host, or host:port, such as lms.example.org:443"
        )
    return text
