"""Benchmarks: one module measures one thing; the command line shows what it found."""
