"""Which states are alive: goal distance, and whether a plan within a budget exists (contract).

Written over `SearchSpace`, so it serves every transition system.
"""
