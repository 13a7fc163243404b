"""Photographs of coloured blocks: from pictures and a sentence to a plan."""
