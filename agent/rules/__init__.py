"""The Messages API's rules as one pure function: what a server would refuse in a request, before it is sent."""

from agent.rules.check import violations
from agent.rules.thinking import Issued, prefix_digest
from agent.rules.violation import Limits, Violation

__all__ = ["Issued", "Limits", "Violation", "prefix_digest", "violations"]
