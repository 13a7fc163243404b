"""VLABench's planning track: skill sequences over numbered entities, in words or from two pictures."""
