"""Coloured blocks on a table: what stands on what, from photographs."""
