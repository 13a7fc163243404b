"""Hosts: what runs a model. Import `clamp.hosts.planner` or `clamp.hosts.transformers`; both need torch."""
