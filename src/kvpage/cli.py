"""The command line: ``kvpage serve``."""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

__all__ = ["main"]


class Parser(argparse.ArgumentParser):
    """Says what is wrong with an option in one line."""

    def error(self, message: str) -> NoReturn:
        """Print the message and leave with status 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = Parser(prog="kvpage", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve_parser = commands.add_parser("serve", help="serve the lesson to browsers")
    serve_parser.add_argument(
        "--port", type=_port, default=5006, help="port to listen on (default: %(default)s)"
    )
    serve_parser.add_argument(
        "--address", default="localhost", help="address to listen on (default: %(default)s)"
    )
    serve_parser.add_argument(
        "--allow-websocket-origin",
        action="append",
        type=_origin,
        default=[],
        metavar="HOST[:PORT]",
        help="another host whose pages may show the lesson (repeatable)",
    )
    options = parser.parse_args(arguments)
    return serve(options.port, options.address, options.allow_websocket_origin)


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
