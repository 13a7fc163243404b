"""Other ways to come to a plan, one a file, all behind `clamp_bench.harness.Method`."""
