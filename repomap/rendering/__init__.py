"""What fits the token budget, and how it is written."""
