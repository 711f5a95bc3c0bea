"""Keep an archived message's images in files beside the log, and put them back, byte for byte, when it is read."""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SCREENSHOTS = "screenshots"
UPLOADS = "uploads"
STORED_NAME = re.compile(r"(?:screenshots|uploads)/[0-9a-f]{64}\.[a-z]{3}")
SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


def store_media(data: Any, folder: Path) -> tuple[Any, list[Path]]:
    """Return an entry's data with each base64 source replaced by a reference to a file, and the files newly written.

    What is nested in a tool result goes to `screenshots`, the rest to `uploads`: the two have separate lifetimes. A
    file is named by the SHA-256 of its bytes. Text that is not base64 stays as it is.
    """
    written: list[Path] = []
    return _store(data, folder, UPLOADS, written), written


def restore_media(data: Any, folder: Path) -> Any:
    """Return the data with references replaced by the files' bytes, or by a line that says a file is gone."""
    if isinstance(data, list):
        return [restore_media(item, folder) for item in data]
    if not isinstance(data, Mapping):
        return data
    source: Any = data.get("source")
    # A tool's input may look like a reference; only names that were made here are read.
    if not _is_reference(source):
        return {name: restore_media(value, folder) for name, value in data.items()}
    try:
        found = (folder / str(source["file"])).read_bytes()
    except OSError:
        return {"type": "text", "text": f"[no longer on disk: {source['file']}, {source['bytes']} bytes]"}
    encoded = base64.b64encode(found).decode("ascii")
    return {**data, "source": {"type": "base64", "media_type": source["media_type"], "data": encoded}}


def _is_reference(source: Any) -> bool:
    if not isinstance(source, Mapping) or source.get("type") != "archived":
        return False
    return set(source) == {"type", "media_type", "file", "bytes"} and bool(STORED_NAME.fullmatch(str(source["file"])))


def _store(data: Any, folder: Path, kind: str, written: list[Path]) -> Any:
    if isinstance(data, list):
        return [_store(item, folder, kind, written) for item in data]
    if not isinstance(data, Mapping):
        return data
    source = data.get("source")
    if isinstance(source, Mapping) and source.get("type") == "base64":
        return _store_one(data, source, folder, kind, written)
    inside = SCREENSHOTS if data.get("type") == "tool_result" else kind
    return {name: _store(value, folder, inside, written) for name, value in data.items()}


def _store_one(block: Any, source: Mapping[str, Any], folder: Path, kind: str, written: list[Path]) -> Any:
    text = source.get("data")
    try:
        data = base64.b64decode(text, validate=True) if isinstance(text, str) else None
    except (binascii.Error, ValueError):
        data = None
    # Base64 that would not come back character for character stays in the line: the archive keeps what was there.
    if data is None or base64.b64encode(data).decode("ascii") != text or set(source) != {"type", "media_type", "data"}:
        return block
    digest = hashlib.sha256(data).hexdigest()
    media_type = str(source["media_type"])
    name = f"{kind}/{digest}{SUFFIXES.get(media_type, '.bin')}"
    path = folder / name
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        unfinished.write_bytes(data)
        unfinished.replace(path)
        written.append(path)
    return {**block, "source": {"type": "archived", "media_type": media_type, "file": name, "bytes": len(data)}}
