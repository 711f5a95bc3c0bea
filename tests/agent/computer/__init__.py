"""Tests of the browser, the desktop and the pixel tools."""
