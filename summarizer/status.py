"""Tell how much of a repository has pseudocode, how much of it a model wrote, and what that cost."""

from __future__ import annotations

from typing import Any

from summarizer.library import Library


def status(found: Library, model: str) -> dict[str, Any]:
    """Return the facts as plain data: counts, the ledger by day, and the reasons of rejected answers."""
    paths = found.paths
    outlines = found.outlines(paths)
    rows = found.index.reader.rows
    of_files = [outlines[rows[path].content] for path in paths if rows[path].content in outlines]
    written = sum(len(found.lines.said(outline)) for outline in of_files) if found.lines is not None else 0
    return {
        "files": len(paths),
        "functions": sum(len(outline.anchors) or len(outline.steps) for outline in of_files),
        "written": written,
        "model": model,
        "days": [day._asdict() for day in found.lines.days()] if found.lines is not None else [],
        "rejected": dict(found.lines.rejections()) if found.lines is not None else {},
        "batches": len(found.lines.batches()) if found.lines is not None else 0,
    }
