"""Preferences: one goal, many plans that reach it, and a sentence that says which is wanted."""
