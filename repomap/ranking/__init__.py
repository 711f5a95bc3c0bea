"""Which files and definitions deserve a place in the map, for a task, around files, or with none."""
