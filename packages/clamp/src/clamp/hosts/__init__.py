"""Hosts: what runs a model. What runs one is imported on first use, because torch takes seconds to load."""
