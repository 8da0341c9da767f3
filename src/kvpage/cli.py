"""The command line: ``kvpage serve`` and ``kvpage export``."""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from kvpage.lesson import SECTIONS

__all__ = ["main"]


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
        help="another host whose pages may show the lesson (repeatable)",
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


def serve(port: int, address: str, origins: list[str]) -> int:
    """Serve the lesson until stopped.

    Parameters
    ----------
    port : int
        Port to listen on.
    address : str
        Name or number of the interface to listen on.
    origins : list of str
        Hosts, with ports, whose pages may embed the lesson, beside the served address itself.

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
    from kvpage.onefile import export

    chosen = {name: value for name, value in settings.items() if value is not None}
    try:
        print(f"Wrote {export(path, force=force, **chosen)}")
    except (ValueError, OSError) as error:
        reason = getattr(error, "strerror", None)
        what = f"cannot write {path}: {reason}" if reason else str(error)
        print(f"kvpage export: {what}", file=sys.stderr)
        return 1
    return 0


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number in digits")
    return int(text)


def _lengths(text: str) -> list[int]:
    return [_number(piece.strip()) for piece in text.split(",")]


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
