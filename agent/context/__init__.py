"""What a request shows of a history: four filters, notes for the old part, provider caps, and cache marks."""

from agent.context.assemble import after_refusal, after_round, assemble
from agent.context.cache_plan import stable_tools
from agent.context.clip import ContextOverflow
from agent.context.history import Event, Filtered
from agent.context.image_ceiling import limit_images
from agent.context.notes_writer import NotesWriter
from agent.context.observation_cap import cap_observation
from agent.context.observation_window import window_observations
from agent.context.provider_caps import caps_for, describe
from agent.context.repair import HistoryError, clean_reply, repair_history
from agent.context.screenshot_window import window_screenshots
from agent.context.settings import ContextSettings, SettingError, notes_model_for, read_settings
from agent.context.telemetry import Reobservation, reobservation, usage_event
from agent.context.view import Frame, State, View, Withheld
from agent.context.view_log import SeenView, ViewLog, render_seen, resumed_state, seen_at

__all__ = [
    "ContextOverflow",
    "ContextSettings",
    "Event",
    "Filtered",
    "Frame",
    "HistoryError",
    "NotesWriter",
    "Reobservation",
    "SeenView",
    "SettingError",
    "State",
    "View",
    "ViewLog",
    "Withheld",
    "after_refusal",
    "after_round",
    "assemble",
    "cap_observation",
    "caps_for",
    "clean_reply",
    "describe",
    "limit_images",
    "notes_model_for",
    "read_settings",
    "render_seen",
    "reobservation",
    "repair_history",
    "resumed_state",
    "seen_at",
    "stable_tools",
    "usage_event",
    "window_observations",
    "window_screenshots",
]
