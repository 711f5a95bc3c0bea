"""`request_pixels`: the only way to the pixel tools, through the router's judgement."""

from __future__ import annotations

import threading
from collections.abc import Callable

from agent.router import Decision, Router
from agent.tool import Arguments, Result, Tool, schema


def request_pixels_tool(router: Router, decided: Callable[[Decision, str], None]) -> Tool:
    """Return the tool. `decided(decision, reason)` is told of each decision with the reason that was given."""

    def run(arguments: Arguments, stop: threading.Event) -> Result:
        decision = router.request_pixels(arguments["target"], arguments["reason"], arguments.get("tried", []))
        decided(decision, arguments["reason"])
        if decision.granted:
            return Result(f"Granted for {decision.target}: {decision.reason}. The pixel tools are in your list now.")
        return Result(f"Not granted: {decision.reason}.", failed=True)

    text = {"type": "string"}
    return Tool(
        "request_pixels",
        "Ask for screenshots and clicks, the last resort. target: the program, site or device; reason: why nothing "
        "else reaches it; tried: the names of the tools that you tried on it. Refused while a better tool reaches the "
        "target.",
        schema({"target": text, "reason": text, "tried": {"type": "array", "items": text}}, ("target", "reason")),
        run,
        alone=True,
    )
