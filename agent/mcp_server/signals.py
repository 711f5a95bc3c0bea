"""What the server's processes do about signals: Ctrl-C is the server's to handle, and an order to end is followed."""

from __future__ import annotations

import signal
import sys


def follow_the_server() -> None:
    """Ignore Ctrl-C; end in order when told to, so that the workers of an index under way are ended as well."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
