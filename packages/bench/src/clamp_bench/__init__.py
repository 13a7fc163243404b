"""Benchmarks: plans that others judge, and how fast it is; each run is recorded so that it can be scored again."""
