"""What a request shows of a history: four filters, notes for the old part, provider caps, and cache marks."""

from agent.context.assemble import after_round, assemble
from agent.context.history import Event, Filtered
from agent.context.image_ceiling import limit_images
from agent.context.observation_cap import cap_observation
from agent.context.observation_window import window_observations
from agent.context.screenshot_window import window_screenshots
from agent.context.settings import ContextSettings, SettingError, read_settings
from agent.context.view import Frame, State, View

__all__ = [
    "ContextSettings",
    "Event",
    "Filtered",
    "Frame",
    "SettingError",
    "State",
    "View",
    "after_round",
    "assemble",
    "cap_observation",
    "limit_images",
    "read_settings",
    "window_observations",
    "window_screenshots",
]
