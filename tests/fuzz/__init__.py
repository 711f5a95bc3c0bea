"""Inputs of any kind: what must hold of every one, tried by hypothesis, by a corpus, and by benchmarks/fuzz.py."""
