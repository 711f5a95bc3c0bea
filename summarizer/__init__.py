"""Pseudocode: a few greppable lines for every function, from the syntax tree at once, refined by a cheap model."""
