"""The error that every part raises for what a user can mend."""

from __future__ import annotations


class RepoMapError(Exception):
    """A question that cannot be answered; the message is one sentence for the user."""
