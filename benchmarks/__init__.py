"""Measurements: `python -m benchmarks` and the modules beside it make the tables in `docs/`."""
