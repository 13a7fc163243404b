"""Other ways to come to a plan, one a file, all behind `clamp.bench.harness.Method`."""
